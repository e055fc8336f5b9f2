//! Messages of `damier think`.

use engine::tree::TreeCost;
use rules::{Lang, Text};
use texts::{decimal, text};

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
        [String::new(), say(text!("think-positions")), say(text!("think-leaves"))],
        row(text!("think-without"), minimax),
        row(text!("think-with"), alpha_beta),
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
        lines.push(say(text!("think-saved", share = saved)));
    }
    lines
}
