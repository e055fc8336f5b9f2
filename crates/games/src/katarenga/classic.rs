//! The classic computer players of Katarenga: minimax, which counts pawns, camps and the moves that are
//! left to fill them.

use engine::{ClassicEvaluator, Opponent, Term, Terms};
use rules::{BySeat, Position, Seat, Text};

use super::position::{Katarenga, home_row};
use crate::classic::{minimax, random};

/// The classic players, weakest first.
pub(crate) static CLASSICS: &[Opponent] = &[
    random::<Katarenga>(),
    minimax::<MinimaxEvaluator, 1>(),
    minimax::<MinimaxEvaluator, 2>(),
    minimax::<MinimaxEvaluator, 3>(),
    minimax::<MinimaxEvaluator, 4>(),
];

static PAWNS: Text = Text::new("lead in pawns", "avance en pions");
static CAMPS: Text = Text::new("lead in camps", "avance en camps");
static TO_GO: Text =
    Text::new("moves more to fill the camps", "coups de plus pour remplir les camps");

const PAWN: i32 = 10;
const CAMP: i32 = 10;
const MOVE: i32 = -3;
/// Limit to which the moves of a pawn are clamped, also where there is no way.
const PAWN_MAX_MOVES: u8 = 8;

/// Evaluator of the minimax players, which scores a finished game by its result.
pub(crate) struct MinimaxEvaluator {
    /// Moves to the enemy's row, on an empty board.
    distances: BySeat<[u8; 64]>,
}

impl MinimaxEvaluator {
    /// The moves that a seat needs to fill its camps with its nearest pawns, if nobody is in the way.
    fn to_go(&self, position: &Katarenga, seat: Seat) -> i32 {
        let distance = |square: rules::Square| self.distances[seat][usize::from(square.index())];
        let mut pawns: Vec<u8> = position.pawns[seat].squares().map(distance).collect();
        pawns.sort_unstable();
        let wanted = 2 - position.camps[seat].count();
        pawns.iter().take(wanted).map(|&moves| i32::from(moves.min(PAWN_MAX_MOVES)) + 1).sum()
    }
}

impl ClassicEvaluator for MinimaxEvaluator {
    type Game = Katarenga;

    fn new(root: &Katarenga) -> Self {
        Self { distances: BySeat::from_fn(|seat| root.terrain.moves_to(home_row(!seat))) }
    }

    fn terms(&self, position: &Katarenga, seat: Seat) -> Terms {
        if let Some(outcome) = position.outcome() {
            return Term::result(&outcome, seat);
        }
        let lead = |count: &dyn Fn(Seat) -> i32| count(seat) - count(!seat);
        [
            (&PAWNS, lead(&|seat| position.strength(seat) as i32), PAWN),
            (&CAMPS, lead(&|seat| position.camps[seat].count() as i32), CAMP),
            (&TO_GO, lead(&|seat| self.to_go(position, seat)), MOVE),
        ]
        .into_iter()
        .map(|(label, count, weight)| Term { label, count, weight })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pawns walk as kings: as many moves as ranks.
    const BLUE: &str = "BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB";

    #[track_caller]
    fn counts(rows: &str, camps: &str) -> [Vec<i32>; 2] {
        let position = format!("{rows} x {BLUE} {camps} classic").parse().unwrap();
        let judge = MinimaxEvaluator::new(&position);
        Seat::ALL.map(|seat| judge.terms(&position, seat).iter().map(|term| term.count).collect())
    }

    /// Red: d8, f5 and a3 are 7, 4 and 2 moves from rank 1, and enter a camp with one more: 3 + 5.
    /// Blue: e7 and h1 are 1 and 7 moves from rank 8: 2 + 8.
    #[test]
    fn the_nearest_pawns_count() {
        let [red, blue] = counts("3x4/4o3/8/5x2/8/x7/8/7o", "--/--");
        assert_eq!(red, [1, 0, -2]);
        assert_eq!(blue, [-1, 0, 2]);
    }

    /// With a camp filled, Red needs one pawn more, a3; the one in the camp is still a pawn.
    #[test]
    fn a_filled_camp_needs_no_pawn_any_more() {
        let [red, _] = counts("3x4/4o3/8/8/8/x7/8/7o", "x-/--");
        assert_eq!(red, [1, 1, 3 - 10]);
    }

    #[test]
    fn a_won_game_is_nothing_else() {
        let [red, blue] = counts("3x4/4o3/8/8/8/x7/8/7o", "xx/--");
        assert_eq!((red, blue), (vec![1], vec![-1]));
    }
}
