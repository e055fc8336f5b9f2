//! The page and its server.
//!
//! [`serve`] answers everything on one listener: the page and its files, questions by HTTP, and one
//! socket for each match that somebody shows. Matches are played in rooms; see `room`.

mod analysis;
mod assets;
mod blocking;
mod body_budget;
mod connections;
mod converse;
mod descriptors;
mod fair;
mod guard;
mod http;
mod hub;
mod lan;
mod limits;
mod links;
mod listing;
mod lobby;
mod metrics;
mod qr;
mod queue;
mod random;
mod room;
mod sockets;
mod thinking;
mod time;
mod visitor;
mod ws;

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::Entry;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::timeout;

use blocking::{BlockingPool, Tenant, WorkBudget};
use body_budget::BodyBudget;
use connections::{ConnectionLimiter, Connections, Proxy};
use hub::{Hub, Service};
use lan::Lan;
pub use lan::lan_addresses;
use limits::Buckets;
pub use limits::{Limits, Rate, Timeouts};
pub use qr::Qr;
use sockets::Sockets;
use thinking::Pool;
use visitor::Visitor;

/// How long requests have to end when the server does.
const GRACE: Duration = Duration::from_millis(250);
/// How often the store hears that the server runs.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// How often old matches are forgotten.
const SWEEP: Duration = Duration::from_hours(6);

/// What a server is made of.
#[derive(Clone)]
pub struct App {
    /// The games.
    pub catalogue: Arc<[Entry]>,
    /// Where matches and profiles are kept.
    pub store: Store,
    /// How many threads think.
    pub think_threads: usize,
    /// Whose it is.
    pub owner: Owner,
    /// What it is called on the local network.
    pub name: String,
    /// Names beside `localhost` by which the server may be called.
    pub hosts: Vec<String>,
    /// The version of the program.
    pub version: &'static str,
    /// A text that stands for the folder of the data; it is shown to everybody.
    pub data: String,
    /// Whether a proxy in front of the server says where requests come from.
    pub trust_proxy: bool,
    /// The address at which others find the server, if it is not the one where it listens.
    pub public_url: Option<String>,
    /// How long matches in which nothing happens are kept; for ever without it.
    pub keep: Option<Duration>,
    /// How much anybody may ask for.
    pub limits: Limits,
}

impl App {
    /// Whether browsers reach it by a line that nobody listens to.
    fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https:"))
    }
}

/// Whose a server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A person's, who sits at the same machine and may end it from the page.
    Person,
    /// Nobody's in particular: it serves others.
    Public,
}

/// What the handlers of requests share.
#[derive(Clone)]
struct Shared {
    app: Arc<App>,
    service: Arc<Service>,
    hub: Arc<Hub>,
    catalogue: Arc<http::CatalogueCache>,
    sockets: Arc<Sockets>,
    /// How often addresses ask for anything, for much, and for codes.
    requests: Arc<Buckets>,
    efforts: Arc<Buckets>,
    codes: Arc<Buckets>,
    bodies: Arc<BodyBudget>,
    /// How many questions about positions and games are open.
    quota: Arc<analysis::Quota>,
    reviews: Arc<analysis::Reviews>,
    rules: Arc<http::RulesCache>,
    lan: Arc<Lan>,
    /// Where texts are read and games are replayed.
    blocking: BlockingPool,
    /// The owner wants to end the program.
    quit: Arc<Notify>,
}

impl Shared {
    /// Has work done off the workers of the async runtime: whatever may take a millisecond and needs no
    /// engine. It holds so many bytes of a request.
    async fn run_blocking<T: Send + 'static>(
        &self,
        tenant: Tenant,
        bytes: usize,
        work: impl FnOnce(&Service, &WorkBudget) -> Result<T, http::Error> + Send + 'static,
    ) -> Result<T, http::Error> {
        let service = Arc::clone(&self.service);
        self.blocking.run(tenant, bytes, move |budget| work(&service, budget)).await
    }

    /// Refuses those who ask too often for what costs much.
    fn check_effort(&self, visitor: &Visitor) -> Result<(), http::Error> {
        if visitor.is_local() || self.efforts.allow(visitor.address) {
            return Ok(());
        }
        self.service.metrics.limited();
        Err(http::Error::TooMany)
    }
}

