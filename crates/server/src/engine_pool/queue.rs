//! Queue of the engine pool: which job runs next.
//!
//! Jobs of matches come before analyses. Among jobs of the same priority, engine time is shared between
//! tenants, and cheap jobs come before expensive ones (`fair_queue`). A thread of its own runs cheap jobs
//! only, so that they never wait for expensive ones, and no tenant has expensive jobs on all other threads.
//!
//! Workers are more threads: while one of them is free, jobs that can leave the machine wait for it, except
//! cheap ones.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::Duration;

use api::Error;
use work::{WorkPriority, WorkerCapacity};

use super::job::{Job, JobSink};
use crate::fair_queue::FairQueue;
use crate::tenant::Tenant;

/// Jobs that may wait.
const QUEUE_MAX_JOBS: usize = 1024;
/// Jobs of matches that run in a row before an analysis gets a turn.
const MATCH_JOBS_IN_A_ROW_MAX: usize = 8;
/// Expected engine time up to which a job of a match is cheap.
const CHEAP_JOB_MAX: Duration = Duration::from_millis(50);

/// Cheap jobs that wait before workers take some of them.
const CHEAP_JOBS_FOR_WORKERS: usize = 16;

/// Owner, priority and expected cost of a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobClass {
    /// Visitor to whom the engine time is charged.
    pub(crate) tenant: Tenant,
    pub(crate) priority: WorkPriority,
    /// Expected engine time. What the job takes in fact is charged when it ends.
    pub(crate) cost: Duration,
}

impl JobClass {
    /// Whether a job of a match takes so little that it may run beside all others.
    const fn is_cheap(&self) -> bool {
        matches!(self.priority, WorkPriority::Match)
            && self.cost.as_nanos() <= CHEAP_JOB_MAX.as_nanos()
    }

    const fn is_expensive_match(&self) -> bool {
        matches!(self.priority, WorkPriority::Match) && !self.is_cheap()
    }

    /// Jobs of this priority that may wait, of a tenant that is one link.
    const fn share(&self) -> usize {
        match (self.priority, self.tenant) {
            (WorkPriority::Match, Tenant::Local) => QUEUE_MAX_JOBS / 2,
            (WorkPriority::Match, Tenant::Remote(_) | Tenant::Rooms) => 32,
            (WorkPriority::Analysis, _) => 16,
        }
    }
}

/// Thread that asks for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ThreadKind {
    /// Runs all jobs.
    General,
    /// Runs cheap jobs only.
    Cheap,
    /// A thread of a worker: runs jobs that can leave the machine.
    Worker,
}

/// The queue is full, or the tenant's share of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

impl From<QueueFull> for Error {
    fn from(_: QueueFull) -> Self {
        Self::Busy
    }
}

/// Queue of waiting jobs, and the stop flags of the running ones.
pub(super) struct JobQueue {
    matches: FairQueue<Job>,
    analyses: FairQueue<Job>,
    /// Jobs of matches that were run since an analysis last had a turn.
    in_a_row: usize,
    /// Expensive jobs of matches that run now.
    expensive: HashMap<Tenant, usize>,
    /// Expensive jobs of matches of one tenant that may run at the same time.
    expensive_max: usize,
    /// General threads of this machine.
    threads: usize,
    /// What workers can take.
    workers: WorkerCapacity,
    /// Those of the running jobs.
    running: Vec<Weak<JobSink>>,
    closed: bool,
}

