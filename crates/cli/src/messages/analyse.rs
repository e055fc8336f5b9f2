//! Messages of `damier analyse`.

use engine::{AnyReport, AnyValue, Bound, SolverProgress};
use rules::{Seat, Text};
use texts::{args, decimal, text};

/// How far an analysis is.
pub(crate) fn status(report: &AnyReport) -> Text {
    text!(
        "analyse-status",
        depth = report.depth,
        best = report.choice.as_deref().unwrap_or_default(),
        nodes = report.nodes
    )
}

/// What a move is worth to the one who makes it. Moves are counted as the winner makes them.
pub(crate) fn value(value: AnyValue, chance: f32) -> Text {
    match value {
        AnyValue::Win { plies, bound } => {
            let id = if bound == Bound::Exact { "value-win" } else { "value-win-most" };
            text(id, args!(moves = plies.div_ceil(2)))
        }
        AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "value-loss" } else { "value-loss-most" };
            text(id, args!(moves = plies.div_ceil(2)))
        }
        AnyValue::Exact { margin: 0 } => text!("value-draw"),
        AnyValue::Exact { margin } => {
            let size = margin.unsigned_abs();
            if margin > 0 {
                text!("value-win-by", margin = size)
            } else {
                text!("value-loss-by", margin = size)
            }
        }
        AnyValue::Estimate { points } => {
            let points = super::signed(f64::from(points) / 100.0, 2);
            text!("value-estimate", points, chance = percent(chance))
        }
    }
}

/// What is proved of a value.
pub(crate) fn kind(value: AnyValue) -> Text {
    if value.is_exact() {
        text!("value-exact")
    } else if value.is_proved() {
        text!("value-bound")
    } else {
        text!("value-estimated")
    }
}

/// What the analysis of a position with `turn` to move comes to, line by line.
pub(crate) fn summary(turn: Seat, report: &AnyReport) -> Vec<Text> {
    let mut lines = Vec::new();
    if let Some(best) = report.lines.first() {
        lines.push(outlook(turn, best.value, best.chance));
        lines.push(text!("analyse-line", line = best.moves.join(" ")));
    }
    if report.is_from_book {
        lines.push(text!("analyse-book"));
        return lines;
    }
    let seconds = report.time.as_secs_f64();
    let speed = report.nodes as f64 / seconds.max(1e-9);
    if let Some(percent) = report.selectivity {
        lines.push(text!("analyse-selectivity", percent = u64::from(percent)));
    }
    if let Some(SolverProgress { settled, moves, nodes }) = report.solver {
        lines.push(text!("analyse-solver", settled, moves, nodes));
    }
    lines.push(text!(
        "analyse-cost",
        depth = report.depth,
        nodes = report.nodes,
        seconds = decimal(seconds, 2),
        speed = speed as u64
    ));
    lines
}

/// What a position is worth whose best move has that value, in words about the players.
fn outlook(turn: Seat, value: AnyValue, chance: f32) -> Text {
    match value {
        AnyValue::Win { plies, bound } | AnyValue::Loss { plies, bound } => {
            let id = if bound == Bound::Exact { "analyse-win" } else { "analyse-win-most" };
            let winner = if matches!(value, AnyValue::Win { .. }) { turn } else { !turn };
            text(id, args!(number = winner, moves = plies.div_ceil(2)))
        }
        AnyValue::Exact { margin: 0 } => text!("analyse-draw"),
        AnyValue::Exact { margin } => {
            let winner = if margin > 0 { turn } else { !turn };
            text!("analyse-win-by", number = winner, margin = margin.unsigned_abs())
        }
        AnyValue::Estimate { .. } => {
            text!("analyse-estimate", number = turn, chance = percent(chance))
        }
    }
}

fn percent(chance: f32) -> Text {
    decimal(100.0 * f64::from(chance), 0)
}
