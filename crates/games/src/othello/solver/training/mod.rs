//! Training of the evaluation: self-play games, their positions as samples, and gradient descent.

mod gradient_descent;
mod paired_games;
mod probcut_statistics;
mod self_play;
mod training_game;
mod training_set;
mod wthor;

pub use gradient_descent::{GradientDescent, GradientDescentConfig};
pub use paired_games::{PairedGamesScore, play_paired_games};
pub use probcut_statistics::{DepthPair, DepthPairError, ProbcutStatistics};
pub use self_play::{GenerationConfig, SelfPlayGenerator};
pub use training_game::{TrainingGame, TrainingGameError};
pub use training_set::{EvaluationError, TrainingSet};
pub use wthor::{WthorError, WthorGame, read_wthor};
