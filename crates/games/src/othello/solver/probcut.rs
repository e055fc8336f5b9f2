//! Multi-ProbCut: a shallow search that is far enough from the window stands for a deep one.

use std::sync::LazyLock;

use super::cpu::Cpu;
use super::midgame::Node;
use super::worker::{SURETIES, Worker};

/// The least depth that is worth a shallow search first.
const LEAST_DEPTH: u32 = 3;

/// How many terms the formula has.
pub(super) const TERMS: usize = 5;

/// The logarithm of the standard deviation is the sum of [`Deviation::terms`], each times one of these:
/// what `damier train othello spread` prints (see `docs/training-othello.md`).
const FORMULA: [f64; TERMS] = [1.4555, -0.2166, 0.2709, -0.0166, 0.1464];

/// How far deep searches stray from shallow ones whose depths have the same parity, in discs.
pub(super) struct Deviation {
    /// By empty squares and the depth of the deep search, for the shallow search that goes with it and for
    /// the estimate alone.
    table: Vec<[(f32, f32); 61]>,
}

static DEVIATION: LazyLock<Deviation> = LazyLock::new(|| Deviation::new(&FORMULA));

impl Deviation {
    fn new(formula: &[f64; TERMS]) -> Self {
        let of = |empties, depth, shallow| {
            let terms = Self::terms(empties, depth, shallow);
            terms.iter().zip(formula).map(|(term, times)| term * times).sum::<f64>().exp() as f32
        };
        let mut table = vec![[(0.0, 0.0); 61]; 61];
        for (empties, row) in (0..).zip(&mut table) {
            for (depth, both) in (0..).zip(row).skip(LEAST_DEPTH as usize) {
                *both = (of(empties, depth, shallow(depth)), of(empties, depth, 0));
            }
        }
        Self { table }
    }

    /// What the formula looks at.
    pub(super) fn terms(empties: u32, depth: u32, shallow: u32) -> [f64; TERMS] {
        let logarithm = |number: u32| f64::from(number).ln();
        let counted = if depth >= empties { 1.0 } else { 0.0 };
        [1.0, logarithm(shallow + 1), logarithm(depth - shallow), f64::from(empties), counted]
    }
}

/// The depth of the shallow search that may stand for a deep one.
#[inline(always)]
const fn shallow(depth: u32) -> u32 {
    let shallow = depth / 4 * 2 + depth % 2;
    if shallow >= depth { depth - 2 } else { shallow }
}

/// A score beyond `alpha` that is very likely.
#[inline(always)]
pub(super) fn cut<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    if depth < LEAST_DEPTH || worker.probing >= 2 {
        return None;
    }
    let empties = node.empties();
    let doubt = SURETIES[worker.surety as usize].1;
    let shallow = shallow(depth);
    let (error, rough) = DEVIATION.table[empties as usize % 61][depth as usize % 61];
    let error = (doubt * error).round() as i32;
    let estimate = node.estimate(cpu, worker);
    let rough = ((doubt * rough).round() as i32).min(error) / 2;
    let beta = alpha + 1;
    worker.probing += 1;
    let mut found = None;
    if beta + error < 64 && estimate >= beta - rough {
        let goal = beta + error;
        if cpu.search(worker, node, goal - 1, shallow) >= goal {
            found = Some(beta);
        }
    }
    if found.is_none() && alpha - error > -64 && estimate <= alpha + rough {
        let goal = alpha - error;
        if cpu.search(worker, node, goal, shallow) <= goal {
            found = Some(alpha);
        }
    }
    worker.probing -= 1;
    if worker.stopped { None } else { found }
}
