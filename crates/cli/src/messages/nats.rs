//! Messages about the connection to NATS.

use std::fmt::Display;
use std::io;
use std::path::Path;

use rules::Text;

use super::reason;

pub(crate) fn no_url(url: &str) -> Text {
    texts::text("nats-no-url", &[("url", url.into())])
}

pub(crate) fn secret_in_url() -> Text {
    texts::text("nats-secret-in-url", &[])
}

pub(crate) fn no_password() -> Text {
    texts::text("nats-no-password", &[])
}

pub(crate) fn no_file(file: &Path, error: &io::Error) -> Text {
    let (file, error) = (file.display().to_string(), reason(error));
    texts::text("nats-no-file", &[("file", file.into()), ("error", error.into())])
}

pub(crate) fn unreachable(error: &dyn Display) -> Text {
    texts::text("nats-unreachable", &[("error", error.to_string().into())])
}
