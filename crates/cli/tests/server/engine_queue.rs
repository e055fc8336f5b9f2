//! A visitor who keeps the engine busy, and another who wants to play.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use play::{Event, Player, Time, Version};
use serde_json::json;
use server::ServerMode;
use store::{MatchReader, Memory};
use wire::{MatchState, PROTOCOL, ToServer};

use crate::client::{Socket, Visitor, computer, get, human, is_timeout, say};
use crate::hostile::figure;
use crate::running::Running;
use crate::time_limit;

/// Matches of the visitor who keeps the engine busy.
const FLOOD_MATCHES: usize = 20;
/// Answers of the easy opponent that are timed.
const SAMPLES: usize = 30;

/// A visitor with many matches between two computers of the highest level, all of which somebody watches.
struct Flood {
    server: SocketAddr,
    matches: Vec<String>,
}

impl Flood {
    fn start(server: SocketAddr, address: &str) -> Self {
        let visitor = Visitor::new(server, address, 1);
        let maximum = || computer("maximum");
        let wanted = json!({
            "game": "connect-four", "players": { "first": maximum(), "second": maximum() },
        });
        let matches: Vec<_> = (0..FLOOD_MATCHES).map(|_| visitor.create(&wanted)).collect();
        for id in &matches {
            let mut socket = visitor.socket(&format!("/api/matches/{id}/socket"));
            say(
                &mut socket,
                &ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat: None },
            );
            // Whoever does not read is disconnected.
            thread::spawn(move || {
                loop {
                    match socket.read() {
                        Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {}
                        Err(_) => break,
                        Ok(_) => {}
                    }
                }
            });
        }
        let flood = Self { server, matches };
        flood.wait_for_moves(FLOOD_MATCHES as u64);
        flood
    }

    /// The moves of all matches together.
    fn moves(&self) -> usize {
        let moves = |id: &String| {
            let state = get(self.server, &format!("/api/matches/{id}"));
            state.json::<MatchState>().record.moves.len()
        };
        self.matches.iter().map(moves).sum()
    }

    /// Waits until so many more moves have been stored.
    fn wait_for_moves(&self, more: u64) {
        let stored = || figure(self.server, "damier_appends_total");
        let begun = stored();
        time_limit::wait_for("moves of the computer", || (stored() >= begun + more).then_some(()));
    }
}

/// Plays a match against the easy opponent; how long each answer took.
fn easy_answers(visitor: &Visitor, samples: usize, mut between: impl FnMut()) -> Vec<Duration> {
    let mut times = Vec::new();
    while times.len() < samples {
        let wanted = json!({
            "game": "othello", "players": { "first": human(), "second": computer("easy") },
        });
        let id = visitor.create(&wanted);
        let mut socket = Socket::open_by(visitor, &id, None);
        while times.len() < samples && socket.state.end.is_none() {
            let choice = socket.state.view.choices[0].notation.clone();
            between();
            let asked = Instant::now();
            let played = socket.play(Player::One, &choice).unwrap();
            socket.wait(|state| state.version > played || state.end.is_some());
            times.push(asked.elapsed());
        }
    }
    times
}

/// Times of the moves of a match, by the server's clock.
fn move_times(data: &Memory, id: &str) -> Vec<Time> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let events = runtime.block_on(data.clone().load(id.to_owned())).unwrap();
    let moves = events.iter().filter(|event| matches!(event, Event::Moved { .. }));
    moves.filter_map(Event::at).collect()
}

/// While one visitor has twenty matches of the highest level, another's easy opponent answers before the twenty
/// have had their turns. What counts is what the server did between a move and the answer to it, however long the
/// client takes.
#[test]
fn an_easy_opponent_does_not_wait_for_those_of_another_visitor() {
    let data = Memory::default();
    let server = Running::with(data.clone(), ServerMode::Public);
    let flood = Flood::start(server.address, "192.0.2.1");
    let victim = Visitor::new(server.address, "198.51.100.1", 2);
    let easy =
        json!({ "game": "othello", "players": { "first": human(), "second": computer("easy") } });
    for _ in 0..3 {
        let id = victim.create(&easy);
        let mut socket = Socket::open_by(&victim, &id, None);
        let choice = socket.state.view.choices[0].notation.clone();
        socket.play(Player::One, &choice).unwrap();
        socket.wait(|state| state.record.moves.len() == 2);
        let [asked, answered] = move_times(&data, &id)[..] else { panic!("two moves") };
        let is_between = |at: &Time| (asked..answered).contains(at);
        let passed = |id: &String| move_times(&data, id).iter().filter(|at| is_between(at)).count();
        let passed: usize = flood.matches.iter().map(passed).sum();
        assert!(passed < FLOOD_MATCHES / 2, "{passed} moves of the other visitor came first");
    }
    // The flood goes on.
    flood.wait_for_moves(1);
}

/// The waiting time for an easy opponent while another visitor has twenty matches of the highest level.
#[test]
#[ignore = "soak"]
fn an_easy_opponent_answers_while_others_keep_the_engine_busy() {
    let server = Running::start();
    let flood = Flood::start(server.address, "192.0.2.1");
    let victim = Visitor::new(server.address, "198.51.100.1", 2);
    // Each time the engine is in the middle of something.
    let mut times = easy_answers(&victim, SAMPLES, || flood.wait_for_moves(1));
    times.sort_unstable();
    let [median, p99] = [50, 99].map(|percent| times[(times.len() * percent).div_ceil(100) - 1]);
    eprintln!("{SAMPLES} answers: median {median:?}, p99 {p99:?}; others: {} moves", flood.moves());
    assert!(p99 < Duration::from_secs(2), "{times:?}");
}
