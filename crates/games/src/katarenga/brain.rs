//! What the engine knows of Katarenga: pawns, camps, how far each pawn is from the enemy's row, and
//! which pawns hang.

use std::sync::Arc;

use engine::{Brain, Linear, Mistake, Move as MoveOf, ReviewReason, Tuning, Value, Weight};
use rules::Position;

use super::position::{Katarenga, Move, Side, home_row};
use super::review;
use super::terms::{self, BoardEvaluator};
use super::weights::WEIGHTS;
use crate::terrain::Step;

const UNIT: i32 = 150;

/// The brain of Katarenga.
#[derive(Clone, Debug)]
pub struct KatarengaBrain {
    tuning: Tuning,
    /// Weights that are tried out in place of our own.
    weights: Option<Arc<[Weight]>>,
    /// The board that was prepared for.
    map: Option<Arc<BoardEvaluator>>,
}

impl Default for KatarengaBrain {
    fn default() -> Self {
        let tuning = Tuning { null_move: Some(2), futility: Some(UNIT / 2), ..Tuning::new(UNIT) };
        Self { tuning, weights: None, map: None }
    }
}

impl Brain for KatarengaBrain {
    type Position = Katarenga;
    type Trace = ();

    fn prepare(&mut self, root: &Katarenga) {
        if !self.map.as_ref().is_some_and(|map| map.is_of(&root.terrain)) {
            self.map = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
        }
    }

    fn trace(&self, _: &Katarenga) {}

    fn evaluate(&self, position: &Katarenga, (): &()) -> Value {
        Value::estimate(self.map.as_ref().map_or(0, |map| map.points(position)))
    }

    fn priority(&self, position: &Katarenga, m: Move) -> i32 {
        match m {
            Move::Enter(..) => 64,
            Move::Walk(Step { from, to }) => {
                let Some(map) = &self.map else { return 0 };
                let distances = &map.distances[position.turn];
                let [before, after] = [from, to].map(|at| distances[usize::from(at.index())]);
                8 * (i32::from(before) - i32::from(after))
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

    fn winning_move(&self, position: &Katarenga, (): &()) -> Option<Move> {
        let (turn, pawns) = (position.turn, &position.pawns);
        if position.camps[turn].count() == 1
            && let Some(from) = (pawns[turn] & home_row(!turn)).first()
        {
            let free = |side: &&Side| !position.camps[turn].is_filled(**side);
            return Side::ALL.iter().find(free).map(|&side| Move::Enter(from, side));
        }
        if position.strength(!turn) > 2 {
            return None;
        }
        pawns[turn].squares().find_map(|from| {
            let to = (position.walks(from) & pawns[!turn]).first()?;
            Some(Move::Walk(Step { from, to }))
        })
    }

    fn is_threatened(&self, position: &Katarenga, (): &()) -> bool {
        position.null().is_some_and(|other| self.winning_move(&other, &()).is_some())
    }

    fn explain(&self, mistake: &Mistake<Katarenga>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl Linear for KatarengaBrain {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Katarenga, add: &mut dyn FnMut(usize, i32)) -> i32 {
        if let Some(map) = &self.map {
            map.terms(position, add);
        }
        terms::phase(position)
    }
}
