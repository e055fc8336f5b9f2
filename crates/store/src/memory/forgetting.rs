//! Deletion at the request of whom it belongs to.

use super::MemoryState;

impl MemoryState {
    pub(super) fn forget_matches(&mut self, profile: &str, ids: &[String]) -> u64 {
        let mut forgotten = 0;
        for id in ids {
            let Some(stored) = self.matches.get(id) else { continue };
            if !stored.is_listed_for(profile) || stored.is_played_online() {
                continue;
            }
            forgotten += 1;
            let Some(stored) = self.match_mut(id) else { continue };
            let player = stored.participants.remove(profile).flatten();
            if stored.owner == profile {
                let Some((next, _)) = stored.participants.first_key_value() else {
                    self.matches.remove(id);
                    continue;
                };
                stored.owner.clone_from(next);
            }
            let Some(player) = player else { continue };
            for event in &mut stored.events {
                event.forget_name(player);
            }
            if let Some(summary) = &mut stored.summary
                && let Some(play::Who::Human { name }) = &mut summary.players[player.first_seat()]
            {
                name.clear();
            }
        }
        forgotten
    }

    pub(super) fn delete_profile(&mut self, profile: &str) {
        self.analyses.retain(|(owner, _), _| owner != profile);
        self.tiles.remove(profile);
        self.puzzle_results.retain(|(of, _), _| of != profile);
        self.profiles.remove(profile);
        self.visitors.delete_profile(profile);
    }
}
