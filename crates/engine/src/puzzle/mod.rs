//! Puzzles: positions with exactly one right move, which is proved.
//!
//! A [`PuzzleMiner`] looks for them in games ([`PuzzleSource`]), proves them ([`Puzzling`]), names their [`Theme`]s and
//! measures their [`Difficulty`]. A [`PuzzleCollection`] is a file of them. `docs/puzzles.md` says what is proved and
//! has the format.

mod collection;
mod difficulty;
mod forced_win;
mod goal;
mod miner;
mod proof;
mod session;
mod source;
mod theme;
mod themes;

use std::sync::atomic::AtomicBool;

use rules::{Encoding, ParseError, Position, Text};

use crate::{Explainer, Levels, MistakeContext, Provable};
pub use collection::{PuzzleCollection, PuzzleFileError};
pub use difficulty::Difficulty;
pub use goal::PuzzleGoal;
pub use miner::{MinedPuzzles, MiningProgress, MiningTask};
use proof::PuzzleProver;
pub use proof::PuzzleRefusal;
pub use session::{PuzzleAnswer, PuzzleHint, PuzzleSession};
pub use source::PuzzleSource;
pub use theme::Theme;

/// A position with a single right move, and how it is solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name: the same wherever the same position is mined, mirrored or not.
    pub id: String,
    /// The position, with the solver to move.
    pub position: String,
    /// What the solver is to reach.
    pub goal: PuzzleGoal,
    /// The solution: moves of the solver, each the only right one, and between them the opponent's best resistance. It
    /// ends with a move of the solver.
    pub solution: Vec<String>,
    /// What it turns on.
    pub themes: Vec<Theme>,
    /// How hard it is.
    pub difficulty: Difficulty,
}

impl Puzzle {
    /// Moves that the solver has to find.
    pub const fn moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }
}

/// How the moves of a position are proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleProof {
    /// The engine solves the position: the value of every move is proved.
    Solver {
        /// Nodes that it may visit for a position.
        max_nodes: u64,
    },
    /// An exhaustive search for forced wins.
    ForcedWin {
        /// The longest win, in plies.
        max_plies: u16,
        /// Nodes of the search for a puzzle.
        max_nodes: u64,
    },
}

/// An engine whose game has puzzles.
pub trait Puzzling: Provable + Levels + Explainer<Game: Encoding> {
    /// How moves are proved.
    const PROOF: PuzzleProof;

    /// Rule sets of the games that puzzles are looked for in: the usual one if there is none here.
    const RULE_SETS: &'static [&'static str] = &[];

    /// Number of random boards of these games.
    const BOARDS: u64 = 40;

    /// Largest share of the puzzles of each grade, in percent: few that anybody sees.
    const GRADE_MAX_PERCENT: [usize; Difficulty::MAX_GRADE as usize] = [12, 20, 30, 40, 40, 40];

    /// Whether a position is near enough to the end to be looked at.
    fn is_candidate(position: &Self::Game) -> bool {
        let _ = position;
        true
    }

    /// Whether the side to move can win with this move.
    fn wins_at_once(position: &Self::Game) -> bool {
        let turn = position.turn();
        let wins = |m| position.play(m).outcome().is_some_and(|it| it.winner == Some(turn));
        position.legal_moves().into_iter().any(wins)
    }

    /// Themes that the solution shows, which is the better line of the context; the line played is that of the most
    /// tempting wrong move.
    fn themes(solution: &MistakeContext<Self::Game>) -> Vec<Theme> {
        let _ = solution;
        Vec::new()
    }
}

type MineFn = fn(&MiningTask<'_>, &AtomicBool, &mut dyn FnMut(&MiningProgress)) -> MinedPuzzles;
type VerifyFn = fn(&Puzzle, &AtomicBool) -> Result<(), PuzzleError>;
type CanonicalFn = fn(&str) -> Result<String, ParseError>;

/// Why a puzzle is not what it claims to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleError {
    /// Its position cannot be read.
    Position(ParseError),
    /// A move of its solution is not legal.
    IllegalMove(String),
    /// There is no single right move where it has to be found.
    Refused {
        /// The number of the move of the solution, from 1.
        index: usize,
        /// What the engine finds there.
        refusal: PuzzleRefusal,
    },
    /// Another move is the only right one.
    WrongMove {
        /// The move of the solution.
        given: String,
        /// The right one.
        right: String,
    },
    /// A reply of the opponent is not among the best.
    WeakReply(String),
    /// Something else is proved.
    WrongGoal(PuzzleGoal),
    /// It was stopped.
    Stopped,
}

impl PuzzleError {
    /// The same for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Position(error) => error.text.clone(),
            Self::IllegalMove(m) => Text::composed(
                format!("the move {m} is not legal"),
                format!("le coup {m} n'est pas légal"),
            ),
            Self::Refused { index, refusal } => Text::composed(
                format!("before move {index}: {}", refusal.title().en),
                format!("avant le coup {index} : {}", refusal.title().fr),
            ),
            Self::WrongMove { given, right } => Text::composed(
                format!("{right} is the only right move, not {given}"),
                format!("{right} est le seul bon coup, pas {given}"),
            ),
            Self::WeakReply(m) => Text::composed(
                format!("{m} is not the best resistance"),
                format!("{m} n'est pas la meilleure résistance"),
            ),
            Self::WrongGoal(goal) => Text::composed(
                format!("the goal that is proved is {goal}"),
                format!("le but prouvé est {goal}"),
            ),
            Self::Stopped => Text::new("it was stopped", "interrompu"),
        }
    }
}

/// Mining and checking of the puzzles of a game.
#[derive(Clone, Copy)]
pub struct PuzzleMiner {
    mine: MineFn,
    verify: VerifyFn,
    canonical: CanonicalFn,
}

impl PuzzleMiner {
    /// For the game of an engine.
    pub const fn of<E: Puzzling>() -> Self {
        Self {
            mine: miner::mine::<E>,
            verify: |puzzle, stop| PuzzleProver::<E>::new(stop).verify(puzzle),
            canonical: |text| Ok(miner::canonical(&text.parse::<E::Game>()?)),
        }
    }

    /// Looks for puzzles until there are enough of them, the source is at its end or `stop` is raised. The same task
    /// gives the same puzzles.
    pub fn mine(
        &self,
        task: &MiningTask<'_>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&MiningProgress),
    ) -> MinedPuzzles {
        (self.mine)(task, stop, watch)
    }

    /// Proves a puzzle again.
    pub fn verify(&self, puzzle: &Puzzle, stop: &AtomicBool) -> Result<(), PuzzleError> {
        (self.verify)(puzzle, stop)
    }

    /// A text that all positions have in common that a symmetry of the game maps to each other.
    pub fn canonical(&self, position: &str) -> Result<String, ParseError> {
        (self.canonical)(position)
    }
}
