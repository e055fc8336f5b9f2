//! The real program under load while faults of every kind happen to it, in an order drawn from a seed:
//! kills, a full disk, pauses of the process, steps of the wall clock. Clients reconnect and send what
//! was not acknowledged again, as the page does.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use play::{Claim, Player, RefusalCode, Version};
use rules::SplitMix64;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::json;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};
use wire::http::RoomCreated;
use wire::{MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

use crate::client::{fresh, get, order, try_post};
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit;

/// Games that are played at once.
const GAMES: usize = 8;
/// Faults of a round.
const FAULTS: usize = 24;
/// Time of a player for a game: more than the player uses, less than one pause and what the player uses.
const GAME_TIME: Duration = Duration::from_secs(12);
/// Time that a player thinks about a move at most.
const THINK_MAX_MS: u64 = 120;
/// Shortest and longest pause of the process.
const PAUSE_MS: [u64; 2] = [4_000, 9_000];
/// Offsets between which the wall clock is stepped.
const CLOCK_OFFSETS_S: [i64; 6] = [0, -3600, 60, 3600, -60, 7200];
/// Library that lets a program see another wall clock (package `faketime`).
const FAKETIME: &str = "/usr/$LIB/faketime/libfaketime.so.1";

#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    FullDisk,
    Pause,
    ClockStep,
}

/// The program, and where it listens now.
struct Host {
    folder: Folder,
    program: Mutex<Option<Program>>,
    address: Mutex<SocketAddr>,
}

/// What happened in a round.
#[derive(Default, Debug)]
struct Counts {
    games: AtomicUsize,
    moves: AtomicUsize,
    connections: AtomicUsize,
    refused_claims: AtomicUsize,
}

/// Acknowledged moves of a game.
type Ledger = Mutex<Vec<(String, Vec<String>)>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host {
    fn start(name: &str) -> Self {
        let folder = Folder::new(name);
        set_clock(&folder, 0);
        let program = serve(&folder);
        let address = Mutex::new(program.address);
        Self { folder, program: Mutex::new(Some(program)), address }
    }

    fn address(&self) -> SocketAddr {
        *lock(&self.address)
    }

    /// SIGKILL, and a new start after a moment.
    fn kill(&self) {
        let mut program = lock(&self.program);
        drop(program.take());
        sleep(Duration::from_millis(500));
        let started = serve(&self.folder);
        *lock(&self.address) = started.address;
        *program = Some(started);
    }

    fn pid(&self) -> Pid {
        let program = lock(&self.program);
        let id = program.as_ref().expect("a program").id();
        Pid::from_raw(i32::try_from(id).unwrap()).unwrap()
    }

    /// No file can grow for so long.
    fn fill_disk(&self, time: Duration) {
        let log = fs::metadata(self.folder.path().join("damier.sqlite-wal"));
        let limit = |bytes| {
            prlimit(Some(self.pid()), Resource::Fsize, Rlimit { current: bytes, maximum: None })
                .unwrap();
        };
        limit(Some(log.map_or(0, |log| log.len())));
        sleep(time);
        limit(None);
    }

    fn pause(&self, time: Duration) {
        kill_process(self.pid(), Signal::STOP).unwrap();
        sleep(time);
        kill_process(self.pid(), Signal::CONT).unwrap();
    }
}

/// Starts the program with a wall clock that can be stepped, so that a file that may not grow is an
/// error and not the end of the process.
fn serve(folder: &Folder) -> Program {
    let script = "trap '' XFSZ; export LD_PRELOAD=\"$2\"; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_damier")]).arg(folder.path()).arg(FAKETIME);
    command
        .env("LC_ALL", "C")
        .env("FAKETIME_TIMESTAMP_FILE", clock_file(folder))
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    Program::started(command.stdout(Stdio::piped()).spawn().unwrap())
}

fn clock_file(folder: &Folder) -> String {
    format!("{}.clock", folder.path().display())
}

/// Steps the wall clock of the program to so many seconds beside the true one.
fn set_clock(folder: &Folder, offset: i64) {
    let file = clock_file(folder);
    let next = format!("{file}.next");
    fs::write(&next, format!("{offset:+}s\n")).unwrap();
    fs::rename(next, file).unwrap();
}

/// A player's end of a match.
struct Client<'a> {
    host: &'a Host,
    id: String,
    seat: SeatSecret,
    player: Player,
    socket: Option<WebSocket<TcpStream>>,
    state: Option<MatchState>,
    /// Connections that were tried.
    connections: usize,
}

impl<'a> Client<'a> {
    fn new(host: &'a Host, id: &str, seat: &SeatSecret, player: Player) -> Self {
        let (id, seat) = (id.to_owned(), seat.clone());
        Self { host, id, seat, player, socket: None, state: None, connections: 0 }
    }

