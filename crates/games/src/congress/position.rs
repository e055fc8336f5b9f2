//! The position: pawns on a terrain.

use arrayvec::ArrayVec;
use rules::{Bitboard, BySeat, Draws, MoveList, Outcome, Position, Reason, Seat, Square, Symmetry};

use crate::terrain::{Step, Terrain};

static CONNECTED: Reason =
    Reason::new("connected", "all pawns are connected", "tous les pions sont reliés");

/// Pawns of a seat, always.
pub(super) const PAWNS: usize = 8;

/// Where the pawns start, as file and rank.
const START: BySeat<[(u8, u8); PAWNS]> = BySeat {
    first: [(1, 7), (4, 7), (7, 6), (0, 4), (7, 3), (0, 1), (3, 0), (6, 0)],
    second: [(3, 7), (6, 7), (0, 6), (7, 4), (0, 3), (7, 1), (1, 0), (4, 0)],
};

/// A position of Congress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Congress {
    pub(super) pawns: BySeat<Bitboard>,
    pub(super) terrain: Terrain,
    pub(super) turn: Seat,
}

const _: () = assert!(size_of::<Congress>() <= 96);

impl Congress {
    /// The start of a game.
    pub fn new(terrain: Terrain) -> Self {
        Self { pawns: start_pawns(), terrain, turn: Seat::First }
    }

    /// Whether all pawns of `seat` form one group.
    #[inline]
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        group(self.pawns[seat]) == self.pawns[seat]
    }

    /// Where a pawn on `from` may go.
    #[inline]
    pub(super) fn walks(&self, from: Square) -> Bitboard {
        let all = self.pawns.first | self.pawns.second;
        self.terrain.reach(from, all) & !all
    }

    #[inline]
    fn can_move(&self) -> bool {
        self.pawns[self.turn].squares().any(|from| !self.walks(from).is_empty())
    }
}

/// The pawns that are connected with the first of the set.
#[inline]
pub(super) fn group(pawns: Bitboard) -> Bitboard {
    let first = Bitboard(pawns.0 & pawns.0.wrapping_neg());
    pawns.reached_from(first, Bitboard::beside)
}

/// The groups that the pawns form.
#[inline]
pub(super) fn split(mut pawns: Bitboard) -> ArrayVec<Bitboard, PAWNS> {
    let mut found = ArrayVec::new();
    while !pawns.is_empty() {
        let next = group(pawns);
        pawns &= !next;
        found.push(next);
    }
    found
}

/// How many groups the pawns form.
pub(super) fn groups(pawns: Bitboard) -> u8 {
    split(pawns).len() as u8
}

pub(super) fn start_pawns() -> BySeat<Bitboard> {
    START.map(|pawns| pawns.into_iter().map(|(file, rank)| Square::new(file, rank)).collect())
}

impl Position for Congress {
    type Move = Step;

    const DRAWS: Draws = Draws { occurrences: Some(3), total_plies: Some(200), ..Draws::NONE };

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_connected(!self.turn) {
            Some(Outcome::win(!self.turn, &CONNECTED))
        } else if self.can_move() {
            None
        } else {
            Some(Outcome::stuck(self.turn))
        }
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Step> {
        let mut moves = MoveList::new();
        if !self.is_connected(!self.turn) {
            for from in self.pawns[self.turn] {
                moves.extend(self.walks(from).squares().map(|to| Step { from, to }));
            }
        }
        moves
    }

    #[inline]
    fn play(&self, Step { from, to }: Step) -> Self {
        debug_assert!(self.is_legal(Step { from, to }), "{from}{to} is not legal in {self}");
        let mut after = Self { turn: !self.turn, ..*self };
        after.pawns[self.turn] ^= Bitboard::of(from) | to;
        after
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of(|symmetry| {
            self.terrain.is_symmetric_under(symmetry)
                && Seat::ALL.iter().all(|&seat| symmetry.keeps(self.pawns[seat]))
        })
    }

    fn image(step: Step, symmetry: Symmetry) -> Step {
        step.image(symmetry)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.terrain.key(&self.pawns, self.turn, 0)
    }

    fn null(&self) -> Option<Self> {
        let other = Self { turn: !self.turn, ..*self };
        (self.outcome().is_none() && other.outcome().is_none()).then_some(other)
    }

    #[inline]
    fn is_legal(&self, Step { from, to }: Step) -> bool {
        self.pawns[self.turn].has(from)
            && self.walks(from).has(to)
            && !self.is_connected(!self.turn)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_connected(!self.turn) {
            return 0;
        }
        self.pawns[self.turn].squares().map(|from| self.walks(from).len()).sum()
    }
}
