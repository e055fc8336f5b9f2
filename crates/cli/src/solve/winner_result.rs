//! Winner of a position of Isolation, as text and as JSON.

use std::time::Duration;

use games::isolation::SolvedWinner;
use rules::{Live, Seat, Text};
use serde::Serialize;
use texts::text;

use crate::messages;

/// Who wins a position, as far as that is solved.
pub(super) struct WinnerResult {
    position: String,
    turn: Seat,
    winner: SolvedWinner,
    time: Duration,
}

#[derive(Serialize)]
pub(super) struct WinnerJson {
    /// 1 if the side to move wins, -1 if it loses, `null` if the time was up before that was known.
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    position: String,
    turn: Seat,
    nodes: u64,
    seconds: f64,
}

impl WinnerResult {
    pub(super) fn new(live: &dyn Live, winner: SolvedWinner, time: Duration) -> Self {
        Self { position: live.position(), turn: live.turn(), winner, time }
    }

    /// 1 if the side to move wins, -1 if it loses.
    fn score(&self) -> Option<i32> {
        self.winner.wins.map(|wins| if wins { 1 } else { -1 })
    }

    pub(super) fn json(&self) -> WinnerJson {
        WinnerJson {
            score: self.score(),
            outcome: self.winner.wins.map(|wins| if wins { "win" } else { "loss" }),
            position: self.position.clone(),
            turn: self.turn,
            nodes: self.winner.nodes,
            seconds: (self.time.as_secs_f64() * 1e3).round() / 1e3,
        }
    }

    pub(super) fn lines(&self) -> [Text; 2] {
        let result = match self.score() {
            Some(score) => messages::solve::outcome(self.turn, score, None),
            None => text!("solve-unsolved"),
        };
        [result, messages::solve::cost(self.winner.nodes, self.time)]
    }
}
