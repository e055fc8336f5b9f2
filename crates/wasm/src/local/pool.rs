//! Pool of the engines, which the host runs in Workers: which work is done, and which has to wait.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{Ending, PoolJob, Priority};
use serde::Deserialize;
use tokio::sync::mpsc;
use wire::tree::TreeRequest;
use work::{WorkResult, WorkTask, WorkUpdate};

use super::CoreHost;
use super::message::FromCore;
use crate::CoreRequest;

/// What becomes of work.
pub(super) enum WorkEvent {
    /// Something was found.
    Update(WorkUpdate),
    /// It has ended; without output the engine failed.
    Ended(Option<WorkOutput>, Ending),
}

/// What work has found at its end.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum WorkOutput {
    /// The result of a [`CoreRequest::Run`].
    Result {
        /// The result.
        result: WorkResult,
    },
    /// A tree, as JSON.
    Tree {
        /// The tree.
        tree: String,
    },
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
    running: BTreeMap<u64, RunningWork>,
    waiting: VecDeque<(u64, QueuedWork)>,
}

struct QueuedWork {
    priority: Priority,
    request: CoreRequest,
    events: mpsc::UnboundedSender<WorkEvent>,
}

struct RunningWork {
    work: QueuedWork,
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
    pub(super) fn submit(&self, priority: Priority, request: CoreRequest) -> WorkHandle {
        let (events, receiver) = mpsc::unbounded_channel();
        let mut state = self.lock();
        state.count += 1;
        let id = state.count;
        let queued = (id, QueuedWork { priority, request, events });
        let first_analysis = |(_, waiting): &(u64, QueuedWork)| waiting.priority < priority;
        let place = state.waiting.iter().position(first_analysis);
        let place = place.unwrap_or(state.waiting.len());
        state.waiting.insert(place, queued);
        self.start_waiting(&mut state);
        WorkHandle { pool: self.clone(), id, events: receiver }
    }

    /// Has an engine do a job; `None` if it failed. Nothing is searched here, where it would delay everything else.
    pub(super) async fn run<J: PoolJob>(&self, priority: Priority, job: J) -> Option<J::Output> {
        let request = job.request()?;
        follow(job, self.submit(priority, CoreRequest::Run { request })).await
    }

    /// Has a tree searched: its JSON. A search that makes way for a match begins anew.
    pub(super) async fn search_tree(&self, request: TreeRequest) -> Option<String> {
        loop {
            let request = CoreRequest::Tree { request: request.clone() };
            let mut handle = self.submit(Priority::Analysis, request);
            match handle.next().await? {
                WorkEvent::Ended(Some(WorkOutput::Tree { tree }), Ending::Complete) => {
                    return Some(tree);
                }
                WorkEvent::Ended(_, Ending::Complete) => return None,
                WorkEvent::Ended(_, Ending::Stopped) | WorkEvent::Update(_) => {}
            }
        }
    }

    /// Has work end with what it has found so far.
    pub(super) fn stop(&self, id: u64) {
        let mut state = self.lock();
        if let Some(running) = state.running.get_mut(&id) {
            self.stop_running(id, running);
        } else if let Some(place) = state.waiting.iter().position(|(waiting, _)| *waiting == id)
            && let CoreRequest::Run { request } = &mut state.waiting[place].1.request
            && let WorkTask::Move { limits, .. } | WorkTask::Search { limits, .. } =
                &mut request.task
        {
            // What has not begun is done in no time.
            limits.nodes = Some(1);
        }
    }

    /// Takes in an update.
    pub(super) fn update(&self, id: u64, update: WorkUpdate) {
        if let Some(running) = self.lock().running.get_mut(&id) {
            running.last = Some(update.clone());
            let _ = running.work.events.send(WorkEvent::Update(update));
        }
    }

    /// Takes in the end of work; without output it failed or was broken off.
    pub(super) fn ended(&self, id: u64, output: Option<WorkOutput>) {
        let mut state = self.lock();
        let Some(RunningWork { work, last, is_stopping }) = state.running.remove(&id) else {
            return;
        };
        let output = match output {
            None if is_stopping => broken_off(&work.request, last),
            output => output,
        };
        let ending = if is_stopping { Ending::Stopped } else { Ending::Complete };
        let _ = work.events.send(WorkEvent::Ended(output, ending));
        self.start_waiting(&mut state);
    }

    /// Gives free engines work, and frees one for a match that waits.
    fn start_waiting(&self, state: &mut PoolState) {
        while state.running.len() < self.0.engines
            && let Some((id, work)) = state.waiting.pop_front()
        {
            let request = serde_json::to_vec(&work.request).unwrap_or_default();
            state.running.insert(id, RunningWork { work, last: None, is_stopping: false });
            self.0.host.send(&FromCore::StartWork { work: id }, &request);
        }
        let is_match = |work: &QueuedWork| work.priority == Priority::Match;
        let waiting = state.waiting.iter().filter(|(_, work)| is_match(work)).count();
        let stopping = state.running.values().filter(|running| running.is_stopping).count();
        let interruptible = state.running.iter_mut();
        let interruptible =
            interruptible.filter(|(_, one)| !is_match(&one.work) && !one.is_stopping);
        for (id, running) in interruptible.take(waiting.saturating_sub(stopping)) {
            self.stop_running(*id, running);
        }
    }

    fn stop_running(&self, id: u64, running: &mut RunningWork) {
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

/// Passes what becomes of work on to its job; the output of the job, or `None` if the engine failed.
pub(super) async fn follow<J: PoolJob>(mut job: J, mut handle: WorkHandle) -> Option<J::Output> {
    loop {
        match handle.next().await? {
            WorkEvent::Update(update) => job.update(update),
            WorkEvent::Ended(output, ending) => {
                let WorkOutput::Result { result } = output? else { return None };
                return Box::new(job).finish(result, ending).ok();
            }
        }
    }
}

/// The output of work that was broken off.
fn broken_off(request: &CoreRequest, last: Option<WorkUpdate>) -> Option<WorkOutput> {
    let result = match (request, last) {
        (_, Some(WorkUpdate::Report(report))) => WorkResult::Report(report),
        (CoreRequest::Run { request }, _) if matches!(request.task, WorkTask::Review { .. }) => {
            WorkResult::Reviewed
        }
        _ => return None,
    };
    Some(WorkOutput::Result { result })
}

/// Work that was submitted. It ends when the handle is dropped.
pub(super) struct WorkHandle {
    pool: Pool,
    id: u64,
    events: mpsc::UnboundedReceiver<WorkEvent>,
}

impl WorkHandle {
    /// Its number.
    pub(super) const fn id(&self) -> u64 {
        self.id
    }

    /// Waits for what becomes of it.
    pub(super) async fn next(&mut self) -> Option<WorkEvent> {
        self.events.recv().await
    }
}

impl Drop for WorkHandle {
    fn drop(&mut self) {
        self.pool.cancel(self.id);
    }
}
