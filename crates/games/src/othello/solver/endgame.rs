//! The last dozen empty squares: exact, quick, and without an evaluation.
//!
//! Everything here answers whether the side to move gets more than `alpha`.

use super::cpu::Cpu;
use super::last::{final_score, last_four};
use super::rays::{QUARTERS, odd_quarters};
use super::stability::count_stable;
use super::table::{Finding, NO_SQUARE, hash};
use super::worker::{CERTAIN, Worker};

/// Up to so many empty squares, moves are not ordered by what they leave the enemy.
pub(super) const SHALLOW: u32 = 6;
/// Up to so many, the small table remembers.
const NEAR: u32 = 10;
/// Up to so many, this search is used.
pub(super) const ENDGAME: u32 = 13;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Beside the corners.
const RISKY: u64 = 0x42c3_0000_0000_c342;

/// From which `alpha` on it is worth counting the enemy's stable discs, by empty squares.
const STABILITY: [i32; 61] = {
    let mut all = [64; 61];
    let mut empties = 5;
    while empties < 61 {
        let from = if empties < 8 { 10 } else { 4 + 2 * (empties as i32 - 8) };
        all[empties] = if from < 62 { from } else { 62 };
        empties += 1;
    }
    all
};

/// What the enemy's stable discs leave at most, if that is no more than `alpha`.
#[inline(always)]
pub(super) fn stability_cut(own: u64, enemy: u64, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < STABILITY[empties as usize] {
        return None;
    }
    let most = 64 - 2 * count_stable(enemy, own);
    (most <= alpha).then_some(most)
}

/// How many moves there are; those into a corner count twice.
#[inline(always)]
pub(super) const fn mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The squares next to these that are none of them.
#[inline(always)]
const fn around(squares: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let row = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H;
    (row | row << 8 | row >> 8) & !squares
}

/// A move with what it turns over.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) square: u8,
    pub(super) score: i32,
    pub(super) flips: u64,
}

/// Moves, of which the best is taken again and again.
pub(super) struct Choices<const ROOM: usize = 34> {
    list: [Choice; ROOM],
    len: usize,
}

impl<const ROOM: usize> Choices<ROOM> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { list: [Choice { square: 0, score: 0, flips: 0 }; ROOM], len: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, option: Choice) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = option;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(super) fn all(&mut self) -> &mut [Choice] {
        &mut self.list[..self.len]
    }

    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<Choice> {
        let (mut best, mut at) = (i32::MIN, self.len);
        for (index, option) in self.list[..self.len].iter().enumerate() {
            if option.score > best {
                (best, at) = (option.score, index);
            }
        }
        let found = *self.list[..self.len].get(at)?;
        self.len -= 1;
        self.list[at] = self.list[self.len];
        Some(found)
    }
}

/// Enhanced transposition cut-off: a child that is known to be bad enough for the enemy.
#[inline(always)]
pub(super) fn look_up<C: Cpu, const ROOM: usize>(
    cpu: C,
    worker: &Worker<'_>,
    (own, enemy): (u64, u64),
    options: &mut Choices<ROOM>,
    alpha: i32,
    depth: u32,
    surety: u8,
) -> Option<(i32, u8)> {
    let table = worker.shared.table;
    let child = |option: &Choice| (enemy ^ option.flips, own ^ option.flips | 1 << option.square);
    for option in options.all() {
        let (own, enemy) = child(option);
        table.prefetch(cpu, hash(own, enemy));
    }
    for option in options.all() {
        let (own, enemy) = child(option);
        if let Some(known) = table.read(hash(own, enemy), own, enemy)
            && u32::from(known.depth) >= depth - 1
            && known.surety >= surety
            && -i32::from(known.high) > alpha
        {
            return Some((-i32::from(known.high), option.square));
        }
    }
    None
}

