//! Encoding of search reports and reviews: one place for the command line's JSON and for the page.
//!
//! [`AnalysisJson`] and [`ReviewJson`] are what `damier analyse --json` prints. [`position_report`] and
//! [`reviewed_move`] make the messages of the analysis socket.

use engine::{
    AnyLine, AnyReport, AnyValue, Bound, Grade, Review, ReviewReason, ReviewedEntry, Theme,
};
use rules::{BySeat, Ending, Live, Record, SWAP, Seat, Text};
use serde::Serialize;

use crate::analysis::is_exact;
use crate::{LineMove, LineValue, MoveValue, PositionReport, ReviewedMove, SolverInfo, ValueInfo};

/// The most moves of a line in a message.
const MESSAGE_MAX_LINE_MOVES: usize = 8;

/// Decimal places of expected scores, percentages and seconds in printed JSON.
const CHANCE_PLACES: i32 = 4;
const PERCENT_PLACES: i32 = 1;
const SECONDS_PLACES: i32 = 3;

/// An analysis as `damier analyse --json` prints it.
#[derive(Serialize)]
pub struct AnalysisJson<'a> {
    game: &'a str,
    position: String,
    turn: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a str>,
    moves: Vec<MoveJson<'a>>,
    depth: u16,
    /// Selectivity of the search in percent: the confidence of each of its `ProbCut` cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity: Option<u8>,
    /// Progress of a solver that has not settled all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    solver: Option<SolverInfo>,
    /// An opening book answers, without a search.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_book: bool,
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
    /// The expected score.
    chance: f64,
    line: &'a [String],
}

/// A [`ValueInfo`] whose kind is called `value`, beside the fields of its move.
#[derive(Serialize)]
struct ValueJson {
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// `at-most` where moves and plies are only a bound.
    #[serde(skip_serializing_if = "is_exact")]
    bound: Bound,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
}

impl<'a> AnalysisJson<'a> {
    /// The report of a search of the position where `live` stands.
    pub fn new(game: &'a str, live: &dyn Live, report: &'a AnyReport) -> Self {
        let view = live.view();
        let seconds = report.time.as_secs_f64();
        Self {
            game,
            position: live.position(),
            turn: view.turn,
            outcome: view.outcome,
            best: report.choice.as_deref(),
            moves: report.lines.iter().map(Into::into).collect(),
            depth: report.depth,
            selectivity: report.selectivity,
            solver: report.solver.map(Into::into),
            from_book: report.is_from_book,
            nodes: report.nodes,
            seconds: rounded(seconds, SECONDS_PLACES),
            nodes_per_second: (report.nodes as f64 / seconds.max(1e-9)) as u64,
        }
    }
}

impl<'a> From<&'a AnyLine> for MoveJson<'a> {
    fn from(line: &'a AnyLine) -> Self {
        Self {
            notation: &line.notation,
            exact: line.value.is_exact(),
            value: ValueInfo::from(line.value).into(),
            chance: rounded(line.chance.into(), CHANCE_PLACES),
            line: &line.moves,
        }
    }
}

impl From<ValueInfo> for ValueJson {
    fn from(info: ValueInfo) -> Self {
        let json = |value| Self {
            value,
            moves: None,
            plies: None,
            bound: Bound::Exact,
            margin: None,
            points: None,
        };
        match info {
            ValueInfo::Win { moves, plies, bound } => {
                Self { moves: Some(moves), plies: Some(plies), bound, ..json("win") }
            }
            ValueInfo::Loss { moves, plies, bound } => {
                Self { moves: Some(moves), plies: Some(plies), bound, ..json("loss") }
            }
            ValueInfo::Margin { margin } => Self { margin: Some(margin), ..json("margin") },
            ValueInfo::Estimate { points } => Self { points: Some(points), ..json("estimate") },
        }
    }
}

