//! Logistic regression: the weights under which the estimates foretell the results best.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Game, Line, Position, Seat, SplitMix64};

use super::{Lecture, Linear, Weight};

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// How often every position is seen.
    pub rounds: u32,
    /// The order in which they are seen comes from this.
    pub seed: u64,
    /// How strongly weights are drawn to zero.
    pub decay: f64,
}

/// How well weights foretell results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<Weight>,
    /// Positions they were fitted to, and positions of other games that they are tested with.
    pub positions: [usize; 2],
    /// The mean surprise of the results (cross-entropy, in nats) in these two sets.
    pub losses: [f64; 2],
    /// Rounds so far.
    pub round: u32,
}

/// One game in so many is kept for the test.
const HELD_OUT: usize = 10;
/// Positions between two steps.
const BATCH: usize = 1024;
/// The length of the first steps, in logits; they become shorter towards the end.
const PACE: f64 = 0.004;
/// Adam's decay of the mean and the mean square of gradients (Kingma and Ba, ICLR 2015).
const MEMORY: (f64, f64) = (0.9, 0.999);

/// Positions as counted terms, one after the other.
#[derive(Default)]
struct Samples {
    terms: Vec<(u16, i16)>,
    /// Where each ends in `terms`, the phase of the game, and the score of the side to move.
    positions: Vec<(usize, f32, f32)>,
}

impl Samples {
    fn get(&self, index: usize) -> (&[(u16, i16)], f64, f64) {
        let begin = index.checked_sub(1).map_or(0, |before| self.positions[before].0);
        let (end, phase, score) = self.positions[index];
        (&self.terms[begin..end], phase.into(), score.into())
    }

    /// Adds the quiet positions of a game.
    fn add<B: Linear>(&mut self, brain: &mut B, game: &Lecture)
    where
        B::Position: Game,
    {
        let Ok(start) = game.record.start.parse::<B::Position>() else { return };
        brain.prepare(&start);
        let mut line = Line::new(start);
        for (ply, text) in game.record.moves.iter().enumerate() {
            let position = *line.position();
            let Ok(m) = text.parse() else { return };
            if !position.is_legal(m) {
                return;
            }
            if ply >= game.random && is_quiet(brain, &position, m) {
                let mut counts = vec![0_i16; B::WEIGHTS.len()];
                let phase = brain.terms(&position, &mut |term, count| counts[term] += count as i16);
                let told = (0..).zip(counts).filter(|(_, count)| *count != 0);
                self.terms.extend(told);
                let own =
                    if position.turn() == Seat::First { game.score } else { 1.0 - game.score };
                let phase = phase as f32 / Weight::SCALE as f32;
                self.positions.push((self.terms.len(), phase, own));
            }
            line.play(m);
        }
    }
}

/// Whether nothing is about to happen that an estimate need not foresee.
fn is_quiet<B: Linear>(brain: &B, position: &B::Position, m: crate::Move<B>) -> bool {
    let trace = brain.trace(position);
    !brain.noisy(position, m)
        && brain.winning_move(position, &trace).is_none()
        && !brain.is_threatened(position, &trace)
}

/// The model: two weights a term, in logits.
struct Model {
    weights: Vec<[f64; 2]>,
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
    steps: i32,
}

impl Model {
    fn foretell(&self, terms: &[(u16, i16)], phase: f64) -> f64 {
        let sum: f64 = terms
            .iter()
            .map(|&(term, count)| {
                let [early, late] = self.weights[usize::from(term)];
                f64::from(count) * (early * phase + late * (1.0 - phase))
            })
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn step(&mut self, gradient: &[[f64; 2]], pace: f64, decay: f64) {
        self.steps += 1;
        let warm = [MEMORY.0, MEMORY.1].map(|memory| 1.0 - memory.powi(self.steps));
        for (index, gradient) in gradient.iter().enumerate() {
            for part in 0..2 {
                let weight = &mut self.weights[index][part];
                let gradient = gradient[part] + decay * *weight;
                let mean = &mut self.mean[index][part];
                let square = &mut self.square[index][part];
                *mean += (1.0 - MEMORY.0) * (gradient - *mean);
                *square += (1.0 - MEMORY.1) * (gradient * gradient - *square);
                *weight -= pace * (*mean / warm[0]) / ((*square / warm[1]).sqrt() + 1e-9);
            }
        }
    }

    fn loss(&self, samples: &Samples) -> f64 {
        let surprise = |index| {
            let (terms, phase, score) = samples.get(index);
            let told = self.foretell(terms, phase).clamp(1e-9, 1.0 - 1e-9);
            -(score * told.ln() + (1.0 - score) * (1.0 - told).ln())
        };
        let count = samples.positions.len();
        (0..count).map(surprise).sum::<f64>() / count.max(1) as f64
    }
}

/// See [`Trainer::fit`](super::Trainer::fit).
pub(super) fn fit<B: Linear>(
    games: &[Lecture],
    plan: &Lesson,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Fit),
) -> Fit
where
    B::Position: Game,
{
    let mut brain = B::default();
    let unit = f64::from(brain.tuning().unit);
    let mut sets = [Samples::default(), Samples::default()];
    for (number, game) in games.iter().enumerate() {
        sets[usize::from(number % HELD_OUT == 0)].add(&mut brain, game);
    }
    let [learnt, kept] = &sets;
    let zeros = vec![[0.0; 2]; B::WEIGHTS.len()];
    let logits =
        |weight: &Weight| [weight.early, weight.late].map(|points| f64::from(points) / unit);
    let mut model = Model {
        weights: B::WEIGHTS.iter().map(logits).collect(),
        mean: zeros.clone(),
        square: zeros.clone(),
        steps: 0,
    };
    let report = |model: &Model, round| Fit {
        weights: model
            .weights
            .iter()
            .map(|logits| logits.map(|logit| (logit * unit).round() as i32))
            .map(|[early, late]| Weight { early, late })
            .collect(),
        positions: [learnt, kept].map(|set| set.positions.len()),
        losses: [learnt, kept].map(|set| model.loss(set)),
        round,
    };
    let mut fit = report(&model, 0);
    watch(&fit);
    let mut order: Vec<usize> = (0..learnt.positions.len()).collect();
    let mut random = SplitMix64::new(plan.seed);
    for round in 1..=plan.rounds {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
        let pace = PACE * f64::from(plan.rounds + 1 - round) / f64::from(plan.rounds);
        for batch in order.chunks(BATCH) {
            let mut gradient = zeros.clone();
            for &index in batch {
                let (terms, phase, score) = learnt.get(index);
                let error = (model.foretell(terms, phase) - score) / batch.len() as f64;
                for &(term, count) in terms {
                    let [early, late] = &mut gradient[usize::from(term)];
                    *early += error * f64::from(count) * phase;
                    *late += error * f64::from(count) * (1.0 - phase);
                }
            }
            model.step(&gradient, pace, plan.decay);
        }
        fit = report(&model, round);
        watch(&fit);
        if stop.load(Relaxed) {
            break;
        }
    }
    fit
}
