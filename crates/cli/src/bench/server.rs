//! `damier bench server`: many games at once, over real sockets, against a server of its own.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use rules::{AnyGame, Record, Setup, SplitMix64};
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinSet;
use wire::SeatSecret;
use wire::http::{Created, RoomCreated};

use super::robots::{Pair, Times, watch};
use super::socket::{MatchSocket, http_request};
use crate::context::Context;
use crate::failure::Failure;
use crate::{args, words};

/// How many tables are opened at the same time.
const AT_ONCE: usize = 32;
/// By how many sockets and games their memory is measured. The sockets watch one game.
const SOCKETS: usize = 480;
const GAMES: usize = 2000;
/// How many requests come first, so that what they leave behind is not counted.
const WARM: usize = 500;
/// How many moves have been made in each of the games.
const MOVES: usize = 10;

/// Measure the server: many games at once between robots
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A server is started beside the robots, with a folder of its own that is gone afterwards. Both share \
the processors. Every move waits for its acknowledgement, which means that it is stored.

Examples:
  damier bench server
  damier bench server --games 2000 --rate 1 --seconds 30
  damier bench server --games 500 --rate 0 --json")]
pub(crate) struct ServerBench {
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
    /// Which game they play
    #[arg(long, value_name = "GAME", default_value = "othello")]
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came out.
#[derive(Serialize)]
pub(crate) struct Measured {
    pub(crate) games: u16,
    pub(crate) moves: usize,
    pub(crate) errors: usize,
    pub(crate) moves_per_second: f64,
    /// Milliseconds from a move to its acknowledgement: median, 99 of 100, the longest.
    pub(crate) acknowledged: [f64; 3],
    /// The same until the other has it.
    pub(crate) arrived: [f64; 3],
    pub(crate) moves_per_commit: f64,
    /// Bytes, where the system tells.
    pub(crate) memory_per_connection: Option<i64>,
    /// All that the server had under load, in bytes.
    pub(crate) memory: Option<i64>,
    pub(crate) memory_per_game: Option<i64>,
}

impl ServerBench {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = args::find(&self.game, context.catalogue)?.game;
        let failed = |error: io::Error| Failure::failed(words::serve::failed(&error));
        let server = Server::start().map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let stop = Arc::new(AtomicBool::new(false));
        let measured = runtime.block_on(self.measure(&server, game, &stop, context));
        let result = measured.map_err(failed)?;
        if self.json {
            context.print_json(&result)?;
        } else {
            for line in words::bench::server(&result) {
                writeln!(context.out, "{}", line.get(context.lang))?;
            }
        }
        if context.stop.load(Relaxed) {
            return Err(Failure::interrupted());
        }
        if result.errors == 0 { Ok(()) } else { Err(Failure::no()) }
    }

    async fn measure(
        &self,
        server: &Server,
        game: &'static dyn AnyGame,
        stop: &Arc<AtomicBool>,
        context: &Context<'_>,
    ) -> io::Result<Measured> {
        let address = server.address;
        let (memory_per_connection, memory_per_game) = memory(game).await?;
        let mut pairs = Vec::new();
        let mut opening = JoinSet::new();
        for seed in 0..u64::from(self.games) {
            if opening.len() >= AT_ONCE {
                pairs.extend(opening.join_next().await.transpose()?.transpose()?);
            }
            opening.spawn(Pair::new(address, game, seed));
        }
        while let Some(pair) = opening.join_next().await {
            pairs.push(pair??);
        }
        let pause = match self.rate {
            0 => Duration::ZERO,
            rate => Duration::from_secs(1) / u32::from(rate),
        };
        let before = stored(address).await?;
        let began = Instant::now();
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
        let after = stored(address).await?;
        let memory = server.memory();
        let mut times = Times::default();
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
        Ok(Measured {
            games: self.games,
            moves: times.acknowledged.len(),
            errors,
            moves_per_second: times.acknowledged.len() as f64 / lasted.as_secs_f64(),
            acknowledged: spread(times.acknowledged),
            arrived: spread(times.arrived),
            moves_per_commit: after.appends.saturating_sub(before.appends) as f64 / commits as f64,
            memory_per_connection,
            memory,
            memory_per_game,
        })
    }
}

