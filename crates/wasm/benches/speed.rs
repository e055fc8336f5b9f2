//! Speed of the WebAssembly module in node beside the native program on one thread, in one run: `cargo xtask web
//! --measure`. Both search the same positions to the same depth. Othello runs natively with the portable instruction
//! set, as everything else does.

#[path = "../tests/node/mod.rs"]
mod node;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{Limits, bench_positions};
use games::CATALOGUE;
use games::othello::{Othello, OthelloSolver};
use rules::Record;
use serde_json::Value;

use node::{ask_module, ask_natively, search};

/// Runs of which the median counts.
const ROUNDS: usize = 3;

/// Positions to search to a depth, or to the end.
struct Case {
    name: &'static str,
    game: &'static str,
    positions: Vec<Record>,
    depth: Option<u16>,
}

fn cases() -> Vec<Case> {
    let bench = |game: &'static str, name, depth| {
        let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == game).expect("a game");
        Case { name, game, positions: bench_positions(entry.game), depth: Some(depth) }
    };
    let othello = |name, set, count, depth| Case {
        name,
        game: "othello",
        positions: node::othello_set(set, count),
        depth,
    };
    let connect_four = node::connect_four_set("Test_L2_R2", 40);
    vec![
        Case { name: "solver", game: "connect-four", positions: connect_four, depth: None },
        othello("endgame", "fforum-20-39", 4, None),
        othello("midgame", "fforum-20-39", 20, Some(14)),
        bench("katarenga", "search", 8),
        bench("congress", "search", 8),
        bench("isolation", "search", 8),
    ]
}

fn main() {
    println!("{:<14}{:<10}{:>10}{:>10}{:>8}", "game", "", "native s", "wasm s", "times");
    for Case { name, game, positions, depth } in cases() {
        let requests: Vec<Value> =
            positions.iter().map(|record| search(game, record, depth, 1)).collect();
        let (mut native, mut module) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            native.push(match game {
                "othello" => portable_othello(&positions, depth),
                _ => requests.iter().map(|request| time(&ask_natively(request))).sum(),
            });
            module.push(ask_module(&requests).iter().map(time).sum());
        }
        let (native, module) = (median(native), median(module));
        let factor = module.as_secs_f64() / native.as_secs_f64();
        println!(
            "{game:<14}{name:<10}{:>10.3}{:>10.3}{factor:>8.2}",
            native.as_secs_f64(),
            module.as_secs_f64()
        );
    }
}

/// The time of a search.
fn time(reply: &Value) -> Duration {
    let time = &reply["result"]["report"]["time"];
    let part = |name: &str| time[name].as_u64().unwrap_or_else(|| panic!("{reply}"));
    Duration::new(part("secs"), part("nanos") as u32)
}

fn portable_othello(positions: &[Record], depth: Option<u16>) -> Duration {
    let limits = Limits { depth, lines: 1, ..Limits::default() };
    let stop = AtomicBool::new(false);
    let mut total = Duration::ZERO;
    for record in positions {
        let position: Othello = record.start.parse().expect("a board");
        let mut solver = OthelloSolver::new(16, 1).with_instruction_set(0);
        let started = Instant::now();
        solver.search(&position, &limits, &stop, &mut |_| ());
        total += started.elapsed();
    }
    total
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
