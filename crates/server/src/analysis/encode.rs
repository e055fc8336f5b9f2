//! What the engine thinks, as messages say it.

use engine::{AnyLine, AnyReport, AnyValue, Grade, ReviewedEntry};
use rules::{Live, SWAP};
use wire::{LineMove, LineValue, MoveValue, PositionThought, ReviewedMove, Worth};

/// How many moves of a line are told.
const LINE: usize = 8;

/// A thought about the position where `live` stands.
pub(super) fn thought(
    question: u64,
    live: &mut dyn Live,
    thought: &AnyReport,
    lines: usize,
    done: bool,
) -> PositionThought {
    let best = thought.lines.first();
    let grade = |line: &AnyLine| match best {
        _ if thought.lines.len() == 1 => Grade::Forced,
        Some(best) if best.notation != line.notation => {
            Grade::of(best.chance - line.chance, best.value, line.value)
        }
        _ => Grade::Best,
    };
    let value = |line: &AnyLine| MoveValue {
        notation: line.notation.clone(),
        chance: line.chance,
        worth: worth(line.value),
        grade: grade(line).id().to_owned(),
    };
    PositionThought {
        question,
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        surety: thought.selectivity,
        done,
        moves: thought.lines.iter().map(value).collect(),
        lines: thought.lines.iter().take(lines).map(|line| line_value(live, line)).collect(),
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

fn line_value(live: &mut dyn Live, line: &AnyLine) -> LineValue {
    let begin = live.record().moves.len();
    let mut moves = Vec::new();
    for entry in line.moves.iter().take(LINE) {
        if live.play(entry).is_err() {
            break;
        }
        let last = live.last().filter(|_| entry != SWAP);
        let changes = last.map(|last| last.changes).unwrap_or_default();
        moves.push(LineMove { notation: entry.clone(), changes });
    }
    live.truncate(begin);
    LineValue { chance: line.chance, worth: worth(line.value), moves }
}

/// A judgement as messages say it; moves are those of the winner.
const fn worth(value: AnyValue) -> Worth {
    match value {
        AnyValue::Win { plies } => Worth::Win { moves: plies.div_ceil(2), plies },
        AnyValue::Loss { plies } => Worth::Loss { moves: plies / 2, plies },
        AnyValue::Exact { margin } => Worth::Margin { margin },
        AnyValue::Estimate { points } => Worth::Estimate { points },
    }
}
