//! Subscribers: the connections that follow a match.

use std::collections::{BTreeMap, BTreeSet};

use play::{MatchSession, Player, SeatKey};

/// Id of a connection that follows a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubscriberId(pub u64);

/// All connections that follow a match.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    by_id: BTreeMap<SubscriberId, Subscriber>,
    /// Who may play in a match at one screen.
    granted: BTreeSet<SubscriberId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Subscriber {
    key: Option<SeatKey>,
    /// Round-trip time in milliseconds.
    lag_ms: u64,
    /// The player has said that they leave.
    left: bool,
}

impl Subscribers {
    /// Adds a subscriber; one that is known gets the key instead of the former one.
    pub(crate) fn add(&mut self, id: SubscriberId, key: Option<SeatKey>) {
        let subscriber = self.by_id.entry(id).or_default();
        *subscriber = Subscriber { key, left: false, ..*subscriber };
    }

    pub(crate) fn remove(&mut self, id: SubscriberId) {
        self.by_id.remove(&id);
        self.granted.remove(&id);
    }

    pub(crate) fn grant(&mut self, id: SubscriberId) {
        self.granted.insert(id);
    }

    /// Whether a client may play in a match at one screen.
    pub(crate) fn is_granted(&self, id: SubscriberId) -> bool {
        self.granted.contains(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    pub(crate) fn contains(&self, id: SubscriberId) -> bool {
        self.by_id.contains_key(&id)
    }

    pub(crate) fn key(&self, id: SubscriberId) -> Option<SeatKey> {
        self.by_id.get(&id)?.key
    }

    pub(crate) fn set_lag(&mut self, id: SubscriberId, millis: u64) {
        if let Some(subscriber) = self.by_id.get_mut(&id) {
            subscriber.lag_ms = millis;
        }
    }

    /// The shortest round-trip time of a player's connections, in milliseconds.
    pub(crate) fn lag_ms(&self, session: &MatchSession, player: Player) -> u64 {
        let lags = self.of_player(session, player).map(|subscriber| subscriber.lag_ms);
        lags.min().unwrap_or(0)
    }

    /// Whether a player has a connection and has not said that they leave.
    pub(crate) fn is_present(&self, session: &MatchSession, player: Player) -> bool {
        self.of_player(session, player).any(|subscriber| !subscriber.left)
    }

    /// Whether a player has a connection on which they have said that they leave.
    pub(crate) fn has_left(&self, session: &MatchSession, player: Player) -> bool {
        self.of_player(session, player).any(|subscriber| subscriber.left)
    }

    /// Marks all connections of a player who says that they leave.
    pub(crate) fn mark_left(&mut self, session: &MatchSession, player: Player) {
        for subscriber in self.by_id.values_mut() {
            if subscriber.key.is_some_and(|key| session.holder(&key) == Some(player)) {
                subscriber.left = true;
            }
        }
    }

    pub(crate) fn ids(&self) -> Vec<SubscriberId> {
        self.by_id.keys().copied().collect()
    }

    fn of_player<'a>(
        &'a self,
        session: &'a MatchSession,
        player: Player,
    ) -> impl Iterator<Item = &'a Subscriber> {
        let is_theirs = move |subscriber: &&Subscriber| {
            subscriber.key.is_some_and(|key| session.holder(&key) == Some(player))
        };
        self.by_id.values().filter(is_theirs)
    }
}
