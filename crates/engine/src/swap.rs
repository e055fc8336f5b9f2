//! What the swap rule does to the values of moves.

use rules::{Record, SWAP};

use crate::{Thought, ThoughtLine};

/// Takes the swap rule into account, which a search leaves out, and puts the best first.
pub(crate) fn weigh(thought: &mut Thought, record: &Record) {
    if !record.swap || thought.moves.is_empty() {
        return;
    }
    match record.moves.len() {
        0 => thought.moves.iter_mut().for_each(expect),
        1 => {
            let swap = instead_of(&thought.moves[0]);
            thought.moves.push(swap);
        }
        _ => return,
    }
    thought.moves.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
    thought.choice = thought.moves.first().map(|best| best.notation.clone());
}

/// After a first move that is too good, the other player takes it over.
pub(crate) fn expect(first: &mut ThoughtLine) {
    if first.chance > 0.5 {
        first.chance = 1.0 - first.chance;
        first.verdict = first.verdict.opposite();
        first.line.insert(1, SWAP.to_owned());
    }
}

/// To swap is worth the opposite of the best move.
pub(crate) fn instead_of(best: &ThoughtLine) -> ThoughtLine {
    let mut line = best.line.clone();
    line.insert(0, SWAP.to_owned());
    ThoughtLine {
        notation: SWAP.to_owned(),
        chance: 1.0 - best.chance,
        verdict: best.verdict.opposite(),
        line,
    }
}
