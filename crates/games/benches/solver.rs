//! How long the solver of Connect Four takes with its book, for random positions of every ply.
//!
//! `cargo bench -p damier-games --bench solver` prints a Markdown table: one score, and the scores of
//! all columns, each with an empty table. Arguments that are numbers say how many positions of each ply,
//! on how many threads, and the first and last ply. Without `--bench`, as under `cargo test`, a position
//! or two of late plies show that it works.

use std::time::{Duration, Instant};

use damier_games::connect_four::{ConnectFour, ConnectFourSolver, OpeningBook, SolverQuery};
use rules::{Position, SplitMix64};

/// Transposition table, in MiB.
const TABLE_MIB: usize = 84;

fn main() {
    let full = std::env::args().any(|arg| arg == "--bench");
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<usize>().ok());
    let count = numbers.next().unwrap_or(if full { 100 } else { 1 });
    let threads = numbers.next().unwrap_or(1);
    let first = numbers.next().unwrap_or(if full { 0 } else { 24 });
    let last = numbers.next().unwrap_or(if full { 41 } else { 25 });
    let mut solver = ConnectFourSolver::new(threads, TABLE_MIB, OpeningBook::get());
    println!("{count} random positions of each ply, threads: {threads}; milliseconds.\n");
    println!("| ply | one score: middle | 99 % | worst | all columns: middle | 99 % | worst |");
    println!("|--:|--:|--:|--:|--:|--:|--:|");
    for plies in first..=last {
        let mut random = SplitMix64::new(plies as u64);
        let (mut one, mut all) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let position = random_position(&mut random, plies);
            one.push(timed(&mut solver, |solver| solver.score(&position, &|_| false).is_some()));
            all.push(timed(&mut solver, |solver| {
                let watch = &mut |_, _| ();
                solver.columns(&position, SolverQuery::Score, &|_| false, watch).is_some()
            }));
        }
        println!("| {plies} | {} | {} |", percentiles(one), percentiles(all));
    }
}

/// A position after so many random moves, none of which ends the game.
fn random_position(random: &mut SplitMix64, plies: usize) -> ConnectFour {
    'game: loop {
        let mut position = ConnectFour::EMPTY;
        for _ in 0..plies {
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
            if position.outcome().is_some() {
                continue 'game;
            }
        }
        return position;
    }
}

/// How long some work takes a solver that knows nothing but its book.
fn timed(
    solver: &mut ConnectFourSolver,
    work: impl FnOnce(&mut ConnectFourSolver) -> bool,
) -> Duration {
    solver.clear();
    let start = Instant::now();
    assert!(work(solver), "nobody stops it");
    start.elapsed()
}

/// Median, 99th percentile and maximum, in milliseconds.
fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: f64| times[(times.len() as f64 * share).ceil() as usize - 1];
    let words = [0.5, 0.99, 1.0].map(|share| format!("{:.3}", at(share).as_secs_f64() * 1e3));
    words.join(" | ")
}
