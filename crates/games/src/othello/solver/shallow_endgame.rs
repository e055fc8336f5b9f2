//! Shallow endgame: null window search of the last six empty squares, exact and without tables. The last four
//! are solved without a move list.
//!
//! All functions search the null window at `alpha`, fail-soft.

use super::cpu::Cpu;
use super::endgame::stability_cutoff;
use super::lookup_tables::{NEIGHBOURS, QUADRANT_BIT, QUADRANT_SETS, odd_quadrants};
use super::search_thread::SearchThread;
use super::transposition_table::SCORE_INF;

/// Most empty squares of this search: moves are ordered by parity alone.
pub(super) const SHALLOW_ENDGAME_MAX_EMPTIES: u32 = 6;

/// C-squares and X-squares: the neighbours of the corners.
const C_AND_X_SQUARES: u64 = 0x42c3_0000_0000_c342;

/// Score of a side that has no move yet. A sentinel, as an `Option` slows the innermost loops down.
const NO_MOVE: i32 = -SCORE_INF;

/// Score of a finished game; empty squares go to the winner.
#[inline(always)]
pub(super) fn final_score(own: u64, enemy: u64) -> i32 {
    let (own, enemy) = (own.count_ones() as i32, enemy.count_ones() as i32);
    let empty = 64 - own - enemy;
    let lead = own - enemy;
    lead + lead.signum() * empty
}

/// One empty square.
#[inline(always)]
fn solve_1<C: Cpu>(cpu: C, own: u64, alpha: i32, square: usize) -> i32 {
    let discs = 2 * own.count_ones() as i32;
    let flips = cpu.last_flips(own, square);
    if flips != 0 {
        return discs - 62 + flips;
    }
    // The score if the side to move passes and the enemy cannot move either: an upper bound.
    let stuck = if discs > 63 { discs - 62 } else { discs - 64 };
    if stuck <= alpha {
        return stuck;
    }
    let answer = cpu.last_flips(!own & !(1 << square), square);
    if answer == 0 { stuck } else { discs - 64 - answer }
}

