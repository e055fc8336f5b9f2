//! `damier bench connect-four FILE`: time and nodes of the solver for the positions of a file.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use games::connect_four::{ConnectFourSolver, ScoreBounds, SolverQuery};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, platform, scored_positions};

/// Cost of the positions of a file.
#[derive(Serialize, Default)]
pub(super) struct SolverBenchResult {
    file: String,
    n: usize,
    bad: usize,
    nodes: u64,
    mean_us: f64,
    mean_nodes: f64,
    #[serde(rename = "Kpos/s")]
    speed: f64,
    max_s: f64,
    total_s: f64,
}

/// Solves the positions of a file, at most `limit`, one after the other on one thread with an empty
/// table of so many MiB and without a book.
pub(super) fn measure(
    path: &Path,
    limit: usize,
    query: SolverQuery,
    table: usize,
    context: &Context<'_>,
) -> Result<SolverBenchResult, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
    let positions = scored_positions::read(&name, &text)?;
    let mut solver = ConnectFourSolver::new(1, table, None);
    solver.commit_table();
    let mut measured = SolverBenchResult { file: name, ..SolverBenchResult::default() };
    let (mut total, mut longest) = (Duration::ZERO, Duration::ZERO);
    for (position, score) in positions.iter().take(limit) {
        solver.clear();
        let before = (solver.nodes(), platform::cpu_time());
        let found = solver.solve(position, query, &|_| context.stop.load(Relaxed), &mut |_| ());
        let found = found.ok_or_else(Failure::interrupted)?;
        let time = platform::cpu_time().saturating_sub(before.1);
        measured.nodes += solver.nodes() - before.0;
        measured.n += 1;
        measured.bad += usize::from(!agrees(query, found, *score));
        total += time;
        longest = longest.max(time);
    }
    let (seconds, n) = (total.as_secs_f64(), measured.n.max(1) as f64);
    measured.mean_us = seconds * 1e6 / n;
    measured.mean_nodes = measured.nodes as f64 / n;
    measured.speed = measured.nodes as f64 / seconds.max(1e-9) / 1e3;
    measured.max_s = longest.as_secs_f64();
    measured.total_s = seconds;
    Ok(measured)
}

/// Whether the solver agrees with the score of the file.
fn agrees(query: SolverQuery, found: ScoreBounds, score: i32) -> bool {
    match query {
        SolverQuery::Outcome => found.low.signum() == score.signum(),
        _ => found.low == score,
    }
}

impl SolverBenchResult {
    /// The result on one line, the same in every language.
    pub(super) fn line(&self) -> String {
        let Self { file, n, bad, mean_us, mean_nodes, speed, max_s, total_s, .. } = self;
        format!(
            "{file} n={n} bad={bad} mean_us={mean_us:.2} mean_nodes={mean_nodes:.1} \
             Kpos/s={speed:.0} max_s={max_s:.6} total_s={total_s:.3}"
        )
    }

    /// Whether every score agrees with that of the file.
    pub(super) const fn is_right(&self) -> bool {
        self.bad == 0
    }
}
