//! Endgame search: exact null window search of the last dozen empty squares, without an evaluation.

use super::cpu::Cpu;
use super::lookup_tables::{QUADRANT_SETS, odd_quadrants};
use super::move_list::{MoveList, ScoredMove};
use super::search_thread::SearchThread;
use super::selectivity::Selectivity;
use super::shallow_endgame::{SHALLOW_ENDGAME_MAX_EMPTIES, final_score};
use super::stability::count_stable;
use super::transposition_table::{BestMove, HashMove, SCORE_MAX, TtUpdate, hash};

/// Most empty squares of this search.
pub(super) const ENDGAME_MAX_EMPTIES: u32 = 13;
/// Most empty squares at which results go to the thread's local table.
const LOCAL_TABLE_MAX_EMPTIES: u32 = 10;

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
    let upper = SCORE_MAX - 2 * count_stable(enemy, own);
    (upper <= alpha).then_some(upper)
}

/// Weighted mobility: number of moves, those into a corner counted twice.
#[inline(always)]
pub(super) const fn mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The neighbours of these squares outside of them.
#[inline(always)]
const fn neighbours(squares: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let row = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H;
    (row | row << 8 | row >> 8) & !squares
}

/// Enhanced transposition cutoff: a move whose child has an entry that makes the node fail high.
#[inline(always)]
pub(super) fn enhanced_transposition_cutoff<C: Cpu, const CAPACITY: usize>(
    cpu: C,
    thread: &SearchThread<'_>,
    (own, enemy): (u64, u64),
    list: &mut MoveList<CAPACITY>,
    alpha: i32,
    depth: u32,
    selectivity: Selectivity,
) -> Option<BestMove> {
    let tt = thread.shared.tt;
    let child =
        |scored: &ScoredMove| (enemy ^ scored.flips, own ^ scored.flips | 1 << scored.square);
    for scored in list.as_mut_slice() {
        let (own, enemy) = child(scored);
        tt.prefetch(cpu, hash(own, enemy));
    }
    for scored in list.as_mut_slice() {
        let (own, enemy) = child(scored);
        if let Some(entry) = tt.probe(hash(own, enemy), own, enemy)
            && u32::from(entry.depth) >= depth - 1
            && entry.selectivity >= selectivity
            && -i32::from(entry.upper) > alpha
        {
            let hash_move = HashMove::to(scored.square);
            return Some(BestMove { score: -i32::from(entry.upper), hash_move });
        }
    }
    None
}

/// Null window search at `alpha` with seven to [`ENDGAME_MAX_EMPTIES`] empty squares.
#[inline(always)]
pub(super) fn endgame_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    let empties = (!(own | enemy)).count_ones();
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
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.endgame_search(thread, enemy, own, -alpha - 1)
        };
    }
    let [first, second] = match probe(thread, hash, own, enemy, alpha, empties) {
        EndgameProbe::HashMoves(moves) => moves,
        EndgameProbe::Cutoff(score) => return score,
    };
    let nodes_before = thread.nodes;
    let mut best = BestMove::NONE;
    // The hash move is searched before the others are even generated.
    if let Some(square) = first.among(moves) {
        let flips = cpu.flips(own, enemy, square.into());
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        let score = -search_child(cpu, thread, next_own, next_enemy, -alpha - 1, empties - 1);
        best = BestMove { score, hash_move: first };
        moves ^= 1 << square;
    }
    if best.score <= alpha && moves != 0 {
        let Some(mut list) = generate_moves(cpu, own, enemy, moves, second) else {
            return SCORE_MAX;
        };
        if empties > LOCAL_TABLE_MAX_EMPTIES + 1
            && let Some(cutoff) = enhanced_transposition_cutoff(
                cpu,
                thread,
                (own, enemy),
                &mut list,
                alpha,
                empties,
                Selectivity::FULL_WIDTH,
            )
        {
            return cutoff.score;
        }
        while let Some(ScoredMove { square, flips, .. }) = list.take_best() {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            let score = -search_child(cpu, thread, next_own, next_enemy, -alpha - 1, empties - 1);
            if score > best.score {
                best = BestMove { score, hash_move: HashMove::to(square) };
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

/// Moves in fastest-first order: few replies and few open squares for the enemy, odd quadrants, corners;
/// `None` for a wipeout.
#[inline(always)]
fn generate_moves<C: Cpu>(
    cpu: C,
    own: u64,
    enemy: u64,
    mut moves: u64,
    second_hash_move: HashMove,
) -> Option<MoveList<{ ENDGAME_MAX_EMPTIES as usize }>> {
    let odd = QUADRANT_SETS[odd_quadrants(!(own | enemy)) as usize & 15];
    let mut list = MoveList::new();
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(own, enemy, square);
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        if next_own == 0 {
            return None;
        }
        let replies = cpu.moves(next_own, next_enemy);
        let potential_mobility = neighbours(next_enemy) & !next_own;
        let mut score = -mobility(replies) * 16 - potential_mobility.count_ones() as i32;
        score += if odd >> square & 1 != 0 { 10 } else { 0 };
        score += if CORNERS >> square & 1 != 0 { 12 } else { 0 };
        score += if second_hash_move.is(square as u8) { 64 } else { 0 };
        list.push(ScoredMove { square: square as u8, score, flips });
    }
    Some(list)
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

#[inline(always)]
fn search_child<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    empties: u32,
) -> i32 {
    if empties <= SHALLOW_ENDGAME_MAX_EMPTIES {
        cpu.solve_5_to_6(thread, own, enemy, alpha)
    } else {
        cpu.endgame_search(thread, own, enemy, alpha)
    }
}
