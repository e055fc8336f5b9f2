//! A match in memory.

use std::collections::{BTreeMap, HashMap};

use play::{Event, Kind, Player, SeatKey, Time, Version};
use serde::{Deserialize, Serialize};

use crate::{Accuracy, ListedMatch, MatchSummary};

/// A match with what lists say of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredMatch {
    pub(super) owner: String,
    pub(super) network: Option<String>,
    pub(super) seat_key: Option<SeatKey>,
    pub(super) is_helped: bool,
    /// Profiles whose lists have it beside the owner's, and between two screens the owner itself: which player each is, if
    /// it is one and that is known.
    pub(super) participants: BTreeMap<String, Option<Player>>,
    /// When each player last came to it.
    pub(super) arrived: [Option<Time>; 2],
    pub(super) changed: Time,
    pub(super) events: Vec<Event>,
    pub(super) commands: HashMap<String, Version>,
    /// What was last said of it, which may be out of date.
    pub(super) summary: Option<MatchSummary>,
    pub(super) accuracy: Option<Accuracy>,
}

impl StoredMatch {
    /// Replaces the summary. The accuracy is that of the same finished game, or none.
    pub(super) fn set_summary(&mut self, summary: &MatchSummary) {
        let same = self.summary.as_ref().is_some_and(|before| {
            before.finished && summary.finished && before.entries == summary.entries
        });
        self.accuracy = self.accuracy.filter(|_| same);
        self.summary = Some(summary.clone());
    }

    pub(super) fn is_listed_for(&self, profile: &str) -> bool {
        self.owner == profile || self.participants.contains_key(profile)
    }

    /// Whether two play it at two screens at the moment.
    pub(super) fn is_played_online(&self) -> bool {
        let summary = self.summary.as_ref().filter(|summary| summary.version == self.version());
        summary.is_some_and(|MatchSummary { kind, finished, players, .. }| {
            let is_full = players.first.is_some() && players.second.is_some();
            *kind == Kind::Online && !finished && is_full
        })
    }

    /// The match in the list of a profile.
    pub(super) fn listed(&self, id: &str, profile: &str) -> ListedMatch {
        let summary = self.summary.clone().filter(|summary| summary.version == self.version());
        let you = summary.as_ref().and_then(|summary| match summary.kind {
            Kind::Local => summary.person(),
            Kind::Online => self.participants.get(profile).copied().flatten(),
        });
        let accuracy = self.accuracy.filter(|_| summary.is_some());
        let (id, changed, is_helped) = (id.to_owned(), self.changed, self.is_helped);
        ListedMatch { id, changed, summary, you, accuracy, is_helped }
    }

    pub(super) const fn version(&self) -> Version {
        Version(self.events.len() as u64)
    }

    pub(super) fn bytes(&self) -> u64 {
        size(&self.events)
    }
}

/// Size of events as they are counted.
pub(super) fn size(events: &[Event]) -> u64 {
    let texts = events.iter().filter_map(|event| serde_json::to_string(event).ok());
    texts.map(|text| text.len() as u64).sum()
}
