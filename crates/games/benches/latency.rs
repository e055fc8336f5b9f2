//! Stop latency of every engine: the time from the stop signal until the search has returned.
//!
//! `cargo bench -p damier-games --bench latency` stops analyses and reviews of every game and prints
//! the median and the maximum. Without `--bench`, as under `cargo test`, one round shows that it works.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use damier_games::CATALOGUE;
use engine::{Limits, Resources};
use rules::{Record, Setup};

/// Positions of each game, one move apart.
const ROUNDS: u32 = 20;
/// Time that a search runs before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(50);

fn main() {
    let rounds = if std::env::args().any(|arg| arg == "--bench") { ROUNDS } else { 1 };
    for entry in CATALOGUE {
        let setup = Setup { rules: None, board: None, seed: 1 };
        let mut live = entry.game.open(&Record::new(entry.game.start(&setup).unwrap())).unwrap();
        let mut latencies = Vec::new();
        for round in 0..rounds {
            let choices = live.view().choices;
            live.play(&choices[round as usize % choices.len()].notation).unwrap();
            if live.outcome().is_some() {
                break;
            }
            let (record, limits) =
                (live.record().clone(), Limits { lines: usize::MAX, ..Limits::default() });
            let resources = Resources { threads: 1, table: 16 };
            let (mut analyst, mut reviewer) = (entry.analyst(resources), entry.reviewer(resources));
            latencies.push(latency(|stop| {
                analyst.search(&record, &limits, stop, &mut |_| {}).unwrap();
            }));
            latencies.push(latency(|stop| {
                let limits = Limits::time(Duration::from_mins(1));
                reviewer.review(&record, &limits, stop, &mut |_| {}).unwrap();
            }));
        }
        latencies.sort();
        let last = latencies.len() - 1;
        println!(
            "{}: {} stops, median {:?}, maximum {:?}",
            entry.game.info().id,
            latencies.len(),
            latencies[last / 2],
            latencies[last]
        );
    }
}

/// Time that `work` goes on after the stop signal.
fn latency(work: impl FnOnce(&AtomicBool) + Send) -> Duration {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            work(&stop);
            Instant::now()
        });
        thread::sleep(SEARCH_TIME);
        let told = Instant::now();
        stop.store(true, Relaxed);
        worker.join().unwrap().saturating_duration_since(told)
    })
}
