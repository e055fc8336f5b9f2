//! The classic computer players of Isolation: minimax, which counts the moves that are left and asks
//! whose the last one will be.

use engine::{ClassicEvaluator, Opponent, Term, Terms};
use rules::{Position, Seat, Text};

use super::evaluator::closes;
use super::position::Isolation;
use crate::classic::{minimax, random};

/// The classic players, weakest first.
pub(crate) static CLASSICS: &[Opponent] = &[
    random::<Isolation>(),
    minimax::<MinimaxEvaluator, 1>(),
    minimax::<MinimaxEvaluator, 2>(),
    minimax::<MinimaxEvaluator, 3>(),
    minimax::<MinimaxEvaluator, 4>(),
];

static LAST: Text = Text::new("last pawn expected", "dernier pion espéré");
static SAFE: Text = Text::new("safe squares that confirm it", "cases sûres qui le confirment");

const LAST_PAWN: i32 = 20;
const SAFE_SQUARE: i32 = 2;

/// Evaluator of the minimax players, which scores a finished game by its result.
pub(crate) struct MinimaxEvaluator;

impl ClassicEvaluator for MinimaxEvaluator {
    type Game = Isolation;

    fn new(_: &Isolation) -> Self {
        Self
    }

    /// A square is safe when no other move can close it: it is a move for somebody in any case. Of the
    /// others about one in three will be. If that is an odd number, the side to move has the last one.
    fn terms(&self, position: &Isolation, seat: Seat) -> Terms {
        if let Some(outcome) = position.outcome() {
            return Term::result(&outcome, seat);
        }
        let free = position.free();
        let safe = free.squares().filter(|&square| closes(position, square).len() == 1).count();
        let moves = safe + (free.len() - safe).div_ceil(3);
        let is_last = (position.turn() == seat) == (moves % 2 == 1);
        let sign = if is_last { 1 } else { -1 };
        [
            Term { label: &LAST, count: sign, weight: LAST_PAWN },
            Term { label: &SAFE, count: sign * safe as i32, weight: SAFE_SQUARE },
        ]
        .into_iter()
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::{Bitboard, BySeat, Square};

    use super::super::position::Rules;
    use super::*;
    use crate::terrain::{Colour, Terrain};

    /// The terms' counts on a board where pawns close the squares around them, with all squares taken
    /// but those named; the side to move first.
    fn counts(free: &[&str]) -> [Vec<i32>; 2] {
        let free: Bitboard = free.iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let pawns = BySeat { first: !free, second: Bitboard::EMPTY };
        let mut position = Isolation::new(Terrain::from_fn(|_| Colour::Blue), Rules::Classic);
        position.pawns = pawns;
        let terms = |seat| MinimaxEvaluator.terms(&position, seat);
        Seat::ALL.map(|seat| terms(seat).iter().map(|term| term.count).collect())
    }

    #[test]
    fn safe_squares_are_moves_and_others_every_third() {
        // One safe square: the side to move has the last pawn.
        assert_eq!(counts(&["a1"]), [[1, 1], [-1, -1]]);
        // Two: the other has.
        assert_eq!(counts(&["a1", "h8"]), [[-1, -2], [1, 2]]);
        // a1 is safe; d4 and d5 close each other and are one move: two moves.
        assert_eq!(counts(&["a1", "d4", "d5"]), [[-1, -1], [1, 1]]);
    }
}
