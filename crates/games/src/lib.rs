#![warn(missing_docs)]
#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! The five games of Damier, one folder each, and the list of them.
//!
//! A game's folder has everything of it: its rules as code and as a page for people, its notation,
//! its pictures and its test data. `docs/adding-a-game.md` leads through a new one.

/// The rules pages of a game in both languages. The program for the browser has none: they are files beside its page.
macro_rules! rules_pages {
    ($en:literal, $fr:literal) => {
        if cfg!(without_search) {
            rules::Text::new("", "")
        } else {
            rules::Text::new(include_str!($en), include_str!($fr))
        }
    };
}

mod abdada;
mod classic;
pub mod congress;
pub mod connect_four;
mod hash;
pub mod isolation;
pub mod katarenga;
pub mod network;
pub mod othello;
mod puzzle_files;
pub mod terrain;

pub use engine;
use engine::{Entry, Prover, PuzzleMiner, Trainer, TreeDemo};
pub use rules;

/// Every game with its computer players, in the order of the menus.
pub static CATALOGUE: &[Entry] = &[
    Entry::of::<connect_four::ConnectFourEngine>(connect_four::CLASSICS)
        .with_tree_demo(TreeDemo::of::<connect_four::MinimaxEvaluator>(connect_four::EXAMPLES))
        .with_data(&connect_four::BOOK_FILE)
        .with_level_scores(include_str!("connect_four/data/level_scores.txt"))
        .with_puzzles(&puzzle_files::CONNECT_FOUR),
    Entry::of::<othello::OthelloEngine>(othello::CLASSICS)
        .with_tree_demo(TreeDemo::of::<othello::MinimaxEvaluator>(othello::EXAMPLES))
        .with_data(&othello::WEIGHTS_FILE)
        .with_level_scores(include_str!("othello/data/level_scores.txt"))
        .with_puzzles(&puzzle_files::OTHELLO),
    Entry::of::<katarenga::KatarengaEngine>(katarenga::CLASSICS)
        .with_tree_demo(TreeDemo::of::<katarenga::MinimaxEvaluator>(katarenga::EXAMPLES))
        .with_level_scores(include_str!("katarenga/data/level_scores.txt"))
        .with_puzzles(&puzzle_files::KATARENGA)
        .with_trainer(Trainer::of::<katarenga::KatarengaEvaluator>())
        .with_survey(include_str!("katarenga/data/survey.txt")),
    Entry::of::<congress::CongressEngine>(congress::CLASSICS)
        .with_tree_demo(TreeDemo::of::<congress::MinimaxEvaluator>(congress::EXAMPLES))
        .with_level_scores(include_str!("congress/data/level_scores.txt"))
        .with_puzzles(&puzzle_files::CONGRESS)
        .with_trainer(Trainer::of::<congress::CongressEvaluator>())
        .with_survey(include_str!("congress/data/survey.txt")),
    Entry::of::<isolation::IsolationEngine>(isolation::CLASSICS)
        .with_tree_demo(TreeDemo::of::<isolation::MinimaxEvaluator>(isolation::EXAMPLES))
        .with_level_scores(include_str!("isolation/data/level_scores.txt"))
        .with_puzzles(&puzzle_files::ISOLATION)
        .with_survey(include_str!("isolation/data/survey.txt")),
];

/// Certificates of every game. They are apart from [`CATALOGUE`] because only the command line needs them.
pub static PROVERS: &[Prover] = &[
    Prover::of::<connect_four::ConnectFourEngine>(),
    Prover::of::<othello::OthelloEngine>(),
    Prover::of::<katarenga::KatarengaEngine>(),
    Prover::of::<congress::CongressEngine>(),
    Prover::of::<isolation::IsolationEngine>(),
];

/// Puzzles of every game: mining and checking. They are apart from [`CATALOGUE`] for the same reason.
pub static PUZZLE_MINERS: &[PuzzleMiner] = &[
    PuzzleMiner::of::<connect_four::ConnectFourEngine>(),
    PuzzleMiner::of::<othello::OthelloEngine>(),
    PuzzleMiner::of::<katarenga::KatarengaEngine>(),
    PuzzleMiner::of::<congress::CongressEngine>(),
    PuzzleMiner::of::<isolation::IsolationEngine>(),
];
