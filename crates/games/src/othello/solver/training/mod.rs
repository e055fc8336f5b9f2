//! Making the weights: games, positions with what they were worth, and the fit.

mod contest;
mod fit;
mod game;
mod generate;
mod lessons;
mod spread;
mod wthor;

pub use contest::{Tally, contest};
pub use fit::{Fit, Settings};
pub use game::{GameError, PlayedGame};
pub use generate::{Generator, Recipe};
pub use lessons::{Errors, Lessons};
pub use spread::{Pair, Seen, Spread};
pub use wthor::{WthorError, WthorGame, read_wthor};
