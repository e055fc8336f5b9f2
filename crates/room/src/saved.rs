//! A match as a record file.

use play::{End, Match, TimeControl, Who};
use rules::{BySeat, SavedGame, Score};

use crate::snapshot::{end_reason, winning_seat};

/// The match, to be written into a file.
pub fn saved(matching: &Match) -> SavedGame {
    let start = matching.start();
    let mut saved = SavedGame::new(start.game.clone(), matching.live().record().clone());
    let name = |who: &Who| match who {
        Who::Human { name } => Some(name.clone()).filter(|name| !name.is_empty()),
        Who::Computer { opponent, .. } => Some(opponent.clone()),
    };
    saved.players =
        BySeat { first: name(&start.players.first), second: name(&start.players.second) };
    saved.time = match start.time {
        TimeControl::None => None,
        TimeControl::Game { total, increment: 0 } => Some(minutes(total)),
        TimeControl::Game { total, increment } => {
            Some(format!("{}+{}", minutes(total), increment / 1000))
        }
        TimeControl::Move { limit } => Some(format!("{} a move", minutes(limit))),
    };
    let Some(end) = matching.end() else { return saved };
    saved.reason = Some(end_reason(end));
    if *end == End::Aborted {
        return saved;
    }
    saved.score = winning_seat(matching).map_or(Score::Draw, Score::Win);
    saved
}

/// Milliseconds as `5:00`.
fn minutes(millis: u64) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
