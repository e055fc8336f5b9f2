//! HTTP and WebSocket server, with the files of the web page.
//!
//! [`serve`] runs everything on one listener: the page and its files, the HTTP routes (`http`), and the
//! sockets (`socket_loop`) of matches, analysis and the lobby. Matches are played in rooms; see `room`.

mod analysis;
mod assets;
mod block_list;
mod blocking;
mod body_budget;
mod browser_engines;
mod channel;
pub mod cluster;
mod connections;
mod descriptors;
mod drain;
mod embedded;
mod engine_pool;
mod fair_play;
mod fair_queue;
mod http;
mod hub;
mod lan;
mod limits;
mod lobby;
mod metrics;
mod network_usage;
mod open_graph;
mod origin_check;
mod picture_cache;
mod qr;
mod queue_age;
mod random;
mod request_context;
mod resource_cache;
mod room;
mod seek_limiter;
mod socket_limiter;
mod socket_loop;
mod storage;
mod tenant;
#[cfg(test)]
#[path = "../../games/tests/tic_tac_toe/mod.rs"]
#[expect(unreachable_pub, reason = "the tests of other crates use it too")]
mod tic_tac_toe;
mod time;
mod visitor;
mod ws;

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use api::{Error, Games, Resource, ReviewCache, WorkBudget};
use engine::Entry;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

pub use ::room::{RateLimit, TimeSource};
pub use api::MOVE_TIME_MAX;
use assets::Precompressed;
pub use assets::{CoreFiles, static_page};
pub use block_list::{BlockEntry, BlockList, BlockListError, Blocks};
use blocking::{BlockingPool, WorkClass};
use body_budget::BodyBudget;
pub use browser_engines::BrowserEngines;
pub use cluster::{Bus, MemoryBus};
use cluster::{JoinedNode, OUTAGE_MIN_MS, ask_until_answered, long_outages};
use connections::{ConnectionLimiter, Connections, Proxy};
pub use embedded::{Embedded, embedded};
use engine_pool::{EnginePool, follow_workers};
use hub::{Hub, Service};
use lan::{Lan, Sharing, SharingActor, SharingRequests};
pub use lan::{LanBrowser, lan_addresses};
use limits::ClientRateLimiter;
pub use limits::{ServerLimits, Timeouts};
pub use qr::Qr;
pub use random::Entropy;
use resource_cache::ResourceCache;
use seek_limiter::SeekLimiter;
use socket_limiter::SocketLimiter;
use storage::StorageGauge;
pub use store::{StorageAmount, StorageQuota};
use tenant::Tenant;
pub use time::SystemClocks;
use visitor::Visitor;
pub use wire::http::AnalysisPlace;

/// Time open connections get to finish at shutdown.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(250);
/// Time between two heartbeats in the store.
const STORE_HEARTBEAT_INTERVAL: Duration = Duration::from_secs(2);
/// After how many of these intervals a public server writes one although no clock runs, so that `/readyz` tells of a full
/// disk before a player does.
const IDLE_HEARTBEAT_INTERVALS: u32 = 5;
/// Interval between deletions of expired data.
const RETENTION_SWEEP_INTERVAL: Duration = Duration::from_hours(6);

/// Configuration of a server and what it works with.
#[derive(Clone)]
pub struct App {
    /// The games.
    pub catalogue: Arc<[Entry]>,
    /// The store of matches and profiles.
    pub store: Store,
    /// The number of threads for engines.
    pub think_threads: usize,
    /// Whether it serves one person or the public.
    pub mode: ServerMode,
    /// Its name on the local network.
    pub name: String,
    /// Source of the machine's addresses on its networks: [`lan_addresses`], or others in tests.
    pub lan_addresses: fn() -> Vec<Ipv4Addr>,
    /// Host names beside `localhost` that requests may name.
    pub hosts: Vec<String>,
    /// The version of the program.
    pub version: &'static str,
    /// Public identifier of the data folder, by which a second start recognises this server.
    pub data: String,
    /// Whether to take the address of a client from the `X-Forwarded-For` header of a proxy.
    pub trust_proxy: bool,
    /// The public URL of the server, if it is not the address where it listens.
    pub public_url: Option<String>,
    /// Retention of matches, analyses and other visitor data after their last change; forever if
    /// `None`.
    pub retention: Option<Duration>,
    /// The connection to NATS.
    pub nats: Option<work::Client>,
    /// The bus by which the nodes of a site tell each other news; without it there is one node.
    pub bus: Option<Bus>,
    /// The engines for browsers that analyse by themselves.
    pub browser_engines: Option<BrowserEngines>,
    /// Visitors who are kept out.
    pub blocks: Blocks,
    /// Limits of the server and its clients.
    pub limits: ServerLimits,
    /// The clocks by which matches are played; those of a site of several nodes are the site's.
    pub time: Arc<dyn TimeSource>,
    /// Source of ids, seeds and secrets.
    pub entropy: Entropy,
}

