//! Fair play: positions of running games between people, which the server does not analyse.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use play::{Kind, Match};
use rules::Live;

/// Moves after which a position belongs to one match only; positions that follow from it are then
/// protected too. Earlier ones are common openings.
const OPENING_PLIES: usize = 6;

/// Whether a match may be analysed: one between people at two screens only once it is over.
pub(crate) fn may_be_analysed(matching: &Match) -> bool {
    let start = matching.start();
    let people = start.players.first.is_human() && start.players.second.is_human();
    matching.end().is_some() || start.kind == Kind::Local || !people
}

/// The current positions of matches that may not be analysed. They are compared with every request for
/// analysis, so that nobody gets help by sending the position itself.
#[derive(Default)]
pub(crate) struct ProtectedPositions {
    by_match: Mutex<HashMap<String, ProtectedPosition>>,
}

struct ProtectedPosition {
    game: String,
    position: String,
    /// Entries of the record that leads to it.
    entries: usize,
}

impl ProtectedPositions {
    /// Takes the current position of a match.
    pub(crate) fn update(&self, id: &str, matching: &Match) {
        let live = matching.live();
        let entries = live.record().moves.len();
        let mut by_match = self.lock();
        // The start position is no secret.
        if may_be_analysed(matching) || entries == 0 {
            by_match.remove(id);
            return;
        }
        let (game, position) = (matching.start().game.clone(), live.position());
        by_match.insert(id.to_owned(), ProtectedPosition { game, position, entries });
    }

    /// Whether the last position of `live` is protected, or follows from one that is. Takes back the
    /// moves of `live` to find out.
    pub(crate) fn contain(&self, game: &str, live: &mut dyn Live) -> bool {
        let entries = live.record().moves.len();
        for at in (0..=entries).rev() {
            live.truncate(at);
            let position = live.position();
            let by_match = self.lock();
            let mut of_game = by_match.values().filter(|one| one.game == game).peekable();
            if of_game.peek().is_none() {
                return false;
            }
            let counts = |one: &ProtectedPosition| at == entries || one.entries >= OPENING_PLIES;
            if of_game.any(|one| one.position == position && counts(one)) {
                return true;
            }
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, ProtectedPosition>> {
        self.by_match.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
