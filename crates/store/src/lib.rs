//! Where matches, profiles and analyses are kept, and the tiles that belong to profiles.
//!
//! A [`Store`] is a cheap handle; behind it an [`Actor`] owns the backend and carries out what waits
//! for it together, so that many matches share one commit. Whatever a method answers is as durable as
//! the backend can make it.
//!
//! ```no_run
//! # async fn example() -> Result<(), store::Error> {
//! let backend = store::Sqlite::open("damier.sqlite".as_ref()).await?;
//! let (store, actor) = store::channel(backend);
//! tokio::spawn(actor.run());
//! let events = store.load("a-match").await?;
//! # Ok(())
//! # }
//! ```

mod backend;
mod error;
mod handle;
mod memory;
mod sqlite;
mod tiles;

pub use backend::{
    Analysis, Answer, Append, Backend, Next, Operation, Outage, PutAnalysis, Stored,
};
pub use error::Error;
pub use handle::{Actor, Meter, Store, channel};
pub use memory::Memory;
pub use sqlite::Sqlite;
pub use tiles::{Added, MOST_TILES};

/// The profile of whoever sits at the machine itself, in the page and at the terminal.
pub const LOCAL: &str = "local";
