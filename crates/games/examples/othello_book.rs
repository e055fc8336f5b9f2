//! Grows Othello's opening book: `othello_book FILE POSITIONS DEPTH` adds positions to the file until it has so many,
//! each searched from an empty table to this depth on one thread. It goes on where it stopped, and the same
//! command makes the same file.
//!
//! ```text
//! cargo run --release -p damier-games --example othello_book -- crates/games/src/othello/data/book.txt 2000 22
//! ```

use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use damier_games::engine::Limits;
use damier_games::othello::{Move, OpeningBook, Othello, OthelloSolver};
use damier_games::rules::Position as _;

/// Moves of a position in the book.
const MOVES: usize = 3;
/// Transposition table, in MiB.
const TABLE_MIB: usize = 128;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, positions, depth] = &args[..] else {
        return Err("expected: othello_book FILE POSITIONS DEPTH".into());
    };
    let (positions, depth): (usize, u16) = (positions.parse()?, depth.parse()?);
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let text = std::fs::read_to_string(path)?;
    // The last line is incomplete if the program was interrupted there.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    let mut book: OpeningBook =
        text[..whole].parse().map_err(|error| format!("{path}: {error}"))?;
    let mut solver = OthelloSolver::new(TABLE_MIB, 1);
    while book.len() < positions {
        let Some(line) = book.next_line() else { break };
        let moves = search(&mut solver, &line, depth);
        book.add(&line, &moves).map_err(|error| error.to_string())?;
        let all = book.to_string();
        let added = all.lines().next_back().unwrap_or_default();
        writeln!(file, "{added}")?;
    }
    println!("{} positions", book.len());
    let best: String = book.best_line(Othello::START).iter().map(Move::to_string).collect();
    println!("{best}");
    Ok(())
}

/// The best moves after a line, with their scores.
fn search(solver: &mut OthelloSolver, line: &[Move], depth: u16) -> Vec<(Move, i32)> {
    let position = line.iter().fold(Othello::START, |position, &m| position.play(m));
    solver.clear();
    // One of symmetric moves.
    let symmetries = position.symmetries();
    let is_first = |m: &Move| symmetries.iter().all(|&symmetry| *m <= Othello::image(*m, symmetry));
    let root_moves = position.legal_moves().into_iter().filter(is_first).map(u16::from).collect();
    let limits = Limits { lines: MOVES, root_moves: Some(root_moves), ..Limits::depth(depth) };
    let found = solver.search(&position, &limits, &AtomicBool::new(false), &mut |_| ());
    found.lines.iter().filter_map(|line| Some((*line.moves.first()?, line.score))).collect()
}
