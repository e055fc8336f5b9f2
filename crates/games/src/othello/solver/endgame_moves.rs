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
const HASH_MOVE_BONUS: i32 = 64;

/// Moves of a node. Arrays beside each other, which are quicker to set to zero than one of records.
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
const TAKEN: i32 = i32::MIN;

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

    /// Adds the moves to these squares, scored by few replies and few open squares for the enemy, odd quadrants and
    /// corners. Whether none of them is a wipeout. The entries of the positions after them are prefetched from a
    /// table.
    #[inline(always)]
    pub(super) fn generate<C: Cpu>(
        &mut self,
        cpu: C,
        (own, enemy): (u64, u64),
        mut moves: u64,
        odd: u64,
        second_hash_move: HashMove,
        prefetched: Option<&TranspositionTable>,
    ) -> bool {
        let empty = !(own | enemy);
        let mut index = 0;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            let disc = moves & moves.wrapping_neg();
            moves ^= disc;
            let flips = cpu.flips(own, enemy, square);
            let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | disc);
            if next_own == 0 {
                return false;
            }
            if let Some(tt) = prefetched {
                tt.prefetch(cpu, hash(next_own, next_enemy));
            }
            let replies = cpu.moves(next_own, next_enemy);
            let open = with_neighbours(next_enemy) & (empty ^ disc);
            let mut score = -REPLY_WEIGHT * mobility(replies) - open.count_ones() as i32;
            score += if odd & disc != 0 { ODD_QUADRANT_BONUS } else { 0 };
            score += if CORNERS & disc != 0 { CORNER_BONUS } else { 0 };
            score += if second_hash_move.is(square as u8) { HASH_MOVE_BONUS } else { 0 };
            let key = score * CAPACITY as i32 + (CAPACITY - 1 - index) as i32;
            self.keys[index] = key;
            self.squares[index] = square as u8;
            self.flips[index] = flips;
            self.replies[index] = replies;
            self.best = self.best.max(key);
            index = (index + 1) & (CAPACITY - 1);
        }
        self.len = index;
        true
    }

    /// Squares and flips of all moves.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, u64)> {
        self.squares.iter().copied().zip(self.flips.iter().copied()).take(self.len)
    }

    /// Removes the move with the greatest key.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<EndgameMove> {
        if self.best == TAKEN {
            for key in &self.keys {
                self.best = self.best.max(*key);
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
