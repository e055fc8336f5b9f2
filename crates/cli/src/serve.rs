//! `damier` without a command: the page in the user's own browser. `damier serve`: a server for others.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::available_parallelism;
use std::time::Duration;

use server::{AnalysisPlace, App, BrowserEngines, Bus, ServerLimits, ServerMode};
use store::{Postgres, PostgresUrl, REOPEN_TIMEOUT, Sqlite, Store};
use texts::text;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tracing::Level;
use wire::http::Health;
use work::NatsOptions;

use crate::block::BlockFile;
use crate::bots::Bots;
use crate::context::Context;
use crate::failure::Failure;
use crate::location::{Location, LocationArgs};
use crate::log::{self, LogFormat};
use crate::nats_args::NatsArgs;
use crate::parallel::STOP_POLL_INTERVAL;
use crate::platform::{self, Hangup};
use crate::reports::ReportsAction;
use crate::server_lock::ServerLock;
use crate::supervisor::Supervisor;
use crate::{bots, data, lan, messages, public_url, reports, verify};

/// Default port. It is fixed, so that the browser finds its settings again.
pub(crate) const DEFAULT_PORT: u16 = 4747;
/// Timeout of the health probe of a program that has the port already.
const HEALTH_PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest response of the health probe that is read: another program may answer anything.
const HEALTH_RESPONSE_MAX_BYTES: u64 = 64 << 10;
/// What all visitors together may store, in GiB.
const DEFAULT_STORAGE_GIB: u64 = 16;
/// How long the store may take to close.
const STORE_CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Time between two attempts to reach the database at the start, at first and at most.
const CONNECT_BACKOFF: Duration = Duration::from_millis(250);
const CONNECT_BACKOFF_MAX: Duration = Duration::from_secs(5);

/// Start of the page without a command.
#[derive(clap::Args, Debug, Default, PartialEq, Eq)]
pub(crate) struct PageCommand {
    /// Start the page, but do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Let others on the local network in, and say where they find it
    #[arg(long)]
    lan: bool,
    /// The page's port [default: 4747]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Keep games and settings in this folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Offer a program of your own as an opponent: NAME=PROTOCOL:COMMAND, or NAME@GAME=… for one game;
    /// may be given several times
    #[arg(long, value_name = "BOT")]
    bot: Vec<String>,
}

/// Serve the page to others
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Only this machine can reach the server, unless --listen says otherwise: 0.0.0.0:4747 is every \
machine that can reach this one.

Examples:
  damier serve
  damier serve --listen 0.0.0.0:4747 --data games --think-threads 2
  damier serve --public-url https://damier.example --trust-proxy --log json
  damier serve --keep 365 --block blocked.txt
  damier serve --network-limits 4 --storage-limit 50
  damier serve --engine browser --web web
  damier serve --database postgres://damier@localhost/damier
  damier serve --verify --data games")]
pub(crate) struct ServeCommand {
    /// Where to listen
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)))]
    listen: SocketAddr,
    #[command(flatten)]
    location: LocationArgs,
    /// A name by which browsers call the server, beside localhost; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// How many threads think [default: one less than there are processors]
    #[arg(long, value_name = "N")]
    think_threads: Option<usize>,
    /// The address of the web at which others find the server
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Believe a proxy in front of the server when it says where requests come from
    #[arg(long)]
    trust_proxy: bool,
    /// Where positions and games are analysed; browsers need --web
    #[arg(long, value_name = "WHERE", default_value = "server")]
    engine: EnginePlace,
    /// Send browsers the engines of this folder, which `cargo xtask web` makes, so that they can analyse by themselves
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// Forget games, analyses and quadrants that nobody has changed for so many days; none otherwise
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    /// Give each network of visitors so many times the usual limits: for schools behind one address
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    network_limits: u32,
    /// Let visitors store nothing new once so many GiB are stored in all
    #[arg(long, value_name = "GIB", default_value_t = DEFAULT_STORAGE_GIB, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    storage_limit: u64,
    /// End the program if its data cannot be opened again for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = REOPEN_TIMEOUT.as_secs())]
    reopen_timeout: u64,
    /// How to say what happens: for people or for programs
    #[arg(long, value_name = "HOW", default_value = "text")]
    log: LogFormat,
    #[command(flatten)]
    nats: NatsArgs,
    /// Offer a program of your own to all visitors: NAME=PROTOCOL:COMMAND, or NAME@GAME=… for one game;
    /// may be given several times
    #[arg(long, value_name = "BOT")]
    bot: Vec<String>,
    /// Keep out the networks and profiles of this list: see damier block [default: blocked.txt in the data folder]
    #[arg(long, value_name = "FILE")]
    block: Option<PathBuf>,
    /// Replay every stored game, say what is wrong, and serve nothing
    #[arg(long)]
    verify: bool,
    /// Print the names that visitors have reported, or print and delete them, and serve nothing
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "print", conflicts_with = "verify")]
    reports: Option<ReportsAction>,
}

