//! Saving the game to a file.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::time::SystemTime;

use rules::Text;

use super::local_match::LocalMatch;
use crate::date::{date_of_millis, unix_millis};
use crate::messages;

/// Writes the game to a new file, and says how that went.
pub(super) fn save(game: &LocalMatch, file: &str, now: SystemTime) -> Text {
    if file.is_empty() {
        return messages::play::save_where();
    }
    let mut saved = room::saved(game.state());
    saved.date = date_of_millis(unix_millis(now));
    match write_new(file, &saved.to_string()) {
        Ok(()) => messages::play::saved(file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => messages::play::file_exists(file),
        Err(error) => messages::not_saved(file, &error),
    }
}

/// Writes a file that must not exist yet.
fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
