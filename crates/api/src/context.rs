//! What handlers need from where they run.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use engine::Entry;
use play::{Match, SeatKey};
use room::{Now, Room};
use rules::Live;
use store::{Owner, Store};
use wire::MatchState;
use wire::http::AnalysisPlace;
use work::{WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use crate::error::Error;
use crate::games::Games;
use crate::listing::Backfill;
use crate::resource::Resource;

/// Hash of what a picture shows and how.
pub type PictureKey = [u8; 16];

/// What a handler works with, on behalf of one visitor.
pub trait Context: Clone + Send + Sync + 'static {
    /// The games.
    fn games(&self) -> &Games;

    /// The store of matches and profiles.
    fn store(&self) -> &Store;

    /// State of the backfill of summaries.
    fn backfill(&self) -> &Backfill;

    /// Reads the clocks by which matches are played.
    fn now(&self) -> Now;

    /// Cryptographically secure random bits.
    fn random(&self) -> Result<u128, Error>;

    /// Data that are the same for everybody, encoded as JSON. Not found where the page has them as files.
    fn resource(&self, resource: Resource) -> Result<Bytes, Error>;

    /// Whether the visitor is the owner of the program, at the owner's own machine.
    fn is_owner(&self) -> bool;

    /// The name of the visitor's profile.
    fn profile(&self) -> &str;

    /// The key of the visitor's device, if it came to the profile by a link.
    fn device(&self) -> Option<SeatKey>;

    /// The owner of what the visitor stores.
    fn owner(&self) -> Owner;

    /// The cookie that makes the visitor's browser forget the profile, if a cookie names it.
    fn expired_cookie(&self) -> Option<String>;

    /// Where positions and games are analysed.
    fn analysis_place(&self) -> AnalysisPlace {
        AnalysisPlace::Server
    }

    /// Applies the rate limit of expensive requests.
    fn check_effort(&self) -> Result<(), Error>;

    /// Applies the rate limit of changes of what is stored.
    fn check_write(&self) -> Result<(), Error>;

    /// Refuses help with a position that belongs to a game which the visitor plays against a person; otherwise returns
    /// it.
    fn check_fair_play(
        &self,
        entry: Entry,
        live: Box<dyn Live>,
    ) -> impl Future<Output = Result<Box<dyn Live>, Error>> + Send;

    /// Runs work that may take a millisecond or more and needs no engine, where it delays nobody. `bytes` is the size
    /// of the request that the work holds.
    fn run_blocking<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> + Send;

    /// Runs work that is expected to take `cost`, which is long, where it delays neither quick work nor that of others.
    fn run_expensive<T: Send + 'static>(
        &self,
        cost: Duration,
        bytes: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> + Send {
        let _ = cost;
        self.run_blocking(bytes, work)
    }

    /// Runs a part of work whose result is being sent already: it waits for its turn where other work is refused.
    fn run_patiently<T: Send + 'static>(
        &self,
        cost: Duration,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> + Send {
        self.run_expensive(cost, 0, work)
    }

    /// Has an engine do work: its result, and what it found on the way. It is stopped when the future is dropped.
    fn run_engine(
        &self,
        priority: WorkPriority,
        request: WorkRequest,
    ) -> impl Future<Output = Result<(WorkResult, Vec<WorkUpdate>), Error>> + Send;

    /// What `look` returns for the room of a match, which is opened if it is not open.
    fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T + Clone + Send + 'static,
    ) -> impl Future<Output = Result<T, OpenError>> + Send;

    /// Closes the room of a match, if it is open, so that whoever opens it next sees what is stored.
    fn close_room(&self, id: &str) -> impl Future<Output = ()> + Send;

    /// Rasterises a drawing, unless there is a picture with that key already: work for
    /// [`run_blocking`](Self::run_blocking).
    fn png(
        &self,
        key: PictureKey,
        drawing: &str,
        pixels: u32,
        budget: &dyn WorkBudget,
    ) -> Result<Bytes, Error>;
}

/// Deadline of blocking work. Work whose length depends on its input has to check it regularly.
pub trait WorkBudget {
    /// Fails after the deadline, or if nobody waits for the result any more.
    fn check(&self) -> Result<(), Error>;
}

/// Open room of a match, as handlers see it.
pub trait OpenRoom {
    /// The room.
    fn room(&self) -> &Room;

    /// The game and everybody who can play it.
    fn entry(&self) -> Entry;

    /// The match as somebody without a seat sees it.
    fn state(&self) -> MatchState;

    /// The match, if it may be analysed: one between people not while they play it.
    fn analysable(&self) -> Option<&Match>;

    /// The match; `None` before its start.
    fn current_match(&self) -> Option<&Match> {
        self.room().session().current_match()
    }
}

/// Why a room cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// There is no such match.
    NotFound,
    /// There are too many rooms.
    Busy,
    /// A newer version of the program has continued the match. The cause is for the log alone.
    Incompatible(String),
    /// The match cannot be read. The cause is for the log alone.
    Failed(String),
}

impl OpenError {
    /// The match cannot be read.
    pub fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }
}

impl From<Error> for OpenError {
    fn from(error: Error) -> Self {
        match error {
            Error::Busy | Error::Overdue => Self::Busy,
            Error::Incompatible(cause) => Self::Incompatible(cause),
            Error::Failed(cause) => Self::Failed(cause),
            other => Self::Failed(format!("{other:?}")),
        }
    }
}
