//! The core, natively: requests and replies as JSON.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::MonotonicClock;
use games::CATALOGUE;
use serde_json::{Value, json};

use crate::{Host, answer};

/// A host that keeps what it is told, and ends work after so many updates.
struct TestHost {
    updates: RefCell<Vec<Value>>,
    stop_after: usize,
    stop: AtomicBool,
}

impl Host for TestHost {
    fn update(&self, json: &[u8]) {
        let mut updates = self.updates.borrow_mut();
        updates.push(serde_json::from_slice(json).expect("JSON"));
        self.stop.fetch_or(updates.len() >= self.stop_after, Relaxed);
    }

    fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    fn clock(&self) -> MonotonicClock {
        MonotonicClock::default()
    }
}

fn host(stop_after: usize) -> TestHost {
    TestHost { updates: RefCell::default(), stop_after, stop: AtomicBool::new(false) }
}

fn ask(request: &Value, host: &TestHost) -> Value {
    let reply = answer(request.to_string().as_bytes(), Vec::new(), host);
    serde_json::from_slice(&reply).expect("JSON")
}

fn start(game: &str) -> Value {
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == game).expect("a game");
    let start = entry.game.start(&rules::Setup::default()).expect("a start");
    json!({ "start": start, "moves": [] })
}

#[test]
fn games_are_those_of_the_catalogue() {
    let reply = ask(&json!({ "type": "games" }), &host(1));
    let games = reply["games"].as_array().expect("a list");
    assert_eq!(games.len(), CATALOGUE.len());
    assert!(
        games.iter().all(|game| game["opponents"].as_array().is_some_and(|all| !all.is_empty()))
    );
}

#[test]
fn a_record_is_replayed() {
    for entry in CATALOGUE {
        let game = entry.game.info().id;
        let mut record = start(game);
        let view = ask(&json!({ "type": "open", "game": game, "record": record }), &host(1));
        let choice = view["view"]["choices"][0]["notation"].clone();
        record["moves"] = json!([choice]);
        let after = ask(&json!({ "type": "open", "game": game, "record": record }), &host(1));
        assert_eq!(after["record"]["moves"], record["moves"], "{after}");
        assert_ne!(after["view"]["turn"], Value::Null, "{after}");
    }
}

#[test]
fn work_is_done_with_updates_until_the_host_stops_it() {
    let game = CATALOGUE[1].game.info().id;
    let limits = json!({ "depth": null, "nodes": null, "time": null, "clock": null, "lines": 1,
        "root_moves": null });
    let task = json!({ "search": { "record": start(game), "limits": limits, "table": 1 } });
    let host = host(3);
    let reply = ask(&json!({ "type": "run", "request": { "game": game, "task": task } }), &host);
    let updates = host.updates.borrow();
    // The flag is looked at every few hundred nodes: some quick iterations are still completed.
    assert!((3..20).contains(&updates.len()), "{} updates", updates.len());
    assert_eq!(updates[2]["report"]["depth"], 3);
    assert!(reply["result"]["report"]["choice"].is_string(), "{reply}");
}

#[test]
fn what_cannot_be_done_has_a_reason() {
    let unknown = json!({ "type": "open", "game": "chess", "record": start("othello") });
    let wrong = json!({ "start": "?", "moves": [] });
    let unread = json!({ "type": "open", "game": "othello", "record": wrong });
    let no_task = json!({ "type": "run", "request": { "game": "othello", "task": "sleep" } });
    let cases = [
        (json!({ "type": "fly" }), "bad-request"),
        (unknown, "unknown-game"),
        (unread, "bad-record"),
        (no_task, "bad-request"),
        (json!({ "type": "load-data", "name": "nothing.bin" }), "bad-data"),
    ];
    for (request, code) in cases {
        let reply = ask(&request, &host(1));
        assert_eq!(reply["type"], "failed", "{request}");
        assert_eq!(reply["error"]["code"], code, "{request}");
    }
}
