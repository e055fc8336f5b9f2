//! What the engine knows of Congress: how many moves the pawns are from each other, in how many groups
//! they stand, and when one move joins them all.

use std::sync::Arc;

use engine::{Brain, Linear, Mistake, ReviewReason, Tuning, Value, Weight};
use rules::{Bitboard, BySeat};

use super::position::{Congress, split};
use super::review;
use super::terms::{self, BoardEvaluator, Gathering};
use super::weights::WEIGHTS;
use crate::terrain::Step;

const UNIT: i32 = 150;

/// The brain of Congress.
#[derive(Clone, Debug)]
pub struct CongressBrain {
    tuning: Tuning,
    /// Weights that are tried out in place of our own.
    weights: Option<Arc<[Weight]>>,
    /// The board that was prepared for.
    map: Option<Arc<BoardEvaluator>>,
}

impl Default for CongressBrain {
    fn default() -> Self {
        let tuning = Tuning {
            null_move: Some(2),
            quiescence: 1,
            futility: Some(UNIT / 2),
            ..Tuning::new(UNIT)
        };
        Self { tuning, weights: None, map: None }
    }
}

impl Brain for CongressBrain {
    type Position = Congress;
    /// A move changes nothing for the pawns of the other side.
    type Trace = BySeat<Gathering>;

    fn prepare(&mut self, root: &Congress) {
        if !self.map.as_ref().is_some_and(|map| map.is_of(&root.terrain)) {
            self.map = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
        }
    }

    fn trace(&self, position: &Congress) -> BySeat<Gathering> {
        BySeat::from_fn(|seat| self.gathering(position.pawns[seat]))
    }

    #[inline]
    fn step(
        &self,
        trace: &BySeat<Gathering>,
        before: &Congress,
        _: Step,
        after: &Congress,
    ) -> BySeat<Gathering> {
        let mut trace = *trace;
        trace[before.turn] = self.gathering(after.pawns[before.turn]);
        trace
    }

    fn evaluate(&self, position: &Congress, trace: &BySeat<Gathering>) -> Value {
        Value::estimate(self.map.as_ref().map_or(0, |map| map.points(position, trace)))
    }

    fn winning_move(&self, position: &Congress, trace: &BySeat<Gathering>) -> Option<Step> {
        joining_move(position, &trace[position.turn])
    }

    fn is_threatened(&self, position: &Congress, trace: &BySeat<Gathering>) -> bool {
        joining_move(position, &trace[!position.turn]).is_some()
    }

    fn explain(&self, mistake: &Mistake<Congress>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl CongressBrain {
    fn gathering(&self, pawns: Bitboard) -> Gathering {
        self.map.as_ref().map_or_else(Gathering::default, |map| map.gathering(pawns))
    }
}

impl Linear for CongressBrain {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Congress, add: &mut dyn FnMut(usize, i32)) -> i32 {
        self.map.as_ref().map_or(0, |map| map.terms(position, add))
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
