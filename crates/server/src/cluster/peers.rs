//! Peers: what a node has heard of the others.

use std::collections::{BTreeMap, BTreeSet};

use ::room::{Hearing, Monotonic, NodeRole, PeerView};
use play::Version;
use wire::http::RoomSummary;

use super::news::{finalised, fnv1a};
use super::{Envelope, News, NodeId, RoomNews};

/// Milliseconds without news after which a node counts as dead.
pub(super) const NODE_TIMEOUT_MS: u64 = 4_000;
/// Milliseconds after the last news of a room from which on the node does not have it open.
pub(super) const ROOM_TIMEOUT_MS: u64 = 10_000;
/// Milliseconds without receiving its own heartbeat after which a node is deaf.
pub(super) const ECHO_TIMEOUT_MS: u64 = 3_500;
/// Milliseconds after which a node that hears again has heard of every room.
pub(super) const HEARING_SETTLE_MS: u64 = 5_000;

/// What a node has heard of the others. Old and doubled news change nothing: the newest of each node and room
/// counts.
#[derive(Debug)]
pub struct Peers {
    me: NodeId,
    draining: bool,
    nodes: BTreeMap<NodeId, PeerNode>,
    rooms: BTreeMap<String, BTreeMap<NodeId, PeerRoom>>,
    echo: Echo,
}

#[derive(Clone, Copy, Debug)]
struct PeerNode {
    heard: Monotonic,
    /// Number of the newest heartbeat.
    sequence: u64,
    draining: bool,
}

#[derive(Clone, Debug)]
struct PeerRoom {
    heard: Monotonic,
    sequence: u64,
    news: RoomNews,
}

/// Own heartbeats that come back.
#[derive(Clone, Copy, Debug, Default)]
struct Echo {
    /// Only heartbeats from this number on count.
    from_sequence: u64,
    last: Option<Monotonic>,
    /// Since when they have come back without a gap.
    since: Option<Monotonic>,
}

impl Peers {
    /// A node that has heard nothing yet.
    pub fn new(me: NodeId) -> Self {
        Self {
            me,
            draining: false,
            nodes: BTreeMap::new(),
            rooms: BTreeMap::new(),
            echo: Echo::default(),
        }
    }

    /// Takes in news. Returns the ids of the matches of which something has changed.
    pub fn hear(&mut self, envelope: Envelope, now: Monotonic) -> Vec<String> {
        let Envelope { node, sequence, news, .. } = envelope;
        if node == self.me {
            if let News::Alive { .. } = news {
                self.hear_echo(sequence, now);
            }
            return Vec::new();
        }
        let peer =
            self.nodes.entry(node).or_insert(PeerNode { heard: now, sequence: 0, draining: false });
        peer.heard = now;
        match news {
            News::Alive { draining } => {
                if sequence > peer.sequence {
                    (peer.sequence, peer.draining) = (sequence, draining);
                }
                Vec::new()
            }
            News::Leaving => self.forget(node),
            News::Rooms { rooms } => rooms
                .into_iter()
                .filter_map(|room| self.hear_room(node, sequence, room, now))
                .collect(),
            News::Greeted { .. } | News::MoveNow { .. } => Vec::new(),
        }
    }

    fn hear_room(
        &mut self,
        node: NodeId,
        sequence: u64,
        news: RoomNews,
        now: Monotonic,
    ) -> Option<String> {
        let id = news.id.clone();
        let nodes = self.rooms.entry(id.clone()).or_default();
        let known = nodes.get(&node);
        if known.is_some_and(|known| known.sequence >= sequence) {
            return None;
        }
        let changed = known.is_none_or(|known| known.news != news);
        nodes.insert(node, PeerRoom { heard: now, sequence, news });
        changed.then_some(id)
    }

    fn hear_echo(&mut self, sequence: u64, now: Monotonic) {
        if sequence < self.echo.from_sequence {
            return;
        }
        let had_gap = self.echo.last.is_none_or(|last| now.since(last) > ECHO_TIMEOUT_MS);
        if had_gap {
            self.echo.since = Some(now);
        }
        self.echo.last = Some(now);
    }

    /// The node was paused: what it has heard is old. Heartbeats that it sends from `next_sequence` on show when it
    /// hears again.
    pub fn interrupt(&mut self, next_sequence: u64) {
        self.echo = Echo { from_sequence: next_sequence, last: None, since: None };
    }

    /// This node drains: it leaves everything that must happen once to others.
    pub const fn drain(&mut self) {
        self.draining = true;
    }

    /// Whether this node drains.
    pub const fn is_draining(&self) -> bool {
        self.draining
    }

