//! The store of a data folder, for commands that are not asynchronous.

use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::Entry;
use futures_util::future::join_all;
use play::{Event, MatchSession, Player, Time};
use room::ImportedMatch;
use rules::{AnyGame, Tile};
use store::{
    Added, Backend, Error, LOCAL, ListedMatch, PageRequest, Participant, Postgres, PostgresUrl,
    Report, Sqlite, Store,
};
use texts::text;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::context::Context;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::{data, messages, tiles};

/// Match ids that are listed with one query.
const MATCH_PAGE_SIZE: u32 = 256;

/// Matches of an import that share a transaction, which takes a few milliseconds.
const IMPORT_BATCH_MATCHES: usize = 16;
/// Shortest pause between transactions of an import. They are as long as the transactions, because `SQLite` gives
/// the lock to whoever asks first when it is free.
const IMPORT_PAUSE_MIN: Duration = Duration::from_millis(2);

/// What became of the matches of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportCounts {
    pub stored: usize,
    pub already_there: usize,
    /// The user has interrupted it.
    pub interrupted: bool,
}

/// Store with a runtime that waits for it. A running server may have the same file open.
pub struct BlockingStore {
    runtime: Runtime,
    store: Store,
    actor: Option<JoinHandle<Result<(), Error>>>,
}

impl BlockingStore {
    pub fn open(file: &Path) -> Result<Self, Failure> {
        let (runtime, backend) = open_backend(file)?;
        Ok(Self::start(runtime, backend))
    }

    /// Opens the store that the arguments of a server name.
    pub fn open_located(location: &LocationArgs, context: &Context<'_>) -> Result<Self, Failure> {
        match location.server(context)? {
            Some(url) => Ok(Self::open_server(&url)?.0),
            None => Self::open(&data::existing_database(location.folder(), context)?),
        }
    }

    /// Opens the store that the arguments of a server name, and also returns the problems that its database finds.
    pub fn open_located_checked(
        location: &LocationArgs,
        context: &Context<'_>,
    ) -> Result<(Self, Vec<String>), Failure> {
        match location.server(context)? {
            Some(url) => Self::open_server(&url),
            None => Self::open_checked(&data::existing_database(location.folder(), context)?),
        }
    }

