//! The model of Bradley and Terry (Biometrika 1952): the odds of two players are the ratio of their strengths. Ratings are
//! those under which the scores are likeliest, a draw being half a win.

/// Steps of Newton's method at most; less than ten are needed.
const NEWTON_STEPS_MAX: u32 = 100;
/// Distance between two players, in logits, beyond which the scores do not say how strong they are.
const LOGIT_RANGE_MAX: f64 = 30.0;
/// Smallest pivot of a matrix that has an inverse.
const PIVOT_MIN: f64 = 1e-9;

/// Score of one player against another, both by their numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PairPoints {
    pub(super) one: usize,
    pub(super) other: usize,
    /// Wins of the one, and half its draws.
    pub(super) points: f64,
    pub(super) games: f64,
}

/// Square matrix.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Maximum likelihood estimate.
pub(super) struct BradleyTerryFit {
    /// Strengths in logits; their mean is 0.
    pub(super) logits: Vec<f64>,
    /// Pseudo-inverse of the information matrix: the covariance of the strengths, without draws.
    pub(super) covariance: Matrix,
}

impl BradleyTerryFit {
    /// Fits players who are all connected by games. `None` if there is no maximum, because somebody won or lost every
    /// game against the rest, or players were not compared.
    pub(super) fn new(players: usize, scores: &[PairPoints]) -> Option<Self> {
        let mut logits = vec![0.0; players];
        for _ in 0..NEWTON_STEPS_MAX {
            let mut gradient = vec![0.0; players];
            let information = information(&logits, scores, |expected, score| {
                gradient[score.one] += score.points - score.games * expected;
                gradient[score.other] -= score.points - score.games * expected;
                expected * (1.0 - expected)
            });
            let covariance = pseudo_inverse(information)?;
            let step: Vec<_> = covariance.iter().map(|row| dot(row, &gradient)).collect();
            // A full step from far away would overshoot.
            let longest = step.iter().fold(1.0_f64, |most, step| most.max(step.abs()));
            for (logit, step) in logits.iter_mut().zip(&step) {
                *logit += step / longest;
            }
            let range = logits.iter().fold(0.0_f64, |most, logit| most.max(logit.abs()));
            if range > LOGIT_RANGE_MAX {
                return None;
            }
            if step.iter().all(|step| step.abs() < 1e-9) {
                return Some(Self { logits, covariance });
            }
        }
        None
    }

    /// Variance of the difference of two players.
    pub(super) fn difference_variance(covariance: &Matrix, one: usize, other: usize) -> f64 {
        covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other]
    }
}

/// Information matrix of the scores: for each pair, `games` times what `variance` says of a game with that expected score.
pub(super) fn information(
    logits: &[f64],
    scores: &[PairPoints],
    mut variance: impl FnMut(f64, &PairPoints) -> f64,
) -> Matrix {
    let mut information = vec![vec![0.0; logits.len()]; logits.len()];
    for score in scores {
        let &PairPoints { one, other, games, .. } = score;
        let expected = 1.0 / (1.0 + (logits[other] - logits[one]).exp());
        let weight = games * variance(expected, score);
        information[one][one] += weight;
        information[other][other] += weight;
        information[one][other] -= weight;
        information[other][one] -= weight;
    }
    information
}

/// Product of two matrices.
pub(super) fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let column = |index: usize| other.iter().map(|row| row[index]).collect::<Vec<_>>();
    let columns: Vec<_> = (0..other.len()).map(column).collect();
    one.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

/// Pseudo-inverse of a matrix whose null space is that of equal numbers: the means of all rows and columns are 0.
fn pseudo_inverse(mut matrix: Matrix) -> Option<Matrix> {
    let mean = 1.0 / matrix.len() as f64;
    for value in matrix.iter_mut().flatten() {
        *value += mean;
    }
    let mut inverse = inverse(matrix)?;
    for value in inverse.iter_mut().flatten() {
        *value -= mean;
    }
    Some(inverse)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse of a positive definite matrix by Gauss–Jordan elimination; `None` if it has none.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut inverse = vec![vec![0.0; size]; size];
    for (index, row) in inverse.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for column in 0..size {
        // Positive definite matrices need no exchange of rows.
        let pivot = matrix[column][column];
        if pivot.is_nan() || pivot < PIVOT_MIN {
            return None;
        }
        for index in 0..size {
            matrix[column][index] /= pivot;
            inverse[column][index] /= pivot;
        }
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for index in 0..size {
                matrix[row][index] -= factor * matrix[column][index];
                inverse[row][index] -= factor * inverse[column][index];
            }
        }
    }
    Some(inverse)
}
