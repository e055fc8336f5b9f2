//! Difficulty of puzzles: which level of play finds the solution, with how many nodes.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use rules::{Line, Position};

use super::Puzzling;
use crate::{Level, Levels, Limits, ReportOf, Searcher};

/// Rating of the easiest puzzle, and what each grade and each doubling of the nodes adds.
const RATING_BASE: u16 = 700;
const RATING_PER_GRADE: u16 = 220;
const RATING_PER_DOUBLING: u16 = 10;
/// Moves that a weaker level compares.
const LEVEL_CANDIDATES: usize = 12;

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Difficulty {
    /// The weakest level that finds every move, and above which every level does: 1 is `very-easy`, 5 `expert`; 6 if
    /// none of these does.
    pub grade: u8,
    /// Nodes after which the searches of that level, for all moves together, have the right move and keep it; all
    /// nodes of `expert` for grade 6.
    pub nodes: u64,
}

impl Difficulty {
    /// The highest grade.
    pub const MAX_GRADE: u8 = Level::ALL.len() as u8;

    /// The rating of the puzzle, on a scale like that of players.
    pub const fn rating(&self) -> u16 {
        let doublings = (u64::BITS - self.nodes.leading_zeros()) as u16;
        let grade = (self.grade as u16).saturating_sub(1);
        RATING_BASE + RATING_PER_GRADE * grade + RATING_PER_DOUBLING * doublings
    }

    /// Measures the moves of the solver, each with its position.
    pub(super) fn measure<E: Puzzling>(
        searcher: &mut E::Searcher,
        moves: &[(E::Game, <E::Game as Position>::Move)],
        stop: &AtomicBool,
    ) -> Self {
        let (mut grade, mut nodes) = (Self::MAX_GRADE, 0);
        for (index, level) in Level::ALL.into_iter().enumerate().rev().skip(1) {
            let mut used = 0;
            let mut is_found = true;
            for (position, m) in moves {
                let search = LevelSearch::run::<E>(searcher, level, position, *m, stop);
                used += search.nodes;
                is_found &= search.is_found;
                if !is_found && nodes > 0 {
                    break;
                }
            }
            if nodes == 0 || is_found {
                nodes = used;
            }
            if !is_found {
                break;
            }
            grade = index as u8 + 1;
        }
        Self { grade, nodes: nodes.max(1) }
    }
}

/// The search of a level for a move that is known.
struct LevelSearch {
    is_found: bool,
    /// Nodes after which the search has the move and keeps it, or all.
    nodes: u64,
}

impl LevelSearch {
    fn run<E: Levels>(
        searcher: &mut E::Searcher,
        level: Level,
        position: &E::Game,
        m: <E::Game as Position>::Move,
        stop: &AtomicBool,
    ) -> Self {
        let skill = E::skill(level);
        let lines = if skill.tolerance > 0.0 { LEVEL_CANDIDATES } else { 1 };
        let (depth, nodes) = (Some(skill.depth), Some(skill.nodes));
        let limits = Limits { depth, nodes, lines, ..Limits::default() };
        let line = Line::new(*position);
        let mut since = None;
        searcher.clear();
        let mut watch = |report: &ReportOf<E::Game>| {
            let is_right = report.best_move() == Some(m);
            since = is_right.then(|| since.unwrap_or(report.nodes));
        };
        let mut report = searcher.search(&line, &limits, stop, &mut watch);
        E::refine(searcher, level, &line, &mut report);
        let is_found = report.best_move() == Some(m);
        Self { is_found, nodes: since.filter(|_| is_found).unwrap_or(report.nodes) }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.grade, self.nodes)
    }
}

impl FromStr for Difficulty {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (grade, nodes) = text.split_once(':').ok_or(())?;
        let grade: u8 = grade.parse().map_err(|_| ())?;
        let nodes: u64 = nodes.parse().map_err(|_| ())?;
        let difficulty = Self { grade, nodes };
        let is_known = (1..=Self::MAX_GRADE).contains(&grade) && nodes > 0;
        if is_known && difficulty.to_string() == text { Ok(difficulty) } else { Err(()) }
    }
}
