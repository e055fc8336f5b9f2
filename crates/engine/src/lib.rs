//! One search for every game.
//!
//! A game gives the engine a [`Brain`]; [`Engine`] searches with it and answers with a [`Report`].
//! Screens and servers see none of that: they meet an [`Entry`], whose [`Opponent`]s are made into
//! [`Thinker`]s that answer a record with a [`Thought`], and whose [`Reviewer`] looks over a whole game.
//! A [`Lesson`] shows how the classic ones think, as a [`tree`].

mod bench;
mod brain;
mod entry;
mod fairness;
mod judge;
mod lesson;
mod level;
mod limits;
mod order;
mod player;
mod pool;
mod report;
mod review;
mod search;
mod swap;
mod table;
mod thinker;
mod train;
pub mod tree;
mod value;

pub use bench::{BENCH_DEPTH, Cost, bench, bench_positions};
pub use brain::{Brain, Move, Tuning};
pub use entry::{Entry, Opponent, Resources};
pub use fairness::{Balance, Fairness, SurveyedBoard, Trial, TrialGame};
pub use judge::{Judge, Term, Terms, WIN};
pub use lesson::{Example, Lesson};
pub use level::{Level, Skill};
pub use limits::{Clock, Limits, Stopwatch};
pub use player::{Analyst, Player};
pub use pool::Engine;
pub use report::{BestLine, Report};
pub use review::{
    Branch, Critic, Grade, Mistake, REVIEW_NODES, Review, ReviewReason, ReviewedEntry, Reviewer,
    accuracy,
};
pub use thinker::{Thinker, Thought, ThoughtLine, Verdict};
pub use train::{Fit, FitPlan, Lecture, Linear, Trainer, Weight, term_name};
pub use value::Value;
