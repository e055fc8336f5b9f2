//! Leaves of the move tree a second, beside the slow reference implementation.
//!
//! `cargo bench -p damier-games --bench perft` prints a Markdown table with every game and rule set
//! of the catalogue. Fast and slow take turns in the same run, so that whatever else the machine
//! does hits both, and medians are reported. Without `--bench`, as under `cargo test`, one round of
//! a few leaves shows that it works.

#[path = "../tests/reference/mod.rs"]
mod reference;

use std::time::{Duration, Instant};

use damier_games::CATALOGUE;
use rules::{AnyGame, Record, RuleSet, Setup};

/// How long and how often each is measured.
struct Effort {
    round: Duration,
    rounds: usize,
}

const FULL: Effort = Effort { round: Duration::from_millis(500), rounds: 5 };
const SMOKE: Effort = Effort { round: Duration::ZERO, rounds: 1 };

fn main() {
    let effort = if std::env::args().any(|arg| arg == "--bench") { FULL } else { SMOKE };
    println!("From the start, on the board of seed 0; median of {} rounds each.\n", effort.rounds);
    println!("| game | rules | depth | leaves/s | depth of reference | its leaves/s | ratio |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for game in CATALOGUE.iter().map(|entry| entry.game) {
        for rules in game.info().rule_sets {
            println!("{}", row(game, rules, &effort));
        }
    }
}

/// The row of a rule set, measured from the start on the board drawn from seed 0.
fn row(game: &dyn AnyGame, rules: &RuleSet, effort: &Effort) -> String {
    let setup = Setup { rules: Some(rules.id.to_owned()), ..Setup::default() };
    let start = game.start(&setup).expect("every rule set has a start");
    let live = game.open(&Record::new(start.clone())).expect("a start can be read");
    let id = game.info().id;
    let slow = reference::read(id, &start).expect("every game has a reference");

    let fast = Perft::within(effort.round, |depth| live.perft(depth));
    let slow = Perft::within(effort.round, |depth| reference::perft(slow.as_ref(), depth));
    let (mut fast_speeds, mut slow_speeds) = (Vec::new(), Vec::new());
    for _ in 0..effort.rounds {
        fast_speeds.push(fast.speed());
        slow_speeds.push(slow.speed());
    }
    let (fast_speed, slow_speed) = (median(fast_speeds), median(slow_speeds));
    format!(
        "| {} | {} | {} | {} | {} | {} | {:.0} |",
        game.info().title,
        rules.title,
        fast.depth,
        thousands(fast_speed),
        slow.depth,
        thousands(slow_speed),
        fast_speed / slow_speed,
    )
}

/// A count of leaves to a fixed depth.
struct Perft<F> {
    count: F,
    depth: u32,
}

impl<F: Fn(u32) -> u64> Perft<F> {
    /// To the greatest depth that can be expected to take no longer than `round`, or to the first
    /// that has no more leaves than the one before.
    fn within(round: Duration, count: F) -> Self {
        let mut depth = 1;
        let mut leaves = count(1);
        loop {
            let begin = Instant::now();
            let more = count(depth + 1);
            let growth = (more / leaves.max(1)).max(1) as u32;
            depth += 1;
            if begin.elapsed() * growth > round || more <= leaves {
                return Self { count, depth };
            }
            leaves = more;
        }
    }

    /// Leaves a second.
    fn speed(&self) -> f64 {
        let begin = Instant::now();
        let leaves = (self.count)(self.depth);
        leaves as f64 / begin.elapsed().as_secs_f64()
    }
}

fn median(mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}

/// A number rounded and with commas, as people read it.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
