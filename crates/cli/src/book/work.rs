//! Solving many positions on several threads that share a table.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use games::connect_four::{Column, ConnectFour, ConnectFourSolver};

use crate::failure::Failure;

/// The moves to a position, and the position.
pub(super) type Opening = (Vec<Column>, ConnectFour);

/// How often the clock and the flag are looked at that end the work.
const LOOK: Duration = Duration::from_millis(50);

/// Solves the positions, neighbours at the same time because they share most of what is found, and
/// tells `hear` of each score, until all are solved, `end` has come or `stop` is raised.
pub(super) fn share(
    openings: &[&Opening],
    threads: usize,
    solver: &ConnectFourSolver,
    stop: &AtomicBool,
    end: Option<Instant>,
    mut hear: impl FnMut(&Opening, i32) -> Result<(), Failure>,
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
        let heard = loop {
            if stop.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end) {
                break Ok(());
            }
            match receiver.recv_timeout(LOOK) {
                Ok((opening, score)) => {
                    if let Err(failure) = hear(opening, score) {
                        break Err(failure);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        halt.store(true, Relaxed);
        heard
    })
}
