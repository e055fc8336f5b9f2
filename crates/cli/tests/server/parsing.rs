//! Texts and files that are made to take long.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::{self, JoinHandle};

use serde_json::json;
use wire::http::{Problem, Recognised, TileReport};

use crate::client::{Answer, get, post, request};
use crate::running::Running;

const FROM: &str = "X-Forwarded-For: 192.0.2.1\r\n";
const FROM_ELSEWHERE: &str = "X-Forwarded-For: 192.0.2.2\r\n";

/// A body of `/api/files`: one file.
fn file(name: &str, bytes: &[u8]) -> Vec<u8> {
    let head = json!({ "files": [{ "name": name, "length": bytes.len() }] });
    [head.to_string().as_bytes(), b"\n", bytes].concat()
}

/// A file of four million lines, none of which can be read: seconds of work for any machine.
pub(crate) fn slow_file() -> Vec<u8> {
    file("a.obf", "x\n".repeat((8 << 19) - 100).as_bytes())
}

/// Requests in threads of their own, and how many of them are answered.
struct Attack {
    requests: Vec<JoinHandle<Answer>>,
    answered: Arc<AtomicUsize>,
}

impl Attack {
    fn begin(address: SocketAddr, count: usize, path: &'static str, body: &[u8]) -> Self {
        let answered = Arc::<AtomicUsize>::default();
        let requests = (0..count).map(|_| {
            let (answered, body) = (Arc::clone(&answered), body.to_vec());
            thread::spawn(move || {
                let answer = request(address, "POST", path, FROM, &body);
                answered.fetch_add(1, SeqCst);
                answer
            })
        });
        Self { requests: requests.collect(), answered }
    }

    fn answered(&self) -> usize {
        self.answered.load(SeqCst)
    }

    fn end(self) -> Vec<Answer> {
        self.requests.into_iter().map(|request| request.join().unwrap()).collect()
    }
}

#[test]
fn a_tile_file_with_a_problem_in_every_line_stops_nobody() {
    const LINES: usize = 128_000;
    let server = Running::start();
    let attack = Attack::begin(server.address, 2, "/api/tile-file", "x\n".repeat(LINES).as_bytes());
    assert_eq!(get(server.address, "/healthz").status, 200);
    for answer in attack.end() {
        assert_eq!(answer.status, 200);
        assert!(answer.body.len() < 32 << 10, "{} bytes", answer.body.len());
        let report = answer.json::<TileReport>();
        assert_eq!(report.problems.len() + report.more_problems, LINES);
        let last = report.problems.last().unwrap();
        assert_eq!((last.line, last.column), (report.problems.len(), 1));
    }
    assert_eq!(get(server.address, "/healthz").status, 200);
}

#[test]
fn long_work_of_one_visitor_stops_nobody_else() {
    let server = Running::start();
    let attack = Attack::begin(server.address, 6, "/api/files", &slow_file());
    let preview = json!({ "game": "katarenga", "setup": { "board": "seed:1" } }).to_string();
    for _ in 0..5 {
        assert_eq!(get(server.address, "/healthz").status, 200);
        let answer =
            request(server.address, "POST", "/api/preview", FROM_ELSEWHERE, preview.as_bytes());
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    // The others had their answers while most of it waited.
    assert!(attack.answered() < 6);
    for answer in attack.end() {
        // Read to the end, one body too many at a time, or refused or given up as busy or late.
        assert!(
            [400, 408, 429, 503].contains(&answer.status),
            "{} {}",
            answer.status,
            answer.text()
        );
        if answer.status == 503 {
            assert_eq!(answer.json::<Problem>().code, "busy");
        }
    }
}

#[test]
fn texts_have_at_most_so_many_games() {
    let server = Running::start();
    let read = |text: &str| post(server.address, "/api/read", &json!({ "text": text }));
    let some = read(&"f5\n".repeat(2000));
    assert_eq!(some.json::<Recognised>().found.len(), 2000);
    let ggf = "(;GM[Othello]B[f5];)";
    let record = "Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n";
    for text in ["f5\n".repeat(100_000), ggf.repeat(20_000), record.repeat(10_000)] {
        let answer = read(&text);
        assert_eq!(answer.status, 400, "{}", answer.text());
        let problem = answer.json::<Problem>();
        assert!(problem.text.en.contains("more than 2000 games"), "{}", problem.text);
    }
}

#[test]
fn many_fields_behind_a_long_one_are_read() {
    let server = Running::start();
    let text = format!(
        "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\nFirst: {}\n{}\nf5",
        "n".repeat(250_000),
        "a:\n".repeat(60_000)
    );
    let answer = post(server.address, "/api/read", &json!({ "text": text }));
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn a_game_has_at_most_so_many_properties_and_a_request_so_many_files() {
    let server = Running::start();
    let game = format!("(;GM[Othello]{};)", "C[]".repeat(2_000_000));
    let body = file("a.ggf", game.as_bytes());
    let answer = request(server.address, "POST", "/api/files", "", &body);
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.json::<Problem>().text.en.contains("at most 1000"), "{}", answer.text());
    let files = vec![json!({ "name": "a.wtb", "length": 0 }); 65];
    let body = format!("{}\n", json!({ "files": files }));
    let answer = request(server.address, "POST", "/api/files", "", body.as_bytes());
    assert!(answer.json::<Problem>().text.en.contains("at most 64 files"), "{}", answer.text());
}

#[test]
fn an_error_does_not_repeat_a_long_text() {
    let server = Running::start();
    let long = "?".repeat(500_000);
    for (path, body) in [
        ("/api/look", json!({ "game": "katarenga", "moves": format!("/{long}") })),
        ("/api/read", json!({ "text": format!("8/8 {long}") })),
        ("/api/read", json!({ "text": format!("/m/{long}") })),
        ("/api/preview", json!({ "game": "katarenga", "setup": { "board": &long[..60_000] } })),
        ("/api/tile-check", json!({ "game": "katarenga", "rows": &long[..60_000] })),
    ] {
        let answer = post(server.address, path, &body);
        assert!([200, 400].contains(&answer.status), "{path} {}", answer.status);
        assert!(answer.body.len() < 8 << 10, "{path}: {} bytes", answer.body.len());
    }
}