impl App {
    /// A personal server with the usual limits, which knows nobody but this machine.
    pub fn new(catalogue: Arc<[Entry]>, store: Store) -> Self {
        Self {
            catalogue,
            store,
            think_threads: 1,
            mode: ServerMode::Personal,
            name: String::new(),
            lan_addresses,
            hosts: Vec::new(),
            version: env!("CARGO_PKG_VERSION"),
            data: String::new(),
            trust_proxy: false,
            public_url: None,
            retention: None,
            nats: None,
            bus: None,
            browser_engines: None,
            blocks: Blocks::default(),
            limits: ServerLimits::default(),
            time: Arc::new(SystemClocks),
            entropy: Entropy::System,
        }
    }

    /// Whether browsers reach the server by HTTPS.
    fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https:"))
    }
}

/// Kind of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerMode {
    /// Serves the person at the same machine, who may end it from the page.
    Personal,
    /// Serves the public.
    Public,
}

/// State that all request handlers share.
#[derive(Clone)]
struct AppState {
    app: Arc<App>,
    service: Arc<Service>,
    hub: Arc<Hub>,
    sockets: Arc<SocketLimiter>,
    /// Rate limiters of all requests, of expensive ones, of changes, of attempts to find a code, and of reports.
    requests: Arc<ClientRateLimiter>,
    efforts: Arc<ClientRateLimiter>,
    writes: Arc<ClientRateLimiter>,
    codes: Arc<ClientRateLimiter>,
    reports: Arc<ClientRateLimiter>,
    bodies: Arc<BodyBudget>,
    storage: Arc<StorageGauge>,
    /// Quota of open questions about positions and games.
    quota: Arc<analysis::AnalysisQuota>,
    reviews: Arc<ReviewCache>,
    resources: Arc<ResourceCache>,
    /// Limiter of the seeks of quick pairing.
    seeks: Arc<SeekLimiter>,
    pictures: Arc<picture_cache::PictureCache>,
    lan: Arc<Lan>,
    sharing: Sharing,
    /// Notified when the owner ends the program from the page.
    quit: Arc<Notify>,
}

/// What the parts of a server ask of tasks beside the requests.
struct BackgroundRequests {
    measurements: mpsc::Receiver<String>,
    sharing: SharingRequests,
}

impl AppState {
    /// The state of a server that has answered no request yet.
    fn new(app: App, service: Arc<Service>, lan: Arc<Lan>) -> (Self, BackgroundRequests) {
        let (limits, metrics) = (app.limits.clone(), Arc::clone(&service.metrics));
        let (time, blocks) = (Arc::clone(&service.time), app.blocks.clone());
        let (storage, measurements) = StorageGauge::new(&limits, Arc::clone(&metrics));
        let (sharing, sharing_requests) = Sharing::channel();
        let shared = Self {
            app: Arc::new(app),
            hub: Hub::new(Arc::clone(&service)),
            service,
            sockets: SocketLimiter::new(&limits, Arc::clone(&metrics), time, blocks),
            requests: Arc::new(ClientRateLimiter::new(limits.requests)),
            efforts: Arc::new(ClientRateLimiter::new(limits.efforts)),
            writes: Arc::new(ClientRateLimiter::new(limits.writes)),
            codes: Arc::new(ClientRateLimiter::new(limits.codes)),
            reports: Arc::new(ClientRateLimiter::new(limits.reports)),
            bodies: BodyBudget::new(&limits, metrics),
            storage,
            quota: Arc::default(),
            reviews: Arc::default(),
            resources: Arc::default(),
            seeks: Arc::default(),
            pictures: Arc::default(),
            lan,
            sharing,
            quit: Arc::default(),
        };
        (shared, BackgroundRequests { measurements, sharing: sharing_requests })
    }

