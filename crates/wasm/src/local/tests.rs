//! The program with a host whose engines are in the same process.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use engine::{Entry, Resources};
use games::CATALOGUE;
use play::Time;
use room::{Monotonic, Now};
use serde_json::{Value, json};
use work::{KeptSearchers, WorkUpdate};

use super::{CoreHost, CoreProcess, FromCore, StorageFailure, ToCore};
use crate::{CoreReply, CoreRequest};

/// Host that keeps what it is told, and whose time goes on with each reading.
#[derive(Default)]
struct TestHost {
    millis: Mutex<u64>,
    entropy: Mutex<u128>,
    sent: Mutex<VecDeque<(FromCore, Vec<u8>)>>,
}

impl CoreHost for TestHost {
    fn now(&self) -> Now {
        let mut millis = self.millis.lock().unwrap();
        *millis += 1;
        Now { wall: Time(1_700_000_000_000 + *millis), monotonic: Monotonic(*millis) }
    }

    fn random(&self) -> u128 {
        let mut entropy = self.entropy.lock().unwrap();
        *entropy = entropy.wrapping_add(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        *entropy
    }

    fn send(&self, message: &FromCore, data: &[u8]) {
        self.sent.lock().unwrap().push_back((message.clone(), data.to_vec()));
    }
}

/// A page with the program behind it.
struct Page {
    host: Arc<TestHost>,
    process: CoreProcess,
    responses: HashMap<u64, (u16, Vec<u8>)>,
    /// Messages of sockets that have not been read yet.
    messages: HashMap<u64, VecDeque<Value>>,
    closed: Vec<u64>,
    /// Work that was to be stopped.
    stops: Vec<u64>,
    count: u64,
    /// The database.
    rows: BTreeMap<String, String>,
    /// Why it refuses every change.
    failure: Option<StorageFailure>,
    /// The game about which engines think for ever.
    slow_game: Option<&'static str>,
    /// Whether engines cannot be loaded.
    has_no_engines: bool,
}

impl Page {
    fn new() -> Self {
        Self::with(BTreeMap::new())
    }

    /// A page with what another has stored.
    fn with(rows: BTreeMap<String, String>) -> Self {
        let host = Arc::<TestHost>::default();
        let stored = rows.clone().into_iter().collect();
        let (process, unreadable) = CoreProcess::open(host.clone(), 2, stored).expect("rows");
        assert!(unreadable.is_empty(), "{unreadable:?}");
        Self {
            host,
            process,
            responses: HashMap::new(),
            messages: HashMap::new(),
            closed: Vec::new(),
            stops: Vec::new(),
            count: 0,
            rows,
            failure: None,
            slow_game: None,
            has_no_engines: false,
        }
    }

    fn tell(&mut self, message: ToCore, data: &[u8]) {
        self.process.receive(message, data.to_vec());
        loop {
            let Some((message, data)) = self.host.sent.lock().unwrap().pop_front() else { return };
            self.take(message, data);
        }
    }

    fn take(&mut self, message: FromCore, data: Vec<u8>) {
        match message {
            FromCore::Response { request, status, .. } => {
                self.responses.insert(request, (status, data));
            }
            FromCore::SocketMessage { socket } => {
                let message = serde_json::from_slice(&data).expect("JSON");
                self.messages.entry(socket).or_default().push_back(message);
            }
            FromCore::SocketClosed { socket, .. } => self.closed.push(socket),
            FromCore::StartWork { work } if self.has_no_engines => {
                self.process.receive(ToCore::WorkEnded { work }, Vec::new());
            }
            FromCore::StartWork { work } => self.work(work, &data),
            FromCore::StopWork { work } => self.stops.push(work),
            FromCore::SocketOpened { .. } => {}
            FromCore::LoadData { name } => panic!("{name} is part of this build"),
            FromCore::Transaction { transaction, put, delete } => {
                let failure = self.failure.clone();
                if failure.is_none() {
                    self.rows.extend(put);
                    self.rows.retain(|key, _| !delete.contains(key));
                }
                self.process.receive(ToCore::TransactionEnded { transaction, failure }, Vec::new());
            }
        }
    }

