//! Work this node has handed to workers, and what becomes of it. Pure state; time is an argument.
//!
//! Every piece of work ends in one of three ways: a worker's result is taken, nobody waits for it any more,
//! or the node does it itself. The last happens whenever workers do not keep up, so that no fault of a
//! worker or of NATS costs more than seconds.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::worker_registry::WorkerRegistry;
use crate::{
    Claim, ClaimAnswer, Heartbeat, Sequence, WorkId, WorkPriority, WorkerCapacity, WorkerId,
};

/// Time for a worker with a free thread to claim work of a match.
const MATCH_CLAIM_TIMEOUT: Duration = Duration::from_secs(1);
/// Time for a worker with a free thread to claim an analysis.
const ANALYSIS_CLAIM_TIMEOUT: Duration = Duration::from_secs(3);
/// Time for another worker to claim the work of one that has died: the queue delivers it again.
const REDELIVERY_TIMEOUT: Duration = Duration::from_secs(4);
/// Time for a worker to end work after it was told to.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(2);
/// Time beyond its deadline in which a result may still come.
const DEADLINE_GRACE: Duration = Duration::from_secs(2);

/// Work of a node that is with workers. `J` is what the node keeps of a piece of work.
#[derive(Debug)]
pub struct Dispatcher<J> {
    workers: WorkerRegistry,
    jobs: HashMap<WorkId, Dispatched<J>>,
}

/// A piece of work that is with workers.
#[derive(Debug)]
struct Dispatched<J> {
    job: J,
    priority: WorkPriority,
    /// When it was given away.
    since: Instant,
    deadline: Duration,
    place: JobProgress,
    /// When a worker was told to end it.
    cancelled: Option<Instant>,
    /// Its place in the stream, once that is known.
    sequence: Option<Sequence>,
    has_update: bool,
}

/// How far a piece of work has come: where it is, and since when.
#[derive(Clone, Copy, Debug)]
enum JobProgress {
    /// In the stream, until a worker claims it.
    Queue { until: Instant },
    /// With a worker.
    Worker { worker: WorkerId, since: Instant },
}

/// A piece of work that comes back.
#[derive(Debug)]
pub struct Returned<J> {
    /// What the node kept of it.
    pub job: J,
    /// Why it comes back.
    pub reason: ReturnReason,
    /// Its place in the stream, from which it is to be removed.
    pub sequence: Option<Sequence>,
    /// Engine time that it took at a worker.
    pub time: Duration,
    /// Time since its worker was told to end it, if it was.
    pub since_cancel: Option<Duration>,
}

/// Why work comes back to its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReturnReason {
    /// A worker has ended it.
    Ended,
    /// No worker claimed it in time.
    Unclaimed,
    /// It was cancelled before a worker claimed it.
    Stopped,
    /// Its worker did not end it when told to, or not before its deadline.
    Overdue,
    /// It could not be put into the queue.
    Unpublished,
}

impl<J> Dispatcher<J> {
    /// For a node of that version, with these games.
    pub fn new(compatibility: String, games: Vec<String>) -> Self {
        Self { workers: WorkerRegistry::new(compatibility, games), jobs: HashMap::new() }
    }

    /// Takes in the heartbeat of a worker.
    pub fn hear(&mut self, heartbeat: Heartbeat, now: Instant) {
        self.workers.hear(heartbeat, now);
    }

    /// What workers can take now, beside what is in the queue already.
    pub fn capacity(&mut self, now: Instant) -> WorkerCapacity {
        self.workers.forget_silent(now);
        let all = self.workers.capacity();
        let waiting = |priority| self.waiting(priority);
        let [matches, analyses] = WorkPriority::ALL.map(waiting);
        let free = all.free.saturating_sub(matches + analyses);
        let free_for_analysis = all.free_for_analysis.saturating_sub(analyses).min(free);
        WorkerCapacity { free, free_for_analysis, ..all }
    }

    /// Pieces of work in the queue.
    pub fn waiting(&self, priority: WorkPriority) -> usize {
        let waits = |job: &&Dispatched<J>| {
            job.priority == priority && matches!(job.place, JobProgress::Queue { .. })
        };
        self.jobs.values().filter(waits).count()
    }

    /// Pieces of work that workers have claimed.
    pub fn claimed(&self) -> usize {
        self.jobs.values().filter(|job| matches!(job.place, JobProgress::Worker { .. })).count()
    }