    /// Runs work that may take a millisecond or more and needs no engine, outside the worker threads of
    /// the async runtime.
    async fn run_blocking<T: Send + 'static>(
        &self,
        class: WorkClass,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let games = self.service.games.clone();
        self.service.blocking.run(class, move |budget| work(&games, budget)).await
    }

    /// Data that are the same for everybody.
    fn resource(&self, resource: Resource) -> Result<Arc<Precompressed>, Error> {
        self.resources.get(resource, &self.service.games, self.app.version)
    }

    /// Whether a request comes from the owner, at the owner's own machine.
    fn is_owner(&self, tenant: Tenant) -> bool {
        let App { mode, trust_proxy, .. } = &*self.app;
        *mode == ServerMode::Personal && !trust_proxy && tenant == Tenant::Local
    }

    /// Applies the rate limit of expensive requests.
    fn check_effort(&self, visitor: &Visitor) -> Result<(), Error> {
        if visitor.is_local()
            || self.efforts.allow(visitor.address, self.service.time.now().monotonic)
        {
            return Ok(());
        }
        self.service.metrics.limited();
        Err(Error::TooMany)
    }
}

/// Serves requests until `shutdown` is ready or the owner ends the program from the page; then closes
/// all rooms.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    let pool = EnginePool::new(app.think_threads, Arc::clone(&app.catalogue));
    let limits = app.limits.clone();
    let blocking = BlockingPool::start(limits.work_timeout);
    let (catalogue, store) = (Arc::clone(&app.catalogue), app.store.clone());
    let id = getrandom::u64().map_err(io::Error::other)?;
    let site = match &app.bus {
        Some(bus) => Some(JoinedNode::join(id, bus.clone(), &store).await?),
        None => None,
    };
    let time: Arc<dyn TimeSource> = match &site {
        Some(site) => site.clock(),
        None => Arc::clone(&app.time),
    };
    let mut service = Service::new(catalogue, store, pool.clone(), blocking.clone(), &limits, time);
    service.nodes = site.as_ref().map(JoinedNode::nodes);
    record_start(&service).await.map_err(io::Error::other)?;
    let service = Arc::new(service);
    let lan = Arc::new(Lan::new(address, app.lan_addresses, format!("{id:016x}")));
    if app.mode == ServerMode::Personal && lan.is_open() {
        lan.announce(&app.name);
    }
    ask_workers(&app, &pool).await?;
    let end = Arc::new(Notify::new());
    let origin = origin_check(&app, address);
    let metrics = Arc::clone(&service.metrics);
    let proxy = if app.trust_proxy { Proxy::Trusted } else { Proxy::None };
    let limiter = ConnectionLimiter::new(&limits, descriptors::raise_limit(), proxy, metrics);
    let node_tasks = site.map(|site| site.start(&service));
    let clock = tokio::spawn(time::keep_reading());
    let heartbeat = tokio::spawn(store_heartbeat(service.clone(), app.mode));
    let sweep = tokio::spawn(delete_old(service.clone(), app.retention));
    let name = app.name.clone();
    let (shared, requests) = AppState::new(app, service, Arc::clone(&lan));
    let AppState { storage, hub, sockets, quit, .. } = shared.clone();
    let store = shared.service.store.clone();
    let measuring = tokio::spawn(storage.measure(store, requests.measurements));
    let (version, connections) = (shared.app.version, limiter.max());
    tracing::info!(%address, version, connections, "the server listens");
    assets::prepare();
    let connections =
        Connections { limiter, router: http::router(shared, origin), timeouts: limits.timeouts };
    let sharing = SharingActor::new(requests.sharing, connections.clone(), lan, name);
    let sharing = tokio::spawn(sharing.run());
    let ended = Arc::clone(&end);
    let server = connections.serve(listener, None, async move { ended.notified().await });
    let mut server = std::pin::pin!(server);
    tokio::select! {
        () = &mut server => return Ok(()),
        () = shutdown => {}
        () = quit.notified() => {}
    }
    if let Some(tasks) = &node_tasks {
        // Requests and open sockets are still served during this time.
        tokio::select! {
            () = drain::drain(tasks.nodes(), &hub, &sockets) => {}
            () = &mut server => return Ok(()),
        }
    }
    tracing::info!("the server ends");
    end.notify_one();
    clock.abort();
    heartbeat.abort();
    sweep.abort();
    measuring.abort();
    sharing.abort();
    pool.close();
    blocking.close();
    hub.close().await;
    if let Some(tasks) = node_tasks {
        tasks.leave().await;
    }
    // Connections that are still open after that are dropped.
    let _ = timeout(SHUTDOWN_GRACE, server).await;
    Ok(())
}

