//! Speed of Othello's search for one instruction set: the figures of `docs/benchmarks.md`.
//!
//! `cargo bench -p damier-games --bench othello -- FILE.obf [--set AVX2] [--depth N] [--threads N] [--only N]`
//! searches the positions of a file, or the N-th alone, each with an empty table: to the end, or to a depth.
//! Without `--set` the best instruction set of the processor is measured, without a file a position of a test.
//! Times are those of the processor with one thread (where the system tells), and those of the clock with several.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use damier_games::othello::{Othello, OthelloSolver};
use engine::Limits;

/// Transposition table, in MiB.
const TABLE_MIB: usize = 256;

/// Two endings with 12 and 17 empty squares and their scores.
const ENDINGS: &str = "\
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; G8:+6
OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O; H3:+0";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let option = |name: &str| args.iter().skip_while(|&arg| arg != name).nth(1);
    let number = |name: &str| option(name).and_then(|text| text.parse::<usize>().ok());
    let file = args.first().filter(|arg| !arg.starts_with("--"));
    let text = file.map_or(ENDINGS.to_owned(), |name| {
        std::fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    let sets = OthelloSolver::instruction_sets();
    let set = option("--set").map_or(sets.len() - 1, |name| {
        sets.iter()
            .position(|set| set == name)
            .unwrap_or_else(|| panic!("{name} is none of {sets:?}"))
    });
    let threads = number("--threads").unwrap_or(1);
    let limits = number("--depth").map_or(Limits::default(), |depth| Limits::depth(depth as u16));
    let mut solver = OthelloSolver::new(TABLE_MIB, threads).with_instruction_set(set);
    let (mut count, mut wrong, mut seconds, mut nodes) = (0, 0, 0.0, 0);
    for (index, line) in text.lines().filter(|line| line.contains(';')).enumerate() {
        if number("--only").is_some_and(|only| only != index + 1) {
            continue;
        }
        let position: Othello = line.parse().unwrap_or_else(|_| panic!("no position: {line}"));
        let scores = line.split(':').skip(1);
        let best =
            scores.filter_map(|text| text.split(';').next()?.trim().parse::<i32>().ok()).max();
        solver.clear();
        let (clock, processor) = (Instant::now(), thread_seconds());
        let found = solver.search(&position, &limits, &AtomicBool::new(false), &mut |_| ());
        let time = match (processor, thread_seconds()) {
            (Some(before), Some(after)) if threads == 1 => after - before,
            _ => clock.elapsed().as_secs_f64(),
        };
        let score = found.lines[0].score;
        let is_wrong = found.exact && best.is_some_and(|best| best != score);
        println!(
            "{} score={score:+} time_s={time:.3} nodes={}{}",
            index + 1,
            found.nodes,
            if is_wrong { " wrong" } else { "" }
        );
        (count, wrong) = (count + 1, wrong + u32::from(is_wrong));
        (seconds, nodes) = (seconds + time, nodes + found.nodes);
    }
    let speed = nodes as f64 / seconds / 1e6;
    println!(
        "set={} n={count} bad={wrong} total_s={seconds:.3} nodes={nodes} Mnps={speed:.1}",
        sets[set]
    );
}

/// Processor time of this thread, where Linux tells it.
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? * 1e-9)
}
