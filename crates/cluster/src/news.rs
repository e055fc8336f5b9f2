//! News between nodes.

use std::fmt;

use play::{Player, Version};
use serde::{Deserialize, Serialize};
use wire::Greeting;
use wire::http::RoomSummary;

/// Subject of all news in NATS.
pub const NEWS_SUBJECT: &str = "damier.news";

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
    /// Entry of the lobby.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lobby: Option<Box<RoomSummary>>,
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
            lobby: None,
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
    fn a_room_is_read_as_it_was_written() {
        let room = RoomNews { watchers: 3, ..RoomNews::closed("abc".to_owned(), Version(4)) };
        let text = serde_json::to_string(&room).expect("plain data");
        assert_eq!(serde_json::from_str::<RoomNews>(&text).expect("a room"), room);
        assert!(!RoomNews { lag_ms: [5, 0], ..room.clone() }.differs_from(&room));
        assert!(RoomNews { open: true, ..room.clone() }.differs_from(&room));
    }
}
