//! Names of the stream, its consumers and all subjects of work.

use crate::{NodeId, WorkId, WorkPriority};

/// Name of the stream of requests.
pub const WORK_STREAM: &str = "damier-work";
/// Subjects of that stream.
pub const WORK_SUBJECTS: &str = "damier.work.*.*";
/// Subject of the heartbeats of workers.
pub const HEARTBEATS: &str = "damier.workers";
/// Prefix of the subjects at which workers wait for answers; no node uses it.
pub const WORKER_INBOX_PREFIX: &str = "_INBOX_worker";

/// Subject of the requests of a version and priority.
pub fn work(compatibility: &str, priority: WorkPriority) -> String {
    format!("damier.work.{compatibility}.{}", priority.name())
}

/// Name of the consumer of these requests.
pub fn consumer(compatibility: &str, priority: WorkPriority) -> String {
    format!("{}-{compatibility}", priority.name())
}

/// Subject at which a node hears of its work.
pub fn reply(node: NodeId, work: WorkId) -> String {
    format!("damier.jobs.{node}.{work}")
}

/// All subjects at which a node hears of its work.
pub fn replies(node: NodeId) -> String {
    format!("damier.jobs.{node}.*")
}

/// The work that a reply is about.
pub fn work_of(subject: &str) -> Option<WorkId> {
    subject.rsplit('.').next().and_then(WorkId::parse)
}

/// Subject at which the worker that does some work hears that it is to end.
pub fn cancel(work: WorkId) -> String {
    format!("damier.cancel.{work}")
}
