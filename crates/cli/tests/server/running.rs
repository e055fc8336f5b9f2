//! Servers to test, each at a port of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{env, fs, process, thread};

use engine::Entry;
use server::{App, BrowserEngines, Bus, MemoryBus, ServerLimits, ServerMode, Timeouts};
use store::{Backend, Memory, Sqlite, Store};
use tokio::sync::oneshot;

use crate::time_limit::{self, WAIT_TIMEOUT, Watchdog};

/// Time over which a node closes its sockets.
pub(crate) const NODE_DRAIN_WINDOW: Duration = Duration::from_millis(500);

/// A folder of its own for each test, gone with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("damier-server-{test}-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A store, and the task that works for it.
type RunningStore = (Store, tokio::task::JoinHandle<Result<(), store::Error>>);

/// A server in a thread of its own; it ends when this is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    shutdown: Option<oneshot::Sender<()>>,
    /// Never has a message: the thread drops the other end when it ends.
    ended: mpsc::Receiver<()>,
    thread: Option<JoinHandle<()>>,
    _watchdog: Watchdog,
}

impl Running {
    /// With everything in memory, and nobody's.
    pub(crate) fn start() -> Self {
        Self::with(Memory::default(), ServerMode::Public)
    }

    /// With everything in a file.
    pub(crate) fn at(folder: &Folder) -> Self {
        let file = folder.path().join("damier.sqlite");
        Self::launch(games::CATALOGUE.into(), ServerMode::Public, async move {
            let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
            (store, tokio::spawn(actor.run()))
        })
    }

    /// With everything in a file, for its owner alone.
    pub(crate) fn owned(folder: &Folder) -> Self {
        let file = folder.path().join("damier.sqlite");
        Self::launch(games::CATALOGUE.into(), ServerMode::Personal, async move {
            let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
            (store, tokio::spawn(actor.run()))
        })
    }

    /// With everything in `backend`.
    pub(crate) fn with(backend: impl Backend, mode: ServerMode) -> Self {
        Self::launch(games::CATALOGUE.into(), mode, async move {
            let (store, actor) = store::channel(backend);
            (store, tokio::spawn(actor.run()))
        })
    }

    /// With other limits.
    pub(crate) fn limited(limits: ServerLimits) -> Self {
        Self::limited_with(limits, Memory::default())
    }

    /// With other limits, and everything in `backend`.
    pub(crate) fn limited_with(limits: ServerLimits, backend: impl Backend) -> Self {
        Self::launch_with(games::CATALOGUE.into(), ServerMode::Public, limits, async move {
            let (store, actor) = store::channel(backend);
            (store, tokio::spawn(actor.run()))
        })
    }

    /// With other limits, and without a proxy: all visitors are at the same machine.
    #[cfg(target_os = "linux")]
    pub(crate) fn direct(limits: ServerLimits) -> Self {
        Self::launch_with(games::CATALOGUE.into(), ServerMode::Personal, limits, async move {
            let (store, actor) = store::channel(Memory::default());
            (store, tokio::spawn(actor.run()))
        })
    }

    /// With other games, or other players of them.
    pub(crate) fn playing(catalogue: Arc<[Entry]>) -> Self {
        Self::launch(catalogue, ServerMode::Public, async move {
            let (store, actor) = store::channel(Memory::default());
            (store, tokio::spawn(actor.run()))
        })
    }

    /// A node of a site: a server that shares its data and its news with others.
    pub(crate) fn node(data: &Memory, bus: &MemoryBus) -> Self {
        let (data, bus) = (data.clone(), Some(Bus::Memory(bus.clone())));
        let store = async move {
            let (store, actor) = store::channel(data);
            (store, tokio::spawn(actor.run()))
        };
        let limits = ServerLimits { drain_window: NODE_DRAIN_WINDOW, ..ServerLimits::default() };
        Self::launch_on(games::CATALOGUE.into(), ServerMode::Public, limits, store, bus, None)
    }

    /// With engines for browsers.
    pub(crate) fn with_engines(engines: BrowserEngines) -> Self {
        let store = async move {
            let (store, actor) = store::channel(Memory::default());
            (store, tokio::spawn(actor.run()))
        };
        let (mode, limits) = (ServerMode::Public, ServerLimits::default());
        Self::launch_on(games::CATALOGUE.into(), mode, limits, store, None, Some(engines))
    }

    fn launch(
        catalogue: Arc<[Entry]>,
        mode: ServerMode,
        store: impl Future<Output = RunningStore> + Send + 'static,
    ) -> Self {
        Self::launch_with(catalogue, mode, ServerLimits::default(), store)
    }

    fn launch_with(
        catalogue: Arc<[Entry]>,
        mode: ServerMode,
        limits: ServerLimits,
        store: impl Future<Output = RunningStore> + Send + 'static,
    ) -> Self {
        Self::launch_on(catalogue, mode, limits, store, None, None)
    }

    fn launch_on(
        catalogue: Arc<[Entry]>,
        mode: ServerMode,
        mut limits: ServerLimits,
        store: impl Future<Output = RunningStore> + Send + 'static,
        bus: Option<Bus>,
        browser_engines: Option<BrowserEngines>,
    ) -> Self {
        // The machine may be too busy for what a visitor can be expected to wait for, and for what a client has time to.
        limits.work_timeout = WAIT_TIMEOUT;
        if limits.timeouts == Timeouts::default() {
            let usual = limits.timeouts;
            let (header, body, write) = (WAIT_TIMEOUT, WAIT_TIMEOUT, WAIT_TIMEOUT);
            limits.timeouts = Timeouts { header, body, write, ..usual };
        }
        let (shutdown, shut_down) = oneshot::channel();
        let (sender, addresses) = mpsc::channel();
        let (running, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _running: mpsc::Sender<()> = running;
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                let (store, actor) = store.await;
                let closed = store.clone();
                let app = App {
                    mode,
                    name: "test".to_owned(),
                    lan_addresses: || vec![[127, 0, 0, 2].into()],
                    version: "test",
                    trust_proxy: mode == ServerMode::Public,
                    browser_engines,
                    bus,
                    limits,
                    ..App::new(catalogue, store)
                };
                let shut_down = async {
                    let _ = shut_down.await;
                };
                server::serve(listener, app, shut_down).await.unwrap();
                // Whoever looks at its file finds everything in it.
                closed.close().await;
                let _ = actor.await;
            });
        });
        let address = time_limit::receive("the address of the server", &addresses).unwrap();
        let (shutdown, thread) = (Some(shutdown), Some(thread));
        Self { address, shutdown, ended, thread, _watchdog: Watchdog::start() }
    }

    /// Waits until the server has ended by itself.
    pub(crate) fn wait(mut self) {
        time_limit::receive("the end of the server", &self.ended);
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shutdown.take();
        if thread::panicking() {
            return; // a second panic would hide the first
        }
        time_limit::receive("the end of the server", &self.ended);
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok(), "the server panicked");
        }
    }
}
