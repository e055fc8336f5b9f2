//! The handle that everybody has, and the actor behind it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use play::{Event, Time, Version};
use rules::Tile;
use tokio::sync::{mpsc, oneshot};

use crate::{
    Added, Analysis, Answer, Append, Backend, Error, Operation, Outage, PutAnalysis, Stored,
};

/// How many operations may wait.
const QUEUE: usize = 1024;
/// How many operations share one commit at most.
const BATCH: usize = 256;

/// A store and the actor that does its work until every handle is gone.
pub fn channel<B: Backend>(backend: B) -> (Store, Actor<B>) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let meter = Arc::new(Meter::default());
    (Store { sender, meter: Arc::clone(&meter) }, Actor { backend, receiver, meter })
}

/// How much an actor has done since it began.
#[derive(Debug, Default)]
pub struct Meter {
    commits: AtomicU64,
    appends: AtomicU64,
}

impl Meter {
    /// How many transactions changed something: each is one wait for the disk.
    pub fn commits(&self) -> u64 {
        self.commits.load(Relaxed)
    }

    /// How many times events were added to a match.
    pub fn appends(&self) -> u64 {
        self.appends.load(Relaxed)
    }

    fn count(&self, operations: &[Operation]) {
        let appends = operations.iter().filter(|other| matches!(other, Operation::Append(_)));
        self.appends.fetch_add(appends.count() as u64, Relaxed);
        self.commits.fetch_add(u64::from(operations.iter().any(Operation::changes)), Relaxed);
    }
}

/// Where matches and profiles are kept: a handle that is cheap to copy.
#[derive(Clone, Debug)]
pub struct Store {
    sender: mpsc::Sender<Request>,
    meter: Arc<Meter>,
}

#[derive(Debug)]
enum Request {
    Perform { operation: Operation, reply: Reply },
    Close,
}

type Reply = oneshot::Sender<Result<Answer, Error>>;

impl Store {
    /// Makes a match of `owner` that begins with `events`.
    pub async fn create(
        &self,
        id: impl Into<String>,
        owner: impl Into<String>,
        events: Vec<Event>,
    ) -> Result<Version, Error> {
        let operation = Operation::Create { id: id.into(), owner: owner.into(), events };
        self.version(operation).await
    }

    /// Makes matches of `owner`, all of them or none.
    pub async fn create_all(
        &self,
        owner: impl Into<String>,
        matches: Vec<(String, Vec<Event>)>,
    ) -> Result<(), Error> {
        let operation = Operation::CreateAll { owner: owner.into(), matches };
        self.perform(operation).await.map(|_| ())
    }

    /// Adds events to a match, if it is at the version that they follow and the command has not been
    /// carried out before.
    pub async fn append(&self, append: Append) -> Result<Version, Error> {
        self.version(Operation::Append(append)).await
    }

    /// All that has happened in a match.
    pub async fn load(&self, id: impl Into<String>) -> Result<Vec<Event>, Error> {
        match self.perform(Operation::Load { id: id.into() }).await? {
            Answer::Events(events) => Ok(events),
            other => Err(unexpected(&other)),
        }
    }

