//! An analysis, and a review, as plain data.

use engine::{Review, ReviewReason, ReviewedEntry, Thought, ThoughtLine, Verdict};
use rules::{BySeat, Ending, Live, Record, Seat, Text};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct AnalysisJson<'a> {
    game: &'a str,
    position: String,
    turn: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a str>,
    moves: Vec<MoveJson<'a>>,
    depth: u16,
    /// How sure the values are, in percent, where moves were left out on suspicion.
    #[serde(skip_serializing_if = "Option::is_none")]
    surety: Option<u8>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    notation: &'a str,
    exact: bool,
    #[serde(flatten)]
    value: ValueJson,
    /// The score to expect.
    chance: f64,
    line: &'a [String],
}

/// What a move is worth, for the one who makes it.
#[derive(Serialize)]
#[serde(tag = "value", rename_all = "lowercase")]
enum ValueJson {
    /// In moves of the winner, and in plies.
    Win {
        moves: u16,
        plies: u16,
    },
    Loss {
        moves: u16,
        plies: u16,
    },
    /// The count at the end; 0 is a draw in any game.
    Margin {
        margin: i32,
    },
    /// In hundredths of a unit.
    Estimate {
        points: i32,
    },
}

impl<'a> AnalysisJson<'a> {
    pub(super) fn new(game: &'a str, live: &dyn Live, thought: &'a Thought) -> Self {
        let view = live.view();
        let seconds = thought.time.as_secs_f64();
        Self {
            game,
            position: live.position(),
            turn: view.turn,
            outcome: view.outcome,
            best: thought.choice.as_deref(),
            moves: thought.moves.iter().map(Into::into).collect(),
            depth: thought.depth,
            surety: thought.surety,
            nodes: thought.nodes,
            seconds: rounded(seconds, 3),
            nodes_per_second: (thought.nodes as f64 / seconds.max(1e-9)) as u64,
        }
    }
}

impl From<Verdict> for ValueJson {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win { plies } => Self::Win { moves: plies.div_ceil(2), plies },
            Verdict::Loss { plies } => Self::Loss { moves: plies.div_ceil(2), plies },
            Verdict::Exact { margin } => Self::Margin { margin },
            Verdict::Estimate { points } => Self::Estimate { points },
        }
    }
}

impl<'a> From<&'a ThoughtLine> for MoveJson<'a> {
    fn from(line: &'a ThoughtLine) -> Self {
        Self {
            notation: &line.notation,
            exact: line.verdict.is_exact(),
            value: line.verdict.into(),
            chance: rounded(line.chance.into(), 4),
            line: &line.line,
        }
    }
}

#[derive(Serialize)]
pub(super) struct ReviewJson<'a> {
    game: &'a str,
    start: &'a str,
    /// Whether every entry was judged.
    complete: bool,
    entries: Vec<EntryJson<'a>>,
    accuracy: BySeat<Option<f64>>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct EntryJson<'a> {
    index: usize,
    seat: Seat,
    player: Seat,
    /// The score that First may expect with the best move, and after the one played.
    before: f64,
    after: f64,
    grade: &'a str,
    loss: f64,
    played: MoveJson<'a>,
    best: MoveJson<'a>,
    reasons: Vec<ReasonJson<'a>>,
    depth: u16,
}

#[derive(Serialize)]
struct ReasonJson<'a> {
    id: &'a str,
    text: &'a Text,
}

impl<'a> ReviewJson<'a> {
    pub(super) fn new(game: &'a str, record: &'a Record, review: &'a Review) -> Self {
        Self {
            game,
            start: &record.start,
            complete: review.entries.len() == record.moves.len(),
            entries: review.entries.iter().map(Into::into).collect(),
            accuracy: review.accuracy.map(|it| it.map(|it| rounded(it.into(), 1))),
            nodes: review.nodes,
            seconds: rounded(review.time.as_secs_f64(), 3),
        }
    }
}

impl<'a> From<&'a ReviewedEntry> for EntryJson<'a> {
    fn from(entry: &'a ReviewedEntry) -> Self {
        let reason = |ReviewReason { id, text }: &'a ReviewReason| ReasonJson { id, text };
        Self {
            index: entry.index,
            seat: entry.seat,
            player: entry.player,
            before: rounded(entry.before.into(), 4),
            after: rounded(entry.after.into(), 4),
            grade: entry.grade.id(),
            loss: rounded(entry.loss.into(), 4),
            played: (&entry.played).into(),
            best: (&entry.best).into(),
            reasons: entry.reasons.iter().map(reason).collect(),
            depth: entry.depth,
        }
    }
}

/// A number with so many decimal places.
fn rounded(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}
