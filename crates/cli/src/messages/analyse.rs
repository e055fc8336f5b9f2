//! Messages of `damier analyse`.

use engine::{AnyReport, AnyValue, Bound, SolverProgress};
use rules::{Seat, Text};
use texts::{decimal, text};

/// How far an analysis is.
pub(crate) fn status(report: &AnyReport) -> Text {
    let best = ("best", report.choice.as_deref().unwrap_or_default().into());
    text("analyse-status", &[("depth", report.depth.into()), best, ("nodes", report.nodes.into())])
}

/// Error: the game is shorter.
pub(crate) fn no_such_move(at: usize, moves: usize) -> Text {
    text("analyse-no-such-move", &[("at", at.into()), ("moves", moves.into())])
}

/// What a move is worth to the one who makes it. Moves are counted as the winner makes them.
pub(crate) fn value(value: AnyValue, chance: f32) -> Text {
    match value {
        AnyValue::Win { plies, bound } => {
            let id = if bound == Bound::Exact { "value-win" } else { "value-win-most" };
            text(id, &[("moves", plies.div_ceil(2).into())])
        }
        AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "value-loss" } else { "value-loss-most" };
            text(id, &[("moves", plies.div_ceil(2).into())])
        }
        AnyValue::Exact { margin: 0 } => text("value-draw", &[]),
        AnyValue::Exact { margin } => {
            let by = ("margin", margin.unsigned_abs().into());
            if margin > 0 { text("value-win-by", &[by]) } else { text("value-loss-by", &[by]) }
        }
        AnyValue::Estimate { points } => {
            let points = super::signed(f64::from(points) / 100.0, 2);
            text("value-estimate", &[("points", points.into()), ("chance", percent(chance).into())])
        }
    }
}

/// What is proved of a value.
pub(crate) fn kind(value: AnyValue) -> Text {
    if value.is_exact() {
        text("value-exact", &[])
    } else if value.is_proved() {
        text("value-bound", &[])
    } else {
        text("value-estimated", &[])
    }
}

/// What the analysis of a position with `turn` to move comes to, line by line.
pub(crate) fn summary(turn: Seat, report: &AnyReport) -> Vec<Text> {
    let mut lines = Vec::new();
    if let Some(best) = report.lines.first() {
        lines.push(outlook(turn, best.value, best.chance));
        lines.push(line(&best.moves.join(" ")));
    }
    if report.is_from_book {
        lines.push(text("analyse-book", &[]));
        return lines;
    }
    let seconds = report.time.as_secs_f64();
    let speed = report.nodes as f64 / seconds.max(1e-9);
    if let Some(percent) = report.selectivity {
        lines.push(text("analyse-selectivity", &[("percent", u64::from(percent).into())]));
    }
    if let Some(SolverProgress { settled, moves, nodes }) = report.solver {
        let args = [("settled", settled.into()), ("moves", moves.into()), ("nodes", nodes.into())];
        lines.push(text("analyse-solver", &args));
    }
    lines.push(text(
        "analyse-cost",
        &[
            ("depth", report.depth.into()),
            ("nodes", report.nodes.into()),
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
fn outlook(turn: Seat, value: AnyValue, chance: f32) -> Text {
    let player = |seat: Seat| ("number", seat.number().into());
    match value {
        AnyValue::Win { plies, bound } | AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "analyse-win" } else { "analyse-win-most" };
            let winner = if matches!(value, AnyValue::Win { .. }) { turn } else { !turn };
            text(id, &[player(winner), ("moves", plies.div_ceil(2).into())])
        }
        AnyValue::Exact { margin: 0 } => text("analyse-draw", &[]),
        AnyValue::Exact { margin } => {
            let winner = if margin > 0 { turn } else { !turn };
            text("analyse-win-by", &[player(winner), ("margin", margin.unsigned_abs().into())])
        }
        AnyValue::Estimate { .. } => {
            text("analyse-estimate", &[player(turn), ("chance", percent(chance).into())])
        }
    }
}

fn percent(chance: f32) -> Text {
    decimal(100.0 * f64::from(chance), 0)
}
