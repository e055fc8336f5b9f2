//! Making the weights: games, positions with what they were worth, and the fit.

mod fit;
mod game;
mod generate;
mod wthor;

pub use fit::{Errors, Fit};
pub use game::{GameError, PlayedGame};
pub use generate::{Generator, Recipe};
pub use wthor::{WthorError, WthorGame, read_wthor};
