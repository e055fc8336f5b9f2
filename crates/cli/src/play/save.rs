//! The game as a file.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::time::SystemTime;

use rules::{SavedGame, Text};

use super::table::Table;
use crate::date::date;
use crate::words;

/// Writes the game to a new file, and says how that went.
pub(super) fn save(table: &Table, file: &str, now: SystemTime) -> Text {
    if file.is_empty() {
        return words::play::save_where();
    }
    match write_new(file, &saved_game(table, now).to_string()) {
        Ok(()) => words::play::saved(file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => words::play::file_exists(file),
        Err(error) => words::not_saved(file, &error),
    }
}

fn saved_game(table: &Table, now: SystemTime) -> SavedGame {
    let mut game = SavedGame::new(table.info().id, table.record().clone());
    game.players = table.players().map(|player| Some(player.id().to_owned()));
    game.date = Some(date(now));
    if let Some(ending) = &table.outcome() {
        game.finish(ending);
    }
    game
}

/// Writes a file that must not exist yet.
fn write_new(file: &str, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
