//! What the nodes of one site share beside the store: the news that they tell each other, and what a node makes of them.
//!
//! News only make things prompt. Everything that is true is in the store, and a node that hears nothing finds it
//! there. [`Peers`] is what a node has heard: a pure state machine, which the simulation runs with a bus that
//! loses, doubles, delays and reorders. `nodes` connects it with the rooms and the lobby of this node.

mod bus;
mod news;
mod nodes;
mod peers;

pub use bus::{Bus, BusError, MemoryBus, NewsReceiver};
pub use news::{Envelope, News, NodeId, RoomNews};
pub(crate) use news::{VisitorPrint, fingerprint};
pub(crate) use nodes::{JoinedNode, Nodes, OUTAGE_MIN_MS, ask_until_answered, long_outages};
pub use peers::Peers;
