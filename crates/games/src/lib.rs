//! The five games of Damier, one folder each, and the list of them.
//!
//! A game's folder has everything of it: its rules as code and as a page for people, its notation,
//! its pictures and its test data. `docs/adding-a-game.md` leads through a new one.

pub mod connect_four;

use rules::{AnyGame, erase};

/// Every game, in the order in which menus show them.
pub static CATALOGUE: &[&dyn AnyGame] = &[erase::<connect_four::ConnectFour>()];
