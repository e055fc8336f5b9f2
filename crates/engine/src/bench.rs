//! Benchmark: nodes and time of searches of a fixed set of positions.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{AnyGame, Record, Setup, SplitMix64};

use crate::{Entry, Limits, Resources};

/// Cost of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchCost {
    /// Visited positions, of all searches: the signature.
    pub nodes: u64,
    /// Sum over all searches.
    pub time: Duration,
    /// The least depth that one of them completed, in plies.
    pub depth: u16,
}

impl BenchCost {
    /// Positions visited in a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The cost of both.
    fn and(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            time: self.time + other.time,
            depth: self.depth.min(other.depth),
        }
    }
}

/// Depth of the bench signature, in plies: deep enough for every technique of the search.
pub const BENCH_DEPTH: u16 = 6;

/// Benchmark positions of each game.
const BENCH_POSITIONS: u64 = 8;

/// The benchmark positions of a game, which never change: the start, then games after more
/// and more random moves, on other boards and by other rules where there are any.
pub fn bench_positions(game: &dyn AnyGame) -> Vec<Record> {
    (0..BENCH_POSITIONS).filter_map(|number| position(game, number)).collect()
}

fn position(game: &dyn AnyGame, number: u64) -> Option<Record> {
    let rule_sets = game.info().rule_sets;
    let rules = rule_sets.get(number as usize % rule_sets.len())?.id;
    let setup = Setup { rules: Some(rules.to_owned()), board: None, seed: number };
    let mut live = game.open(&Record::new(game.start(&setup).ok()?)).ok()?;
    let mut random = SplitMix64::new(number);
    for _ in 0..2 * number {
        let choices = live.view().choices;
        let drawn = random.below(choices.len() as u64) as usize;
        live.play(&choices[drawn].notation).ok()?;
        if live.view().outcome.is_some() {
            live.truncate(live.record().moves.len() / 2);
        }
    }
    Some(live.record().clone())
}

/// Searches the positions one after the other, each with empty tables. With one
/// thread and a limit on depth, the nodes are always the same.
pub fn bench(
    entry: &Entry,
    positions: &[Record],
    limits: &Limits,
    resources: Resources,
    stop: &AtomicBool,
) -> BenchCost {
    let reports = positions.iter().filter_map(|record| {
        entry.analyst(resources).search(record, limits, stop, &mut |_| ()).ok()
    });
    let costs = reports.map(|report| BenchCost {
        nodes: report.nodes,
        time: report.time,
        depth: report.depth,
    });
    costs.reduce(BenchCost::and).unwrap_or_default()
}
