//! Training of a network on games of self-play: labels blend results and search values, and every epoch
//! sees each game in one of its images under the symmetries of the rules.

use std::str::FromStr;

use engine::{Evaluator, SelfPlayGame, TrainingConfig};
use rules::{BySeat, Game, Line, Position, Seat, SplitMix64, Square};

use super::{ACTIVATION_ONE, OFF_BOARD, OUTPUT_ONE, PLACES, PawnFeatures, PawnPlace, PawnPlaces};
use crate::terrain::Terrain;

/// One game in so many is a validation game.
const VALIDATION_EVERY: usize = 10;
/// Games of a gradient step.
const BATCH_GAMES: usize = 400;
/// Parts of a step that may be computed at the same time; their sum does not depend on the number of threads.
const BATCH_PARTS: usize = 4;
/// The highest learning rate, after a tenth of the steps.
const LEARNING_RATE: f32 = 0.002;
/// Share of the result in a label; the rest is the search value.
const RESULT_SHARE: f32 = 0.4;
/// Decay rates of the two moments of Adam (Kingma and Ba, ICLR 2015).
const ADAM_BETAS: (f32, f32) = (0.9, 0.999);
/// The largest weight of a feature: what a byte holds.
const FEATURE_MAX: f32 = 126.0 / 128.0;
/// The largest weight of a random start.
const START_MAX: f32 = 0.05;

/// An evaluator with a network that can be trained.
pub trait TrainedNetwork: Evaluator<Position: Game> + Default {
    /// What the network sees of a pawn.
    type Features: PawnFeatures;

    /// The symmetries of the rules that keep the views of both seats; the first is the identity.
    const IMAGES: &'static [fn(Square) -> Square];
    /// Points of an advantage with an expected score of 73 %.
    const UNIT: i32;

    /// The board of a position.
    fn terrain(position: &Self::Position) -> Terrain;

    /// Where the pawns of a position are.
    fn places(position: &Self::Position) -> BySeat<PawnPlaces>;

    /// What the terms say, in points: the network adds to it.
    fn term_points(&self, position: &Self::Position) -> i32;

    /// Fits a network to games, and reports every epoch; epoch 0 is a network that adds nothing to the terms.
    fn fit_network(
        games: &[SelfPlayGame],
        config: &TrainingConfig,
        watch: &mut dyn FnMut(&NetworkReport),
    );
}

/// The network after an epoch, with its losses.
pub struct NetworkReport {
    /// The weights as the bytes of `data/network.bin`.
    pub bytes: Vec<u8>,
    /// Number of training samples and of validation samples.
    pub samples: [usize; 2],
    /// Validation loss against results, and against labels: the mean cross-entropy, in nats.
    pub losses: [f64; 2],
    /// Epochs so far.
    pub epoch: u32,
}

/// A quiet position of a game.
struct Sample {
    pawns: BySeat<PawnPlaces>,
    turn: Seat,
    /// What the terms say, in logits: the network adds to it.
    terms: f32,
    /// The score of the side to move, and the label.
    score: f32,
    label: f32,
}

struct TrainingGame {
    terrain: Terrain,
    samples: Vec<Sample>,
}

impl TrainingGame {
    /// The quiet positions of a game, as far as its moves are legal and have values.
    fn new<E: TrainedNetwork>(evaluator: &mut E, game: &SelfPlayGame) -> Option<Self> {
        let start = E::Position::from_str(&game.record.start).ok()?;
        evaluator.prepare(&start);
        let mut line = Line::new(start);
        let mut samples = Vec::new();
        for (ply, text) in game.record.moves.iter().enumerate() {
            let position = *line.position();
            let m = text.parse().ok().filter(|m| position.is_legal(*m))?;
            let value = ply.checked_sub(game.random).and_then(|at| game.values.get(at));
            let is_estimate = |value: &&i32| value.abs() <= engine::Value::ESTIMATE_MAX;
            if let Some(&value) = value.filter(is_estimate)
                && engine::is_quiet(evaluator, &position, m)
            {
                let turn = position.turn();
                let score = if turn == Seat::First { game.score } else { 1.0 - game.score };
                let expected = sigmoid(value as f32 / E::UNIT as f32);
                samples.push(Sample {
                    pawns: E::places(&position),
                    turn,
                    terms: evaluator.term_points(&position) as f32 / E::UNIT as f32,
                    score,
                    label: RESULT_SHARE * score + (1.0 - RESULT_SHARE) * expected,
                });
            }
            line.play(m);
        }
        Some(Self { terrain: E::terrain(&start), samples })
    }
}