/// A review as `damier analyse --review --json` prints it.
#[derive(Serialize)]
pub struct ReviewJson<'a> {
    game: &'a str,
    start: &'a str,
    /// Whether every entry was graded.
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
    /// The expected score of First with the best move, and after the one played.
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
    /// The review of a record.
    pub fn new(game: &'a str, record: &'a Record, review: &'a Review) -> Self {
        Self {
            game,
            start: &record.start,
            complete: review.entries.len() == record.moves.len(),
            entries: review.entries.iter().map(Into::into).collect(),
            accuracy: review.accuracy.map(|it| it.map(|it| rounded(it.into(), PERCENT_PLACES))),
            nodes: review.nodes,
            seconds: rounded(review.time.as_secs_f64(), SECONDS_PLACES),
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
            before: rounded(entry.before.into(), CHANCE_PLACES),
            after: rounded(entry.after.into(), CHANCE_PLACES),
            grade: entry.grade.id(),
            loss: rounded(entry.loss.into(), CHANCE_PLACES),
            played: (&entry.played).into(),
            best: (&entry.best).into(),
            reasons: entry.reasons.iter().map(reason).collect(),
            depth: entry.depth,
        }
    }
}

/// The report of a search of the position where `live` stands, with that many of its lines.
pub fn position_report(
    question: u64,
    live: &mut dyn Live,
    report: &AnyReport,
    lines: usize,
    done: bool,
) -> PositionReport {
    let best = report.lines.first();
    let grade = |line: &AnyLine| match best {
        _ if report.lines.len() == 1 => Grade::Forced,
        Some(best) if best.notation != line.notation => {
            Grade::of(best.chance - line.chance, best.value, line.value)
        }
        _ => Grade::Best,
    };
    let value = |line: &AnyLine| MoveValue {
        notation: line.notation.clone(),
        chance: line.chance,
        worth: line.value.into(),
        grade: grade(line).id().to_owned(),
    };
    PositionReport {
        question,
        depth: report.depth,
        nodes: report.nodes,
        time: report.time.as_millis() as u64,
        selectivity: report.selectivity,
        solver: report.solver.map(Into::into),
        done,
        moves: report.lines.iter().map(value).collect(),
        lines: report.lines.iter().take(lines).map(|line| line_value(live, line)).collect(),
    }
}

/// The review of an entry that follows where `live` stands.
pub fn reviewed_move(live: &mut dyn Live, entry: &ReviewedEntry) -> ReviewedMove {
    ReviewedMove {
        index: entry.index,
        seat: entry.seat,
        player: entry.player,
        before: entry.before,
        after: entry.after,
        grade: entry.grade.id().to_owned(),
        played: line_value(live, &entry.played),
        best: line_value(live, &entry.best),
        reasons: entry.reasons.iter().map(|reason| reason.text.clone()).collect(),
        theme: theme(entry),
        depth: entry.depth,
    }
}

/// The theme of puzzles that train what a move missed or allowed.
fn theme(entry: &ReviewedEntry) -> Option<String> {
    let themes = entry.reasons.iter().filter_map(|reason| Theme::of_reason(&reason.id));
    themes.map(|theme| theme.id().to_owned()).next()
}

fn line_value(live: &mut dyn Live, line: &AnyLine) -> LineValue {
    let begin = live.record().moves.len();
    let mut moves = Vec::new();
    for entry in line.moves.iter().take(MESSAGE_MAX_LINE_MOVES) {
        if live.play(entry).is_err() {
            break;
        }
        let last = live.last().filter(|_| entry != SWAP);
        let changes = last.map(|last| last.changes).unwrap_or_default();
        moves.push(LineMove { notation: entry.clone(), changes });
    }
    live.truncate(begin);
    LineValue { chance: line.chance, worth: line.value.into(), moves }
}

impl From<AnyValue> for ValueInfo {
    fn from(value: AnyValue) -> Self {
        match value {
            AnyValue::Win { plies, bound } => Self::Win { moves: plies.div_ceil(2), plies, bound },
            AnyValue::Loss { plies, bound } => {
                Self::Loss { moves: plies.div_ceil(2), plies, bound }
            }
            AnyValue::Exact { margin } => Self::Margin { margin },
            AnyValue::Estimate { points } => Self::Estimate { points },
        }
    }
}

/// A number with that many decimal places.
fn rounded(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}
