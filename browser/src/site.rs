//! Server under test, in this process, at a port of its own.

use std::env;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use engine::Entry;
use serde_json::{Map, Value, json};
use server::{App, ServerLimits, ServerMode};
use store::{Memory, Sqlite};
use testkit::server::ServerThread;
use testkit::time_limit::WAIT_TIMEOUT;
pub use testkit::{Folder, HOST_NAME, LAN_IP, LAN_NAME};
use testkit::{free_port, http};

use crate::tab::Tab;

/// Cargo's target folder.
pub fn target() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(own, PathBuf::from)
}

/// Server that ends when this is dropped.
pub struct Site {
    /// Address that it listens at.
    pub address: SocketAddr,
    /// Ids of its games.
    games: Vec<String>,
    _server: ServerThread,
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
        let address = address.unwrap_or_else(|| ([127, 0, 0, 1], 0).into());
        let games = catalogue.iter().map(|entry| entry.game.info().id.to_owned()).collect();
        let server = ServerThread::start(address, async move |listener, shut_down| {
            let (store, actor) = if let Some(file) = file {
                let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
                (store, tokio::spawn(actor.run()))
            } else {
                let (store, actor) = store::channel(Memory::default());
                (store, tokio::spawn(actor.run()))
            };
            let closed = store.clone();
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
        Self { address: server.address(), games, _server: server }
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
    let json = "Content-Type: application/json\r\n";
    let answer = http::request(address, method, path, json, body.as_bytes());
    assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text());
    if answer.body.is_empty() { Value::Null } else { answer.json() }
}
