//! Messages between nodes and workers, as JSON within limits.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::request::within;
use crate::{NodeId, WorkError, WorkId, WorkRequest, WorkResult, WorkUpdate, WorkerId};

/// Largest request.
pub(crate) const REQUEST_MAX_BYTES: usize = 256 << 10;
/// Largest update or result.
pub const RESULT_MAX_BYTES: usize = 256 << 10;
/// Largest heartbeat, claim or answer to one.
pub(crate) const NOTICE_MAX_BYTES: usize = 16 << 10;
/// Most threads that a worker may have.
const WORKER_MAX_THREADS: u16 = 1024;

/// A request in the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkMessage {
    /// Name of the work.
    pub id: WorkId,
    /// The node that wants it.
    pub node: NodeId,
    /// Time after which a worker ends it with what it has.
    pub deadline: Duration,
    /// What is asked.
    pub request: WorkRequest,
}

/// Heartbeat of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The worker.
    pub worker: WorkerId,
    /// Name of its version: see [`compatibility`](crate::compatibility).
    pub compatibility: String,
    /// Threads that search.
    pub threads: u16,
    /// Those that are free.
    pub free: u16,
    /// Those that are free for analysis.
    pub free_for_analysis: u16,
    /// Ids of its games.
    pub games: Vec<String>,
    /// Whether it takes no more work.
    pub leaving: bool,
}

/// What a worker tells the node whose work it has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkReply {
    /// It asks whether to begin; the node answers with a [`ClaimAnswer`].
    Claim(Claim),
    /// It has found something.
    Update(WorkUpdate),
    /// It has ended; the node confirms that it has heard so.
    Result(WorkResult),
    /// It cannot do the work.
    Failed {
        /// Why, for the log.
        reason: String,
    },
    /// It leaves the work to others.
    HandedBack {
        /// The worker.
        worker: WorkerId,
    },
}

/// Question of a worker whether to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The worker.
    pub worker: WorkerId,
    /// How often the request was delivered, this time included.
    pub deliveries: u32,
}

/// Answer of a node to a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimAnswer {
    /// The work is wanted.
    Granted {
        /// Time that has passed since it was first asked for.
        passed: Duration,
    },
    /// Nobody waits for it any more.
    Refused,
}

impl WorkMessage {
    /// Encodes it; an error if it is too large.
    pub fn encode(&self) -> Result<Vec<u8>, WorkError> {
        encode(self, REQUEST_MAX_BYTES)
    }

    /// Decodes and checks it.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        let message: Self = decode(bytes, REQUEST_MAX_BYTES)?;
        message.request.check()?;
        Ok(message)
    }
}

impl Heartbeat {
    /// Encodes it.
    pub fn encode(&self) -> Result<Vec<u8>, WorkError> {
        encode(self, NOTICE_MAX_BYTES)
    }

    /// Decodes it; no number in it is greater than it can be.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        let mut heartbeat: Self = decode(bytes, NOTICE_MAX_BYTES)?;
        heartbeat.threads = heartbeat.threads.min(WORKER_MAX_THREADS);
        heartbeat.free = heartbeat.free.min(heartbeat.threads);
        heartbeat.free_for_analysis = heartbeat.free_for_analysis.min(heartbeat.free);
        Ok(heartbeat)
    }
}

impl WorkReply {
    /// Encodes it; an error if it is too large.
    pub fn encode(&self) -> Result<Vec<u8>, WorkError> {
        encode(self, RESULT_MAX_BYTES)
    }

    /// Decodes it. What it says is not checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        decode(bytes, RESULT_MAX_BYTES)
    }
}

impl ClaimAnswer {
    /// Encodes it.
    pub fn encode(&self) -> Result<Vec<u8>, WorkError> {
        encode(self, NOTICE_MAX_BYTES)
    }

    /// Decodes it.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        decode(bytes, NOTICE_MAX_BYTES)
    }
}

fn encode(message: &impl Serialize, max: usize) -> Result<Vec<u8>, WorkError> {
    let bytes = serde_json::to_vec(message).map_err(|error| malformed(&error))?;
    within(bytes.len(), max, "message").map(|()| bytes)
}

fn decode<T: DeserializeOwned>(bytes: &[u8], max: usize) -> Result<T, WorkError> {
    within(bytes.len(), max, "message")?;
    serde_json::from_slice(bytes).map_err(|error| malformed(&error))
}

fn malformed(error: &serde_json::Error) -> WorkError {
    WorkError::Malformed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Limits;
    use proptest::prelude::*;
    use rules::Record;

    use crate::WorkTask;

    fn message(moves: usize) -> WorkMessage {
        let moves = vec!["a1".to_owned(); moves];
        let record = Record { moves, ..Record::new("start".to_owned()) };
        let limits = Limits { lines: usize::MAX, ..Limits::time(Duration::from_millis(1500)) };
        let opponent = "easy".to_owned();
        let task = WorkTask::Move { opponent, seed: u64::MAX, record, limits };
        WorkMessage {
            id: WorkId::random().expect("entropy"),
            node: NodeId::random().expect("entropy"),
            deadline: Duration::from_secs(30),
            request: WorkRequest { game: "othello".to_owned(), task, here: false },
        }
    }

    #[test]
    fn a_request_comes_back_as_it_was() {
        let message = message(60);
        let bytes = message.encode().expect("a message");
        assert_eq!(WorkMessage::decode(&bytes), Ok(message));
    }

    #[test]
    fn what_is_too_large_or_damaged_is_refused() {
        assert_eq!(message(1 << 20).encode(), Err(WorkError::TooLarge("message")));
        let bytes = message(10_000).encode().expect("small enough as a message");
        assert_eq!(WorkMessage::decode(&bytes), Err(WorkError::TooLarge("record")));
        let bytes = message(3).encode().expect("a message");
        assert!(WorkMessage::decode(&bytes[1..]).is_err());
        assert!(WorkReply::decode(&vec![b' '; RESULT_MAX_BYTES + 1]).is_err());
        let forged = String::from_utf8(bytes).expect("text").replace("\"node\":\"", "\"node\":\"*");
        assert!(WorkMessage::decode(forged.as_bytes()).is_err());
    }

    #[test]
    fn a_worker_cannot_promise_more_than_it_has() {
        let heartbeat = Heartbeat {
            worker: WorkerId::random().expect("entropy"),
            compatibility: "1".to_owned(),
            threads: u16::MAX,
            free: u16::MAX,
            free_for_analysis: u16::MAX,
            games: Vec::new(),
            leaving: false,
        };
        let read = Heartbeat::decode(&heartbeat.encode().expect("a message")).expect("a heartbeat");
        assert_eq!([read.threads, read.free, read.free_for_analysis], [WORKER_MAX_THREADS; 3]);
    }

    proptest! {
        /// Damaged messages are errors, never panics.
        #[test]
        fn damage_is_an_error(at in 0_usize..400, byte: u8) {
            let mut bytes = message(3).encode().expect("a message");
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = WorkMessage::decode(&bytes);
            let _ = WorkReply::decode(&bytes);
            let _ = Heartbeat::decode(&bytes);
            let _ = ClaimAnswer::decode(&bytes);
        }
    }
}
