//! Reviews that were made lately: whoever looks again need not wait.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::Record;
use wire::FromAnalyst;

/// How many are remembered.
const KEPT: usize = 64;

/// A game by its name and moves.
type Key = (String, Record);
/// What was said of one, message by message.
type Said = Arc<[FromAnalyst]>;

/// The reviews that were made lately.
#[derive(Default)]
pub(crate) struct Reviews {
    kept: Mutex<VecDeque<(Key, Said)>>,
}

impl Reviews {
    /// What was said of a game.
    pub(super) fn get(&self, key: &Key) -> Option<Said> {
        let mut kept = self.lock();
        let at = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(at)?;
        let said = Arc::clone(&found.1);
        kept.push_back(found);
        Some(said)
    }

    /// Remembers what was said of a game.
    pub(super) fn put(&self, key: Key, said: Vec<FromAnalyst>) {
        let mut kept = self.lock();
        kept.retain(|(other, _)| *other != key);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((key, said.into()));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Key, Said)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
