//! The engine of Othello: its own search, midgame and endgame.

use std::sync::atomic::AtomicBool;

use engine::{
    Explainer, GameEngine, Level, Levels, Limits, MistakeContext, Proof, Provable, PuzzleProof,
    Puzzling, PvLine, Report, Resources, ReviewReason, Searcher, Skill, Theme, TimeManager, Value,
    ValueScale,
};
use rules::{Bitboard, Line, Position, Seat};

use super::position::{Move, Othello};
use super::review;
use super::solver;

/// Points of a disc of the final count.
pub(super) const DISC: i32 = 100;
/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 8 * DISC;

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
        OthelloSearcher(solver::OthelloSolver::new(table, threads))
    }
}

impl Levels for OthelloEngine {
    fn skill(level: Level) -> Skill {
        match level {
            Level::Expert => Skill { nodes: 80_000, ..Skill::usual(level) },
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

/// The search of Othello as a [`Searcher`].
pub struct OthelloSearcher(solver::OthelloSolver);

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
        let mut watch = |found: &solver::OthelloReport| watch(&report(found, &time));
        let found = self.0.search(line.position(), limits, stop, &mut watch);
        report(&found, &time)
    }

    fn clear(&mut self) {
        self.0.clear();
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
    }
}
