//! Saving the game to a file.

use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

use rules::Text;
use texts::text;
use wire::MatchState;

use super::participant::Participant;
use crate::date::{date_of_millis, unix_millis};
use crate::output_file::Overwrite;
use crate::{messages, output_file};

/// Writes the game to a new file, and says how that went.
pub(super) fn save(state: &MatchState, file: &str, now: SystemTime) -> Text {
    if file.is_empty() {
        return text!("play-save-where");
    }
    let mut saved = room::saved_state(state);
    saved.date = date_of_millis(unix_millis(now));
    for name in [&mut saved.players.first, &mut saved.players.second] {
        name.get_or_insert_with(|| Participant::HUMAN.to_owned());
    }
    let text = saved.to_string();
    match output_file::write(Path::new(file), text.as_bytes(), Overwrite::Never) {
        Ok(()) => text!("play-saved", file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => text!("play-file-exists", file),
        Err(error) => messages::not_saved(file, &error),
    }
}
