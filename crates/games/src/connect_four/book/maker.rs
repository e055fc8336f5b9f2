//! Making the book: which positions to solve, and how their scores become bytes.

use std::collections::BTreeMap;

use rules::{Position, Text};

use super::super::{Column, ConnectFour};
use super::{Book, SCORE_OFFSET, merged_code};

/// Why a book cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// The score of this position is missing.
    Missing(ConnectFour),
}

impl BookError {
    /// In words.
    pub fn text(&self) -> Text {
        let Self::Missing(position) = self;
        Text::composed(
            format!("the score of {position} is missing"),
            format!("il manque le score de {position}"),
        )
    }
}

/// Every position with so many discs in which the game is not over, mirror images merged, with the
/// moves that lead there, in the order of those moves. Fewer than eleven.
pub fn openings(plies: u32) -> Vec<(Vec<Column>, ConnectFour)> {
    let mut found = vec![(Vec::new(), ConnectFour::EMPTY)];
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (moves, position) in found {
            for column in position.legal_moves() {
                let after = position.play(column);
                if after.outcome().is_none() {
                    next.entry(merged_code(&after)).or_insert_with(|| {
                        let mut moves = moves.clone();
                        moves.push(column);
                        (moves, after)
                    });
                }
            }
        }
        found = next.into_values().collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    found
}

impl Book {
    /// The bytes of a book of so many plies. `score` gives the scores of the deepest positions; all
    /// others follow from them.
    pub fn pack(
        plies: u32,
        score: impl Fn(&ConnectFour) -> Option<i32>,
    ) -> Result<Vec<u8>, BookError> {
        let mut levels: Vec<BTreeMap<u32, i32>> = Vec::new();
        let mut deeper: BTreeMap<u32, i32> = BTreeMap::new();
        for discs in (0..=plies).rev() {
            let mut level = BTreeMap::new();
            for (_, position) in openings(discs) {
                let known = if discs == plies {
                    score(&position)
                } else {
                    best_of(&position, discs, &deeper)
                };
                let known = known.ok_or(BookError::Missing(position))?;
                level.insert(merged_code(&position), known);
            }
            levels.push(std::mem::replace(&mut deeper, level));
        }
        levels.push(deeper);
        let mut bytes = vec![plies as u8];
        // The first one was empty, before the deepest.
        for level in levels[1..].iter().rev() {
            write_level(&mut bytes, level);
        }
        Ok(bytes)
    }
}

/// The score that follows from those one move later.
fn best_of(position: &ConnectFour, discs: u32, later: &BTreeMap<u32, i32>) -> Option<i32> {
    let mut best = None;
    for column in position.legal_moves() {
        let after = position.play(column);
        let score = match after.outcome() {
            Some(_) => 21 - (discs / 2) as i32,
            None => -later.get(&merged_code(&after))?,
        };
        best = best.max(Some(score));
    }
    best
}

fn write_level(bytes: &mut Vec<u8>, level: &BTreeMap<u32, i32>) {
    let blocks = level.last_key_value().map_or(0, |(code, _)| (code >> 8) as usize + 1);
    let mut counts = vec![0; blocks];
    for code in level.keys() {
        counts[(code >> 8) as usize] += 1;
    }
    let codes: Vec<u8> = level.keys().map(|&code| code as u8).collect();
    let scores: Vec<u8> = level.values().map(|&score| (score + SCORE_OFFSET) as u8).collect();
    for part in [counts, codes, scores] {
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    }
}
