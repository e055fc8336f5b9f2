//! The trait of positions, which are small values.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::{Outcome, ParseError, Seat, Symmetry};

/// The legal moves of a position, without allocation. No game here has more than 128.
pub type MoveList<M> = ArrayVec<M, 128>;

/// Which draws by history a game knows; [`Line`](crate::Line) decides them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    /// The occurrence of a position that ends the game: 3 for the third; `None` for no such rule.
    pub occurrences: Option<u16>,
    /// So many plies in a row without an irreversible move.
    pub quiet_plies: Option<u16>,
    /// So many plies in all.
    pub total_plies: Option<u16>,
}

impl Draws {
    /// No draw by history.
    pub const NONE: Self = Self { occurrences: None, quiet_plies: None, total_plies: None };
}

/// A position of a two-player game of perfect information: a small value, copied to make a move.
///
/// `Eq` and [`key`](Self::key) cover everything on the board that affects future play; counters and
/// history are in [`Line`](crate::Line). `Display` writes the exact notation and `FromStr` reads it
/// generously, refusing what cannot be; `docs/notation.md` has the grammar.
pub trait Position:
    Copy + Eq + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A move; its number is unique among all moves of the game.
    type Move: Copy
        + Eq
        + Debug
        + Display
        + FromStr<Err = ParseError>
        + Into<u16>
        + Send
        + Sync
        + 'static;

    /// The draws that only the history shows.
    const DRAWS: Draws = Draws::NONE;

    /// Who is to move, or would be if the game were not over.
    fn turn(&self) -> Seat;

    /// How the game has ended, by the board alone.
    fn outcome(&self) -> Option<Outcome>;

    /// Every legal move: none when the board's game is over, else at least one (a pass is a move).
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// The position after `m`, which must be legal.
    #[must_use]
    fn play(&self, m: Self::Move) -> Self;

    /// A hash of the position, the same for equal positions.
    fn key(&self) -> u64;

    /// Whether `m` can never be undone by later moves: it restarts the count of quiet plies, and no
    /// position before it can come again.
    fn resets(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// The same board with the other side to move, where a search may assume it.
    fn null(&self) -> Option<Self> {
        None
    }

    /// The symmetries of the board, other than the identity, under which the position stays as it is: a move
    /// and its [`image`](Self::image) have the same value.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }

    /// The image of a move under a symmetry of a position.
    #[must_use]
    fn image(m: Self::Move, symmetry: Symmetry) -> Self::Move {
        let _ = symmetry;
        m
    }

    /// Whether `m` is among the legal moves.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.legal_moves().contains(&m)
    }

    /// How many legal moves there are, counted rather than listed where that is quicker.
    fn count_moves(&self) -> usize {
        self.legal_moves().len()
    }
}