/// What a connection and a game in which nobody is take, in bytes; each is measured with a server of its
/// own, because what is given back to the allocator stays with the program.
async fn memory(game: &'static dyn AnyGame) -> io::Result<(Option<i64>, Option<i64>)> {
    Ok((memory_of_sockets(game).await?, memory_of_games(game).await?))
}

/// Somebody who watches, with all that they have been told.
async fn memory_of_sockets(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = Server::start()?;
    let address = server.address;
    let id = table(address, game).await?;
    // Whatever is made once is made now.
    let mut sockets: Vec<MatchSocket> = vec![watch(address, &id).await?];
    let before = server.memory();
    for _ in 0..SOCKETS {
        sockets.push(watch(address, &id).await?);
    }
    Ok(each(server.memory(), before, SOCKETS))
}

/// A game in the middle, with its room open.
async fn memory_of_games(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = Server::start()?;
    let address = server.address;
    let mut random = SplitMix64::new(1);
    let mut ids = Vec::new();
    for _ in 0..=GAMES {
        ids.push(local(address, game, &mut random).await?);
    }
    let look =
        async |id: &String| http_request(address, "GET", &format!("/api/matches/{id}"), "").await;
    for _ in 0..WARM {
        look(&ids[0]).await?;
    }
    let before = server.memory();
    for id in &ids[1..] {
        look(id).await?;
    }
    Ok(each(server.memory(), before, GAMES))
}

fn each(after: Option<i64>, before: Option<i64>, count: usize) -> Option<i64> {
    Some((after? - before?) / count as i64)
}

/// Begins a game in which some moves have been made.
async fn local(
    address: SocketAddr,
    game: &'static dyn AnyGame,
    random: &mut SplitMix64,
) -> io::Result<String> {
    let setup = Setup { seed: 1, ..Setup::default() };
    let start = game.start(&setup).map_err(io::Error::other)?;
    let mut live = game.open(&Record::new(start)).map_err(io::Error::other)?;
    while live.record().moves.len() < MOVES && live.outcome().is_none() {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).map_err(io::Error::other)?;
    }
    let human = json!({ "type": "human", "name": "" });
    let wanted = json!({
        "game": game.info().id,
        "record": live.record(),
        "players": { "first": human, "second": human },
    });
    let made = http_request(address, "POST", "/api/matches", &wanted.to_string()).await?;
    Ok(serde_json::from_str::<Created>(&made)?.id)
}

/// Opens a table where nobody else will sit down.
async fn table(address: SocketAddr, game: &'static dyn AnyGame) -> io::Result<String> {
    let wanted = json!({
        "game": game.info().id,
        "setup": { "seed": 1 },
        "listing": "unlisted",
        "seat": SeatSecret::new(7),
    });
    let made = http_request(address, "POST", "/api/rooms", &wanted.to_string()).await?;
    Ok(serde_json::from_str::<RoomCreated>(&made)?.id)
}

/// What the store has done.
struct Stored {
    commits: u64,
    appends: u64,
}

async fn stored(address: SocketAddr) -> io::Result<Stored> {
    let text = http_request(address, "GET", "/metrics", "").await?;
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    };
    Ok(Stored {
        commits: figure("damier_commits_total "),
        appends: figure("damier_appends_total "),
    })
}

/// Median, 99 of 100 and the longest, in milliseconds.
fn spread(mut micros: Vec<u32>) -> [f64; 3] {
    micros.sort_unstable();
    let at = |share: usize| {
        let index = (micros.len() * share / 100).min(micros.len().saturating_sub(1));
        micros.get(index).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    [at(50), at(99), at(100)]
}

/// A server beside this program, gone with its folder when this is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    fn start() -> io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let folder = env::temp_dir().join(format!("damier-bench-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        let mut child = Command::new(env::current_exe()?)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut lines = BufReader::new(out).lines();
        let line = lines.next().transpose()?.unwrap_or_default();
        // Whatever else it says must not fill the pipe.
        thread::spawn(move || lines.count());
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim_end_matches('/').parse().ok());
        let address = address.ok_or_else(|| io::Error::other(line));
        let mut server = Self { child, address: ([0; 4], 0).into(), folder };
        server.address = address?;
        Ok(server)
    }

    /// How much memory it has of its own, in bytes; where the system tells.
    fn memory(&self) -> Option<i64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        line.trim().strip_suffix(" kB")?.parse::<i64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
