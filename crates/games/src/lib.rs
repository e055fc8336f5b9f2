//! The five games of Damier, one folder each, and the list of them.
//!
//! A game's folder has everything of it: its rules as code and as a page for people, its notation,
//! its pictures and its test data. `docs/adding-a-game.md` leads through a new one.

mod abdada;
mod classic;
pub mod congress;
pub mod connect_four;
mod huge_pages;
pub mod isolation;
pub mod katarenga;
pub mod othello;
pub mod terrain;

use engine::{Entry, Trainer, TreeDemo};

/// Every game with its computer players, in the order of the menus.
pub static CATALOGUE: &[Entry] = &[
    Entry::of::<connect_four::ConnectFourEngine>(connect_four::CLASSICS)
        .with_tree_demo(TreeDemo::of::<connect_four::MinimaxEvaluator>(connect_four::EXAMPLES))
        .with_data(&connect_four::BOOK_FILE)
        .with_level_scores(include_str!("connect_four/data/level_scores.txt")),
    Entry::of::<othello::OthelloEngine>(othello::CLASSICS)
        .with_tree_demo(TreeDemo::of::<othello::MinimaxEvaluator>(othello::EXAMPLES))
        .with_data(&othello::WEIGHTS_FILE)
        .with_level_scores(include_str!("othello/data/level_scores.txt")),
    Entry::of::<katarenga::KatarengaEngine>(katarenga::CLASSICS)
        .with_tree_demo(TreeDemo::of::<katarenga::MinimaxEvaluator>(katarenga::EXAMPLES))
        .with_level_scores(include_str!("katarenga/data/level_scores.txt"))
        .with_trainer(Trainer::of::<katarenga::KatarengaEvaluator>())
        .with_survey(include_str!("katarenga/data/survey.txt")),
    Entry::of::<congress::CongressEngine>(congress::CLASSICS)
        .with_tree_demo(TreeDemo::of::<congress::MinimaxEvaluator>(congress::EXAMPLES))
        .with_level_scores(include_str!("congress/data/level_scores.txt"))
        .with_trainer(Trainer::of::<congress::CongressEvaluator>())
        .with_survey(include_str!("congress/data/survey.txt")),
    Entry::of::<isolation::IsolationEngine>(isolation::CLASSICS)
        .with_tree_demo(TreeDemo::of::<isolation::MinimaxEvaluator>(isolation::EXAMPLES))
        .with_level_scores(include_str!("isolation/data/level_scores.txt"))
        .with_survey(include_str!("isolation/data/survey.txt")),
];
