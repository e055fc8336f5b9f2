//! Fitting the weights: stochastic gradient descent on the square error, one position after the other.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::SplitMix64;

use super::super::cpu::Portable;
use super::super::patterns::{Features, mirrored};
use super::super::weights::{
    Head, ONE, REACH, ROWS, SHOWN, STAGES, UNITS, WIDTH, Weights, shown, stage,
};
use super::game::Lesson;
use super::lessons::Lessons;

/// Discs that stand for one during the fit, so that all its numbers are of the same order.
const SPAN: f32 = 16.0;
/// No position may move the weights by more than such a miss.
const LARGEST_MISS: f32 = 2.0;
/// The fit hears about positions at once, so many of them.
const STEP: usize = 1 << 14;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Times that every position is looked at.
    pub passes: usize,
    /// From it come the order of the positions and what the hidden units are at first.
    pub seed: u64,
    /// How far rows are moved at first.
    pub row_rate: f32,
    /// How far heads are moved at first.
    pub head_rate: f32,
    /// How strongly rows are drawn to nothing.
    pub decay: f32,
    /// How much of what a position was worth comes from the search before its move; the rest is the
    /// result of the game.
    pub thought: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { passes: 4, seed: 1, row_rate: 0.1, head_rate: 0.004, decay: 0.03, thought: 0.5 }
    }
}

/// Weights that are being fitted.
pub struct Fit {
    settings: Settings,
    rows: Vec<[f32; WIDTH]>,
    /// How much each row was asked to move: the more, the less it does.
    moved: Vec<f32>,
    heads: Vec<Head>,
    /// The row that stands for each, the first of two that mirror each other.
    same: Vec<u32>,
    random: SplitMix64,
    done: usize,
}

impl Fit {
    /// Weights that know nothing yet.
    pub fn new(settings: Settings) -> Self {
        let mut random = SplitMix64::new(settings.seed);
        let mut small = || (random.draw() >> 40) as f32 / (1 << 25) as f32 - 0.25;
        let mut head = Head::SILENT;
        head.direct = head.direct.map(|_| small());
        head.heard = head.heard.map(|units| units.map(|_| small()));
        head.said = head.said.map(|_| small());
        let mut same: Vec<u32> = (0..ROWS as u32).collect();
        for (code, mirror) in mirrored() {
            same[code] = code.min(mirror) as u32;
        }
        Self {
            settings,
            rows: vec![[0.0; WIDTH]; ROWS],
            moved: vec![0.0; ROWS],
            heads: vec![head; STAGES],
            same,
            random,
            done: 0,
        }
    }

    /// Looks at all positions once, in a new order, and says by how many discs it missed them, as the root of the
    /// mean square; `None` if it was stopped. `told` hears how many positions more are done.
    pub fn pass(
        &mut self,
        lessons: &mut Lessons,
        stop: &AtomicBool,
        told: &mut dyn FnMut(usize),
    ) -> Option<f64> {
        let lessons = &mut lessons.0;
        for index in (1..lessons.len()).rev() {
            lessons.swap(index, self.random.below(index as u64 + 1) as usize);
        }
        let total = (self.settings.passes * lessons.len()) as f32;
        let mut error = 0.0;
        for part in lessons.chunks(STEP) {
            let rest = (1.0 - self.done as f32 / total).max(0.0);
            for lesson in part {
                let miss = self.correct(lesson, rest);
                error += f64::from(miss * miss);
            }
            self.done += part.len();
            told(part.len());
            if stop.load(Relaxed) {
                return None;
            }
        }
        Some((error / lessons.len().max(1) as f64).sqrt() * f64::from(SPAN))
    }

    /// Moves weights towards what a position was worth, and says by how much they missed.
    fn correct(&mut self, lesson: &Lesson, rest: f32) -> f32 {
        let Lesson { own, enemy, .. } = *lesson;
        let mut places = shown(Portable, own, enemy, &Features::of(own, enemy));
        let mut sum = [0.0; WIDTH];
        for place in &mut places {
            *place = self.same[*place as usize];
            for (number, part) in sum.iter_mut().zip(&self.rows[*place as usize]) {
                *number += part;
            }
        }
        let head = &mut self.heads[stage(lesson.empties() as usize)];
        let miss = lesson.worth(self.settings.thought) / SPAN - head.estimate(&sum);
        let pull = miss.clamp(-LARGEST_MISS, LARGEST_MISS);
        let slope = head.learn(&sum, pull, rest * self.settings.head_rate);
        self.move_rows(&places, &slope, rest * self.settings.row_rate);
        miss
    }

    /// Moves the rows of a position where the slope leads.
    fn move_rows(&mut self, places: &[u32; SHOWN], slope: &[f32; WIDTH], rate: f32) {
        let steepness = slope.iter().map(|part| part * part).sum::<f32>() / WIDTH as f32;
        for &place in places {
            let place = place as usize;
            self.moved[place] += steepness;
            let step = rate / (self.moved[place].sqrt() + 0.1);
            for (number, part) in self.rows[place].iter_mut().zip(slope) {
                *number += step * (part - self.settings.decay * *number);
            }
        }
    }

    /// The bytes of the weights, rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut weights = Weights::zero();
        for (row, &same) in weights.rows_mut().iter_mut().zip(&self.same) {
            *row = self.rows[same as usize]
                .map(|number| (number * ONE).round().clamp(-127.0, 127.0) as i8);
        }
        for (head, fitted) in weights.heads.iter_mut().zip(&self.heads) {
            *head = Head {
                constant: fitted.constant * SPAN,
                direct: fitted.direct.map(|number| number * SPAN),
                said: fitted.said.map(|number| number * SPAN),
                ..*fitted
            };
        }
        weights.to_bytes()
    }
}

impl Head {
    /// Moves the head the way it is pulled, and says where that way leads for each number of the sum.
    fn learn(&mut self, sum: &[f32; WIDTH], pull: f32, rate: f32) -> [f32; WIDTH] {
        let units = self.stirred(sum);
        let mut pulled = [0.0; UNITS];
        for index in 0..UNITS {
            if units[index] > 0.0 {
                pulled[index] = pull * self.said[index];
                self.said[index] += rate * pull * units[index];
                self.threshold[index] += rate * pulled[index];
            }
        }
        let mut slope = [0.0; WIDTH];
        for index in 0..WIDTH {
            let number = sum[index].clamp(-REACH, REACH);
            let inside = if sum[index].abs() > REACH { 0.0 } else { 1.0 };
            let mut through = 0.0;
            for (heard, pulled) in self.heard[index].iter_mut().zip(&pulled) {
                through += pulled * *heard;
                *heard += rate * pulled * number;
            }
            slope[index] = inside * through + pull * self.direct[index];
            self.direct[index] += 0.1 * rate * pull * sum[index];
        }
        self.constant += rate * pull;
        slope
    }
}
