//! An analysis as plain data.

use engine::{Thought, ThoughtLine, Verdict};
use rules::{Ending, Live, Seat};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Json<'a> {
    game: &'a str,
    position: String,
    turn: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a str>,
    moves: Vec<MoveJson<'a>>,
    depth: u16,
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

impl<'a> Json<'a> {
    pub(super) fn new(game: &'a str, live: &dyn Live, thought: &'a Thought) -> Self {
        let view = live.view();
        let seconds = thought.time.as_secs_f64();
        let move_json = |line: &'a ThoughtLine| MoveJson {
            notation: &line.notation,
            exact: line.verdict.is_exact(),
            value: line.verdict.into(),
            chance: (f64::from(line.chance) * 1e4).round() / 1e4,
            line: &line.line,
        };
        Self {
            game,
            position: live.position(),
            turn: view.turn,
            outcome: view.outcome,
            best: thought.choice.as_deref(),
            moves: thought.moves.iter().map(move_json).collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: (seconds * 1e3).round() / 1e3,
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
