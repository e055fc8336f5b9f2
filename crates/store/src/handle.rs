//! The handle that everybody has, and the actor behind it.

use play::{Event, Version};
use rules::Tile;
use tokio::sync::{mpsc, oneshot};

use crate::{Added, Analysis, Answer, Append, Backend, Error, Operation, PutAnalysis, Stored};

/// How many operations may wait.
const QUEUE: usize = 1024;
/// How many operations share one commit at most.
const BATCH: usize = 256;

/// A store and the actor that does its work until every handle is gone.
pub fn channel<B: Backend>(backend: B) -> (Store, Actor<B>) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    (Store { sender }, Actor { backend, receiver })
}

/// Where matches and profiles are kept: a handle that is cheap to copy.
#[derive(Clone, Debug)]
pub struct Store {
    sender: mpsc::Sender<Request>,
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

    /// Adds events to a match, if it is at the version that they follow and the command has not been
    /// carried out before.
    pub async fn append(&self, append: Append) -> Result<Version, Error> {
        self.version(Operation::Append(append)).await
    }

    /// All that has happened in a match.
    pub async fn load(&self, id: impl Into<String>) -> Result<Vec<Event>, Error> {
        match self.ask(Operation::Load { id: id.into() }).await? {
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
        match self.ask(Operation::Find { id: id.into(), command: command.into() }).await? {
            Answer::Found(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    /// The matches of a profile, the last changed first.
    pub async fn list(&self, owner: impl Into<String>, limit: u32) -> Result<Vec<Stored>, Error> {
        match self.ask(Operation::List { owner: owner.into(), limit }).await? {
            Answer::Matches(matches) => Ok(matches),
            other => Err(unexpected(&other)),
        }
    }

    /// What a profile says.
    pub async fn profile(&self, id: impl Into<String>) -> Result<Option<String>, Error> {
        match self.ask(Operation::Profile { id: id.into() }).await? {
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
        self.ask(operation).await.map(|_| ())
    }

    /// An analysis of a profile.
    pub async fn analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Option<Analysis>, Error> {
        match self.ask(Operation::Analysis { owner: owner.into(), id: id.into() }).await? {
            Answer::Analysis(analysis) => Ok(analysis),
            other => Err(unexpected(&other)),
        }
    }

    /// The tiles of a profile, in the order in which they came.
    pub async fn tiles(&self, profile: impl Into<String>) -> Result<Vec<Tile>, Error> {
        match self.ask(Operation::Tiles { profile: profile.into() }).await? {
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
        match self.ask(Operation::Analyses { owner: owner.into(), limit }).await? {
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
        self.ask(operation).await.map(|_| ())
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
        self.ask(operation).await.map(|_| ())
    }

    /// Adds tiles and says what became of each; none is replaced.
    pub async fn add_tiles(
        &self,
        profile: impl Into<String>,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Added>, Error> {
        match self.ask(Operation::AddTiles { profile: profile.into(), tiles }).await? {
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
        match self.ask(operation).await? {
            Answer::Version(version) => Ok(version),
            other => Err(unexpected(&other)),
        }
    }

    async fn ask(&self, operation: Operation) -> Result<Answer, Error> {
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
            let answers = answers.unwrap_or_else(|error| vec![Err(error); replies.len()]);
            for (reply, answer) in replies.into_iter().zip(answers) {
                // Who does not wait any more need not be told.
                let _ = reply.send(answer);
            }
        }
        self.backend.close().await
    }
}
