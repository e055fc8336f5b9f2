//! Questions of the analysis socket: their work runs in slices, between which work of matches comes first.

use api::{AnalysisJob, Analyst, Ending, Error, ReviewCache, SliceNews};
use room::Monotonic;
use wire::FromAnalyst;
use work::{WorkPriority, WorkRequest};

use super::pool::{JobEvent, JobHandle};
use super::{Context, Core};

/// Time between two messages with results, in milliseconds.
const RESULT_INTERVAL_MS: u64 = 100;

/// Where the questions of a socket are answered.
#[derive(Clone)]
pub(super) struct LocalAnalyst {
    pub(super) core: Core,
    pub(super) socket: u64,
}

impl Analyst for LocalAnalyst {
    type Job = Slices;

    fn reviews(&self) -> &ReviewCache {
        &self.core.shared().reviews
    }

    fn start(&self) -> Option<Slices> {
        Some(Slices { core: self.core.clone(), current: None, told_at: Monotonic(0) })
    }

    async fn send(&self, message: &FromAnalyst) {
        self.core.send_socket_message(self.socket, message);
    }
}

/// The slices of an analysis, one after another.
pub(super) struct Slices {
    core: Core,
    current: Option<JobHandle>,
    /// When its results were last told.
    told_at: Monotonic,
}

impl AnalysisJob for Slices {
    fn start_slice(&mut self, request: WorkRequest) -> Result<(), Error> {
        self.current = Some(self.core.pool().submit(WorkPriority::Analysis, request));
        self.told_at = Monotonic(0);
        Ok(())
    }

    async fn next(&mut self, _: bool) -> SliceNews {
        let mut updates = Vec::new();
        let failed = (None, Ending::Complete);
        let Some(slice) = &mut self.current else {
            return SliceNews { updates, end: Some(failed) };
        };
        let due = self.told_at.after(RESULT_INTERVAL_MS);
        loop {
            let event = tokio::select! {
                biased;
                event = slice.next() => event,
                () = self.core.timers().sleep_until(due), if !updates.is_empty() => {
                    self.told_at = self.core.now().monotonic;
                    return SliceNews { updates, end: None };
                }
            };
            match event {
                Some(JobEvent::Update(update)) => updates.push(update),
                Some(JobEvent::Ended(result, ending)) => {
                    return SliceNews { updates, end: Some((result, ending)) };
                }
                None => return SliceNews { updates, end: Some(failed) },
            }
        }
    }
}