    fn work(&mut self, work: u64, data: &[u8]) {
        let request = match serde_json::from_slice(data).expect("work") {
            CoreRequest::Run { request } => request,
            other => panic!("{other:?}"),
        };
        if self.slow_game == Some(request.game.as_str()) {
            return;
        }
        let mut updates: Vec<WorkUpdate> = Vec::new();
        let mut on_update = |update| updates.push(update);
        let stop = AtomicBool::new(false);
        let available = Resources { threads: 1, table: 1 };
        let kept = &mut KeptSearchers::default();
        let result = work::run(kept, CATALOGUE, &request, available, &stop, &mut on_update);
        let result = result.expect("a result");
        for update in updates {
            let update = serde_json::to_vec(&update).expect("plain data");
            self.process.receive(ToCore::WorkUpdate { work }, update);
        }
        let reply = serde_json::to_vec(&CoreReply::Result { result }).expect("plain data");
        self.process.receive(ToCore::WorkEnded { work }, reply);
    }

    fn ask(&mut self, method: &str, url: &str, body: &str) -> (u16, Vec<u8>) {
        let request = self.send(method, url, body);
        self.responses.remove(&request).expect("a response")
    }

    /// Sends a request that need not be answered at once: its number.
    fn send(&mut self, method: &str, url: &str, body: &str) -> u64 {
        self.count += 1;
        let request = self.count;
        let asked = ToCore::Request {
            request,
            method: method.to_owned(),
            url: url.to_owned(),
            accept_language: "fr".to_owned(),
            if_none_match: String::new(),
        };
        self.tell(asked, body.as_bytes());
        request
    }

