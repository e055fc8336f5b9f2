//! Endgame search: exact null window search of the last dozen empty squares, without an evaluation.

use super::cpu::Cpu;
use super::endgame_moves::EndgameMove;
use super::lookup_tables::{QUADRANT_OF, odd_quadrant_squares};
use super::search_thread::SearchThread;
use super::selectivity::Selectivity;
use super::shallow_endgame::{SHALLOW_ENDGAME_MAX_EMPTIES, final_score};
use super::stability::count_stable;
use super::transposition_table::{
    BestMove, HashMove, SCORE_MAX, TranspositionTable, TtUpdate, hash,
};

/// Most empty squares of this search.
pub(super) const ENDGAME_MAX_EMPTIES: u32 = 13;
/// Most empty squares at which results go to the thread's local table.
const LOCAL_TABLE_MAX_EMPTIES: u32 = 11;
/// Least empty squares at which the children are looked up in the local table before one of them is searched.
const LOCAL_ETC_MIN_EMPTIES: u32 = 9;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Least `alpha` at which a stability cutoff is tried, by empty squares.
const STABILITY_CUTOFF_MIN_ALPHA: [i32; 61] = {
    let mut all = [64; 61];
    let mut empties = 5;
    while empties < 61 {
        let from = if empties < 8 { 10 } else { 4 + 2 * (empties as i32 - 8) };
        all[empties] = if from < 62 { from } else { 62 };
        empties += 1;
    }
    all
};

/// Stability cutoff: the upper bound that the enemy's stable discs leave, if it is not above `alpha`.
#[inline(always)]
pub(super) fn stability_cutoff(own: u64, enemy: u64, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < STABILITY_CUTOFF_MIN_ALPHA[empties as usize] {
        return None;
    }
    // Even if all of them are stable.
    if SCORE_MAX - 2 * enemy.count_ones() as i32 > alpha {
        return None;
    }
    let upper = SCORE_MAX - 2 * count_stable(enemy, own);
    (upper <= alpha).then_some(upper)
}

/// Weighted mobility: number of moves, those into a corner counted twice.
#[inline(always)]
pub(super) const fn mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// Enhanced transposition cutoff: the score of a move that makes the node fail high, if an entry of its child says
/// so. The entry should be prefetched.
#[inline(always)]
pub(super) fn enhanced_transposition_cutoff(
    tt: &TranspositionTable,
    (own, enemy): (u64, u64),
    (square, flips): (u8, u64),
    alpha: i32,
    depth: u32,
    selectivity: Selectivity,
) -> Option<BestMove> {
    let (own, enemy) = (enemy ^ flips, own ^ flips | 1 << square);
    let entry = tt.probe(hash(own, enemy), own, enemy)?;
    let score = -i32::from(entry.upper);
    (u32::from(entry.depth) >= depth - 1 && entry.selectivity >= selectivity && score > alpha)
        .then_some(BestMove { score, hash_move: HashMove::to(square) })
}

/// Enhanced transposition cutoff of an endgame node by the table that is responsible for its children. Loops by
/// index: an iterator's functions have no target features, and are not always inlined.
#[inline(always)]
fn endgame_cutoff(
    thread: &mut SearchThread<'_>,
    position: (u64, u64),
    alpha: i32,
    empties: u32,
) -> Option<i32> {
    let count = thread.endgame_moves(empties).len();
    if empties > LOCAL_TABLE_MAX_EMPTIES + 1 {
        for index in 0..count {
            let cutoff = enhanced_transposition_cutoff(
                thread.shared.tt,
                position,
                thread.endgame_moves(empties).get(index),
                alpha,
                empties,
                Selectivity::FULL_WIDTH,
            );
            if let Some(best) = cutoff {
                return Some(best.score);
            }
        }
    } else if empties >= LOCAL_ETC_MIN_EMPTIES {
        let (own, enemy) = position;
        for index in 0..count {
            let (square, flips) = thread.endgame_moves(empties).get(index);
            let (own, enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            if let Some(entry) = thread.local_table.probe(hash(own, enemy), own, enemy)
                && -i32::from(entry.upper) > alpha
            {
                return Some(-i32::from(entry.upper));
            }
        }
    }
    None
}

/// Null window search at `alpha` with seven to [`ENDGAME_MAX_EMPTIES`] empty squares, whose legal moves are known.
#[inline(always)]
pub(super) fn endgame_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    mut moves: u64,
) -> i32 {
    let empty = !(own | enemy);
    let empties = empty.count_ones();
    thread.nodes += 1;
    let hash = hash(own, enemy);
    if empties > LOCAL_TABLE_MAX_EMPTIES {
        thread.shared.tt.prefetch(cpu, hash);
    } else {
        thread.local_table.prefetch(cpu, hash);
    }
    if let Some(upper) = stability_cutoff(own, enemy, alpha, empties) {
        return upper;
    }
    if moves == 0 {
        let replies = cpu.moves(enemy, own);
        return if replies == 0 {
            final_score(own, enemy)
        } else {
            -cpu.endgame_search(thread, enemy, own, -alpha - 1, replies)
        };
    }
    let [first, second] = match probe(thread, hash, own, enemy, alpha, empties) {
        EndgameProbe::HashMoves(moves) => moves,
        EndgameProbe::Cutoff(score) => return score,
    };
    let nodes_before = thread.nodes;
    let odd = odd_quadrant_squares(empty);
    let mut best = BestMove::NONE;
    // The hash move is searched before the others are even generated.
    if let Some(square) = first.among(moves) {
        let flips = cpu.flips(own, enemy, square.into());
        let replies = cpu.moves(enemy ^ flips, own ^ flips | 1 << square);
        let child = EndgameMove { square, flips, replies };
        let score = -search_child(cpu, thread, (own, enemy), child, -alpha - 1, empties, odd);
        best = BestMove { score, hash_move: first };
        moves ^= 1 << square;
    }
    if best.score <= alpha && moves != 0 {
        let tt = thread.shared.tt;
        let prefetched = (empties > LOCAL_TABLE_MAX_EMPTIES + 1).then_some(tt);
        let list = thread.endgame_moves(empties);
        if empties == SHALLOW_ENDGAME_MAX_EMPTIES + 1 {
            list.generate::<C, true>(cpu, (own, enemy), moves, odd, second, None);
        } else {
            list.generate::<C, false>(cpu, (own, enemy), moves, odd, second, prefetched);
        }
        if let Some(score) = endgame_cutoff(thread, (own, enemy), alpha, empties) {
            return score;
        }
        while let Some(child) = thread.endgame_moves(empties).take_best() {
            let score = -search_child(cpu, thread, (own, enemy), child, -alpha - 1, empties, odd);
            if score > best.score {
                best = BestMove { score, hash_move: HashMove::to(child.square) };
                if score > alpha {
                    break;
                }
            }
        }
    }
    if thread.stopped {
        return 0;
    }
    store(thread, hash, (own, enemy), alpha, best, thread.nodes - nodes_before);
    best.score
}

