//! Moves of an endgame node in fastest-first order.

use super::cpu::Cpu;
use super::endgame::{CORNERS, ENDGAME_MAX_EMPTIES, mobility};
use super::transposition_table::{HashMove, TranspositionTable, hash};

/// Greatest number of moves, a power of two, so that a masked index needs no bounds check.
const CAPACITY: usize = 16;

const _: () = assert!(ENDGAME_MAX_EMPTIES as usize <= CAPACITY);

/// Weights of move ordering.
const REPLY_WEIGHT: i32 = 16;
const ODD_QUADRANT_BONUS: i32 = 10;
const CORNER_BONUS: i32 = 12;
const LAST_CORNER_BONUS: i32 = 4;
const HASH_MOVE_BONUS: i32 = 64;

/// Added to every score, so that keys are positive.
const SCORE_OFFSET: i32 = 1 << 16;

/// Moves of a node.
#[repr(align(32))]
pub(super) struct EndgameMoves {
    /// Score of each move, then 15 minus its index, so that a key names its move; [`TAKEN`] once it is taken.
    keys: [i32; CAPACITY],
    squares: [u8; CAPACITY],
    flips: [u64; CAPACITY],
    replies: [u64; CAPACITY],
    len: usize,
    /// The greatest key, [`TAKEN`] if it is not known.
    best: i32,
}

/// Key of no move.
const TAKEN: i32 = 0;

/// A move of the self.
#[derive(Clone, Copy)]
pub(super) struct EndgameMove {
    pub(super) square: u8,
    pub(super) flips: u64,
    /// The enemy's legal moves after it.
    pub(super) replies: u64,
}

impl EndgameMoves {
    /// An empty self.
    pub(super) const EMPTY: Self = Self {
        keys: [TAKEN; CAPACITY],
        squares: [0; CAPACITY],
        flips: [0; CAPACITY],
        replies: [0; CAPACITY],
        len: 0,
        best: TAKEN,
    };

    /// Fills the list with the moves to these squares, scored by few replies for the enemy, odd quadrants, corners
    /// and, but for `LAST` nodes before the shallow endgame, few open squares. Entries of the positions after them
    /// are prefetched from a table.
    #[inline(always)]
    pub(super) fn generate<C: Cpu, const LAST: bool>(
        &mut self,
        cpu: C,
        (own, enemy): (u64, u64),
        moves: u64,
        odd: u64,
        second_hash_move: HashMove,
        prefetched: Option<&TranspositionTable>,
    ) {
        let empty = !(own | enemy);
        self.keys = [TAKEN; CAPACITY];
        let (mut index, mut best, mut rest) = (0, TAKEN, moves);
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            let disc = rest & rest.wrapping_neg();
            rest ^= disc;
            let flips = cpu.flips(own, enemy, square);
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | disc);
            if !LAST && let Some(tt) = prefetched {
                tt.prefetch(cpu, hash(next_own, next_enemy));
            }
            let replies = cpu.moves(next_own, next_enemy);
            let is_in = |set: u64| (set >> square & 1) as i32;
            let mut score = SCORE_OFFSET - REPLY_WEIGHT * mobility(replies);
            score += ODD_QUADRANT_BONUS * is_in(odd);
            if LAST {
                score += LAST_CORNER_BONUS * is_in(CORNERS);
            } else {
                let open = with_neighbours(next_enemy) & (empty ^ disc);
                score += CORNER_BONUS * is_in(CORNERS) - open.count_ones() as i32;
            }
            let key = score * CAPACITY as i32 + (CAPACITY - 1 - index) as i32;
            self.keys[index] = key;
            self.squares[index] = square as u8;
            self.flips[index] = flips;
            self.replies[index] = replies;
            best = best.max(key);
            index = (index + 1) & (CAPACITY - 1);
        }
        if let Some(square) = second_hash_move.among(moves) {
            let index = (moves & ((1 << square) - 1)).count_ones() as usize & (CAPACITY - 1);
            self.keys[index] += HASH_MOVE_BONUS * CAPACITY as i32;
            best = best.max(self.keys[index]);
        }
        (self.len, self.best) = (index, best);
    }

    /// Number of moves that were generated.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Square and flips of a generated move, by index.
    #[inline(always)]
    pub(super) const fn get(&self, index: usize) -> (u8, u64) {
        (self.squares[index & (CAPACITY - 1)], self.flips[index & (CAPACITY - 1)])
    }

    /// Removes the move with the greatest key.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<EndgameMove> {
        if self.best == TAKEN {
            for index in 0..CAPACITY {
                self.best = self.best.max(self.keys[index]);
            }
            if self.best == TAKEN {
                return None;
            }
        }
        let index = CAPACITY - 1 - (self.best as usize & (CAPACITY - 1));
        self.keys[index] = TAKEN;
        self.best = TAKEN;
        Some(EndgameMove {
            square: self.squares[index],
            flips: self.flips[index],
            replies: self.replies[index],
        })
    }
}

/// These squares and their neighbours.
#[inline(always)]
const fn with_neighbours(squares: u64) -> u64 {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let row = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H;
    row | row << 8 | row >> 8
}
