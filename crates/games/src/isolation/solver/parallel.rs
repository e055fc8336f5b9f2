//! Root splitting: several threads share the moves of a position and the nimber table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use engine::run_threads;

use super::nimber_search::NimberSearch;
use super::root_analysis::SolvedMove;

/// Whether each move wins, as far as that is solved, and the nodes of all threads. Unless `all` moves are wanted,
/// the first winning move ends the search. A thread that finds no unsearched move joins in one that another is
/// searching, with a different move ordering.
pub(super) fn solve_winners(
    search: &NimberSearch<'_, '_>,
    free: u64,
    moves: &[SolvedMove],
    all: bool,
    threads: usize,
) -> (Vec<Option<bool>>, u64) {
    let done = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let known: Vec<_> = moves.iter().map(|solved| solved.wins).collect();
    let found = Mutex::new((known, 0));
    let work = |number: usize| {
        let mut search = NimberSearch {
            graph: search.graph.clone(),
            table: search.table,
            budget: search.budget.split(threads, &done),
            ordering_seed: number as u64,
        };
        while !done.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            if index >= moves.len() * threads {
                break;
            }
            let index = index % moves.len();
            if found.lock().is_ok_and(|found| found.0[index].is_some()) {
                continue;
            }
            let (remaining, undo_mark) = search.graph.place(free, moves[index].square());
            let wins = search.is_p_position(remaining);
            search.graph.undo(undo_mark);
            let (Some(wins), Ok(mut found)) = (wins, found.lock()) else { break };
            found.0[index] = Some(wins);
            if wins && !all || found.0.iter().all(Option::is_some) {
                done.store(true, Relaxed);
            }
        }
        if let Ok(mut found) = found.lock() {
            found.1 += search.budget.nodes();
        }
    };
    let work = &work;
    run_threads(|| work(0), (1..threads).map(|number| move || work(number)));
    found.into_inner().unwrap_or_default()
}
