//! Record file of a match.

use play::{End, Match, TimeControl, Who};
use rules::{BySeat, SavedGame, Score};

use crate::snapshot::{end_reason, winning_seat};

/// The match as it is written into a record file.
pub fn saved(current_match: &Match) -> SavedGame {
    let start = current_match.start();
    let mut saved = SavedGame::new(start.game.clone(), current_match.live().record().clone());
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
    let Some(end) = current_match.end() else { return saved };
    saved.reason = Some(end_reason(end));
    if *end == End::Aborted {
        return saved;
    }
    saved.score = winning_seat(current_match).map_or(Score::Draw, Score::Win);
    saved
}

/// Milliseconds as `5:00`.
fn minutes(millis: u64) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