/// Answer of the table that is responsible for a node.
enum EndgameProbe {
    /// The bounds decide the window. Also the meaningless score of a search that is being aborted.
    Cutoff(i32),
    /// Best moves of earlier searches.
    HashMoves([HashMove; 2]),
}

#[inline(always)]
fn probe(
    thread: &mut SearchThread<'_>,
    hash: u64,
    own: u64,
    enemy: u64,
    alpha: i32,
    empties: u32,
) -> EndgameProbe {
    let (lower, upper, hash_moves) = if empties <= LOCAL_TABLE_MAX_EMPTIES {
        let Some(entry) = thread.local_table.probe(hash, own, enemy) else {
            return EndgameProbe::HashMoves([HashMove::NONE; 2]);
        };
        (i32::from(entry.lower), i32::from(entry.upper), [entry.best_move, HashMove::NONE])
    } else {
        if thread.poll() {
            return EndgameProbe::Cutoff(0);
        }
        let Some(entry) = thread.shared.tt.probe(hash, own, enemy) else {
            return EndgameProbe::HashMoves([HashMove::NONE; 2]);
        };
        if u32::from(entry.depth) < empties || entry.selectivity != Selectivity::FULL_WIDTH {
            return EndgameProbe::HashMoves(entry.hash_moves);
        }
        (entry.lower.into(), entry.upper.into(), entry.hash_moves)
    };
    if upper <= alpha {
        EndgameProbe::Cutoff(upper)
    } else if lower > alpha {
        EndgameProbe::Cutoff(lower)
    } else {
        EndgameProbe::HashMoves(hash_moves)
    }
}

/// Stores the result in the table that is responsible for the node.
#[inline(always)]
fn store(
    thread: &mut SearchThread<'_>,
    hash: u64,
    (own, enemy): (u64, u64),
    alpha: i32,
    best: BestMove,
    nodes: u64,
) {
    let BestMove { score, hash_move: best_move } = best;
    let empties = (!(own | enemy)).count_ones();
    if empties <= LOCAL_TABLE_MAX_EMPTIES {
        thread.local_table.store(hash, own, enemy, alpha, score, best_move);
    } else {
        let result = TtUpdate {
            alpha,
            beta: alpha + 1,
            score,
            best_move,
            depth: empties as u8,
            selectivity: Selectivity::FULL_WIDTH,
            nodes,
        };
        thread.shared.tt.store(hash, own, enemy, result);
    }
}

/// Searches the position after a move in a position with so many empty squares.
#[inline(always)]
fn search_child<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    (own, enemy): (u64, u64),
    EndgameMove { square, flips, replies }: EndgameMove,
    alpha: i32,
    empties: u32,
    odd: u64,
) -> i32 {
    let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
    if empties <= SHALLOW_ENDGAME_MAX_EMPTIES + 1 {
        let odd = odd ^ QUADRANT_OF[usize::from(square) & 63];
        cpu.solve_6(thread, next_own, next_enemy, alpha, odd, replies)
    } else {
        cpu.endgame_search(thread, next_own, next_enemy, alpha, replies)
    }
}
