//! What the engine thinks, as messages say it.

use engine::{Grade, ReviewedEntry, Thought, ThoughtLine, Verdict};
use rules::{Live, SWAP};
use wire::{LineMove, LineValue, MoveValue, PositionThought, ReviewedMove, Worth};

/// How many moves of a line are told.
const LINE: usize = 8;

/// A thought about the position where `live` stands.
pub(super) fn thought(
    question: u64,
    live: &mut dyn Live,
    thought: &Thought,
    lines: usize,
    done: bool,
) -> PositionThought {
    let best = thought.moves.first();
    let grade = |line: &ThoughtLine| match best {
        _ if thought.moves.len() == 1 => Grade::Forced,
        Some(best) if best.notation != line.notation => {
            Grade::of(best.chance - line.chance, best.verdict, line.verdict)
        }
        _ => Grade::Best,
    };
    let value = |line: &ThoughtLine| MoveValue {
        notation: line.notation.clone(),
        chance: line.chance,
        worth: worth(line.verdict),
        grade: grade(line).id().to_owned(),
    };
    PositionThought {
        question,
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        surety: thought.surety,
        done,
        moves: thought.moves.iter().map(value).collect(),
        lines: thought.moves.iter().take(lines).map(|line| line_value(live, line)).collect(),
    }
}

/// What was found of an entry that follows where `live` stands.
pub(super) fn reviewed(live: &mut dyn Live, entry: &ReviewedEntry) -> ReviewedMove {
    ReviewedMove {
        index: entry.index,
        seat: entry.seat,
        player: entry.player,
        before: entry.before,
        after: entry.after,
        grade: entry.grade.id().to_owned(),
        played: line_value(live, &entry.played),
        best: line_value(live, &entry.best),
        reasons: entry.reasons.iter().map(|reason| reason.text.clone()).collect(),
        depth: entry.depth,
    }
}

fn line_value(live: &mut dyn Live, line: &ThoughtLine) -> LineValue {
    let begin = live.record().moves.len();
    let mut moves = Vec::new();
    for entry in line.line.iter().take(LINE) {
        if live.play(entry).is_err() {
            break;
        }
        let last = live.last().filter(|_| entry != SWAP);
        let changes = last.map(|last| last.changes).unwrap_or_default();
        moves.push(LineMove { notation: entry.clone(), changes });
    }
    live.truncate(begin);
    LineValue { chance: line.chance, worth: worth(line.verdict), moves }
}

/// A judgement as messages say it; moves are those of the winner.
const fn worth(verdict: Verdict) -> Worth {
    match verdict {
        Verdict::Win { plies } => Worth::Win { moves: plies.div_ceil(2), plies },
        Verdict::Loss { plies } => Worth::Loss { moves: plies / 2, plies },
        Verdict::Exact { margin } => Worth::Margin { margin },
        Verdict::Estimate { points } => Worth::Estimate { points },
    }
}
