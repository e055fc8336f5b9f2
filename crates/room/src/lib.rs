//! A room: a match being played, with everybody who follows it.
//!
//! [`Room`] is a pure state machine. Everything that happens comes in as an [`Input`] with its time;
//! everything that follows goes out as [`Output`]s, which the owner of the room carries out. The room
//! reads no clock, draws no random numbers and waits for nothing, so that the server and the
//! simulation of its faults run the same code.
//!
//! A command always takes the same steps: the match session decides which events follow, the store
//! appends them, the session applies them, and the subscribers are told. What is acknowledged is
//! stored.

mod change;
mod decision;
mod engine_task;
mod import;
mod input;
mod key;
mod match_summary;
mod outage;
mod peers;
mod presence;
mod rate_limit;
pub mod refusal;
mod room;
mod room_summary;
mod saved;
mod snapshot;
mod store_reply;
mod subscribers;
mod time;
mod time_text;

pub use engine_task::EngineTask;
pub use import::{
    ImportedMatch, MATCH_ID_ALPHABET, MATCH_ID_LENGTH, import, is_playable, match_id,
};
pub use input::{Catalogue, ClientMessage, Input, Output, Settings, StoreReply, StoreRequest};
pub use key::{code, key};
pub use match_summary::{new_match, summarise};
pub use outage::OutageLog;
pub use peers::{Hearing, NodeRole, PeerPlayer, PeerView};
pub use rate_limit::{RateLimit, RateLimiter};
pub use room::Room;
pub use saved::{Detail, export, saved, saved_state};
pub use snapshot::{end_state, match_end};
pub use subscribers::SubscriberId;
pub use time::{Monotonic, Now, TimeSource};
pub use time_text::day;
