//! The position: pawns, camps, terrain.

use rules::{Bitboard, BySeat, Draws, MoveList, Outcome, Position, Reason, Seat, Square, Symmetry};

use crate::terrain::{Step, Terrain};

static CAMPS: Reason = Reason::new("camps", "both camps are filled", "les deux camps sont occupés");
static ELIMINATION: Reason = Reason::new(
    "elimination",
    "the opponent has fewer than two pawns",
    "l'adversaire a moins de deux pions",
);

/// Pawns of a seat at the start, and the most it can have.
pub(super) const PAWNS: usize = 8;

/// A position of Katarenga.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Katarenga {
    pub(super) pawns: BySeat<Bitboard>,
    /// The goal camps of each seat that its pawns have entered.
    pub(super) camps: BySeat<Camps>,
    pub(super) terrain: Terrain,
    pub(super) turn: Seat,
    pub(super) rules: Rules,
}

const _: () = assert!(size_of::<Katarenga>() <= 96);

/// The rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Pawns capture from the first move.
    Classic,
    /// Nothing is captured while all pawns stand as at the start.
    Official,
}

/// One of the two camps of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The one beside file `a`, for both seats.
    Left,
    /// The one beside file `h`.
    Right,
}

impl Side {
    /// Both, left first.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}

/// Which of a seat's two goal camps are filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Camps {
    left: bool,
    right: bool,
}

