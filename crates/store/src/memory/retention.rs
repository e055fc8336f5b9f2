//! Deletion of what is old.

use std::sync::Arc;

use play::Time;

use super::MemoryState;
use crate::LOCAL;

impl MemoryState {
    pub(super) fn delete_leftovers(&mut self, before: Time, now: Time) -> u64 {
        let count = |state: &Self| {
            let tiles: usize = state.tiles.values().map(|stored| stored.tiles.0.len()).sum();
            let analyses = state.analyses.len();
            let results = state.puzzle_results.len();
            analyses + tiles + results + state.profiles.len() + state.visitors.len()
        };
        let all = count(self);
        self.analyses.retain(|_, stored| stored.analysis.changed >= before);
        self.puzzle_results.retain(|_, result| result.at >= before);
        let is_active = |state: &Self, profile: &str| {
            let mut matches = state.matches.values();
            matches.any(|one| one.is_listed_for(profile))
                || state.analyses.keys().any(|(owner, _)| owner == profile)
                || state.puzzle_results.keys().any(|(of, _)| of == profile)
        };
        let mut tiles = std::mem::take(&mut self.tiles);
        tiles.retain(|profile, stored| {
            *Arc::make_mut(stored).unchanged_since.get_or_insert(now) >= before
                || is_active(self, profile)
        });
        self.tiles = tiles;
        let mut profiles = std::mem::take(&mut self.profiles);
        profiles.retain(|profile, stored| {
            let unchanged_since = &mut Arc::make_mut(stored).unchanged_since;
            let is_new = *unchanged_since.get_or_insert(now) >= before;
            is_new
                || profile == LOCAL
                || is_active(self, profile)
                || self.tiles.contains_key(profile)
        });
        self.profiles = profiles;
        let mut visitors = std::mem::take(&mut self.visitors);
        visitors.delete_older_than(before, |profile| {
            is_active(self, profile) || self.profiles.contains_key(profile)
        });
        self.visitors = visitors;
        (all - count(self)) as u64
    }
}
