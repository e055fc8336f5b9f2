//! The classic computer players of Othello: minimax, which counts discs, moves and corners.

use engine::{ClassicEvaluator, Opponent, Term, Terms};
use rules::{Bitboard, Seat, Text};

use super::flips::moves;
use super::position::Othello;
use crate::classic::{minimax, random};

/// The classic players, weakest first.
pub(crate) static CLASSICS: &[Opponent] = &[
    random::<Othello>(),
    minimax::<MinimaxEvaluator, 1>(),
    minimax::<MinimaxEvaluator, 2>(),
    minimax::<MinimaxEvaluator, 3>(),
    minimax::<MinimaxEvaluator, 4>(),
    minimax::<MinimaxEvaluator, 5>(),
    minimax::<MinimaxEvaluator, 6>(),
    minimax::<MinimaxEvaluator, 7>(),
    minimax::<MinimaxEvaluator, 8>(),
];

/// What a classic player counts, with the points that each thing more than the enemy's is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ClassicWeights {
    disc: i32,
    /// A square where a disc can go, whoever is to move.
    mobility: i32,
    corner: i32,
}

/// What [`ClassicWeights`] count, in the same order.
static LABELS: [Text; 3] = [
    Text::new("lead in discs", "avance en pions"),
    Text::new("lead in mobility", "avance en mobilité"),
    Text::new("lead in corners", "avance en coins"),
];

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

impl ClassicWeights {
    /// The weights of `minimax`.
    const MINIMAX: Self = Self { disc: 10, mobility: 5, corner: 25 };

    /// What a position is worth to `seat`, term by term: the sum is its score.
    fn terms(&self, position: &Othello, seat: Seat) -> [Term; 3] {
        let (own, enemy) = (position.discs(seat), position.discs(!seat));
        let lead = |own: Bitboard, enemy: Bitboard| own.len() as i32 - enemy.len() as i32;
        let places = |own: Bitboard, enemy: Bitboard| Bitboard(moves(own.0, enemy.0));
        let counts = [
            lead(own, enemy),
            lead(places(own, enemy), places(enemy, own)),
            lead(own & CORNERS, enemy & CORNERS),
        ];
        let weights = [self.disc, self.mobility, self.corner];
        std::array::from_fn(|term| Term {
            label: &LABELS[term],
            count: counts[term],
            weight: weights[term],
        })
    }
}

/// Evaluator of the minimax players, which scores finished games like any other position.
pub(crate) struct MinimaxEvaluator;

impl ClassicEvaluator for MinimaxEvaluator {
    type Game = Othello;

    fn new(_: &Othello) -> Self {
        Self
    }

    fn terms(&self, position: &Othello, seat: Seat) -> Terms {
        ClassicWeights::MINIMAX.terms(position, seat).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of Black in that position; those of White must be the opposite.
    #[track_caller]
    fn points(text: &str) -> [i32; 3] {
        let position = text.parse().unwrap();
        let [black, white] = Seat::ALL
            .map(|seat| ClassicWeights::MINIMAX.terms(&position, seat).map(|term| term.points()));
        assert_eq!(black.map(|points| -points), white, "{text}");
        black
    }

    #[test]
    fn the_start_is_even() {
        assert_eq!(points("8/8/8/3ox3/3xo3/8/8/8 x"), [0, 0, 0]);
    }

    /// Black d3 d4 e4 d5, White e5. White can play c3, e3 and c5; Black could play e6, f5 and f6.
    /// 10·(4 - 1), 5·(3 - 3).
    #[test]
    fn after_the_first_move_discs_count() {
        assert_eq!(points("8/8/3x4/3xx3/3xo3/8/8/8 o"), [30, 0, 0]);
    }

    /// Black has six discs and no move, White one disc and one move, f4: whoever is to move.
    /// 10·(6 - 1), 5·(0 - 1).
    #[test]
    fn mobility_is_counted_for_both_whoever_is_to_move() {
        for turn in Seat::ALL {
            let text = format!("8/8/8/oxxxx3/3xx3/8/8/8 {turn}");
            assert_eq!(points(&text), [50, -5, 0]);
        }
    }

    /// Black a1 b2 c3 d4 can play f4, d6 and f6; White e4 d5 e5 can play d3 and c4.
    /// 10·(4 - 3), 5·(3 - 2), 25·(1 - 0).
    #[test]
    fn corners_count() {
        let text = "x7/1x6/2x5/3xo3/3oo3/8/8/8 o";
        assert_eq!(points(text), [10, 5, 25]);
        let terms = ClassicWeights::MINIMAX.terms(&text.parse().unwrap(), Seat::Second);
        let terms = terms.map(|term| format!("{} {}", term.label, term.points()));
        assert_eq!(terms, ["lead in discs -10", "lead in mobility -5", "lead in corners -25"]);
        assert_eq!(MinimaxEvaluator.score(&text.parse().unwrap(), Seat::Second), -40);
    }

    #[test]
    fn a_finished_game_is_counted_like_any_other() {
        assert_eq!(points("8/8/8/3xx3/3xx3/8/8/8 o"), [40, 0, 0]);
    }
}
