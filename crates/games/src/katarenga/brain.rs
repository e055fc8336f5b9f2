//! What the engine knows of Katarenga: pawns, camps, how far each pawn is from the enemy's row, and
//! which pawns hang.

use engine::{Brain, Mistake, Move as MoveOf, ReviewReason, Tuning, Value};
use rules::{Bitboard, BySeat, Position, Seat};

use super::position::{Katarenga, Move, Side, home_row};
use super::review;
use crate::terrain::Step;

const UNIT: i32 = 150;
const PAWN: i32 = 100;
/// A pawn in a camp, which nobody can take.
const CAMP: i32 = 330;
/// A pawn by its moves to the enemy's row.
const NEAR: [i32; 5] = [170, 70, 35, 15, 5];
/// A pawn that can be taken at once.
const HANGING: i32 = -40;
/// A pawn on the enemy's row that can be taken at once.
const HANGING_AT_GOAL: i32 = -110;
const MOBILITY: i32 = 2;

/// The brain of Katarenga.
#[derive(Clone, Debug)]
pub struct KatarengaBrain {
    tuning: Tuning,
    /// Moves to the enemy's row, on an empty board.
    distances: BySeat<[u8; 64]>,
}

impl Default for KatarengaBrain {
    fn default() -> Self {
        let tuning = Tuning { null_move: Some(2), ..Tuning::new(UNIT) };
        Self { tuning, distances: BySeat { first: [0; 64], second: [0; 64] } }
    }
}

impl Brain for KatarengaBrain {
    type Position = Katarenga;
    type Trace = ();

    fn prepare(&mut self, root: &Katarenga) {
        self.distances = BySeat::from_fn(|seat| root.terrain.moves_to(home_row(!seat)));
    }

    fn trace(&self, _: &Katarenga) {}

    fn evaluate(&self, position: &Katarenga, (): &()) -> Value {
        let reach = BySeat::from_fn(|seat| reach(position, seat));
        let side = |seat: Seat| {
            self.prospects(position, seat, reach[!seat].attacked) + MOBILITY * reach[seat].moves
        };
        Value::estimate(side(position.turn) - side(!position.turn))
    }

    fn priority(&self, position: &Katarenga, m: Move) -> i32 {
        match m {
            Move::Enter(..) => 64,
            Move::Walk(Step { from, to }) => {
                let distance = |square: rules::Square| {
                    i32::from(self.distances[position.turn][usize::from(square.index())])
                };
                8 * (distance(from) - distance(to))
            }
        }
    }

    fn noisy(&self, position: &Katarenga, m: MoveOf<Self>) -> bool {
        position.resets(m)
    }

    /// The two camps are as good as each other.
    fn skip(&self, position: &Katarenga, m: Move) -> bool {
        let left_is_free = !position.camps[position.turn].is_filled(Side::Left);
        matches!(m, Move::Enter(_, Side::Right)) && left_is_free
    }

    fn explain(&self, mistake: &Mistake<Katarenga>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl KatarengaBrain {
    fn prospects(&self, position: &Katarenga, seat: Seat, attacked: Bitboard) -> i32 {
        let pawns = position.pawns[seat];
        let goal = home_row(!seat);
        let near: i32 = pawns
            .squares()
            .map(|square| {
                let distance = usize::from(self.distances[seat][usize::from(square.index())]);
                NEAR.get(distance).copied().unwrap_or_default()
            })
            .sum();
        let hanging = pawns & attacked;
        near + PAWN * pawns.len() as i32
            + CAMP * position.camps[seat].count() as i32
            + HANGING * (hanging & !goal).len() as i32
            + HANGING_AT_GOAL * (hanging & goal).len() as i32
    }
}

/// Where the pawns of a seat can go.
struct Reach {
    attacked: Bitboard,
    moves: i32,
}

fn reach(position: &Katarenga, seat: Seat) -> Reach {
    let all = position.pawns.first | position.pawns.second;
    let mut found = Reach { attacked: Bitboard::EMPTY, moves: 0 };
    for from in position.pawns[seat] {
        let targets = position.terrain.reach(from, all) & !position.pawns[seat];
        found.attacked |= targets;
        found.moves += targets.len() as i32;
    }
    found
}
