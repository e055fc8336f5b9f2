//! The shared handle to a store. Its operations stand with their subjects.

use std::sync::Arc;

use play::Time;
use tokio::sync::{mpsc, oneshot};

#[cfg(feature = "runtime")]
use crate::Drafts;
use crate::request::{BoxFuture, ChangeScope, Operation, ReadRequest, Reply, WriteRequest};
use crate::stopwatch::Stopwatch;
use crate::{Actor, Append, AppendOutcome, Backend, Error, Meter, Reader, TimeOffset, Writer};

/// Capacity of the queues of changes and of queries.
const QUEUE_MAX: usize = 1024;

/// How often the offset of the clock is measured to find a short round trip.
const TIME_OFFSET_SAMPLES: usize = 4;

/// A store and the actor that does its work until every handle is gone.
pub fn channel<B: Backend>(backend: B) -> (Store, Actor<B>) {
    let mut backends = backend.more_writers();
    backends.insert(0, backend);
    let (mut write, mut writers) = (Vec::new(), Vec::new());
    for backend in backends {
        let (sender, writes) = mpsc::channel(QUEUE_MAX);
        write.push(sender);
        writers.push((backend, writes));
    }
    let (read, reads) = mpsc::channel(QUEUE_MAX);
    let meter = Arc::new(Meter::for_writers(writers.len()));
    let store = Store {
        write: write.into(),
        read,
        meter: Arc::clone(&meter),
        #[cfg(feature = "runtime")]
        drafts: None,
    };
    (store, Actor::new(writers, reads, meter))
}

/// Where matches and profiles are kept: a handle that is cheap to copy.
#[derive(Clone, Debug)]
pub struct Store {
    /// One for each writer.
    write: Arc<[mpsc::Sender<WriteRequest>]>,
    read: mpsc::Sender<ReadRequest>,
    meter: Arc<Meter>,
    /// Matches in front of the backend, of a program that plays by itself.
    #[cfg(feature = "runtime")]
    drafts: Option<Arc<Drafts>>,
}

impl Store {
    /// The same store with drafts of matches in front of it.
    #[cfg(feature = "runtime")]
    #[must_use]
    pub fn with_drafts(self) -> Self {
        let drafts = Drafts::new(self.clone());
        Self { drafts: Some(Arc::new(drafts)), ..self }
    }

    /// The drafts, if there are any.
    #[cfg(feature = "runtime")]
    pub fn drafts(&self) -> Option<&Drafts> {
        self.drafts.as_deref()
    }

    /// Appends events to a match, if it is at the expected version and the command has not been applied before.
    pub async fn append(&self, append: Append) -> Result<AppendOutcome, Error> {
        #[cfg(feature = "runtime")]
        if let Some(drafts) = self.drafts() {
            return drafts.append(append).await;
        }
        let started = Stopwatch::start();
        let scope = ChangeScope::of_match(&append.match_id);
        let append = Box::new(append);
        let outcome = self.write(&scope, |reply| WriteRequest::Append { append, reply }).await;
        self.meter.append_latency().observe(started.elapsed());
        outcome
    }

    /// Carries out a change.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        scope: ChangeScope,
        change: impl for<'w> FnOnce(&'w mut (dyn Writer + 'static)) -> BoxFuture<'w, Result<T, Error>>
        + Send
        + 'static,
    ) -> Result<T, Error> {
        let locks = scope.locks.clone();
        self.write(&scope, |reply| WriteRequest::Change {
            locks,
            operation: Operation::new(reply, change),
        })
        .await
    }

    async fn write<T>(
        &self,
        scope: &ChangeScope,
        request: impl FnOnce(Reply<T>) -> WriteRequest,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let pending = self.meter.begin_write();
        let writer = &self.write[scope.writer(self.write.len())];
        writer.send(request(reply)).await.map_err(|_| Error::Closed)?;
        let answer = answer.await.map_err(|_| Error::Closed)?;
        pending.answered();
        answer
    }

    /// Asks a question.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        question: impl for<'r> FnOnce(&'r mut (dyn Reader + 'static)) -> BoxFuture<'r, Result<T, Error>>
        + Send
        + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let started = Stopwatch::start();
        let request = Operation::new(reply, question);
        self.read.send(request).await.map_err(|_| Error::Closed)?;
        let answer = answer.await.map_err(|_| Error::Closed)?;
        self.meter.read_latency().observe(started.elapsed());
        answer
    }

    /// Offset of the clock of the machine that keeps the data from the clock that `now` reads. Of several measurements
    /// the one with the shortest round trip is taken.
    pub async fn time_offset(&self, now: impl Fn() -> Time) -> Result<TimeOffset, Error> {
        let mut best: Option<TimeOffset> = None;
        for _ in 0..TIME_OFFSET_SAMPLES {
            let before = now();
            let began = Stopwatch::start();
            let there = self.now().await?;
            let measured = TimeOffset::new(before, there, began.elapsed());
            best = Some(best.map_or(measured, |best| best.closer(measured)));
        }
        Ok(best.unwrap_or_default())
    }

    /// Stops the actor after all earlier requests. Later requests fail.
    pub async fn close(&self) {
        for writer in self.write.iter() {
            // If there is nobody to tell, it has ended already.
            let _ = writer.send(WriteRequest::Close).await;
        }
    }

    /// Counters, and whether the store is working.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }
}
