//! Themes of a solution: those that the game finds in it, and those of the reasons why a wrong move is one.

use rules::{Line, Position};

use super::proof::{PuzzleProver, Solution};
use super::{PuzzleGoal, Puzzling, Theme};
use crate::{EvaluatedLine, Limits, MistakeContext, Proof, Searcher, Value};

/// Nodes of the search that continues a line.
const LINE_NODES: u64 = 10_000;
/// Moves of a solution that is long.
const LONG_MIN_MOVES: usize = 4;
/// The most themes of a puzzle.
const MAX_THEMES: usize = 3;

/// The line of those moves, continued by a search.
fn continued<E: Puzzling>(
    prover: &mut PuzzleProver<'_, E>,
    start: &E::Game,
    moves: &[<E::Game as Position>::Move],
) -> EvaluatedLine<E::Game> {
    let mut line = Line::new(*start);
    for &m in moves {
        line.play(m);
    }
    let mut moves = moves.to_vec();
    let (mut value, mut proof) = (Value::ZERO, Proof::Exact);
    if line.position().outcome().is_none() {
        prover.searcher.clear();
        let limits = Limits::nodes(LINE_NODES);
        let report = prover.searcher.search(&line, &limits, prover.stop, &mut |_| ());
        if let Some(best) = report.lines.first() {
            moves.extend(&best.moves);
            let is_own = line.position().turn() == start.turn();
            value = if is_own { best.value } else { -best.value };
            proof = best.proof;
        }
    }
    EvaluatedLine::new(&Line::new(*start), &moves, value, proof)
}

/// Themes of threats to win at once, in games where a search may assume that a side does not move.
fn threats<E: Puzzling>(solution: &MistakeContext<E::Game>) -> Vec<Theme> {
    let seat = solution.seat();
    let wins = |position: &E::Game| {
        let is_win = |m| position.play(m).outcome().is_some_and(|it| it.winner == Some(seat));
        position.legal_moves().into_iter().filter(|&m| is_win(m)).count()
    };
    let after = solution.better.first();
    let (Some(waiting), Some(idle)) = (solution.before.null(), after.null()) else {
        return Vec::new();
    };
    let squeezed = || {
        let gives = |m| {
            let next = after.play(m);
            next.outcome().is_none() && E::wins_at_once(&next)
        };
        wins(&idle) == 0 && after.legal_moves().into_iter().all(gives)
    };
    let found = [
        (wins(&idle) > 1).then_some(Theme::DoubleThreat),
        squeezed().then_some(Theme::Zugzwang),
        E::wins_at_once(&waiting).then_some(Theme::Defence),
    ];
    found.into_iter().flatten().collect()
}

/// The themes, the most important first.
pub(super) fn themes<E: Puzzling>(
    prover: &mut PuzzleProver<'_, E>,
    solution: &Solution<E::Game>,
) -> Vec<Theme> {
    let Some(&other) = solution.others.first() else { return Vec::new() };
    let better = continued(prover, &solution.start, &solution.moves);
    let played = continued(prover, &solution.start, &[other]);
    let context = MistakeContext { before: solution.start, played, better };
    let mut themes = threats::<E>(&context);
    themes.extend(E::themes(&context));
    let reasons = E::explain(&context);
    themes.extend(reasons.iter().filter_map(|reason| Theme::of_reason(&reason.id)));
    let mut kept: Vec<Theme> = Vec::new();
    for theme in themes {
        if kept.len() < MAX_THEMES && !kept.contains(&theme) {
            kept.push(theme);
        }
    }
    if matches!(solution.goal, PuzzleGoal::Draw | PuzzleGoal::Margin(0)) {
        kept.push(Theme::Draw);
    }
    if solution.choices.len() >= LONG_MIN_MOVES {
        kept.push(Theme::Long);
    }
    kept
}
