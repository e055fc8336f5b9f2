//! The engine of Othello: its own search, midgame and endgame.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{
    Explainer, GameEngine, Level, Levels, Limits, MistakeContext, Proof, Provable, PuzzleProof,
    Puzzling, PvLine, Report, Resources, ReviewReason, Searcher, Skill, Theme, TimeManager, Value,
    ValueScale,
};
use rules::{Bitboard, Line, Position, Seat};

use super::book::{BookMove, OpeningBook};
use super::position::{Move, Othello};
use super::review;
use super::solver;

/// Points of a disc of the final count.
pub(super) const DISC: i32 = 100;
/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 8 * DISC;

/// Nodes of the level `expert`. Searches with fewer do without the book, which would be too strong for them.
const EXPERT_NODES: u64 = 80_000;
/// Searches of fewer plies do without the book.
const BOOK_MIN_DEPTH: u16 = 60;
/// Most nodes and the longest time of a search that the book answers: one with more sees as much as the book's own.
const BOOK_MAX_NODES: u64 = 20_000_000;
const BOOK_MAX_TIME: Duration = Duration::from_secs(2);

/// Nodes for the proof of a puzzle's position.
const PUZZLE_MAX_NODES: u64 = 60_000_000;
/// Empty squares of a position in which puzzles are looked for.
const PUZZLE_EMPTIES: std::ops::RangeInclusive<usize> = 8..=20;
/// Most empty squares of the positions that are all looked at; of those with more, half of them for each square more,
/// because they take so much longer.
const PUZZLE_FEW_EMPTIES: usize = 16;

/// The engine of Othello.
pub enum OthelloEngine {}

impl GameEngine for OthelloEngine {
    type Game = Othello;
    type Searcher = OthelloSearcher;

    fn searcher(resources: Resources) -> OthelloSearcher {
        let Resources { threads, table } = resources;
        let solver = solver::OthelloSolver::new(table, threads);
        OthelloSearcher { solver, book: Some(OpeningBook::get()) }
    }
}

impl Levels for OthelloEngine {
    fn skill(level: Level) -> Skill {
        match level {
            Level::Expert => Skill { nodes: EXPERT_NODES, ..Skill::usual(level) },
            _ => Skill::usual(level),
        }
    }
}

impl Explainer for OthelloEngine {
    fn explain(mistake: &MistakeContext<Othello>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

impl Provable for OthelloEngine {
    type Identity = [Bitboard; 2];

    fn identity(position: &Othello) -> Self::Identity {
        Seat::ALL.map(|seat| position.discs(seat))
    }
}

impl Puzzling for OthelloEngine {
    const PROOF: PuzzleProof = PuzzleProof::Solver { max_nodes: PUZZLE_MAX_NODES };

    fn is_candidate(position: &Othello) -> bool {
        let discs = position.discs(Seat::First) | position.discs(Seat::Second);
        let empties = (!discs).len();
        let sampled = 1 << empties.saturating_sub(PUZZLE_FEW_EMPTIES);
        PUZZLE_EMPTIES.contains(&empties) && position.key().is_multiple_of(sampled)
    }

    fn themes(solution: &MistakeContext<Othello>) -> Vec<Theme> {
        review::themes(solution)
    }
}

/// The search of Othello as a [`Searcher`], with an opening book.
pub struct OthelloSearcher {
    solver: solver::OthelloSolver,
    book: Option<&'static OpeningBook>,
}

impl OthelloSearcher {
    /// The same without an opening book.
    #[must_use]
    pub fn without_book(self) -> Self {
        Self { book: None, ..self }
    }

    /// The moves of the book, if the search is neither a weak one nor as deep as the book's, and the book has as many of
    /// them as are asked for.
    fn book_report(
        &self,
        position: &Othello,
        limits: &Limits,
        time: &TimeManager,
    ) -> Option<Report<Move>> {
        let is_weak = limits.nodes.is_some_and(|nodes| nodes < EXPERT_NODES)
            || limits.depth.is_some_and(|depth| depth < BOOK_MIN_DEPTH);
        let is_short = limits.clock.is_some()
            || limits.nodes.is_some_and(|nodes| nodes <= BOOK_MAX_NODES)
            || limits.time.is_some_and(|time| time <= BOOK_MAX_TIME);
        let book = self.book.filter(|_| is_short && !is_weak)?;
        let mut moves = book.moves(position);
        if let Some(allowed) = &limits.root_moves {
            // One of symmetric moves is searched for all.
            let symmetries = position.symmetries();
            for m in &mut moves {
                let images = symmetries.iter().map(|&symmetry| Othello::image(m.played, symmetry));
                let is_allowed = |image: &Move| allowed.contains(&u16::from(*image));
                m.played = std::iter::once(m.played).chain(images).find(is_allowed)?;
            }
        }
        let choices = limits.root_moves.as_ref().map_or(position.legal_moves().len(), Vec::len);
        let lines = limits.lines.max(1).min(choices);
        if moves.len() < lines {
            return None;
        }
        let line = |m: &BookMove| {
            let mut moves = vec![m.played];
            moves.extend(book.best_line(position.play(m.played)));
            PvLine { moves, value: Value::estimate(DISC * m.score), proof: Proof::None }
        };
        let lines: Vec<_> = moves[..lines].iter().map(line).collect();
        Some(Report {
            depth: lines[0].moves.len() as u16,
            lines,
            nodes: 0,
            time: time.elapsed(),
            selectivity: None,
            solver: None,
            is_from_book: true,
        })
    }
}

impl Searcher for OthelloSearcher {
    type Position = Othello;

    const SCALE: ValueScale = ValueScale::counting(UNIT, DISC);

    fn search(
        &mut self,
        line: &Line<Othello>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let time = TimeManager::start(limits);
        if let Some(found) = self.book_report(line.position(), limits, &time) {
            watch(&found);
            return found;
        }
        let mut watch = |found: &solver::OthelloReport| watch(&report(found, &time));
        let found = self.solver.search(line.position(), limits, stop, &mut watch);
        report(&found, &time)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}

fn report(found: &solver::OthelloReport, time: &TimeManager) -> Report<Move> {
    let lines = found.lines.iter().map(|line| PvLine {
        moves: line.moves.clone(),
        value: Value::estimate(DISC * line.score),
        proof: if found.exact { Proof::Exact } else { Proof::None },
    });
    Report {
        lines: lines.collect(),
        depth: found.depth,
        nodes: found.nodes,
        time: time.elapsed(),
        selectivity: (found.selectivity < 100).then_some(found.selectivity),
        solver: None,
        is_from_book: false,
    }
}
