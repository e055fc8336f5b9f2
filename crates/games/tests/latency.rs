//! How long it takes an engine to hear that it shall stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Limits, Resources};
use games::CATALOGUE;
use rules::{Record, Setup};

const ROUNDS: u32 = 20;
const THINKING: Duration = Duration::from_millis(50);

/// Stops the analysis of every move, and the review of a game, and prints how long that took.
#[test]
#[ignore = "measures time: cargo test --release -p damier-games --test latency -- --ignored --nocapture"]
fn stopping() {
    for entry in CATALOGUE {
        let setup = Setup { rules: None, board: None, seed: 1 };
        let mut live = entry.game.open(&Record::new(entry.game.start(&setup).unwrap())).unwrap();
        let mut latencies = Vec::new();
        for round in 0..ROUNDS {
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
            "{}: {} stops, median {:?}, longest {:?}",
            entry.game.info().id,
            latencies.len(),
            latencies[last / 2],
            latencies[last]
        );
    }
}

/// How long `work` goes on after it was told to stop.
fn latency(work: impl FnOnce(&AtomicBool) + Send) -> Duration {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            work(&stop);
            Instant::now()
        });
        thread::sleep(THINKING);
        let told = Instant::now();
        stop.store(true, Relaxed);
        worker.join().unwrap().saturating_duration_since(told)
    })
}
