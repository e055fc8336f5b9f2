//! Shallow endgame: null window search of the last six empty squares, exact and without tables. The last four
//! are solved without a move list.
//!
//! All functions search the null window at `alpha`, fail-soft.

use super::cpu::Cpu;
use super::endgame::stability_cutoff;
use super::lookup_tables::{NEIGHBOURS, QUADRANT_OF, odd_quadrant_squares};
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
    a: usize,
    b: usize,
) -> i32 {
    thread.nodes += 1;
    let best = try_2_moves(cpu, thread, own, enemy, alpha, a, b);
    if best != NO_MOVE {
        return best;
    }
    // A pass: the same for the other side.
    let best = try_2_moves(cpu, thread, enemy, own, -alpha - 1, a, b);
    if best == NO_MOVE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_2_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    a: usize,
    b: usize,
) -> i32 {
    let flips_a = cpu.flips(own, enemy, a);
    let flips_b = cpu.flips(own, enemy, b);
    let mut best = NO_MOVE;
    if flips_a != 0 {
        thread.nodes += 1;
        best = -solve_1(cpu, enemy & !flips_a, -alpha - 1, b);
        if best > alpha {
            return best;
        }
    }
    if flips_b != 0 {
        thread.nodes += 1;
        best = best.max(-solve_1(cpu, enemy & !flips_b, -alpha - 1, a));
    }
    best
}

/// Three empty squares; those in odd quadrants are known.
#[inline(always)]
pub(super) fn solve_3<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    thread.nodes += 1;
    let empty = !(own | enemy);
    // Parity: of three squares, the one that is alone in its quadrant goes first.
    let a = (empty & odd).trailing_zeros() as usize & 63;
    let rest = empty & !(1 << a);
    let b = rest.trailing_zeros() as usize & 63;
    let c = (rest & rest.wrapping_sub(1)).trailing_zeros() as usize & 63;
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
    let mut best = try_move_of_3(cpu, thread, own, enemy, alpha, a, [b, c]);
    if best > alpha {
        return best;
    }
    best = best.max(try_move_of_3(cpu, thread, own, enemy, alpha, b, [a, c]));
    if best > alpha {
        return best;
    }
    best.max(try_move_of_3(cpu, thread, own, enemy, alpha, c, [a, b]))
}

#[inline(always)]
fn try_move_of_3<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    square: usize,
    rest: [usize; 2],
) -> i32 {
    if NEIGHBOURS[square] & enemy == 0 {
        return NO_MOVE;
    }
    let flips = cpu.flips(own, enemy, square);
    if flips == 0 {
        return NO_MOVE;
    }
    -solve_2(cpu, thread, enemy ^ flips, own ^ flips | 1 << square, -alpha - 1, rest[0], rest[1])
}

/// Four empty squares: those in odd quadrants, which are known, first.
#[inline(always)]
pub(super) fn solve_4<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    thread.nodes += 1;
    let mut best = try_4_moves(cpu, thread, own, enemy, alpha, odd);
    if best != NO_MOVE {
        return best;
    }
    best = try_4_moves(cpu, thread, enemy, own, -alpha - 1, odd);
    if best == NO_MOVE { final_score(own, enemy) } else { -best }
}

#[inline(always)]
fn try_4_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    let mut moves = cpu.moves(own, enemy);
    let mut best = NO_MOVE;
    while moves != 0 {
        let square = first_of([moves & odd, moves]);
        moves &= !(1 << square);
        let flips = cpu.flips(own, enemy, square);
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        let next_odd = odd ^ QUADRANT_OF[square];
        best = best.max(-cpu.solve_3(thread, next_own, next_enemy, -alpha - 1, next_odd));
        if best > alpha {
            return best;
        }
    }
    best
}

/// Lowest square of the first set that has one.
#[inline(always)]
fn first_of<const N: usize>(sets: [u64; N]) -> usize {
    let mut found = 0;
    let mut index = N;
    while index > 0 {
        index -= 1;
        found = if sets[index] == 0 { found } else { sets[index] };
    }
    found.trailing_zeros() as usize & 63
}

/// Squares of five or six empty ones in the order in which they are tried: odd quadrants first (parity), C- and
/// X-squares last within each.
#[inline(always)]
fn first_move(moves: u64, odd: u64) -> usize {
    first_of([moves & odd & !C_AND_X_SQUARES, moves & odd, moves & !C_AND_X_SQUARES, moves])
}

/// Five empty squares; those in odd quadrants are known.
#[inline(always)]
pub(super) fn solve_5<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    thread.nodes += 1;
    if let Some(upper) = stability_cutoff(own, enemy, alpha, 5) {
        return upper;
    }
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.solve_5(thread, enemy, own, -alpha - 1, odd)
        };
    }
    let mut best = NO_MOVE;
    while moves != 0 && best <= alpha {
        let square = first_move(moves, odd);
        moves &= !(1 << square);
        let flips = cpu.flips(own, enemy, square);
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        let next_odd = odd ^ QUADRANT_OF[square];
        best = best.max(-cpu.solve_4(thread, next_own, next_enemy, -alpha - 1, next_odd));
    }
    best
}

/// Six empty squares; those in odd quadrants and the legal moves are known.
#[inline(always)]
pub(super) fn solve_6<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    odd: u64,
    mut moves: u64,
) -> i32 {
    thread.nodes += 1;
    if let Some(upper) = stability_cutoff(own, enemy, alpha, 6) {
        return upper;
    }
    if moves == 0 {
        let replies = cpu.moves(enemy, own);
        return if replies == 0 {
            final_score(own, enemy)
        } else {
            -cpu.solve_6(thread, enemy, own, -alpha - 1, odd, replies)
        };
    }
    let mut best = NO_MOVE;
    while moves != 0 && best <= alpha {
        let square = first_move(moves, odd);
        moves &= !(1 << square);
        let flips = cpu.flips(own, enemy, square);
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        let next_odd = odd ^ QUADRANT_OF[square];
        best = best.max(-cpu.solve_5(thread, next_own, next_enemy, -alpha - 1, next_odd));
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
    let empty = !(own | enemy);
    match empty.count_ones() {
        4 => return cpu.solve_4(thread, own, enemy, alpha, odd_quadrant_squares(empty)),
        5 => return cpu.solve_5(thread, own, enemy, alpha, odd_quadrant_squares(empty)),
        6.. => {
            let moves = cpu.moves(own, enemy);
            return cpu.solve_6(thread, own, enemy, alpha, odd_quadrant_squares(empty), moves);
        }
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
