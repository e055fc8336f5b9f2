//! Making the weights: games, positions with what they were worth, and the fit.

mod contest;
mod fit;
mod game;
mod generate;
mod wthor;

pub use contest::{Tally, contest};
pub use fit::{Errors, Fit};
pub use game::{GameError, PlayedGame};
pub use generate::{Generator, Recipe};
pub use wthor::{WthorError, WthorGame, read_wthor};
