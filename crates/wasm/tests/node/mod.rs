//! Requests to the core: natively, and to the module in node.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use engine::MonotonicClock;
use games::connect_four::ConnectFour;
use games::othello::Othello;
use rules::{Position, Record};
use serde_json::{Value, json};
use wasm::Host;

/// Transposition table of searches, in MiB.
const TABLE_MIB: usize = 16;

/// Limits of a search.
pub(crate) fn limits(depth: Option<u16>, lines: usize) -> Value {
    json!({ "depth": depth, "nodes": null, "time": null, "clock": null, "lines": lines,
        "root_moves": null })
}

/// A request to search a position.
pub(crate) fn search(game: &str, record: &Record, depth: Option<u16>, lines: usize) -> Value {
    let task = json!({ "search": {
        "record": record, "limits": limits(depth, lines), "table": TABLE_MIB,
    } });
    json!({ "type": "run", "request": { "game": game, "task": task } })
}

/// A host that wants everything done.
struct PatientHost(AtomicBool);

impl Host for PatientHost {
    fn update(&self, _: &[u8]) {}

    fn stop_flag(&self) -> &AtomicBool {
        &self.0
    }

    fn clock(&self) -> MonotonicClock {
        MonotonicClock::default()
    }
}

/// The reply of the core in this process.
pub(crate) fn ask_natively(request: &Value) -> Value {
    let host = PatientHost(AtomicBool::new(false));
    let reply = wasm::answer(request.to_string().as_bytes(), Vec::new(), &host);
    serde_json::from_slice(&reply).expect("a reply")
}

/// The folder of the modules, which `DAMIER_WEB` names.
pub(crate) fn folder() -> PathBuf {
    let folder = env::var_os("DAMIER_WEB");
    folder.expect("DAMIER_WEB, as `cargo xtask web --check` sets it").into()
}

/// The replies of the module.
pub(crate) fn ask_module(requests: &[Value]) -> Vec<Value> {
    ask_script("ask.mjs", &[], requests)
}

/// What a script for node prints about requests, a value in each line.
pub(crate) fn ask_script(script: &str, arguments: &[&str], requests: &[Value]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("js").join(script);
    let mut node = Command::new("node")
        .arg(script)
        .arg(folder())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node");
    let mut input = node.stdin.take().expect("a pipe");
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    let lines = lines.join("\n");
    // Beside reading: the pipes are not as large as all requests and replies.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().expect("replies");
    assert!(output.status.success(), "node: {}", output.status);
    writer.join().expect("no panic").expect("all requests are read");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a reply")).collect()
}

/// The text of a set of positions of the games' tests.
fn set(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games/tests/sets");
    fs::read_to_string(folder.join(path)).expect("a set of positions")
}

/// The first positions of a set of Connect Four.
pub(crate) fn connect_four_set(name: &str, count: usize) -> Vec<Record> {
    let position = |line: &str| {
        let (columns, _) = line.split_once(' ').expect("columns and a score");
        let play = |position: ConnectFour, column: char| {
            position.play(column.to_string().parse().expect("a column"))
        };
        Record::new(columns.chars().fold(ConnectFour::EMPTY, play).to_string())
    };
    set(&format!("connect_four/{name}")).lines().take(count).map(position).collect()
}

/// The first positions of a set of Othello.
pub(crate) fn othello_set(name: &str, count: usize) -> Vec<Record> {
    let position = |line: &str| {
        let board = line.split_inclusive(';').next().expect("a board");
        Record::new(board.parse::<Othello>().expect("a board").to_string())
    };
    set(&format!("othello/{name}.obf")).lines().take(count).map(position).collect()
}
