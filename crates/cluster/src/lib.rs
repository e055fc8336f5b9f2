//! What the nodes of one site share beside the store: the connection to NATS, and the news that they tell each
//! other.
//!
//! News only make things prompt. Everything that is true is in the store, and a node that hears nothing finds it
//! there. [`Peers`] is what a node has heard: a pure state machine, which the simulation runs with a bus that
//! loses, doubles, delays and reorders.

mod bus;
mod nats;
mod news;
mod peers;

pub use async_nats::Client;
pub use bus::{Bus, BusError, MemoryBus, NewsReceiver};
pub use nats::{NatsAuth, NatsError, NatsOptions, NatsUrlError, Password, connect};
pub use news::{
    Envelope, NEWS_SUBJECT, News, NodeId, RoomNews, VisitorPrint, fingerprint, room_messages,
};
pub use peers::{ECHO_TIMEOUT_MS, HEARING_SETTLE_MS, NODE_TIMEOUT_MS, Peers, ROOM_TIMEOUT_MS};
