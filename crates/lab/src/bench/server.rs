//! `damier bench server`: load test of servers of its own, over real sockets.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use play::Listing;
use rules::AnyGame;
use serde::Serialize;
use texts::text;
use tokio::task::JoinSet;

use super::cancels::{self, CancelLatencies};
use super::followers::LobbyFollowers;
use super::kills::kill_nodes;
use super::robots::{MoveLatencies, RobotPair, RobotSettings};
use super::server_memory;
use super::server_process::{ServerParts, ServerProcess, WorkerProcess};
use super::socket::http_request;
use crate::context::Context;
use crate::failure::Failure;
use crate::{args, location, messages};

/// Rooms that are opened concurrently.
const CONCURRENT_OPENINGS: usize = 32;
/// Time from the start of the games to the first kill.
const KILL_WARMUP: Duration = Duration::from_secs(2);

/// Measure the server: many games at once between robots
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A server is started beside the robots, with a folder of its own that is gone afterwards. Both share \
the processors. Every move waits for its acknowledgement, which means that it is stored.

Examples:
  damier bench server
  damier bench server --games 2000 --rate 1 --seconds 30
  damier bench server --games 1000 --followers 300
  damier bench server --games 500 --rate 0 --json
  damier bench server --nodes 3 --database postgres://db/bench --nats nats://bus")]
pub(crate) struct ServerBenchCommand {
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=9000))]
    games: u16,
    /// How many moves a second each game has; 0 for as many as it can
    #[arg(long, value_name = "N", default_value_t = 1)]
    rate: u16,
    /// For how long
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "10")]
    seconds: Duration,
    /// How many clients follow the list of public games
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=9000))]
    followers: u16,
    /// Send them whole lists instead of changes, as clients of version 0.1.0 ask for it
    #[arg(long, requires = "followers")]
    whole_lists: bool,
    /// Which game they play
    #[arg(long, value_name = "GAME", default_value = "othello")]
    game: String,
    /// Keep the games in this PostgreSQL database instead of a file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Let the servers work together through NATS at this address
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// How many servers share the database; the two players of a game sit at different ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=16))]
    nodes: u16,
    /// Kill a server so many times, start it again, and measure when its players go on; --seconds is ignored then
    #[arg(long, value_name = "N", default_value_t = 0)]
    kills: u16,
    /// Begin analyses at a worker meanwhile, cancel so many, and measure how soon it ends them
    #[arg(long, value_name = "N", default_value_t = 0, requires = "nats")]
    cancels: u16,
    /// Leave out the memory of connections and games, which servers of their own are started for
    #[arg(long)]
    load_only: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What kills cost the players.
#[derive(Serialize)]
pub(crate) struct ResumeLatencies {
    pub(crate) kills: u16,
    /// Games of which a player was at the killed server.
    pub(crate) games: usize,
    /// Latency from the kill to the next move that is stored and seen by the opponent, in milliseconds: median, 99th
    /// percentile, maximum.
    pub(crate) latency: [f64; 3],
}

/// Result of the load test.
#[derive(Serialize)]
pub(crate) struct ServerBenchResult {
    pub(crate) games: u16,
    pub(crate) moves: usize,
    pub(crate) errors: usize,
    pub(crate) moves_per_second: f64,
    /// Latency from a move to its acknowledgement, in milliseconds: median, 99th percentile, maximum.
    pub(crate) acknowledged: [f64; 3],
    /// Latency from a move to its arrival at the opponent, likewise.
    pub(crate) arrived: [f64; 3],
    pub(crate) moves_per_commit: f64,
    /// In bytes, where the system tells.
    pub(crate) memory_per_connection: Option<i64>,
    /// Memory of the server under load, in bytes.
    pub(crate) memory: Option<i64>,
    pub(crate) memory_per_game: Option<i64>,
    /// Bytes a second that all followers of the lobby together receive, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lobby_bytes_per_second: Option<f64>,
    /// Kills, and the latency from one to the next move of each player of the killed server, as above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resumed: Option<ResumeLatencies>,
    /// Cancels of analyses at a worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cancelled: Option<CancelLatencies>,
}

