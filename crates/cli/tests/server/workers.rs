//! Engine workers: the real program as server and as worker, with NATS between them.

use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use play::{Player, Version};
use serde_json::json;
use testkit::NatsServer;
use wire::http::FairnessInfo;
use wire::{FromAnalyst, MatchState, ToAnalyst};
use work::{
    Claim, Heartbeat, WorkMessage, WorkPriority, WorkReply, WorkResult, WorkerId, subjects,
};

use crate::analysis::{Analyst, question};
#[cfg(target_os = "linux")]
use crate::broken_streams::redirected;
use crate::client::{Socket, Visitor, computer, create, human, post};
use crate::hostile::figure;
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit::{self, Lines};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const OTHELLO: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

/// A worker, as a process of its own.
struct WorkerProgram(Child);

impl WorkerProgram {
    fn start(nats: &NatsServer) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["worker", "--threads", "1", "--nats", nats.url()]);
        let mut child = command.env("LC_ALL", "C").stdout(Stdio::piped()).spawn().unwrap();
        let line = Lines::of(child.stdout.take().unwrap()).next().expect("a line");
        assert!(line.contains("ready"), "{line}");
        Self(child)
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    fn end(mut self) -> ExitStatus {
        time_limit::wait_for_end("the worker", &mut self.0)
    }
}

impl Drop for WorkerProgram {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs nats"]
fn a_worker_whose_output_cannot_be_written_works_on() {
    let nats = NatsServer::start();
    let folder = Folder::new("worker-output");
    let server = serve(&folder, &nats);
    let args = ["worker", "--threads", "1", "--nats", nats.url()];
    let mut command = redirected(&args, ">/dev/full 2>&1");
    let worker = WorkerProgram(command.stdout(Stdio::null()).spawn().unwrap());
    wait_for_workers(server.address, 1);
    let mut game = ComputerMatch::start(server.address, "othello", "expert");
    while figure(server.address, "damier_worker_answers_total") == 0 {
        game.play();
        game.wait();
    }
    worker.signal("-TERM");
    assert_eq!(worker.end().code(), Some(0));
}

fn serve(folder: &Folder, nats: &NatsServer) -> Program {
    let args = ["serve", "--listen", "127.0.0.1:0", "--think-threads", "1", "--nats", nats.url()];
    Program::start(folder, &args)
}

fn wait_for_workers(server: SocketAddr, count: u64) {
    time_limit::wait_for("workers", || (figure(server, "damier_workers ") == count).then_some(()));
}

fn wait_for_figure(server: SocketAddr, name: &str, least: u64) {
    time_limit::wait_for(name, || (figure(server, name) >= least).then_some(()));
}

/// A match against the computer.
struct ComputerMatch {
    server: SocketAddr,
    socket: Socket,
    /// The version after our last move.
    played: Version,
}

impl ComputerMatch {
    fn start(server: SocketAddr, game: &str, opponent: &str) -> Self {
        let id = create(server, game, &human(), &computer(opponent));
        Self { server, socket: Socket::open(server, &id), played: Version(0) }
    }

    /// Makes a move, after which the computer thinks.
    fn play(&mut self) {
        let choice = self.socket.state.view.choices[0].notation.clone();
        self.played = self.socket.play(Player::One, &choice).unwrap();
    }

    /// Waits until the computer has moved.
    fn wait(&mut self) {
        let played = self.played;
        let has_moved = |state: &MatchState| state.version > played || state.end.is_some();
        let state = self.socket.wait(has_moved);
        assert_eq!(state.to_move, Some(Player::One), "the match is too short for the test");
    }

