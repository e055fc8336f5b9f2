//! Equal moves: root moves that a symmetry of the position maps to each other have the same value. One of
//! each class is searched, and its line stands for the others.

use std::sync::atomic::AtomicBool;

use rules::{Line, Position, Symmetry};

use crate::{Limits, PvLine, ReportOf, Searcher};

/// The symmetries of the position at the end of a line. A history that may lead to a draw is not symmetric.
fn symmetries<P: Position>(line: &Line<P>) -> Vec<Symmetry> {
    if line.quiet_plies() > 0 && P::DRAWS.occurrences.is_some() {
        return Vec::new();
    }
    line.position().symmetries()
}

/// Whether two moves have the same value by symmetry, or are the same.
pub(crate) fn are_equal<P: Position>(line: &Line<P>, one: P::Move, other: P::Move) -> bool {
    one == other || symmetries(line).into_iter().any(|symmetry| P::image(one, symmetry) == other)
}

/// [`Searcher::search`] of one move of each class of equal moves, with lines for all of them.
pub(crate) fn search<S: Searcher>(
    searcher: &mut S,
    line: &Line<S::Position>,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&ReportOf<S::Position>),
) -> ReportOf<S::Position> {
    let symmetries = symmetries(line);
    if symmetries.is_empty() {
        return searcher.search(line, limits, stop, watch);
    }
    let searched =
        Limits { root_moves: Some(representatives(line, &symmetries)), ..limits.clone() };
    let lines = limits.lines.max(1);
    let expand = |report: &ReportOf<S::Position>| {
        let mut report = report.clone();
        report.lines = expanded::<S::Position>(&report.lines, &symmetries, lines);
        report
    };
    let found = searcher.search(line, &searched, stop, &mut |report| watch(&expand(report)));
    expand(&found)
}

/// One move of each class, as numbers.
fn representatives<P: Position>(line: &Line<P>, symmetries: &[Symmetry]) -> Vec<u16> {
    let number = |m: P::Move| -> u16 { m.into() };
    let is_first =
        |m: P::Move| symmetries.iter().all(|&symmetry| number(m) <= number(P::image(m, symmetry)));
    line.position().legal_moves().into_iter().filter(|&m| is_first(m)).map(number).collect()
}

/// The lines with those of equal moves behind them, as many as were asked for.
fn expanded<P: Position>(
    found: &[PvLine<P::Move>],
    symmetries: &[Symmetry],
    lines: usize,
) -> Vec<PvLine<P::Move>> {
    let mut all: Vec<PvLine<P::Move>> = Vec::new();
    for line in found {
        all.push(line.clone());
        for &symmetry in symmetries {
            let moves: Vec<_> = line.moves.iter().map(|&m| P::image(m, symmetry)).collect();
            if all.iter().all(|known| known.moves.first() != moves.first()) {
                all.push(PvLine { moves, ..line.clone() });
            }
        }
    }
    all.truncate(lines);
    all
}
