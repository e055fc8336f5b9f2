//! What the swap rule does to the values of moves.

use engine::{Thought, ThoughtLine, Verdict};
use rules::{Live, SWAP};

/// Takes the swap rule into account, which the engine's values leave out.
pub(super) fn apply(thought: &mut Thought, live: &dyn Live) {
    let record = live.record();
    if record.swap && record.moves.is_empty() {
        thought.moves.iter_mut().for_each(expect_swap);
    } else if live.view().choices.iter().any(|choice| choice.notation == SWAP) {
        let swap = thought.moves.first().map(swap_before);
        thought.moves.extend(swap);
    }
}

/// After a first move that is too good, the other player takes it over.
fn expect_swap(first: &mut ThoughtLine) {
    if first.chance > 0.5 {
        first.chance = 1.0 - first.chance;
        first.verdict = opposite(first.verdict);
        first.line.insert(1, SWAP.to_owned());
    }
}

/// To swap is worth the opposite of the best move.
fn swap_before(best: &ThoughtLine) -> ThoughtLine {
    let mut line = best.line.clone();
    line.insert(0, SWAP.to_owned());
    let (chance, verdict) = (1.0 - best.chance, opposite(best.verdict));
    ThoughtLine { notation: SWAP.to_owned(), chance, verdict, line }
}

/// What is a win for one is a loss for the other.
const fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies },
        Verdict::Loss { plies } => Verdict::Win { plies },
        Verdict::Exact { margin } => Verdict::Exact { margin: -margin },
        Verdict::Estimate { points } => Verdict::Estimate { points: -points },
    }
}
