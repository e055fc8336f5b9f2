//! What may be analysed: nobody is helped against a person who plays.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use play::{Kind, Match};
use rules::Live;

/// Whether a match may be analysed: those of people at two screens only once they are over.
pub(crate) fn may_be_analysed(matching: &Match) -> bool {
    let start = matching.start();
    let people = start.players.first.is_human() && start.players.second.is_human();
    matching.end().is_some() || start.kind == Kind::Local || !people
}

/// A match of so many moves is no longer anybody's opening: what follows from it is hidden too.
const OPENING: usize = 6;

/// Where the matches stand that may not be analysed, so that nobody asks about them in other words.
#[derive(Default)]
pub(crate) struct Secrets {
    by_match: Mutex<HashMap<String, Secret>>,
}

struct Secret {
    game: String,
    position: String,
    entries: usize,
}

impl Secrets {
    /// A match has changed, or is looked at for the first time.
    pub(crate) fn update(&self, id: &str, matching: &Match) {
        let live = matching.live();
        let entries = live.record().moves.len();
        let mut secrets = self.lock();
        // Before the first move everybody knows the position.
        if may_be_analysed(matching) || entries == 0 {
            secrets.remove(id);
            return;
        }
        let (game, position) = (matching.start().game.clone(), live.position());
        secrets.insert(id.to_owned(), Secret { game, position, entries });
    }

    /// Whether the end of a game is the position of such a match, or follows from one.
    pub(crate) fn hide(&self, game: &str, live: &mut dyn Live) -> bool {
        let entries = live.record().moves.len();
        for at in (0..=entries).rev() {
            live.truncate(at);
            let position = live.position();
            let secrets = self.lock();
            let mut of_game = secrets.values().filter(|secret| secret.game == game).peekable();
            if of_game.peek().is_none() {
                return false;
            }
            let is_near = |secret: &Secret| at == entries || secret.entries >= OPENING;
            if of_game.any(|secret| secret.position == position && is_near(secret)) {
                return true;
            }
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Secret>> {
        self.by_match.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
