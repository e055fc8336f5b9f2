//! Figures of the page for `docs/benchmarks.md`: `cargo xtask measure` prints them.
//!
//! `DAMIER` names the program to measure, which is the released one. Without `--bench`, as under
//! `cargo test --benches`, nothing is measured.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde::Deserialize;
use serde_json::{Value, json};

use damier_browser::chrome::Chrome;
use damier_browser::player::{BoardPlayer, InputDevice};
use damier_browser::program::{Program, program};
use damier_browser::site::{self, Folder};
use damier_browser::static_host::{BASE, StaticHost, go, prefer, web_folder};
use damier_browser::tab::Tab;

/// Time limit of a program that starts.
const START_TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    first_load().await;
    click_to_repainted_board().await;
    start_to_first_answer();
    memory().await;
    killed_in_mid_game().await;
    without_a_server().await;
}

/// Median, 99th percentile and maximum of times in milliseconds.
fn percentiles(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let (p50, p99, most) = (at(0.5), at(0.99), times[times.len() - 1]);
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms, most {most:.1} ms, of {}", times.len())
}

async fn first_load() {
    #[derive(Deserialize)]
    struct Asked {
        name: String,
        packed: u64,
        unpacked: u64,
        end: f64,
    }
    const ASKED: &str = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]\
        .map((entry) => ({ name: new URL(entry.name).pathname, packed: entry.encodedBodySize, \
        unpacked: entry.decodedBodySize, end: entry.responseEnd }))";
    let folder = Folder::new("browser");
    let program = Program::start(&program(), &folder, 0);
    for path in ["/", "/play/othello"] {
        let chrome = Chrome::measured().await;
        let tab = chrome.tab(&format!("http://{}", program.address)).await;
        tab.open(path).await;
        tab.wait("document.querySelector('.card:last-child svg.board, .setup-board svg')").await;
        // What is asked for after the first picture belongs to it too.
        tab.network_idle().await;
        let mut all: Vec<Asked> = tab.js(ASKED).await;
        all.sort_by_key(|asked| std::cmp::Reverse(asked.packed));
        let packed: u64 = all.iter().map(|asked| asked.packed).sum();
        let unpacked: u64 = all.iter().map(|asked| asked.unpacked).sum();
        let last = all.iter().map(|asked| asked.end).fold(0.0, f64::max);
        let largest: Vec<_> =
            all.iter().take(6).map(|asked| format!("{} {}", asked.name, asked.packed)).collect();
        println!(
            "first load of {path}: {packed} bytes ({unpacked} unpacked) in {} requests, the last after {last:.0} ms; {}",
            all.len(),
            largest.join(", ")
        );
        tab.close().await;
    }
}

/// Clicks a legal cell in the page itself. It resolves with the times until the page has done its own
/// work, until the move is painted, and until it is painted that the server has agreed.
const CLICK: &str = "new Promise((done) => {
    const board = document.querySelector('svg.board');
    const list = document.querySelector('.moves');
    const cell = board.querySelector('.cell.legal .hit');
    const box = cell.getBoundingClientRect();
    const at = { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2,
        button: 0, pointerId: 1, pointerType: 'mouse', isPrimary: true };
    const painted = (then) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => then(performance.now());
        port2.postMessage(null);
    });
    let [worked, shown] = [0, 0];
    const entries = list.querySelectorAll('button').length;
    const watch = new MutationObserver(() => {
        if (list.querySelectorAll('button').length === entries) return;
        watch.disconnect();
        painted((now) => done([worked - start, shown - start, now - start]));
    });
    watch.observe(list, { childList: true, subtree: true });
    const start = performance.now();
    cell.dispatchEvent(new PointerEvent('pointerdown', at));
    cell.dispatchEvent(new PointerEvent('pointerup', at));
    worked = performance.now();
    painted((now) => { shown = now; });
})";