    /// The version of a match after a command, if that has been carried out.
    pub async fn find(
        &self,
        id: impl Into<String>,
        command: impl Into<String>,
    ) -> Result<Option<Version>, Error> {
        match self.perform(Operation::Find { id: id.into(), command: command.into() }).await? {
            Answer::Found(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    /// The matches of a profile, the last changed first.
    pub async fn list(&self, owner: impl Into<String>, limit: u32) -> Result<Vec<Stored>, Error> {
        match self.perform(Operation::List { owner: owner.into(), limit }).await? {
            Answer::Matches(matches) => Ok(matches),
            other => Err(unexpected(&other)),
        }
    }

    /// Lets the list of `profile` have a match that another made.
    pub async fn attend(
        &self,
        id: impl Into<String>,
        profile: impl Into<String>,
    ) -> Result<(), Error> {
        let operation = Operation::Attend { id: id.into(), profile: profile.into() };
        self.perform(operation).await.map(|_| ())
    }

    /// The names of at most `limit` matches that begin with `prefix` and come after `after`.
    pub async fn ids(
        &self,
        prefix: impl Into<String>,
        after: impl Into<String>,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let operation = Operation::Ids { prefix: prefix.into(), after: after.into(), limit };
        match self.perform(operation).await? {
            Answer::Ids(ids) => Ok(ids),
            other => Err(unexpected(&other)),
        }
    }

    /// Forgets matches in which nothing has happened since `before`, and says how many.
    pub async fn forget(&self, before: Time) -> Result<u64, Error> {
        match self.perform(Operation::Forget { before }).await? {
            Answer::Count(count) => Ok(count),
            other => Err(unexpected(&other)),
        }
    }

    /// The server runs at this moment.
    pub async fn beat(&self, at: Time) -> Result<(), Error> {
        self.perform(Operation::Beat { at }).await.map(|_| ())
    }

    /// The server starts: when it did not run before, the earliest first.
    pub async fn wake(&self, at: Time) -> Result<Vec<Outage>, Error> {
        match self.perform(Operation::Wake { at }).await? {
            Answer::Outages(outages) => Ok(outages),
            other => Err(unexpected(&other)),
        }
    }

    /// How much has been done.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// What a profile says.
    pub async fn profile(&self, id: impl Into<String>) -> Result<Option<String>, Error> {
        match self.perform(Operation::Profile { id: id.into() }).await? {
            Answer::Document(document) => Ok(document),
            other => Err(unexpected(&other)),
        }
    }

    /// Replaces what a profile says.
    pub async fn put_profile(
        &self,
        id: impl Into<String>,
        document: impl Into<String>,
    ) -> Result<(), Error> {
        let operation = Operation::PutProfile { id: id.into(), document: document.into() };
        self.perform(operation).await.map(|_| ())
    }

    /// An analysis of a profile.
    pub async fn analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Option<Analysis>, Error> {
        match self.perform(Operation::Analysis { owner: owner.into(), id: id.into() }).await? {
            Answer::Analysis(analysis) => Ok(analysis),
            other => Err(unexpected(&other)),
        }
    }

    /// The tiles of a profile, in the order in which they came.
    pub async fn tiles(&self, profile: impl Into<String>) -> Result<Vec<Tile>, Error> {
        match self.perform(Operation::Tiles { profile: profile.into() }).await? {
            Answer::Tiles(tiles) => Ok(tiles),
            other => Err(unexpected(&other)),
        }
    }

    /// Makes or replaces an analysis, if it is at the version that this one follows.
    pub async fn put_analysis(&self, put: PutAnalysis) -> Result<Version, Error> {
        self.version(Operation::PutAnalysis(put)).await
    }

    /// The analyses of a profile, the last changed first.
    pub async fn analyses(
        &self,
        owner: impl Into<String>,
        limit: u32,
    ) -> Result<Vec<Analysis>, Error> {
        match self.perform(Operation::Analyses { owner: owner.into(), limit }).await? {
            Answer::Analyses(analyses) => Ok(analyses),
            other => Err(unexpected(&other)),
        }
    }

    /// Forgets an analysis.
    pub async fn remove_analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<(), Error> {
        let operation = Operation::RemoveAnalysis { owner: owner.into(), id: id.into() };
        self.perform(operation).await.map(|_| ())
    }

    /// Makes a tile (`before` is `None`), removes it (`after` is `None`), or turns the one into the
    /// other, if it still is what the client knows. The same change twice is one.
    pub async fn change_tile(
        &self,
        profile: impl Into<String>,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error> {
        let operation = Operation::ChangeTile { profile: profile.into(), before, after };
        self.perform(operation).await.map(|_| ())
    }

    /// Adds tiles and says what became of each; none is replaced.
    pub async fn add_tiles(
        &self,
        profile: impl Into<String>,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Added>, Error> {
        match self.perform(Operation::AddTiles { profile: profile.into(), tiles }).await? {
            Answer::Added(added) => Ok(added),
            other => Err(unexpected(&other)),
        }
    }

    /// Ends the actor once all that was asked for before has been done. Nothing more is then.
    pub async fn close(&self) {
        // If there is nobody to tell, it has ended already.
        let _ = self.sender.send(Request::Close).await;
    }

    async fn version(&self, operation: Operation) -> Result<Version, Error> {
        match self.perform(operation).await? {
            Answer::Version(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    /// Asks for one thing.
    pub async fn perform(&self, operation: Operation) -> Result<Answer, Error> {
        let (reply, answer) = oneshot::channel();
        let closed = || Error::failed("the store is closed");
        self.sender.send(Request::Perform { operation, reply }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

fn unexpected(answer: &Answer) -> Error {
    Error::Failed(format!("the backend answered something else: {answer:?}"))
}

/// Does the work of a store.
pub struct Actor<B> {
    backend: B,
    receiver: mpsc::Receiver<Request>,
    meter: Arc<Meter>,
}

impl<B: Backend> Actor<B> {
    /// Works until it is closed or every handle is gone, then closes the backend.
    pub async fn run(mut self) -> Result<(), Error> {
        let mut waiting = Vec::with_capacity(BATCH);
        while self.receiver.recv_many(&mut waiting, BATCH).await > 0 {
            let (mut operations, mut replies) = (Vec::new(), Vec::new());
            for request in waiting.drain(..) {
                match request {
                    Request::Perform { operation, reply } => {
                        operations.push(operation);
                        replies.push(reply);
                    }
                    // What is in the queue by now is still done.
                    Request::Close => self.receiver.close(),
                }
            }
            if operations.is_empty() {
                continue;
            }
            let answers = self.backend.perform(&operations).await;
            self.meter.count(&operations);
            let answers = answers.unwrap_or_else(|error| vec![Err(error); replies.len()]);
            for (reply, answer) in replies.into_iter().zip(answers) {
                // Who does not wait any more need not be told.
                let _ = reply.send(answer);
            }
        }
        self.backend.close().await
    }
}