/// Fits a network of `H` hidden neurons, as [`TrainedNetwork::fit_network`] says.
pub(crate) fn fit_network<E: TrainedNetwork, const H: usize>(
    games: &[SelfPlayGame],
    config: &TrainingConfig,
    watch: &mut dyn FnMut(&NetworkReport),
) {
    let mut evaluator = E::default();
    let mut sets = [Vec::new(), Vec::new()];
    for (number, game) in games.iter().enumerate() {
        let set = &mut sets[usize::from(number % VALIDATION_EVERY == 0)];
        set.extend(TrainingGame::new(&mut evaluator, game));
    }
    let [training, validation] = &sets;
    let samples: [usize; 2] = [training, validation]
        .map(|set: &Vec<TrainingGame>| set.iter().map(|game| game.samples.len()).sum());
    let mut random = SplitMix64::new(config.seed);
    let mut model = Model::<H>::new(E::Features::FEATURES, &mut random);
    let report = |model: &Model<H>, epoch| {
        let mut losses = [0.0; 2];
        for game in validation {
            let found = model.pass::<E>((game, 0), None);
            losses = [losses[0] + found[0], losses[1] + found[1]];
        }
        let losses = losses.map(|sum| sum / samples[1].max(1) as f64);
        NetworkReport { bytes: model.bytes(E::UNIT), samples, losses, epoch }
    };
    watch(&report(&Model::<H>::zero(E::Features::FEATURES), 0));
    let mut order: Vec<usize> = (0..training.len()).collect();
    let steps = config.epochs as usize * order.len().div_ceil(BATCH_GAMES);
    for epoch in 1..=config.epochs {
        for end in (1..order.len()).rev() {
            order.swap(end, random.below(end as u64 + 1) as usize);
        }
        for batch in order.chunks(BATCH_GAMES) {
            let seen: Vec<SeenGame> = batch
                .iter()
                .map(|&index| (&training[index], random.below(E::IMAGES.len() as u64) as usize))
                .collect();
            let count = seen.iter().map(|(game, _)| game.samples.len()).sum();
            let gradient = model.gradient::<E>(&seen);
            model.step(&gradient, count, steps, config.weight_decay as f32);
        }
        watch(&report(&model, epoch));
    }
}

/// A game, and which of its images is seen.
type SeenGame<'a> = (&'a TrainingGame, usize);

/// Sums of the features of the pawns on each place: by view, by owner.
type Rows<const H: usize> = BySeat<BySeat<Vec<[f32; H]>>>;

fn zero_rows<const H: usize>() -> Rows<H> {
    BySeat::from_fn(|_| BySeat::from_fn(|_| vec![[0.0; H]; PLACES]))
}

/// The parameters, with the moments of Adam: rows of features, a row of biases, a row of outputs for each
/// view, and the output's bias.
struct Model<const H: usize> {
    features: usize,
    parameters: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: usize,
}

impl<const H: usize> Model<H> {
    fn new(features: usize, random: &mut SplitMix64) -> Self {
        let mut start = |max: f32| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * max;
        let mut parameters: Vec<f32> = (0..features * H).map(|_| start(START_MAX)).collect();
        parameters.extend((0..H).map(|_| 0.3 + start(START_MAX)));
        parameters.extend((0..2 * H).map(|_| start(0.2)));
        parameters.push(0.0);
        Self { parameters, ..Self::zero(features) }
    }

