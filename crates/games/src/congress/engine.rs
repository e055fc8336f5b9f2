//! The engine of Congress: alpha-beta with an evaluation of the distances and groups of the pawns, and a
//! quick test for moves that join them all.

use std::sync::Arc;

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Levels, LinearEvaluator, MistakeContext,
    Resources, ReviewReason, SearchParams, Value, ValueScale, Weight,
};
use rules::{Bitboard, BySeat};

use super::position::{Congress, split};
use super::review;
use super::terms::{self, BoardEvaluator, Gathering};
use super::weights::WEIGHTS;
use crate::terrain::Step;

/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 150;

/// The engine of Congress.
pub enum CongressEngine {}

impl GameEngine for CongressEngine {
    type Game = Congress;
    type Searcher = AlphaBeta<CongressEvaluator>;

    fn searcher(resources: Resources) -> Self::Searcher {
        AlphaBeta::new(CongressEvaluator::default(), resources)
    }
}

impl Levels for CongressEngine {}

impl Explainer for CongressEngine {
    fn explain(mistake: &MistakeContext<Congress>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

/// The evaluation of Congress.
#[derive(Clone, Debug, Default)]
pub struct CongressEvaluator {
    /// Weights in training, in place of the usual ones.
    weights: Option<Arc<[Weight]>>,
    /// Tables of the board.
    board: Option<Arc<BoardEvaluator>>,
}

impl Evaluator for CongressEvaluator {
    type Position = Congress;
    /// A move changes nothing for the pawns of the other side.
    type Accumulator = BySeat<Gathering>;

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams = SearchParams {
        null_move_reduction: Some(2),
        quiescence_plies: 1,
        futility_margin: Some(UNIT / 2),
        ..SearchParams::new(&Self::SCALE)
    };

    fn prepare(&mut self, root: &Congress) {
        if !self.board.as_ref().is_some_and(|board| board.is_of(&root.terrain)) {
            self.board = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
        }
    }

    fn accumulator(&self, position: &Congress) -> BySeat<Gathering> {
        BySeat::from_fn(|seat| self.gathering(position.pawns[seat]))
    }

    #[inline]
    fn update(
        &self,
        accumulator: &BySeat<Gathering>,
        before: &Congress,
        _: Step,
        after: &Congress,
    ) -> BySeat<Gathering> {
        let mut updated = *accumulator;
        updated[before.turn] = self.gathering(after.pawns[before.turn]);
        updated
    }

    fn evaluate(&self, position: &Congress, accumulator: &BySeat<Gathering>) -> Value {
        Value::estimate(self.board.as_ref().map_or(0, |board| board.points(position, accumulator)))
    }

    fn winning_move(&self, position: &Congress, accumulator: &BySeat<Gathering>) -> Option<Step> {
        joining_move(position, &accumulator[position.turn])
    }

    fn is_threatened(&self, position: &Congress, accumulator: &BySeat<Gathering>) -> bool {
        joining_move(position, &accumulator[!position.turn]).is_some()
    }
}

impl CongressEvaluator {
    fn gathering(&self, pawns: Bitboard) -> Gathering {
        self.board.as_ref().map_or_else(Gathering::default, |board| board.gathering(pawns))
    }
}

impl LinearEvaluator for CongressEvaluator {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Congress, add: &mut dyn FnMut(usize, i32)) -> i32 {
        self.board.as_ref().map_or(0, |board| board.terms(position, add))
    }
}

/// A move after which all pawns of a side are one group.
#[inline]
fn joining_move(position: &Congress, gathering: &Gathering) -> Option<Step> {
    let groups = gathering.groups();
    for (index, &group) in groups.iter().enumerate() {
        // The pawn that moves comes from this group, and must stand beside all others.
        let mut meeting = Bitboard::ALL;
        for (other, beside) in gathering.beside().iter().enumerate() {
            if other != index {
                meeting &= *beside;
            }
        }
        if meeting.is_empty() {
            continue;
        }
        for from in group {
            let left = split(group & !Bitboard::of(from));
            let places = left.iter().fold(meeting, |set, part| set & part.beside());
            if places.is_empty() {
                continue;
            }
            if let Some(to) = (places & position.walks(from)).first() {
                return Some(Step { from, to });
            }
        }
    }
    None
}
