//! Work of engines as plain data: searches, reviews, trials and trees, whoever does them ([`run`]), and the queue and the
//! workers by which they leave the machine.
//!
//! A node has its own queue, which is fair between visitors. What it gives to workers goes through a `JetStream`
//! stream with work-queue retention; `subjects` lists the subjects. Nothing is correct only because a
//! message arrived: a worker asks the node before it begins (`Claim`), a node takes back what no worker
//! does in time (`Dispatcher`), and a result that comes twice is used once.
//!
//! Without the feature `nats` only the plain data is here, and [`run`], which does the work.

#[cfg(feature = "nats")]
mod dispatcher;
mod error;
#[cfg(feature = "nats")]
mod id;
mod kept_searchers;
#[cfg(feature = "nats")]
mod message;
#[cfg(feature = "nats")]
mod nats;
#[cfg(feature = "nats")]
mod node_link;
mod request;
mod result;
mod run;
#[cfg(feature = "nats")]
pub mod subjects;
#[cfg(feature = "nats")]
mod update_buffer;
#[cfg(feature = "nats")]
mod worker;
#[cfg(feature = "nats")]
mod worker_registry;

#[cfg(feature = "nats")]
pub use async_nats::Client;
#[cfg(feature = "nats")]
pub use dispatcher::{Dispatcher, ReturnReason, Returned};
pub use error::WorkError;
#[cfg(feature = "nats")]
pub use id::{Id, NodeId, NodeKind, WorkId, WorkKind, WorkerId, WorkerKind};
pub use kept_searchers::KeptSearchers;
#[cfg(feature = "nats")]
pub use message::{Claim, ClaimAnswer, Heartbeat, RESULT_MAX_BYTES, WorkMessage, WorkReply};
#[cfg(feature = "nats")]
pub use nats::{NatsAuth, NatsError, NatsOptions, NatsUrlError, Password, connect};
#[cfg(feature = "nats")]
pub use node_link::{LinkError, LinkEvent, NodeLink, Sequence};
pub use request::{TrialMode, TrialRequest, WorkPriority, WorkRequest, WorkTask};
pub use result::{TrialResult, WorkResult, WorkUpdate};
pub use run::run;
#[cfg(feature = "nats")]
pub use update_buffer::UpdateBuffer;
#[cfg(feature = "nats")]
pub use worker::{Worker, WorkerSettings};
#[cfg(feature = "nats")]
pub use worker_registry::WorkerCapacity;

#[cfg(feature = "nats")]
/// Number of the format of messages between nodes and workers.
pub const WORK_PROTOCOL: u16 = 2;

#[cfg(feature = "nats")]
/// Name of a program version in subjects: nodes and workers work together if it is the same for both, because
/// another version of an engine may play another move.
pub fn compatibility(version: &str) -> String {
    let version: String =
        version.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{version}-p{WORK_PROTOCOL}")
}
