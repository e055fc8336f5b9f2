//! The threads that think, and the queue before them.
//!
//! There are few of them however many matches there are. Everybody who asks has a small share of the
//! queue, so that first come is also fair.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use engine::{Limits, Thinker, Thought};
use rules::Record;
use tokio::sync::{oneshot, watch};

/// How many questions may wait.
const QUEUE: usize = 1024;
/// How many of them may be of one asker.
const SHARE: usize = 2;

/// The threads that think.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    /// The flags of what is thought about and what waits.
    stops: Vec<Weak<AtomicBool>>,
    closed: bool,
}

struct Job {
    asker: String,
    stop: Weak<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

/// Something to think about.
pub(crate) struct Question {
    /// Who asks: a match.
    pub(crate) asker: String,
    /// Makes the thinker, in the thread where it thinks.
    pub(crate) thinker: Box<dyn FnOnce() -> Box<dyn Thinker> + Send>,
    pub(crate) record: Record,
    pub(crate) limits: Limits,
}

/// A question that is being thought about. Dropping it stops that.
pub(crate) struct Task {
    work: Work<Option<Thought>>,
    progress: watch::Receiver<Progress>,
}

/// Something that one of the threads does. Dropping it stops that.
pub(crate) struct Work<T> {
    stop: Arc<AtomicBool>,
    answer: oneshot::Receiver<T>,
}

/// How far a search has come.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    pub(crate) depth: u16,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
}

/// The queue is full, or the asker's share of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(threads: usize) -> Self {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new() });
        for number in 1..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinking {number}"));
            if let Err(error) = thread.spawn(move || shared.work()) {
                tracing::error!(%error, "a thread for thinking cannot be started");
            }
        }
        Self { shared }
    }

    /// Has somebody think.
    pub(crate) fn ask(&self, question: Question) -> Result<Task, Busy> {
        let (progress_in, progress) = watch::channel(Progress::default());
        let Question { asker, thinker, record, limits } = question;
        let work = self.work(asker, move |stop| {
            let mut watch = |thought: &Thought| {
                progress_in.send_replace(Progress::of(thought));
            };
            let thought = thinker().think(&record, &limits, stop, &mut watch);
            thought
                .inspect_err(|error| tracing::error!(%error, "a thinker cannot replay its record"))
                .ok()
        })?;
        Ok(Task { work, progress })
    }

    /// Has one of the threads do something, which should end soon after the flag is raised.
    pub(crate) fn work<T: Send + 'static>(
        &self,
        asker: String,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<Work<T>, Busy> {
        let stop = Arc::new(AtomicBool::new(false));
        let (answer_in, answer) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        let work = Box::new(move || {
            if answer_in.is_closed() {
                return; // nobody wants to know any more
            }
            match catch_unwind(AssertUnwindSafe(|| work(&stopped))) {
                // Whoever does not wait any more does not hear it.
                Ok(answer) => drop(answer_in.send(answer)),
                Err(_) => tracing::error!("a thinker panicked"),
            }
        });
        self.shared.push(Job { asker, stop: Arc::downgrade(&stop), work })?;
        Ok(Work { stop, answer })
    }

    /// Nobody thinks any more.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.jobs.clear();
        for stop in queue.stops.drain(..).filter_map(|stop| stop.upgrade()) {
            stop.store(true, Relaxed);
        }
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing that holds the lock leaves the queue half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) -> Result<(), Busy> {
        let mut queue = self.lock();
        let share = queue.jobs.iter().filter(|other| other.asker == job.asker).count();
        if queue.closed || queue.jobs.len() >= QUEUE || share >= SHARE {
            return Err(Busy);
        }
        queue.stops.retain(|stop| stop.strong_count() > 0);
        queue.stops.push(job.stop.clone());
        queue.jobs.push_back(job);
        self.changed.notify_one();
        Ok(())
    }

    fn work(&self) {
        loop {
            let mut queue = self.lock();
            let job = loop {
                if queue.closed {
                    return;
                }
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            drop(queue);
            (job.work)();
        }
    }
}

