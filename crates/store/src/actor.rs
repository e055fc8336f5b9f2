//! The actor behind a store: writers whose changes share transactions, and readers beside them.

#[cfg(feature = "runtime")]
mod tasks;

use std::collections::HashSet;
use std::sync::Arc;
#[cfg(feature = "runtime")]
use std::time::Duration;

use tokio::sync::mpsc;

use crate::request::{Held, ReadRequest, WriteRequest};
use crate::{Append, Backend, Error, LockKeys, Meter, ReaderConnection, ServiceWriter, Writer};

#[cfg(feature = "runtime")]
pub use tasks::REOPEN_TIMEOUT;

/// How many changes share one transaction at most.
const BATCH_MAX: usize = 256;

/// Executes the requests of a store.
pub struct Actor<B> {
    /// One for each writer, with its changes.
    writers: Vec<(B, mpsc::Receiver<WriteRequest>)>,
    reads: mpsc::Receiver<ReadRequest>,
    meter: Arc<Meter>,
    #[cfg(feature = "runtime")]
    reopen_timeout: Duration,
}

impl<B: Backend> Actor<B> {
    pub(crate) const fn new(
        writers: Vec<(B, mpsc::Receiver<WriteRequest>)>,
        reads: mpsc::Receiver<ReadRequest>,
        meter: Arc<Meter>,
    ) -> Self {
        Self {
            writers,
            reads,
            meter,
            #[cfg(feature = "runtime")]
            reopen_timeout: REOPEN_TIMEOUT,
        }
    }

    /// Runs on the caller's task, without a runtime, until the store is closed or every handle is
    /// dropped; then closes the backend. For backends with a single writer. A failed writer is
    /// retried with the next change.
    pub async fn run_in_task(self) -> Result<(), Error> {
        let Self { writers, mut reads, meter, .. } = self;
        let Some((mut backend, mut writes)) = writers.into_iter().next() else { return Ok(()) };
        let mut reader = backend.reader();
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                biased;
                count = writes.recv_many(&mut batch, BATCH_MAX) => {
                    if count == 0 {
                        break;
                    }
                    close_if_asked(&mut writes, &batch);
                    let result = transact(&mut backend, &mut batch, &meter).await;
                    meter.set_failing(0, result.is_err());
                    if result.is_err() {
                        meter.count_error();
                    }
                }
                Some(request) = reads.recv() => answer(&mut reader, request, &meter).await,
            }
        }
        while let Ok(request) = reads.try_recv() {
            answer(&mut reader, request, &meter).await;
        }
        reader.disconnect().await;
        backend.close().await
    }
}

/// Answers a question. A connection that has failed is given up.
async fn answer(reader: &mut impl ReaderConnection, request: ReadRequest, meter: &Meter) {
    let held = request.perform(reader.connected().await).await;
    meter.count_read();
    if held.failure.is_some() {
        meter.count_error();
        reader.disconnect().await;
    }
    held.send(Ok(()));
}

/// Closes the queue if a request asks for it; requests already queued are still executed.
fn close_if_asked(requests: &mut mpsc::Receiver<WriteRequest>, batch: &[WriteRequest]) {
    if batch.iter().any(|request| matches!(request, WriteRequest::Close)) {
        requests.close();
    }
}

/// Carries out changes in one transaction, and answers once it is durable.
async fn transact(
    backend: &mut impl Backend,
    batch: &mut Vec<WriteRequest>,
    meter: &Meter,
) -> Result<(), Error> {
    batch.retain(|request| !matches!(request, WriteRequest::Close));
    if batch.is_empty() {
        return Ok(());
    }
    let appends = batch.iter().filter(|request| request.append().is_some()).count();
    let mut held = Vec::with_capacity(batch.len());
    let performed = match backend.begin().await {
        Ok(writer) => match writer.lock(&LockKeys::of(batch)).await {
            Ok(()) => perform(writer, batch, &mut held).await,
            Err(error) => Err(error),
        },
        Err(error) => {
            for request in batch.drain(..) {
                request.refuse(&error).await;
            }
            return Err(error);
        }
    };
    let ended = match performed {
        Ok(()) => backend.commit().await,
        Err(error) => {
            backend.rollback().await;
            Err(error)
        }
    };
    if ended.is_ok() {
        meter.count_commit(appends);
    }
    for answer in held {
        answer.send(ended.clone());
    }
    if let Err(error) = &ended {
        for request in batch.drain(..) {
            request.refuse(error).await;
        }
    }
    ended
}

/// Carries out changes until one fails; those that are left stay in the batch.
async fn perform(
    writer: &mut (dyn Writer + 'static),
    batch: &mut Vec<WriteRequest>,
    held: &mut Vec<Held>,
) -> Result<(), Error> {
    // Popped from the back, so the rest keeps its order.
    batch.reverse();
    loop {
        let appends = first_appends(batch);
        if !appends.is_empty() {
            let answers = writer.append_all(&appends).await?;
            for answer in answers {
                if let Some(WriteRequest::Append { reply, .. }) = batch.pop() {
                    held.push(Held::new(reply, answer));
                }
            }
            continue;
        }
        let Some(request) = batch.pop() else { return Ok(()) };
        let WriteRequest::Change { operation, .. } = request else { continue };
        let answer = operation.perform(Ok(writer)).await;
        let failure = answer.failure.clone();
        held.push(answer);
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
}

/// The leading appends of the batch, each to a different match. The batch is reversed: its first
/// request is at the end.
fn first_appends(batch: &[WriteRequest]) -> Vec<&Append> {
    let mut ids = HashSet::new();
    let appends = batch.iter().rev().map_while(WriteRequest::append);
    appends.take_while(|append| ids.insert(append.match_id.as_str())).collect()
}
