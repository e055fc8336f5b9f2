//! Bounded channel between tasks whose memory grows and shrinks with its contents: there is one for every
//! socket and every room, and nearly all of them are empty. The channels of tokio allocate blocks of 32
//! messages beforehand.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Capacity that an empty channel keeps, in messages.
const EMPTY_CAPACITY_MAX: usize = 8;

/// A channel in which at capacity `capacity` messages wait.
pub(crate) fn channel<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let inner = Arc::new(Inner {
        state: Mutex::new(ChannelState { waiting: VecDeque::new(), closed: false }),
        capacity,
        senders: AtomicUsize::new(1),
        filled: Notify::new(),
        freed: Notify::new(),
        closing: Notify::new(),
    });
    (Sender(Arc::clone(&inner)), Receiver(inner))
}

struct Inner<T> {
    state: Mutex<ChannelState<T>>,
    capacity: usize,
    senders: AtomicUsize,
    /// Notified when there is something to receive, or the last sender is dropped.
    filled: Notify,
    /// Notified when there is room, or the channel is closed.
    freed: Notify,
    /// Notified when the channel is closed.
    closing: Notify,
}

struct ChannelState<T> {
    waiting: VecDeque<T>,
    /// Whether the receiver takes nothing more.
    closed: bool,
}

/// Error of [`Sender::try_send`], with the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TrySendError<T> {
    /// The channel is full.
    Full(T),
    /// The receiver is gone or closed.
    Closed(T),
}

impl<T> Inner<T> {
    fn lock(&self) -> MutexGuard<'_, ChannelState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        let value = state.waiting.pop_front()?;
        if state.waiting.is_empty() && state.waiting.capacity() > EMPTY_CAPACITY_MAX {
            state.waiting = VecDeque::new();
        }
        drop(state);
        self.freed.notify_one();
        Some(value)
    }

    fn close(&self) {
        self.lock().closed = true;
        self.freed.notify_waiters();
        self.closing.notify_waiters();
    }
}

/// Sending end of a channel.
pub(crate) struct Sender<T>(Arc<Inner<T>>);

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
    /// Sends a message if there is room for it now.
    pub(crate) fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
        let mut state = self.0.lock();
        if state.closed {
            return Err(TrySendError::Closed(value));
        }
        if state.waiting.len() >= self.0.capacity {
            return Err(TrySendError::Full(value));
        }
        state.waiting.push_back(value);
        drop(state);
        self.0.filled.notify_one();
        Ok(())
    }

    /// Sends a message as soon as there is room; returns it if the channel is closed.
    pub(crate) async fn send(&self, mut value: T) -> Result<(), T> {
        loop {
            let mut freed = pin!(self.0.freed.notified());
            freed.as_mut().enable();
            match self.try_send(value) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(back)) => return Err(back),
                Err(TrySendError::Full(back)) => value = back,
            }
            freed.await;
        }
    }

    /// Whether the channel is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().closed
    }

    /// Waits until the channel is closed.
    pub(crate) async fn closed(&self) {
        loop {
            let mut closing = pin!(self.0.closing.notified());
            closing.as_mut().enable();
            if self.is_closed() {
                return;
            }
            closing.await;
        }
    }
}

/// Receiving end of a channel.
pub(crate) struct Receiver<T>(Arc<Inner<T>>);

impl<T> Receiver<T> {
    /// Waits for the next message; `None` if there are none and no sender is left, or the channel is
    /// closed.
    pub(crate) async fn recv(&mut self) -> Option<T> {
        loop {
            let mut filled = pin!(self.0.filled.notified());
            filled.as_mut().enable();
            // Read before the queue: senders that are gone have sent all their messages.
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

    /// The next message, if there is one now.
    pub(crate) fn try_recv(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Closes the channel; messages that wait can still be received.
    pub(crate) fn close(&mut self) {
        self.0.close();
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.close();
        // Dropped outside the lock: the destructor of a message may use the channel.
        let rest = std::mem::take(&mut self.0.lock().waiting);
        drop(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_out_in_order() {
        let (sender, mut receiver) = channel(2);
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
    async fn no_message_is_lost_between_many_senders() {
        const EACH: usize = 2000;
        let (sender, mut receiver) = channel(3);
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
    async fn a_full_channel_refuses_and_a_closed_one_gives_back() {
        let (sender, mut receiver) = channel(1);
        assert_eq!(sender.try_send(1), Ok(()));
        assert_eq!(sender.try_send(2), Err(TrySendError::Full(2)));
        let waits = tokio::spawn({
            let sender = sender.clone();
            async move { sender.send(3).await }
        });
        tokio::task::yield_now().await;
        receiver.close();
        assert_eq!(waits.await.unwrap(), Err(3));
        assert_eq!(sender.try_send(4), Err(TrySendError::Closed(4)));
        assert!(sender.is_closed());
        sender.closed().await;
        assert_eq!((receiver.recv().await, receiver.recv().await), (Some(1), None));
    }

    #[tokio::test]
    async fn messages_are_dropped_with_the_receiver() {
        let (sender, receiver) = channel(4);
        let value = Arc::new(());
        assert!(sender.try_send(Arc::clone(&value)).is_ok());
        drop(receiver);
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
