//! Between page and server: bad messages, other names, and a program that is killed.

use std::env::{self, consts::EXE_SUFFIX};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{self, Folder, NAME, Site};
use crate::table::{Hand, Table};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium: cargo xtask test"]
async fn garbage_on_the_socket_does_no_harm() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("othello", Some("random"));
    tab.open(&path).await;
    let mut table = Table::new(&tab, Hand::Mouse);
    table.play().await;
    table.ready().await;
    let before = site.state(&path);
    // The same socket that the page has, and one of its own, told what no page would say.
    let told: usize = tab
        .js("(async () => {
            const garbage = [
                '', '{', 'null', '[]', '\\u0000', '{\"type\":\"hello\"}', '{\"type\":\"command\"}',
                JSON.stringify({ type: 'hello', protocol: 2, since: 99999 }),
                JSON.stringify({ type: 'hello', protocol: 99, since: 0 }),
                JSON.stringify({ type: 'command', id: 'x', player: 'two', command: { type: 'move', notation: 'a1' } }),
                JSON.stringify({ type: 'command', id: 'y', player: 'one', command: { type: 'move', notation: 'é'.repeat(900) } }),
                JSON.stringify({ type: 'command', id: 'z'.repeat(500), player: 'one', command: { type: 'resign' } }),
                JSON.stringify({ type: 'command', id: 'w', player: 'three', command: { type: 'resign' } }),
                '['.repeat(10000), new Uint8Array(3000), 'x'.repeat(100000),
            ];
            for (const message of garbage) {
                const socket = new WebSocket(location.href.replace('http', 'ws').replace('/m/', '/api/matches/') + '/socket');
                await new Promise((done) => { socket.onopen = done; });
                socket.send(JSON.stringify({ type: 'hello', protocol: 2, since: 0 }));
                socket.send(message);
                socket.send(message);
                await new Promise((done) => { socket.onmessage = done; socket.onclose = done; });
                socket.close();
            }
            return garbage.length;
        })()")
        .await;
    assert_eq!(told, 16);
    assert_eq!(site.state(&path)["record"], before["record"]);
    let moves = table.ready().await.moves;
    table.play().await;
    assert!(table.ready().await.moves > moves);
    tab.close().await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium: cargo xtask test"]
async fn nothing_needs_a_secure_context() {
    let site = Site::start();
    site.prefer(&json!({ "sound": true }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{NAME}:{}", site.address.port())).await;
    tab.open("/").await;
    assert!(!tab.js::<bool>("isSecureContext").await);
    tab.click("a[href='/play/othello']").await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board')").await;
    let mut table = Table::new(&tab, Hand::Mouse);
    for _ in 0..3 {
        table.play().await;
        table.ready().await;
    }
    for words in ["Share the link", "Copy the position"] {
        tab.click_on(words).await;
        tab.wait("document.querySelector('.toast:not(.problem), dialog[open] input')").await;
        tab.js::<()>(
            "document.querySelector('.toast, dialog[open]').querySelector('button').click()",
        )
        .await;
        tab.wait("!document.querySelector('.toast, dialog[open]')").await;
    }
    for path in ["/settings", "/rules", "/about"] {
        tab.open(path).await;
    }
    tab.close().await;
    chrome.close().await;
}

/// The program: what `DAMIER` names, or the one that was built beside these tests.
pub(crate) fn program() -> PathBuf {
    let beside = || {
        let tests = env::current_exe().unwrap();
        tests.ancestors().nth(2).unwrap().join(format!("damier{EXE_SUFFIX}"))
    };
    let path = env::var_os("DAMIER").map_or_else(beside, PathBuf::from);
    assert!(path.exists(), "no program at {}: cargo build", path.display());
    path
}

/// The program itself, at a port of its own.
pub(crate) struct Program {
    child: Child,
    /// Held open, so that it can say what it likes.
    _said: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl Program {
    /// Starts it with its data in a folder; port 0 is any.
    pub(crate) fn start(program: &Path, folder: &Folder, port: u16) -> Self {
        let mut child = Command::new(program)
            .args(["--no-open", "--lang", "en", "--port", &port.to_string(), "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let address = said
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("http://")?;
                rest.split('/').next()?.trim().parse().ok()
            })
            .expect("the program says where it is");
        Self { child, _said: said, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it without a chance to tidy up.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium: cargo xtask test"]
async fn a_program_killed_in_mid_game_loses_no_move() {
    let folder = Folder::new();
    let path = &program();
    let program = Program::start(path, &folder, 0);
    let address = program.address;
    let human = json!({ "type": "human" });
    let computer = json!({ "type": "computer", "opponent": "normal", "seed": 7 });
    let players = json!({ "first": human, "second": computer });
    let game = site::create(address, &json!({ "game": "othello", "players": players }));
    let settings = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
    site::request(address, "PUT", "/api/profile", &json!({ "settings": settings }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{address}")).await;
    tab.open(&game).await;
    let mut table = Table::new(&tab, Hand::Mouse);
    table.play().await;
    table.ready().await;
    table.play().await;
    // The move is acknowledged; the computer is about to answer, or has.
    let before = site::state(address, &game)["record"]["moves"].clone();
    program.kill();
    tab.wait("document.querySelector('.note.problem')").await;

    let _program = Program::start(path, &folder, address.port());
    tab.wait("!document.querySelector('.note.problem')").await;
    tab.forgive().await;
    let sight = table.ready().await;
    let after = site::state(address, &game)["record"]["moves"].clone();
    let (before, after) = (list(&before), list(&after));
    assert!(after.len() >= 4 && after.len() == sight.moves, "{before:?} {after:?}");
    assert_eq!(before[..], after[..before.len()]);
    table.play().await;
    tab.close().await;
    chrome.close().await;
}

fn list(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}
