//! Reports of searches.

use engine::{AnyLine, AnyReport, AnyValue};
use pyo3::prelude::*;

use crate::encoding::GameRef;
use crate::error::words;
use crate::moves::Move;

/// What a search has found so far, or in the end.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Report {
    pub(crate) game: GameRef,
    pub(crate) report: AnyReport,
}

/// The move of an entry; `None` for `swap`.
fn read_move(game: GameRef, entry: &str) -> Option<Move> {
    let action = game.read_move(entry).ok()?;
    Some(Move { game, action })
}

#[pymethods]
impl Report {
    /// What to play: a move or `swap`; `None` if the game is over.
    #[getter]
    fn choice(&self) -> Option<&str> {
        self.report.choice.as_deref()
    }

    /// The move to play; `None` for `swap` or at the end.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        read_move(self.game, self.report.choice.as_deref()?)
    }

    /// Moves with their values and principal variations, best first.
    #[getter]
    fn lines(&self) -> Vec<ReportLine> {
        let line = |line: &AnyLine| ReportLine { game: self.game, line: line.clone() };
        self.report.lines.iter().map(line).collect()
    }

    /// The last iteration that is complete, in plies.
    #[getter]
    fn depth(&self) -> u16 {
        self.report.depth
    }

    /// Positions visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Seconds used.
    #[getter]
    fn time(&self) -> f64 {
        self.report.time.as_secs_f64()
    }

    /// Confidence of each ProbCut cut in percent; `None` where none was made.
    #[getter]
    fn selectivity(&self) -> Option<u8> {
        self.report.selectivity
    }

    /// What people should know of the search.
    #[getter]
    fn notice(&self) -> Option<String> {
        self.report.notice.as_ref().map(words)
    }

    /// Whether the result is proved.
    #[getter]
    fn is_proved(&self) -> bool {
        self.report.lines.first().is_some_and(|best| best.value.is_proved())
    }

    fn __repr__(&self) -> String {
        let choice = self.report.choice.as_deref().unwrap_or("no move");
        let value = self.report.lines.first().map(|best| value_text(best.value));
        let value = value.unwrap_or_default();
        let AnyReport { depth, nodes, .. } = self.report;
        format!("<Report {choice} {value}, depth {depth}, {nodes} nodes>")
    }
}

/// A move with its value and principal variation.
#[pyclass(frozen, module = "damier")]
pub(crate) struct ReportLine {
    game: GameRef,
    line: AnyLine,
}

#[pymethods]
impl ReportLine {
    /// The move, or `swap`.
    #[getter]
    fn notation(&self) -> &str {
        &self.line.notation
    }

    /// The move to play; `None` for `swap` or at the end.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        read_move(self.game, &self.line.notation)
    }

    /// The expected score of the side that makes it, 0 to 1.
    #[getter]
    fn chance(&self) -> f32 {
        self.line.chance
    }

    /// What the value is: `win`, `loss`, `exact` or `estimate`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.line.value {
            AnyValue::Win { .. } => "win",
            AnyValue::Loss { .. } => "loss",
            AnyValue::Exact { .. } => "exact",
            AnyValue::Estimate { .. } => "estimate",
        }
    }

    /// Plies to the end of a proved win or loss.
    #[getter]
    fn plies(&self) -> Option<u16> {
        match self.line.value {
            AnyValue::Win { plies, .. } | AnyValue::Loss { plies, .. } => Some(plies),
            AnyValue::Exact { .. } | AnyValue::Estimate { .. } => None,
        }
    }

    /// The proved final count.
    #[getter]
    fn margin(&self) -> Option<i32> {
        match self.line.value {
            AnyValue::Exact { margin } => Some(margin),
            _ => None,
        }
    }

    /// The estimate, in hundredths of the unit of the game.
    #[getter]
    fn points(&self) -> Option<i32> {
        match self.line.value {
            AnyValue::Estimate { points } => Some(points),
            _ => None,
        }
    }

    /// Whether the result is proved.
    #[getter]
    fn is_proved(&self) -> bool {
        self.line.value.is_proved()
    }

    /// Whether the value is proved, with the distance to the end.
    #[getter]
    fn is_exact(&self) -> bool {
        self.line.value.is_exact()
    }

    /// The principal variation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line.moves.clone()
    }

    fn __repr__(&self) -> String {
        let AnyLine { notation, value, .. } = &self.line;
        format!("<ReportLine {notation} {}>", value_text(*value))
    }
}

fn value_text(value: AnyValue) -> String {
    match value {
        AnyValue::Win { plies, .. } => format!("win in {plies}"),
        AnyValue::Loss { plies, .. } => format!("loss in {plies}"),
        AnyValue::Exact { margin } => format!("exactly {margin:+}"),
        AnyValue::Estimate { points } => format!("{:+.2}", f64::from(points) / 100.0),
    }
}
