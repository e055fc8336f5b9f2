//! `damier bench server`: load test of a server of its own, over real sockets.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use play::Listing;
use rules::{AnyGame, Record, Setup, SplitMix64};
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinSet;
use wire::SeatSecret;
use wire::http::{Created, RoomCreated};

use super::followers::LobbyFollowers;
use super::robots::{MoveLatencies, RobotPair, watch};
use super::socket::{MatchSocket, http_request};
use crate::context::Context;
use crate::failure::Failure;
use crate::location::DATABASE_VARIABLE;
use crate::{args, location, messages};

/// Rooms that are opened concurrently.
const CONCURRENT_OPENINGS: usize = 32;
/// Sockets by which the memory of a connection is measured; all watch one game.
const MEMORY_TEST_SOCKETS: usize = 480;
/// Games by which the memory of an idle game is measured.
const MEMORY_TEST_GAMES: usize = 2000;
/// Games that are opened before, so that one-time allocations and the page caches of the store, which are
/// bounded, are not counted.
const MEMORY_TEST_WARMUP_GAMES: usize = 1000;
/// Moves made in each of these games.
const MEMORY_TEST_MOVES: usize = 10;

/// Measure the server: many games at once between robots
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A server is started beside the robots, with a folder of its own that is gone afterwards. Both share \
the processors. Every move waits for its acknowledgement, which means that it is stored.

Examples:
  damier bench server
  damier bench server --games 2000 --rate 1 --seconds 30
  damier bench server --games 1000 --followers 300
  damier bench server --games 500 --rate 0 --json")]
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
    /// Print JSON
    #[arg(long)]
    json: bool,
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
}

impl ServerBenchCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = args::find(&self.game, context.catalogue)?.game;
        let failed = |error: io::Error| Failure::failed(messages::serve::failed(&error));
        if let Some(url) = &self.database {
            location::read_argument(url)?;
        }
        let server = ServerProcess::start(self.database.as_deref()).map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let stop = Arc::new(AtomicBool::new(false));
        let measured = runtime.block_on(self.measure(&server, game, &stop, context));
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
        server: &ServerProcess,
        game: &'static dyn AnyGame,
        stop: &Arc<AtomicBool>,
        context: &Context<'_>,
    ) -> io::Result<ServerBenchResult> {
        let address = server.address;
        let (memory_per_connection, memory_per_game) = memory(game).await?;
        let listing = if self.followers == 0 { Listing::Unlisted } else { Listing::Public };
        let mut pairs = Vec::new();
        let mut opening = JoinSet::new();
        for seed in 0..u64::from(self.games) {
            if opening.len() >= CONCURRENT_OPENINGS {
                pairs.extend(opening.join_next().await.transpose()?.transpose()?);
            }
            opening.spawn(RobotPair::new(address, game, seed, listing));
        }
        while let Some(pair) = opening.join_next().await {
            pairs.push(pair??);
        }
        let pause = match self.rate {
            0 => Duration::ZERO,
            rate => Duration::from_secs(1) / u32::from(rate),
        };
        let followers = LobbyFollowers::start(address, self.followers, self.whole_lists).await?;
        let before = store_counters(address).await?;
        let (began, lobby_before) = (Instant::now(), followers.bytes());
        let mut playing = JoinSet::new();
        for mut pair in pairs {
            let stop = Arc::clone(stop);
            playing.spawn(async move { pair.play(pause, &stop).await });
        }
        while began.elapsed() < self.seconds && !context.stop.load(Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.store(true, Relaxed);
        let lasted = began.elapsed();
        let lobby_bytes = (followers.bytes() - lobby_before) as f64;
        let after = store_counters(address).await?;
        let memory = server.memory();
        let mut times = MoveLatencies::default();
        let mut errors = 0;
        while let Some(played) = playing.join_next().await {
            match played? {
                Ok(more) => {
                    times.acknowledged.extend(more.acknowledged);
                    times.arrived.extend(more.arrived);
                }
                Err(_) => errors += 1,
            }
        }
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
        })
    }
}

/// Memory of a connection and of an idle game, in bytes. Each is measured on a server of its own, because
/// freed memory stays with the allocator.
async fn memory(game: &'static dyn AnyGame) -> io::Result<(Option<i64>, Option<i64>)> {
    Ok((memory_of_sockets(game).await?, memory_of_games(game).await?))
}