    /// Connects and greets, again and again until the server answers.
    fn connect(&mut self) -> &mut WebSocket<TcpStream> {
        while self.socket.is_none() {
            self.connections += 1;
            self.socket = self.try_connect();
            if self.socket.is_none() {
                sleep(Duration::from_millis(20));
            }
        }
        self.socket.as_mut().expect("a socket")
    }

    fn try_connect(&self) -> Option<WebSocket<TcpStream>> {
        let address = self.host.address();
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
        stream.set_read_timeout(Some(time_limit::WAIT_TIMEOUT)).ok()?;
        stream.set_nodelay(true).ok()?;
        let url = format!("ws://{address}/api/matches/{}/socket", self.id);
        let (mut socket, _) =
            tungstenite::client::client(url.into_client_request().unwrap(), stream).ok()?;
        let hello = ToServer::Hello {
            protocol: PROTOCOL,
            since: Version(0),
            seat: Some(self.seat.clone()),
        };
        socket.send(Message::text(serde_json::to_string(&hello).unwrap())).ok()?;
        Some(socket)
    }

    /// The next message; `None` if the connection was lost, and has been made again.
    fn next(&mut self) -> Option<ToClient> {
        let read = self.connect().read();
        match read {
            Ok(Message::Text(text)) => {
                let message: ToClient = serde_json::from_str(&text).unwrap();
                if let ToClient::State(state) = &message {
                    self.state = Some((**state).clone());
                }
                Some(message)
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => None,
            _ => {
                self.socket = None;
                self.connect();
                None
            }
        }
    }

    /// Waits until the match looks like that.
    fn wait(&mut self, like: impl Fn(&MatchState) -> bool) -> MatchState {
        let started = Instant::now();
        loop {
            if let Some(state) = self.state.as_ref().filter(|state| like(state)) {
                return state.clone();
            }
            assert!(started.elapsed() < time_limit::WAIT_TIMEOUT, "it stays so: {:?}", self.state);
            self.next();
        }
    }

    /// Sends a message until it is answered, over as many connections as it takes.
    fn order(&mut self, message: &ToServer) -> Result<Version, RefusalCode> {
        let (ToServer::Command { id: sent, .. } | ToServer::Join { id: sent, .. }) = message else {
            panic!("{message:?}")
        };
        let text = serde_json::to_string(message).unwrap();
        let started = Instant::now();
        'send: loop {
            assert!(started.elapsed() < time_limit::WAIT_TIMEOUT, "no answer to {message:?}");
            let _ = self.connect().send(Message::text(text.clone()));
            let connection = self.connections;
            loop {
                match self.next() {
                    Some(ToClient::Applied { id, version }) if id == *sent => return Ok(version),
                    Some(ToClient::Refused { id: Some(id), code, .. }) if id == *sent => {
                        if code != RefusalCode::TryAgain {
                            return Err(code);
                        }
                        sleep(Duration::from_millis(50));
                        continue 'send;
                    }
                    None if self.connections != connection => continue 'send,
                    _ => {}
                }
            }
        }
    }
}

fn open_table(host: &Host, seat: &SeatSecret) -> Option<String> {
    let total = GAME_TIME.as_millis() as u64;
    let wanted = json!({
        "game": "othello", "listing": "unlisted", "side": "first", "name": "Ana", "seat": seat,
        "time": { "kind": "game", "total": total, "increment": 0 },
    });
    let answer = try_post(host.address(), "/api/rooms", &wanted)?;
    (answer.status == 200).then(|| answer.json::<RoomCreated>().id)
}

