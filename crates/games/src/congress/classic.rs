//! The classic computer players of Congress: minimax, which counts groups and the moves that the pawns
//! need to join the largest.

use engine::{ClassicEvaluator, Opponent, Term, Terms};
use rules::{Bitboard, Position, Seat, Text};

use super::position::{Congress, group};
use crate::classic::{minimax, random};

/// The classic players, weakest first.
pub(crate) static CLASSICS: &[Opponent] = &[
    random::<Congress>(),
    minimax::<MinimaxEvaluator, 1>(),
    minimax::<MinimaxEvaluator, 2>(),
    minimax::<MinimaxEvaluator, 3>(),
    minimax::<MinimaxEvaluator, 4>(),
];

static GROUPS: Text = Text::new("groups more", "groupes de plus");
static TO_JOIN: Text =
    Text::new("moves more to join the largest group", "coups de plus vers le plus grand groupe");

const GROUP: i32 = -10;
const MOVE: i32 = -4;
/// Limit to which the moves of a pawn are clamped, also where there is no way.
const PAWN_MAX_MOVES: u8 = 6;

/// Evaluator of the minimax players, which scores a finished game by its result.
pub(crate) struct MinimaxEvaluator;

/// How many groups the pawns form, and the moves that those outside the largest need to stand beside
/// it, if nobody is in the way. The first of several largest ones counts.
fn scatter(position: &Congress, seat: Seat) -> [i32; 2] {
    let pawns = position.pawns[seat];
    let (mut count, mut largest, mut rest) = (0, Bitboard::EMPTY, pawns);
    while !rest.is_empty() {
        let next = group(rest);
        if next.len() > largest.len() {
            largest = next;
        }
        rest &= !next;
        count += 1;
    }
    let distances = position.terrain.moves_to(largest.beside() & !largest);
    let moves = |square: rules::Square| {
        i32::from(distances[usize::from(square.index())].min(PAWN_MAX_MOVES))
    };
    [count, (pawns & !largest).squares().map(moves).sum()]
}

impl ClassicEvaluator for MinimaxEvaluator {
    type Game = Congress;

    fn new(_: &Congress) -> Self {
        Self
    }

    fn terms(&self, position: &Congress, seat: Seat) -> Terms {
        if let Some(outcome) = position.outcome() {
            return Term::result(&outcome, seat);
        }
        let [[groups, moves], [enemy_groups, enemy_moves]] =
            [seat, !seat].map(|seat| scatter(position, seat));
        [
            Term { label: &GROUPS, count: groups - enemy_groups, weight: GROUP },
            Term { label: &TO_JOIN, count: moves - enemy_moves, weight: MOVE },
        ]
        .into_iter()
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pawns walk as kings.
    const BLUE: &str = "BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB";

    #[track_caller]
    fn counts(rows: &str) -> [Vec<i32>; 2] {
        let position = format!("{rows} x {BLUE} classic").parse().unwrap();
        let terms = |seat| MinimaxEvaluator.terms(&position, seat);
        Seat::ALL.map(|seat| terms(seat).iter().map(|term| term.count).collect())
    }

    /// Red: five in the corner a8, one on h8, five moves from c8, and two on a1 and b1, four moves from
    /// a5: three groups, 13 moves. Blue: seven together on rank 4, and c1: two groups, two moves to c3.
    #[test]
    fn groups_and_moves_to_the_largest_count() {
        let [red, blue] = counts("xx5x/xx6/x7/8/ooooooo1/8/8/xxo5");
        assert_eq!(red, [3 - 2, 13 - 2]);
        assert_eq!(blue, [2 - 3, 2 - 13]);
    }
}
