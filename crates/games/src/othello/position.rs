//! The position: a bitboard a side, and the side to move.

use std::cmp::Ordering;

use rules::{
    Bitboard, BySeat, MoveList, Outcome, Position, Reason, Seat, SplitMix64, Square, Symmetry,
};

use super::flips::{flips, moves};

/// The four squares on which every game starts.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

static DISCS: Reason = Reason::new("discs", "more discs", "plus de pions");
static WIPE_OUT: Reason =
    Reason::new("wipe-out", "the opponent has no disc left", "l'adversaire n'a plus un seul pion");
static EQUAL: Reason =
    Reason::new("equal", "as many discs each", "autant de pions de chaque couleur");

/// A position of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    /// The discs of the side to move.
    own: Bitboard,
    /// The discs of the other side.
    enemy: Bitboard,
    /// The side to move.
    turn: Seat,
}

const _: () = assert!(size_of::<Othello>() <= 32);

/// A move: a new disc, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on that square.
    Disc(Square),
    /// No disc, which is the only move of a player who cannot turn anything over.
    Pass,
}

const _: () = assert!(size_of::<Move>() == 2);

impl From<Move> for u16 {
    fn from(m: Move) -> Self {
        match m {
            Move::Disc(square) => square.index().into(),
            Move::Pass => 64,
        }
    }
}

impl Othello {
    /// The start of a game.
    pub const START: Self = Self {
        own: Bitboard(0x0000_0008_1000_0000),
        enemy: Bitboard(0x0000_0010_0800_0000),
        turn: Seat::First,
    };

    /// The position with these discs. The caller answers for its being possible.
    pub(super) const fn from_discs(discs: BySeat<Bitboard>, turn: Seat) -> Self {
        match turn {
            Seat::First => Self { own: discs.first, enemy: discs.second, turn },
            Seat::Second => Self { own: discs.second, enemy: discs.first, turn },
        }
    }

    /// The discs of `seat`.
    pub(super) fn discs(&self, seat: Seat) -> Bitboard {
        if seat == self.turn { self.own } else { self.enemy }
    }

    /// How many discs `seat` has.
    pub fn disc_count(&self, seat: Seat) -> usize {
        self.discs(seat).len()
    }

    /// Whose disc lies on the square.
    pub(super) fn disc(&self, square: Square) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.discs(seat).has(square))
    }

    /// The squares where the side to move can put a disc.
    #[inline]
    pub(super) fn places(&self) -> Bitboard {
        Bitboard(moves(self.own.0, self.enemy.0))
    }

    /// The same board with the other side to move.
    #[inline]
    fn turned(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, turn: !self.turn }
    }

    /// Whether the other side could put a disc somewhere if it were to move.
    #[inline]
    fn enemy_can_move(&self) -> bool {
        !self.turned().places().is_empty()
    }

    /// The result by the discs on the board.
    fn count(&self) -> Outcome {
        let (own, enemy) = (self.own.len() as u8, self.enemy.len() as u8);
        let (winner, loser_has) = match own.cmp(&enemy) {
            Ordering::Greater => (self.turn, enemy),
            Ordering::Less => (!self.turn, own),
            Ordering::Equal => return Outcome { margin: Some(0), ..Outcome::draw(&EQUAL) },
        };
        let reason = if loser_has == 0 { &WIPE_OUT } else { &DISCS };
        // The empty squares go to the winner.
        Outcome { margin: Some(64 - 2 * loser_has), ..Outcome::win(winner, reason) }
    }
}

impl Position for Othello {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = self.places().is_empty() && !self.enemy_can_move();
        over.then(|| self.count())
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Move> {
        let places = self.places();
        let mut list: MoveList<_> = places.squares().map(Move::Disc).collect();
        if places.is_empty() && self.enemy_can_move() {
            list.push(Move::Pass);
        }
        list
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        debug_assert!(self.is_legal(m), "{m} is not legal in {self}");
        match m {
            Move::Disc(square) => {
                let flipped = Bitboard(flips(self.own.0, self.enemy.0, square));
                let own = self.own ^ flipped ^ square;
                Self { own, enemy: self.enemy ^ flipped, turn: self.turn }.turned()
            }
            Move::Pass => self.turned(),
        }
    }

    /// Each side's discs are mixed by themselves; one half is turned so that equal ones would not
    /// cancel out.
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of(|symmetry| symmetry.keeps(self.own) && symmetry.keeps(self.enemy))
    }

    fn image(m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Disc(square) => Move::Disc(symmetry.square(square)),
            Move::Pass => Move::Pass,
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let side = match self.turn {
            Seat::First => 0,
            Seat::Second => 0x9e37_79b9_7f4a_7c15,
        };
        SplitMix64::mix(self.own.0) ^ SplitMix64::mix(self.enemy.0).rotate_left(32) ^ side
    }

    #[inline]
    fn resets(&self, m: Move) -> bool {
        m != Move::Pass
    }

    /// Only where both sides have a place for a disc: elsewhere a pass, now or in answer, is the
    /// real thing.
    #[inline]
    fn null(&self) -> Option<Self> {
        (!self.places().is_empty() && self.enemy_can_move()).then(|| self.turned())
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Disc(square) => self.places().has(square),
            Move::Pass => self.places().is_empty() && self.enemy_can_move(),
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.places().len() {
            0 => self.enemy_can_move().into(),
            places => places,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_move_needs_a_place_for_both() {
        let null = Othello::START.null().expect("both can move at the start");
        assert_eq!(null.to_string(), "8/8/8/3ox3/3xo3/8/8/8 o");
        assert_eq!(null.null(), Some(Othello::START));
        for one_sided in ["8/8/8/oxxxx3/3xx3/8/8/8 x", "8/8/8/oxxxx3/3xx3/8/8/8 o"] {
            assert_eq!(one_sided.parse::<Othello>().unwrap().null(), None, "{one_sided}");
        }
    }
}
