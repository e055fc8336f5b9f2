//! The server of a program that plays by itself: on the data folder while no other server runs there.
//!
//! Its player is never refused or delayed by limits that share a server, nor by a folder that cannot be written: the game
//! goes on in memory, and the player is told once.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use client::Network;
use play::Time;
use room::{Now, TimeSource};
use rules::Text;
use server::{App, Embedded, Entropy, ServerLimits, SystemClocks};
use store::{Error, LazySqlite, Store};
use texts::text;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::context::Context;
use crate::date::unix_millis;
use crate::failure::Failure;
use crate::serve::think_threads;
use crate::{data, messages};

/// How long rooms and the store may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// What the player of an embedded server wants of it.
pub(crate) struct EmbeddedConfig {
    /// The data folder, which is created with the first move.
    pub(crate) folder: Option<PathBuf>,
    /// Time of a computer player for a move.
    pub(crate) move_time_max: Option<Duration>,
    /// Time for which a position is shown before a computer player answers it.
    pub(crate) answer_delay: Duration,
}

/// A server that runs on threads of its own until this is dropped.
pub(crate) struct EmbeddedServer {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    handle: Embedded,
    store: Store,
    file: Option<PathBuf>,
    /// Why the folder cannot be made.
    problem: Arc<Mutex<Option<Text>>>,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl EmbeddedServer {
    pub(crate) fn start(config: EmbeddedConfig, context: &Context<'_>) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("embedded server")
            .enable_all()
            .build();
        let runtime = runtime
            .map_err(|error| Failure::failed(text!("serve-failed", error = error.to_string())))?;
        let EmbeddedConfig { folder, move_time_max, answer_delay } = config;
        let file = folder.as_ref().map(|folder| folder.join(data::DATABASE_FILE));
        let problem = Arc::<Mutex<Option<Text>>>::default();
        let told = Arc::clone(&problem);
        let backend = LazySqlite::new(file.clone(), move || match data::create(folder.clone()) {
            Ok(folder) => Ok(folder.join(data::DATABASE_FILE)),
            Err(failure) => {
                let text = failure.text().unwrap_or_else(|| Text::new("", ""));
                let reason = text.en.clone().into_owned();
                *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                Err(Error::Unopenable(reason))
            }
        });
        let (store, actor) = store::channel(backend);
        let store = store.with_drafts();
        let app = App {
            think_threads: think_threads(None),
            limits: ServerLimits { move_time_max, answer_delay, ..ServerLimits::embedded() },
            time: Arc::new(ProgramClocks::new(context)),
            entropy: Entropy::seeded(context.entropy),
            ..App::new(context.catalogue.into(), store.clone())
        };
        let (stop, stopped) = oneshot::channel();
        let shutdown = async {
            let _ = stopped.await;
        };
        let (handle, server) = server::embedded(app, shutdown);
        let closing = store.clone();
        // A file that cannot be opened today may be there tomorrow.
        let actor = runtime.spawn(actor.with_reopen_timeout(Duration::MAX).run());
        let running = runtime.spawn(async move {
            server.await;
            closing.close().await;
            let _ = actor.await;
        });
        let (runtime, stop, running) = (Some(runtime), Some(stop), Some(running));
        Ok(Self { runtime, handle, store, file, problem, stop, running })
    }

    /// Has a network reach this server.
    pub(crate) fn embed(&self, network: &mut Network) {
        let handle = self.handle.clone();
        network.embed(move || handle.open());
    }

    /// Why the match is not stored: once for each match.
    pub(crate) fn take_warning(&self) -> Option<Text> {
        let error = self.store.drafts()?.take_failure()?;
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner).take();
        let reason = problem.unwrap_or_else(|| match (&error, &self.file) {
            (Error::Unopenable(_) | Error::Failed(_), Some(file)) => data::unusable(file, &error),
            _ => messages::play::store_reason(&error),
        });
        Some(text!("play-not-stored", reason = &reason))
    }

    /// Whether a match is stored as it stands.
    pub(crate) fn is_stored(&self, id: &str) -> bool {
        self.store.drafts().is_some_and(|drafts| drafts.is_stored(id))
    }

    /// Keeps a match that has just been created out of the store.
    pub(crate) fn hold(&self, id: &str) {
        if let Some(drafts) = self.store.drafts() {
            drafts.hold(id);
        }
    }

    /// Closes a match that its players have left.
    pub(crate) fn leave(&self, id: &str) {
        if let Some(runtime) = &self.runtime {
            runtime.block_on(self.handle.leave(id));
        }
    }

    /// The player was helped in a match: it does not count for a rating.
    pub(crate) fn mark_helped(&self, id: &str) {
        if let Some(runtime) = &self.runtime {
            // What cannot be stored now is stored with the next move.
            let _ = runtime.block_on(self.store.mark_helped(id));
        }
    }
}

impl Drop for EmbeddedServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        let (Some(runtime), Some(running)) = (self.runtime.take(), self.running.take()) else {
            return;
        };
        let _ = runtime.block_on(async { timeout(CLOSE_TIMEOUT, running).await });
        // A search that does not stop at once is not waited for.
        runtime.shutdown_background();
    }
}

/// The clocks of this machine, set to the time at which the program says that it has started.
#[derive(Clone, Copy, Debug)]
struct ProgramClocks {
    /// Wall clock of the program at its start, and that of the machine.
    started: u64,
    read: u64,
}

impl ProgramClocks {
    fn new(context: &Context<'_>) -> Self {
        Self { started: unix_millis(context.now), read: SystemClocks.now().wall.0 }
    }
}

impl TimeSource for ProgramClocks {
    fn now(&self) -> Now {
        let now = SystemClocks.now();
        let wall = self.started.saturating_add(now.wall.0.saturating_sub(self.read));
        Now { wall: Time(wall), ..now }
    }
}
