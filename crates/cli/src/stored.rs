//! The stored matches, for commands that look at all of them.

use std::path::Path;

use play::Event;
use rules::AnyGame;
use store::{Error, NewMatch, Sqlite, Store};
use tokio::runtime::Runtime;

use crate::context::Context;
use crate::failure::Failure;
use crate::{data, words};

/// How many matches are asked for at once.
const PAGE: u32 = 256;

/// The store of a data folder, and something to wait for it with.
pub(crate) struct Stored {
    runtime: Runtime,
    store: Store,
    /// What the database itself finds wrong with its file.
    pub(crate) damage: Vec<String>,
}

impl Stored {
    /// Opens the store of a data folder.
    pub(crate) fn open(data: Option<&Path>, context: &Context<'_>) -> Result<Self, Failure> {
        let folder = data::folder(data, context)?;
        let file = folder.join(data::FILE);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::failed(words::serve::failed(&error)))?;
        let unusable = |error| Failure::failed(words::serve::no_data(&file, &error));
        let mut backend = runtime.block_on(Sqlite::open(&file)).map_err(unusable)?;
        let damage = runtime.block_on(backend.damage()).map_err(unusable)?;
        let (store, actor) = store::channel(backend);
        runtime.spawn(actor.run());
        Ok(Self { runtime, store, damage })
    }

    /// Shows every match to `look`, in the order of their names, until the user has had enough.
    pub(crate) fn each(
        &self,
        context: &mut Context<'_>,
        mut look: impl FnMut(&str, Result<Vec<Event>, Error>, &mut Context<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut after = String::new();
        loop {
            let ids = self.wait(self.store.match_ids("", &after, PAGE))?;
            let Some(last) = ids.last() else { return Ok(()) };
            after.clone_from(last);
            for id in &ids {
                if context.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(Failure::interrupted());
                }
                let events = self.runtime.block_on(self.store.load(id));
                look(id, events, context)?;
            }
        }
    }

    /// Creates matches, all of them or none.
    pub(crate) fn create(&self, matches: Vec<NewMatch>) -> Result<(), Failure> {
        self.wait(self.store.create_matches(store::LOCAL, matches))
    }

    /// Ends the store in good order.
    pub(crate) fn close(self) {
        self.runtime.block_on(self.store.close());
    }

    fn wait<T>(&self, asked: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
        let answer = self.runtime.block_on(asked);
        answer.map_err(|error| Failure::failed(words::serve::failed(&error)))
    }
}

/// The game of that name.
pub(crate) fn find(context: &Context<'_>, game: &str) -> Option<&'static dyn AnyGame> {
    context.catalogue.iter().map(|entry| entry.game).find(|other| other.info().id == game)
}
