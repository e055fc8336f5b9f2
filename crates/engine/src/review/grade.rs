//! Grades of moves, by their loss of expected score.

use rules::{BySeat, Seat};

use super::ReviewedEntry;
use crate::AnyValue;

/// The grade of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Grade {
    /// There was nothing else to play.
    Forced,
    /// Nothing better was found.
    Best,
    /// Hardly anything was given away.
    Good,
    /// A little was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// The game was given away, or most of it.
    Blunder,
}

/// Loss of expected score that makes an inaccuracy, the first grade with blame.
pub(super) const INACCURACY_LOSS: f32 = 0.05;
/// Loss of expected score that makes each grade with blame.
const GRADE_LOSSES: [(f32, Grade); 3] =
    [(0.25, Grade::Blunder), (0.12, Grade::Mistake), (INACCURACY_LOSS, Grade::Inaccuracy)];
/// Loss of the final count that makes an inaccuracy although the result stays the same.
const INACCURACY_MARGIN: i32 = 6;
/// Plies of a win that a player may be expected to see.
const NEAR_WIN_PLIES: u16 = 5;
/// Plies of a loss that is too near for any move to matter.
const NEAR_LOSS_PLIES: u16 = 8;
/// Plies in which the doubt about a proved result grows to two thirds of half a point.
const RESULT_DOUBT_PLIES: f32 = 20.0;
/// Loss of expected score that halves the accuracy of a move.
const ACCURACY_HALF_LOSS: f32 = 0.1;

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Self; 6] =
        [Self::Forced, Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The name for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign that annotators write behind a move; none for a move without blame.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Forced | Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Whether the move is blamed.
    pub const fn is_blame(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// The grade of a move that is not the best one. A proved result that is thrown away is a blunder.
    /// Where both are proved and the result stays the same, the count at the end can be blamed, or that
    /// the end comes much later or sooner, but that is no blunder. Everything else goes by the loss.
    pub fn of(loss: f32, best: AnyValue, played: AnyValue) -> Self {
        let found = match (result(best), result(played)) {
            (Some(best), Some(played)) if played < best => Some(Self::Blunder),
            (Some(_), Some(_)) if margin(best) - margin(played) >= INACCURACY_MARGIN => {
                Some(Self::Inaccuracy)
            }
            (Some(_), Some(_)) => by_loss(loss).map(|grade| grade.min(Self::Mistake)),
            // Perhaps it wins too: nobody has shown that it does not. A long win may be overlooked,
            // a short one not.
            (Some(1), None) => Some(match plies(best) {
                1 => by_loss(loss).unwrap_or(Self::Mistake).max(Self::Mistake),
                2..=NEAR_WIN_PLIES => by_loss(loss).unwrap_or(Self::Inaccuracy),
                _ => by_loss(loss).unwrap_or(Self::Good).min(Self::Mistake),
            }),
            _ => by_loss(loss),
        };
        found.unwrap_or(Self::Good)
    }
}

/// The first grade whose limit is reached.
fn by_loss(loss: f32) -> Option<Grade> {
    GRADE_LOSSES.iter().find(|(limit, _)| loss >= *limit).map(|(_, grade)| *grade)
}

/// Plies of a proved win, at most, or the most there can be.
const fn plies(value: AnyValue) -> u16 {
    match value {
        AnyValue::Win { plies, .. } => plies,
        _ => u16::MAX,
    }
}

/// A proved result: 1 for a win, 0 for a draw, -1 for a loss.
pub(super) fn result(value: AnyValue) -> Option<i32> {
    match value {
        AnyValue::Win { .. } => Some(1),
        AnyValue::Loss { .. } => Some(-1),
        AnyValue::Exact { margin } => Some(margin.signum()),
        AnyValue::Estimate { .. } => None,
    }
}

/// Doubt about a proved result between people, as expected score: the farther away the end, the harder
/// it is to reach.
pub(super) fn doubt(value: AnyValue) -> f32 {
    match value {
        AnyValue::Win { plies, .. } | AnyValue::Loss { plies, .. } => {
            0.5 * (1.0 - (-f32::from(plies) / RESULT_DOUBT_PLIES).exp())
        }
        AnyValue::Exact { .. } | AnyValue::Estimate { .. } => 0.0,
    }
}

/// Loss of expected score by a move that keeps the proved result but delays a win or hastens a loss. Where a
/// distance is only a bound, this is an estimate.
pub(super) fn delay(best: AnyValue, played: AnyValue) -> f32 {
    match (best, played) {
        (AnyValue::Win { .. }, AnyValue::Win { .. }) => doubt(played) - doubt(best),
        (AnyValue::Loss { .. }, AnyValue::Loss { .. }) => doubt(best) - doubt(played),
        _ => 0.0,
    }
}

/// The proved final count; 0 in games without one.
pub(super) const fn margin(value: AnyValue) -> i32 {
    match value {
        AnyValue::Exact { margin } => margin,
        _ => 0,
    }
}

/// The accuracy of each player: the mean over the moves, 100 for one without loss and half of that for
/// every tenth of the expected score lost. Forced moves, and those in a position that is nearly lost, do
/// not count.
pub fn accuracy(entries: &[ReviewedEntry]) -> BySeat<Option<f32>> {
    BySeat::from_fn(|seat: Seat| {
        let counts = |entry: &&ReviewedEntry| {
            entry.player == seat
                && entry.grade != Grade::Forced
                && !is_nearly_lost(entry.best.value)
        };
        let accuracies: Vec<f32> = entries
            .iter()
            .filter(counts)
            .map(|entry| 100.0 * (-entry.loss / ACCURACY_HALF_LOSS).exp2())
            .collect();
        (!accuracies.is_empty()).then(|| accuracies.iter().sum::<f32>() / accuracies.len() as f32)
    })
}

/// Whether the best move loses, and soon.
fn is_nearly_lost(value: AnyValue) -> bool {
    match value {
        AnyValue::Loss { plies, .. } => plies <= NEAR_LOSS_PLIES,
        _ => result(value) == Some(-1),
    }
}
