//! Static evaluation of Isolation: who will probably place the last pawn, by the squares that no longer
//! depend on others.

use engine::{Evaluator, SearchParams, Value, ValueScale};
use rules::{Bitboard, Square};

use super::position::{Isolation, Place};

/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 100;

/// The evaluation of Isolation, for the levels that look only a few moves ahead.
#[derive(Clone, Debug, Default)]
pub struct IsolationEvaluator;

impl Evaluator for IsolationEvaluator {
    type Position = Isolation;
    type Accumulator = ();

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams =
        SearchParams { quiescence_plies: 0, ..SearchParams::new(&Self::SCALE) };

    fn accumulator(&self, _: &Isolation) {}

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
    fn move_priority(&self, position: &Isolation, Place(square): Place) -> i32 {
        2 * closes(position, square).len() as i32
    }
}

/// The free squares that a pawn on `square` would close, its own included.
pub(super) fn closes(position: &Isolation, square: Square) -> Bitboard {
    let pawns = position.occupied();
    let reach = position.terrain.reach(square, pawns);
    let reached = position.terrain.reaching(square, pawns);
    (reach | reached | square) & position.free()
}