    /// Gives work away.
    pub fn add(
        &mut self,
        id: WorkId,
        job: J,
        priority: WorkPriority,
        deadline: Duration,
        now: Instant,
    ) {
        let timeout = match priority {
            WorkPriority::Match => MATCH_CLAIM_TIMEOUT,
            WorkPriority::Analysis => ANALYSIS_CLAIM_TIMEOUT,
        };
        let job = Dispatched {
            job,
            priority,
            since: now,
            deadline,
            place: JobProgress::Queue { until: now + timeout },
            cancelled: None,
            sequence: None,
            has_update: false,
        };
        self.jobs.insert(id, job);
    }

    /// Notes the place of work in the stream. False if it is not with workers any more, and is to be removed
    /// from there.
    pub fn published(&mut self, id: WorkId, sequence: Sequence) -> bool {
        let job = self.jobs.get_mut(&id);
        job.map(|job| job.sequence = Some(sequence)).is_some()
    }

    /// Takes back work that could not be published.
    pub fn unpublished(&mut self, id: WorkId, now: Instant) -> Option<Returned<J>> {
        self.take(id, ReturnReason::Unpublished, now)
    }

    /// Answers the claim of a worker. The last claim counts: the queue delivers again what a worker left.
    pub fn claim(&mut self, id: WorkId, claim: Claim, now: Instant) -> ClaimAnswer {
        let Some(job) = self.jobs.get_mut(&id).filter(|job| job.cancelled.is_none()) else {
            return ClaimAnswer::Refused;
        };
        job.place = JobProgress::Worker { worker: claim.worker, since: now };
        ClaimAnswer::Granted { passed: now.duration_since(job.since) }
    }

    /// The work that an update is about, and the time to its first one.
    pub fn update(&mut self, id: WorkId, now: Instant) -> Option<(&mut J, Option<Duration>)> {
        let job = self.jobs.get_mut(&id)?;
        let first = !std::mem::replace(&mut job.has_update, true);
        Some((&mut job.job, first.then(|| now.duration_since(job.since))))
    }

    /// Takes work that a worker has ended.
    pub fn end(&mut self, id: WorkId, now: Instant) -> Option<Returned<J>> {
        self.take(id, ReturnReason::Ended, now)
    }

    /// Notes that a worker has left work to others.
    pub fn hand_back(&mut self, id: WorkId, worker: WorkerId, now: Instant) {
        if let Some(job) = self.jobs.get_mut(&id)
            && matches!(job.place, JobProgress::Worker { worker: owner, .. } if owner == worker)
        {
            job.place = JobProgress::Queue { until: now + MATCH_CLAIM_TIMEOUT };
        }
    }

    /// The work that workers are to be told to end: that which `is_stopped`, or is past its deadline.
    pub fn cancel(&mut self, is_stopped: impl Fn(&J) -> bool, now: Instant) -> Vec<WorkId> {
        let mut cancelled = Vec::new();
        for (id, job) in &mut self.jobs {
            let overdue = now.duration_since(job.since) > job.deadline + DEADLINE_GRACE;
            if job.cancelled.is_none() && (overdue || is_stopped(&job.job)) {
                job.cancelled = Some(now);
                cancelled.push(*id);
            }
        }
        cancelled
    }

    /// Takes back the work that workers do not do.
    pub fn take_back(&mut self, now: Instant) -> Vec<Returned<J>> {
        self.workers.forget_silent(now);
        let mut due = Vec::new();
        for (id, job) in &mut self.jobs {
            if let JobProgress::Worker { worker, since } = job.place
                && !self.workers.is_alive(worker)
                // A claim may overtake the first heartbeat.
                && now.duration_since(since) > crate::worker_registry::WORKER_TIMEOUT
            {
                job.place = JobProgress::Queue { until: now + REDELIVERY_TIMEOUT };
            }
            let reason = match (job.place, job.cancelled) {
                (JobProgress::Queue { .. }, Some(_)) => ReturnReason::Stopped,
                (JobProgress::Worker { .. }, Some(at))
                    if now.duration_since(at) > CANCEL_TIMEOUT =>
                {
                    ReturnReason::Overdue
                }
                (JobProgress::Queue { until }, None) if now > until => ReturnReason::Unclaimed,
                _ => continue,
            };
            due.push((*id, reason));
        }
        due.into_iter().filter_map(|(id, reason)| self.take(id, reason, now)).collect()
    }

    /// Takes back everything.
    pub fn take_all(&mut self, now: Instant) -> Vec<Returned<J>> {
        let ids: Vec<_> = self.jobs.keys().copied().collect();
        ids.into_iter().filter_map(|id| self.take(id, ReturnReason::Unclaimed, now)).collect()
    }