    /// Opens the store of a server in a PostgreSQL database, and also returns the problems that the database finds.
    fn open_server(url: &PostgresUrl) -> Result<(Self, Vec<String>), Failure> {
        let unusable = |error: &dyn Display| {
            Failure::failed(text!(
                "store-unusable",
                database = url.to_string(),
                error = error.to_string()
            ))
        };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unusable(&error))?;
        let opened = runtime.block_on(async {
            let mut backend = Postgres::open(url).await?;
            let damage = backend.damage().await?;
            Ok((backend, damage))
        });
        let (backend, damage) = opened.map_err(|error: Error| unusable(&error))?;
        Ok((Self::start(runtime, backend), damage))
    }

    /// Opens the store, and also returns the problems that the database finds in its own file.
    fn open_checked(file: &Path) -> Result<(Self, Vec<String>), Failure> {
        let (runtime, mut backend) = open_backend(file)?;
        let damage = runtime.block_on(backend.damage());
        let damage = damage.map_err(|error| unusable(file, &error))?;
        Ok((Self::start(runtime, backend), damage))
    }

    fn start(runtime: Runtime, backend: impl Backend) -> Self {
        let (store, actor) = store::channel(backend);
        let actor = Some(runtime.spawn(actor.run()));
        Self { runtime, store, actor }
    }

    /// Calls `visit` with the events of every match, ordered by match id, until the user interrupts.
    pub fn for_each_match(
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

    /// Stores matches that were read from files, in small transactions with pauses between, so that a server that
    /// has the file open is not delayed. Those that are there already are left out.
    pub fn import(
        &self,
        matches: Vec<ImportedMatch>,
        context: &Context<'_>,
    ) -> Result<ImportCounts, Failure> {
        let mut counts = ImportCounts::default();
        let mut matches = matches.into_iter().peekable();
        while matches.peek().is_some() {
            if context.stop.load(Relaxed) {
                counts.interrupted = true;
                break;
            }
            let batch: Vec<_> = matches.by_ref().take(IMPORT_BATCH_MATCHES).collect();
            let begun = Instant::now();
            // What is asked for at the same time shares a transaction.
            let stored = join_all(batch.into_iter().map(|one| self.import_match(one, context)));
            for stored in self.runtime.block_on(stored) {
                if stored.map_err(|error| Failure::failed(not_done(&error)))? {
                    counts.stored += 1;
                } else {
                    counts.already_there += 1;
                }
            }
            if matches.peek().is_some() {
                let pause = begun.elapsed().max(IMPORT_PAUSE_MIN);
                self.runtime.block_on(async { tokio::time::sleep(pause).await });
            }
        }
        Ok(counts)
    }

    /// Stores a match, unless it is there already.
    async fn import_match(
        &self,
        imported: ImportedMatch,
        context: &Context<'_>,
    ) -> Result<bool, Error> {
        let ImportedMatch { id, content_id, events } = imported;
        let find = |game: &str| find_game(context, game);
        if let Some(id) = id {
            let new = room::new_match(find, id.clone(), events.clone());
            match self.store.create_match(LOCAL, new).await {
                Err(Error::Taken) => {}
                created => return created.map(|_| true),
            }
            // Somebody may have changed the game in the file, or played on in the match.
            let stored = self.store.load(&id).await.unwrap_or_default();
            let record = |events: &[Event]| {
                let session = MatchSession::replay(find, events).ok()?;
                Some(session.current_match()?.live().record().clone())
            };
            if let (Some(stored), Some(read)) = (record(&stored), record(&events))
                && stored.start == read.start
                && stored.swap == read.swap
                && stored.moves.starts_with(&read.moves)
            {
                return Ok(false);
            }
        }
        let new = room::new_match(find, content_id, events);
        match self.store.create_match(LOCAL, new).await {
            Err(Error::Taken) => Ok(false),
            created => created.map(|_| true),
        }
    }

    /// All events of a match.
    pub fn load(&self, id: &str) -> Result<Vec<Event>, Error> {
        self.runtime.block_on(self.store.load(id))
    }

    /// The player's matches, the last changed first.
    pub fn list_matches(&self, page: PageRequest) -> Result<Vec<ListedMatch>, Failure> {
        self.wait(self.store.list_matches(LOCAL, page), not_done)
    }

    /// Who a player of a match is, if that is known.
    pub fn participant(
        &self,
        match_id: &str,
        player: Player,
    ) -> Result<Option<Participant>, Failure> {
        self.wait(self.store.participant(match_id, player), not_done)
    }

    /// The names that visitors have reported.
    pub fn reports(&self) -> Result<Vec<Report>, Failure> {
        self.wait(self.store.reports(), not_done)
    }

    /// Deletes the reports of that time and earlier ones.
    pub fn delete_reports(&self, until: Time) -> Result<u64, Failure> {
        self.wait(self.store.delete_reports(until), not_done)
    }

    /// The player's profile: settings and choices, as the page writes them.
    pub fn profile(&self) -> Result<Option<String>, Failure> {
        self.wait(self.store.profile(LOCAL), not_done)
    }

    /// Replaces the player's profile.
    pub fn put_profile(&self, document: String) -> Result<(), Failure> {
        self.wait(self.store.put_profile(LOCAL, document), not_done)
    }

    /// The player's own tiles.
    pub fn tiles(&self) -> Result<Vec<Tile>, Failure> {
        self.wait(self.store.tiles(LOCAL), |error| {
            text!("quadrants-not-kept", error = error.to_string())
        })
    }

    /// The own tile of that name.
    pub fn find_tile(&self, name: &str) -> Result<Option<Tile>, Failure> {
        Ok(tiles::find(&self.tiles()?, name).cloned())
    }

    /// Adds, changes, renames or removes a tile: see [`Store::change_tile`].
    pub fn change_tile(&self, before: Option<Tile>, after: Option<Tile>) -> Result<(), Failure> {
        let name = after.as_ref().or(before.as_ref()).map(|tile| tile.name.clone());
        self.wait(self.store.change_tile(LOCAL, before, after), |error| {
            messages::tile_refused(error, &name.unwrap_or_default())
        })
    }

    pub fn add_tiles(&self, tiles: Vec<Tile>) -> Result<Vec<Added>, Failure> {
        self.wait(self.store.add_tiles(LOCAL, tiles), |error| {
            text!("quadrants-not-kept", error = error.to_string())
        })
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
    Failure::failed(data::unusable(file, error))
}

fn not_done(error: &Error) -> rules::Text {
    text!("serve-failed", error = error.to_string())
}

/// The game with that id.
pub fn find_game(context: &Context<'_>, id: &str) -> Option<&'static dyn AnyGame> {
    find_entry(context, id).map(|entry| entry.game)
}

/// The game with that id, with its players.
pub fn find_entry(context: &Context<'_>, id: &str) -> Option<Entry> {
    context.catalogue.iter().copied().find(|entry| entry.game.info().id == id)
}
