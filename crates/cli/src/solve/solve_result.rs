//! Result of the solver, as text and as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use games::connect_four::{Column, ConnectFour, ScoreBounds};
use rules::{Position, Seat, Text};
use serde::Serialize;
use texts::text;

use crate::messages;

/// Result of the solver for a position.
pub(super) struct SolveResult {
    position: ConnectFour,
    weak: bool,
    bounds: ScoreBounds,
    pub(super) line: Vec<Column>,
    pub(super) columns: Option<Vec<(Column, ScoreBounds)>>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

#[derive(Serialize)]
pub(super) struct SolveJson {
    /// `null` if the time was up before it was known.
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// Moves of the winner, and moves of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<BTreeMap<String, i32>>,
    position: String,
    turn: Seat,
    nodes: u64,
    seconds: f64,
}

impl SolveResult {
    pub(super) fn new(position: ConnectFour, weak: bool, bounds: ScoreBounds) -> Self {
        let (line, columns) = (Vec::new(), None);
        Self { position, weak, bounds, line, columns, nodes: 0, time: Duration::ZERO }
    }

    /// The score, if it is known: its sign alone in a weak solution.
    pub(super) fn score(&self) -> Option<i32> {
        let ScoreBounds { low, high } = self.bounds;
        if self.weak {
            (low.signum() == high.signum()).then(|| low.signum())
        } else {
            (low == high).then_some(low)
        }
    }

    /// Whether the score is known.
    pub(super) fn is_complete(&self) -> bool {
        self.score().is_some()
    }

    /// In how many plies the game ends, if that is known and it is no draw.
    fn plies(&self) -> Option<u32> {
        let score = self.score().filter(|&score| score != 0 && !self.weak)?;
        Some(self.position.plies_to_end(score))
    }

    pub(super) fn json(&self) -> SolveJson {
        let score = self.score();
        let ScoreBounds { low, high } = self.bounds;
        let sign = |(column, bounds): &(Column, ScoreBounds)| {
            let score = if self.weak { bounds.low.signum() } else { bounds.low };
            (column.to_string(), score)
        };
        SolveJson {
            score,
            bounds: score.is_none().then_some([low, high]),
            outcome: score.map(|score| ["loss", "draw", "win"][(score.signum() + 1) as usize]),
            moves: self.plies().map(|plies| plies.div_ceil(2)),
            plies: self.plies(),
            line: self.line.iter().map(ToString::to_string).collect(),
            columns: self.columns.as_ref().map(|columns| columns.iter().map(sign).collect()),
            position: self.position.to_string(),
            turn: self.position.turn(),
            nodes: self.nodes,
            seconds: (self.time.as_secs_f64() * 1e3).round() / 1e3,
        }
    }

    pub(super) fn lines(&self) -> Vec<Text> {
        let turn = self.position.turn();
        let mut lines = Vec::new();
        let mut columns: Vec<_> = self.columns.iter().flatten().collect();
        columns.sort();
        for (column, bounds) in columns {
            lines.push(messages::solve::column(&column.to_string(), bounds.low));
        }
        match self.score() {
            None => lines.push(messages::solve::status(self.bounds)),
            Some(score) => {
                lines.push(messages::solve::outcome(turn, score, self.plies()));
                lines.push(messages::solve::score(score));
            }
        }
        if !self.line.is_empty() {
            let line: Vec<_> = self.line.iter().map(ToString::to_string).collect();
            lines.push(text!("analyse-line", line = line.join(" ")));
        }
        lines.push(messages::solve::cost(self.nodes, self.time));
        lines
    }
}