    fn take(&mut self, id: WorkId, reason: ReturnReason, now: Instant) -> Option<Returned<J>> {
        let Dispatched { job, place, sequence, cancelled, .. } = self.jobs.remove(&id)?;
        let (time, cancelled) = match place {
            JobProgress::Queue { .. } => (Duration::ZERO, None),
            JobProgress::Worker { since, .. } => (now.duration_since(since), cancelled),
        };
        let since_cancel = cancelled.map(|at| now.duration_since(at));
        Some(Returned { job, reason, sequence, time, since_cancel })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use WorkPriority::{Analysis, Match};

    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_mins(1);

    fn dispatcher() -> Dispatcher<&'static str> {
        Dispatcher::new("1".to_owned(), vec!["go".to_owned()])
    }

    fn heartbeat(worker: WorkerId, free: u16) -> Heartbeat {
        Heartbeat {
            worker,
            compatibility: "1".to_owned(),
            threads: 4,
            free,
            free_for_analysis: free.saturating_sub(1),
            games: vec!["go".to_owned(), "chess".to_owned()],
            leaving: false,
        }
    }

    fn worker() -> WorkerId {
        WorkerId::random().expect("entropy")
    }

    fn work() -> WorkId {
        WorkId::random().expect("entropy")
    }

    fn claim(worker: WorkerId) -> Claim {
        Claim { worker, deliveries: 1 }
    }

    fn reasons(returned: &[Returned<&'static str>]) -> Vec<ReturnReason> {
        returned.iter().map(|one| one.reason).collect()
    }

    #[test]
    fn only_workers_of_the_same_version_and_games_count() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        assert_eq!(jobs.capacity(now), WorkerCapacity::default());
        let other = Heartbeat { compatibility: "2".to_owned(), ..heartbeat(worker(), 4) };
        let poor = Heartbeat { games: vec!["chess".to_owned()], ..heartbeat(worker(), 4) };
        let leaving = Heartbeat { leaving: true, ..heartbeat(worker(), 4) };
        for heartbeat in [other, poor, leaving] {
            jobs.hear(heartbeat, now);
        }
        assert_eq!(jobs.capacity(now).workers, 0);
        let good = heartbeat(worker(), 4);
        jobs.hear(good.clone(), now);
        jobs.hear(heartbeat(worker(), 2), now);
        let capacity = jobs.capacity(now);
        assert_eq!((capacity.workers, capacity.threads), (2, 8));
        assert_eq!((capacity.free, capacity.free_for_analysis), (6, 4));
        jobs.hear(Heartbeat { leaving: true, ..good }, now);
        assert_eq!(jobs.capacity(now).workers, 1);
        assert_eq!(jobs.capacity(now + 4 * SECOND).workers, 0);
    }

