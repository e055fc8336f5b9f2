//! Messages of `damier analyse`.

use engine::{Thought, Verdict};
use rules::{Seat, Text};
use texts::{decimal, text};

/// How far an analysis is.
pub(crate) fn status(thought: &Thought) -> Text {
    let best = ("best", thought.choice.as_deref().unwrap_or_default().into());
    text(
        "analyse-status",
        &[("depth", thought.depth.into()), best, ("nodes", thought.nodes.into())],
    )
}

/// What a move is worth to the one who makes it. Moves are counted as the winner makes them.
pub(crate) fn value(verdict: Verdict, chance: f32) -> Text {
    match verdict {
        Verdict::Win { plies } => text("value-win", &[("moves", plies.div_ceil(2).into())]),
        Verdict::Loss { plies } => text("value-loss", &[("moves", plies.div_ceil(2).into())]),
        Verdict::Exact { margin: 0 } => text("value-draw", &[]),
        Verdict::Exact { margin } => {
            let by = ("margin", margin.unsigned_abs().into());
            if margin > 0 { text("value-win-by", &[by]) } else { text("value-loss-by", &[by]) }
        }
        Verdict::Estimate { points } => {
            let points = super::signed(f64::from(points) / 100.0, 2);
            text("value-estimate", &[("points", points.into()), ("chance", percent(chance).into())])
        }
    }
}

/// Whether a value is proved.
pub(crate) fn kind(exact: bool) -> Text {
    if exact { text("value-exact", &[]) } else { text("value-estimated", &[]) }
}

/// What the analysis of a position with `turn` to move comes to, line by line.
pub(crate) fn summary(turn: Seat, thought: &Thought) -> Vec<Text> {
    let mut lines = Vec::new();
    if let Some(best) = thought.moves.first() {
        lines.push(outlook(turn, best.verdict, best.chance));
        lines.push(line(&best.line.join(" ")));
    }
    let seconds = thought.time.as_secs_f64();
    let speed = thought.nodes as f64 / seconds.max(1e-9);
    if let Some(percent) = thought.surety {
        lines.push(text("analyse-surety", &[("percent", u64::from(percent).into())]));
    }
    lines.push(text(
        "analyse-cost",
        &[
            ("depth", thought.depth.into()),
            ("nodes", thought.nodes.into()),
            ("seconds", decimal(seconds, 2).into()),
            ("speed", (speed as u64).into()),
        ],
    ));
    lines
}

/// The best line.
pub(crate) fn line(moves: &str) -> Text {
    text("analyse-line", &[("line", moves.into())])
}

/// What a position is worth whose best move has that value, in words about the players.
fn outlook(turn: Seat, verdict: Verdict, chance: f32) -> Text {
    let player = |seat: Seat| ("number", seat.number().into());
    match verdict {
        Verdict::Win { plies } => {
            text("analyse-win", &[player(turn), ("moves", plies.div_ceil(2).into())])
        }
        Verdict::Loss { plies } => {
            text("analyse-win", &[player(!turn), ("moves", plies.div_ceil(2).into())])
        }
        Verdict::Exact { margin: 0 } => text("analyse-draw", &[]),
        Verdict::Exact { margin } => {
            let winner = if margin > 0 { turn } else { !turn };
            text("analyse-win-by", &[player(winner), ("margin", margin.unsigned_abs().into())])
        }
        Verdict::Estimate { .. } => {
            text("analyse-estimate", &[player(turn), ("chance", percent(chance).into())])
        }
    }
}

fn percent(chance: f32) -> Text {
    decimal(100.0 * f64::from(chance), 0)
}
