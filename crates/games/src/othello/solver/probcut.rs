//! Multi-ProbCut: a shallow search that is far enough from the window stands for a deep one.

use super::cpu::Cpu;
use super::midgame::Node;
use super::worker::{SURETIES, Worker};

/// The least depth that is worth a shallow search first.
const LEAST_DEPTH: u32 = 3;

/// The standard deviation of what a deep search adds to a shallow one whose depth has the same parity, in
/// discs: a formula fitted to differences that were measured (see `docs/training-othello.md`).
#[inline(always)]
pub(super) fn deviation(empties: u32, depth: u32, shallow: u32) -> f32 {
    let fourth_root = |number: u32| (number as f32).sqrt().sqrt();
    let root = fourth_root(shallow + 1);
    let base = 3.84 * fourth_root(depth - shallow) / (root * root.sqrt());
    let late = if empties < 24 {
        1.0 + 0.02 * (24 - empties) as f32
    } else {
        1.0 - 0.005 * (empties - 24) as f32
    };
    let counted = if depth >= empties { 1.25 } else { 1.0 };
    base * late * counted
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
    let shallow = depth / 4 * 2 + depth % 2;
    let shallow = if shallow >= depth { depth - 2 } else { shallow };
    let error = (doubt * deviation(empties, depth, shallow)).round() as i32;
    let estimate = node.estimate(cpu, worker);
    let rough = (doubt * deviation(empties, depth, 0)).round() as i32;
    let rough = rough.min(error) / 2;
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
