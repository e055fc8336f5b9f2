//! Reviews of whole games: the value of each move, which were mistakes, and why.

mod game_reviewer;
mod grade;
mod iterations;
mod mistake;
mod reason;
mod swap_review;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{BySeat, Record, ReplayError, Seat};

use crate::{AnyLine, Limits};

pub(crate) use game_reviewer::GameReviewer;
pub use grade::{Grade, accuracy};
pub use mistake::{EvaluatedLine, MistakeContext};
pub use reason::ReviewReason;

/// Review of whole games of any kind.
pub trait Reviewer: Send {
    /// Reviews a game, finished or not, from its last entry to its first, and tells `watch` of each
    /// entry as soon as it is graded.
    ///
    /// The limits are those of one search. There is one for each position, another for a move that
    /// looks like a mistake, and one of four times the size where only the better move is proved;
    /// [`Limits::lines`] and [`Limits::clock`] mean nothing here.
    /// Without any limit, [`REVIEW_DEFAULT_NODES`] is the limit. When `stop` is raised, the entries
    /// graded so far are returned.
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError>;
}

const _: Option<&dyn Reviewer> = None;

/// Node limit of each search of a review without limits.
pub const REVIEW_DEFAULT_NODES: u64 = 400_000;

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The graded entries, in the order of the record: all of them, or the last ones if the
    /// review was stopped.
    pub entries: Vec<ReviewedEntry>,
    /// How well each player played, 0 to 100; `None` where there was nothing to decide. Players are
    /// named by where they sit at the end: after a swap, the first move was Second's.
    pub accuracy: BySeat<Option<f32>>,
    /// Visited positions, of all searches.
    pub nodes: u64,
    /// From the start of the review.
    pub time: Duration,
}

/// The review of an entry of a record.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewedEntry {
    /// Its place in the record, from 0.
    pub index: usize,
    /// The seat to move.
    pub seat: Seat,
    /// The seat, at the end of the record, of the player who made it: the other one before a swap.
    pub player: Seat,
    /// The expected score of First with the best move, 0 to 1; its result where that is proved.
    pub before: f32,
    /// The same after the entry.
    pub after: f32,
    /// The move played, with values for its player.
    pub played: AnyLine,
    /// The best move, perhaps the same.
    pub best: AnyLine,
    /// The expected score that the player gave away, 0 to 1. It is measured with one measure, so
    /// that where only one of the two values is proved it may be less than they differ.
    pub loss: f32,
    /// The grade of the move.
    pub grade: Grade,
    /// Why, the most important first; only facts that the two lines show.
    pub reasons: Vec<ReviewReason>,
    /// The depth at which the two were compared, in plies.
    pub depth: u16,
}

impl ReviewedEntry {
    /// Whether both results are proved.
    pub const fn is_proved(&self) -> bool {
        self.played.value.is_proved() && self.best.value.is_proved()
    }
}
