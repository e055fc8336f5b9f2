//! Solves many positions on several threads that share a transposition table.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use games::connect_four::{Column, ConnectFour, ConnectFourSolver};

use crate::failure::Failure;
use crate::parallel::STOP_POLL_INTERVAL;

/// Position of the book, after the moves that lead to it.
pub(super) type BookPosition = (Vec<Column>, ConnectFour);

/// Solves the positions and passes each score to `consume`, until all are solved, `deadline` has passed or
/// `stop` is raised. Neighbours are solved at the same time, because they share most entries of the table.
pub(super) fn parallel_solve(
    openings: &[&BookPosition],
    threads: usize,
    solver: &ConnectFourSolver,
    stop: &AtomicBool,
    deadline: Option<Instant>,
    mut consume: impl FnMut(&BookPosition, i32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, halt, sender, mut solver) =
                (&next, &halt, sender.clone(), solver.sharing_table());
            scope.spawn(move || {
                while let Some(opening) = openings.get(next.fetch_add(1, Relaxed)) {
                    let score = solver.score(&opening.1, &|_| halt.load(Relaxed));
                    let Some(score) = score else { break };
                    if sender.send((*opening, score)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = loop {
            if stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break Ok(());
            }
            match receiver.recv_timeout(STOP_POLL_INTERVAL) {
                Ok((opening, score)) => {
                    if let Err(failure) = consume(opening, score) {
                        break Err(failure);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        halt.store(true, Relaxed);
        result
    })
}
