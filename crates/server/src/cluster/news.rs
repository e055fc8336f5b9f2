//! News between nodes.

use std::fmt;

use play::{Player, Version};
use serde::{Deserialize, Serialize};
use wire::Greeting;
use wire::http::RoomSummary;

/// Subject of all news in NATS.
pub(super) const NEWS_SUBJECT: &str = "damier.news";

/// Bytes of rooms in one message. NATS takes 1 MiB unless it is told otherwise.
const NEWS_MAX_BYTES: usize = 64 << 10;

/// Id of a node, drawn at its start: a node that starts again is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// News with their sender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// The sender.
    pub node: NodeId,
    /// Number of the news, by which doubled and late ones are recognised. It grows by one.
    pub sequence: u64,
    /// When they were sent, in the time of the store.
    pub sent: u64,
    /// The news.
    pub news: News,
}

/// Something that a node tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum News {
    /// Heartbeat. The sender hears it too, and knows by that whether the bus works.
    Alive {
        /// Whether the node drains: it leaves everything that must happen once to others.
        #[serde(default)]
        draining: bool,
    },
    /// The node ends.
    Leaving,
    /// State of rooms that are open on the node: those that have changed, or all of them from time to time.
    Rooms {
        /// The rooms.
        rooms: Vec<RoomNews>,
    },
    /// A player has greeted everybody who follows a match.
    Greeted {
        /// The id of the match.
        id: String,
        /// Who.
        player: Player,
        /// What.
        greeting: Greeting,
    },
    /// A player wants the computer to move at once.
    MoveNow {
        /// The id of the match.
        id: String,
    },
}

/// State of a room on a node. It replaces what the node said of the room before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoomNews {
    /// The id of the match.
    pub id: String,
    /// Version of the match that the node has.
    pub version: Version,
    /// Whether the room is still open there.
    pub open: bool,
    /// Players that are connected there.
    pub present: [bool; 2],
    /// Players that have said there that they leave.
    pub left: [bool; 2],
    /// Round-trip times of the players that are connected there, in milliseconds.
    pub lag_ms: [u64; 2],
    /// How many follow there without a seat.
    pub watchers: usize,
    /// Players of a game between people who are connected there: no engine helps them in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<VisitorPrint>,
    /// Entry of the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lobby: Option<Box<RoomSummary>>,
    /// Fingerprints of the networks of its host, the smallest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host: Vec<u64>,
}

/// What a visitor is known by on other nodes: fingerprints of the profile and of the network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct VisitorPrint {
    /// Of the profile.
    pub profile: u64,
    /// Of the network.
    pub network: u64,
}

/// Fingerprint of a text: FNV-1a with the finaliser of `SplitMix64`. All nodes of all versions must agree on it.
pub(crate) fn fingerprint(text: &str) -> u64 {
    finalised(fnv1a(0xcbf2_9ce4_8422_2325, text))
}

/// FNV-1a, begun with `seed`.
pub(crate) fn fnv1a(seed: u64, text: &str) -> u64 {
    text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The finaliser of `SplitMix64`: FNV alone does not mix into the high bits.
pub(crate) const fn finalised(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Messages with the state of these rooms, none of which is longer than NATS takes.
pub(super) fn room_messages(rooms: impl IntoIterator<Item = RoomNews>) -> Vec<News> {
    let mut messages: Vec<Vec<RoomNews>> = Vec::new();
    let mut bytes = usize::MAX;
    for room in rooms {
        let room_bytes = serde_json::to_vec(&room).map_or(0, |text| text.len());
        if bytes.saturating_add(room_bytes) > NEWS_MAX_BYTES {
            messages.push(Vec::new());
            bytes = 0;
        }
        bytes += room_bytes;
        if let Some(message) = messages.last_mut() {
            message.push(room);
        }
    }
    messages.into_iter().map(|rooms| News::Rooms { rooms }).collect()
}

impl RoomNews {
    /// News of a room that is closed, after which the node says no more of it.
    pub const fn closed(id: String, version: Version) -> Self {
        Self {
            id,
            version,
            open: false,
            present: [false; 2],
            left: [false; 2],
            lag_ms: [0; 2],
            watchers: 0,
            bound: Vec::new(),
            lobby: None,
            host: Vec::new(),
        }
    }

    /// Whether it differs from `other` in more than round-trip times, which the next round of news carries.
    pub fn differs_from(&self, other: &Self) -> bool {
        Self { lag_ms: other.lag_ms, ..self.clone() } != *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_another_version_are_told_apart() {
        let text = |news: &str| format!(r#"{{"node":7,"sequence":1,"sent":5,"news":{news}}}"#);
        let read = |news: &str| serde_json::from_str::<Envelope>(&text(news));
        let alive = read(r#"{"type":"alive"}"#).expect("the heartbeat of an earlier version");
        assert_eq!(alive.news, News::Alive { draining: false });
        assert!(
            read(r#"{"type":"alive","draining":true,"more":1}"#).is_ok(),
            "fields may be added"
        );
        assert!(read(r#"{"type":"gossip"}"#).is_err(), "news of a later version are no others");
    }

    #[test]
    fn no_message_is_longer_than_it_may_be() {
        let room = |number: usize| {
            let bound = vec![VisitorPrint { profile: u64::MAX, network: u64::MAX }; 20];
            RoomNews { bound, ..RoomNews::closed(number.to_string(), Version(1)) }
        };
        let messages = room_messages((0..500).map(room));
        let mut numbers = Vec::new();
        for message in &messages {
            assert!(serde_json::to_vec(message).expect("plain data").len() < NEWS_MAX_BYTES + 4096);
            let News::Rooms { rooms } = message else { panic!("{message:?}") };
            numbers.extend(rooms.iter().map(|room| room.id.clone()));
        }
        assert!(messages.len() > 1);
        assert_eq!(numbers, (0..500).map(|number| number.to_string()).collect::<Vec<_>>());
        assert!(room_messages([]).is_empty());
    }

    #[test]
    fn a_room_is_read_as_it_was_written() {
        let room = RoomNews { watchers: 3, ..RoomNews::closed("abc".to_owned(), Version(4)) };
        let text = serde_json::to_string(&room).expect("plain data");
        assert_eq!(serde_json::from_str::<RoomNews>(&text).expect("a room"), room);
        assert!(!RoomNews { lag_ms: [5, 0], ..room.clone() }.differs_from(&room));
        assert!(RoomNews { open: true, ..room.clone() }.differs_from(&room));
    }
}