async fn click_to_repainted_board() {
    let folder = Folder::new("browser");
    let program = Program::start(&program(), &folder, 0);
    let address = program.address;
    let settings = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
    site::request(address, "PUT", "/api/profile", &json!({ "settings": settings }));
    for unlimited in [true, false] {
        let chrome = if unlimited { Chrome::unlimited().await } else { Chrome::measured().await };
        let tab = chrome.tab(&format!("http://{address}")).await;
        let [mut worked, mut shown, mut agreed] = [const { Vec::new() }; 3];
        while agreed.len() < 200 {
            let human = json!({ "type": "human" });
            let wanted =
                json!({ "game": "othello", "players": { "first": human, "second": human } });
            tab.open(&site::create(address, &wanted)).await;
            loop {
                tab.wait("document.querySelector('.result:not([hidden]), .cell.legal, .notes .buttons button')").await;
                if tab.count(".result:not([hidden])").await > 0 || agreed.len() == 200 {
                    break;
                }
                if tab.count(".cell.legal").await == 0 {
                    tab.click(".notes .buttons button").await;
                    continue;
                }
                let times: [f64; 3] = tab.js(CLICK).await;
                worked.push(times[0]);
                shown.push(times[1]);
                agreed.push(times[2]);
            }
        }
        let how = if unlimited { "as many frames as there can be" } else { "60 frames a second" };
        println!("with {how}, from the click");
        println!("  to the end of the page's own work: {}", percentiles(worked));
        println!("  to the painted move: {}", percentiles(shown));
        println!("  to the painted agreement of the server: {}", percentiles(agreed));
        tab.close().await;
    }
}

/// The page without a server, whose engines think in the same browser. `DAMIER_STATIC_PAGE` names its folder.
async fn without_a_server() {
    if std::env::var_os("DAMIER_STATIC_PAGE").is_none() {
        println!("no page without a server: cargo xtask web makes it");
        return;
    }
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = chrome.tab(&host.origin()).await;
    tab.open(BASE).await;
    prefer(&tab).await;
    tab.wait("document.querySelector('.card:last-child svg.board')").await;
    moves_against_a_level(&tab).await;
    stops_of_an_analysis(&chrome, &tab).await;
    tab.close().await;
}

/// From the click to the painted move against a level, and what keeps the page from drawing while the engine thinks: tasks
/// of over 50 ms, and the longest time between two frames.
async fn moves_against_a_level(tab: &Tab) {
    const MOVES: usize = 20;
    const WATCH: &str = "(() => {
        window.longTasks = [];
        window.longestFrame = 0;
        new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
            .observe({ type: 'longtask' });
        let last = performance.now();
        const frame = (now) => {
            window.longestFrame = Math.max(window.longestFrame, now - last);
            last = now;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
    })()";
    go(tab, "/play/othello", "form.setup-form").await;
    tab.click("form.setup-form label:has(input[value='difficult'])").await;
    tab.js::<bool>("document.querySelector('form.setup-form').requestSubmit(), true").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    tab.js::<Value>(WATCH).await;
    let mut shown = Vec::new();
    while shown.len() < MOVES {
        tab.wait(
            "document.querySelector('.result:not([hidden]), .cell.legal, .notes .buttons button')",
        )
        .await;
        if tab.count(".result:not([hidden])").await > 0 {
            break;
        }
        if tab.count(".cell.legal").await == 0 {
            tab.click(".notes .buttons button").await;
            continue;
        }
        let times: [f64; 3] = tab.js(CLICK).await;
        shown.push(times[1]);
    }
    let long: Vec<f64> = tab.js("window.longTasks").await;
    let longest: f64 = tab.js("window.longestFrame").await;
    println!("without a server, from the click to the painted move: {}", percentiles(shown));
    println!("  tasks of the page over 50 ms while the engine thinks: {long:?}");
    println!("  longest time between two frames: {longest:.1} ms");
}

