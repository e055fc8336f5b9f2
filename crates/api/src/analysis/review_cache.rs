//! Cache of the latest reviews.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::Record;
use wire::FromAnalyst;

/// Reviews in the cache.
const REVIEW_CACHE_SIZE: usize = 64;

/// The name of a game and its record.
type Key = (String, Record);
/// The messages of a review.
type ReviewMessages = Arc<[FromAnalyst]>;

/// Reviews in the order of their last use.
#[derive(Default)]
pub struct ReviewCache {
    reviews: Mutex<VecDeque<(Key, ReviewMessages)>>,
}

impl ReviewCache {
    /// The messages of a review, if it is in the cache.
    pub fn get(&self, key: &Key) -> Option<ReviewMessages> {
        let mut reviews = self.lock();
        let at = reviews.iter().position(|(other, _)| other == key)?;
        let found = reviews.remove(at)?;
        let messages = Arc::clone(&found.1);
        reviews.push_back(found);
        Some(messages)
    }

    /// Adds a review; the one that was not used for longest is dropped.
    pub fn put(&self, key: Key, messages: Vec<FromAnalyst>) {
        let mut reviews = self.lock();
        reviews.retain(|(other, _)| *other != key);
        if reviews.len() >= REVIEW_CACHE_SIZE {
            reviews.pop_front();
        }
        reviews.push_back((key, messages.into()));
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Key, ReviewMessages)>> {
        self.reviews.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
