#![warn(missing_docs)]
#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! Search, computer players, analysis and training for the games.
//!
//! A game's [`GameEngine`] names its [`Searcher`]: the generic [`AlphaBeta`] with the game's
//! [`Evaluator`], a solver, or both together. It answers a line of play with a [`Report`]. [`Levels`] and
//! [`Explainer`] add the levels of play and the reasons of mistakes.
//!
//! Screens and servers see none of these types: they use an [`Entry`], whose [`Opponent`]s and analysis
//! are [`AnySearcher`]s that answer a record with an [`AnyReport`], and whose [`Reviewer`] reviews whole
//! games. A [`TreeDemo`] shows how the classic players search, as a [`tree`].
//!
//! # A game of one's own
//!
//! With `Nim` as in the documentation of [`rules`], 21 sticks of which each player takes one to three:
//!
//! ```
//! # use std::fmt::{self, Display};
//! # use std::str::FromStr;
//! # use damier_engine::rules::{MoveList, Outcome, ParseError, Position, Reason, Seat, Text};
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! # struct Nim { sticks: u8, turn: Seat }
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! # struct Take(u8);
//! # static LAST_STICK: Reason = Reason::new("last-stick", "the last stick", "le dernier bâton");
//! # impl Position for Nim {
//! #     type Move = Take;
//! #     fn turn(&self) -> Seat { self.turn }
//! #     fn outcome(&self) -> Option<Outcome> {
//! #         (self.sticks == 0).then(|| Outcome::win(!self.turn, &LAST_STICK))
//! #     }
//! #     fn legal_moves(&self) -> MoveList<Take> { (1..=self.sticks.min(3)).map(Take).collect() }
//! #     fn play(&self, Take(count): Take) -> Self {
//! #         Self { sticks: self.sticks - count, turn: !self.turn }
//! #     }
//! #     fn key(&self) -> u64 { u64::from(self.sticks) << 1 | u64::from(self.turn.index()) }
//! # }
//! # macro_rules! no_text {
//! #     ($type:ty) => {
//! #         impl Display for $type {
//! #             fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{self:?}") }
//! #         }
//! #         impl FromStr for $type {
//! #             type Err = ParseError;
//! #             fn from_str(text: &str) -> Result<Self, ParseError> {
//! #                 Err(ParseError::whole(text, Text::new("no text", "pas de texte")))
//! #             }
//! #         }
//! #     };
//! # }
//! # no_text!(Nim);
//! # no_text!(Take);
//! # impl From<Take> for u16 { fn from(Take(count): Take) -> Self { count.into() } }
//! use std::sync::atomic::AtomicBool;
//!
//! use damier_engine::rules::Line;
//! use damier_engine::{
//!     AlphaBeta, Evaluator, Limits, Resources, SearchParams, Searcher, Value, ValueScale,
//! };
//!
//! #[derive(Clone)]
//! struct NimEvaluator;
//!
//! impl Evaluator for NimEvaluator {
//!     type Position = Nim;
//!     type Accumulator = ();
//!     const SCALE: ValueScale = ValueScale::new(100);
//!     const PARAMS: SearchParams = SearchParams::new(&Self::SCALE);
//!
//!     fn accumulator(&self, _: &Nim) {}
//!     fn evaluate(&self, _: &Nim, (): &()) -> Value {
//!         Value::ZERO // nothing is known before the end
//!     }
//! }
//!
//! let mut searcher = AlphaBeta::new(NimEvaluator, Resources::default());
//! let line = Line::new(Nim { sticks: 21, turn: Seat::First });
//! let report = searcher.search(&line, &Limits::depth(30), &AtomicBool::new(false), &mut |_| ());
//! assert_eq!(report.best_move(), Some(Take(1))); // leaves a multiple of four
//! assert!(report.lines[0].proof.is_proved());
//! ```

mod alpha_beta;
mod any_searcher;
mod bench;
mod certificate;
mod classic_evaluator;
mod correction_history;
mod crc32;
mod data_file;
mod distance;
mod entry;
mod evaluation_cache;
mod evaluator;
mod fairness;
mod game_engine;
#[cfg(any(test, all(target_arch = "wasm32", target_feature = "atomics")))]
mod host_threads;
mod huge_pages;
mod level;
mod limits;
mod memory;
mod monotonic_clock;
mod move_picker;
mod no_engine;
mod opponent;
mod players;
mod puzzle;
mod rating;
mod review;
mod root;
mod scale;
mod search;
mod search_stability;
mod searcher;
mod stand_in;
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
pub use certificate::{
    Certificate, CertificateError, CheckedCertificate, Goal, Provable, ProvedClaim, Prover,
    ResultClaim, check_certificate,
};
pub use classic_evaluator::{CLASSIC_WIN, ClassicEvaluator, Term, Terms};
pub use correction_history::{CORRECTION_KEYS, correction_key};
pub use data_file::{DataFile, DataFileError};
pub use entry::{Entry, Resources};
pub use evaluation_cache::EvaluationCache;
pub use evaluator::{Evaluator, MoveOf, SearchParams, ThreatReport};
pub use fairness::{Balance, Fairness, SurveyedBoard, Trial, TrialGame, favoured};
pub use game_engine::{Explainer, GameEngine, Levels};
#[cfg(any(test, all(target_arch = "wasm32", target_feature = "atomics")))]
pub use host_threads::{serve_searches, serving_threads};
pub use huge_pages::{CACHE_LINE_WORDS, CacheLines};
pub use level::{Level, Skill};
pub use limits::{Limits, PlayerClock};
pub use memory::{TableTooLarge, check_table};
pub use monotonic_clock::MonotonicClock;
pub use opponent::Opponent;
pub use puzzle::{
    Difficulty, MinedPuzzles, MiningProgress, MiningTask, Puzzle, PuzzleAnswer, PuzzleCollection,
    PuzzleError, PuzzleFileError, PuzzleGoal, PuzzleHint, PuzzleMiner, PuzzleProof, PuzzleRefusal,
    PuzzleSession, PuzzleSource, Puzzling, Theme,
};
pub use rating::{
    LevelRating, LevelRatings, NORMAL_LEVEL_RATING, PairScore, PlayerRating, RatedGame,
    RatingTable, TableRating,
};
pub use review::{
    EvaluatedLine, Grade, MistakeContext, REVIEW_DEFAULT_NODES, Review, ReviewReason,
    ReviewedEntry, Reviewer, accuracy,
};
pub use rules;
pub use scale::ValueScale;
pub use search_stability::SearchStability;
pub use searcher::{PvLine, Report, ReportOf, Searcher, SolverProgress};
pub use threads::run_threads;
pub use time_manager::TimeManager;
pub use train::{
    LinearEvaluator, SelfPlayGame, Trainer, TrainingConfig, TrainingReport, Weight, is_quiet,
    term_name,
};
pub use transposition_table::Bound;
pub use tree_demo::{TreeDemo, TreeExample};
pub use value::{Proof, Value};