/// Plays one game to its end, or until `stop`.
fn play_game(
    host: &Host,
    random: &mut SplitMix64,
    counts: &Counts,
    ledger: &Ledger,
    stop: &AtomicBool,
) {
    let secrets = [1, 2].map(|_| SeatSecret::new(u128::from(random.draw())));
    let id = time_limit::wait_for("a table", || open_table(host, &secrets[0]));
    let mut ana = Client::new(host, &id, &secrets[0], Player::One);
    let mut bo = Client::new(host, &id, &secrets[1], Player::Two);
    ana.connect();
    let join = ToServer::Join { id: fresh(), player: None, name: "Bo".to_owned() };
    let mut version = bo.order(&join).unwrap();
    let game = {
        let mut ledger = lock(ledger);
        ledger.push((id, Vec::new()));
        ledger.len() - 1
    };
    while !stop.load(SeqCst) {
        let state = ana.wait(|state| state.version >= version);
        if let Some(end) = &state.end {
            assert!(end.reason != "flagged" && end.reason != "abandoned", "{state:?}");
            counts.games.fetch_add(1, SeqCst);
            break;
        }
        let (mover, other) = match state.to_move {
            Some(Player::One) => (&mut ana, &mut bo),
            _ => (&mut bo, &mut ana),
        };
        let choices = mover.wait(|state| state.version >= version).view.choices;
        let choice = choices[random.below(choices.len() as u64) as usize].notation.clone();
        sleep(Duration::from_millis(random.below(THINK_MAX_MS)));
        if random.below(20) == 0 {
            // Nobody was away for as long as it takes, whatever the clocks say.
            let claim = order(other.player, play::Command::Claim { claim: Claim::Win });
            assert!(other.order(&claim).is_err(), "a win was claimed from a player who is there");
            counts.refused_claims.fetch_add(1, SeqCst);
        }
        let command = play::Command::Move { notation: choice.clone() };
        match mover.order(&order(mover.player, command)) {
            Ok(applied) => version = applied,
            Err(code) => {
                let state = mover.wait(|state| state.end.is_some());
                panic!("{code:?} to {choice}: {:?}, {:?}", state.end, state.clock);
            }
        }
        lock(ledger)[game].1.push(choice);
        counts.moves.fetch_add(1, SeqCst);
    }
    counts.connections.fetch_add(ana.connections + bo.connections, SeqCst);
}

/// Lets one fault happen, and waits until it is over.
fn inject(fault: Fault, host: &Host, random: &mut SplitMix64) {
    match fault {
        Fault::Kill => host.kill(),
        Fault::FullDisk => host.fill_disk(Duration::from_millis(500 + random.below(2_000))),
        Fault::Pause => {
            let [least, most] = PAUSE_MS;
            host.pause(Duration::from_millis(least + random.below(most - least)));
        }
        Fault::ClockStep => {
            let offset = CLOCK_OFFSETS_S[random.below(CLOCK_OFFSETS_S.len() as u64) as usize];
            println!("wall clock at {offset:+} s");
            set_clock(&host.folder, offset);
        }
    }
}

/// All that was acknowledged is there, and at most one more move of each game, in times that never go
/// back.
fn check(folder: &Folder, address: SocketAddr, ledger: &Ledger) {
    for (id, moves) in lock(ledger).iter() {
        let state = get(address, &format!("/api/matches/{id}")).json::<MatchState>();
        let stored = &state.record.moves;
        assert!(stored.starts_with(moves), "{id}: acknowledged {moves:?}, stored {stored:?}");
        assert!(stored.len() <= moves.len() + 1, "{id}: {stored:?} after {moves:?}");
    }
    let mut verify = Command::new(env!("CARGO_BIN_EXE_damier"));
    verify.args(["serve", "--verify", "--data"]).arg(folder.path()).env("LC_ALL", "C");
    let verified = time_limit::output(&mut verify);
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success() && said.ends_with("0 wrong\n"), "{said}");
}

fn run(seed: u64, faults: usize) {
    let mut random = SplitMix64::new(seed);
    let host = Host::start(&format!("mixed-faults-{seed}"));
    let (counts, ledger, stop) = (Counts::default(), Ledger::default(), AtomicBool::new(false));
    let mut injected = [0; 4];
    let began = Instant::now();
    thread::scope(|scope| {
        for number in 0..GAMES {
            let mut random = SplitMix64::new(seed ^ (number as u64 + 1) << 32);
            let (host, counts, ledger, stop) = (&host, &counts, &ledger, &stop);
            scope.spawn(move || {
                let _stop = StopOnPanic(stop);
                while !stop.load(SeqCst) {
                    play_game(host, &mut random, counts, ledger, stop);
                }
            });
        }
        for _ in 0..faults {
            if stop.load(SeqCst) {
                break; // a player has found something wrong
            }
            sleep(Duration::from_millis(500 + random.below(1_500)));
            let kinds = [Fault::Kill, Fault::FullDisk, Fault::Pause, Fault::ClockStep];
            let fault = kinds[random.below(kinds.len() as u64) as usize];
            injected[fault as usize] += 1;
            println!("{:.1} s: {fault:?}", began.elapsed().as_secs_f64());
            inject(fault, &host, &mut random);
        }
        stop.store(true, SeqCst);
    });
    check(&host.folder, host.address(), &ledger);
    let [kills, full_disks, pauses, clock_steps] = injected;
    println!(
        "seed {seed}: {kills} kills, {full_disks} full disks, {pauses} pauses, {clock_steps} clock steps; {counts:?}"
    );
}

/// Ends the round if a player panics.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, SeqCst);
        }
    }
}

#[test]
#[ignore = "soak"]
fn faults_of_all_kinds_cost_nobody_a_move_or_time() {
    let round: u64 = std::env::var("DAMIER_SOAK_ROUND").map_or(0, |text| text.parse().unwrap());
    run(round, FAULTS);
}
