//! Building the book: the positions to solve, and the encoding of their scores.

use std::collections::BTreeMap;

use rules::{Position, Text};

use super::super::{Column, ConnectFour};
use super::{OpeningBook, SCORE_OFFSET, canonical_code};

/// The book cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// The score of this position is missing.
    Missing(ConnectFour),
}

impl BookError {
    /// What a person is told of it, in both languages.
    pub fn text(&self) -> Text {
        let Self::Missing(position) = self;
        Text::composed(
            format!("the score of {position} is missing"),
            format!("il manque le score de {position}"),
        )
    }
}

/// All unfinished positions with so many discs, fewer than eleven, up to mirror images, each with moves that lead
/// there, in the order of those moves.
pub fn opening_positions(plies: u32) -> Vec<(Vec<Column>, ConnectFour)> {
    let mut found = vec![(Vec::new(), ConnectFour::EMPTY)];
    for _ in 0..plies {
        let mut next = BTreeMap::new();
        for (moves, position) in found {
            for column in position.legal_moves() {
                let after = position.play(column);
                if after.outcome().is_none() {
                    next.entry(canonical_code(&after)).or_insert_with(|| {
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

impl OpeningBook {
    /// Encodes a book of so many plies. `score` gives the scores of the deepest positions; all others follow by
    /// minimax.
    pub fn encode(
        plies: u32,
        score: impl Fn(&ConnectFour) -> Option<i32>,
    ) -> Result<Vec<u8>, BookError> {
        let mut levels: Vec<BTreeMap<u32, i32>> = Vec::new();
        let mut deeper: BTreeMap<u32, i32> = BTreeMap::new();
        for discs in (0..=plies).rev() {
            let mut level = BTreeMap::new();
            for (_, position) in opening_positions(discs) {
                let known = if discs == plies {
                    score(&position)
                } else {
                    minimax_score(&position, discs, &deeper)
                };
                let known = known.ok_or(BookError::Missing(position))?;
                level.insert(canonical_code(&position), known);
            }
            levels.push(std::mem::replace(&mut deeper, level));
        }
        levels.push(deeper);
        let mut bytes = vec![plies as u8];
        // The first level, pushed before the deepest, is empty.
        for level in levels[1..].iter().rev() {
            write_level(&mut bytes, level);
        }
        Ok(bytes)
    }
}

/// Minimax score from the scores one ply later.
fn minimax_score(position: &ConnectFour, discs: u32, later: &BTreeMap<u32, i32>) -> Option<i32> {
    let mut best = None;
    for column in position.legal_moves() {
        let after = position.play(column);
        let score = match after.outcome() {
            Some(_) => 21 - (discs / 2) as i32,
            None => -later.get(&canonical_code(&after))?,
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
