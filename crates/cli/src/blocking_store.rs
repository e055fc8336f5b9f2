//! The store of a data folder, for commands that are not asynchronous.

use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use play::Event;
use rules::{AnyGame, Tile};
use store::{Added, Error, LOCAL, NewMatch, Sqlite, Store};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, tiles};

/// Match ids that are listed with one query.
const MATCH_PAGE_SIZE: u32 = 256;

/// Store with a runtime that waits for it. A running server may have the same file open.
pub(crate) struct BlockingStore {
    runtime: Runtime,
    store: Store,
    actor: Option<JoinHandle<Result<(), Error>>>,
}

impl BlockingStore {
    pub(crate) fn open(file: &Path) -> Result<Self, Failure> {
        let (runtime, backend) = open_backend(file)?;
        Ok(Self::start(runtime, backend))
    }

    /// Opens the store, and also returns the problems that the database finds in its own file.
    pub(crate) fn open_checked(file: &Path) -> Result<(Self, Vec<String>), Failure> {
        let (runtime, mut backend) = open_backend(file)?;
        let damage = runtime.block_on(backend.damage());
        let damage = damage.map_err(|error| unusable(file, &error))?;
        Ok((Self::start(runtime, backend), damage))
    }

    fn start(runtime: Runtime, backend: Sqlite) -> Self {
        let (store, actor) = store::channel(backend);
        let actor = Some(runtime.spawn(actor.run()));
        Self { runtime, store, actor }
    }

    /// Calls `visit` with the events of every match, ordered by match id, until the user interrupts.
    pub(crate) fn for_each_match(
        &self,
        context: &mut Context<'_>,
        mut visit: impl FnMut(&str, Result<Vec<Event>, Error>, &mut Context<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut after = String::new();
        loop {
            let ids = self.wait(self.store.match_ids("", &after, MATCH_PAGE_SIZE), not_done)?;
            let Some(last) = ids.last() else { return Ok(()) };
            after.clone_from(last);
            for id in &ids {
                if context.stop.load(Relaxed) {
                    return Err(Failure::interrupted());
                }
                let events = self.runtime.block_on(self.store.load(id));
                visit(id, events, context)?;
            }
        }
    }

    /// Creates matches, all of them or none.
    pub(crate) fn create_matches(&self, matches: Vec<NewMatch>) -> Result<(), Failure> {
        self.wait(self.store.create_matches(LOCAL, matches), not_done)
    }

    /// The player's own tiles.
    pub(crate) fn tiles(&self) -> Result<Vec<Tile>, Failure> {
        self.wait(self.store.tiles(LOCAL), messages::quadrants::not_kept)
    }

    /// The own tile of that name.
    pub(crate) fn find_tile(&self, name: &str) -> Result<Option<Tile>, Failure> {
        Ok(tiles::find(&self.tiles()?, name).cloned())
    }

    /// Adds, changes, renames or removes a tile: see [`Store::change_tile`].
    pub(crate) fn change_tile(
        &self,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Failure> {
        let name = after.as_ref().or(before.as_ref()).map(|tile| tile.name.clone());
        self.wait(self.store.change_tile(LOCAL, before, after), |error| {
            messages::quadrants::refused(error, &name.unwrap_or_default())
        })
    }

    pub(crate) fn add_tiles(&self, tiles: Vec<Tile>) -> Result<Vec<Added>, Failure> {
        self.wait(self.store.add_tiles(LOCAL, tiles), messages::quadrants::not_kept)
    }

    fn wait<T>(
        &self,
        request: impl Future<Output = Result<T, Error>>,
        message: impl FnOnce(&Error) -> rules::Text,
    ) -> Result<T, Failure> {
        self.runtime.block_on(request).map_err(|error| Failure::failed(message(&error)))
    }
}

impl Drop for BlockingStore {
    fn drop(&mut self) {
        // What was answered is stored; closing only tidies the file, and may fail.
        if let Some(actor) = self.actor.take() {
            self.runtime.block_on(async {
                self.store.close().await;
                let _ = actor.await;
            });
        }
    }
}

fn open_backend(file: &Path) -> Result<(Runtime, Sqlite), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| unusable(file, &error))?;
    let backend = runtime.block_on(Sqlite::open(file)).map_err(|error| unusable(file, &error))?;
    Ok((runtime, backend))
}

fn unusable(file: &Path, error: &dyn Display) -> Failure {
    Failure::failed(messages::serve::no_data(file, error))
}

fn not_done(error: &Error) -> rules::Text {
    messages::serve::failed(error)
}

/// The game with that id.
pub(crate) fn find_game(context: &Context<'_>, id: &str) -> Option<&'static dyn AnyGame> {
    context.catalogue.iter().map(|entry| entry.game).find(|game| game.info().id == id)
}
