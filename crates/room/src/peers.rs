//! Other nodes that have the same match open.

use play::{Player, Time};
use store::Absence;

use crate::{Monotonic, Output, Room};

/// Milliseconds by which two nodes may be wrong about the time of the store, together.
const NODE_CLOCK_ERROR_MS: u64 = 500;

/// What a room has to know of the other nodes on which its match is open. The default is that of the only node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeerView {
    /// The players as the other nodes see them.
    pub players: [PeerPlayer; 2],
    /// How many follow on other nodes without a seat.
    pub watchers: usize,
    /// Whether this node is the one that acts for the match.
    pub role: NodeRole,
    /// Whether the news of other nodes come in.
    pub hearing: Hearing,
}

/// A player as other nodes see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeerPlayer {
    /// The player has a connection to another node.
    pub present: bool,
    /// The player has said there that they leave.
    pub left: bool,
    /// The shortest round-trip time of the player's connections, in milliseconds.
    pub lag_ms: u64,
}

/// Role of a node for a match: what must happen once is done by the preferred node at once, and by the others
/// only if it has not been done a while later. The version fence alone decides whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeRole {
    /// It acts at once.
    #[default]
    Preferred,
    /// It waits for the preferred node.
    Deputy,
}

/// Whether a node hears the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hearing {
    /// It does, or there are none: whoever is not announced is not there.
    #[default]
    Complete,
    /// It does not, or has not for long enough: nobody can be held to be absent.
    Interrupted,
}

impl Room {
    /// Takes in what other nodes say.
    pub(crate) fn set_peers(&mut self, peers: PeerView, now: Monotonic) {
        let before = std::mem::replace(&mut self.peers, peers);
        if before.hearing != peers.hearing {
            // Whoever is not here may have been on another node all the time.
            self.presence.restart();
        }
        self.update_presence(now);
        for player in Player::ALL {
            let left = |view: &PeerView| view.players[player as usize].left;
            if left(&peers) && !left(&before) {
                self.presence.shorten_grace_period(player, &self.settings, now);
            }
            let present = |view: &PeerView| view.players[player as usize].present;
            if present(&before) && !present(&peers) && self.was_here[player as usize] {
                // That node may not have heard yet that the player is here.
                self.out.push(Output::Arrived(player));
            }
        }
    }

    /// Tells of players who were not here when the last input was handled.
    pub(crate) fn note_arrivals(&mut self) {
        for player in Player::ALL {
            let is_here = self.subscribers.is_present(&self.session, player);
            let was_here = std::mem::replace(&mut self.was_here[player as usize], is_here);
            if is_here && !was_here {
                self.out.push(Output::Arrived(player));
            }
        }
    }

    /// The absence of a player, which the store compares with arrivals on other nodes.
    pub(crate) fn absence(&self, player: Player) -> Option<Absence> {
        let since = self.presence.since(player)?;
        let ago = self.clock.monotonic.since(since) + NODE_CLOCK_ERROR_MS;
        Some(Absence { player, since: Time(self.clock.wall.0.saturating_sub(ago)) })
    }

    /// A player who seems to be absent has come to another node at this time, as the store knows.
    pub(crate) fn note_arrival_elsewhere(&mut self, player: Player, arrived: Time) {
        let (wall, monotonic) = (self.clock.wall.0, self.clock.monotonic);
        let arrived = arrived.0.saturating_add(NODE_CLOCK_ERROR_MS);
        let since =
            monotonic.before(wall.saturating_sub(arrived)).after(arrived.saturating_sub(wall));
        self.presence.postpone(player, since, &self.session, &self.settings);
    }

    pub(crate) fn update_presence(&mut self, now: Monotonic) {
        self.presence.update(&self.session, &self.subscribers, &self.peers, &self.settings, now);
    }

    /// Whether the grace period of `player` is over. It is not while a node is not heard on which the player may be.
    pub(crate) fn grace_period_is_over(&self, player: Player, now: Monotonic) -> bool {
        self.peers.hearing == Hearing::Complete && self.presence.grace_period_is_over(player, now)
    }

    /// The shortest round-trip time of a player's connections here, or else on other nodes, in milliseconds.
    pub(crate) fn lag_ms(&self, player: Player) -> u64 {
        if self.subscribers.is_present(&self.session, player) {
            self.subscribers.lag_ms(&self.session, player)
        } else {
            self.peers.players[player as usize].lag_ms
        }
    }

    /// How long this node leaves it to others to say that the flag of `player` has fallen, in milliseconds: the node
    /// of the player may have a move that came in before.
    pub(crate) fn flag_deference_ms(&self, player: Player) -> u64 {
        let is_here = self.subscribers.is_present(&self.session, player);
        let is_elsewhere = self.peers.players[player as usize].present;
        let is_left_to_others = self.peers.role == NodeRole::Deputy || is_elsewhere;
        if is_left_to_others && !is_here { self.settings.deference_ms } else { 0 }
    }

    /// How long this node leaves it to others to free a seat, in milliseconds.
    pub(crate) fn seat_deference_ms(&self) -> u64 {
        match self.peers.role {
            NodeRole::Preferred => 0,
            NodeRole::Deputy => self.settings.deference_ms,
        }
    }

    /// Until when this node leaves a task of the engine at the present version to the preferred node.
    pub(crate) fn engine_deferred_until(&self) -> Option<Monotonic> {
        let (version, since) = self.version_since;
        debug_assert_eq!(version, self.session.version());
        match self.peers.role {
            NodeRole::Preferred => None,
            NodeRole::Deputy => Some(since.after(self.settings.engine_deference_ms)),
        }
    }

    /// What other nodes are told of a player here.
    pub fn local_player(&self, player: Player) -> PeerPlayer {
        let present = self.subscribers.is_present(&self.session, player);
        PeerPlayer {
            present,
            left: !present && self.subscribers.has_left(&self.session, player),
            lag_ms: self.subscribers.lag_ms(&self.session, player),
        }
    }
}
