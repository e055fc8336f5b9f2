//! A queue between tasks that takes no more memory than what waits in it: there is one for every socket
//! and every room, and nearly all of them are empty.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// What an empty queue may keep for the next to come.
const SPARE: usize = 8;

/// A queue in which at most `most` may wait.
pub(crate) fn queue<T>(most: usize) -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Shared {
        state: Mutex::new(State { waiting: VecDeque::new(), closed: false }),
        most,
        senders: AtomicUsize::new(1),
        filled: Notify::new(),
        freed: Notify::new(),
        ended: Notify::new(),
    });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

struct Shared<T> {
    state: Mutex<State<T>>,
    most: usize,
    senders: AtomicUsize,
    /// There is something to receive, or nothing more will come.
    filled: Notify,
    /// There is room, or nothing more is taken.
    freed: Notify,
    /// Nothing more is taken.
    ended: Notify,
}

struct State<T> {
    waiting: VecDeque<T>,
    /// Nothing more is taken.
    closed: bool,
}

/// Why something cannot be put into a queue; it comes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused<T> {
    /// Too much waits.
    Full(T),
    /// Nobody receives any more.
    Closed(T),
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        let value = state.waiting.pop_front()?;
        if state.waiting.is_empty() && state.waiting.capacity() > SPARE {
            state.waiting = VecDeque::new();
        }
        drop(state);
        self.freed.notify_one();
        Some(value)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.freed.notify_waiters();
        self.ended.notify_waiters();
    }
}

/// The end of a queue where things are put in.
pub(crate) struct Sender<T>(Arc<Shared<T>>);

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.senders.fetch_add(1, AcqRel);
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if self.0.senders.fetch_sub(1, AcqRel) == 1 {
            self.0.filled.notify_one();
        }
    }
}

impl<T> Sender<T> {
    /// Puts something in, if there is room at once.
    pub(crate) fn try_send(&self, value: T) -> Result<(), Refused<T>> {
        let mut state = self.0.lock();
        if state.closed {
            return Err(Refused::Closed(value));
        }
        if state.waiting.len() >= self.0.most {
            return Err(Refused::Full(value));
        }
        state.waiting.push_back(value);
        drop(state);
        self.0.filled.notify_one();
        Ok(())
    }

    /// Puts something in as soon as there is room; gives it back if nobody receives any more.
    pub(crate) async fn send(&self, mut value: T) -> Result<(), T> {
        loop {
            let mut freed = pin!(self.0.freed.notified());
            freed.as_mut().enable();
            match self.try_send(value) {
                Ok(()) => return Ok(()),
                Err(Refused::Closed(back)) => return Err(back),
                Err(Refused::Full(back)) => value = back,
            }
            freed.await;
        }
    }

    /// Whether nobody receives any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    /// Waits until nobody receives any more.
    pub(crate) async fn closed(&self) {
        loop {
            let mut ended = pin!(self.0.ended.notified());
            ended.as_mut().enable();
            if self.is_closed() {
                return;
            }
            ended.await;
        }
    }
}

/// The end of a queue where things come out.
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

impl<T> Receiver<T> {
    /// The next; `None` if nothing more will come.
    pub(crate) async fn recv(&mut self) -> Option<T> {
        loop {
            let mut filled = pin!(self.0.filled.notified());
            filled.as_mut().enable();
            // Who has gone has put in before all that there will be.
            let is_last = self.0.senders.load(Acquire) == 0;
            if let Some(value) = self.0.pop() {
                return Some(value);
            }
            if is_last || self.0.lock().closed {
                return None;
            }
            filled.await;
        }
    }

    /// What waits, if anything does.
    pub(crate) fn try_recv(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Takes nothing more; what waits still comes out.
    pub(crate) fn close(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.close();
        // Outside of the lock: what is dropped may look at the queue.
        let rest = std::mem::take(&mut self.0.lock().waiting);
        drop(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_goes_in_comes_out_in_its_order() {
        let (sender, mut receiver) = queue(2);
        let more = sender.clone();
        let writer = tokio::spawn(async move {
            for number in 0..1000 {
                more.send(number).await.unwrap();
            }
        });
        for number in 0..1000 {
            assert_eq!(receiver.recv().await, Some(number));
        }
        writer.await.unwrap();
        drop(sender);
        assert_eq!(receiver.recv().await, None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn nothing_is_lost_among_many() {
        const EACH: usize = 2000;
        let (sender, mut receiver) = queue(3);
        let senders: Vec<_> = (0..8)
            .map(|_| {
                let sender = sender.clone();
                tokio::spawn(async move {
                    for _ in 0..EACH {
                        sender.send(()).await.unwrap();
                    }
                })
            })
            .collect();
        drop(sender);
        let mut count = 0;
        while receiver.recv().await.is_some() {
            count += 1;
        }
        assert_eq!(count, 8 * EACH);
        for sender in senders {
            sender.await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_a_closed_one_gives_back() {
        let (sender, mut receiver) = queue(1);
        assert_eq!(sender.try_send(1), Ok(()));
        assert_eq!(sender.try_send(2), Err(Refused::Full(2)));
        let waits = tokio::spawn({
            let sender = sender.clone();
            async move { sender.send(3).await }
        });
        tokio::task::yield_now().await;
        receiver.close();
        assert_eq!(waits.await.unwrap(), Err(3));
        assert_eq!(sender.try_send(4), Err(Refused::Closed(4)));
        assert!(sender.is_closed());
        sender.closed().await;
        assert_eq!((receiver.recv().await, receiver.recv().await), (Some(1), None));
    }

    #[tokio::test]
    async fn what_nobody_receives_is_dropped() {
        let (sender, receiver) = queue(4);
        let value = Arc::new(());
        assert!(sender.try_send(Arc::clone(&value)).is_ok());
        drop(receiver);
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
