//! What the actor is asked. A request carries the sender of its own type of answer.

use std::collections::BTreeSet;
use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;

use tokio::sync::oneshot;

use crate::{Append, AppendOutcome, Error, Reader, Writer};

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// A future that an operation of a writer or a reader is.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

pub(crate) enum WriteRequest {
    /// Events for a match. Apart from the others, because those to different matches are carried out together.
    Append { append: Box<Append>, reply: Reply<AppendOutcome> },
    /// Any other change.
    Change { locks: LockKeys, operation: Operation<dyn Writer> },
    /// End of the store.
    Close,
}

pub(crate) type ReadRequest = Operation<dyn Reader>;

/// Work of a writer or a reader, with the sender of its answer.
pub(crate) struct Operation<C: ?Sized>(
    #[expect(clippy::type_complexity, reason = "one closure")]
    Box<dyn for<'c> FnOnce(Result<&'c mut C, Error>) -> BoxFuture<'c, Held> + Send>,
);

impl<C: ?Sized + Send + 'static> Operation<C> {
    pub(crate) fn new<T: Send + 'static>(
        reply: Reply<T>,
        work: impl for<'c> FnOnce(&'c mut C) -> BoxFuture<'c, Result<T, Error>> + Send + 'static,
    ) -> Self {
        Self(Box::new(move |connection| {
            Box::pin(async move {
                let result = match connection {
                    Ok(connection) => work(connection).await,
                    Err(error) => Err(error),
                };
                Held::new(reply, result)
            })
        }))
    }

    /// Does the work on a connection; where there is none, it only has the error as its answer.
    pub(crate) async fn perform(self, connection: Result<&mut C, Error>) -> Held {
        (self.0)(connection).await
    }
}

/// Locks for matches that one request creates.
const CREATION_LOCKS_MAX: usize = 64;

/// What the changes of a transaction lock, so that they find it as they leave it. All transactions lock in the same
/// order and cannot wait for each other in a circle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LockKeys {
    /// Ids of matches.
    pub matches: BTreeSet<String>,
    /// Profiles that store something.
    pub profiles: BTreeSet<String>,
    /// Ids of matches that are created. Of very many at once only some, so that there are not too many locks.
    pub new_matches: BTreeSet<String>,
}

impl LockKeys {
    /// What the requests of a transaction lock together.
    pub(crate) fn of(requests: &[WriteRequest]) -> Self {
        let mut all = Self::default();
        for request in requests {
            match request {
                WriteRequest::Append { append, .. } => {
                    all.matches.insert(append.match_id.clone());
                    all.new_matches.extend(append.next.as_ref().map(|next| next.id.clone()));
                }
                WriteRequest::Change { locks, .. } => {
                    all.matches.extend(locks.matches.iter().cloned());
                    all.profiles.extend(locks.profiles.iter().cloned());
                    all.new_matches.extend(locks.new_matches.iter().cloned());
                }
                WriteRequest::Close => {}
            }
        }
        all
    }
}

/// What a change concerns: by which of several writers it is carried out, and what it locks.
#[derive(Debug, Default)]
pub(crate) struct ChangeScope {
    /// Changes with the same have the same writer, so that they keep their order.
    partition: Option<String>,
    pub(crate) locks: LockKeys,
}

impl ChangeScope {
    /// The service itself.
    pub(crate) fn service() -> Self {
        Self::default()
    }

    pub(crate) fn of_match(id: &str) -> Self {
        Self { partition: Some(id.to_owned()), ..Self::default() }.locking_matches([id])
    }

    /// What a profile stores.
    pub(crate) fn of_profile(profile: &str) -> Self {
        let mut scope = Self::of_owner(profile);
        scope.locks.profiles.insert(profile.to_owned());
        scope
    }

    /// Matches of a profile, whose quota is counted.
    pub(crate) fn of_owner(profile: &str) -> Self {
        Self { partition: Some(profile.to_owned()), ..Self::default() }
    }

    pub(crate) fn locking_matches<'a>(mut self, ids: impl IntoIterator<Item = &'a str>) -> Self {
        self.locks.matches.extend(ids.into_iter().map(str::to_owned));
        self
    }

    pub(crate) fn creating_matches<'a>(mut self, ids: impl IntoIterator<Item = &'a str>) -> Self {
        let ids = ids.into_iter().take(CREATION_LOCKS_MAX).map(str::to_owned);
        self.locks.new_matches.extend(ids);
        self
    }

    /// Which of so many writers carries the change out.
    pub(crate) fn writer(&self, writers: usize) -> usize {
        let Some(partition) = &self.partition else { return 0 };
        let mut hasher = DefaultHasher::new();
        partition.hash(&mut hasher);
        (hasher.finish() % writers.max(1) as u64) as usize
    }
}

/// An answer that is sent once the transaction has ended.
pub(crate) struct Held {
    /// Why the transaction cannot go on.
    pub(crate) failure: Option<Error>,
    send: Box<dyn FnOnce(Result<(), Error>) + Send>,
}

impl Held {
    pub(crate) fn new<T: Send + 'static>(reply: Reply<T>, result: Result<T, Error>) -> Self {
        let failure = result.as_ref().err().filter(|error| error.is_retryable()).cloned();
        // Who does not wait any more need not be told.
        let send = move |ended: Result<(), Error>| drop(reply.send(ended.and(result)));
        Self { failure, send: Box::new(send) }
    }

    /// Sends the answer, or why the transaction failed.
    pub(crate) fn send(self, ended: Result<(), Error>) {
        (self.send)(ended);
    }
}

impl WriteRequest {
    /// The append that it is, if it is one.
    pub(crate) fn append(&self) -> Option<&Append> {
        match self {
            Self::Append { append, .. } => Some(append),
            Self::Change { .. } | Self::Close => None,
        }
    }

    /// Answers with an error.
    pub(crate) async fn refuse(self, error: &Error) {
        match self {
            Self::Append { reply, .. } => {
                // Who does not wait any more need not be told.
                let _ = reply.send(Err(error.clone()));
            }
            Self::Change { operation, .. } => {
                operation.perform(Err(error.clone())).await.send(Ok(()));
            }
            Self::Close => {}
        }
    }
}
