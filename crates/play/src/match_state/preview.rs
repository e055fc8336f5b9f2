//! A match as it was before some events, to go back to after a preview.

use super::{End, Match, Version};
use crate::{Clock, Event, Offer, Player};

/// State of a match to which it goes back after a preview.
pub(crate) struct MatchUndo {
    /// Entries that no event takes back.
    kept: usize,
    /// The entries after these.
    entries: Vec<String>,
    undone: Vec<String>,
    offers: [Option<Player>; Offer::ALL.len()],
    clock: Option<Clock>,
    end: Option<End>,
    rematch: Option<String>,
    version: Version,
}

impl Match {
    /// The present state, to go back to after these events.
    pub(crate) fn undo_point(&self, events: &[Event]) -> MatchUndo {
        let shortest = events.iter().filter_map(|event| match event {
            Event::Undone { to, .. } | Event::TakenBack { to, .. } => Some(*to),
            _ => None,
        });
        let kept = shortest.fold(self.entries(), usize::min);
        MatchUndo {
            kept,
            entries: self.live.record().moves[kept..].to_vec(),
            undone: self.undone.clone(),
            offers: self.offers,
            clock: self.clock,
            end: self.end.clone(),
            rematch: self.rematch.clone(),
            version: self.version,
        }
    }

    /// Goes back to a state from which events have been applied.
    pub(crate) fn go_to(&mut self, undo: MatchUndo) {
        let MatchUndo { kept, entries, undone, offers, clock, end, rematch, version } = undo;
        self.live.truncate(kept);
        for entry in &entries {
            // They were legal before.
            let _ = self.live.play(entry);
        }
        (self.undone, self.offers, self.clock) = (undone, offers, clock);
        (self.end, self.rematch, self.version) = (end, rematch, version);
    }
}