/// From the switch that turns the engine of an analysis off to the last processor time that its Worker takes.
async fn stops_of_an_analysis(chrome: &Chrome, tab: &Tab) {
    const STOPS: usize = 20;
    /// Time for which a Worker that has been stopped must not run.
    const REST: Duration = Duration::from_millis(60);
    const SWITCH: &str = "(document.querySelector('.engine input.switch').click(), null)";
    go(tab, "/analyse/othello", ".lines li:not([hidden]):not(.empty)").await;
    let mut times = Vec::new();
    for _ in 0..STOPS {
        // It thinks: the number of positions that is shown changes.
        let before: String = tab.text(".lines").await;
        tab.wait(&format!(
            "document.querySelector('.lines').textContent.trim() !== {before:?} && document.querySelector('.engine input.switch').checked"
        ))
        .await;
        let started = Instant::now();
        tab.js::<Value>(SWITCH).await;
        let (mut last, mut taken) = (started, chrome.worker_time());
        while last.elapsed() < REST {
            thread::sleep(Duration::from_millis(1));
            let now = chrome.worker_time();
            // The Worker of the core may still do a little: less than a tenth of a processor. One that is gone has ended.
            if now.abs_diff(taken) > Duration::from_micros(100) {
                (last, taken) = (Instant::now(), now);
            }
        }
        times.push((last - started).as_secs_f64() * 1000.0);
        tab.js::<Value>(SWITCH).await;
    }
    println!("  stop of an analysis, to the last work of its Worker: {}", percentiles(times));
}

/// Sends one request; `None` without an answer.
fn answered(address: SocketAddr) -> Option<()> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(START_TIMEOUT)).ok()?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.starts_with("HTTP/1.1 200").then_some(())
}

fn start_to_first_answer() {
    let folder = Folder::new("browser");
    let mut times = Vec::new();
    for _ in 0..20 {
        let port = testkit::free_port();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let started = Instant::now();
        let mut child = Command::new(program())
            .args(["--no-open", "--port", &port.to_string(), "--data"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while answered(address).is_none() {
            assert!(started.elapsed() < START_TIMEOUT, "no answer from {address}");
            thread::sleep(Duration::from_micros(500));
        }
        times.push(started.elapsed().as_secs_f64() * 1000.0);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    println!("start to first answered request: {}", percentiles(times));
}

async fn memory() {
    let folder = Folder::new("browser");
    let program = Program::start(&program(), &folder, 0);
    let resident = || {
        let status = fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap().to_owned();
        let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        format!("{:.1} MB", kib * 1024.0 / 1e6)
    };
    answered(program.address).unwrap();
    println!("resident after the first answer: {}", resident());
    let chrome = Chrome::measured().await;
    let tab = chrome.tab(&format!("http://{}", program.address)).await;
    for entry in games::CATALOGUE {
        let human = json!({ "type": "human" });
        let computer = json!({ "type": "computer", "opponent": "normal", "seed": 7 });
        let game = entry.game.info().id;
        let players = json!({ "first": human, "second": computer });
        tab.open(&site::create(program.address, &json!({ "game": game, "players": players })))
            .await;
        BoardPlayer::new(&tab, InputDevice::Mouse).play().await;
        tab.wait("document.querySelectorAll('.moves button').length === 2").await;
    }
    println!("resident after a move in every game against the computer: {}", resident());
    tab.close().await;
}

async fn killed_in_mid_game() {
    let folder = Folder::new("browser");
    let first = Program::start(&program(), &folder, testkit::free_port());
    let address = first.address;
    let human = json!({ "type": "human" });
    let computer = json!({ "type": "computer", "opponent": "expert", "seed": 7 });
    let players = json!({ "first": human, "second": computer });
    let game = site::create(address, &json!({ "game": "katarenga", "players": players }));
    let chrome = Chrome::measured().await;
    let tab = chrome.tab(&format!("http://{address}")).await;
    tab.open(&game).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    let before = site::state(address, &game);
    first.kill();
    let started = Instant::now();
    let _second = Program::start(&program(), &folder, address.port());
    answered(address).unwrap();
    let up = started.elapsed();
    let count = |state: &Value| state["record"]["moves"].as_array().unwrap().len();
    assert!(count(&site::state(address, &game)) >= count(&before));
    tab.wait("!document.querySelector('.note.problem')").await;
    player.ready().await;
    tab.clear_faults().await;
    let after = site::state(address, &game);
    println!(
        "killed with {} moves while the computer {}; up again after {:.0} ms, the page has the computer's answer after {:.0} ms, {} moves",
        count(&before),
        if before["thinking"] == true { "was thinking" } else { "had answered" },
        up.as_secs_f64() * 1000.0,
        started.elapsed().as_secs_f64() * 1000.0,
        count(&after)
    );
    tab.close().await;
}
