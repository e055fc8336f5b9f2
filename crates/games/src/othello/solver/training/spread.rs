//! How far deep searches stray from shallow ones, which is what the cuts of `probcut.rs` rest on.

use std::collections::BTreeMap;

use super::super::probcut::{Deviation, TERMS};
use super::lessons::Lessons;

/// Differences between the scores that searches of two depths give to the same positions.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    cells: BTreeMap<Pair, (f64, f64)>,
}

/// Two depths of the same parity, and where they were compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    /// Empty squares, by tens.
    pub empties: u32,
    /// The depth of the deep search; the number of empty squares if it counted the discs at the end.
    pub deep: u32,
    /// The depth of the shallow search.
    pub shallow: u32,
    /// Whether the deep search went to the end.
    pub counted: bool,
}

/// What was seen of a pair.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// The pair.
    pub pair: Pair,
    /// Positions.
    pub count: usize,
    /// The root of the mean square difference, in discs.
    pub deviation: f64,
}

impl Spread {
    /// Takes note of what searches of several depths, in this order, say of a position; one as deep as there are
    /// empty squares is exact.
    pub fn add(&mut self, empties: u32, scores: &[(u32, i32)]) {
        for (index, &(deep, score)) in scores.iter().enumerate() {
            for &(shallow, guess) in &scores[..index] {
                if (deep - shallow).is_multiple_of(2) {
                    let pair = Pair { empties, deep, shallow, counted: deep >= empties };
                    let miss = f64::from(score - guess);
                    let (count, squares) = self.cells.entry(pair).or_default();
                    *count += 1.0;
                    *squares += miss * miss;
                }
            }
        }
    }

    /// Adds what was seen elsewhere.
    pub fn join(&mut self, other: &Self) {
        for (&pair, &(count, squares)) in &other.cells {
            let (all, sum) = self.cells.entry(pair).or_default();
            *all += count;
            *sum += squares;
        }
    }

    /// What was seen, by tens of empty squares.
    pub fn seen(&self) -> Vec<Seen> {
        let mut tens: BTreeMap<Pair, (f64, f64)> = BTreeMap::new();
        for (&pair, &(count, squares)) in &self.cells {
            let deep = if pair.counted { 0 } else { pair.deep };
            let (all, sum) =
                tens.entry(Pair { empties: pair.empties / 10 * 10, deep, ..pair }).or_default();
            *all += count;
            *sum += squares;
        }
        let seen = |(pair, (count, squares)): (Pair, (f64, f64))| Seen {
            pair,
            count: count as usize,
            deviation: (squares / count).sqrt(),
        };
        tens.into_iter().map(seen).collect()
    }

    /// The formula that fits all that was seen best: least squares of the logarithm, positions counting alike.
    pub fn formula(&self) -> [f64; TERMS] {
        let mut sums = [[0.0; TERMS + 1]; TERMS];
        for (pair, &(count, squares)) in &self.cells {
            if squares == 0.0 {
                continue;
            }
            let terms = Deviation::terms(pair.empties, pair.deep, pair.shallow);
            let wanted = 0.5 * (squares / count).ln();
            for (row, &term) in sums.iter_mut().zip(&terms) {
                for (sum, &other) in row.iter_mut().zip(terms.iter().chain([&wanted])) {
                    *sum += count * term * other;
                }
            }
        }
        solved(sums)
    }
}

/// The numbers that solve equations, each with its right side last.
fn solved(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for index in 0..TERMS {
        let pivot = rows[index];
        for (other, row) in rows.iter_mut().enumerate() {
            if other != index && pivot[index] != 0.0 {
                let times = row[index] / pivot[index];
                row.iter_mut().zip(pivot).for_each(|(number, part)| *number -= times * part);
            }
        }
    }
    let mut all = [0.0; TERMS];
    for (index, number) in all.iter_mut().enumerate() {
        let divisor = rows[index][index];
        *number = if divisor == 0.0 { 0.0 } else { rows[index][TERMS] / divisor };
    }
    all
}

impl Lessons {
    /// The discs of some positions with at least so many empty squares, evenly chosen.
    pub fn some(&self, count: usize, least_empties: u32) -> Vec<(u64, u64)> {
        let far = || self.0.iter().filter(|lesson| lesson.empties() >= least_empties);
        let step = (far().count() / count.max(1)).max(1);
        far().step_by(step).map(|lesson| (lesson.own, lesson.enemy)).take(count).collect()
    }
}
