//! A room: a match being played, with everybody who follows it.
//!
//! [`Room`] is a pure state machine. Whatever happens comes in as an [`Input`] with the time at which
//! it happens; whatever follows goes out as [`Output`]s, which the room's owner carries out. It reads
//! no clock, draws nothing and waits for nobody, so that the server and the simulation of its faults
//! run the same code.
//!
//! The order is the same for everything that happens: the table decides what follows from a command,
//! the store keeps it, the table becomes so, and everybody is told. What is acknowledged is stored.

mod audience;
mod change;
mod duty;
mod input;
mod key;
mod listed;
mod no;
mod outage;
mod presence;
mod rate_limit;
mod room;
mod saved;
mod snapshot;
mod summary;

pub use duty::Duty;
pub use input::{
    Catalogue, Input, Order, Output, Reader, Settings, StoreReply, StoreRequest, What,
};
pub use key::{code, key};
pub use listed::{new_match, summarise};
pub use no::No;
pub use rate_limit::{RateLimit, RateLimiter};
pub use room::Room;
pub use saved::saved;
