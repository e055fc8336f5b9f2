//! The last four empty squares, without a list of moves.
//!
//! Everything here answers whether the side to move gets more than `alpha`: a value above it is a
//! lower bound, any other an upper bound.

use super::cpu::Cpu;
use super::rays::{AROUND, QUARTER};
use super::worker::Worker;

/// Less than any score.
const NONE: i32 = -128;

/// The score of a finished game; empty squares go to the winner.
#[inline(always)]
pub(super) fn final_score(own: u64, enemy: u64) -> i32 {
    let (own, enemy) = (own.count_ones() as i32, enemy.count_ones() as i32);
    let empty = 64 - own - enemy;
    let lead = own - enemy;
    lead + lead.signum() * empty
}

/// One empty square.
#[inline(always)]
fn last_one<C: Cpu>(cpu: C, own: u64, alpha: i32, square: usize) -> i32 {
    let discs = 2 * own.count_ones() as i32;
    let flips = cpu.last_flips(own, square);
    if flips != 0 {
        return discs - 62 + flips;
    }
    // Nothing better than this can come when only the enemy can move.
    let stuck = if discs > 63 { discs - 62 } else { discs - 64 };
    if stuck <= alpha {
        return stuck;
    }
    let answer = cpu.last_flips(!own & !(1 << square), square);
    if answer == 0 { stuck } else { discs - 64 - answer }
}

/// Two empty squares.
#[inline(always)]
fn last_two<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b]: [usize; 2],
) -> i32 {
    worker.nodes += 1;
    let mut best = NONE;
    if AROUND[a] & enemy != 0 {
        let flips = cpu.flips(own, enemy, a);
        if flips != 0 {
            worker.nodes += 1;
            best = -last_one(cpu, enemy & !flips, -alpha - 1, b);
            if best > alpha {
                return best;
            }
        }
    }
    if AROUND[b] & enemy != 0 {
        let flips = cpu.flips(own, enemy, b);
        if flips != 0 {
            worker.nodes += 1;
            return best.max(-last_one(cpu, enemy & !flips, -alpha - 1, a));
        }
    }
    if best != NONE {
        return best;
    }
    // A pass: the same for the enemy.
    let beta = -alpha - 1;
    if AROUND[a] & own != 0 {
        let flips = cpu.flips(enemy, own, a);
        if flips != 0 {
            worker.nodes += 1;
            best = -last_one(cpu, own & !flips, -beta - 1, b);
            if best > beta {
                return -best;
            }
        }
    }
    if AROUND[b] & own != 0 {
        let flips = cpu.flips(enemy, own, b);
        if flips != 0 {
            worker.nodes += 1;
            return -best.max(-last_one(cpu, own & !flips, -beta - 1, a));
        }
    }
    if best == NONE { final_score(own, enemy) } else { -best }
}

/// Three empty squares.
#[inline(always)]
pub(super) fn last_three<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    squares: [usize; 3],
) -> i32 {
    worker.nodes += 1;
    let [a, b, c] = odd_first(squares);
    let mut best = try_three(cpu, worker, own, enemy, alpha, [a, b, c]);
    if best != NONE {
        return best;
    }
    best = try_three(cpu, worker, enemy, own, -alpha - 1, [a, b, c]);
    if best == NONE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_three<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b, c]: [usize; 3],
) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if AROUND[square] & enemy == 0 {
            continue;
        }
        let flips = cpu.flips(own, enemy, square);
        if flips != 0 {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            best = best.max(-last_two(cpu, worker, next_own, next_enemy, -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Of three squares, the one that is alone in its quarter goes first.
#[inline(always)]
fn odd_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    let (qa, qb, qc) = (QUARTER[a], QUARTER[b], QUARTER[c]);
    if qa == qb && qa != qc {
        [c, a, b]
    } else if qa == qc && qa != qb {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Four empty squares, those in odd quarters first.
#[inline(always)]
pub(super) fn last_four<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    squares: [usize; 4],
) -> i32 {
    worker.nodes += 1;
    let mut best = try_four(cpu, worker, own, enemy, alpha, squares);
    if best != NONE {
        return best;
    }
    best = try_four(cpu, worker, enemy, own, -alpha - 1, squares);
    if best == NONE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_four<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b, c, d]: [usize; 4],
) -> i32 {
    let mut best = NONE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        if AROUND[square] & enemy == 0 {
            continue;
        }
        let flips = cpu.flips(own, enemy, square);
        if flips != 0 {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            best = best.max(-cpu.three(worker, next_own, next_enemy, -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    best
}