fn origin_check(app: &App, address: std::net::SocketAddr) -> Arc<origin_check::OriginCheck> {
    let has_engines = app.browser_engines.is_some();
    origin_check::OriginCheck::new(address, &app.hosts, app.is_secure(), has_engines)
}

/// Records the server's start and loads the intervals in which it, or every node of the site, was
/// down.
async fn record_start(service: &Service) -> Result<(), store::Error> {
    let start = || service.time.now().wall;
    let join = || service.store.record_join(start(), OUTAGE_MIN_MS);
    service.replace_outages(match &service.nodes {
        Some(_) => long_outages(ask_until_answered(join).await?),
        None => service.store.record_start(start()).await?,
    });
    Ok(())
}

/// Lets workers search for the pool, if there is a bus that they may be on.
async fn ask_workers(app: &App, pool: &EnginePool) -> io::Result<()> {
    let Some(client) = &app.nats else { return Ok(()) };
    let link = work::NodeLink::open(client.clone(), app.version).await;
    let games = app.catalogue.iter().map(|entry| entry.game.info().id.to_owned()).collect();
    tokio::spawn(follow_workers(pool.clone(), link.map_err(io::Error::other)?, games));
    Ok(())
}

/// Records in the store that the server runs, as long as any clock does, and when it did not: the time of
/// an outage is charged to no player.
async fn store_heartbeat(service: Arc<Service>, mode: ServerMode) {
    let mut stored = service.outages().len();
    let mut idle_intervals = 0;
    let mut ticks = tokio::time::interval(STORE_HEARTBEAT_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let is_used = service.nodes.is_some() || service.metrics.has_running_clocks();
        idle_intervals = if is_used { 0 } else { idle_intervals + 1 };
        let is_due = mode == ServerMode::Public && idle_intervals % IDLE_HEARTBEAT_INTERVALS == 0;
        if let Err(error) = record_outages(&service, &mut stored, is_used || is_due).await {
            tracing::error!(%error, "the heartbeat cannot be stored");
        }
    }
}

/// Records the outages after the first `stored`, and a heartbeat if it is due.
async fn record_outages(
    service: &Service,
    stored: &mut usize,
    is_due: bool,
) -> Result<(), store::Error> {
    for outage in service.outages().get(*stored..).unwrap_or_default() {
        service.store.record_heartbeat(outage.began).await?;
        service.store.record_start(outage.ended).await?;
        *stored += 1;
    }
    if is_due {
        service.store.record_heartbeat(service.time.now().wall).await?;
    }
    Ok(())
}

/// Deletes what has not changed for as long as it is stored.
async fn delete_old(service: Arc<Service>, retention: Option<Duration>) {
    let Some(retention) = retention else { return };
    let start = service.time.now();
    let mut ticks = tokio::time::interval(RETENTION_SWEEP_INTERVAL);
    loop {
        ticks.tick().await;
        if service.nodes.as_ref().is_some_and(|nodes| !nodes.leads("retention")) {
            continue;
        }
        // Setting the wall clock forward must not expire anything.
        let now = service.time.now();
        let running_ms = now.monotonic.since(start.monotonic);
        let latest_ms = now.wall.0.min(start.wall.0.saturating_add(running_ms));
        let before = play::Time(latest_ms.saturating_sub(retention.as_millis() as u64));
        match service.store.delete_older_than(before, play::Time(latest_ms)).await {
            Ok(count) => tracing::info!(count, "what is old is forgotten"),
            Err(error) => tracing::error!(%error, "what is old cannot be forgotten"),
        }
    }
}
