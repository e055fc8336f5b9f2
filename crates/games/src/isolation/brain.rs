//! What the engine knows of Isolation: who will place the last pawn, as far as that can be told from
//! the squares that no longer depend on others.

use engine::{Brain, Level, Mistake, ReviewReason, Skill, Tuning, Value};
use rules::{Bitboard, Square};

use super::position::{Isolation, Place};
use super::review;

const UNIT: i32 = 100;

/// The brain of Isolation.
#[derive(Clone, Debug)]
pub struct IsolationBrain {
    tuning: Tuning,
}

impl Default for IsolationBrain {
    fn default() -> Self {
        Self { tuning: Tuning { quiescence: 0, ..Tuning::new(UNIT) } }
    }
}

impl Brain for IsolationBrain {
    type Position = Isolation;
    type Trace = ();

    fn trace(&self, _: &Isolation) {}

    fn evaluate(&self, position: &Isolation, (): &()) -> Value {
        let free = position.free();
        let settled = free.squares().filter(|&square| closes(position, square).len() == 1).count();
        let open = free.len() - settled;
        // Settled squares are one move each; the others will be about one move in three.
        let moves = settled + open.div_ceil(3);
        let sure = UNIT * settled as i32 / free.len().max(1) as i32;
        let parity = if moves % 2 == 1 { 1 } else { -1 };
        Value::estimate(parity * (sure + 10))
    }

    /// Squares that settle most come first.
    fn priority(&self, position: &Isolation, Place(square): Place) -> i32 {
        2 * closes(position, square).len() as i32
    }

    /// The end of the game is seen early, so the levels must differ in how early.
    fn skill(&self, level: Level) -> Skill {
        match level {
            Level::Difficult => Skill { nodes: 12_000, ..Skill::usual(level) },
            Level::Expert => Skill { nodes: 120_000, ..Skill::usual(level) },
            _ => Skill::usual(level),
        }
    }

    fn explain(&self, mistake: &Mistake<Isolation>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

/// The free squares that a pawn on `square` would close, its own included.
pub(super) fn closes(position: &Isolation, square: Square) -> Bitboard {
    let pawns = position.occupied();
    let reach = position.terrain.reach(square, pawns);
    let reached = position.terrain.reaching(square, pawns);
    (reach | reached | square) & position.free()
}
