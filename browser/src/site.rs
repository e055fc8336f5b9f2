//! Server under test, in this process, at a port of its own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::{env, fs, process, thread};

use engine::Entry;
use serde_json::{Map, Value, json};
use server::{App, ServerLimits, ServerMode};
use services::free_port;
pub use services::{HOST_NAME, LAN_IP, LAN_NAME};
use store::{Memory, Sqlite};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::tab::Tab;
use crate::time_limit::{self, WAIT_TIMEOUT};

/// Temporary folder, deleted when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    #[expect(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("damier-browser-{}-{}", process::id(), MADE.fetch_add(1, Relaxed));
        let path = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(own, PathBuf::from)
}

/// Server in a thread of its own; it ends when this is dropped.
pub struct Site {
    /// Address that it listens at.
    pub address: SocketAddr,
    /// Ids of its games.
    games: Vec<String>,
    shutdown: Option<oneshot::Sender<()>>,
    /// Never has a message: the thread drops the other end when it ends.
    ended: mpsc::Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts one with the games of the catalogue and a store in memory.
    pub fn start() -> Self {
        Self::launch(games::CATALOGUE.to_vec(), None, None, ServerMode::Personal)
    }

    /// Starts one for the public, behind a proxy that names the addresses of visitors.
    pub fn behind_proxy() -> Self {
        Self::launch(games::CATALOGUE.to_vec(), None, None, ServerMode::Public)
    }

    /// Starts one with these games and a store in memory.
    pub fn of(catalogue: Vec<Entry>) -> Self {
        Self::launch(catalogue, None, None, ServerMode::Personal)
    }

    /// Starts one with its database in a folder; at `address`, or at one that nobody takes while it is away.
    pub fn at(folder: &Folder, address: Option<SocketAddr>) -> Self {
        let file = folder.path().join("damier.sqlite");
        let address = address.or_else(|| Some(([127, 0, 0, 1], free_port()).into()));
        Self::launch(games::CATALOGUE.to_vec(), Some(file), address, ServerMode::Personal)
    }

    fn launch(
        catalogue: Vec<Entry>,
        file: Option<PathBuf>,
        address: Option<SocketAddr>,
        mode: ServerMode,
    ) -> Self {
        let (shutdown, shut_down) = oneshot::channel();
        let (sender, addresses) = mpsc::channel();
        let (running, ended) = mpsc::channel();
        let address = address.unwrap_or_else(|| ([127, 0, 0, 1], 0).into());
        let games = catalogue.iter().map(|entry| entry.game.info().id.to_owned()).collect();
        let thread = thread::spawn(move || {
            let _running: mpsc::Sender<()> = running;
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let (store, actor) = if let Some(file) = file {
                    let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
                    (store, tokio::spawn(actor.run()))
                } else {
                    let (store, actor) = store::channel(Memory::default());
                    (store, tokio::spawn(actor.run()))
                };
                let closed = store.clone();
                let listener = TcpListener::bind(address).await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                let app = App {
                    mode,
                    hosts: vec![HOST_NAME.to_owned()],
                    version: "test",
                    name: "test".to_owned(),
                    lan_addresses: || vec![LAN_IP],
                    trust_proxy: mode == ServerMode::Public,
                    limits: short_absences(),
                    ..App::new(catalogue.into(), store)
                };
                let shut_down = async {
                    let _ = shut_down.await;
                };
                server::serve(listener, app, shut_down).await.unwrap();
                // The next server on the file finds it free.
                closed.close().await;
                actor.await.unwrap().unwrap();
            });
        });
        let address = time_limit::receive("the address of the server", &addresses);
        let address = address.expect("a server that listens");
        Self { address, games, shutdown: Some(shutdown), ended, thread: Some(thread) }
    }

    /// Origin of the page.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stores these settings for somebody who knows the games. The others have their defaults, but sound
    /// and motion are off, and the language is English.
    pub fn prefer(&self, settings: &Value) {
        prefer(self.address, &self.games, settings);
    }

    /// The same for somebody who has never played.
    pub fn prefer_as_newcomer(&self, settings: &Value) {
        prefer(self.address, &[], settings);
    }

    /// Stores the owner's settings for the visitor in a tab, too: whoever calls the server by [`HOST_NAME`] is not the
    /// owner.
    pub async fn prefer_in(&self, tab: &Tab) {
        let profile = request(self.address, "GET", "/api/profile", &Value::Null);
        // A document that asks for nothing, so that no other answer replaces the visitor's cookie.
        tab.load("/healthz").await;
        let put = format!(
            "fetch('/api/profile', {{ method: 'PUT', headers: {{ 'content-type': 'application/json' }}, \
             body: JSON.stringify({profile}) }}).then((answer) => answer.status)"
        );
        assert_eq!(tab.js::<u16>(&put).await, 204);
    }

    /// Creates a match of a person, who begins, against a computer or another person; the path of its
    /// page.
    pub fn versus(&self, game: &str, opponent: Option<&str>) -> String {
        let human = json!({ "type": "human" });
        let second = opponent.map_or_else(
            || human.clone(),
            |opponent| json!({ "type": "computer", "opponent": opponent, "seed": 7 }),
        );
        self.create(&json!({ "game": game, "players": { "first": human, "second": second } }))
    }

    /// Creates a match; the path of its page.
    pub fn create(&self, wanted: &Value) -> String {
        create(self.address, wanted)
    }

    /// State of the match at a path.
    pub fn state(&self, path: &str) -> Value {
        state(self.address, path)
    }
}