impl Task {
    /// The thinker shall answer now with what it has found.
    pub(crate) fn hurry(&self) {
        self.work.hurry();
    }

    /// Waits for the answer; `None` if the thinker failed. Can be broken off and called again.
    pub(crate) async fn answer(&mut self) -> Option<Thought> {
        self.work.answer().await.flatten()
    }

    /// How far it has come, if that is further than when this was last asked.
    pub(crate) fn progress(&mut self) -> Option<Progress> {
        let news = self.progress.has_changed().unwrap_or(false);
        news.then(|| *self.progress.borrow_and_update())
    }
}

impl<T> Work<T> {
    fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for the answer; `None` if there is none. Can be broken off and called again.
    pub(crate) async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}

impl Progress {
    fn of(thought: &Thought) -> Self {
        Self { depth: thought.depth, nodes: thought.nodes, millis: thought.time.as_millis() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::ReplayError;

    /// Thinks until it is stopped.
    struct Stubborn;

    impl Thinker for Stubborn {
        fn think(
            &mut self,
            _: &Record,
            _: &Limits,
            stop: &AtomicBool,
            watch: &mut dyn FnMut(&Thought),
        ) -> Result<Thought, ReplayError> {
            let thought = Thought { choice: Some("e4".to_owned()), depth: 3, ..Thought::default() };
            watch(&thought);
            while !stop.load(Relaxed) {
                thread::yield_now();
            }
            Ok(thought)
        }
    }

    fn question(asker: &str, thinker: fn() -> Box<dyn Thinker>) -> Question {
        Question {
            asker: asker.to_owned(),
            thinker: Box::new(thinker),
            record: Record::new(String::new()),
            limits: Limits::default(),
        }
    }

    fn stubborn(asker: &str) -> Question {
        question(asker, || Box::new(Stubborn))
    }

    #[tokio::test]
    async fn a_thinker_that_is_hurried_answers_with_what_it_has() {
        let pool = Pool::new(1);
        let mut task = pool.ask(stubborn("a")).unwrap();
        while task.progress().is_none_or(|progress| progress.depth != 3) {
            tokio::task::yield_now().await;
        }
        assert!(task.progress().is_none());
        task.hurry();
        assert_eq!(task.answer().await.unwrap().choice.as_deref(), Some("e4"));
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_and_no_thread() {
        let pool = Pool::new(1);
        let mut task = pool.ask(question("a", || panic!("as it was told to"))).unwrap();
        assert!(task.answer().await.is_none());
        let mut task = pool.ask(stubborn("a")).unwrap();
        task.hurry();
        assert!(task.answer().await.is_some());
    }

    #[tokio::test]
    async fn dropping_a_task_makes_room_for_the_next() {
        let pool = Pool::new(1);
        drop(pool.ask(stubborn("a")).unwrap());
        let mut next = pool.ask(stubborn("b")).unwrap();
        next.hurry();
        assert!(next.answer().await.is_some());
    }

    #[tokio::test]
    async fn nobody_has_more_than_a_share_of_the_queue() {
        let pool = Pool::new(1);
        let mut busy = pool.ask(stubborn("a")).unwrap();
        // The only thread is busy from here on.
        busy.progress.changed().await.unwrap();
        let waiting: Vec<_> = (0..SHARE).map(|_| pool.ask(stubborn("b")).unwrap()).collect();
        assert!(pool.ask(stubborn("b")).is_err());
        assert!(pool.ask(stubborn("c")).is_ok());
        drop((busy, waiting));
    }

    #[tokio::test]
    async fn a_closed_pool_stops_whoever_thinks() {
        let pool = Pool::new(1);
        let mut thinking = pool.ask(stubborn("a")).unwrap();
        thinking.progress.changed().await.unwrap();
        let mut waiting = pool.ask(stubborn("b")).unwrap();
        pool.close();
        assert!(thinking.answer().await.is_some());
        assert!(waiting.answer().await.is_none());
        assert!(pool.ask(stubborn("c")).is_err());
    }
}