    fn zero(features: usize) -> Self {
        let zeros = vec![0.0; (features + 3) * H + 1];
        Self { features, parameters: zeros.clone(), mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// Where the biases, the outputs of both views and the output's bias begin.
    fn starts(&self) -> [usize; 3] {
        [0, 1, 3].map(|row| (self.features + row) * H)
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.parameters[number * H..(number + 1) * H]
    }

    /// The gradient of the loss of some games.
    fn gradient<E: TrainedNetwork>(&self, games: &[SeenGame<'_>]) -> Vec<f32> {
        let part = |games: &[SeenGame<'_>]| {
            let mut gradient = vec![0.0; self.parameters.len()];
            for &game in games {
                self.pass::<E>(game, Some(&mut gradient));
            }
            gradient
        };
        let parts = games.chunks(games.len().div_ceil(BATCH_PARTS).max(1));
        std::thread::scope(|scope| {
            let threads: Vec<_> = parts.map(|games| scope.spawn(move || part(games))).collect();
            let mut sum = vec![0.0; self.parameters.len()];
            for thread in threads {
                add(&mut sum, &thread.join().expect("a part does not panic"));
            }
            sum
        })
    }

    /// Evaluates the samples of a game, and adds to the gradient of their loss. Returns the sums of the losses
    /// against results and labels.
    fn pass<E: TrainedNetwork>(
        &self,
        (game, image): SeenGame<'_>,
        mut gradient: Option<&mut Vec<f32>>,
    ) -> [f64; 2] {
        let image = E::IMAGES[image];
        let mut sources = [Square::from_index(0); 64];
        for square in Square::all() {
            sources[usize::from(image(square).index())] = square;
        }
        let terrain =
            Terrain::from_fn(|square| game.terrain.colour(sources[usize::from(square.index())]));
        let board = E::Features::new(&terrain);
        let imaged = |place: PawnPlace| match place {
            OFF_BOARD => place,
            square => usize::from(image(Square::from_index(square as u8)).index()),
        };
        let mut visited = BySeat::from_fn(|_| [false; PLACES]);
        for sample in &game.samples {
            for owner in Seat::ALL {
                sample.pawns[owner].iter().for_each(|&place| visited[owner][place] = true);
            }
        }
        let visited = views().flat_map(|(view, owner)| {
            (0..PLACES).filter(move |&at| visited[owner][at]).map(move |at| (view, owner, at))
        });
        let mut rows = zero_rows();
        for (view, owner, place) in visited.clone() {
            let row = &mut rows[view][owner][place];
            board.of_pawn(view, owner, imaged(place), &mut |feature| add(row, self.row(feature)));
        }
        let mut row_gradient = zero_rows();
        let mut losses = [0.0; 2];
        for sample in &game.samples {
            let found = self.sample(sample, &rows, gradient.as_deref_mut(), &mut row_gradient);
            losses = [losses[0] + found[0], losses[1] + found[1]];
        }
        if let Some(gradient) = gradient {
            for (view, owner, place) in visited {
                let row = &row_gradient[view][owner][place];
                board.of_pawn(view, owner, imaged(place), &mut |feature| {
                    add(&mut gradient[feature * H..(feature + 1) * H], row);
                });
            }
        }
        losses
    }

    /// Evaluates a sample and adds to the gradients: that of pawns by their rows.
    fn sample(
        &self,
        sample: &Sample,
        rows: &Rows<H>,
        gradient: Option<&mut Vec<f32>>,
        row_gradient: &mut Rows<H>,
    ) -> [f64; 2] {
        let [bias, outputs, output_bias] = self.starts();
        let seats = [sample.turn, !sample.turn];
        let hidden = seats.map(|view| {
            let mut hidden = [0.0; H];
            add(&mut hidden, self.row(self.features));
            for owner in Seat::ALL {
                for &place in &sample.pawns[owner] {
                    add(&mut hidden, &rows[view][owner][place]);
                }
            }
            hidden
        });
        let mut sum = sample.terms + self.parameters[output_bias];
        for (number, hidden) in hidden.iter().enumerate() {
            let weights = self.row(self.features + 1 + number);
            sum += hidden.iter().zip(weights).map(|(h, w)| h.clamp(0.0, 1.0) * w).sum::<f32>();
        }
        let predicted = sigmoid(sum);
        if let Some(gradient) = gradient {
            let error = predicted - sample.label;
            gradient[output_bias] += error;
            for (number, (view, hidden)) in seats.into_iter().zip(&hidden).enumerate() {
                let weights = self.row(self.features + 1 + number);
                let mut change = [0.0; H];
                for unit in 0..H {
                    gradient[outputs + number * H + unit] += error * hidden[unit].clamp(0.0, 1.0);
                    if (0.0..1.0).contains(&hidden[unit]) {
                        change[unit] = error * weights[unit];
                    }
                }
                add(&mut gradient[bias..outputs], &change);
                for owner in Seat::ALL {
                    for &place in &sample.pawns[owner] {
                        add(&mut row_gradient[view][owner][place], &change);
                    }
                }
            }
        }
        let predicted = f64::from(predicted).clamp(1e-9, 1.0 - 1e-9);
        [sample.score, sample.label]
            .map(f64::from)
            .map(|target| -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln()))
    }

    /// A step of `AdamW`, of so many in all.
    fn step(&mut self, gradient: &[f32], samples: usize, steps: usize, weight_decay: f32) {
        self.steps += 1;
        let done = self.steps as f32 / steps as f32;
        let rate = LEARNING_RATE * (done * 10.0).min((1.0 - done) / 0.9).max(0.0);
        let correction =
            [ADAM_BETAS.0, ADAM_BETAS.1].map(|beta| 1.0 - beta.powi(self.steps as i32));
        let [bias, ..] = self.starts();
        for index in 0..self.parameters.len() {
            let gradient = gradient[index] / samples.max(1) as f32;
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean += (1.0 - ADAM_BETAS.0) * (gradient - *mean);
            *square += (1.0 - ADAM_BETAS.1) * (gradient * gradient - *square);
            let change = (*mean / correction[0]) / ((*square / correction[1]).sqrt() + 1e-8);
            let parameter = &mut self.parameters[index];
            *parameter -= rate * (change + weight_decay * *parameter);
            if index < bias {
                *parameter = parameter.clamp(-FEATURE_MAX, FEATURE_MAX);
            }
        }
    }

    /// The quantised weights, as [`NetworkWeights`](super::NetworkWeights) reads them.
    fn bytes(&self, unit: i32) -> Vec<u8> {
        let [bias, outputs, output_bias] = self.starts();
        let one = f32::from(ACTIVATION_ONE);
        let output_one = unit as f32 * OUTPUT_ONE as f32;
        let mut bytes = Vec::with_capacity(super::bytes(self.features, H));
        bytes.extend(
            self.parameters[..bias].iter().map(|w| ((w * one).round() as i8).cast_unsigned()),
        );
        for bias in &self.parameters[bias..outputs] {
            bytes.extend(((bias * one).round() as i16).to_le_bytes());
        }
        for weight in &self.parameters[outputs..output_bias] {
            bytes.extend(((weight * output_one / one).round() as i16).to_le_bytes());
        }
        bytes.extend(((self.parameters[output_bias] * output_one).round() as i32).to_le_bytes());
        bytes
    }
}

fn views() -> impl Iterator<Item = (Seat, Seat)> + Clone {
    Seat::ALL.into_iter().flat_map(|view| Seat::ALL.into_iter().map(move |owner| (view, owner)))
}

#[inline]
fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += number;
    }
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
