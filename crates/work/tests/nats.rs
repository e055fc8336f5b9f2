//! Workers and a node with a real NATS server between them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, fs, process};

use async_nats::Client;
use async_nats::jetstream::{self, stream};
use engine::{Limits, Resources};
use futures_util::StreamExt;
use rules::{Record, Setup};
use testkit::NatsServer;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use work::{
    ClaimAnswer, KeptSearchers, LinkEvent, NatsAuth, NatsOptions, NodeLink, Password, WorkId,
    WorkPriority, WorkReply, WorkRequest, WorkResult, WorkTask, WorkUpdate, Worker, WorkerId,
    WorkerSettings, subjects,
};

/// Limit of every wait. It is long, because the machine may be busy.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);
const VERSION: &str = "1.2.3";

async fn connect(url: &str) -> Client {
    let options = NatsOptions::new(url).expect("a URL");
    work::connect(&options, "test").await.expect("a connection")
}

/// A worker in this process.
struct RunningWorker {
    shutdown: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl RunningWorker {
    async fn start(url: &str, version: &'static str) -> Self {
        Self::start_with(connect(url).await, version)
    }

    fn start_with(client: Client, version: &'static str) -> Self {
        let settings = WorkerSettings { version, threads: 1, table_max: 4 };
        let worker = Worker::new(client, games::CATALOGUE.into(), settings).expect("entropy");
        let (shutdown, shut_down) = oneshot::channel::<()>();
        let task = tokio::spawn(worker.run(async {
            let _ = shut_down.await;
        }));
        Self { shutdown: Some(shutdown), task }
    }

    /// Ends it in good order.
    async fn end(mut self) {
        self.shutdown.take();
        let ended = timeout(WAIT_TIMEOUT, &mut self.task).await.expect("the end of a worker");
        ended.expect("no panic");
    }
}

/// A node that grants every claim.
struct Node {
    link: NodeLink,
}

/// What a node heard of its work.
#[derive(Debug)]
enum Heard {
    Claim { worker: WorkerId, deliveries: u32 },
    Update(WorkUpdate),
    Ended(WorkReply),
    HandedBack,
}

impl Node {
    async fn start(client: Client) -> Self {
        let link = NodeLink::open(client, VERSION).await.expect("a link");
        link.prepare();
        let mut node = Self { link };
        node.wait("a queue", |event| matches!(event, LinkEvent::Prepared(Ok(()))).then_some(()))
            .await;
        node
    }

    async fn wait<T>(&mut self, what: &str, mut like: impl FnMut(LinkEvent) -> Option<T>) -> T {
        let wait = async {
            loop {
                let event = self.link.next().await.expect("an event");
                if let Some(found) = like(event) {
                    return found;
                }
            }
        };
        timeout(WAIT_TIMEOUT, wait).await.unwrap_or_else(|_| panic!("waited for {what}"))
    }

    /// Puts a request into the queue.
    async fn ask(&mut self, request: WorkRequest, priority: WorkPriority) -> WorkId {
        let id = WorkId::random().expect("entropy");
        self.link.publish(id, request, priority);
        self.wait("a place in the queue", |event| match event {
            LinkEvent::Published { id: published, sequence } if published == id => {
                Some(sequence.expect("a place"))
            }
            _ => None,
        })
        .await;
        id
    }

    /// What is said next of a piece of work; claims are granted and results confirmed.
    async fn hear(&mut self, id: WorkId) -> Heard {
        let (reply, answer_to) = self
            .wait("a worker", |event| match event {
                LinkEvent::Reply { id: about, reply, answer_to } if about == id => {
                    Some((reply.expect("a reply"), answer_to))
                }
                _ => None,
            })
            .await;
        match reply {
            WorkReply::Claim(claim) => {
                let answer = ClaimAnswer::Granted { passed: Duration::ZERO };
                self.link.answer(answer_to.expect("a subject"), answer).await;
                Heard::Claim { worker: claim.worker, deliveries: claim.deliveries }
            }
            WorkReply::Update(update) => Heard::Update(update),
            WorkReply::HandedBack { .. } => Heard::HandedBack,
            ended => {
                self.link.confirm(answer_to.expect("a subject")).await;
                Heard::Ended(ended)
            }
        }
    }