/// Where positions and games are analysed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum EnginePlace {
    /// At the server; in the browser, too, if somebody likes that better and there is --web
    Server,
    /// In the browser alone: the server refuses
    Browser,
}

impl PageCommand {
    /// Starts the page, or opens the one that runs already.
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let folder = data::folder(self.data.as_deref(), context)?;
        let bots = bots::add(&self.bot, Some(&folder), false, context)?;
        let location = Location::Folder(folder);
        let ip = if self.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let address = SocketAddr::from((ip, self.port.unwrap_or(DEFAULT_PORT)));
        let listener = match TcpListener::bind(address) {
            Ok(listener) => listener,
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                let running = probe_health(SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())));
                match running {
                    Ok(Health { data, lan, .. }) if data == location.id() => {
                        if self.lan && !lan {
                            return Err(Failure::failed(text!("serve-runs-alone")));
                        }
                    }
                    _ => {
                        return Err(Failure::failed(text!(
                            "serve-port-taken",
                            port = address.port().to_string()
                        )));
                    }
                }
                context.print(&messages::serve::address(address))?;
                context.print(&text!("serve-runs-already"))?;
                self.open_browser(address, context);
                return Ok(());
            }
            Err(error) => {
                return Err(Failure::failed(messages::serve::no_listener(address, &error)));
            }
        };
        let server = ServerSetup {
            listener,
            location,
            mode: ServerMode::Personal,
            name: platform::machine_name(context.env),
            hosts: Vec::new(),
            think_threads: think_threads(None),
            trust_proxy: false,
            public_url: None,
            retention: None,
            reopen_timeout: REOPEN_TIMEOUT,
            nats: None,
            browser_engines: None,
            bots,
            block_file: None,
            limits: ServerLimits::default(),
            log: LogFormat::Text,
        };
        server.run(context, Level::WARN, |address, context| {
            if self.lan {
                lan::print_addresses(address, context)?;
            }
            context.print(&text!("serve-how-to-end"))?;
            self.open_browser(address, context);
            Ok(())
        })
    }

    fn open_browser(&self, address: SocketAddr, context: &mut Context<'_>) {
        if !self.no_open && platform::open_browser(&url(address)).is_err() {
            context.remark(&text!("serve-no-browser"));
        }
    }
}

impl ServeCommand {
    /// Whether it starts a server: otherwise it prints something and ends.
    pub(crate) const fn serves(&self) -> bool {
        !self.verify && self.reports.is_none()
    }

    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        if self.verify {
            return verify::run(&self.location, context);
        }
        if let Some(action) = self.reports {
            return reports::run(&self.location, action, context);
        }
        let bots = bots::add(&self.bot, None, true, context)?;
        let mut hosts = self.host.clone();
        if let Some(url) = &self.public_url {
            hosts.push(public_url::check(url, self.listen, self.trust_proxy)?.to_owned());
        }
        let browser_engines = self.browser_engines()?;
        let location = self.location.location(context)?;
        let folder = match &location {
            Location::Folder(folder) => Some(folder.as_path()),
            Location::Server(_) => None,
        };
        let block_file = Some(BlockFile::open(self.block.as_deref(), folder)?);
        let listener =
            TcpListener::bind(self.listen).map_err(|error| no_listener(self.listen, &error))?;
        let server = ServerSetup {
            listener,
            location,
            mode: ServerMode::Public,
            name: String::new(),
            hosts,
            think_threads: think_threads(self.think_threads),
            trust_proxy: self.trust_proxy,
            public_url: self.public_url.clone(),
            retention: self.keep.map(|days| Duration::from_hours(24 * u64::from(days))),
            reopen_timeout: Duration::from_secs(self.reopen_timeout),
            nats: self.nats.resolve(context)?,
            browser_engines,
            bots,
            block_file,
            limits: ServerLimits {
                storage_bytes: self.storage_limit << 30,
                ..ServerLimits::default().for_networks(self.network_limits)
            },
            log: self.log,
        };
        server.run(context, Level::INFO, |_, _| Ok(()))
    }

    /// The engines for browsers.
    fn browser_engines(&self) -> Result<Option<BrowserEngines>, Failure> {
        let place = match self.engine {
            EnginePlace::Server => AnalysisPlace::Either,
            EnginePlace::Browser => AnalysisPlace::Browser,
        };
        let Some(folder) = &self.web else {
            return match self.engine {
                EnginePlace::Server => Ok(None),
                EnginePlace::Browser => Err(Failure::wrong(text!("serve-no-web"))),
            };
        };
        let engines = BrowserEngines::read(folder, place);
        let unusable = |error| Failure::failed(messages::serve::web_unusable(folder, &error));
        engines.map(Some).map_err(unusable)
    }
}

