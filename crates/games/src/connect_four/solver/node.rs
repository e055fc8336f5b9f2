//! Positions as the search sees them: threats known, forced moves played.

use super::bits::{EVEN_ROWS, columns, has_four, odd_bottoms, threats};
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

    /// Whether the other side can keep the side to move from winning for good, by answering in the
    /// same column where the number of free cells is even (claimeven), and somehow where it is odd.
    #[inline(always)]
    pub(super) const fn is_held(&self) -> bool {
        let free = BOARD & !(self.own | self.other);
        let reach = if self.discs & 1 == 0 {
            free & (ODD_ROWS | columns(odd_bottoms(self.landings())))
        } else {
            free
        };
        !has_four(self.own | reach)
    }

    /// The score if the other side wins by always answering in the same column, for the side to
    /// move, or at least an upper bound of it.
    #[inline(always)]
    pub(super) const fn follow_up_loss(&self) -> Option<i32> {
        let odd = odd_bottoms(self.landings());
        if self.discs & 1 == 0 { self.claimeven_loss(odd) } else { self.odd_threat_loss(odd) }
    }

    /// Second answers First in columns that all have an even number of free cells, and completes a
    /// line on even rows.
    #[inline(always)]
    const fn claimeven_loss(&self, odd: u64) -> Option<i32> {
        if odd != 0 {
            return None;
        }
        let free = BOARD & !(self.own | self.other);
        let low = self.other | free & BOTTOM << 1;
        let middle = low | free & BOTTOM << 3;
        let all = self.other | free & EVEN_ROWS;
        if !has_four(all) || has_four(self.own | free & ODD_ROWS) {
            return None;
        }
        // However First turns it, the cells above the line stay free in one column at least.
        let above = if has_four(low) {
            4
        } else if has_four(middle) {
            2
        } else {
            0
        };
        Some(-win_after(CELLS - 1 - above))
    }

    /// First has a threat in the one column with an odd number of free cells and answers Second in
    /// all of them, until Second must play below the threat.
    #[inline(always)]
    const fn odd_threat_loss(&self, odd: u64) -> Option<i32> {
        if odd & (odd - 1) != 0 {
            return None;
        }
        let column = columns(odd);
        let threats = self.other_threats & column & ODD_ROWS;
        if threats == 0 {
            return None;
        }
        let threat = threats & threats.wrapping_neg();
        let free = BOARD & !(self.own | self.other);
        let reach = free & ODD_ROWS & !column | free & EVEN_ROWS & column & (threat - 1);
        if has_four(self.own | reach) {
            return None;
        }
        let above = (columns(odd) & !(threat | (threat - 1))).count_ones() as i32;
        Some(-win_after(CELLS - 1 - above))
    }
}
