//! The five games of Damier, one folder each, and the list of them.
//!
//! A game's folder has everything of it: its rules as code and as a page for people, its notation,
//! its pictures and its test data. `docs/adding-a-game.md` leads through a new one.

pub mod congress;
pub mod connect_four;
pub mod isolation;
pub mod katarenga;
pub mod othello;
pub mod terrain;

use rules::{AnyGame, erase};

/// Every game, in the order in which menus show them.
pub static CATALOGUE: &[&dyn AnyGame] = &[
    erase::<connect_four::ConnectFour>(),
    erase::<othello::Othello>(),
    erase::<katarenga::Katarenga>(),
    erase::<congress::Congress>(),
    erase::<isolation::Isolation>(),
];