/// Answers what comes in until `shutdown` is ready or the owner ends it from the page; then closes
/// all rooms.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    let pool = Pool::new(app.think_threads);
    let blocking = BlockingPool::start();
    let limits = app.limits.clone();
    let mut service =
        Service::new(Arc::clone(&app.catalogue), app.store.clone(), pool.clone(), &limits);
    let outages = service.store.record_start(time::now()).await.map_err(io::Error::other)?;
    service.outages = outages.into();
    let service = Arc::new(service);
    let id = random::secret().map_err(io::Error::other)?;
    let lan = Arc::new(Lan::new(address, format!("{:016x}", id as u64)));
    if app.owner == Owner::Person && lan.is_open() {
        lan.announce(&app.name);
    }
    let hub = Hub::new(service.clone());
    let quit = Arc::new(Notify::new());
    let end = Arc::new(Notify::new());
    let guard = guard::Guard::new(address, &app.hosts);
    let metrics = Arc::clone(&service.metrics);
    let proxy = if app.trust_proxy { Proxy::Trusted } else { Proxy::None };
    let limiter =
        ConnectionLimiter::new(&limits, descriptors::raise_limit(), proxy, metrics.clone());
    let beat = tokio::spawn(beat(service.clone()));
    let sweep = tokio::spawn(sweep(service.clone(), app.keep));
    let shared = Shared {
        rules: app.catalogue.iter().map(|_| OnceLock::new()).collect(),
        app: Arc::new(app),
        service,
        hub: Arc::clone(&hub),
        catalogue: Arc::default(),
        bodies: BodyBudget::new(&limits, Arc::clone(&metrics)),
        sockets: Sockets::new(&limits, metrics),
        requests: Arc::new(Buckets::new(limits.requests)),
        efforts: Arc::new(Buckets::new(limits.efforts)),
        codes: Arc::new(Buckets::new(limits.codes)),
        quota: Arc::default(),
        reviews: Arc::default(),
        lan,
        blocking: blocking.clone(),
        quit: Arc::clone(&quit),
    };
    let (version, connections) = (shared.app.version, limiter.max());
    tracing::info!(%address, version, connections, "the server listens");
    assets::prepare();
    let connections =
        Connections { limiter, router: http::router(shared, guard), timeouts: limits.timeouts };
    let ended = Arc::clone(&end);
    let server = connections.serve(listener, async move { ended.notified().await });
    let mut server = std::pin::pin!(server);
    tokio::select! {
        () = &mut server => return Ok(()),
        () = shutdown => {}
        () = quit.notified() => {}
    }
    tracing::info!("the server ends");
    end.notify_one();
    beat.abort();
    sweep.abort();
    pool.close();
    blocking.close();
    hub.close().await;
    // Whoever still holds a connection open has had what there was.
    let _ = timeout(GRACE, server).await;
    Ok(())
}

/// Tells the store again and again that the server runs, as long as any clock does: the time while it
/// does not run is charged to nobody.
async fn beat(service: Arc<Service>) {
    let mut beat = tokio::time::interval(HEARTBEAT);
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        if service.metrics.has_running_clocks()
            && let Err(error) = service.store.record_heartbeat(time::now()).await
        {
            tracing::error!(%error, "the heartbeat cannot be stored");
        }
    }
}

/// Forgets matches in which nothing has happened for as long as they are kept.
async fn sweep(service: Arc<Service>, keep: Option<Duration>) {
    let Some(keep) = keep else { return };
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        sweep.tick().await;
        let before = play::Time(time::now().0.saturating_sub(keep.as_millis() as u64));
        match service.store.delete_older_than(before).await {
            Ok(count) => tracing::info!(count, "old matches are forgotten"),
            Err(error) => tracing::error!(%error, "old matches cannot be forgotten"),
        }
    }
}
