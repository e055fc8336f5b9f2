//! What a move deserves, by what it gave away.

use rules::{BySeat, Seat};

use super::ReviewedEntry;
use crate::Verdict;

/// What a move deserves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// The expected score that makes an inaccuracy, the first grade with blame.
pub(super) const BLAME: f32 = 0.05;
/// The expected score that makes an inaccuracy, a mistake, a blunder.
const LOSSES: [(f32, Grade); 3] =
    [(0.25, Grade::Blunder), (0.12, Grade::Mistake), (BLAME, Grade::Inaccuracy)];
/// So much of what is counted at the end, given away without changing the result, is an inaccuracy.
const COUNT: i32 = 6;
/// A win in so many plies is one that a player may be expected to see.
const NEAR: u16 = 5;
/// A loss in so many plies leaves nothing to play for.
const HOPELESS: u16 = 8;
/// In so many plies, what a proved end leaves open comes near half a point by two thirds.
const HORIZON: f32 = 20.0;
/// So much of the expected score halves what a move is worth for the accuracy.
const HALF: f32 = 0.1;

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

    /// Whether the move is worth a word of blame.
    pub const fn is_blame(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// The grade of a move that is not the best one. A proved result that is thrown away is a blunder.
    /// Where both are proved and the result stays the same, the count at the end can be blamed, or that
    /// the end comes much later or sooner, but that is no blunder. Everything else goes by the loss.
    pub fn of(loss: f32, best: Verdict, played: Verdict) -> Self {
        let found = match (result(best), result(played)) {
            (Some(best), Some(played)) if played < best => Some(Self::Blunder),
            (Some(_), Some(_)) if margin(best) - margin(played) >= COUNT => Some(Self::Inaccuracy),
            (Some(_), Some(_)) => by_loss(loss).map(|grade| grade.min(Self::Mistake)),
            // Perhaps it wins too: nobody has shown that it does not. A long win may be overlooked,
            // a short one not.
            (Some(1), None) => Some(match plies(best) {
                1 => by_loss(loss).unwrap_or(Self::Mistake).max(Self::Mistake),
                2..=NEAR => by_loss(loss).unwrap_or(Self::Inaccuracy),
                _ => by_loss(loss).unwrap_or(Self::Good).min(Self::Mistake),
            }),
            _ => by_loss(loss),
        };
        found.unwrap_or(Self::Good)
    }
}

/// The first grade whose limit is reached.
fn by_loss(loss: f32) -> Option<Grade> {
    LOSSES.iter().find(|(limit, _)| loss >= *limit).map(|(_, grade)| *grade)
}

/// The length of a win, or as good as endless.
const fn plies(verdict: Verdict) -> u16 {
    match verdict {
        Verdict::Win { plies } => plies,
        _ => u16::MAX,
    }
}

/// A proved result: 1 for a win, 0 for a draw, -1 for a loss.
pub(super) fn result(verdict: Verdict) -> Option<i32> {
    match verdict {
        Verdict::Win { .. } => Some(1),
        Verdict::Loss { .. } => Some(-1),
        Verdict::Exact { margin } => Some(margin.signum()),
        Verdict::Estimate { .. } => None,
    }
}

/// What a proved end leaves open between people, as expected score: the farther away it is, the harder
/// it is to find the way there.
pub(super) fn doubt(verdict: Verdict) -> f32 {
    match verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } => {
            0.5 * (1.0 - (-f32::from(plies) / HORIZON).exp())
        }
        Verdict::Exact { .. } | Verdict::Estimate { .. } => 0.0,
    }
}

/// What a move gives away that keeps the proved result, by delaying a win or hastening a loss.
pub(super) fn delay(best: Verdict, played: Verdict) -> f32 {
    match (best, played) {
        (Verdict::Win { .. }, Verdict::Win { .. }) => doubt(played) - doubt(best),
        (Verdict::Loss { .. }, Verdict::Loss { .. }) => doubt(best) - doubt(played),
        _ => 0.0,
    }
}

/// What is counted at the end of a game that counts.
pub(super) const fn margin(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Exact { margin } => margin,
        _ => 0,
    }
}

/// The accuracy of each player: the mean of what the moves were worth, 100 each, and half of that
/// for every tenth of the expected score that was given away. Moves without a choice, and those in a
/// position about to be lost, had nothing to give away and do not count.
pub fn accuracy(entries: &[ReviewedEntry]) -> BySeat<Option<f32>> {
    BySeat::from_fn(|seat: Seat| {
        let counts = |entry: &&ReviewedEntry| {
            entry.player == seat && entry.grade != Grade::Forced && !is_hopeless(entry.best.verdict)
        };
        let worths: Vec<f32> = entries
            .iter()
            .filter(counts)
            .map(|entry| 100.0 * (-entry.loss / HALF).exp2())
            .collect();
        (!worths.is_empty()).then(|| worths.iter().sum::<f32>() / worths.len() as f32)
    })
}

/// Whether nothing is left to give away.
fn is_hopeless(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Loss { plies } => plies <= HOPELESS,
        _ => result(verdict) == Some(-1),
    }
}
