//! Learning the weights of an estimate from games that the engine plays against itself: it plays on
//! random boards, the weights are fitted to the results, and the new ones play the old ones.

mod fit;
mod selfplay;
mod weight;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::{Game, Record};

use crate::Brain;
pub use fit::{Fit, Lesson as FitPlan};
pub use weight::{Weight, term_name};

/// A brain whose estimate is a sum of terms, each with a weight.
pub trait Linear: Brain {
    /// The weights that the brain has by itself.
    const WEIGHTS: &'static [Weight];

    /// The brain with other weights, as many as its own.
    fn weighted(weights: Arc<[Weight]>) -> Self;

    /// The name of a term.
    fn term_name(term: usize) -> String;

    /// Tells how many more of each term the side to move has, and returns the phase of the game. A
    /// term may be told several times. The brain must have prepared for the board.
    fn terms(&self, position: &Self::Position, add: &mut dyn FnMut(usize, i32)) -> i32;
}

/// A game that the engine has played against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Lecture {
    /// The game.
    pub record: Record,
    /// How many of its moves were drawn at random, the first ones.
    pub random: usize,
    /// What First got: 1, one half or 0.
    pub score: f32,
}

type Play = fn(&[Weight], u64, u64, &AtomicBool) -> Option<Lecture>;
type Fitting = fn(&[Lecture], &FitPlan, &AtomicBool, &mut dyn FnMut(&Fit)) -> Fit;
type Compare = fn(&[Weight], u64, u64, &AtomicBool) -> Option<[f32; 2]>;

/// How the weights of one game are learnt.
#[derive(Clone, Copy)]
pub struct Trainer {
    play: Play,
    fit: Fitting,
    compare: Compare,
    /// The name of a term.
    pub term_name: fn(usize) -> String,
    /// The weights that the engine has now.
    pub weights: &'static [Weight],
}

impl Trainer {
    /// The trainer of a brain.
    pub const fn of<B: Linear>() -> Self
    where
        B::Position: Game,
    {
        Self {
            play: selfplay::play::<B>,
            fit: fit::fit::<B>,
            compare: selfplay::compare::<B>,
            term_name: B::term_name,
            weights: B::WEIGHTS,
        }
    }

    /// Plays a game of the engine with `weights` on a random board with so many positions a move;
    /// everything comes from the seed. `None` if it was stopped.
    pub fn play(
        &self,
        weights: &[Weight],
        seed: u64,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<Lecture> {
        (self.play)(weights, seed, nodes, stop)
    }

    /// Fits the weights to the games, and tells of every round.
    pub fn fit(
        &self,
        games: &[Lecture],
        plan: &FitPlan,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Fit),
    ) -> Fit {
        (self.fit)(games, plan, stop, watch)
    }

    /// What the engine with `weights` gets against the one with its own, from both seats of an
    /// opening. `None` if it was stopped.
    pub fn compare(
        &self,
        weights: &[Weight],
        seed: u64,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<[f32; 2]> {
        (self.compare)(weights, seed, nodes, stop)
    }
}
