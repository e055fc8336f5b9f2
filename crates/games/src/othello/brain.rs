//! What the engine knows of Othello: mobility, corners and their neighbours, frontiers, and at the
//! end the discs themselves.

use engine::{Brain, Level, Mistake, ReviewReason, Skill, Tuning, Value};
use rules::{Bitboard, Outcome, Position, Square};

use super::flips::moves;
use super::position::{Move, Othello};
use super::review;

/// What a disc of the final count is worth, in points.
const DISC: i32 = 100;
/// An advantage that wins about 73 games in 100.
const UNIT: i32 = 8 * DISC;

const CORNER: i32 = 900;
/// Beside an empty corner on the diagonal.
const NEXT_TO_CORNER: i32 = -450;
/// Beside an empty corner on the edge.
const EDGE_BY_CORNER: i32 = -180;
const MOBILITY: i32 = 80;
/// A disc beside an empty square, which the other side may turn over.
const FRONTIER: i32 = -25;

/// Each corner, the square diagonally next to it, and its neighbours on the edges.
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];

/// The brain of Othello.
#[derive(Clone, Debug)]
pub struct OthelloBrain {
    tuning: Tuning,
}

impl Default for OthelloBrain {
    fn default() -> Self {
        let tuning = Tuning::new(UNIT);
        Self { tuning: Tuning { count: DISC, quiescence: 0, ..tuning } }
    }
}

impl Brain for OthelloBrain {
    type Position = Othello;
    type Trace = ();

    fn trace(&self, _: &Othello) {}

    fn evaluate(&self, position: &Othello, (): &()) -> Value {
        let (own, enemy) = (position.discs(position.turn()), position.discs(!position.turn()));
        let empty = !(own | enemy);
        let moves = |own: Bitboard, enemy: Bitboard| moves(own.0, enemy.0).count_ones() as i32;
        let mobility = MOBILITY * (moves(own, enemy) - moves(enemy, own));
        let near = empty.around();
        let frontier = FRONTIER * ((own & near).len() as i32 - (enemy & near).len() as i32);
        let corners = corners(own.0, empty.0) - corners(enemy.0, empty.0);
        let discs = own.len() as i32 - enemy.len() as i32;
        // The fewer squares are left, the more the discs themselves count.
        let late = (20 - empty.len() as i32).max(0);
        Value::estimate(mobility + frontier + corners + discs * DISC * late / 20)
    }

    /// Corners first, squares that give corners away last.
    fn priority(&self, _: &Othello, m: Move) -> i32 {
        match m {
            Move::Pass => 0,
            Move::Disc(square) => promise(square),
        }
    }

    fn result(&self, position: &Othello, outcome: &Outcome) -> Value {
        let margin = DISC * i32::from(outcome.margin.unwrap_or_default());
        Value::estimate(match outcome.winner {
            Some(winner) if winner == position.turn() => margin,
            Some(_) => -margin,
            None => 0,
        })
    }

    fn skill(&self, level: Level) -> Skill {
        match level {
            Level::Expert => Skill { nodes: 80_000, ..Skill::usual(level) },
            _ => Skill::usual(level),
        }
    }

    fn explain(&self, mistake: &Mistake<Othello>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

fn corners(own: u64, empty: u64) -> i32 {
    CORNERS
        .iter()
        .map(|&(corner, diagonal, edges)| {
            if own & corner != 0 {
                CORNER
            } else if empty & corner != 0 {
                NEXT_TO_CORNER * i32::from(own & diagonal != 0)
                    + EDGE_BY_CORNER * (own & edges).count_ones() as i32
            } else {
                0
            }
        })
        .sum()
}

const fn promise(square: Square) -> i32 {
    let bit = 1 << square.index();
    let mut i = 0;
    while i < 4 {
        let (corner, diagonal, edges) = CORNERS[i];
        if bit & corner != 0 {
            return 64;
        }
        if bit & diagonal != 0 {
            return -48;
        }
        if bit & edges != 0 {
            return -16;
        }
        i += 1;
    }
    0
}
