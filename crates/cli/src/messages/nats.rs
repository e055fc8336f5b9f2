//! Messages about the connection to NATS.

use std::io;
use std::path::Path;

use rules::Text;
use texts::text;

use super::reason;

pub(crate) fn no_file(file: &Path, error: &io::Error) -> Text {
    let (file, error) = (file.display().to_string(), reason(error));
    text!("nats-no-file", file, error)
}
