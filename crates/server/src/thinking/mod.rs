//! The threads that think, and the queue before them.
//!
//! There are few of them however many matches there are. Everybody who asks has a small share of the
//! queue, so that first come is also fair. Analysis goes on for as long as it likes, but in slices: when
//! anybody else waits it is broken off, and goes to the end of the queue.

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{AnyReport, AnySearcher, Limits};
use rules::Record;
use tokio::sync::{oneshot, watch};

pub(crate) use queue::{Busy, Urgency};
use queue::{Job, Queue};

/// The threads that think.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// Something to think about.
pub(crate) struct Question {
    /// Who asks: a match.
    pub(crate) asker: String,
    /// Makes the thinker, in the thread where it thinks.
    pub(crate) thinker: Box<dyn FnOnce() -> Box<dyn AnySearcher> + Send>,
    pub(crate) record: Record,
    pub(crate) limits: Limits,
}

/// Work that waits, is being done or is done. Dropping it stops that.
pub(crate) struct Work<T> {
    stop: Arc<AtomicBool>,
    began: Arc<OnceLock<Instant>>,
    answer: oneshot::Receiver<T>,
}

/// A question that is being thought about. Dropping it stops that.
pub(crate) struct Task {
    work: Work<Option<AnyReport>>,
    progress: watch::Receiver<Progress>,
}

/// How far a search has come.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    pub(crate) depth: u16,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn new(threads: usize) -> Self {
        let shared = Arc::<Shared>::default();
        for number in 1..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("thinking {number}"));
            if let Err(error) = thread.spawn(move || shared.work()) {
                tracing::error!(%error, "a thread for thinking cannot be started");
            }
        }
        Self { shared }
    }

    /// Has work done as soon as it is its turn. It shall end when the flag that it is given is raised.
    pub(crate) fn work<T: Send + 'static>(
        &self,
        asker: String,
        urgency: Urgency,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<Work<T>, Busy> {
        let stop = Arc::new(AtomicBool::new(false));
        let began = Arc::new(OnceLock::new());
        let (answer_in, answer) = oneshot::channel();
        let begins = Arc::clone(&began);
        let work = Box::new(move |stop: &AtomicBool| {
            begins.get_or_init(Instant::now);
            if let Ok(answer) = catch_unwind(AssertUnwindSafe(|| work(stop))) {
                let _ = answer_in.send(answer);
            } else {
                tracing::error!("a thinker panicked");
            }
        });
        let mut queue = self.shared.lock();
        queue.push(Job { asker, urgency, stop: Arc::downgrade(&stop), work })?;
        self.shared.changed.notify_one();
        Ok(Work { stop, began, answer })
    }

    /// Has somebody think.
    pub(crate) fn ask(&self, question: Question) -> Result<Task, Busy> {
        let (progress_in, progress) = watch::channel(Progress::default());
        let Question { asker, thinker, record, limits } = question;
        let work = self.work(asker, Urgency::Match, move |stop| {
            let mut watch = |thought: &AnyReport| {
                progress_in.send_replace(Progress::of(thought));
            };
            let thought = thinker().search(&record, &limits, stop, &mut watch);
            thought.map_err(|error| tracing::error!(%error, "a record cannot be replayed")).ok()
        })?;
        Ok(Task { work, progress })
    }

    /// The most urgent that waits for a thread.
    pub(crate) fn waiting(&self) -> Option<Urgency> {
        self.shared.lock().waiting()
    }

    /// How many questions wait.
    pub(crate) fn length(&self) -> usize {
        self.shared.lock().length()
    }

    /// Nobody thinks any more.
    pub(crate) fn close(&self) {
        self.shared.lock().close();
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing that holds the lock leaves the queue half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut queue = self.lock();
            let (job, stop) = loop {
                if queue.is_closed() {
                    return;
                }
                if let Some(next) = queue.pop() {
                    break next;
                }
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            drop(queue);
            (job.work)(&stop);
        }
    }
}

impl<T> Work<T> {
    /// It shall end now with what there is.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// How long it has been going on; `None` while it waits for its turn.
    pub(crate) fn age(&self) -> Option<Duration> {
        self.began.get().map(Instant::elapsed)
    }

    /// Waits for what comes of it; `None` if it failed. Can be broken off and called again.
    pub(crate) async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.hurry();
    }
}

impl Task {
    /// The thinker shall answer now with what it has found.
    pub(crate) fn hurry(&self) {
        self.work.hurry();
    }

    /// Waits for the answer; `None` if the thinker failed. Can be broken off and called again.
    pub(crate) async fn answer(&mut self) -> Option<AnyReport> {
        self.work.answer().await.flatten()
    }

    /// How far it has come, if that is further than when this was last asked.
    pub(crate) fn progress(&mut self) -> Option<Progress> {
        let news = self.progress.has_changed().unwrap_or(false);
        news.then(|| *self.progress.borrow_and_update())
    }
}

impl Progress {
    fn of(thought: &AnyReport) -> Self {
        Self { depth: thought.depth, nodes: thought.nodes, millis: thought.time.as_millis() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::ReplayError;

    /// Thinks until it is stopped.
    struct Stubborn;

    impl AnySearcher for Stubborn {
        fn search(
            &mut self,
            _: &Record,
            _: &Limits,
            stop: &AtomicBool,
            watch: &mut dyn FnMut(&AnyReport),
        ) -> Result<AnyReport, ReplayError> {
            let thought =
                AnyReport { choice: Some("e4".to_owned()), depth: 3, ..AnyReport::default() };
            watch(&thought);
            while !stop.load(Relaxed) {
                thread::yield_now();
            }
            Ok(thought)
        }
    }

    fn question(asker: &str, thinker: fn() -> Box<dyn AnySearcher>) -> Question {
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
        let waiting: Vec<_> = (0..2).map(|_| pool.ask(stubborn("b")).unwrap()).collect();
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
