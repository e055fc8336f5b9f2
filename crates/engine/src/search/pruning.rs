//! What decides by the static evaluation, or by the order of moves, how deep a move is searched.

use rules::{Line, Position as _};

use super::{NodeInput, NodeValue, NonPv, SearchThread, SearchWindow};
use crate::transposition_table::Bound;
use crate::{Evaluator, Value};

/// Remaining depth from which moves are reduced, in plies.
const REDUCTION_MIN_DEPTH: i32 = 3;

impl<E: Evaluator> SearchThread<'_, E> {
    /// The static evaluation of a position, where null move or futility pruning uses it.
    pub(super) fn pruning_evaluation(
        &mut self,
        input: &NodeInput<E::Accumulator>,
        depth: i32,
    ) -> Option<Value> {
        let is_used = self.params.null_move_reduction.is_some()
            || (self.params.futility_margin.is_some() && depth <= self.params.futility_max_depth);
        is_used.then(|| self.evaluate(input))
    }

    /// The static evaluation of the position at the end of the line.
    pub(super) fn evaluate(&mut self, input: &NodeInput<E::Accumulator>) -> Value {
        let Self { evaluator, evaluations, line, .. } = self;
        evaluations.get_or_insert_with(input.key, || {
            evaluator.evaluate(line.position(), &input.accumulator)
        })
    }

    /// A static evaluation, corrected by the errors that searches of similar positions have found.
    pub(super) fn corrected(&self, evaluation: Value) -> Value {
        let percent = self.params.correction_percent;
        if percent == 0 {
            return evaluation;
        }
        let keys = self.evaluator.correction_keys(self.line.position());
        Value::estimate(evaluation.points() + self.corrections.correction(keys, percent))
    }

    /// Records how far the static evaluation of a position was from the value of its search.
    pub(super) fn record_error(
        &mut self,
        position: &E::Position,
        evaluation: Value,
        result: (Value, Bound),
        depth: i32,
    ) {
        if self.params.correction_percent > 0 {
            let keys = self.evaluator.correction_keys(position);
            self.corrections.add(keys, evaluation, result, depth);
        }
    }

    /// Reverse futility pruning: near the horizon, an evaluation far above beta stays above it.
    pub(super) fn reverse_futility_cutoff(
        &self,
        estimate: Value,
        depth: i32,
        window: SearchWindow,
    ) -> Option<NodeValue> {
        let margin = self.params.futility_margin?;
        let low = estimate.shifted(-margin * depth);
        (depth <= self.params.futility_max_depth && low >= window.beta)
            .then_some(NodeValue::estimate(low))
    }

    /// Futility pruning: near the horizon, no quiet move makes up for an evaluation far below alpha.
    /// Returns the most that one can reach.
    pub(super) fn futility_bound(
        &self,
        estimate: Value,
        depth: i32,
        window: SearchWindow,
    ) -> Option<Value> {
        let is_near = depth <= self.params.futility_max_depth;
        let margin = self.params.futility_margin.filter(|_| is_near)?;
        let high = estimate.shifted(margin * (depth + 1));
        (high <= window.alpha && !window.alpha.is_decided()).then_some(high)
    }

    /// Null move pruning: if even passing reaches beta, a real move will too.
    pub(super) fn null_move_cutoff(
        &mut self,
        accumulator: &E::Accumulator,
        depth: i32,
        ply: u16,
        window: SearchWindow,
    ) -> Option<NodeValue> {
        let reduction = i32::from(self.params.null_move_reduction?) + depth / 6;
        if depth <= reduction {
            return None;
        }
        let null = self.line.position().null()?;
        let line = std::mem::replace(&mut self.line, Line::new(null));
        let accumulator = self.evaluator.update_null(accumulator, &null);
        let input = NodeInput { accumulator, key: null.key() };
        let depth = depth - 1 - reduction;
        let null_window = window.null_at_beta().negated();
        let result = self.search::<NonPv>(&input, depth, ply + 1, null_window, false);
        self.line = line;
        let value = -result.value;
        (value >= window.beta && !value.is_decided() && !self.stopped)
            .then_some(NodeValue::estimate(value))
    }

    /// Late move reductions: moves late in the ordering are searched less deeply unless they fail high.
    pub(super) fn late_move_reduction(
        &self,
        depth: i32,
        index: usize,
        ply: u16,
        m: u16,
        is_tactical: bool,
    ) -> i32 {
        let Some(full_depth_moves) = self.params.full_depth_moves else { return 0 };
        if depth < REDUCTION_MIN_DEPTH
            || index < full_depth_moves
            || is_tactical
            || self.history.is_killer(ply.into(), m)
        {
            return 0;
        }
        let late = (index - full_depth_moves) as i32;
        (1 + depth / 8 + late / 8).min(depth - 2)
    }
}
