//! Pool of the engines, which the host runs in Workers: which work is done, and which has to wait.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::Ending;
use games::CATALOGUE;
use serde::Deserialize;
use tokio::sync::mpsc;
use work::{WorkPriority, WorkRequest, WorkResult, WorkTask, WorkUpdate};

use super::CoreHost;
use super::message::FromCore;
use crate::CoreRequest;

/// What becomes of a job.
pub(super) enum JobEvent {
    /// Something was found.
    Update(WorkUpdate),
    /// It has ended; without a result the engine failed, or was stopped before it had one.
    Ended(Option<WorkResult>, Ending),
}

/// The [`CoreReply::Result`](crate::CoreReply::Result) to a [`CoreRequest::Run`]. Other replies cannot be read as it.
#[derive(Deserialize)]
pub(super) struct WorkReply {
    result: WorkResult,
}

/// Pool of engines. Cheap to clone.
#[derive(Clone)]
pub(super) struct Pool(Arc<PoolShared>);

struct PoolShared {
    host: Arc<dyn CoreHost>,
    /// How many engines there are.
    engines: usize,
    state: Mutex<PoolState>,
}

#[derive(Default)]
struct PoolState {
    count: u64,
    running: BTreeMap<u64, Job>,
    waiting: VecDeque<(u64, Job)>,
}

/// Work that waits for an engine, or is with one.
struct Job {
    priority: WorkPriority,
    request: WorkRequest,
    events: mpsc::UnboundedSender<JobEvent>,
    /// The last report, the result of a search that is broken off.
    last: Option<WorkUpdate>,
    is_stopping: bool,
}

impl Pool {
    /// A pool of so many engines, at least one.
    pub(super) fn new(host: Arc<dyn CoreHost>, engines: usize) -> Self {
        Self(Arc::new(PoolShared { host, engines: engines.max(1), state: Mutex::default() }))
    }

    /// Has work done as soon as an engine is free. Work of matches comes first: an analysis is interrupted for it.
    pub(super) fn submit(&self, priority: WorkPriority, request: WorkRequest) -> JobHandle {
        let (events, receiver) = mpsc::unbounded_channel();
        let mut state = self.lock();
        state.count += 1;
        let id = state.count;
        let job = Job { priority, request, events, last: None, is_stopping: false };
        let is_match = priority == WorkPriority::Match;
        let before = |(_, waiting): &(u64, Job)| !is_match || waiting.priority == priority;
        let place = state.waiting.iter().take_while(|waiting| before(waiting)).count();
        state.waiting.insert(place, (id, job));
        self.start_waiting(&mut state);
        JobHandle { pool: self.clone(), id, events: receiver }
    }

    /// Has an engine do work: its result and what it found on the way; `None` if it failed. What makes way for a match
    /// before it has a result begins anew, and so does a tree, of which half is no use. Nothing is searched here, where it
    /// would delay everything else.
    pub(super) async fn run(
        &self,
        priority: WorkPriority,
        request: WorkRequest,
    ) -> Option<(WorkResult, Vec<WorkUpdate>)> {
        loop {
            let mut handle = self.submit(priority, request.clone());
            let mut updates = Vec::new();
            let (result, ending) = loop {
                match handle.next().await? {
                    JobEvent::Update(update) => updates.push(update),
                    JobEvent::Ended(result, ending) => break (result, ending),
                }
            };
            match (result, ending) {
                (None | Some(WorkResult::Tree(_)), Ending::Stopped) => {}
                (result, _) => return Some((result?, updates)),
            }
        }
    }

    /// Has work end with what it has found so far.
    pub(super) fn stop(&self, id: u64) {
        let mut state = self.lock();
        if let Some(running) = state.running.get_mut(&id) {
            self.stop_running(id, running);
        } else if let Some(place) = state.waiting.iter().position(|(waiting, _)| *waiting == id)
            && let WorkTask::Move { limits, .. } | WorkTask::Search { limits, .. } =
                &mut state.waiting[place].1.request.task
        {
            // What has not begun is done in no time.
            limits.nodes = Some(1);
        }
    }

    /// Takes in an update.
    pub(super) fn update(&self, id: u64, update: WorkUpdate) {
        if let Some(job) = self.lock().running.get_mut(&id)
            && job.request.check_update(CATALOGUE, &update).is_ok()
        {
            job.last = Some(update.clone());
            let _ = job.events.send(JobEvent::Update(update));
        }
    }

    /// Takes in the end of work; without a result it failed or was broken off.
    pub(super) fn ended(&self, id: u64, reply: Option<WorkReply>) {
        let mut state = self.lock();
        let Some(Job { request, events, last, is_stopping, .. }) = state.running.remove(&id) else {
            return;
        };
        let result = match reply.map(|reply| reply.result) {
            None if is_stopping => broken_off(&request, last),
            result => result.filter(|result| request.check_result(CATALOGUE, result).is_ok()),
        };
        let ending = if is_stopping { Ending::Stopped } else { Ending::Complete };
        let _ = events.send(JobEvent::Ended(result, ending));
        self.start_waiting(&mut state);
    }

    /// Gives free engines work, and frees one for a match that waits.
    fn start_waiting(&self, state: &mut PoolState) {
        while state.running.len() < self.0.engines
            && let Some((id, job)) = state.waiting.pop_front()
        {
            let request = CoreRequest::Run { request: job.request.clone() };
            let request = serde_json::to_vec(&request).unwrap_or_default();
            state.running.insert(id, job);
            self.0.host.send(&FromCore::StartWork { work: id }, &request);
        }
        let is_match = |job: &Job| job.priority == WorkPriority::Match;
        let waiting = state.waiting.iter().filter(|(_, job)| is_match(job)).count();
        let stopping = state.running.values().filter(|job| job.is_stopping).count();
        let interruptible = state.running.iter_mut();
        let interruptible = interruptible.filter(|(_, job)| !is_match(job) && !job.is_stopping);
        for (id, job) in interruptible.take(waiting.saturating_sub(stopping)) {
            self.stop_running(*id, job);
        }
    }

    fn stop_running(&self, id: u64, running: &mut Job) {
        if !std::mem::replace(&mut running.is_stopping, true) {
            self.0.host.send(&FromCore::StopWork { work: id }, &[]);
        }
    }

    /// Ends work whose result nobody wants.
    fn cancel(&self, id: u64) {
        let mut state = self.lock();
        state.waiting.retain(|(waiting, _)| *waiting != id);
        if let Some(running) = state.running.get_mut(&id) {
            self.stop_running(id, running);
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of work that was broken off.
fn broken_off(request: &WorkRequest, last: Option<WorkUpdate>) -> Option<WorkResult> {
    match (&request.task, last) {
        (_, Some(WorkUpdate::Report(report))) => Some(WorkResult::Report(report)),
        (WorkTask::Review { .. }, _) => Some(WorkResult::Reviewed),
        _ => None,
    }
}

/// Work that was submitted. It ends when the handle is dropped.
pub(super) struct JobHandle {
    pool: Pool,
    id: u64,
    events: mpsc::UnboundedReceiver<JobEvent>,
}

impl JobHandle {
    /// Its number.
    pub(super) const fn id(&self) -> u64 {
        self.id
    }

    /// Waits for what becomes of it.
    pub(super) async fn next(&mut self) -> Option<JobEvent> {
        self.events.recv().await
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.pool.cancel(self.id);
    }
}