    /// Whether this node leads for `task`, work that is not tied to a match: of the live nodes
    /// exactly one does.
    pub fn leads(&self, task: &str) -> bool {
        let others = self.nodes.iter().filter(|(_, peer)| !peer.draining);
        !self.draining
            && others.into_iter().all(|(node, _)| weight(*node, task) < weight(self.me, task))
    }

    /// Forgets nodes and rooms of which nothing was heard for too long. Returns the ids of their matches.
    pub fn expire(&mut self, now: Monotonic) -> Vec<String> {
        if self.hearing(now) == Hearing::Interrupted {
            // A node that hears nothing must not declare others dead.
            return Vec::new();
        }
        let is_dead = |peer: &PeerNode| now.since(peer.heard) > NODE_TIMEOUT_MS;
        let dead: Vec<_> =
            self.nodes.iter().filter(|(_, peer)| is_dead(peer)).map(|(node, _)| *node).collect();
        let mut changed: BTreeSet<String> =
            dead.into_iter().flat_map(|node| self.forget(node)).collect();
        for (id, nodes) in &mut self.rooms {
            let before = nodes.len();
            nodes.retain(|_, room| now.since(room.heard) <= ROOM_TIMEOUT_MS);
            if nodes.len() < before {
                changed.insert(id.clone());
            }
        }
        self.rooms.retain(|_, nodes| !nodes.is_empty());
        changed.into_iter().collect()
    }

    fn forget(&mut self, node: NodeId) -> Vec<String> {
        self.nodes.remove(&node);
        let mut changed = Vec::new();
        for (id, nodes) in &mut self.rooms {
            if nodes.remove(&node).is_some() {
                changed.push(id.clone());
            }
        }
        self.rooms.retain(|_, nodes| !nodes.is_empty());
        changed
    }

    /// Whether the node hears the others, as far as it can know.
    pub fn hearing(&self, now: Monotonic) -> Hearing {
        let Echo { last: Some(last), since: Some(since), .. } = self.echo else {
            return Hearing::Interrupted;
        };
        let is_settled = now.since(since) >= HEARING_SETTLE_MS;
        if is_settled && now.since(last) <= ECHO_TIMEOUT_MS {
            Hearing::Complete
        } else {
            Hearing::Interrupted
        }
    }

    /// What the room of a match that is open here has to know.
    pub fn view(&self, id: &str, now: Monotonic) -> PeerView {
        let mut view = PeerView { hearing: self.hearing(now), ..PeerView::default() };
        let mut best = (!self.draining).then(|| weight(self.me, id));
        for (node, PeerRoom { news, .. }) in self.rooms.get(id).into_iter().flatten() {
            for (player, seen) in view.players.iter_mut().enumerate() {
                if news.present[player] {
                    let is_first = !std::mem::replace(&mut seen.present, true);
                    let lag_ms = news.lag_ms[player];
                    seen.lag_ms = if is_first { lag_ms } else { seen.lag_ms.min(lag_ms) };
                }
                seen.left |= news.left[player];
            }
            view.watchers += news.watchers;
            let is_draining = self.nodes.get(node).is_none_or(|peer| peer.draining);
            let other = weight(*node, id);
            if news.open && !is_draining && best.is_none_or(|best| other > best) {
                (best, view.role) = (Some(other), NodeRole::Deputy);
            }
        }
        if view.hearing == Hearing::Interrupted {
            // Whoever cannot hear whether another acts has to act.
            view.role = NodeRole::Preferred;
        }
        view
    }

    /// The newest version of a match that others have named.
    pub fn version(&self, id: &str) -> Option<Version> {
        self.rooms.get(id)?.values().map(|room| room.news.version).max()
    }

    /// Entry of the lobby for a match, as the node with its newest version has it, and the networks of its host.
    pub fn lobby_entry(&self, id: &str) -> Option<(RoomSummary, Vec<u64>)> {
        let listed = self.rooms.get(id)?.values().filter(|room| room.news.lobby.is_some());
        let news = &listed.max_by_key(|room| room.news.version)?.news;
        Some((news.lobby.as_deref()?.clone(), news.host.clone()))
    }

    /// How many nodes are alive, this one included.
    pub fn live_nodes(&self) -> usize {
        self.nodes.len() + 1
    }
}

/// Weight of a node for a match: the node with the greatest is the preferred one (rendezvous hashing). All nodes of
/// all versions must agree on it.
fn weight(node: NodeId, id: &str) -> (u64, NodeId) {
    (finalised(fnv1a(0xcbf2_9ce4_8422_2325 ^ node.0, id)), node)
}

#[cfg(test)]
mod tests;