    /// The result of a piece of work.
    async fn result(&mut self, id: WorkId) -> WorkReply {
        loop {
            if let Heard::Ended(reply) = self.hear(id).await {
                return reply;
            }
        }
    }
}

/// Waits until all requests of the stream have been done.
async fn wait_for_empty_stream(client: &Client) {
    let context = jetstream::new(client.clone());
    let empty = async {
        loop {
            let mut stream = context.get_stream(subjects::WORK_STREAM).await.expect("the stream");
            if stream.info().await.expect("its state").state.messages == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(WAIT_TIMEOUT, empty).await.expect("an empty stream");
}

fn start(game: &str) -> Record {
    let entry = games::CATALOGUE.iter().find(|entry| entry.game.info().id == game);
    Record::new(entry.expect("the game").game.start(&Setup::default()).expect("a start"))
}

/// A search that runs until it is stopped.
fn endless() -> WorkRequest {
    let limits = Limits::time(Duration::from_mins(4));
    let task = WorkTask::Search { record: start("othello"), limits, table: 4 };
    WorkRequest { game: "othello".to_owned(), task, here: false }
}

fn move_of(opponent: &str, seed: u64, nodes: u64) -> WorkRequest {
    let (record, limits) = (start("katarenga"), Limits::nodes(nodes));
    let task = WorkTask::Move { opponent: opponent.to_owned(), seed, record, limits };
    WorkRequest { game: "katarenga".to_owned(), task, here: false }
}

#[tokio::test]
#[ignore = "needs nats"]
async fn a_worker_plays_the_move_that_the_engine_plays_here() {
    let nats = NatsServer::start();
    let mut node = Node::start(connect(nats.url()).await).await;
    let worker = RunningWorker::start(nats.url(), VERSION).await;
    for seed in [1, 2, u64::MAX] {
        let request = move_of("normal", seed, 5_000);
        let id = node.ask(request.clone(), WorkPriority::Match).await;
        let WorkReply::Result(WorkResult::Report(there)) = node.result(id).await else {
            panic!("no report");
        };
        let stop = AtomicBool::new(false);
        let available = Resources { threads: 1, table: 4 };
        let here = work::run(
            &mut KeptSearchers::default(),
            games::CATALOGUE,
            &request,
            available,
            &stop,
            &mut |_| (),
        );
        let here = here.expect("a report");
        let WorkResult::Report(here) = here else { panic!("no report") };
        assert_eq!(there.choice, here.choice);
    }
    wait_for_empty_stream(&connect(nats.url()).await).await;
    worker.end().await;
}

#[tokio::test]
#[ignore = "needs nats"]
async fn a_search_reports_and_ends_when_it_is_cancelled() {
    let nats = NatsServer::start();
    let mut node = Node::start(connect(nats.url()).await).await;
    let worker = RunningWorker::start(nats.url(), VERSION).await;
    let id = node.ask(endless(), WorkPriority::Analysis).await;
    assert!(matches!(node.hear(id).await, Heard::Claim { deliveries: 1, .. }));
    assert!(matches!(node.hear(id).await, Heard::Update(WorkUpdate::Report(_))));
    node.link.cancel(id).await;
    let WorkReply::Result(WorkResult::Report(report)) = node.result(id).await else {
        panic!("no report");
    };
    assert!(report.choice.is_some());
    // The thread is free for the next.
    let id = node.ask(move_of("easy", 1, 100), WorkPriority::Match).await;
    assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    worker.end().await;
}

#[tokio::test]
#[ignore = "needs nats"]
async fn a_worker_that_ends_leaves_its_work_to_another() {
    let nats = NatsServer::start();
    let mut node = Node::start(connect(nats.url()).await).await;
    let first = RunningWorker::start(nats.url(), VERSION).await;
    let id = node.ask(endless(), WorkPriority::Match).await;
    let Heard::Claim { worker: one, .. } = node.hear(id).await else { panic!("no claim") };
    let second = RunningWorker::start(nats.url(), VERSION).await;
    first.end().await;
    let (mut handed_back, mut claims) = (false, Vec::new());
    while claims.is_empty() || !handed_back {
        match node.hear(id).await {
            Heard::HandedBack => handed_back = true,
            Heard::Claim { worker, deliveries } => claims.push((worker, deliveries)),
            Heard::Update(_) => {}
            Heard::Ended(reply) => panic!("{reply:?}"),
        }
    }
    assert!(claims[0].0 != one && claims[0].1 > 1, "{claims:?}");
    node.link.cancel(id).await;
    assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    second.end().await;
}

#[tokio::test]
#[ignore = "needs nats"]
async fn the_work_of_a_node_that_is_gone_is_dropped() {
    let nats = NatsServer::start();
    let client = connect(nats.url()).await;
    let mut node = Node::start(connect(nats.url()).await).await;
    node.ask(endless(), WorkPriority::Match).await;
    drop(node);
    let worker = RunningWorker::start(nats.url(), VERSION).await;
    wait_for_empty_stream(&client).await;
    worker.end().await;
}

#[tokio::test]
#[ignore = "needs nats"]
async fn a_worker_of_another_version_gets_nothing() {
    let nats = NatsServer::start();
    let mut node = Node::start(connect(nats.url()).await).await;
    let other = RunningWorker::start(nats.url(), "1.2.4").await;
    let heartbeat = node
        .wait("a heartbeat", |event| match event {
            LinkEvent::Heartbeat(heartbeat) => Some(heartbeat),
            _ => None,
        })
        .await;
    assert_ne!(heartbeat.compatibility, work::compatibility(VERSION));
    let id = node.ask(move_of("easy", 1, 100), WorkPriority::Match).await;
    let worker = RunningWorker::start(nats.url(), VERSION).await;
    let Heard::Claim { worker: claimed, .. } = node.hear(id).await else { panic!("no claim") };
    assert_ne!(claimed, heartbeat.worker);
    assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    worker.end().await;
    other.end().await;
}

/// Garbage in the queue is thrown away, and the worker goes on.
#[tokio::test]
#[ignore = "needs nats"]
async fn a_worker_survives_what_it_cannot_read() {
    let nats = NatsServer::start();
    let client = connect(nats.url()).await;
    let mut node = Node::start(connect(nats.url()).await).await;
    let subject = subjects::work(&work::compatibility(VERSION), WorkPriority::Match);
    let context = jetstream::new(client.clone());
    for garbage in [Vec::new(), b"{}".to_vec(), b"\xff\xff".to_vec(), vec![b'['; 100_000]] {
        let sent = context.publish(subject.clone(), garbage.into()).await.expect("sent");
        sent.await.expect("a place in the queue");
    }
    let worker = RunningWorker::start(nats.url(), VERSION).await;
    let mut wrong = move_of("easy", 1, 100);
    wrong.game = "chess".to_owned();
    let id = node.ask(wrong, WorkPriority::Match).await;
    assert!(matches!(node.result(id).await, WorkReply::Failed { .. }));
    let id = node.ask(move_of("easy", 1, 100), WorkPriority::Match).await;
    assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    wait_for_empty_stream(&client).await;
    worker.end().await;
}

/// `deploy/nats.conf` with a folder and passwords of its own.
struct Site {
    file: PathBuf,
    nats: NatsServer,
}

impl Site {
    fn start() -> Self {
        let text = include_str!("../../../deploy/nats.conf");
        // Loopback, the port and the folder are arguments of the test's server.
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("listen")).collect();
        let text = lines.join("\n");
        let text = text.replace("store_dir: \"/var/lib/nats\"", "");
        let text = text
            .replace("$DAMIER_NODE_PASSWORD", "n0de")
            .replace("$DAMIER_WORKER_PASSWORD", "w0rker");
        let file = env::temp_dir().join(format!("damier-nats-{}.conf", process::id()));
        fs::write(&file, text).expect("a file");
        let nats = NatsServer::start_own(&["-c", file.to_str().expect("a path")]);
        Self { file, nats }
    }

    async fn connect(&self, user: &str, password: &str) -> Client {
        let password = Password::new(password.to_owned());
        let auth = NatsAuth::UserPassword { user: user.to_owned(), password };
        let options = NatsOptions::new(self.nats.url()).expect("a URL").with_auth(auth);
        let options = match user {
            "worker" => options.with_inbox_prefix(subjects::WORKER_INBOX_PREFIX),
            _ => options,
        };
        work::connect(&options, user).await.expect("a connection")
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

#[tokio::test]
#[ignore = "needs nats"]
async fn the_permissions_let_a_worker_do_its_work_and_nothing_else() {
    let site = Site::start();
    let nobody = NatsOptions::new(site.nats.url()).expect("a URL");
    assert!(work::connect(&nobody, "nobody").await.is_err());
    let node_client = site.connect("node", "n0de").await;
    let mut node = Node::start(node_client.clone()).await;
    let worker = RunningWorker::start_with(site.connect("worker", "w0rker").await, VERSION);
    for priority in WorkPriority::ALL {
        let id = node.ask(move_of("easy", 1, 100), priority).await;
        assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    }
    let id = node.ask(endless(), WorkPriority::Match).await;
    assert!(matches!(node.hear(id).await, Heard::Claim { .. }));
    node.link.cancel(id).await;
    assert!(matches!(node.result(id).await, WorkReply::Result(_)));
    worker.end().await;
    wait_for_empty_stream(&node_client).await;
    forbidden(&site, &node_client).await;
}

/// What a worker may not do does not happen.
async fn forbidden(site: &Site, node: &Client) {
    let worker = site.connect("worker", "w0rker").await;
    let context =
        jetstream::ContextBuilder::new().timeout(Duration::from_secs(2)).build(worker.clone());
    let own = stream::Config { name: "own".to_owned(), ..stream::Config::default() };
    assert!(context.create_stream(own).await.is_err());
    assert!(context.delete_stream(subjects::WORK_STREAM).await.is_err());
    let subject = subjects::work(&work::compatibility(VERSION), WorkPriority::Match);
    // Whether it got into the stream is seen below.
    let _ = context.publish(subject, Vec::new().into()).await;
    // Neither news for nodes nor answers to them: what it sends is not heard, what it listens to is not said.
    let mut news = node.subscribe("damier.>").await.expect("a subscription");
    let mut overheard = worker.subscribe("damier.>").await.expect("refused later");
    let mut answers = worker.subscribe("_INBOX.>").await.expect("refused later");
    node.flush().await.expect("a connection");
    worker.flush().await.expect("a connection");
    // Said again until the server knows the subscription: a flush does not wait for that.
    let heard = async {
        loop {
            worker.publish("damier.news", "lie".into()).await.expect("refused later");
            worker.publish(subjects::HEARTBEATS, "end".into()).await.expect("allowed");
            worker.flush().await.expect("a connection");
            if let Ok(message) = timeout(Duration::from_millis(200), news.next()).await {
                break message;
            }
        }
    };
    let first = timeout(WAIT_TIMEOUT, heard).await.expect("a message").expect("a message");
    assert_eq!(first.subject.as_str(), subjects::HEARTBEATS, "the lie was heard");
    node.publish("damier.news", "secret".into()).await.expect("allowed");
    node.publish("_INBOX.x", "secret".into()).await.expect("allowed");
    node.flush().await.expect("a connection");
    let mut heard = Vec::new();
    for subscriber in [&mut overheard, &mut answers] {
        if let Ok(Some(message)) = timeout(Duration::from_secs(1), subscriber.next()).await {
            heard.push(message.subject);
        }
    }
    assert!(heard.is_empty(), "{heard:?}");
    let mut stream =
        jetstream::new(node.clone()).get_stream(subjects::WORK_STREAM).await.expect("the stream");
    assert_eq!(stream.info().await.expect("its state").state.messages, 0);
}
