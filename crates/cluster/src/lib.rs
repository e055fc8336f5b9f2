//! What the nodes of one site share beside the store: the connection to NATS.

mod nats;

pub use async_nats::Client;
pub use nats::{NatsAuth, NatsError, NatsOptions, NatsUrlError, Password, connect};