    #[test]
    fn the_queue_holds_what_workers_can_take() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        let one = worker();
        jobs.hear(heartbeat(one, 3), now);
        let id = work();
        jobs.add(id, "a", Analysis, MINUTE, now);
        assert_eq!(jobs.capacity(now).free_for_analysis, 1);
        jobs.add(work(), "b", Match, MINUTE, now);
        assert_eq!((jobs.capacity(now).free, jobs.capacity(now).free_for_analysis), (1, 1));
        jobs.add(work(), "c", Match, MINUTE, now);
        assert_eq!((jobs.capacity(now).free, jobs.capacity(now).free_for_analysis), (0, 0));
        // A worker reports one free thread fewer before it claims.
        jobs.hear(heartbeat(one, 2), now);
        assert!(matches!(jobs.claim(id, claim(one), now), ClaimAnswer::Granted { .. }));
        assert_eq!((jobs.claimed(), jobs.waiting(Match), jobs.waiting(Analysis)), (1, 2, 0));
        assert_eq!(jobs.capacity(now).free, 0);
    }

    #[test]
    fn what_no_worker_claims_comes_back() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        jobs.add(work(), "a", Match, MINUTE, now);
        assert!(jobs.take_back(now + SECOND).is_empty());
        let returned = jobs.take_back(now + 2 * SECOND);
        assert_eq!(reasons(&returned), [ReturnReason::Unclaimed]);
        assert!(jobs.take_back(now + MINUTE).is_empty());
    }

    #[test]
    fn the_work_of_a_dead_worker_goes_to_another_or_comes_back() {
        let (mut jobs, mut now) = (dispatcher(), Instant::now());
        let (one, other, id) = (worker(), worker(), work());
        jobs.hear(heartbeat(one, 4), now);
        jobs.add(id, "a", Match, MINUTE, now);
        jobs.claim(id, claim(one), now);
        now += 5 * SECOND;
        assert!(jobs.take_back(now).is_empty());
        assert_eq!(jobs.waiting(Match), 1);
        let again = Claim { worker: other, deliveries: 2 };
        jobs.hear(heartbeat(other, 3), now);
        let passed = now.duration_since(now.checked_sub(5 * SECOND).expect("later"));
        assert_eq!(jobs.claim(id, again, now), ClaimAnswer::Granted { passed });
        now += 5 * SECOND;
        assert!(jobs.take_back(now).is_empty());
        assert_eq!(reasons(&jobs.take_back(now + 5 * SECOND)), [ReturnReason::Unclaimed]);
    }

    #[test]
    fn a_second_result_finds_nothing() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        let (one, id) = (worker(), work());
        jobs.add(id, "a", Match, MINUTE, now);
        jobs.claim(id, claim(one), now);
        assert_eq!(jobs.update(id, now + SECOND), Some((&mut "a", Some(SECOND))));
        assert_eq!(jobs.update(id, now + SECOND), Some((&mut "a", None)));
        let ended = jobs.end(id, now + SECOND).expect("a result");
        assert_eq!((ended.job, ended.time), ("a", SECOND));
        assert!(jobs.end(id, now).is_none() && jobs.update(id, now).is_none());
        assert_eq!(jobs.claim(id, claim(one), now), ClaimAnswer::Refused);
        assert!(!jobs.published(id, Sequence(7)));
    }

    #[test]
    fn what_is_stopped_is_cancelled_once_and_ends_in_time() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        let (claimed, waiting) = (work(), work());
        let one = worker();
        jobs.hear(heartbeat(one, 4), now);
        jobs.add(claimed, "a", Analysis, MINUTE, now);
        jobs.add(waiting, "b", Analysis, MINUTE, now);
        jobs.claim(claimed, claim(one), now);
        assert!(jobs.cancel(|_| false, now).is_empty());
        assert_eq!(jobs.cancel(|_| true, now).len(), 2);
        assert!(jobs.cancel(|_| true, now).is_empty());
        // The one in the queue ends here at once; nobody may begin it now.
        assert_eq!(jobs.claim(waiting, claim(one), now), ClaimAnswer::Refused);
        let returned = jobs.take_back(now);
        assert_eq!(reasons(&returned), [ReturnReason::Stopped]);
        assert_eq!(returned[0].job, "b");
        jobs.hear(heartbeat(one, 4), now + 2 * SECOND);
        assert_eq!(reasons(&jobs.take_back(now + 3 * SECOND)), [ReturnReason::Overdue]);
    }

    #[test]
    fn the_time_from_a_cancel_to_the_end_is_known() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        let (one, ids) = (worker(), [work(), work()]);
        for id in ids {
            jobs.add(id, "a", Analysis, MINUTE, now);
            jobs.claim(id, claim(one), now);
        }
        assert_eq!(jobs.end(ids[0], now).expect("a result").since_cancel, None);
        assert_eq!(jobs.cancel(|_| true, now + SECOND), [ids[1]]);
        let ended = jobs.end(ids[1], now + 3 * SECOND).expect("a result");
        assert_eq!(ended.since_cancel, Some(2 * SECOND));
    }

    #[test]
    fn a_worker_that_keeps_work_for_ever_loses_it() {
        let (mut jobs, mut now) = (dispatcher(), Instant::now());
        let (one, id) = (worker(), work());
        jobs.add(id, "a", Match, 10 * SECOND, now);
        jobs.claim(id, claim(one), now);
        let begun = now;
        let returned = loop {
            now += SECOND;
            jobs.hear(heartbeat(one, 4), now);
            jobs.cancel(|_| false, now);
            let returned = jobs.take_back(now);
            if !returned.is_empty() {
                break returned;
            }
        };
        assert_eq!(reasons(&returned), [ReturnReason::Overdue]);
        assert!(now.duration_since(begun) < 20 * SECOND);
    }

    #[test]
    fn work_that_is_handed_back_waits_for_another_worker_and_not_long() {
        let (mut jobs, now) = (dispatcher(), Instant::now());
        let (one, other, id) = (worker(), worker(), work());
        jobs.add(id, "a", Match, MINUTE, now);
        jobs.claim(id, claim(one), now);
        jobs.hand_back(id, other, now);
        assert_eq!(jobs.claimed(), 1);
        jobs.hand_back(id, one, now);
        assert_eq!(jobs.waiting(Match), 1);
        assert_eq!(reasons(&jobs.take_back(now + 2 * SECOND)), [ReturnReason::Unclaimed]);
    }
}