impl JobQueue {
    /// A queue for so many general threads.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            matches: FairQueue::default(),
            analyses: FairQueue::default(),
            in_a_row: 0,
            expensive: HashMap::new(),
            expensive_max: threads.saturating_sub(1).max(1),
            threads,
            workers: WorkerCapacity::default(),
            running: Vec::new(),
            closed: false,
        }
    }

    pub(super) fn push(&mut self, job: Job) -> Result<(), QueueFull> {
        self.matches.retain(Job::is_wanted);
        self.analyses.retain(Job::is_wanted);
        let class = job.class;
        let full = self.closed || self.length() >= QUEUE_MAX_JOBS;
        let queue = self.queue(class.priority);
        if full || !queue.has_room(class.tenant, class.share()) {
            return Err(QueueFull);
        }
        queue.push(class.tenant, class.cost, job);
        Ok(())
    }

    /// Puts in a job that was admitted before: it goes on with another, or workers did not do it.
    pub(super) fn push_back(&mut self, job: Job) {
        if !self.closed {
            let JobClass { tenant, cost, priority } = job.class;
            self.queue(priority).push(tenant, cost, job);
        }
    }

    const fn queue(&mut self, priority: WorkPriority) -> &mut FairQueue<Job> {
        match priority {
            WorkPriority::Match => &mut self.matches,
            WorkPriority::Analysis => &mut self.analyses,
        }
    }

    /// Sets what workers can take.
    pub(super) fn set_workers(&mut self, workers: WorkerCapacity) {
        self.workers = workers;
        self.expensive_max = (self.threads + workers.threads).saturating_sub(1).max(1);
    }

    /// The number of waiting jobs.
    pub(super) fn length(&self) -> usize {
        self.length_of(WorkPriority::Match) + self.length_of(WorkPriority::Analysis)
    }

    /// The number of waiting jobs of a priority.
    pub(super) fn length_of(&self, priority: WorkPriority) -> usize {
        match priority {
            WorkPriority::Match => self.matches.len(),
            WorkPriority::Analysis => self.analyses.len(),
        }
    }

    /// The next job for a thread whose result is still wanted, with its sink. When it has run,
    /// [`Self::finish`] has to be called.
    pub(super) fn pop(&mut self, thread: ThreadKind) -> Option<(Job, Arc<JobSink>)> {
        loop {
            let job = self.take(thread)?;
            if let Some(sink) = job.sink.upgrade() {
                self.running.retain(|sink| sink.strong_count() > 0);
                self.running.push(Arc::downgrade(&sink));
                if job.class.is_expensive_match() {
                    *self.expensive.entry(job.class.tenant).or_default() += 1;
                }
                return Some((job, sink));
            }
            self.charge(&job.class, Duration::ZERO);
        }
    }

    fn take(&mut self, thread: ThreadKind) -> Option<Job> {
        let WorkerCapacity { free, free_for_analysis, .. } = self.workers;
        let cheap = self.matches.count(|job| job.class.is_cheap());
        let (running, max) = (&self.expensive, self.expensive_max);
        let may_run_match = |job: &Job| {
            let own = running.get(&job.class.tenant).copied().unwrap_or(0);
            let within_share = !job.class.is_expensive_match() || own < max;
            let is_cheap = job.class.is_cheap();
            match thread {
                ThreadKind::Cheap => is_cheap,
                ThreadKind::General => within_share && (is_cheap || job.request.here || free == 0),
                ThreadKind::Worker => {
                    let not_here = !is_cheap || cheap >= CHEAP_JOBS_FOR_WORKERS;
                    within_share && !job.request.here && not_here && free > 0
                }
            }
        };
        let may_run_analysis = |job: &Job| match thread {
            ThreadKind::Cheap => false,
            ThreadKind::General => job.request.here || free_for_analysis == 0,
            ThreadKind::Worker => !job.request.here && free_for_analysis > 0,
        };
        let waits = self.analyses.any(may_run_analysis);
        let job = if !(waits && self.in_a_row >= MATCH_JOBS_IN_A_ROW_MAX)
            && let Some(job) = self.matches.pop(may_run_match)
        {
            self.in_a_row = if waits { self.in_a_row + 1 } else { 0 };
            job
        } else {
            let job = self.analyses.pop(may_run_analysis)?;
            self.in_a_row = 0;
            job
        };
        if thread == ThreadKind::Worker {
            self.workers.free = free - 1;
            let used = usize::from(job.class.priority == WorkPriority::Analysis);
            self.workers.free_for_analysis = (free_for_analysis - used).min(free - 1);
        }
        Some(job)
    }

    fn charge(&mut self, class: &JobClass, time: Duration) {
        self.queue(class.priority).charge(class.tenant, class.cost, time);
    }

    /// Charges the tenant of a job that has run the engine time that it took.
    pub(super) fn finish(&mut self, class: &JobClass, time: Duration) {
        self.charge(class, time);
        if class.is_expensive_match()
            && let Some(count) = self.expensive.get_mut(&class.tenant)
        {
            *count -= 1;
            if *count == 0 {
                self.expensive.remove(&class.tenant);
            }
        }
    }

    /// The highest priority among the waiting jobs.
    pub(super) fn highest_waiting(&self) -> Option<WorkPriority> {
        if self.matches.any(Job::is_wanted) {
            return Some(WorkPriority::Match);
        }
        self.analyses.any(Job::is_wanted).then_some(WorkPriority::Analysis)
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Drops the waiting jobs and stops the running ones.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.matches = FairQueue::default();
        self.analyses = FairQueue::default();
        for sink in self.running.drain(..).filter_map(|sink| sink.upgrade()) {
            sink.stop.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Limits;
    use rules::Record;
    use std::net::IpAddr;
    use work::{WorkRequest, WorkTask};

    use crate::engine_pool::job::JobHandle;

    const CHEAP: Duration = CHEAP_JOB_MAX;
    const EXPENSIVE: Duration = Duration::from_secs(2);

    fn tenant(number: u8) -> Tenant {
        Tenant::Remote(IpAddr::from([192, 0, 2, number]))
    }

    fn class(number: u8, priority: WorkPriority, cost: Duration) -> JobClass {
        JobClass { tenant: tenant(number), priority, cost }
    }

    /// A job of which only its place in the queue matters.
    fn job(class: JobClass) -> (JobHandle, Job) {
        let (record, limits) = (Record::new(String::new()), Limits::default());
        let task = WorkTask::Search { record, limits, table: 1 };
        let request = WorkRequest { game: String::new(), task, here: false };
        let (job, handle) = Job::new(class, request, Arc::default(), Arc::default());
        (handle, job)
    }

    /// A queue of these jobs, and the handles that keep them wanted.
    fn queue(threads: usize, jobs: &[JobClass]) -> (JobQueue, Vec<JobHandle>) {
        let mut queue = JobQueue::new(threads);
        let mut flags = Vec::new();
        for class in jobs {
            let (flag, job) = job(*class);
            queue.push(job).unwrap();
            flags.push(flag);
        }
        (queue, flags)
    }

    /// The next job for a thread, as its class.
    fn pop(queue: &mut JobQueue, thread: ThreadKind) -> Option<JobClass> {
        queue.pop(thread).map(|(job, _)| job.class)
    }

    /// The priorities of all jobs in the order in which one general thread runs them.
    fn order(queue: &mut JobQueue) -> String {
        std::iter::from_fn(|| {
            let class = pop(queue, ThreadKind::General)?;
            queue.finish(&class, class.cost);
            Some(if class.priority == Match { 'm' } else { 'a' })
        })
        .collect()
    }

    use ThreadKind::{Cheap, General, Worker};
    use WorkPriority::{Analysis, Match};

    #[test]
    fn matches_come_first_but_not_for_ever() {
        let analysis = class(1, Analysis, EXPENSIVE);
        let (mut queue, _flags) =
            queue(1, &[analysis, class(1, Match, CHEAP), class(2, Match, CHEAP)]);
        assert_eq!(queue.highest_waiting(), Some(Match));
        assert_eq!(order(&mut queue), "mma");
        assert_eq!(queue.highest_waiting(), None);
        let many = (1..=12).map(|number| class(number, Match, CHEAP));
        let jobs: Vec<_> = [analysis].into_iter().chain(many).collect();
        let (mut queue, _flags) = self::queue(1, &jobs);
        assert_eq!(order(&mut queue), "mmmmmmmmammmm");
    }

    #[test]
    fn cheap_jobs_have_a_thread_of_their_own() {
        let expensive = [class(1, Match, EXPENSIVE); 20];
        let (mut queue, mut flags) = queue(1, &expensive);
        assert!(pop(&mut queue, Cheap).is_none());
        assert!(pop(&mut queue, General).is_some());
        let (flag, cheap) = job(class(2, Match, CHEAP));
        queue.push(cheap).unwrap();
        flags.push(flag);
        assert_eq!(pop(&mut queue, Cheap).map(|class| class.tenant), Some(tenant(2)));
        // Nor is an analysis cheap, however short.
        let (flag, analysis) = job(class(2, Analysis, Duration::ZERO));
        queue.push(analysis).unwrap();
        flags.push(flag);
        assert!(pop(&mut queue, Cheap).is_none());
    }

    #[test]
    fn expensive_jobs_of_one_tenant_leave_a_thread_to_others() {
        let (mut queue, mut flags) = queue(3, &[class(1, Match, EXPENSIVE); 20]);
        let taken = [pop(&mut queue, General), pop(&mut queue, General)];
        assert!(taken.iter().all(Option::is_some));
        assert!(pop(&mut queue, General).is_none());
        let (flag, other) = job(class(2, Match, EXPENSIVE));
        queue.push(other).unwrap();
        flags.push(flag);
        assert_eq!(pop(&mut queue, General).map(|class| class.tenant), Some(tenant(2)));
        queue.finish(&class(1, Match, EXPENSIVE), EXPENSIVE);
        assert_eq!(pop(&mut queue, General).map(|class| class.tenant), Some(tenant(1)));
    }

    #[test]
    fn a_tenant_fills_its_own_share_only() {
        for one in [class(1, Analysis, CHEAP), class(1, Match, CHEAP)] {
            let (mut queue, _flags) = queue(1, &vec![one; one.share()]);
            assert_eq!(queue.push(job(one).1), Err(QueueFull));
            let (_flag, other) = job(JobClass { tenant: tenant(2), ..one });
            assert_eq!(queue.push(other), Ok(()));
        }
    }

    #[test]
    fn jobs_whose_results_are_not_wanted_take_no_place() {
        let one = class(1, Analysis, CHEAP);
        let (mut queue, flags) = queue(1, &vec![one; one.share()]);
        let (_flag, one_more) = job(one);
        assert_eq!(queue.push(one_more), Err(QueueFull));
        drop(flags);
        assert_eq!(queue.highest_waiting(), None);
        let (_flag, again) = job(one);
        assert_eq!(queue.push(again), Ok(()));
        assert_eq!(order(&mut queue), "a");
    }

    fn workers(free: usize) -> WorkerCapacity {
        let free_for_analysis = free.saturating_sub(1);
        WorkerCapacity { workers: 1, threads: 4, free, free_for_analysis }
    }

    #[test]
    fn without_workers_everything_runs_here() {
        let (mut queue, _flags) =
            queue(1, &[class(1, Match, EXPENSIVE), class(2, Analysis, EXPENSIVE)]);
        assert!(pop(&mut queue, Worker).is_none());
        assert_eq!(order(&mut queue), "ma");
    }

    #[test]
    fn a_free_worker_takes_what_can_leave() {
        let jobs =
            [class(1, Match, EXPENSIVE), class(2, Analysis, EXPENSIVE), class(3, Match, CHEAP)];
        let (mut queue, mut flags) = queue(1, &jobs);
        let (flag, mut fixed) = job(class(4, Analysis, EXPENSIVE));
        fixed.request.here = true;
        queue.push(fixed).unwrap();
        flags.push(flag);
        queue.set_workers(workers(3));
        // Here: what is cheap or cannot leave.
        assert_eq!(pop(&mut queue, General).map(|class| class.tenant), Some(tenant(3)));
        assert_eq!(pop(&mut queue, General).map(|class| class.tenant), Some(tenant(4)));
        assert!(pop(&mut queue, General).is_none());
        // There: the match first.
        assert_eq!(pop(&mut queue, Worker).map(|class| class.tenant), Some(tenant(1)));
        assert_eq!(pop(&mut queue, Worker).map(|class| class.tenant), Some(tenant(2)));
        assert!(pop(&mut queue, Worker).is_none());
    }

    #[test]
    fn no_worker_gets_more_than_it_can_take() {
        let matches = (1..=5).map(|number| class(number, Match, EXPENSIVE));
        let analyses = (1..=5).map(|number| class(number, Analysis, EXPENSIVE));
        let jobs: Vec<_> = matches.chain(analyses).collect();
        let (mut queue, _flags) = queue(1, &jobs);
        queue.set_workers(workers(2));
        assert!(pop(&mut queue, Worker).is_some() && pop(&mut queue, Worker).is_some());
        assert!(pop(&mut queue, Worker).is_none());
        // What is left runs here too.
        assert_eq!(order(&mut queue), "mmmaaaaa");
    }

    #[test]
    fn one_thread_of_the_workers_is_kept_for_matches() {
        let (mut queue, _flags) = queue(1, &[class(1, Analysis, EXPENSIVE); 3]);
        queue.set_workers(workers(2));
        assert!(pop(&mut queue, Worker).is_some());
        assert!(pop(&mut queue, Worker).is_none());
        let (_flag, one) = job(class(2, Match, EXPENSIVE));
        queue.push(one).unwrap();
        assert_eq!(pop(&mut queue, Worker).map(|class| class.priority), Some(Match));
    }

    #[test]
    fn tenants_share_the_workers() {
        let flood = [class(1, Match, EXPENSIVE); 20];
        let (mut queue, _flags) = queue(1, &flood);
        queue.set_workers(workers(4));
        // Four threads there and one here, of which one is left to others.
        let taken = (0..5).filter(|_| pop(&mut queue, Worker).is_some()).count();
        assert_eq!(taken, 4);
        assert!(pop(&mut queue, General).is_none());
        let (_flag, other) = job(class(2, Match, EXPENSIVE));
        queue.push(other).unwrap();
        assert_eq!(pop(&mut queue, General).map(|class| class.tenant), Some(tenant(2)));
    }

    #[test]
    fn a_job_that_comes_back_runs_here() {
        let one = class(1, Match, EXPENSIVE);
        let (mut queue, flags) = queue(1, &[one]);
        queue.set_workers(workers(4));
        let (mut job, _) = queue.pop(Worker).unwrap();
        queue.finish(&one, Duration::ZERO);
        job.request.here = true;
        queue.push_back(job);
        assert!(pop(&mut queue, Worker).is_none());
        assert!(pop(&mut queue, General).is_some());
        drop(flags);
    }

    #[test]
    fn many_cheap_jobs_are_shared_with_workers() {
        let cheap: Vec<_> =
            (0..CHEAP_JOBS_FOR_WORKERS as u8).map(|n| class(n, Match, CHEAP)).collect();
        let (mut queue, _flags) = queue(1, &cheap);
        queue.set_workers(workers(4));
        assert!(pop(&mut queue, Worker).is_some());
        assert!(pop(&mut queue, Worker).is_none());
    }
}