impl ServerBenchCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = args::find(&self.game, context.catalogue)?.game;
        let failed =
            |error: io::Error| Failure::failed(text!("serve-failed", error = error.to_string()));
        if let Some(url) = &self.database {
            location::read_argument(url)?;
        }
        let is_cluster = self.database.is_some() && self.nats.is_some();
        if (self.nodes > 1 && !is_cluster) || (self.kills > 0 && self.nodes < 2) {
            return Err(Failure::wrong(text!("bench-server-needs-cluster")));
        }
        let parts = ServerParts { database: self.database.clone(), nats: self.nats.clone() };
        let servers = (0..self.nodes).map(|_| ServerProcess::start(&parts));
        let mut servers = servers.collect::<io::Result<Vec<_>>>().map_err(failed)?;
        let worker = (self.cancels > 0).then(|| WorkerProcess::start(&parts));
        let _worker = worker.transpose().map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let measured = runtime.block_on(self.measure(&mut servers, game, context));
        let result = measured.map_err(failed)?;
        if self.json {
            context.print_json(&result)?;
        } else {
            for line in messages::bench::server(&result) {
                context.print(&line)?;
            }
        }
        if context.stop.load(Relaxed) {
            return Err(Failure::interrupted());
        }
        if result.errors == 0 { Ok(()) } else { Err(Failure::reported()) }
    }

    async fn measure(
        &self,
        servers: &mut [ServerProcess],
        game: &'static dyn AnyGame,
        context: &Context<'_>,
    ) -> io::Result<ServerBenchResult> {
        let address = servers[0].address;
        let (memory_per_connection, memory_per_game) =
            if self.load_only { (None, None) } else { server_memory::memory(game).await? };
        let settings = RobotSettings {
            nodes: servers.iter().map(|server| server.address).collect(),
            game,
            listing: if self.followers == 0 { Listing::Unlisted } else { Listing::Public },
            killed: Arc::default(),
        };
        let pairs = self.open_games(&settings).await?;
        let pause = match self.rate {
            0 => Duration::ZERO,
            rate => Duration::from_secs(1) / u32::from(rate),
        };
        let followers = LobbyFollowers::start(address, self.followers, self.whole_lists).await?;
        let before = store_counters(&settings.nodes).await;
        let (began, lobby_before) = (Instant::now(), followers.bytes());
        let stop = Arc::new(AtomicBool::new(false));
        let mut playing = JoinSet::new();
        for mut pair in pairs {
            let stop = Arc::clone(&stop);
            playing.spawn(async move { pair.play(pause, &stop).await });
        }
        let disturbed = self.disturb(servers, &settings, began, context).await;
        stop.store(true, Relaxed);
        let lasted = began.elapsed();
        let cancelled = disturbed?;
        let lobby_bytes = (followers.bytes() - lobby_before) as f64;
        let after = store_counters(&settings.nodes).await;
        let memory = servers[0].memory();
        let (times, errors) = collect(playing).await?;
        let commits = after.commits.saturating_sub(before.commits).max(1);
        Ok(ServerBenchResult {
            games: self.games,
            moves: times.acknowledged.len(),
            errors,
            moves_per_second: times.acknowledged.len() as f64 / lasted.as_secs_f64(),
            acknowledged: percentiles(times.acknowledged),
            arrived: percentiles(times.arrived),
            moves_per_commit: after.appends.saturating_sub(before.appends) as f64 / commits as f64,
            memory_per_connection,
            memory,
            memory_per_game,
            lobby_bytes_per_second: (self.followers > 0)
                .then(|| lobby_bytes / lasted.as_secs_f64()),
            resumed: (self.kills > 0).then(|| ResumeLatencies {
                kills: self.kills,
                games: times.resumed.len(),
                latency: percentiles(times.resumed),
            }),
            cancelled,
        })
    }

    /// Opens all games.
    async fn open_games(&self, settings: &RobotSettings) -> io::Result<Vec<RobotPair>> {
        let mut pairs = Vec::new();
        let mut opening = JoinSet::new();
        for seed in 0..u64::from(self.games) {
            if opening.len() >= CONCURRENT_OPENINGS {
                pairs.extend(opening.join_next().await.transpose()?.transpose()?);
            }
            opening.spawn(RobotPair::new(settings.clone(), seed));
        }
        while let Some(pair) = opening.join_next().await {
            pairs.push(pair??);
        }
        Ok(pairs)
    }

    /// Lets happen what is to happen while games are played, until it has or their time is over.
    async fn disturb(
        &self,
        servers: &mut [ServerProcess],
        settings: &RobotSettings,
        began: Instant,
        context: &Context<'_>,
    ) -> io::Result<Option<CancelLatencies>> {
        let mut cancelled = None;
        if self.cancels > 0 {
            let address = servers[0].address;
            cancelled = Some(cancels::measure(address, settings.game, self.cancels).await?);
        }
        if self.kills > 0 {
            // Until all games are under way.
            tokio::time::sleep(KILL_WARMUP).await;
            kill_nodes(servers, self.kills, &settings.killed, context).await?;
            return Ok(cancelled);
        }
        while began.elapsed() < self.seconds && !context.stop.load(Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(cancelled)
    }
}

/// Latencies of all games, and how many failed.
async fn collect(
    mut playing: JoinSet<io::Result<MoveLatencies>>,
) -> io::Result<(MoveLatencies, usize)> {
    let (mut times, mut errors) = (MoveLatencies::default(), 0);
    while let Some(played) = playing.join_next().await {
        match played? {
            Ok(more) => {
                times.acknowledged.extend(more.acknowledged);
                times.arrived.extend(more.arrived);
                times.resumed.extend(more.resumed);
            }
            Err(_) => errors += 1,
        }
    }
    Ok((times, errors))
}

/// Counters of the store, from `/metrics`.
#[derive(Default)]
struct StoreCounters {
    commits: u64,
    appends: u64,
}

/// Counters of all servers together; one that does not answer has none.
async fn store_counters(servers: &[SocketAddr]) -> StoreCounters {
    let mut counters = StoreCounters::default();
    for server in servers {
        let text = http_request(*server, "GET", "/metrics", "").await.unwrap_or_default();
        let figure = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.trim().parse::<u64>().ok()).unwrap_or(0)
        };
        counters.commits += figure("damier_commits_total ");
        counters.appends += figure("damier_appends_total ");
    }
    counters
}

/// Median, 99th percentile and maximum, in milliseconds.
fn percentiles(mut micros: Vec<u32>) -> [f64; 3] {
    micros.sort_unstable();
    let at = |share: usize| {
        let index = (micros.len() * share / 100).min(micros.len().saturating_sub(1));
        micros.get(index).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    [at(50), at(99), at(100)]
}
