//! Helpers of a search where a program cannot start threads, as in a browser: the host starts them, they take jobs from
//! a queue, and a search shares its work with those that are there.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Jobs that no thread has begun, each with the number of its crew.
static QUEUE: Mutex<VecDeque<(u64, Job<'static>)>> = Mutex::new(VecDeque::new());
static QUEUE_CHANGED: Condvar = Condvar::new();
/// Threads that serve.
static SERVING: AtomicUsize = AtomicUsize::new(0);

/// Takes jobs of searches, for ever: a thread of the host calls it.
pub fn serve_searches() -> ! {
    SERVING.fetch_add(1, Relaxed);
    let mut queue = lock(&QUEUE);
    loop {
        queue = match queue.pop_front() {
            Some((_, job)) => {
                drop(queue);
                job();
                lock(&QUEUE)
            }
            None => QUEUE_CHANGED.wait(queue).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

/// Threads that serve searches, beside the one that asks.
pub fn serving_threads() -> usize {
    SERVING.load(Relaxed)
}

/// Runs `main` on this thread, and as many helpers as there are threads for them; returns when all have ended.
pub(crate) fn run<R, T: Send>(
    main: impl FnOnce() -> R,
    helpers: impl IntoIterator<Item: FnOnce() -> T + Send>,
) -> (R, Vec<T>) {
    let results = Mutex::new(Vec::new());
    let result = {
        let mut crew = Crew::default();
        for helper in helpers {
            let results = &results;
            crew.add(Box::new(move || {
                let result = helper();
                lock(results).push(result);
            }));
        }
        main()
        // The crew is dropped here, and waits for its jobs: they borrow the results, and what the helpers borrow.
    };
    (result, results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Jobs of one search. None of them is running or waiting any more when it has been dropped.
struct Crew {
    number: u64,
    /// Jobs that have not ended.
    left: Arc<(Mutex<usize>, Condvar)>,
}

impl Default for Crew {
    fn default() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self { number: COUNT.fetch_add(1, Relaxed), left: Arc::default() }
    }
}

impl Crew {
    fn add(&mut self, job: Job<'_>) {
        let job = without_lifetime(job);
        *lock(&self.left.0) += 1;
        let ended = JobEnd(Arc::clone(&self.left));
        let job = Box::new(move || {
            // Dropped last, also after a panic.
            let _ended = ended;
            job();
        });
        lock(&QUEUE).push_back((self.number, job));
        QUEUE_CHANGED.notify_one();
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        // What no thread has begun is not needed any more.
        let mut queue = lock(&QUEUE);
        let waiting = std::mem::take(&mut *queue).into_iter();
        let (own, others): (VecDeque<_>, VecDeque<_>) =
            waiting.partition(|(number, _)| *number == self.number);
        *queue = others;
        drop(queue);
        drop(own);
        let (left, changed) = &*self.left;
        let mut left = lock(left);
        while *left > 0 {
            left = changed.wait(left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Counts a job as ended when it is dropped.
struct JobEnd(Arc<(Mutex<usize>, Condvar)>);

impl Drop for JobEnd {
    fn drop(&mut self) {
        *lock(&self.0.0) -= 1;
        self.0.1.notify_all();
    }
}

#[expect(unsafe_code, reason = "a queue cannot hold what borrows; `Crew` keeps the borrow")]
fn without_lifetime(job: Job<'_>) -> Job<'static> {
    // SAFETY: only `Crew::add` calls this, with a job that borrows what outlives the crew (`run`), and the crew is not
    // dropped before the job has ended or was taken from the queue and dropped.
    unsafe { std::mem::transmute::<Job<'_>, Job<'static>>(job) }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    #[test]
    fn a_search_is_complete_with_and_without_helpers_and_ends_after_them() {
        let sum = |helpers: u64| {
            let numbers: Vec<u64> = (1..=helpers).collect();
            let jobs = numbers.iter().map(|number| move || *number);
            let (main, mut others) = run(|| 7, jobs);
            assert_eq!(main, 7);
            others.sort_unstable();
            assert!(
                others.len() <= numbers.len() && others.iter().all(|one| numbers.contains(one))
            );
            others.len()
        };
        // Nobody serves: helpers are dropped.
        assert_eq!((serving_threads(), sum(3)), (0, 0));
        for _ in 0..2 {
            thread::spawn(|| serve_searches());
        }
        while serving_threads() < 2 {
            thread::yield_now();
        }
        for _ in 0..2000 {
            sum(2);
        }
        // A helper that has begun is waited for.
        let (begun, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let wait = || {
            while !begun.load(Relaxed) {
                thread::yield_now();
            }
        };
        let helper = || {
            begun.store(true, Relaxed);
            for _ in 0..100 {
                thread::yield_now();
            }
            done.store(true, Relaxed);
        };
        let ((), helped) = run(wait, [helper]);
        assert!(done.load(Relaxed) && helped.len() == 1);
    }
}
