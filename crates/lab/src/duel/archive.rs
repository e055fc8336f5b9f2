//! The file of a duel: its games as records, from which it can be taken up again.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rules::{ExtraField, Lang, Record, SavedGame};
use texts::text;

use super::arena::{Arena, DuelGame, Schedule, seat};
use super::referee::by_seat;
use crate::external::FaultKind;
use crate::failure::Failure;
use crate::output_file::{AppendFile, unwritten};
use crate::{messages, record};

/// The file of a duel, its games in the order of their numbers.
pub(crate) struct Archive<'a> {
    path: PathBuf,
    arena: &'a Arena,
    file: AppendFile,
}

impl<'a> Archive<'a> {
    /// Opens or creates the file. Games that are in it must be the first of this duel: they come
    /// back, and are taken off the schedule.
    pub(crate) fn open(
        path: &Path,
        arena: &'a Arena,
        schedule: &mut Schedule,
    ) -> Result<(Self, Vec<DuelGame>), Failure> {
        let name = path.display().to_string();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::failed(messages::not_read(&name, &error)))?,
        };
        let saved = record::parse(&name, &text)?;
        let mut games = Vec::with_capacity(saved.games.len());
        for game in &saved.games {
            let Some((number, opening)) = schedule.next()? else { break };
            let played = recognise(arena, game, number, &opening);
            let other = || {
                Failure::failed(messages::about(&name, &text!("other-duel", number = number + 1)))
            };
            games.push(played.ok_or_else(other)?);
        }
        let file = AppendFile::open(path, text.len() as u64);
        let file = file.map_err(|error| unwritten(path, &error))?;
        Ok((Self { path: path.to_owned(), arena, file }, games))
    }

    /// Adds a game.
    pub(crate) fn append(&mut self, played: &DuelGame) -> Result<(), Failure> {
        let gap = if self.file.length() > 0 { "\n" } else { "" };
        let text = format!("{gap}{}", saved_game(self.arena, played));
        self.file.append(text.as_bytes()).map_err(|error| unwritten(&self.path, &error))
    }
}

/// A game as it is saved.
fn saved_game(arena: &Arena, played: &DuelGame) -> SavedGame {
    let mut saved = SavedGame::new(arena.referee.entry.game.info().id, played.record.clone());
    let ids = arena.players.each_ref().map(|player| Some(player.id()));
    saved.players = by_seat(seat(played.number), ids);
    saved.time = arena.referee.time_control();
    saved.finish(&played.ending);
    if let Some((_, fault)) = &played.fault {
        let words = messages::external::quote(fault.text().get(Lang::En));
        if let Some(field) = ExtraField::new("Fault", words) {
            saved.set_extra(field);
        }
    }
    saved
}

/// A finished game of the file, if it is the game of that number.
fn recognise(arena: &Arena, saved: &SavedGame, number: u32, opening: &Record) -> Option<DuelGame> {
    let (record, ending) = arena.referee.saved_ending(saved)?;
    let begins = record.start == opening.start && record.moves.starts_with(&opening.moves);
    let kind = FaultKind::find(&ending.reason);
    let played = DuelGame { number, record, ending, fault: None, kind, time_used: None };
    let expected = saved_game(arena, &played);
    let same_head = saved.game == expected.game
        && saved.players == expected.players
        && saved.time == expected.time;
    (begins && same_head).then_some(played)
}