/// Configuration of a server, with its listener.
struct ServerSetup {
    listener: TcpListener,
    location: Location,
    mode: ServerMode,
    name: String,
    hosts: Vec<String>,
    think_threads: usize,
    trust_proxy: bool,
    public_url: Option<String>,
    retention: Option<Duration>,
    reopen_timeout: Duration,
    nats: Option<NatsOptions>,
    browser_engines: Option<BrowserEngines>,
    bots: Bots,
    block_file: Option<BlockFile>,
    limits: ServerLimits,
    log: LogFormat,
}

impl ServerSetup {
    /// Serves until the user ends it. Prints the address and calls `ready` once it can be reached.
    fn run(
        mut self,
        context: &mut Context<'_>,
        level: Level,
        ready: impl FnOnce(SocketAddr, &mut Context<'_>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.log.install(level);
        let bots = std::mem::take(&mut self.bots);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime
            .map_err(|error| Failure::failed(text!("serve-failed", error = error.to_string())))?;
        context.slow_shutdown.store(true, Relaxed);
        let served = runtime.block_on(self.serve(context, ready));
        bots.end();
        log::flush();
        served
    }

    async fn serve(
        self,
        context: &mut Context<'_>,
        ready: impl FnOnce(SocketAddr, &mut Context<'_>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::failed(text!("serve-failed", error = error.to_string()))
        };
        let address = self.listener.local_addr().map_err(|error| failed(&error))?;
        let supervisor = Supervisor::from_env(context.env);
        let opened = open_store(&self.location, address, self.reopen_timeout, context).await?;
        let Some(OpenStore { store, mut actor, _lock }) = opened else { return Ok(()) };
        self.listener.set_nonblocking(true).map_err(|error| failed(&error))?;
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let listener = listener.map_err(|error| failed(&error))?;
        let nats = match &self.nats {
            Some(options) => Some(connect_to_nats(options).await?),
            None => None,
        };
        let app = App {
            think_threads: self.think_threads,
            mode: self.mode,
            name: self.name,
            hosts: self.hosts,
            data: self.location.id(),
            trust_proxy: self.trust_proxy,
            public_url: self.public_url,
            retention: self.retention,
            browser_engines: self.browser_engines,
            bus: nats.clone().map(Bus::Nats),
            nats,
            blocks: self.block_file.as_ref().map(BlockFile::blocks).unwrap_or_default(),
            limits: self.limits,
            ..App::new(context.catalogue.into(), store.clone())
        };
        context.print(&messages::serve::address(address))?;
        ready(address, context)?;
        context.out.flush()?;
        let hangup = if self.block_file.is_some() { Hangup::Reloads } else { Hangup::Ends };
        let reload = self.block_file.map(|file| tokio::spawn(file.follow()));
        let watch = tokio::spawn(supervisor.clone().watch(store.clone()));
        let mut lost = None;
        let shutdown = async {
            tokio::select! {
                () = wait_until_raised(context.stop) => {}
                _ = platform::termination(hangup) => {}
                ended = &mut actor => lost = Some(ended),
            }
            supervisor.stopping();
        };
        let served = server::serve(listener, app, shutdown).await;
        watch.abort();
        if let Some(reload) = reload {
            reload.abort();
        }
        if let Some(ended) = lost {
            return match ended {
                Ok(Err(error)) => Err(Failure::store_lost(text!(
                    "serve-store-lost",
                    path = self.location.to_string(),
                    error = error.to_string()
                ))),
                Ok(Ok(())) => served.map_err(|error| failed(&error)),
                Err(error) => Err(failed(&error)),
            };
        }
        // Everything acknowledged is stored already; closing only tidies the file.
        store.close().await;
        match timeout(STORE_CLOSE_TIMEOUT, actor).await {
            Ok(Ok(Err(error))) => Err(failed(&error)),
            Ok(Err(error)) => Err(failed(&error)),
            Ok(Ok(Ok(()))) | Err(_) => served.map_err(|error| failed(&error)),
        }
    }
}

/// Store of a server, with the task that does its work.
struct OpenStore {
    store: Store,
    actor: JoinHandle<Result<(), store::Error>>,
    /// Of a data folder, which has one server.
    _lock: Option<ServerLock>,
}

/// Opens the store. `None` if the user ends the program while it waits for the database.
async fn open_store(
    location: &Location,
    address: SocketAddr,
    reopen_timeout: Duration,
    context: &Context<'_>,
) -> Result<Option<OpenStore>, Failure> {
    match location {
        Location::Folder(folder) => {
            let lock = ServerLock::acquire(folder, Some(address))?;
            let file = folder.join(data::DATABASE_FILE);
            let backend = Sqlite::open(&file).await;
            let backend =
                backend.map_err(|error| Failure::failed(data::unusable(&file, &error)))?;
            let (store, actor) = store::channel(backend);
            let actor = tokio::spawn(actor.with_reopen_timeout(reopen_timeout).run());
            Ok(Some(OpenStore { store, actor, _lock: Some(lock) }))
        }
        Location::Server(url) => {
            let backend = tokio::select! {
                backend = connect(url) => backend,
                () = wait_until_raised(context.stop) => return Ok(None),
                _ = platform::termination(Hangup::Ends) => return Ok(None),
            };
            let unusable = |error: store::Error| {
                Failure::failed(text!(
                    "store-unusable",
                    database = url.to_string(),
                    error = error.to_string()
                ))
            };
            let (store, actor) = store::channel(backend.map_err(unusable)?);
            Ok(Some(OpenStore { store, actor: tokio::spawn(actor.run()), _lock: None }))
        }
    }
}

/// Connects to a database, for as long as its server cannot be reached.
async fn connect(url: &PostgresUrl) -> Result<Postgres, store::Error> {
    let mut backoff = CONNECT_BACKOFF;
    loop {
        match Postgres::open(url).await {
            Err(store::Error::Unreachable(cause)) => {
                tracing::warn!(database = %url, cause, "the database cannot be reached");
                sleep(backoff).await;
                backoff = (backoff * 2).min(CONNECT_BACKOFF_MAX);
            }
            opened => return opened,
        }
    }
}

async fn connect_to_nats(options: &NatsOptions) -> Result<work::Client, Failure> {
    let connected = work::connect(options, "damier serve").await;
    connected.map_err(|error| Failure::failed(text!("nats-unreachable", error = error.to_string())))
}

/// Failure of `damier serve` to listen.
fn no_listener(address: SocketAddr, error: &io::Error) -> Failure {
    Failure::failed(match error.kind() {
        ErrorKind::AddrInUse => messages::serve::listen_taken(address),
        _ => messages::serve::no_listener(address, error),
    })
}

/// Waits until the flag is raised.
pub(crate) async fn wait_until_raised(flag: &AtomicBool) {
    while !flag.load(Relaxed) {
        sleep(STOP_POLL_INTERVAL).await;
    }
}

/// Asks the server at `address` for its health; an error if it is no Damier.
pub(crate) fn probe_health(address: SocketAddr) -> io::Result<Health> {
    let mut stream = TcpStream::connect_timeout(&address, HEALTH_PROBE_TIMEOUT)?;
    stream.set_read_timeout(Some(HEALTH_PROBE_TIMEOUT))?;
    stream.set_write_timeout(Some(HEALTH_PROBE_TIMEOUT))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut response = Vec::new();
    stream.take(HEALTH_RESPONSE_MAX_BYTES).read_to_end(&mut response)?;
    let response = String::from_utf8_lossy(&response);
    let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok(serde_json::from_str(body)?)
}

pub(crate) fn think_threads(argument: Option<usize>) -> usize {
    // One processor is left for everything else.
    let default = || available_parallelism().map_or(1, |all| all.get().saturating_sub(1));
    argument.unwrap_or_else(default).max(1)
}

/// URL of the page for a browser on this machine.
pub(crate) fn url(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    format!("http://{address}/")
}
