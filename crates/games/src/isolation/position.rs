//! The position: pawns, and the squares that they forbid.

use rules::{Bitboard, BySeat, MoveList, Outcome, Position, Seat, Square, Symmetry};

use crate::terrain::Terrain;

/// A position of Isolation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Isolation {
    pub(super) pawns: BySeat<Bitboard>,
    /// The empty squares where nobody may place. It follows from the rest.
    pub(super) forbidden: Bitboard,
    pub(super) terrain: Terrain,
    pub(super) turn: Seat,
    pub(super) rules: Rules,
}

const _: () = assert!(size_of::<Isolation>() <= 96);

/// The rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// The new pawn must not be attacked.
    Classic,
    /// Moreover, it must attack no pawn.
    Mutual,
}

/// A move: the square where the new pawn stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub Square);

impl From<Place> for u16 {
    fn from(place: Place) -> Self {
        place.0.index().into()
    }
}

impl Isolation {
    /// The empty board.
    pub fn new(terrain: Terrain, rules: Rules) -> Self {
        Self::with_pawns(BySeat::default(), Seat::First, terrain, rules)
    }

    /// The position with these pawns. The caller answers for its being possible.
    pub(super) fn with_pawns(
        pawns: BySeat<Bitboard>,
        turn: Seat,
        terrain: Terrain,
        rules: Rules,
    ) -> Self {
        let mut position = Self { pawns, forbidden: Bitboard::EMPTY, terrain, turn, rules };
        for square in position.occupied() {
            position.forbid(square);
        }
        position
    }

    /// The pawns of both seats.
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.pawns.first | self.pawns.second
    }

    /// Where a pawn may be placed.
    #[inline]
    pub(super) fn free(&self) -> Bitboard {
        !(self.occupied() | self.forbidden)
    }

    /// Adds what the pawn on `square` forbids.
    #[inline]
    fn forbid(&mut self, square: Square) {
        let pawns = self.occupied();
        self.forbidden |= self.terrain.reach(square, pawns) & !pawns;
        if self.rules == Rules::Mutual {
            self.forbidden |= self.terrain.reaching(square, pawns) & !pawns;
        }
    }
}

impl Position for Isolation {
    type Move = Place;

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.free().is_empty().then(|| Outcome::stuck(self.turn))
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Place> {
        self.free().squares().map(Place).collect()
    }

    #[inline]
    fn play(&self, Place(square): Place) -> Self {
        debug_assert!(self.free().has(square), "{square} is not legal in {self}");
        let mut after = Self { turn: !self.turn, ..*self };
        after.pawns[self.turn] |= square;
        after.forbid(square);
        after
    }

    /// Whose pawns they are makes no difference.
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of(|symmetry| {
            self.terrain.is_symmetric_under(symmetry) && symmetry.keeps(self.occupied())
        })
    }

    fn image(Place(square): Place, symmetry: Symmetry) -> Place {
        Place(symmetry.square(square))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.terrain.key(&self.pawns, self.turn, self.rules as u64)
    }

    #[inline]
    fn resets(&self, _: Place) -> bool {
        true
    }

    #[inline]
    fn is_legal(&self, Place(square): Place) -> bool {
        self.free().has(square)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.free().len()
    }
}
