//! Executor of tasks in one thread. It does not wait: whoever owns it polls it when something has happened.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::stream::{FuturesUnordered, Stream};

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Tasks that run.
#[derive(Default)]
pub(super) struct Executor {
    tasks: FuturesUnordered<Task>,
    wake: Arc<WakeFlag>,
}

/// Where new tasks are put, also by tasks that run.
#[derive(Clone, Default)]
pub(super) struct Spawner(Arc<Mutex<Vec<Task>>>);

impl Spawner {
    /// Adds a task, which is polled before the executor returns.
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::pin(task));
    }

    fn take(&self) -> Vec<Task> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Executor {
    /// Polls tasks, also new ones, until none of them can go on.
    pub(super) fn run(&mut self, spawner: &Spawner) {
        let waker = Waker::from(Arc::clone(&self.wake));
        let mut context = Context::from_waker(&waker);
        loop {
            self.tasks.extend(spawner.take());
            self.wake.0.store(false, Relaxed);
            while let Poll::Ready(Some(())) = Pin::new(&mut self.tasks).poll_next(&mut context) {
                self.tasks.extend(spawner.take());
            }
            let has_new = !spawner.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            if !has_new && !self.wake.0.load(Relaxed) {
                return;
            }
        }
    }
}

/// Whether a task can go on.
#[derive(Default)]
struct WakeFlag(AtomicBool);

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot;

    #[test]
    fn tasks_run_until_none_can_go_on() {
        let (mut executor, spawner) = (Executor::default(), Spawner::default());
        let log = Arc::<Mutex<Vec<u32>>>::default();
        let (sender, receiver) = oneshot::channel();
        let (inner, noted) = (spawner.clone(), Arc::clone(&log));
        spawner.spawn(async move {
            let number: u32 = receiver.await.expect("a number");
            noted.lock().unwrap().push(number);
            let noted = Arc::clone(&noted);
            inner.spawn(async move { noted.lock().unwrap().push(number + 1) });
        });
        executor.run(&spawner);
        assert!(log.lock().unwrap().is_empty());
        sender.send(7).expect("somebody waits");
        executor.run(&spawner);
        assert_eq!(*log.lock().unwrap(), [7, 8]);
    }
}
