//! Fitting the weights: stochastic gradient descent, each stage by itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rules::SplitMix64;

use super::super::cpu::{Cpu, Portable};
use super::super::file::canonical;
use super::super::patterns::{Features, PLACES, WEIGHTS};
use super::super::weights::{DISC, MOBILITIES, STAGE_PLIES, STAGES, Weights};
use super::game::{Lesson, PlayedGame};
use super::wthor::WthorGame;

/// Positions to learn from.
#[derive(Default)]
pub struct Fit {
    /// By the number of empty squares.
    lessons: Vec<Vec<Lesson>>,
    /// Times that every position is looked at.
    pub epochs: usize,
    /// How far a weight is moved at first, as a part of the error.
    pub rate: f32,
    /// Threads.
    pub threads: usize,
}

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

/// What is fitted for a stage.
struct Stage {
    patterns: Vec<f32>,
    mobility: [[f32; MOBILITIES]; 2],
    empties: [f32; 61],
}

impl Fit {
    /// Nothing to learn from yet.
    pub fn new(epochs: usize, rate: f32, threads: usize) -> Self {
        Self { lessons: vec![Vec::new(); 61], epochs, rate, threads: threads.max(1) }
    }

    /// Adds what a game teaches.
    pub fn add(&mut self, game: &PlayedGame) {
        game.lessons(|lesson| self.learn(lesson));
    }

    /// Adds the position of a game of people where the perfect result is known.
    pub fn add_perfect(&mut self, game: &WthorGame) {
        let perfect = PlayedGame { result: game.perfect, ..game.game.clone() };
        perfect.lessons(|lesson| {
            if (!(lesson.own | lesson.enemy)).count_ones() == game.perfect_from.into() {
                self.learn(lesson);
            }
        });
    }

    /// Adds what a game of people teaches: the perfect result where it is known, or soon will be.
    pub fn add_wthor(&mut self, game: &WthorGame) {
        let perfect = PlayedGame { result: game.perfect, ..game.game.clone() };
        perfect.lessons(|lesson| {
            if (!(lesson.own | lesson.enemy)).count_ones() >= game.perfect_from.into() {
                self.learn(lesson);
            }
        });
        game.game.lessons(|lesson| {
            if (!(lesson.own | lesson.enemy)).count_ones() < game.perfect_from.into() {
                self.learn(lesson);
            }
        });
    }

    fn learn(&mut self, lesson: Lesson) {
        self.lessons[(!(lesson.own | lesson.enemy)).count_ones() as usize].push(lesson);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.lessons.iter().map(Vec::len).sum()
    }

    /// Whether there is nothing to learn from.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of weights that fit these positions. `told` hears of every stage that is ready, with its mean
    /// square error on what it was fitted to.
    pub fn weights(&self, told: &(dyn Fn(usize, f64) + Sync)) -> Vec<u8> {
        let mut same: Vec<u32> = vec![0; WEIGHTS];
        for (first, mirror) in canonical() {
            same[first] = first.min(mirror) as u32;
        }
        let weights = Mutex::new(Weights::zero());
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(STAGES) {
                scope.spawn(|| {
                    loop {
                        let stage = next.fetch_add(1, Relaxed);
                        if stage >= STAGES {
                            return;
                        }
                        let (fitted, error) = self.fit_stage(stage, &same);
                        if let Ok(mut weights) = weights.lock() {
                            fitted.write(stage, &same, &mut weights);
                        }
                        told(stage, error);
                    }
                });
            }
        });
        weights.into_inner().map(|weights| weights.to_bytes()).unwrap_or_default()
    }

    /// Fits a stage to its positions and to those just before and after.
    fn fit_stage(&self, stage: usize, same: &[u32]) -> (Stage, f64) {
        let fewest = 60usize.saturating_sub(stage * STAGE_PLIES + STAGE_PLIES);
        let most = 62 - stage * STAGE_PLIES;
        let near: Vec<&Lesson> = (fewest..=most.min(60)).flat_map(|n| &self.lessons[n]).collect();
        let mut fitted = Stage {
            patterns: vec![0.0; WEIGHTS],
            mobility: [[0.0; MOBILITIES]; 2],
            empties: [0.0; 61],
        };
        let mut order: Vec<u32> = (0..near.len() as u32).collect();
        let mut random = SplitMix64::new(stage as u64);
        let mut error = 0.0;
        for epoch in 0..self.epochs {
            for index in (1..order.len()).rev() {
                order.swap(index, random.below(index as u64 + 1) as usize);
            }
            let done = epoch as f32 / self.epochs as f32;
            let rate = self.rate * (1.0 - done).powi(2).max(0.02);
            error = 0.0;
            for &index in &order {
                let miss = fitted.correct(near[index as usize], same, rate);
                error += f64::from(miss * miss);
            }
        }
        (fitted, (error / near.len().max(1) as f64).sqrt())
    }
}

impl Stage {
    /// Moves the weights of a position towards what it was worth, and says by how much they missed.
    fn correct(&mut self, lesson: &Lesson, same: &[u32], rate: f32) -> f32 {
        let Lesson { own, enemy, score } = *lesson;
        let features = Features::of(own, enemy);
        let empties = (!(own | enemy)).count_ones() as usize;
        let moves = [Portable.moves(own, enemy), Portable.moves(enemy, own)];
        let moves = moves.map(|moves| moves.count_ones() as usize & (MOBILITIES - 1));
        let mut places = [0; PLACES];
        let mut sum = self.empties[empties.min(60)];
        for (place, at) in places.iter_mut().enumerate() {
            *at = same[features.weight_at(place)] as usize;
            sum += self.patterns[*at];
        }
        sum += self.mobility[0][moves[0]] + self.mobility[1][moves[1]];
        let miss = score - sum;
        let step = miss * rate;
        for at in places {
            self.patterns[at] += step;
        }
        self.mobility[0][moves[0]] += step;
        self.mobility[1][moves[1]] += step;
        self.empties[empties.min(60)] += step;
        miss
    }

    /// Puts the rounded weights where the evaluation finds them.
    fn write(&self, stage: usize, same: &[u32], weights: &mut Weights) {
        let rounded = |weight: f32| (weight * DISC as f32).round().clamp(-16000.0, 16000.0) as i16;
        for (place, &at) in same.iter().enumerate() {
            weights.patterns_mut(stage)[place] = rounded(self.patterns[at as usize]);
        }
        weights.mobility_mut()[stage] = self.mobility.map(|side| side.map(rounded));
        for empties in 0..=60 {
            if super::super::weights::stage(empties) == stage {
                weights.empties_mut()[empties] = rounded(self.empties[empties]);
            }
        }
    }
}

impl Errors {
    /// How far weights miss positions with so many empty squares.
    pub(in super::super) fn of(weights: &Weights, fit: &Fit, empties: usize) -> Self {
        let mut errors = Self::default();
        for lesson in &fit.lessons[empties] {
            let features = Features::of(lesson.own, lesson.enemy);
            let estimate = weights.fine(Portable, lesson.own, lesson.enemy, &features);
            let miss = f64::from(lesson.score) - f64::from(estimate) / f64::from(DISC);
            errors.count += 1;
            errors.absolute += miss.abs();
            errors.square += miss * miss;
        }
        let count = errors.count.max(1) as f64;
        Self { absolute: errors.absolute / count, square: (errors.square / count).sqrt(), ..errors }
    }
}
