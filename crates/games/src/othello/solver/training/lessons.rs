//! Positions to learn from, or to be tested on.

use super::super::cpu::Portable;
use super::super::patterns::Features;
use super::super::weights::{DISC, Weights};
use super::game::{Lesson, PlayedGame};
use super::wthor::WthorGame;

/// Positions with what they were worth.
#[derive(Clone, Debug, Default)]
pub struct Lessons(pub(super) Vec<Lesson>);

/// Mean errors in discs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    /// Positions.
    pub count: usize,
    /// The mean absolute error.
    pub absolute: f64,
    /// The root of the mean square error.
    pub square: f64,
}

impl Lessons {
    /// Adds what a game teaches.
    pub fn add(&mut self, game: &PlayedGame) {
        game.lessons(|lesson| self.0.push(lesson));
    }

    /// Adds the position of a game of people where the perfect result is known.
    pub fn add_perfect(&mut self, game: &WthorGame) {
        self.add_wthor(game, |empties| empties == u32::from(game.perfect_from));
    }

    /// Adds also the few positions before it: the perfect result is what they were worth, as far as both made
    /// no mistake until then.
    pub fn add_nearly_perfect(&mut self, game: &WthorGame) {
        let perfect = u32::from(game.perfect_from);
        self.add_wthor(game, |empties| (perfect..perfect + 6).contains(&empties));
    }

    fn add_wthor(&mut self, game: &WthorGame, wanted: impl Fn(u32) -> bool) {
        let perfect = PlayedGame { result: game.perfect, ..game.game.clone() };
        perfect.lessons(|lesson| {
            if wanted(lesson.empties()) {
                self.0.push(Lesson { thought: lesson.result, ..lesson });
            }
        });
    }

    /// Adds all positions of others.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to learn from.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Errors {
    /// How far weights miss the results of positions with so many empty squares.
    pub(in super::super) fn of(weights: &Weights, lessons: &Lessons, empties: usize) -> Self {
        let mut errors = Self::default();
        for lesson in lessons.0.iter().filter(|lesson| lesson.empties() as usize == empties) {
            let features = Features::of(lesson.own, lesson.enemy);
            let estimate = weights.fine(Portable, lesson.own, lesson.enemy, &features);
            let miss = f64::from(lesson.result) - f64::from(estimate) / f64::from(DISC);
            errors.count += 1;
            errors.absolute += miss.abs();
            errors.square += miss * miss;
        }
        let count = errors.count.max(1) as f64;
        Self { absolute: errors.absolute / count, square: (errors.square / count).sqrt(), ..errors }
    }
}
