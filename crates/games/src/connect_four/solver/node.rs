//! Positions as the search sees them: threats known, forced moves played.

use super::bits::{
    EVEN_ROWS, bottoms, columns, has_four, has_slanting_four, has_upright_four, threats,
};
use super::table::Bounds;
use crate::connect_four::position::{BOARD, BOTTOM, ODD_ROWS};

/// The cells of the board.
pub(super) const CELLS: i32 = 42;

/// The score of the side that completes a line when `discs` are on the board before.
pub(super) const fn win_after(discs: i32) -> i32 {
    (CELLS + 1 - discs) / 2
}

/// A position whose side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of the other side.
    pub(super) other: u64,
    /// The free cells that complete a line of the side to move.
    pub(super) own_threats: u64,
    /// The free cells that complete a line of the other side.
    pub(super) other_threats: u64,
    /// How many discs are on the board.
    pub(super) discs: i32,
}

/// What is left of a position after all moves without a choice.
pub(super) enum Settled {
    /// The side to move has a choice among these cells, none of which loses at once.
    Open(Node, u64),
    /// The board is full.
    Draw,
    /// The side to move will lose to the next disc but one; so many are on the board.
    Lost { discs: i32 },
}

impl Node {
    /// The position, or `None` if its side to move wins at once.
    pub(super) fn new(own: u64, other: u64) -> Option<Self> {
        let free = BOARD & !(own | other);
        let node = Self {
            own,
            other,
            own_threats: threats(own, free),
            other_threats: threats(other, free),
            discs: (own | other).count_ones() as i32,
        };
        (node.own_threats & node.landings() == 0).then_some(node)
    }

    /// The cells on top of the columns, those above full ones too.
    #[inline(always)]
    pub(super) const fn landings(&self) -> u64 {
        (self.own | self.other) + BOTTOM
    }

    /// A number of 49 bits that no other position has.
    #[inline(always)]
    pub(super) const fn key(&self) -> u64 {
        self.own + self.landings()
    }

    /// The position after a disc on `cell`, which lets the other side win neither there nor above it.
    #[inline(always)]
    pub(super) const fn play(&self, cell: u64) -> Self {
        let own = self.own | cell;
        Self {
            own: self.other,
            other: own,
            own_threats: self.other_threats & !cell,
            other_threats: threats(own, BOARD & !(own | self.other)),
            discs: self.discs + 1,
        }
    }

    /// Plays on while there is only one move that does not lose at once.
    #[inline(always)]
    pub(super) const fn settle(mut self) -> Settled {
        loop {
            let landings = self.landings() & BOARD;
            let urgent = landings & self.other_threats;
            let mut moves = landings & !(self.other_threats >> 1);
            if urgent != 0 {
                moves &= urgent;
                if urgent & (urgent - 1) != 0 {
                    return Settled::Lost { discs: self.discs };
                }
            }
            if moves == 0 {
                return if landings == 0 {
                    Settled::Draw
                } else {
                    Settled::Lost { discs: self.discs }
                };
            }
            if moves & (moves - 1) != 0 {
                return Settled::Open(self, moves);
            }
            self = self.play(moves);
        }
    }

    /// What is known of the score of an open position: nobody wins at once, nor the other side after
    /// that.
    #[inline(always)]
    pub(super) const fn bounds(&self) -> Bounds {
        Bounds { low: -win_after(self.discs + 3), high: win_after(self.discs + 2) }
    }

    /// Whether the other side can keep the side to move from winning for good.
    ///
    /// It answers by pairs of cells: whoever takes one leaves the other to the opponent. Above an even
    /// row pairs stand upon each other, odd row below even row (claimeven). Where a column has an odd
    /// number of free cells, its lowest is paired with that of another such column.
    #[inline(always)]
    pub(super) const fn is_held(&self) -> bool {
        let landings = self.landings();
        let free = BOARD & !(self.own | self.other);
        let odd = landings & EVEN_ROWS;
        if self.discs & 1 == 0 {
            return !has_four(self.own | free & ODD_ROWS | odd);
        }
        // One cell is left without a partner. Whoever takes it turns the pairs round, but it still
        // needs both cells of a pair to stand four discs upon each other.
        let upright = self.own | odd | odd << 1 & BOARD;
        !has_upright_four(upright) && !has_slanting_four(self.own | free)
    }

    /// An upper bound of the score of the side to move, if the other side wins by answering in pairs
    /// as in [`is_held`](Self::is_held).
    #[inline(always)]
    pub(super) const fn pairing_loss(&self) -> Option<i32> {
        let free = BOARD & !(self.own | self.other);
        let odd = self.landings() & EVEN_ROWS;
        if self.discs & 1 == 0 {
            self.claimeven_loss(free, odd)
        } else {
            self.odd_threat_loss(free, odd)
        }
    }

    /// Second gets the even cells, save the `odd` landings, and completes a line with them.
    #[inline(always)]
    const fn claimeven_loss(&self, free: u64, odd: u64) -> Option<i32> {
        let claimed = free & EVEN_ROWS & !odd;
        if !has_four(self.other | claimed) || has_four(self.own | free & ODD_ROWS | odd) {
            return None;
        }
        let low = self.other | claimed & BOTTOM << 1;
        // However First turns it, the cells above the line stay free in one column at least.
        let above = if has_four(low) {
            4
        } else if has_four(low | claimed & BOTTOM << 3) {
            2
        } else {
            0
        };
        Some(-win_after(CELLS - 1 - above))
    }

    /// First has a threat on an odd row of a column with an odd number of free cells, and answers in
    /// pairs until Second must play below it.
    #[inline(always)]
    const fn odd_threat_loss(&self, free: u64, odd: u64) -> Option<i32> {
        let mut threats = self.other_threats & ODD_ROWS & columns(bottoms(odd));
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            let row = threat.trailing_zeros() % 7;
            let column = columns(threat >> row);
            let below = free & EVEN_ROWS & column & (threat - 1);
            let elsewhere = (free & ODD_ROWS | odd) & !column;
            if !has_four(self.own | elsewhere | below) {
                return Some(-win_after(CELLS - 1 - (5 - row as i32)));
            }
            threats &= !column;
        }
        None
    }
}
