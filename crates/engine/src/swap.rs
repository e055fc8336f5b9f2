//! The swap rule in the values of moves.

use rules::{Record, SWAP};

use crate::{AnyLine, AnyReport};

/// Adds the swap rule, which a search knows nothing of, to a report, and puts the best line first.
pub(crate) fn add_swap(report: &mut AnyReport, record: &Record) {
    if !record.swap || report.lines.is_empty() {
        return;
    }
    match record.moves.len() {
        0 => report.lines.iter_mut().for_each(expect_swap),
        1 => {
            let swap = swap_line(&report.lines[0]);
            report.lines.push(swap);
        }
        _ => return,
    }
    report.lines.sort_by(|a, b| b.sort_key().total_cmp(&a.sort_key()));
    report.choice = report.lines.first().map(|best| best.notation.clone());
}

/// The value of a first move with the swap: one that is too good is taken over by the other player.
pub(crate) fn expect_swap(first: &mut AnyLine) {
    if first.chance > 0.5 {
        first.chance = 1.0 - first.chance;
        first.value = first.value.opposite();
        first.moves.insert(1, SWAP.to_owned());
    }
}

/// The swap as a line: its value is the opposite of the best move's.
pub(crate) fn swap_line(best: &AnyLine) -> AnyLine {
    let mut moves = best.moves.clone();
    moves.insert(0, SWAP.to_owned());
    AnyLine {
        notation: SWAP.to_owned(),
        chance: 1.0 - best.chance,
        value: best.value.opposite(),
        moves,
    }
}
