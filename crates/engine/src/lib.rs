//! Search, computer players, analysis and training for the games.
//!
//! A game's [`GameEngine`] names its [`Searcher`]: the generic [`AlphaBeta`] with the game's
//! [`Evaluator`], a solver, or both together. It answers a line of play with a [`Report`]. [`Levels`] and
//! [`Explainer`] add the levels of play and the reasons of mistakes.
//!
//! Screens and servers see none of these types: they use an [`Entry`], whose [`Opponent`]s and analysis
//! are [`AnySearcher`]s that answer a record with an [`AnyReport`], and whose [`Reviewer`] reviews whole
//! games. A [`TreeDemo`] shows how the classic players search, as a [`tree`].

mod alpha_beta;
mod any_searcher;
mod bench;
mod classic_evaluator;
mod data_file;
mod distance;
mod entry;
mod evaluator;
mod fairness;
mod game_engine;
mod level;
mod limits;
mod monotonic_clock;
mod move_picker;
mod players;
mod rating;
mod review;
mod root;
mod scale;
mod search;
mod searcher;
mod swap;
mod symmetry;
mod threads;
mod time_manager;
mod train;
mod transposition_table;
pub mod tree;
mod tree_demo;
mod value;

pub use alpha_beta::AlphaBeta;
pub use any_searcher::{AnyLine, AnyReport, AnySearcher, AnyValue};
pub use bench::{BENCH_DEPTH, BenchCost, bench, bench_positions};
pub use classic_evaluator::{CLASSIC_WIN, ClassicEvaluator, Term, Terms};
pub use data_file::{DataFile, DataFileError};
pub use entry::{Entry, Opponent, Resources};
pub use evaluator::{Evaluator, MoveOf, SearchParams};
pub use fairness::{Balance, Fairness, SurveyedBoard, Trial, TrialGame, favoured};
pub use game_engine::{Explainer, GameEngine, Levels};
pub use level::{Level, Skill};
pub use limits::{Limits, PlayerClock};
pub use monotonic_clock::MonotonicClock;
pub use rating::{
    LevelRating, LevelRatings, NORMAL_LEVEL_RATING, PairScore, PlayerRating, RatedGame,
    RatingTable, TableRating,
};
pub use review::{
    EvaluatedLine, Grade, MistakeContext, REVIEW_DEFAULT_NODES, Review, ReviewReason,
    ReviewedEntry, Reviewer, accuracy,
};
pub use scale::ValueScale;
pub use searcher::{PvLine, Report, ReportOf, Searcher, SolverProgress};
pub use threads::run_threads;
pub use time_manager::TimeManager;
pub use train::{
    LinearEvaluator, SelfPlayGame, Trainer, TrainingConfig, TrainingReport, Weight, term_name,
};
pub use transposition_table::Bound;
pub use tree_demo::{TreeDemo, TreeExample};
pub use value::{Proof, Value};
