//! The meaning of an engine's values: expected scores and final counts.

use rules::{Outcome, Seat};

use crate::{AnyValue, Bound, Proof, Value};

/// The meaning of an engine's values, in points of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueScale {
    /// Points of an advantage with an expected score of 73 %: the unit of the logistic curve.
    pub unit: i32,
    /// Points of one counted thing in a game that is decided by a count, such as a disc of Othello;
    /// `None` in games that are won or lost.
    pub margin_unit: Option<i32>,
}

impl ValueScale {
    /// The scale of a game that is won or lost.
    pub const fn new(unit: i32) -> Self {
        Self { unit, margin_unit: None }
    }

    /// The scale of a game that is decided by a count.
    pub const fn counting(unit: i32, margin_unit: i32) -> Self {
        Self { unit, margin_unit: Some(margin_unit) }
    }

    /// The value of a finished game for `turn`, the side to move: a win or a loss in no plies, or the
    /// final count.
    pub fn terminal_value(&self, turn: Seat, outcome: &Outcome) -> Value {
        let margin =
            self.margin_unit.map(|unit| unit * i32::from(outcome.margin.unwrap_or_default()));
        match (outcome.winner, margin) {
            (None, _) => Value::ZERO,
            (Some(winner), Some(margin)) if winner == turn => Value::estimate(margin),
            (Some(_), Some(margin)) => Value::estimate(-margin),
            (Some(winner), None) if winner == turn => Value::win_in(0),
            (Some(_), None) => Value::loss_in(0),
        }
    }

    /// The expected score, 0 to 1, of the side that an estimate is for: what an evaluation bar shows.
    pub fn chance(&self, value: Value) -> f32 {
        match value.plies_to_end() {
            Some(_) => f32::from(u8::from(value > Value::ZERO)),
            None => 1.0 / (1.0 + (-(value.points() as f32) / self.unit as f32).exp()),
        }
    }

    /// The expected score of a value that may be proved: then it is the result.
    pub(crate) fn chance_of(&self, value: Value, proof: Proof) -> f32 {
        if proof.is_proved() {
            0.5 + 0.5 * value.points().signum() as f32
        } else {
            self.chance(value)
        }
    }

    /// An estimate or a final count in hundredths of what the game counts, such as discs, or of [`unit`](Self::unit)
    /// where it counts nothing; `None` for a win or a loss. Engines count in whole things, so that is rounded to.
    pub fn hundredths(&self, value: AnyValue) -> Option<i32> {
        match (value, self.margin_unit) {
            (AnyValue::Estimate { points }, Some(margin_unit)) => {
                let unit = f64::from(self.unit) / f64::from(margin_unit);
                Some((f64::from(points) * unit / 100.0).round() as i32 * 100)
            }
            (AnyValue::Estimate { points }, None) => Some(points),
            (AnyValue::Exact { margin }, _) => Some(margin.saturating_mul(100)),
            (AnyValue::Win { .. } | AnyValue::Loss { .. }, _) => None,
        }
    }

    /// The value in terms that mean the same in every game.
    pub(crate) fn erase(&self, value: Value, proof: Proof) -> AnyValue {
        let bound = if proof == Proof::Exact { Bound::Exact } else { Bound::Upper };
        match value.plies_to_end() {
            Some(plies) if value > Value::ZERO => AnyValue::Win { plies, bound },
            Some(plies) => AnyValue::Loss { plies, bound },
            None if proof == Proof::Exact => {
                AnyValue::Exact { margin: value.points() / self.margin_unit.unwrap_or(1) }
            }
            None => AnyValue::Estimate { points: value.points() * 100 / self.unit },
        }
    }
}
