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

use engine::{Entry, Lesson, Trainer};

/// Every game with everybody who can play it, in the order in which menus show them.
pub static CATALOGUE: &[Entry] = &[
    Entry::of::<connect_four::ConnectFourBrain>(connect_four::CLASSICS).with_lesson(Lesson::of::<
        connect_four::ClassicEvaluator,
    >(
        connect_four::EXAMPLES,
    )),
    Entry::of::<othello::OthelloBrain>(othello::CLASSICS)
        .with_lesson(Lesson::of::<othello::ClassicEvaluator>(othello::EXAMPLES)),
    Entry::of::<katarenga::KatarengaBrain>(katarenga::CLASSICS)
        .with_lesson(Lesson::of::<katarenga::ClassicEvaluator>(katarenga::EXAMPLES))
        .with_trainer(Trainer::of::<katarenga::KatarengaBrain>())
        .with_survey(include_str!("katarenga/data/survey.txt")),
    Entry::of::<congress::CongressBrain>(congress::CLASSICS)
        .with_lesson(Lesson::of::<congress::ClassicEvaluator>(congress::EXAMPLES))
        .with_trainer(Trainer::of::<congress::CongressBrain>())
        .with_survey(include_str!("congress/data/survey.txt")),
    Entry::of::<isolation::IsolationBrain>(isolation::CLASSICS).with_lesson(Lesson::of::<
        isolation::ClassicEvaluator,
    >(
        isolation::EXAMPLES
    )),
];
