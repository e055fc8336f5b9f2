//! Servers to test, each at a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::Entry;
use futures_util::FutureExt as _;
use server::{App, BrowserEngines, Bus, MemoryBus, ServerLimits, ServerMode, Timeouts};
use store::{Backend, Memory, Sqlite, Store};
pub(crate) use testkit::Folder;
use testkit::server::ServerThread;

use crate::time_limit::{WAIT_TIMEOUT, Watchdog};

/// Time over which a node closes its sockets.
pub(crate) const NODE_DRAIN_WINDOW: Duration = Duration::from_millis(500);

/// A server that ends when this is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    server: ServerThread,
    _watchdog: Watchdog,
}

/// What is told to a server.
struct Launch {
    catalogue: Arc<[Entry]>,
    mode: ServerMode,
    limits: ServerLimits,
    bus: Option<Bus>,
    browser_engines: Option<BrowserEngines>,
}

/// A store, and the task that works for it.
type RunningStore = (Store, tokio::task::JoinHandle<Result<(), store::Error>>);

/// Becomes a store on the runtime that polls it.
fn running(backend: impl Backend) -> impl Future<Output = RunningStore> {
    std::future::ready(backend).map(|backend| {
        let (store, actor) = store::channel(backend);
        (store, tokio::spawn(actor.run()))
    })
}

impl Running {
    /// With everything in memory, and nobody's.
    pub(crate) fn start() -> Self {
        Self::with(Memory::default(), ServerMode::Public)
    }

    /// With everything in a file.
    pub(crate) fn at(folder: &Folder) -> Self {
        Self::in_file(folder, ServerMode::Public)
    }

    /// With everything in a file, for its owner alone.
    pub(crate) fn owned(folder: &Folder) -> Self {
        Self::in_file(folder, ServerMode::Personal)
    }

    fn in_file(folder: &Folder, mode: ServerMode) -> Self {
        let file = folder.path().join("damier.sqlite");
        let store = async move { running(Sqlite::open(&file).await.unwrap()).await };
        Launch { mode, ..Launch::default() }.start(store)
    }

    /// With everything in `backend`.
    pub(crate) fn with(backend: impl Backend, mode: ServerMode) -> Self {
        Launch { mode, ..Launch::default() }.start(running(backend))
    }

    /// With other limits.
    pub(crate) fn limited(limits: ServerLimits) -> Self {
        Self::limited_with(limits, Memory::default())
    }

    /// With other limits, and everything in `backend`.
    pub(crate) fn limited_with(limits: ServerLimits, backend: impl Backend) -> Self {
        Launch { limits, ..Launch::default() }.start(running(backend))
    }

    /// With other limits, and without a proxy: all visitors are at the same machine.
    #[cfg(target_os = "linux")]
    pub(crate) fn direct(limits: ServerLimits) -> Self {
        let launch = Launch { limits, mode: ServerMode::Personal, ..Launch::default() };
        launch.start(running(Memory::default()))
    }

    /// With other games, or other players of them.
    pub(crate) fn playing(catalogue: Arc<[Entry]>) -> Self {
        Launch { catalogue, ..Launch::default() }.start(running(Memory::default()))
    }

    /// A node of a site: a server that shares its data and its news with others.
    pub(crate) fn node(data: &Memory, bus: &MemoryBus) -> Self {
        let limits = ServerLimits { drain_window: NODE_DRAIN_WINDOW, ..ServerLimits::default() };
        let bus = Some(Bus::Memory(bus.clone()));
        Launch { limits, bus, ..Launch::default() }.start(running(data.clone()))
    }

    /// With engines for browsers.
    pub(crate) fn with_engines(engines: BrowserEngines) -> Self {
        let launch = Launch { browser_engines: Some(engines), ..Launch::default() };
        launch.start(running(Memory::default()))
    }

    /// Waits until the server has ended by itself.
    pub(crate) fn wait(self) {
        self.server.wait();
    }
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            catalogue: games::CATALOGUE.into(),
            mode: ServerMode::Public,
            limits: ServerLimits::default(),
            bus: None,
            browser_engines: None,
        }
    }
}

impl Launch {
    fn start(self, store: impl Future<Output = RunningStore> + Send + 'static) -> Running {
        let Self { catalogue, mode, mut limits, bus, browser_engines } = self;
        // The machine may be too busy for what a visitor can be expected to wait for, and for what a client has time to.
        limits.work_timeout = WAIT_TIMEOUT;
        if limits.timeouts == Timeouts::default() {
            let usual = limits.timeouts;
            let (header, body, write) = (WAIT_TIMEOUT, WAIT_TIMEOUT, WAIT_TIMEOUT);
            limits.timeouts = Timeouts { header, body, write, ..usual };
        }
        let any_port = ([127, 0, 0, 1], 0).into();
        let server = ServerThread::start(any_port, async move |listener, shut_down| {
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
        Running { address: server.address(), server, _watchdog: Watchdog::start() }
    }
}
