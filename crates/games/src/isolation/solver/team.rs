//! Several threads on one position: they share out its moves, and meet in the table.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::search::Search;
use super::study::Judged;

/// Who wins after each of the moves, as far as that is found, and how many components it took. Unless
/// `all` are asked for, the first move that wins ends it. A thread that finds no move to begin with
/// helps with one that others are at, trying things in another order.
pub(super) fn decide(
    search: &Search<'_, '_>,
    free: u64,
    moves: &[Judged],
    all: bool,
    threads: usize,
) -> (Vec<Option<bool>>, u64) {
    let done = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let found = Mutex::new((vec![None; moves.len()], 0));
    let work = |number: usize| {
        let mut search = Search {
            net: search.net.clone(),
            table: search.table,
            budget: search.budget.share(threads, &done),
            salt: number as u64,
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
            let (left, mark) = search.net.play(free, moves[index].square());
            let wins = search.loses(left);
            search.net.back(mark);
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
    std::thread::scope(|scope| {
        for number in 1..threads {
            let work = &work;
            scope.spawn(move || work(number));
        }
        work(0);
    });
    found.into_inner().unwrap_or_default()
}
