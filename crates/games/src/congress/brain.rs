//! What the engine knows of Congress: how many moves the pawns are from each other, and in how many
//! groups they stand.

use std::sync::Arc;

use engine::{Brain, Mistake, ReviewReason, Tuning, Value};
use rules::{Bitboard, Seat, Square};

use super::position::{Congress, groups};
use super::review;

const UNIT: i32 = 60;
/// A move that a pawn is away from the best meeting place.
const DISTANCE: i32 = 12;
/// A step that a pawn is away from it.
const STEP: i32 = 4;
/// A group more than one.
const GROUP: i32 = 10;

/// The brain of Congress.
#[derive(Clone, Debug)]
pub struct CongressBrain {
    tuning: Tuning,
    /// What it costs to bring a pawn from a square (second) to a meeting place (first).
    costs: Arc<[[u8; 64]]>,
}

impl Default for CongressBrain {
    fn default() -> Self {
        let tuning = Tuning { null_move: Some(2), quiescence: 0, ..Tuning::new(UNIT) };
        Self { tuning, costs: Arc::new([]) }
    }
}

impl Brain for CongressBrain {
    type Position = Congress;
    type Trace = ();

    fn prepare(&mut self, root: &Congress) {
        self.costs = Square::all().map(|place| costs(root, place)).collect();
    }

    fn trace(&self, _: &Congress) {}

    fn evaluate(&self, position: &Congress, (): &()) -> Value {
        Value::estimate(
            self.spread(position, !position.turn) - self.spread(position, position.turn),
        )
    }

    fn explain(&self, mistake: &Mistake<Congress>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl CongressBrain {
    /// How far the pawns of a seat are from being together.
    fn spread(&self, position: &Congress, seat: Seat) -> i32 {
        let pawns = position.pawns[seat];
        let gathered = |place: Square| -> i32 {
            let costs = &self.costs[usize::from(place.index())];
            pawns.squares().map(|pawn| i32::from(costs[usize::from(pawn.index())])).sum()
        };
        let best = pawns.squares().map(gathered).min().unwrap_or_default();
        best + GROUP * i32::from(groups(pawns))
    }
}

/// What it costs to bring a pawn from each square next to `place`.
fn costs(position: &Congress, place: Square) -> [u8; 64] {
    let moves = position.terrain.moves_to(Bitboard::of(place).beside());
    std::array::from_fn(|index| {
        let square = Square::from_index(index as u8);
        let files = square.file().abs_diff(place.file());
        let ranks = square.rank().abs_diff(place.rank());
        let steps = i32::from((files + ranks).saturating_sub(2));
        let moves = if square == place { 0 } else { i32::from(moves[index].min(6)) };
        (DISTANCE * moves + STEP * steps) as u8
    })
}