/// Memory of a connection that watches a game.
async fn memory_of_sockets(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = ServerProcess::start(None)?;
    let address = server.address;
    let id = open_room(address, game).await?;
    // The first socket pays for one-time allocations.
    let mut sockets: Vec<MatchSocket> = vec![watch(address, &id).await?];
    let before = server.memory();
    for _ in 0..MEMORY_TEST_SOCKETS {
        sockets.push(watch(address, &id).await?);
    }
    Ok(each(server.memory(), before, MEMORY_TEST_SOCKETS))
}

/// Memory of a game in progress whose room is open.
async fn memory_of_games(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = ServerProcess::start(None)?;
    let address = server.address;
    let mut random = SplitMix64::new(1);
    let mut ids = Vec::new();
    for _ in 0..MEMORY_TEST_WARMUP_GAMES + MEMORY_TEST_GAMES {
        ids.push(create_local_match(address, game, &mut random).await?);
    }
    let look =
        async |id: &String| http_request(address, "GET", &format!("/api/matches/{id}"), "").await;
    let (warmup, measured) = ids.split_at(MEMORY_TEST_WARMUP_GAMES);
    for id in warmup {
        look(id).await?;
    }
    let before = server.memory();
    for id in measured {
        look(id).await?;
    }
    Ok(each(server.memory(), before, MEMORY_TEST_GAMES))
}

fn each(after: Option<i64>, before: Option<i64>, count: usize) -> Option<i64> {
    Some((after? - before?) / count as i64)
}

/// Creates a local match in which some moves have been made.
async fn create_local_match(
    address: SocketAddr,
    game: &'static dyn AnyGame,
    random: &mut SplitMix64,
) -> io::Result<String> {
    let setup = Setup { seed: 1, ..Setup::default() };
    let start = game.start(&setup).map_err(io::Error::other)?;
    let mut live = game.open(&Record::new(start)).map_err(io::Error::other)?;
    while live.record().moves.len() < MEMORY_TEST_MOVES && live.outcome().is_none() {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).map_err(io::Error::other)?;
    }
    let human = json!({ "type": "human", "name": "" });
    let request = json!({
        "game": game.info().id,
        "record": live.record(),
        "players": { "first": human, "second": human },
    });
    let response = http_request(address, "POST", "/api/matches", &request.to_string()).await?;
    Ok(serde_json::from_str::<Created>(&response)?.id)
}

/// Opens a room in which the second seat stays free.
async fn open_room(address: SocketAddr, game: &'static dyn AnyGame) -> io::Result<String> {
    let request = json!({
        "game": game.info().id,
        "setup": { "seed": 1 },
        "listing": "unlisted",
        "seat": SeatSecret::new(7),
    });
    let response = http_request(address, "POST", "/api/rooms", &request.to_string()).await?;
    Ok(serde_json::from_str::<RoomCreated>(&response)?.id)
}

/// Counters of the store, from `/metrics`.
struct StoreCounters {
    commits: u64,
    appends: u64,
}

async fn store_counters(address: SocketAddr) -> io::Result<StoreCounters> {
    let text = http_request(address, "GET", "/metrics", "").await?;
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    };
    Ok(StoreCounters {
        commits: figure("damier_commits_total "),
        appends: figure("damier_appends_total "),
    })
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

/// Server process, killed when this is dropped; its data folder is removed.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl ServerProcess {
    /// Starts a server with a folder of its own, or on a database.
    fn start(database: Option<&str>) -> io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let folder = env::temp_dir().join(format!("damier-bench-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        let mut command = Command::new(env::current_exe()?);
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        match database {
            Some(url) => command.env(DATABASE_VARIABLE, url),
            None => command.arg("--data").arg(&folder),
        };
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut lines = BufReader::new(out).lines();
        let line = lines.next().transpose()?.unwrap_or_default();
        // The rest of the output is read, so that the pipe does not fill.
        thread::spawn(move || lines.count());
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim_end_matches('/').parse().ok());
        let address = address.ok_or_else(|| io::Error::other(line));
        let mut server = Self { child, address: ([0; 4], 0).into(), folder };
        server.address = address?;
        Ok(server)
    }

    /// Anonymous resident memory in bytes, where the system tells.
    fn memory(&self) -> Option<i64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        line.trim().strip_suffix(" kB")?.parse::<i64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