/// Two empty squares.
#[inline(always)]
fn solve_2<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b]: [usize; 2],
) -> i32 {
    thread.nodes += 1;
    let mut best = NO_MOVE;
    if NEIGHBOURS[a] & enemy != 0 {
        let flips = cpu.flips(own, enemy, a);
        if flips != 0 {
            thread.nodes += 1;
            best = -solve_1(cpu, enemy & !flips, -alpha - 1, b);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[b] & enemy != 0 {
        let flips = cpu.flips(own, enemy, b);
        if flips != 0 {
            thread.nodes += 1;
            return best.max(-solve_1(cpu, enemy & !flips, -alpha - 1, a));
        }
    }
    if best != NO_MOVE {
        return best;
    }
    // A pass: the same for the other side.
    let beta = -alpha - 1;
    if NEIGHBOURS[a] & own != 0 {
        let flips = cpu.flips(enemy, own, a);
        if flips != 0 {
            thread.nodes += 1;
            best = -solve_1(cpu, own & !flips, -beta - 1, b);
            if best > beta {
                return -best;
            }
        }
    }
    if NEIGHBOURS[b] & own != 0 {
        let flips = cpu.flips(enemy, own, b);
        if flips != 0 {
            thread.nodes += 1;
            return -best.max(-solve_1(cpu, own & !flips, -beta - 1, a));
        }
    }
    if best == NO_MOVE { final_score(own, enemy) } else { -best }
}

/// Three empty squares.
#[inline(always)]
pub(super) fn solve_3<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    squares: [usize; 3],
) -> i32 {
    thread.nodes += 1;
    let [a, b, c] = odd_quadrant_first(squares);
    let mut best = try_3_moves(cpu, thread, own, enemy, alpha, [a, b, c]);
    if best != NO_MOVE {
        return best;
    }
    best = try_3_moves(cpu, thread, enemy, own, -alpha - 1, [a, b, c]);
    if best == NO_MOVE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_3_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b, c]: [usize; 3],
) -> i32 {
    let mut best = NO_MOVE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if NEIGHBOURS[square] & enemy == 0 {
            continue;
        }
        let flips = cpu.flips(own, enemy, square);
        if flips != 0 {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            best = best.max(-solve_2(cpu, thread, next_own, next_enemy, -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Parity: of three squares, the one that is alone in its quadrant goes first.
#[inline(always)]
fn odd_quadrant_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    let (qa, qb, qc) = (QUADRANT_BIT[a], QUADRANT_BIT[b], QUADRANT_BIT[c]);
    if qa == qb && qa != qc {
        [c, a, b]
    } else if qa == qc && qa != qb {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Four empty squares in this order.
#[inline(always)]
pub(super) fn solve_4_ordered<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    squares: [usize; 4],
) -> i32 {
    thread.nodes += 1;
    let mut best = try_4_moves(cpu, thread, own, enemy, alpha, squares);
    if best != NO_MOVE {
        return best;
    }
    best = try_4_moves(cpu, thread, enemy, own, -alpha - 1, squares);
    if best == NO_MOVE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_4_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    [a, b, c, d]: [usize; 4],
) -> i32 {
    let mut best = NO_MOVE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        if NEIGHBOURS[square] & enemy == 0 {
            continue;
        }
        let flips = cpu.flips(own, enemy, square);
        if flips != 0 {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            best = best.max(-cpu.solve_3(thread, next_own, next_enemy, -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Four empty squares, ordered by parity: if two of them are alone in their quadrants, these first.
#[inline(always)]
pub(super) fn solve_4<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    let empty = !(own | enemy);
    let odd = empty & QUADRANT_SETS[odd_quadrants(empty) as usize & 15];
    let (first, last) = if odd.count_ones() == 2 {
        (odd, empty ^ odd)
    } else {
        let last = empty & (empty - 1);
        let last = last & (last - 1);
        (empty ^ last, last)
    };
    let squares = [first, first & (first - 1), last, last & (last - 1)];
    let squares = squares.map(|set| set.trailing_zeros() as usize & 63);
    solve_4_ordered(cpu, thread, own, enemy, alpha, squares)
}

/// Five or six empty squares: odd quadrants first (parity), C- and X-squares last within each.
#[inline(always)]
pub(super) fn solve_5_to_6<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    thread.nodes += 1;
    let empty = !(own | enemy);
    let empties = empty.count_ones();
    if let Some(upper) = stability_cutoff(own, enemy, alpha, empties) {
        return upper;
    }
    let moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.solve_5_to_6(thread, enemy, own, -alpha - 1)
        };
    }
    let odd = QUADRANT_SETS[odd_quadrants(empty) as usize & 15];
    let mut best = NO_MOVE;
    for mut set in [
        moves & odd & !C_AND_X_SQUARES,
        moves & odd & C_AND_X_SQUARES,
        moves & !odd & !C_AND_X_SQUARES,
        moves & !odd & C_AND_X_SQUARES,
    ] {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            let flips = cpu.flips(own, enemy, square);
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            let score = if empties == 5 {
                -cpu.solve_4(thread, next_own, next_enemy, -alpha - 1)
            } else {
                -cpu.solve_5_to_6(thread, next_own, next_enemy, -alpha - 1)
            };
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// At most [`SHALLOW_ENDGAME_MAX_EMPTIES`] empty squares, even none: for searches that begin there.
#[inline(always)]
pub(super) fn shallow_endgame<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    match (!(own | enemy)).count_ones() {
        4 => return cpu.solve_4(thread, own, enemy, alpha),
        5.. => return cpu.solve_5_to_6(thread, own, enemy, alpha),
        _ => thread.nodes += 1,
    }
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.shallow_endgame(thread, enemy, own, -alpha - 1)
        };
    }
    let mut best = NO_MOVE;
    while moves != 0 && best <= alpha {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(own, enemy, square);
        let next = own ^ flips | 1 << square;
        best = best.max(-cpu.shallow_endgame(thread, enemy ^ flips, next, -alpha - 1));
    }
    best
}
