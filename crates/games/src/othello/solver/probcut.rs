//! Multi-ProbCut (Michael Buro, 1995 and 1999): a reduced-depth search whose score is far enough from the window
//! cuts the full-depth search off.

use std::sync::LazyLock;

use super::cpu::Cpu;
use super::midgame::OthelloNode;
use super::search_thread::SearchThread;
use super::transposition_table::SCORE_MAX;

/// Least depth of a ProbCut.
const PROBCUT_MIN_DEPTH: u32 = 3;
/// Nesting of reduced searches from which on there is no further ProbCut.
pub(super) const PROBCUT_MAX_LEVEL: u8 = 2;

/// Number of terms in the model of the error.
pub(super) const DEVIATION_TERMS: usize = 5;

/// Coefficients of the model: the logarithm of the standard deviation is the sum of
/// [`ErrorModel::terms`], each times one of these. `damier train othello spread` fits them (see
/// `docs/training-othello.md`).
const COEFFICIENTS: [f64; DEVIATION_TERMS] = [1.4555, -0.2166, 0.2709, -0.0166, 0.1464];

/// Standard deviation of the difference between deep searches and shallow ones of the same parity, in discs.
pub(super) struct ErrorModel {
    /// By empty squares and depth of the deep search: against the reduced search, and against the static
    /// evaluation.
    table: Vec<[(f32, f32); 61]>,
}

static ERROR_MODEL: LazyLock<ErrorModel> = LazyLock::new(|| ErrorModel::new(&COEFFICIENTS));

impl ErrorModel {
    fn new(coefficients: &[f64; DEVIATION_TERMS]) -> Self {
        let deviation = |empties, depth, shallow| {
            let terms = Self::terms(empties, depth, shallow);
            let logarithm: f64 = terms.iter().zip(coefficients).map(|(x, factor)| x * factor).sum();
            logarithm.exp() as f32
        };
        let mut table = vec![[(0.0, 0.0); 61]; 61];
        for (empties, row) in (0..).zip(&mut table) {
            for (depth, both) in (0..).zip(row).skip(PROBCUT_MIN_DEPTH as usize) {
                let reduced = reduced_depth(depth);
                *both = (deviation(empties, depth, reduced), deviation(empties, depth, 0));
            }
        }
        Self { table }
    }

    /// Terms of the model for a deep and a shallow depth.
    pub(super) fn terms(empties: u32, depth: u32, shallow: u32) -> [f64; DEVIATION_TERMS] {
        let logarithm = |number: u32| f64::from(number).ln();
        let to_the_end = if depth >= empties { 1.0 } else { 0.0 };
        [1.0, logarithm(shallow + 1), logarithm(depth - shallow), f64::from(empties), to_the_end]
    }
}

/// Depth of the reduced search, of the same parity as the full depth.
#[inline(always)]
const fn reduced_depth(depth: u32) -> u32 {
    let reduced = depth / 4 * 2 + depth % 2;
    if reduced >= depth { depth - 2 } else { reduced }
}

/// The bound of a null window at `alpha` that a reduced search makes likely enough for the thread's
/// selectivity. The static evaluation decides on which side a reduced search is worth its time.
#[inline(always)]
pub(super) fn probcut<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    if depth < PROBCUT_MIN_DEPTH || thread.probcut_level >= PROBCUT_MAX_LEVEL {
        return None;
    }
    let empties = node.empties();
    let deviations = thread.selectivity.deviations();
    let reduced = reduced_depth(depth);
    let (search_error, eval_error) = ERROR_MODEL.table[empties as usize % 61][depth as usize % 61];
    let margin = (deviations * search_error).round() as i32;
    let evaluation = node.evaluate_discs(cpu, thread);
    let eval_margin = ((deviations * eval_error).round() as i32).min(margin) / 2;
    let beta = alpha + 1;
    thread.probcut_level += 1;
    let mut bound = None;
    if beta + margin < SCORE_MAX && evaluation >= beta - eval_margin {
        let probcut_beta = beta + margin;
        if cpu.null_window_search(thread, node, probcut_beta - 1, reduced) >= probcut_beta {
            bound = Some(beta);
        }
    }
    if bound.is_none() && alpha - margin > -SCORE_MAX && evaluation <= alpha + eval_margin {
        let probcut_alpha = alpha - margin;
        if cpu.null_window_search(thread, node, probcut_alpha, reduced) <= probcut_alpha {
            bound = Some(alpha);
        }
    }
    thread.probcut_level -= 1;
    if thread.stopped { None } else { bound }
}