/// Five and six empty squares: odd quarters first.
#[inline(always)]
pub(super) fn shallow<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    worker.nodes += 1;
    let empty = !(own | enemy);
    let empties = empty.count_ones();
    if let Some(most) = stability_cut(own, enemy, alpha, empties) {
        return most;
    }
    let moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.shallow(worker, enemy, own, -alpha - 1)
        };
    }
    let odd = QUARTERS[odd_quarters(empty) as usize & 15];
    let mut best = -128;
    for mut set in
        [moves & odd & !RISKY, moves & odd & RISKY, moves & !odd & !RISKY, moves & !odd & RISKY]
    {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            let flips = cpu.flips(own, enemy, square);
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            let score = if empties == 5 {
                -cpu.four(worker, next_own, next_enemy, -alpha - 1)
            } else {
                -cpu.shallow(worker, next_own, next_enemy, -alpha - 1)
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

/// Any number of empty squares up to [`ENDGAME`].
#[inline(always)]
pub(super) fn endgame<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    let empty = !(own | enemy);
    let empties = empty.count_ones();
    worker.nodes += 1;
    let hash = hash(own, enemy);
    if empties > NEAR {
        worker.shared.table.prefetch(cpu, hash);
    } else {
        worker.near.prefetch(cpu, hash);
    }
    if let Some(most) = stability_cut(own, enemy, alpha, empties) {
        return most;
    }
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.endgame(worker, enemy, own, -alpha - 1)
        };
    }
    let squares = match remembered(worker, hash, own, enemy, alpha, empties) {
        Ok(squares) => squares,
        Err(score) => return score,
    };
    let before = worker.nodes;
    let mut best = (-128, NO_SQUARE);
    // The square that was best before is tried before the others are even looked at.
    if squares[0] != NO_SQUARE && moves >> squares[0] & 1 != 0 {
        let square = squares[0];
        let flips = cpu.flips(own, enemy, square.into());
        let score =
            -child(cpu, worker, enemy ^ flips, own ^ flips | 1 << square, -alpha - 1, empties - 1);
        best = (score, square);
        moves ^= 1 << square;
    }
    if best.0 <= alpha && moves != 0 {
        let odd = QUARTERS[odd_quarters(empty) as usize & 15];
        let mut options = Choices::<{ ENDGAME as usize }>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flips = cpu.flips(own, enemy, square);
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            if next_own == 0 {
                return 64;
            }
            let answers = cpu.moves(next_own, next_enemy);
            let open = around(next_enemy) & !next_own;
            let mut score = -mobility(answers) * 16 - open.count_ones() as i32;
            score += if odd >> square & 1 != 0 { 10 } else { 0 };
            score += if CORNERS >> square & 1 != 0 { 12 } else { 0 };
            score += if u32::from(squares[1]) == square as u32 { 64 } else { 0 };
            options.push(Choice { square: square as u8, score, flips });
        }
        if empties > NEAR + 1
            && let Some((score, _)) =
                look_up(cpu, worker, (own, enemy), &mut options, alpha, empties, CERTAIN)
        {
            return score;
        }
        while let Some(Choice { square, flips, .. }) = options.take_best() {
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
            let score = -child(cpu, worker, next_own, next_enemy, -alpha - 1, empties - 1);
            if score > best.0 {
                best = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
    }
    if worker.stopped {
        return 0;
    }
    let (score, square) = best;
    if empties <= NEAR {
        worker.near.write(hash, own, enemy, alpha, score, square);
    } else {
        let finding = Finding {
            alpha,
            beta: alpha + 1,
            score,
            square,
            depth: empties as u8,
            surety: CERTAIN,
            work: worker.nodes - before,
        };
        worker.shared.table.write(hash, own, enemy, finding);
    }
    score
}

/// The best squares that a table knows, or `Err` with the score if it answers the question.
#[inline(always)]
fn remembered(
    worker: &mut Worker<'_>,
    hash: u64,
    own: u64,
    enemy: u64,
    alpha: i32,
    empties: u32,
) -> Result<[u8; 2], i32> {
    let (low, high, squares) = if empties <= NEAR {
        let Some((low, high, square)) = worker.near.read(hash, own, enemy) else {
            return Ok([NO_SQUARE; 2]);
        };
        (low, high, [square, NO_SQUARE])
    } else {
        if worker.poll() {
            return Err(0);
        }
        let Some(known) = worker.shared.table.read(hash, own, enemy) else {
            return Ok([NO_SQUARE; 2]);
        };
        if u32::from(known.depth) < empties || known.surety != CERTAIN {
            return Ok(known.squares);
        }
        (known.low.into(), known.high.into(), known.squares)
    };
    if high <= alpha {
        Err(high)
    } else if low > alpha {
        Err(low)
    } else {
        Ok(squares)
    }
}

#[inline(always)]
fn child<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
    empties: u32,
) -> i32 {
    if empties <= SHALLOW {
        cpu.shallow(worker, own, enemy, alpha)
    } else {
        cpu.endgame(worker, own, enemy, alpha)
    }
}

/// Four empty squares; if two of them are alone in their quarters, these first.
#[inline(always)]
pub(super) fn four<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    let empty = !(own | enemy);
    let odd = empty & QUARTERS[odd_quarters(empty) as usize & 15];
    let (first, last) = if odd.count_ones() == 2 {
        (odd, empty ^ odd)
    } else {
        let last = empty & (empty - 1);
        let last = last & (last - 1);
        (empty ^ last, last)
    };
    let squares = [first, first & (first - 1), last, last & (last - 1)];
    let squares = squares.map(|set| set.trailing_zeros() as usize & 63);
    last_four(cpu, worker, own, enemy, alpha, squares)
}

/// At most [`SHALLOW`] empty squares, even none.
#[inline(always)]
pub(super) fn few<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    own: u64,
    enemy: u64,
    alpha: i32,
) -> i32 {
    match (!(own | enemy)).count_ones() {
        4 => return cpu.four(worker, own, enemy, alpha),
        5.. => return cpu.shallow(worker, own, enemy, alpha),
        _ => worker.nodes += 1,
    }
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return if cpu.moves(enemy, own) == 0 {
            final_score(own, enemy)
        } else {
            -cpu.few(worker, enemy, own, -alpha - 1)
        };
    }
    let mut best = -128;
    while moves != 0 && best <= alpha {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(own, enemy, square);
        let next = own ^ flips | 1 << square;
        best = best.max(-cpu.few(worker, enemy ^ flips, next, -alpha - 1));
    }
    best
}
