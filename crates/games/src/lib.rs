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

/// The file of a game's puzzles, as `damier puzzles make` writes it: built into the program unless its data is loaded at run
/// time.
macro_rules! puzzle_file {
    ($id:literal) => {
        ::engine::DataFile::new(
            concat!($id, "-puzzles.txt"),
            if cfg!(feature = "embedded-data") {
                Some(include_bytes!("data/puzzles.txt"))
            } else {
                None
            },
            |bytes| {
                let file = std::str::from_utf8(bytes);
                file.is_ok_and(|file| ::engine::PuzzleCollection::read(file).is_ok())
            },
        )
    };
}

mod abdada;
mod board_8x8;
mod classic;
pub mod congress;
pub mod connect_four;
mod hash;
pub mod isolation;
pub mod katarenga;
pub mod network;
pub mod othello;
pub mod terrain;

pub use engine;
use engine::{Entry, Prover, PuzzleMiner, Trainer, TreeDemo};
pub use rules;

/// Every game with all that it has, in the order of the menus: the one list of games.
pub static CATALOGUE: &[Entry] = &[
    Entry::of::<connect_four::ConnectFourEngine>()
        .with_classics(connect_four::CLASSICS)
        .with_tree_demo(TreeDemo::of::<connect_four::MinimaxEvaluator>(connect_four::EXAMPLES))
        .with_data(&connect_four::BOOK_FILE)
        .with_level_scores(include_str!("connect_four/data/level_scores.txt"))
        .with_puzzles(&connect_four::PUZZLE_FILE)
        .with_miner(&PuzzleMiner::of::<connect_four::ConnectFourEngine>())
        .with_prover(&Prover::of::<connect_four::ConnectFourEngine>()),
    Entry::of::<othello::OthelloEngine>()
        .with_classics(othello::CLASSICS)
        .with_tree_demo(TreeDemo::of::<othello::MinimaxEvaluator>(othello::EXAMPLES))
        .with_data(&othello::WEIGHTS_FILE)
        .with_level_scores(include_str!("othello/data/level_scores.txt"))
        .with_puzzles(&othello::PUZZLE_FILE)
        .with_miner(&PuzzleMiner::of::<othello::OthelloEngine>())
        .with_prover(&Prover::of::<othello::OthelloEngine>()),
    Entry::of::<katarenga::KatarengaEngine>()
        .with_classics(katarenga::CLASSICS)
        .with_tree_demo(TreeDemo::of::<katarenga::MinimaxEvaluator>(katarenga::EXAMPLES))
        .with_level_scores(include_str!("katarenga/data/level_scores.txt"))
        .with_puzzles(&katarenga::PUZZLE_FILE)
        .with_miner(&PuzzleMiner::of::<katarenga::KatarengaEngine>())
        .with_prover(&Prover::of::<katarenga::KatarengaEngine>())
        .with_trainer(Trainer::of::<katarenga::KatarengaEvaluator>())
        .with_survey(include_str!("katarenga/data/survey.txt")),
    Entry::of::<congress::CongressEngine>()
        .with_classics(congress::CLASSICS)
        .with_tree_demo(TreeDemo::of::<congress::MinimaxEvaluator>(congress::EXAMPLES))
        .with_level_scores(include_str!("congress/data/level_scores.txt"))
        .with_puzzles(&congress::PUZZLE_FILE)
        .with_miner(&PuzzleMiner::of::<congress::CongressEngine>())
        .with_prover(&Prover::of::<congress::CongressEngine>())
        .with_trainer(Trainer::of::<congress::CongressEvaluator>())
        .with_survey(include_str!("congress/data/survey.txt")),
    Entry::of::<isolation::IsolationEngine>()
        .with_classics(isolation::CLASSICS)
        .with_tree_demo(TreeDemo::of::<isolation::MinimaxEvaluator>(isolation::EXAMPLES))
        .with_level_scores(include_str!("isolation/data/level_scores.txt"))
        .with_puzzles(&isolation::PUZZLE_FILE)
        .with_miner(&PuzzleMiner::of::<isolation::IsolationEngine>())
        .with_prover(&Prover::of::<isolation::IsolationEngine>())
        .with_survey(include_str!("isolation/data/survey.txt")),
];
