//! The server within a program, with a client that reaches it over streams in memory.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use client::{MatchClient, MatchEndpoint, Network, News, NoOutbox, Origin, Trust};
use play::{Command, Player, Time, TimeControl, Who};
use room::{Monotonic, Now, TimeSource};
use rules::BySeat;
use server::{App, Embedded, Entropy, ServerLimits};
use store::{LazySqlite, PageRequest, Sqlite, Store};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wire::MatchState;
use wire::http::{Created, MatchSummary, NewMatch};

/// Limit of a wait.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// A clock that goes when it is told to.
#[derive(Clone, Default)]
struct Clock(Arc<AtomicU64>);

impl TimeSource for Clock {
    fn now(&self) -> Now {
        let millis = self.0.load(SeqCst);
        Now { wall: Time(millis), monotonic: Monotonic(millis) }
    }
}

/// A program with a server on a data folder of its own.
struct Program {
    clock: Clock,
    folder: PathBuf,
    runtime: Runtime,
    network: Network,
    embedded: Embedded,
    store: Store,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

impl Program {
    fn start(test: &str, limits: ServerLimits) -> Self {
        let folder = env::temp_dir().join(format!("damier-embedded-{test}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let (made, file) = (folder.clone(), folder.join("damier.sqlite"));
        let backend = LazySqlite::new(Some(file.clone()), move || {
            fs::create_dir_all(&made).expect("a folder");
            Ok(file.clone())
        });
        let (store, actor) = store::channel(backend);
        let (store, clock) = (store.with_drafts(), Clock::default());
        let app = App {
            limits,
            time: Arc::new(clock.clone()),
            entropy: Entropy::seeded(7),
            ..App::new(games::CATALOGUE.into(), store.clone())
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (embedded, server) = server::embedded(app, async {
            let _ = stopped.await;
        });
        let (closing, actor) = (store.clone(), runtime.spawn(actor.run()));
        let running = runtime.spawn(async move {
            server.await;
            closing.close().await;
            let _ = actor.await;
        });
        let mut network = Network::start(Trust::default()).expect("a network");
        let handle = embedded.clone();
        network.embed(move || handle.open());
        let (stop, running) = (Some(stop), Some(running));
        Self { clock, folder, runtime, network, embedded, store, stop, running }
    }

    /// Begins a match, and goes to it.
    fn begin(&self, second: Who, time: TimeControl) -> Seat {
        let first = Who::Human { name: String::new() };
        let new = NewMatch {
            game: "connect-four".to_owned(),
            setup: None,
            record: None,
            swap: false,
            players: BySeat { first, second },
            time,
            seat: None,
        };
        let http = self.network.http(Origin::embedded());
        let created = self.network.block_on(http.post::<Created>("/api/matches", &new));
        self.open(created.expect("a network").expect("a match").id)
    }

    /// Goes to a match.
    fn open(&self, id: String) -> Seat {
        let endpoint = MatchEndpoint { origin: Origin::embedded(), id };
        let (sender, wakes) = channel();
        let wake = move || {
            let _ = sender.send(());
        };
        let client = self.network.connect(endpoint, None, Box::new(NoOutbox), 1, wake);
        let mut seat = Seat { client, wakes, state: None, refusals: Vec::new(), answers: 0 };
        seat.wait("the match", |seat| seat.state.is_some());
        seat
    }

    fn listed(&self) -> Vec<MatchSummary> {
        let http = self.network.http(Origin::embedded());
        let listed = self.network.block_on(http.get("/api/matches"));
        listed.expect("a network").expect("a list")
    }

    /// Ends the server.
    fn end(&mut self) {
        if let (Some(stop), Some(running)) = (self.stop.take(), self.running.take()) {
            let _ = stop.send(());
            self.runtime.block_on(running).expect("the end of the server");
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Somebody who plays both sides.
struct Seat {
    client: MatchClient,
    wakes: Receiver<()>,
    state: Option<MatchState>,
    refusals: Vec<News>,
    /// Commands that were carried out.
    answers: usize,
}

impl Seat {
    fn wait(&mut self, what: &str, is_there: impl Fn(&Self) -> bool) {
        loop {
            for news in self.client.take_news() {
                match news {
                    News::State(state) => self.state = Some(*state),
                    News::Applied(..) => self.answers += 1,
                    News::Refused { .. } => self.refusals.push(news),
                    _ => {}
                }
            }
            if is_there(self) {
                return;
            }
            self.wakes.recv_timeout(WAIT_TIMEOUT).unwrap_or_else(|_| panic!("no {what}"));
        }
    }

    fn state(&self) -> &MatchState {
        self.state.as_ref().expect("a state")
    }

    fn entries(&self) -> usize {
        self.state().record.moves.len()
    }

    fn give(&mut self, player: Player, command: Command) {
        let answers = self.answers + 1;
        self.client.command(player, command, None);
        self.wait("answer", |seat| seat.answers == answers || !seat.refusals.is_empty());
    }

    fn play(&mut self, player: Player, notation: &str) {
        self.give(player, Command::Move { notation: notation.to_owned() });
        self.wait("move", |seat| seat.entries() > 0);
    }
}

fn human() -> Who {
    Who::Human { name: String::new() }
}

#[test]
fn a_fast_program_is_not_refused() {
    let program = Program::start("fast", ServerLimits::embedded());
    let mut seat = program.begin(human(), TimeControl::None);
    program.store.drafts().expect("drafts").hold(&seat.state().id);
    for _ in 0..200 {
        seat.give(Player::One, Command::Move { notation: "4".to_owned() });
        seat.give(Player::One, Command::Undo);
    }
    assert_eq!(seat.refusals, []);
}

#[test]
fn a_position_is_seen_before_the_computer_answers() {
    const ANSWER_DELAY: Duration = Duration::from_millis(400);
    let limits = ServerLimits { answer_delay: ANSWER_DELAY, ..ServerLimits::embedded() };
    let program = Program::start("delay", limits);
    let computer = Who::Computer { opponent: "random".to_owned(), seed: 1 };
    let mut seat = program.begin(computer, TimeControl::None);
    let began = Instant::now();
    seat.play(Player::One, "4");
    seat.wait("answer of the computer", |seat| seat.entries() == 2);
    assert!(began.elapsed() >= ANSWER_DELAY, "{:?}", began.elapsed());
}

#[test]
fn a_match_without_a_move_is_not_stored_and_no_heartbeat_is_written() {
    let mut program = Program::start("trace", ServerLimits::embedded());
    let mut seat = program.begin(human(), TimeControl::None);
    assert!(!program.folder.exists());
    seat.play(Player::One, "4");
    let [one] = &*program.listed() else { panic!("{:?}", program.listed()) };
    assert_eq!((&one.id, one.entries), (&seat.state().id, 1));
    drop(seat);
    program.end();
    // A server that is started later knows of no time in which none was there.
    let file = program.folder.join("damier.sqlite");
    program.runtime.block_on(async {
        let (store, actor) = store::channel(Sqlite::open(&file).await.expect("a file"));
        tokio::spawn(actor.run());
        let outages = store.record_start(Time(u64::from(u32::MAX) << 10)).await;
        assert_eq!(outages, Ok(Vec::new()));
        let listed = store.list_matches(store::LOCAL, PageRequest::first(9)).await;
        assert_eq!(listed.map(|listed| listed.len()), Ok(1));
        store.close().await;
    });
}

#[test]
fn a_match_that_is_held_leaves_nothing() {
    let program = Program::start("held", ServerLimits::embedded());
    let mut seat = program.begin(human(), TimeControl::None);
    program.store.drafts().expect("drafts").hold(&seat.state().id);
    seat.play(Player::One, "4");
    assert_eq!(program.listed(), []);
    assert!(!program.folder.exists());
}

#[test]
fn clocks_stand_still_in_a_match_that_is_left() {
    let program = Program::start("left", ServerLimits::embedded());
    let total = 60_000;
    let mut seat = program.begin(human(), TimeControl::Game { total, increment: 0 });
    seat.play(Player::One, "4");
    seat.wait("running clock", |seat| seat.state().clock.is_some_and(|it| it.running.is_some()));
    program.clock.0.fetch_add(1_000, SeqCst);
    let id = seat.state().id.clone();
    drop(seat);
    program.runtime.block_on(program.embedded.leave(&id));
    program.clock.0.fetch_add(30_000, SeqCst);
    let seat = program.open(id);
    let clock = seat.state().clock.expect("clocks");
    assert!(clock.running.is_some());
    assert!(clock.left.second >= total - 1_000, "{clock:?}");
}
