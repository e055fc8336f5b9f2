//! Differences between deep and shallow searches, from which the error model of ProbCut is fitted.

use std::collections::BTreeMap;

use super::super::probcut::{DEVIATION_TERMS, ErrorModel};

/// Score differences between searches of two depths on the same positions.
#[derive(Clone, Debug, Default)]
pub struct ProbcutStatistics {
    /// Number of positions and sum of squared differences.
    sums: BTreeMap<DepthPair, (f64, f64)>,
}

/// Two depths of the same parity, and the stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DepthPair {
    /// Number of empty squares; by tens in a summary.
    pub empties: u32,
    /// Depth of the deep search; the number of empty squares if it went to the end, 0 for that in a summary.
    pub deep: u32,
    /// Depth of the shallow search.
    pub shallow: u32,
    /// Whether the deep search went to the end.
    pub to_the_end: bool,
}

/// Measured error of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DepthPairError {
    /// Depths of the two searches that are compared.
    pub pair: DepthPair,
    /// Number of positions.
    pub count: usize,
    /// Root mean square difference in discs.
    pub deviation: f64,
}

impl ProbcutStatistics {
    /// Adds the scores of a position at rising depths; one as deep as there are empty squares is exact.
    pub fn add(&mut self, empties: u32, scores: &[(u32, i32)]) {
        for (index, &(deep, score)) in scores.iter().enumerate() {
            for &(shallow, guess) in &scores[..index] {
                if (deep - shallow).is_multiple_of(2) {
                    let pair = DepthPair { empties, deep, shallow, to_the_end: deep >= empties };
                    let difference = f64::from(score - guess);
                    let (count, squares) = self.sums.entry(pair).or_default();
                    *count += 1.0;
                    *squares += difference * difference;
                }
            }
        }
    }

    /// Adds the statistics of other positions.
    pub fn merge(&mut self, other: &Self) {
        for (&pair, &(count, squares)) in &other.sums {
            let (all, sum) = self.sums.entry(pair).or_default();
            *all += count;
            *sum += squares;
        }
    }

    /// Errors by tens of empty squares.
    pub fn summary(&self) -> Vec<DepthPairError> {
        let mut tens: BTreeMap<DepthPair, (f64, f64)> = BTreeMap::new();
        for (&pair, &(count, squares)) in &self.sums {
            let deep = if pair.to_the_end { 0 } else { pair.deep };
            let (all, sum) = tens
                .entry(DepthPair { empties: pair.empties / 10 * 10, deep, ..pair })
                .or_default();
            *all += count;
            *sum += squares;
        }
        let error = |(pair, (count, squares)): (DepthPair, (f64, f64))| DepthPairError {
            pair,
            count: count as usize,
            deviation: (squares / count).sqrt(),
        };
        tens.into_iter().map(error).collect()
    }

    /// Coefficients of the error model by least squares of the logarithm, weighted by positions.
    pub fn fit_coefficients(&self) -> [f64; DEVIATION_TERMS] {
        let mut equations = [[0.0; DEVIATION_TERMS + 1]; DEVIATION_TERMS];
        for (pair, &(count, squares)) in &self.sums {
            if squares == 0.0 {
                continue;
            }
            let terms = ErrorModel::terms(pair.empties, pair.deep, pair.shallow);
            let target = 0.5 * (squares / count).ln();
            for (row, &term) in equations.iter_mut().zip(&terms) {
                for (sum, &other) in row.iter_mut().zip(terms.iter().chain([&target])) {
                    *sum += count * term * other;
                }
            }
        }
        solve_linear_system(equations)
    }
}

/// Gauss-Jordan elimination; the right side of an equation is its last number.
fn solve_linear_system(
    mut rows: [[f64; DEVIATION_TERMS + 1]; DEVIATION_TERMS],
) -> [f64; DEVIATION_TERMS] {
    for index in 0..DEVIATION_TERMS {
        let pivot = rows[index];
        for (other, row) in rows.iter_mut().enumerate() {
            if other != index && pivot[index] != 0.0 {
                let times = row[index] / pivot[index];
                row.iter_mut().zip(pivot).for_each(|(number, part)| *number -= times * part);
            }
        }
    }
    let mut all = [0.0; DEVIATION_TERMS];
    for (index, number) in all.iter_mut().enumerate() {
        let divisor = rows[index][index];
        *number = if divisor == 0.0 { 0.0 } else { rows[index][DEVIATION_TERMS] / divisor };
    }
    all
}
