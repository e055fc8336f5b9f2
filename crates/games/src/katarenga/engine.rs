//! The engine of Katarenga: alpha-beta with an evaluation of pawns, camps, distances to the enemy's row
//! and hanging pawns.

use std::sync::Arc;

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Levels, LinearEvaluator, MistakeContext,
    Resources, ReviewReason, SearchParams, Value, ValueScale, Weight,
};
use rules::Position;

use super::position::{Katarenga, Move, Side, home_row};
use super::review;
use super::terms::{self, BoardEvaluator};
use super::weights::WEIGHTS;
use crate::terrain::Step;

/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 150;

/// The engine of Katarenga.
pub enum KatarengaEngine {}

impl GameEngine for KatarengaEngine {
    type Game = Katarenga;
    type Searcher = AlphaBeta<KatarengaEvaluator>;

    fn searcher(resources: Resources) -> Self::Searcher {
        AlphaBeta::new(KatarengaEvaluator::default(), resources)
    }
}

impl Levels for KatarengaEngine {}

impl Explainer for KatarengaEngine {
    fn explain(mistake: &MistakeContext<Katarenga>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

/// The evaluation of Katarenga.
#[derive(Clone, Debug, Default)]
pub struct KatarengaEvaluator {
    /// Weights in training, in place of the usual ones.
    weights: Option<Arc<[Weight]>>,
    /// Tables of the board.
    board: Option<Arc<BoardEvaluator>>,
}

impl Evaluator for KatarengaEvaluator {
    type Position = Katarenga;
    type Accumulator = ();

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams = SearchParams {
        null_move_reduction: Some(2),
        futility_margin: Some(UNIT / 2),
        ..SearchParams::new(&Self::SCALE)
    };

    fn prepare(&mut self, root: &Katarenga) {
        if !self.board.as_ref().is_some_and(|board| board.is_of(&root.terrain)) {
            self.board = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
        }
    }

    fn accumulator(&self, _: &Katarenga) {}

    fn evaluate(&self, position: &Katarenga, (): &()) -> Value {
        Value::estimate(self.board.as_ref().map_or(0, |board| board.points(position)))
    }

    fn move_priority(&self, position: &Katarenga, m: Move) -> i32 {
        match m {
            Move::Enter(..) => 64,
            Move::Walk(Step { from, to }) => {
                let Some(board) = &self.board else { return 0 };
                let distances = &board.distances[position.turn];
                let [before, after] = [from, to].map(|at| distances[usize::from(at.index())]);
                8 * (i32::from(before) - i32::from(after))
            }
        }
    }

    fn is_tactical(&self, position: &Katarenga, m: Move) -> bool {
        position.resets(m)
    }

    /// The two camps are equivalent.
    fn is_redundant(&self, position: &Katarenga, m: Move) -> bool {
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
}

impl LinearEvaluator for KatarengaEvaluator {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Katarenga, add: &mut dyn FnMut(usize, i32)) -> i32 {
        if let Some(board) = &self.board {
            board.terms(position, add);
        }
        terms::phase(position)
    }
}
