//! The server that the page comes from, at a port of its own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::{env, fs, process, thread};

use engine::Entry;
use serde_json::{Value, json};
use server::{App, Limits, ServerMode};
use store::{Memory, Sqlite};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A name that is no machine's, for the server in the neighbourhood.
pub(crate) const NAME: &str = "damier.test";

/// An empty folder, gone when this is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("damier-browser-{}-{}", process::id(), MADE.fetch_add(1, Relaxed));
        let path = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Where the files under `target` are that tests read and write.
pub(crate) fn target() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(own, PathBuf::from)
}

/// A server in a thread of its own; it ends when this is dropped.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// With the games of the catalogue, and nothing kept.
    pub(crate) fn start() -> Self {
        Self::launch(games::CATALOGUE.to_vec(), None, None)
    }

    /// With these games.
    pub(crate) fn of(catalogue: Vec<Entry>) -> Self {
        Self::launch(catalogue, None, None)
    }

    /// With everything kept in a folder, at a certain address if one is named.
    pub(crate) fn at(folder: &Folder, address: Option<SocketAddr>) -> Self {
        Self::launch(games::CATALOGUE.to_vec(), Some(folder.path().join("damier.sqlite")), address)
    }

    fn launch(catalogue: Vec<Entry>, file: Option<PathBuf>, address: Option<SocketAddr>) -> Self {
        let (end, ended) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let address = address.unwrap_or_else(|| ([127, 0, 0, 1], 0).into());
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let store = if let Some(file) = file {
                    let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
                    tokio::spawn(actor.run());
                    store
                } else {
                    let (store, actor) = store::channel(Memory::default());
                    tokio::spawn(actor.run());
                    store
                };
                let listener = TcpListener::bind(address).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let app = App {
                    catalogue: catalogue.into(),
                    store,
                    think_threads: 1,
                    mode: ServerMode::Personal,
                    hosts: vec![NAME.to_owned()],
                    version: "test",
                    data: String::new(),
                    name: "test".to_owned(),
                    trust_proxy: false,
                    public_url: None,
                    retention: None,
                    limits: impatient(),
                };
                let end = async {
                    let _ = ended.await;
                };
                server::serve(listener, app, end).await.unwrap();
            });
        });
        Self { address: told.recv().unwrap(), end: Some(end), thread: Some(thread) }
    }

    /// The address of the page.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Keeps these settings; all others are as at first, but for sound and motion, which are off, and
    /// the language, which is English.
    pub(crate) fn prefer(&self, settings: &Value) {
        let mut all = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
        let (all_map, settings) = (all.as_object_mut().unwrap(), settings.as_object().unwrap());
        all_map.extend(settings.clone());
        request(self.address, "PUT", "/api/profile", &json!({ "settings": all }));
    }

    /// Makes a match of a person, who begins, against a computer or another person.
    pub(crate) fn versus(&self, game: &str, opponent: Option<&str>) -> String {
        let human = json!({ "type": "human" });
        let second = opponent.map_or_else(
            || human.clone(),
            |opponent| json!({ "type": "computer", "opponent": opponent, "seed": 7 }),
        );
        self.create(&json!({ "game": game, "players": { "first": human, "second": second } }))
    }

    /// Makes a match and says the path of its page.
    pub(crate) fn create(&self, wanted: &Value) -> String {
        create(self.address, wanted)
    }

    /// The match of a page as it stands.
    pub(crate) fn state(&self, path: &str) -> Value {
        state(self.address, path)
    }
}

/// Nobody waits long for those who are gone.
fn impatient() -> Limits {
    let mut limits = Limits::default();
    limits.rooms.gone_with_clocks = 4000;
    limits.rooms.gone_without = 4000;
    limits.rooms.gone_after_leaving = 1500;
    limits.rooms.gone_before_start = 4000;
    limits
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end.take();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking());
        }
    }
}

/// Makes a match and says the path of its page.
pub(crate) fn create(address: SocketAddr, wanted: &Value) -> String {
    let made = request(address, "POST", "/api/matches", wanted);
    format!("/m/{}", made["id"].as_str().unwrap_or_else(|| panic!("{made}")))
}

/// The match of a page as it stands.
pub(crate) fn state(address: SocketAddr, path: &str) -> Value {
    let id = path.strip_prefix("/m/").unwrap();
    request(address, "GET", &format!("/api/matches/{id}"), &Value::Null)
}

/// Asks a server and reads what it answers.
pub(crate) fn request(address: SocketAddr, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 2"), "{method} {path}: {answer}");
    if body.is_empty() { Value::Null } else { serde_json::from_str(body).unwrap() }
}