    fn json(&mut self, method: &str, url: &str, body: &Value) -> Value {
        let (status, body) = self.ask(method, url, &body.to_string());
        assert!(status < 300, "{url}: {status} {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("JSON")
    }

    fn say(&mut self, socket: u64, message: &Value) {
        self.tell(ToCore::SocketMessage { socket }, message.to_string().as_bytes());
    }

    fn open(&mut self, socket: u64, path: &str) {
        self.tell(ToCore::OpenSocket { socket, path: path.to_owned() }, &[]);
        self.say(socket, &json!({"type": "hello", "protocol": wire::PROTOCOL}));
    }

    /// The last state of a match that a socket was sent.
    fn state(&mut self, socket: u64) -> Value {
        let messages = self.messages.remove(&socket).unwrap_or_default();
        let refused = messages.iter().find(|message| message["type"] == "refused");
        assert_eq!(refused, None);
        let mut states = messages.into_iter().filter(|message| message["type"] == "state");
        states.next_back().expect("a state")
    }
}

fn new_match(game: &str, second: &Value) -> Value {
    let players = json!({"first": {"type": "human", "name": "Ana"}, "second": second});
    let setup = json!({"rules": null, "board": null, "seed": 5});
    json!({"game": game, "setup": setup, "players": players, "time": {"kind": "none"}})
}

/// A match against the weakest level.
fn against_a_level(entry: &Entry) -> Value {
    let computer = json!({"type": "computer", "opponent": entry.levels[0].id, "seed": 3});
    new_match(entry.game.info().id, &computer)
}

/// Plays a match against a level to its end: its id and its last state.
fn play(page: &mut Page, entry: &Entry) -> (String, Value) {
    let created = page.json("POST", "/api/matches", &against_a_level(entry));
    let id = created["id"].as_str().expect("an id").to_owned();
    page.open(1, &format!("/api/matches/{id}/socket"));
    let mut state = page.state(1);
    for number in 0.. {
        if state["end"] != Value::Null {
            break;
        }
        assert!(number < 500, "{id} does not end");
        let choices = state["view"]["choices"].as_array().expect("choices");
        page.say(1, &command(number, &choices[choices.len() / 2]["notation"]));
        state = page.state(1);
    }
    (id, state)
}

#[test]
fn every_game_is_played_to_its_end_against_a_level() {
    for entry in CATALOGUE {
        let mut page = Page::new();
        let (id, state) = play(&mut page, entry);
        let listed = page.json("GET", "/api/matches?over=true", &Value::Null);
        assert_eq!(listed[0]["id"], json!(id));
        // Another page finds the same.
        let mut next = Page::with(page.rows);
        let shown = next.json("GET", &format!("/api/matches/{id}"), &Value::Null);
        assert_eq!(shown["record"], state["record"], "{id}");
    }
}

#[test]
fn a_puzzle_of_every_game_is_failed_refuted_solved_and_stored() {
    let mut page = Page::new();
    for entry in CATALOGUE {
        let puzzle = entry.puzzle_collection().expect("puzzles").puzzles[0].clone();
        let path = format!("/api/puzzles/{}", puzzle.id);
        let shown = page.json("GET", &path, &Value::Null);
        let choices = shown["view"]["choices"].as_array().expect("choices").iter();
        let mut notations = choices.map(|choice| &choice["notation"]);
        let wrong = notations.find(|notation| **notation != puzzle.solution[0].as_str());
        let refuted = page.json("POST", &path, &json!({"moves": [wrong.expect("a wrong move")]}));
        assert_eq!(refuted["verdict"], "wrong", "{refuted}");
        assert_ne!(refuted["refutation"]["moves"], json!([]), "{refuted}");
        let mut moves: Vec<&String> = Vec::new();
        for right in puzzle.solution.iter().step_by(2) {
            moves.push(right);
            let is_last = moves.len() == puzzle.moves();
            let answer = page.json("POST", &path, &json!({"moves": moves}));
            assert_eq!(answer["verdict"], if is_last { "solved" } else { "right" }, "{answer}");
        }
    }
    // Another page finds the results.
    let overview = Page::with(page.rows).json("GET", "/api/puzzles", &Value::Null);
    for game in overview["games"].as_array().expect("games") {
        assert_eq!((&game["total"]["solved"], &game["rating"]["won"]), (&json!(1), &json!(0)));
    }
}

/// The events of a match, without their times.
fn events(row: &Value) -> Vec<Value> {
    let mut events = row.as_array().expect("events").clone();
    for event in &mut events {
        event.as_object_mut().expect("an event").remove("at");
    }
    events
}

#[test]
#[ignore = "needs web"]
fn the_module_stores_the_same_events() {
    let wanted: Vec<_> = CATALOGUE.iter().map(against_a_level).collect();
    let folder =
        env::var_os("DAMIER_WEB").expect("DAMIER_WEB, as `cargo xtask web --check` sets it");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("js/play.mjs");
    let mut node = Command::new("node");
    let node = node.arg(script).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = node.spawn().expect("node");
    let input = json!(wanted).to_string();
    node.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("all is read");
    let output = node.wait_with_output().expect("events");
    assert!(output.status.success(), "node: {}", output.status);
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let played: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("events")).collect();
    assert_eq!(played.len(), CATALOGUE.len());
    for (entry, played) in CATALOGUE.iter().zip(played) {
        let mut page = Page::new();
        let (id, _) = play(&mut page, entry);
        let row: Value =
            serde_json::from_str(&page.rows[&format!("match/\"{id}\"")]).expect("JSON");
        assert_eq!(events(&row["events"]), events(&played));
    }
}

fn command(number: u32, notation: &Value) -> Value {
    json!({"type": "command", "id": format!("c{number}"), "player": "one",
        "command": {"type": "move", "notation": notation}})
}

#[test]
fn what_cannot_be_stored_is_refused_and_changes_nothing() {
    let human = json!({"type": "human", "name": "Ben"});
    let new = new_match("connect-four", &human);
    let full = StorageFailure { is_full: true, why: "QuotaExceededError".to_owned() };
    let mut page = Page::new();
    page.failure = Some(full.clone());
    let (status, problem) = page.ask("POST", "/api/matches", &new.to_string());
    let problem: Value = serde_json::from_slice(&problem).expect("a problem");
    assert_eq!((status, &problem["code"]), (503, &json!("not-stored")));
    assert_eq!(page.json("GET", "/api/matches", &Value::Null), json!([]));
    assert!(page.rows.is_empty());

    // In mid-game the move waits, and nobody is told that it was made.
    page.failure = None;
    let created = page.json("POST", "/api/matches", &new);
    let id = created["id"].as_str().expect("an id").to_owned();
    page.open(1, &format!("/api/matches/{id}/socket"));
    page.state(1);
    page.failure = Some(full);
    let before = page.rows.clone();
    page.say(1, &command(1, &json!("4")));
    assert!(!page.messages[&1].iter().any(|message| message["type"] == "applied"));
    assert_eq!(page.rows, before);
    page.failure = None;
    let mut messages = Vec::new();
    while !messages.iter().any(|message: &Value| message["type"] == "applied") {
        *page.host.millis.lock().unwrap() += 1000;
        page.tell(ToCore::Wake, &[]);
        messages.extend(page.messages.remove(&1).unwrap_or_default());
        assert!(messages.len() < 100, "it is never stored");
    }
    assert_ne!(page.rows, before);
}

#[test]
fn a_reloaded_page_goes_on_in_mid_game() {
    let mut page = Page::new();
    let created = page.json("POST", "/api/matches", &against_a_level(&CATALOGUE[0]));
    let path = format!("/api/matches/{}/socket", created["id"].as_str().expect("an id"));
    page.open(1, &path);
    page.state(1);
    // The computer has not answered when the page goes away.
    page.slow_game = Some("connect-four");
    page.say(1, &command(1, &json!("4")));
    assert_eq!(page.state(1)["record"]["moves"], json!(["4"]));
    let mut next = Page::with(page.rows);
    next.open(7, &path);
    let state = next.state(7);
    assert_eq!(state["record"]["moves"].as_array().map(Vec::len), Some(2), "{state}");
    // The same command again, because nobody has seen its answer, is not applied twice.
    next.say(7, &command(1, &json!("4")));
    let messages = next.messages.remove(&7).expect("an answer");
    assert!(messages.iter().any(|message| message["type"] == "applied"), "{messages:?}");
    assert_eq!(
        next.json("GET", &path.replace("/socket", ""), &Value::Null)["record"]["moves"][0],
        "4"
    );
    next.say(7, &json!({"type": "hello", "protocol": wire::PROTOCOL}));
    assert_eq!(next.state(7)["record"]["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_position_is_analysed_and_unknown_sockets_are_closed() {
    let mut page = Page::new();
    let look = page.json("POST", "/api/look", &json!({"game": "connect-four", "moves": "4 4 4"}));
    page.open(5, "/api/analysis/socket");
    let question = json!({"type": "analyse", "question": 7, "game": "connect-four",
        "record": look["record"], "lines": 3});
    page.say(5, &question);
    let messages = page.messages.remove(&5).expect("messages");
    let last = messages.back().expect("a report");
    assert_eq!((&last["type"], &last["question"]), (&json!("thought"), &json!(7)), "{last}");
    assert_eq!((&last["done"], last["lines"].as_array().map(Vec::len)), (&json!(true), Some(3)));
    page.open(6, "/api/matches/none/socket");
    page.open(7, "/api/lobby/socket");
    assert_eq!(page.closed, [6, 7]);
}

#[test]
fn a_computer_whose_engine_cannot_be_loaded_plays_later_and_not_anything() {
    let mut page = Page::new();
    let created = page.json("POST", "/api/matches", &against_a_level(&CATALOGUE[0]));
    let path = format!("/api/matches/{}", created["id"].as_str().expect("an id"));
    page.open(1, &format!("{path}/socket"));
    page.state(1);
    page.has_no_engines = true;
    page.say(1, &command(1, &json!("4")));
    let messages = page.messages.remove(&1).expect("messages");
    assert_eq!(messages.back().map(|message| &message["code"]), Some(&json!("try-again")));
    page.tell(ToCore::Wake, &[]);
    assert_eq!(page.json("GET", &path, &Value::Null)["record"]["moves"], json!(["4"]));
    page.has_no_engines = false;
    *page.host.millis.lock().unwrap() += 10_000;
    page.tell(ToCore::Wake, &[]);
    assert_eq!(page.state(1)["record"]["moves"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_match_comes_before_an_analysis_and_a_stopped_search_has_a_result() {
    let mut page = Page::new();
    let look = page.json("POST", "/api/look", &json!({"game": "othello", "moves": ""}));
    page.slow_game = Some("othello");
    for socket in [2, 3] {
        page.open(socket, "/api/analysis/socket");
        page.say(
            socket,
            &json!({"type": "analyse", "question": 7, "game": "othello",
            "record": look["record"], "lines": 1}),
        );
    }
    // Both engines are busy; the computer's move interrupts an analysis, which goes on afterwards.
    let created = page.json("POST", "/api/matches", &against_a_level(&CATALOGUE[0]));
    page.open(1, &format!("/api/matches/{}/socket", created["id"].as_str().expect("an id")));
    page.state(1);
    page.stops.clear();
    page.say(1, &command(1, &json!("4")));
    assert_eq!(page.stops.len(), 1, "{:?}", page.stops);
    let work = page.stops[0];
    page.tell(ToCore::WorkEnded { work }, &[]);
    assert_eq!(page.state(1)["record"]["moves"].as_array().map(Vec::len), Some(2));
    let is_refused = |message: &Value| message["type"] == "refused";
    assert!(!page.messages.values().flatten().any(is_refused), "{:?}", page.messages);
}

#[test]
fn a_tree_is_searched_by_an_engine_and_stopped_when_nobody_waits_for_it() {
    let mut page = Page::new();
    let wanted = json!({"game": "katarenga", "depth": 2, "alpha_beta": true});
    let tree = page.json("POST", "/api/think", &wanted);
    assert_eq!((&tree["depth"], &tree["stopped"]), (&json!(2), &json!(false)));
    assert!(tree["nodes"].as_array().is_some_and(|nodes| nodes.len() > 20), "{tree}");
    // While it is searched, the program answers others.
    page.slow_game = Some("katarenga");
    let request = page.send("POST", "/api/think", &wanted.to_string());
    page.json("GET", "/api/matches", &Value::Null);
    assert!(!page.responses.contains_key(&request));
    page.tell(ToCore::Cancel { request }, &[]);
    assert_eq!(page.stops.len(), 1, "{:?}", page.stops);
    // What is wrong is refused before an engine is asked.
    let wrong = json!({"game": "katarenga", "depth": 99}).to_string();
    assert_eq!(page.ask("POST", "/api/think", &wrong).0, 400);
}

#[test]
fn a_tree_that_makes_way_for_a_match_is_searched_again() {
    let mut page = Page::new();
    page.slow_game = Some("othello");
    let wanted = json!({"game": "othello", "depth": 2}).to_string();
    let requests = [(); 2].map(|()| page.send("POST", "/api/think", &wanted));
    let created = page.json("POST", "/api/matches", &against_a_level(&CATALOGUE[0]));
    page.open(1, &format!("/api/matches/{}/socket", created["id"].as_str().expect("an id")));
    page.state(1);
    page.stops.clear();
    page.say(1, &command(1, &json!("4")));
    assert_eq!(page.stops.len(), 1, "{:?}", page.stops);
    page.slow_game = None;
    page.tell(ToCore::WorkEnded { work: page.stops[0] }, &[]);
    assert_eq!(page.state(1)["record"]["moves"].as_array().map(Vec::len), Some(2));
    let answered = requests.iter().filter(|request| page.responses.contains_key(request));
    assert_eq!(answered.count(), 1, "the one that was stopped");
}
