//! Where matches, profiles and analyses are kept, and the tiles that belong to profiles.
//!
//! A [`Store`] is a cheap handle; behind it an [`Actor`] owns the backend. Changes go through one writer, or several
//! among which matches are divided; those that wait for a writer share a transaction. Questions go to readers of their
//! own, so that none delays a change. Whatever a method answers is as durable as the backend can make it.
//!
//! ```no_run
//! # #[cfg(feature = "sqlite")]
//! # async fn example() -> Result<(), store::Error> {
//! let backend = store::Sqlite::open("damier.sqlite".as_ref()).await?;
//! let (store, actor) = store::channel(backend);
//! tokio::spawn(actor.run());
//! let events = store.load("a-match").await?;
//! # Ok(())
//! # }
//! ```

mod actor;
mod analyses;
mod backend;
#[cfg(all(feature = "postgres", feature = "sqlite"))]
mod copy;
mod device;
#[cfg(feature = "runtime")]
mod drafts;
mod error;
mod handle;
mod latency;
mod match_filter;
mod matches;
mod memory;
mod meter;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod migrations;
mod model;
#[cfg(feature = "postgres")]
mod postgres;
mod profiles;
mod puzzle_result;
mod quota;
mod report;
mod request;
mod service;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stopwatch;
mod tile_collection;
mod tiles;

pub use actor::Actor;
#[cfg(feature = "runtime")]
pub use actor::REOPEN_TIMEOUT;
pub use analyses::{AnalysisReader, AnalysisWriter};
pub use backend::{Backend, Reader, ReaderConnection, Writer};
#[cfg(all(feature = "postgres", feature = "sqlite"))]
pub use copy::{CopiedTable, CopyError, StoreLocation, copy};
pub use device::{DEVICES_MAX, Device, ProfileLink};
#[cfg(feature = "runtime")]
pub use drafts::Drafts;
pub use error::Error;
pub use handle::{Store, channel};
pub use latency::LatencyHistogram;
pub use match_filter::{MatchFilter, MatchResult, OpponentKind};
pub use matches::{MatchReader, MatchWriter};
pub use memory::{Memory, RowBackend, RowChange, RowLog};
pub use meter::Meter;
pub use model::{
    Absence, Accuracy, Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Conduct, Cursor,
    ListedAnalysis, ListedMatch, MatchSummary, NewMatch, Outage, PageRequest, PutAnalysis,
    RetentionBatch, TimeOffset,
};
#[cfg(feature = "postgres")]
pub use postgres::{Postgres, PostgresUrl};
pub use profiles::{ProfileReader, ProfileWriter};
pub use puzzle_result::{PuzzleReader, PuzzleResult, PuzzleWriter};
pub use quota::{Owner, SharedStorage, StorageAmount, StorageQuota};
pub use report::{
    Participant, REPORTS_MAX, REPORTS_OF_NETWORK_MAX, Report, ReportReader, ReportWriter,
};
pub use request::LockKeys;
pub use service::{ServiceReader, ServiceWriter};
#[cfg(feature = "sqlite")]
pub use sqlite::{BackupContent, LazySqlite, Sqlite, back_up};
pub use tile_collection::{Added, MOST_TILES};
pub use tiles::{TileReader, TileWriter};

/// The profile of whoever sits at the machine itself, in the page and at the terminal.
pub const LOCAL: &str = "local";
