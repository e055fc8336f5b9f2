//! Stored moves a second and latency to the acknowledgement, with SQLite and with PostgreSQL in one run.
//!
//! `cargo bench -p damier-store --bench appends [-- GAMES SECONDS ROUNDS]`. Both keep what they acknowledge on the disk.
//! The databases take turns, so that whatever else the machine does disturbs both; PostgreSQL is started for it, or is
//! the server that `DAMIER_TEST_POSTGRES` names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use play::{Event, Kind, Time, Version, Who};
use rules::BySeat;
use store::{Append, AppendOutcome, MatchSummary, NewMatch, Postgres, Sqlite, Store};
use testkit::{PostgresServer, PostgresSettings};
use tokio::task::JoinSet;

/// Games that are played at once, seconds of a round, and rounds, unless they are given.
const GAMES: usize = 1000;
const ROUND_SECONDS: usize = 5;
const ROUNDS: usize = 3;

/// What a round measured.
struct Measured {
    moves_per_second: f64,
    p50: Duration,
    p99: Duration,
    moves_per_commit: f64,
}

fn moved(at: u64) -> Event {
    Event::Moved { notation: "d3".to_owned(), at: Time(at), lag: 7 }
}

fn summary(version: u64) -> MatchSummary {
    let human = |name: &str| Some(Who::Human { name: name.to_owned() });
    MatchSummary {
        version: Version(version),
        game: "othello".to_owned(),
        rules: None,
        kind: Kind::Online,
        players: BySeat { first: human("Ana"), second: human("Bo") },
        entries: version as u32,
        finished: false,
        winner: None,
        reason: None,
        created: Time(1),
        ended: None,
        conduct: None,
    }
}

/// Plays a game until it is told to stop: a move at a time, each of which waits for its acknowledgement.
async fn play(store: Store, id: String, stop: Arc<AtomicBool>) -> Vec<Duration> {
    let mut version = store.load(&id).await.expect("a match").len() as u64;
    let mut latencies = Vec::new();
    while !stop.load(Relaxed) {
        let append = Append {
            match_id: id.clone(),
            expected_version: Version(version),
            idempotency_key: Some(format!("{id}-{version}")),
            events: vec![moved(version)],
            summary: Some(summary(version + 1)),
            next: None,
            next_quota: None,
            absence: None,
        };
        let began = Instant::now();
        let stored = store.append(append).await.expect("a stored move");
        latencies.push(began.elapsed());
        version += 1;
        assert_eq!(stored, AppendOutcome::Stored(Version(version)));
    }
    latencies
}

/// Plays many games at once for a while.
async fn round(store: &Store, games: usize, time: Duration) -> Measured {
    let (commits, appends) = (store.meter().commits(), store.meter().appends());
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = JoinSet::new();
    let began = Instant::now();
    for number in 0..games {
        players.spawn(play(store.clone(), format!("m{number}"), Arc::clone(&stop)));
    }
    tokio::time::sleep(time).await;
    stop.store(true, Relaxed);
    let mut latencies = players.join_all().await.concat();
    let lasted = began.elapsed();
    latencies.sort_unstable();
    let percentile = |percent: usize| latencies[(latencies.len() - 1) * percent / 100];
    let commits = (store.meter().commits() - commits).max(1);
    Measured {
        moves_per_second: latencies.len() as f64 / lasted.as_secs_f64(),
        p50: percentile(50),
        p99: percentile(99),
        moves_per_commit: (store.meter().appends() - appends) as f64 / commits as f64,
    }
}

async fn prepare(store: &Store, games: usize) {
    for number in 0..games {
        let new = NewMatch { id: format!("m{number}"), events: vec![moved(0)], summary: None };
        store.create_match(format!("v{}", number % 97), new).await.expect("a match");
    }
}

fn print(name: &str, measured: &Measured) {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{name:10} {:7.0} moves/s   p50 {:6.1} ms   p99 {:6.1} ms   {:5.1} moves a commit",
        measured.moves_per_second,
        millis(measured.p50),
        millis(measured.p99),
        measured.moves_per_commit
    );
}

#[tokio::main]
async fn main() {
    // Cargo passes --bench; numbers are ours.
    let mut numbers = env::args().filter_map(|argument| argument.parse::<usize>().ok());
    let mut number = |usual: usize| numbers.next().unwrap_or(usual).max(1);
    let (games, seconds, rounds) = (number(GAMES), number(ROUND_SECONDS), number(ROUNDS));
    let time = Duration::from_secs(seconds as u64);
    let folder = env::temp_dir().join(format!("damier-bench-store-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let server = if env::var_os("DAMIER_TEST_POSTGRES").is_some() {
        PostgresServer::start()
    } else {
        let settings = PostgresSettings { durable: true, ..PostgresSettings::default() };
        PostgresServer::start_own(settings)
    };
    let url = server.create_database().parse().expect("a URL");
    let sqlite = Sqlite::open(&folder.join("damier.sqlite")).await.expect("a file");
    let (sqlite, actor) = store::channel(sqlite);
    tokio::spawn(actor.run());
    let postgres = Postgres::open(&url).await.expect("a database");
    let (postgres, actor) = store::channel(postgres);
    tokio::spawn(actor.run());
    for store in [&sqlite, &postgres] {
        prepare(store, games).await;
    }
    println!("{games} games at once, {rounds} rounds of {seconds} s each");
    let mut totals = [0.0; 2];
    for _ in 0..rounds {
        for (index, (name, store)) in
            [("SQLite", &sqlite), ("PostgreSQL", &postgres)].into_iter().enumerate()
        {
            let measured = round(store, games, time).await;
            print(name, &measured);
            totals[index] += measured.moves_per_second;
        }
    }
    println!("PostgreSQL stores {:.2} times as many moves a second", totals[1] / totals[0]);
    let _ = fs::remove_dir_all(&folder);
}
