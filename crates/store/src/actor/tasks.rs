//! The actor as tasks of tokio: writers that probe a failed backend, and several readers.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::{Actor, BATCH_MAX, answer, close_if_asked, transact};
use crate::request::{ReadRequest, WriteRequest};
use crate::{Backend, Error, Meter, ReaderConnection, ServiceWriter};

/// How long the backend may be impossible to open before the actor gives up.
pub const REOPEN_TIMEOUT: Duration = Duration::from_mins(1);
/// How many readers there are.
const READERS: usize = 4;
/// How long to wait before the first probe of a backend that failed, and how long at most.
const PROBE_BACKOFF: Duration = Duration::from_millis(250);
const PROBE_BACKOFF_MAX: Duration = Duration::from_secs(5);

/// A backend that cannot be written.
struct Failing {
    probe_at: Instant,
    backoff: Duration,
    unopenable_since: Option<Instant>,
}

impl<B: Backend> Actor<B> {
    /// Sets how long the backend may be impossible to open before the actor gives up.
    pub fn with_reopen_timeout(self, reopen_timeout: Duration) -> Self {
        Self { reopen_timeout, ..self }
    }

    /// Works until it is closed or every handle is gone, then closes the backend. Ends with
    /// [`Error::Unopenable`] if the backend failed and could not be opened again in time.
    pub async fn run(self) -> Result<(), Error> {
        let Self { writers, reads, meter, reopen_timeout } = self;
        let reads = Arc::new(Mutex::new(reads));
        let mut readers = JoinSet::new();
        let (close, closing) = watch::channel(false);
        if let Some((backend, _)) = writers.first() {
            for _ in 0..READERS {
                let (reads, meter) = (Arc::clone(&reads), Arc::clone(&meter));
                readers.spawn(answer_all(backend.reader(), reads, meter, closing.clone()));
            }
        }
        let (give_up, given_up) = watch::channel(false);
        let mut writing = JoinSet::new();
        for (index, (backend, requests)) in writers.into_iter().enumerate() {
            let meter = WriterMeter { meter: Arc::clone(&meter), writer: index };
            writing.spawn(write_all(backend, requests, meter, reopen_timeout, given_up.clone()));
        }
        let (mut backends, mut written) = (Vec::new(), Ok(()));
        while let Some(ended) = writing.join_next().await {
            let (backend, ended) = ended.map_err(Error::failed)?;
            // One that cannot go on ends the others.
            give_up.send_if_modified(|give_up| ended.is_err() && !mem::replace(give_up, true));
            backends.push(backend);
            written = written.and(ended);
        }
        close.send_replace(true);
        while readers.join_next().await.is_some() {}
        written?;
        for backend in backends {
            backend.close().await?;
        }
        Ok(())
    }
}

/// Meter, for one of the writers.
struct WriterMeter {
    meter: Arc<Meter>,
    writer: usize,
}

/// Carries out the changes of one writer until the store is closed, or another writer has given up.
async fn write_all<B: Backend>(
    mut backend: B,
    mut requests: mpsc::Receiver<WriteRequest>,
    meter: WriterMeter,
    reopen_timeout: Duration,
    mut given_up: watch::Receiver<bool>,
) -> (B, Result<(), Error>) {
    let written = tokio::select! {
        written = write(&mut backend, &mut requests, &meter, reopen_timeout) => written,
        _ = given_up.wait_for(|given_up| *given_up) => Ok(()),
    };
    requests.close();
    while let Ok(request) = requests.try_recv() {
        request.refuse(&Error::Closed).await;
    }
    (backend, written)
}

/// Answers questions until it is told to end, and then those that wait.
async fn answer_all<R: ReaderConnection>(
    mut reader: R,
    reads: Arc<Mutex<mpsc::Receiver<ReadRequest>>>,
    meter: Arc<Meter>,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let request = {
            let mut reads = reads.lock().await;
            tokio::select! {
                biased;
                request = reads.recv() => request,
                _ = closing.wait_for(|closing| *closing) => reads.try_recv().ok(),
            }
        };
        let Some(request) = request else { break };
        answer(&mut reader, request, &meter).await;
    }
    reader.disconnect().await;
}

/// Carries out changes until the store is closed.
async fn write(
    backend: &mut impl Backend,
    requests: &mut mpsc::Receiver<WriteRequest>,
    WriterMeter { meter, writer }: &WriterMeter,
    reopen_timeout: Duration,
) -> Result<(), Error> {
    let mut failing: Option<Failing> = None;
    let mut batch = Vec::with_capacity(BATCH_MAX);
    loop {
        let probe_at = failing.as_ref().map(|failing| failing.probe_at);
        let result = tokio::select! {
            count = requests.recv_many(&mut batch, BATCH_MAX) => {
                if count == 0 {
                    return Ok(());
                }
                close_if_asked(requests, &batch);
                transact(backend, &mut batch, meter).await
            }
            () = sleep_until(probe_at.unwrap_or_else(Instant::now)), if probe_at.is_some() => {
                probe(backend).await
            }
        };
        meter.set_failing(*writer, result.is_err());
        match result {
            Ok(()) => failing = None,
            Err(error) => {
                meter.count_error();
                let failure = failed_again(failing.take(), &error);
                if failure.unopenable_since.is_some_and(|since| since.elapsed() >= reopen_timeout) {
                    return Err(error);
                }
                failing = Some(failure);
            }
        }
    }
}

fn failed_again(before: Option<Failing>, error: &Error) -> Failing {
    let now = Instant::now();
    let unopenable = matches!(error, Error::Unopenable(_));
    let since = before.as_ref().and_then(|before| before.unopenable_since).unwrap_or(now);
    // Requests that fail in the meantime do not put the probe off.
    let (probe_at, backoff) = match before {
        Some(before) if before.probe_at > now => (before.probe_at, before.backoff),
        Some(before) => {
            let backoff = (before.backoff * 2).min(PROBE_BACKOFF_MAX);
            (now + backoff, backoff)
        }
        None => (now + PROBE_BACKOFF, PROBE_BACKOFF),
    };
    Failing { probe_at, backoff, unopenable_since: unopenable.then_some(since) }
}

/// Finds out whether the backend can be written again.
async fn probe(backend: &mut impl Backend) -> Result<(), Error> {
    if let Err(error) = backend.begin().await?.probe().await {
        backend.rollback().await;
        return Err(error);
    }
    backend.commit().await
}
