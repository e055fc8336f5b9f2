//! Search nodes: threats are kept up to date, forced moves are played out, and pairing strategies give static
//! bounds (Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988).

use super::bitboards::{EVEN_ROWS, bottoms, columns, threats};
use super::cpu::Cpu;
use super::score_bounds::ScoreBounds;
use crate::connect_four::position::{BOARD, BOTTOM, ODD_ROWS};

/// Number of cells of the board.
pub(super) const CELLS: i32 = 42;

/// Score of a side that completes a line by the next disc, with `discs` on the board before.
pub(super) const fn win_after(discs: i32) -> i32 {
    (CELLS + 1 - discs) / 2
}

/// Position whose side to move has no immediate win.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConnectFourNode {
    /// Discs of the side to move.
    pub(super) own: u64,
    /// Discs of the opponent.
    pub(super) other: u64,
    /// Threats of the side to move: free cells that complete a line.
    pub(super) own_threats: u64,
    /// Threats of the opponent.
    pub(super) other_threats: u64,
    /// Number of discs on the board.
    pub(super) discs: i32,
}

/// Position after its forced moves.
pub(super) enum ForcedOutcome {
    /// The side to move has a choice among these cells, none of which loses at once.
    Open(ConnectFourNode, u64),
    /// The board is full.
    Draw,
    /// The opponent wins with its next move; so many discs are on the board.
    Lost { discs: i32 },
}

impl ConnectFourNode {
    /// The node, or `None` if the side to move has an immediate win.
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

    /// Landing cells: the lowest free cell of each column, also above full columns.
    #[inline(always)]
    pub(super) const fn landings(&self) -> u64 {
        (self.own | self.other) + BOTTOM
    }

    /// Perfect hash of 49 bits: no two positions share a key.
    #[inline(always)]
    pub(super) const fn key(&self) -> u64 {
        self.own + self.landings()
    }

    /// The node after a disc on `cell`. Precondition: the opponent has no immediate win afterwards.
    #[inline(always)]
    pub(super) fn play(&self, cpu: impl Cpu, cell: u64) -> Self {
        let own = self.own | cell;
        Self {
            own: self.other,
            other: own,
            own_threats: self.other_threats & !cell,
            other_threats: cpu.threats(own, BOARD & !(own | self.other)),
            discs: self.discs + 1,
        }
    }

    /// Plays forced moves: while only one move does not lose at once.
    #[inline(always)]
    pub(super) fn play_forced_moves(mut self, cpu: impl Cpu) -> ForcedOutcome {
        loop {
            let landings = self.landings() & BOARD;
            let urgent = landings & self.other_threats;
            let mut moves = landings & !(self.other_threats >> 1);
            if urgent != 0 {
                moves &= urgent;
                if urgent & (urgent - 1) != 0 {
                    return ForcedOutcome::Lost { discs: self.discs };
                }
            }
            if moves == 0 {
                return if landings == 0 {
                    ForcedOutcome::Draw
                } else {
                    ForcedOutcome::Lost { discs: self.discs }
                };
            }
            if moves & (moves - 1) != 0 {
                return ForcedOutcome::Open(self, moves);
            }
            self = self.play(cpu, moves);
        }
    }

    /// Static bounds of an open position: neither side wins with its next move.
    #[inline(always)]
    pub(super) const fn bounds(&self) -> ScoreBounds {
        ScoreBounds { low: -win_after(self.discs + 3), high: win_after(self.discs + 2) }
    }

    /// Whether the opponent has a pairing strategy by which the side to move never wins.
    ///
    /// It answers a disc on one cell of a pair with a disc on the other. Pairs are an odd-row cell and the
    /// even-row cell above it (claimeven). Where a column has an odd number of free cells, its lowest is paired
    /// with that of another such column.
    #[inline(always)]
    pub(super) fn is_held_by_pairing(&self, cpu: impl Cpu) -> bool {
        let landings = self.landings();
        let free = BOARD & !(self.own | self.other);
        let odd = landings & EVEN_ROWS;
        if self.discs & 1 == 0 {
            return !cpu.has_line(self.own | free & ODD_ROWS | odd);
        }
        // One cell has no partner. Taking it swaps the roles in the pairs, but a vertical line still needs both
        // cells of a pair.
        let vertical = self.own | odd | odd << 1 & BOARD;
        !cpu.has_four(vertical, self.own | free)
    }

    /// Upper bound of the score if the opponent wins by a pairing strategy like that of
    /// [`is_held_by_pairing`](Self::is_held_by_pairing).
    #[inline(always)]
    pub(super) fn pairing_loss(&self, cpu: impl Cpu) -> Option<i32> {
        let free = BOARD & !(self.own | self.other);
        let odd = self.landings() & EVEN_ROWS;
        if self.discs & 1 == 0 {
            self.claimeven_loss(cpu, free, odd)
        } else {
            self.odd_threat_loss(cpu, free, odd)
        }
    }

    /// Claimeven: Second gets the even-row cells, save the `odd` landings, and completes a line with them.
    #[inline(always)]
    fn claimeven_loss(&self, cpu: impl Cpu, free: u64, odd: u64) -> Option<i32> {
        let claimed = free & EVEN_ROWS & !odd;
        if !cpu.has_line(self.other | claimed) || cpu.has_line(self.own | free & ODD_ROWS | odd) {
            return None;
        }
        let low = self.other | claimed & BOTTOM << 1;
        // In at least one column the cells above the line stay free, however First plays.
        let above = if cpu.has_line(low) {
            4
        } else if cpu.has_line(low | claimed & BOTTOM << 3) {
            2
        } else {
            0
        };
        Some(-win_after(CELLS - 1 - above))
    }

    /// Odd threat: First has one in a column with an odd number of free cells, and answers in pairs until
    /// zugzwang forces Second to play below it.
    #[inline(always)]
    fn odd_threat_loss(&self, cpu: impl Cpu, free: u64, odd: u64) -> Option<i32> {
        let mut threats = self.other_threats & ODD_ROWS & columns(bottoms(odd));
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            let row = threat.trailing_zeros() % 7;
            let column = columns(threat >> row);
            let below = free & EVEN_ROWS & column & (threat - 1);
            let elsewhere = (free & ODD_ROWS | odd) & !column;
            if !cpu.has_line(self.own | elsewhere | below) {
                return Some(-win_after(CELLS - 1 - (5 - row as i32)));
            }
            threats &= !column;
        }
        None
    }
}