    /// Plays until a worker thinks about a move.
    fn play_until_a_worker_thinks(&mut self) {
        loop {
            let names = ["damier_worker_answers_total", "damier_worker_returns_total"];
            let server = self.server;
            let ended = || names.iter().map(|name| figure(server, name)).sum::<u64>();
            let before = ended();
            self.play();
            let thinks = time_limit::wait_for("a worker that thinks", || {
                let moved = ended() > before;
                let thinks = figure(server, "damier_worker_jobs ") > 0;
                (moved || thinks).then_some(thinks)
            });
            if thinks {
                return;
            }
            self.wait();
        }
    }
}

#[test]
#[ignore = "needs nats"]
fn a_worker_moves_for_the_computer_and_analyses() {
    let (nats, folder) = (NatsServer::start_own(&[]), Folder::new("worker-moves"));
    let server = serve(&folder, &nats);
    let address = server.address;
    let worker = WorkerProgram::start(&nats);
    wait_for_workers(address, 1);
    let mut game = ComputerMatch::start(address, "othello", "expert");
    let before = figure(address, "damier_worker_answers_total");
    for _ in 0..2 {
        game.play();
        game.wait();
    }
    wait_for_figure(address, "damier_worker_answers_total", before + 1);
    // A review, an analysis and a trial.
    let mut analyst = Analyst::open_by(&Visitor::local(address));
    let moves = game.socket.moves().join(" ");
    let before = figure(address, "damier_worker_jobs_total");
    analyst.send(&ToAnalyst::Review(question(1, "othello", OTHELLO, &moves)));
    let mut entries = 0;
    loop {
        match analyst.next().expect("an answer") {
            FromAnalyst::Reviewed { .. } => entries += 1,
            FromAnalyst::ReviewOver { .. } => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(entries, game.socket.moves().len());
    analyst.send(&ToAnalyst::Analyse(question(2, "othello", OTHELLO, "")));
    assert!(!analyst.thought(2).moves.is_empty());
    analyst.send(&ToAnalyst::Stop);
    let body = json!({ "game": "katarenga", "setup": { "seed": 3 }, "games": [], "quick": true });
    // The first ones may come before the server has heard that the worker is free again.
    time_limit::wait_for("a trial at a worker", || {
        let fairness: FairnessInfo = post(address, "/api/fairness", &body).json();
        assert!(fairness.games.is_empty());
        (figure(address, "damier_worker_jobs_total") >= before + 3).then_some(())
    });
    worker.signal("-TERM");
    assert_eq!(worker.end().code(), Some(0));
    wait_for_workers(address, 0);
}

#[test]
#[ignore = "needs nats"]
fn without_workers_a_server_thinks_for_itself() {
    let (nats, folder) = (NatsServer::start_own(&[]), Folder::new("no-worker"));
    let server = serve(&folder, &nats);
    let mut game = ComputerMatch::start(server.address, "othello", "expert");
    for _ in 0..2 {
        game.play();
        game.wait();
    }
    assert_eq!(figure(server.address, "damier_worker_jobs_total"), 0);
}

#[test]
#[ignore = "needs nats"]
fn a_match_goes_on_when_its_worker_is_killed() {
    let (nats, folder) = (NatsServer::start_own(&[]), Folder::new("worker-killed"));
    let server = serve(&folder, &nats);
    let worker = WorkerProgram::start(&nats);
    wait_for_workers(server.address, 1);
    let mut game = ComputerMatch::start(server.address, "katarenga", "maximum");
    game.play_until_a_worker_thinks();
    drop(worker);
    game.wait();
    wait_for_workers(server.address, 0);
    // From now on at once.
    let before = figure(server.address, "damier_worker_jobs_total");
    game.play();
    game.wait();
    assert_eq!(figure(server.address, "damier_worker_jobs_total"), before);
}

#[test]
#[ignore = "needs nats"]
fn the_work_of_a_killed_worker_goes_to_another() {
    let (nats, folder) = (NatsServer::start_own(&[]), Folder::new("worker-other"));
    let server = serve(&folder, &nats);
    let address = server.address;
    let first = WorkerProgram::start(&nats);
    wait_for_workers(address, 1);
    let mut analyst = Analyst::open_by(&Visitor::local(address));
    analyst.send(&ToAnalyst::Analyse(question(1, "othello", OTHELLO, "")));
    time_limit::wait_for("a worker that thinks", || {
        (figure(address, "damier_worker_jobs ") == 1).then_some(())
    });
    let second = WorkerProgram::start(&nats);
    wait_for_workers(address, 2);
    // SIGKILL in the middle of its search.
    drop(first);
    wait_for_figure(address, "damier_worker_redeliveries_total", 1);
    assert!(!analyst.thought(1).moves.is_empty());
    analyst.send(&ToAnalyst::Stop);
    wait_for_figure(address, "damier_worker_cancels_total", 1);
    second.signal("-TERM");
    assert_eq!(second.end().code(), Some(0));
}

#[test]
#[ignore = "needs nats"]
fn a_match_goes_on_when_nats_is_restarted() {
    let (mut nats, folder) = (NatsServer::start_own(&[]), Folder::new("nats-restarted"));
    let server = serve(&folder, &nats);
    let _worker = WorkerProgram::start(&nats);
    wait_for_workers(server.address, 1);
    let mut game = ComputerMatch::start(server.address, "katarenga", "maximum");
    game.play_until_a_worker_thinks();
    nats.kill();
    nats.start_again();
    game.wait();
    // The worker comes back by itself, and is given work again.
    wait_for_workers(server.address, 1);
    game.play_until_a_worker_thinks();
    game.wait();
}

/// What a hostile worker does with the work that it gets.
#[derive(Clone, Copy, Debug)]
enum Mischief {
    IllegalMove,
    WrongKind,
    Garbage,
    Huge,
}

/// A worker that claims work and answers with lies.
struct HostileWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl HostileWorker {
    fn start(url: &str, mischief: Mischief) -> Self {
        let (stop, url) = (Arc::<AtomicBool>::default(), url.to_owned());
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(Self::run(&url, mischief, &stopped));
        });
        Self { stop, thread: Some(thread) }
    }

    async fn run(url: &str, mischief: Mischief, stop: &AtomicBool) {
        let client = async_nats::connect(url).await.unwrap();
        let worker = WorkerId::random().unwrap();
        let heartbeat = Heartbeat {
            worker,
            compatibility: work::compatibility(VERSION),
            threads: 1000,
            free: 1000,
            free_for_analysis: 1000,
            games: games::CATALOGUE.iter().map(|entry| entry.game.info().id.to_owned()).collect(),
            leaving: false,
        };
        let context = jetstream::new(client.clone());
        let name = subjects::consumer(&work::compatibility(VERSION), WorkPriority::Match);
        while !stop.load(Relaxed) {
            let bytes = heartbeat.encode().unwrap();
            client.publish(subjects::HEARTBEATS, bytes.into()).await.unwrap();
            client.publish(subjects::HEARTBEATS, "no heartbeat".into()).await.unwrap();
            let consumer = context.get_consumer_from_stream(&name, subjects::WORK_STREAM).await;
            let Ok(consumer): Result<PullConsumer, _> = consumer else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let pull = consumer.batch().max_messages(1).expires(Duration::from_millis(500));
            let Ok(mut messages) = pull.messages().await else { continue };
            let Some(Ok(message)) = messages.next().await else { continue };
            let WorkMessage { id, node, .. } = WorkMessage::decode(&message.payload).unwrap();
            let subject = subjects::reply(node, id);
            let claim = WorkReply::Claim(Claim { worker, deliveries: 1 }).encode().unwrap();
            let _ = client.request(subject.clone(), claim.into()).await;
            client.publish(subject, lie(mischief).into()).await.unwrap();
            let _ = message.ack().await;
        }
    }
}

fn lie(mischief: Mischief) -> Vec<u8> {
    match mischief {
        Mischief::IllegalMove => {
            let choice = Some("a1".to_owned());
            let report = engine::AnyReport { choice, ..engine::AnyReport::default() };
            WorkReply::Result(WorkResult::Report(report)).encode().unwrap()
        }
        Mischief::WrongKind => WorkReply::Result(WorkResult::Reviewed).encode().unwrap(),
        Mischief::Garbage => b"\xff{]".to_vec(),
        Mischief::Huge => vec![b'['; 1_000_000],
    }
}

impl Drop for HostileWorker {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok() || thread::panicking(), "the hostile worker failed");
        }
    }
}

#[test]
#[ignore = "needs nats"]
fn a_hostile_worker_does_no_harm() {
    let (nats, folder) = (NatsServer::start_own(&[]), Folder::new("hostile-worker"));
    let server = serve(&folder, &nats);
    let mut game = ComputerMatch::start(server.address, "othello", "expert");
    let all = [Mischief::IllegalMove, Mischief::WrongKind, Mischief::Garbage, Mischief::Huge];
    for mischief in all {
        let hostile = HostileWorker::start(nats.url(), mischief);
        wait_for_workers(server.address, 1);
        let refused = figure(server.address, "damier_worker_refused_total");
        game.play();
        game.wait();
        wait_for_figure(server.address, "damier_worker_refused_total", refused + 1);
        drop(hostile);
        wait_for_workers(server.address, 0);
    }
    assert_eq!(figure(server.address, "damier_worker_answers_total"), 0);
}
