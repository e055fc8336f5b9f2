//! Messages of `damier think`.

use engine::tree::TreeCost;
use rules::{Lang, Seat, Text};
use texts::{decimal, text};

/// Error: the game has no trees to show.
pub(crate) fn no_lesson(game: &Text) -> Text {
    text("think-no-lesson", &[("game", game.into())])
}

pub(crate) fn unknown_example(name: &str, known: &str) -> Text {
    text("think-unknown-example", &[("name", name.into()), ("known", known.into())])
}

/// Who Max and Min are.
pub(crate) fn players(max: Seat) -> Text {
    let (max, min) = (max.number().into(), (!max).number().into());
    text("think-players", &[("max", max), ("min", min)])
}

/// So many positions are below a node that is not followed any further.
pub(crate) fn below(positions: u64) -> Text {
    text("think-below", &[("count", positions.into())])
}

/// What Max plays.
pub(crate) fn choice(best: &str, value: &str, line: &str) -> Text {
    text("think-choice", &[("best", best.into()), ("value", value.into()), ("line", line.into())])
}

/// What both searches visit, in columns.
pub(crate) fn counts(minimax: TreeCost, alpha_beta: TreeCost, lang: Lang) -> Vec<String> {
    let say = |words: Text| words.get(lang).to_owned();
    let number = |count: u64, cost: TreeCost| {
        if cost.complete { count.to_string() } else { format!(">{count}") }
    };
    let row = |name: Text, cost: TreeCost| {
        [say(name), number(cost.positions, cost), number(cost.leaves, cost)]
    };
    let rows = [
        [String::new(), say(text("think-positions", &[])), say(text("think-leaves", &[]))],
        row(text("think-without", &[]), minimax),
        row(text("think-with", &[]), alpha_beta),
    ];
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = [0, 1, 2].map(|column| width(column).unwrap_or_default());
    let mut lines: Vec<_> = rows
        .iter()
        .map(|[name, positions, leaves]| {
            format!("{name:<0$}  {positions:>1$}  {leaves:>2$}", widths[0], widths[1], widths[2])
        })
        .collect();
    if minimax.complete && alpha_beta.complete && minimax.positions > 0 {
        let share = alpha_beta.positions as f64 / minimax.positions as f64;
        let saved = decimal(100.0 * (1.0 - share), 0);
        lines.push(say(text("think-saved", &[("share", saved.into())])));
    }
    lines
}

/// Before the terms of a leaf.
pub(crate) fn legend() -> Text {
    text("think-legend", &[])
}

pub(crate) fn interrupted() -> Text {
    text("think-interrupted", &[])
}

/// The search has come to its limit.
pub(crate) fn stopped(positions: u64) -> Text {
    text("think-stopped", &[("count", positions.into())])
}

/// The tree is printed down to a level only.
pub(crate) fn shortened(levels: u16, nodes: usize) -> Text {
    text("think-shortened", &[("levels", levels.into()), ("count", nodes.into())])
}

/// The tree is kept down to a level only.
pub(crate) fn too_large(levels: u16) -> Text {
    text("think-too-large", &[("levels", levels.into())])
}