impl Camps {
    pub(super) const fn is_filled(self, side: Side) -> bool {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    pub(super) const fn fill(&mut self, side: Side) {
        match side {
            Side::Left => self.left = true,
            Side::Right => self.right = true,
        }
    }

    /// How many are filled.
    #[inline]
    pub(super) const fn count(self) -> usize {
        self.left as usize + self.right as usize
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A pawn goes to another square, capturing what stands there.
    Walk(Step),
    /// A pawn leaves the board for a camp.
    Enter(Square, Side),
}

impl From<Move> for u16 {
    fn from(m: Move) -> Self {
        match m {
            Move::Walk(step) => step.into(),
            Move::Enter(from, side) => 64 * 64 + 2 * Self::from(from.index()) + side as Self,
        }
    }
}

impl Katarenga {
    /// The start of a game.
    pub fn new(terrain: Terrain, rules: Rules) -> Self {
        let pawns = BySeat::from_fn(home_row);
        Self { pawns, camps: BySeat::default(), terrain, turn: Seat::First, rules }
    }

    /// The pawns of `seat` on the board and in camps.
    #[inline]
    pub(super) fn strength(&self, seat: Seat) -> usize {
        self.pawns[seat].len() + self.camps[seat].count()
    }

    /// Whether `seat` has more than so many pawns, at least as many as are in its camps, on the board and in camps.
    #[inline]
    pub(super) fn has_more_than(&self, seat: Seat, count: usize) -> bool {
        let mut pawns = self.pawns[seat].0;
        for _ in self.camps[seat].count()..count {
            pawns &= pawns.wrapping_sub(1);
        }
        pawns != 0
    }

    /// Where pawns may go as far as other pawns are concerned.
    #[inline]
    fn open_squares(&self) -> Bitboard {
        let all = self.pawns.first | self.pawns.second;
        if self.rules == Rules::Official && all == home_row(Seat::First) | home_row(Seat::Second) {
            !all
        } else {
            !self.pawns[self.turn]
        }
    }

    /// Where a pawn of the side to move on `from` may walk.
    #[inline]
    pub(super) fn walks(&self, from: Square) -> Bitboard {
        self.terrain.reach(from, self.pawns.first | self.pawns.second) & self.open_squares()
    }

    /// The pawns of the side to move that stand before its goal camps.
    #[inline]
    fn arrived(&self) -> Bitboard {
        self.pawns[self.turn] & home_row(!self.turn)
    }
}

/// The row on which a seat's pawns start.
#[inline]
pub(super) const fn home_row(seat: Seat) -> Bitboard {
    match seat {
        Seat::First => Bitboard::rank(7),
        Seat::Second => Bitboard::rank(0),
    }
}

impl Position for Katarenga {
    type Move = Move;

    const DRAWS: Draws = Draws { occurrences: Some(3), quiet_plies: Some(100), ..Draws::NONE };

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let seats = [!self.turn, self.turn];
        let full = |seat: &Seat| self.camps[*seat].count() == 2;
        let weak = |seat: &Seat| self.camps[*seat].count() < 2 && !self.has_more_than(*seat, 1);
        if let Some(winner) = seats.into_iter().find(full) {
            Some(Outcome::win(winner, &CAMPS))
        } else {
            seats.into_iter().find(weak).map(|loser| Outcome::win(!loser, &ELIMINATION))
        }
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        if self.outcome().is_some() {
            return moves;
        }
        for from in self.pawns[self.turn] {
            moves.extend(self.walks(from).squares().map(|to| Move::Walk(Step { from, to })));
        }
        for from in self.arrived() {
            let free = |side: &Side| !self.camps[self.turn].is_filled(*side);
            moves.extend(Side::ALL.into_iter().filter(free).map(|side| Move::Enter(from, side)));
        }
        moves
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        debug_assert!(self.is_legal(m), "{m} is not legal in {self}");
        let mut after = Self { turn: !self.turn, ..*self };
        match m {
            Move::Walk(Step { from, to }) => {
                after.pawns[self.turn] ^= Bitboard::of(from) | to;
                after.pawns[!self.turn] &= !Bitboard::of(to);
            }
            Move::Enter(from, side) => {
                after.pawns[self.turn] ^= from;
                after.camps[self.turn].fill(side);
            }
        }
        after
    }

    /// Only left and right can be exchanged: each seat has its own side of the board.
    fn symmetries(&self) -> Vec<Symmetry> {
        let is_symmetric = self.terrain.is_symmetric_under(Symmetry::MIRROR)
            && Seat::ALL.iter().all(|&seat| {
                let Camps { left, right } = self.camps[seat];
                left == right && Symmetry::MIRROR.keeps(self.pawns[seat])
            });
        is_symmetric.then_some(Symmetry::MIRROR).into_iter().collect()
    }

    fn image(m: Move, symmetry: Symmetry) -> Move {
        match m {
            Move::Walk(step) => Move::Walk(step.image(symmetry)),
            Move::Enter(..) if symmetry == Symmetry::IDENTITY => m,
            Move::Enter(from, Side::Left) => Move::Enter(symmetry.square(from), Side::Right),
            Move::Enter(from, Side::Right) => Move::Enter(symmetry.square(from), Side::Left),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let camps =
            |seat: Seat| u64::from(self.camps[seat].left) | u64::from(self.camps[seat].right) << 1;
        let extra = camps(Seat::First) | camps(Seat::Second) << 2 | (self.rules as u64) << 4;
        self.terrain.key(&self.pawns, self.turn, extra)
    }

    #[inline]
    fn resets(&self, m: Move) -> bool {
        match m {
            Move::Walk(step) => self.pawns[!self.turn].has(step.to),
            Move::Enter(..) => true,
        }
    }

    fn null(&self) -> Option<Self> {
        self.outcome().is_none().then_some(Self { turn: !self.turn, ..*self })
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.outcome().is_none()
            && match m {
                Move::Walk(Step { from, to }) => {
                    self.pawns[self.turn].has(from) && self.walks(from).has(to)
                }
                Move::Enter(from, side) => {
                    self.arrived().has(from) && !self.camps[self.turn].is_filled(side)
                }
            }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let walks: usize = self.pawns[self.turn].squares().map(|from| self.walks(from).len()).sum();
        walks + self.arrived().len() * (2 - self.camps[self.turn].count())
    }
}