/// Limits with short times until who has left can be claimed against, and a seat is free again: what tests wait for. A
/// player whose line is lost is waited for longer than a busy machine takes to show it. And as much time for work as
/// tests wait.
fn short_absences() -> ServerLimits {
    let mut limits = ServerLimits { work_timeout: WAIT_TIMEOUT, ..ServerLimits::default() };
    limits.rooms.gone_with_clocks_ms = 40_000;
    limits.rooms.gone_without_clocks_ms = 40_000;
    limits.rooms.gone_after_leaving_ms = 1500;
    limits.rooms.gone_before_start_ms = 6000;
    limits
}

impl Drop for Site {
    fn drop(&mut self) {
        self.shutdown.take();
        if thread::panicking() {
            return; // a second panic would hide the first
        }
        time_limit::receive("the end of the server", &self.ended);
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok(), "the server panicked");
        }
    }
}

/// Stores settings at a server for somebody who knows these games.
pub fn prefer(address: SocketAddr, games: &[String], settings: &Value) {
    let known = |id: &String| (id.clone(), json!({ "offered": true, "coached": true }));
    let learning: Map<_, _> = games.iter().map(known).collect();
    let mut all = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
    let (all_map, settings) = (all.as_object_mut().unwrap(), settings.as_object().unwrap());
    all_map.extend(settings.clone());
    let profile = json!({ "settings": all, "learning": learning });
    request(address, "PUT", "/api/profile", &profile);
}

/// Creates a match; the path of its page.
pub fn create(address: SocketAddr, wanted: &Value) -> String {
    let made = request(address, "POST", "/api/matches", wanted);
    format!("/m/{}", made["id"].as_str().unwrap_or_else(|| panic!("{made}")))
}

/// State of the match at a path.
pub fn state(address: SocketAddr, path: &str) -> Value {
    let id = path.strip_prefix("/m/").unwrap();
    request(address, "GET", &format!("/api/matches/{id}"), &Value::Null)
}

/// Sends a request; the JSON of the answer, which must be a success.
pub fn request(address: SocketAddr, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect_timeout(&address, WAIT_TIMEOUT).unwrap();
    stream.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
    stream.set_write_timeout(Some(WAIT_TIMEOUT)).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    read.unwrap_or_else(|error| panic!("the answer to {method} {path}: {error}"));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 2"), "{method} {path}: {answer}");
    let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if is_chunked { joined(body) } else { body.to_owned() };
    if body.is_empty() { Value::Null } else { serde_json::from_str(&body).unwrap() }
}

/// The content of a body that was sent in chunks, each behind its length.
fn joined(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body.push_str(&rest[..length]);
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    body
}
