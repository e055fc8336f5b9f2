//! Growth of the book: the position that is likeliest to be met next while one side plays by the book.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use rules::{Position as _, Seat};

use super::{OpeningBook, canonical_discs};
use crate::othello::{Move, Othello};

/// Cost of a ply.
const PLY_COST: i32 = 1;
/// Cost of a disc that the other side gives away by its move, and the side that plays by the book.
const ENEMY_DISC_COST: i32 = 2;
const OWN_DISC_COST: i32 = 8;
/// Most plies of a line in the book.
const MAX_PLIES: usize = 24;

impl OpeningBook {
    /// The line to the position outside the book with the least cost, which is the sum over its plies, for a side that
    /// plays by the book: this is drop-out expansion (Thomas Lincke, 2000), but that the two sides do not err alike.
    /// `None` if there is none up to the greatest length.
    pub fn next_line(&self) -> Option<Vec<Move>> {
        let lines = Seat::ALL.into_iter().filter_map(|seat| self.cheapest_line(seat));
        lines.min_by_key(|&(cost, _)| cost).map(|(_, line)| line)
    }

    /// Dijkstra's algorithm from the start position, for a side that plays by the book.
    fn cheapest_line(&self, seat: Seat) -> Option<(i32, Vec<Move>)> {
        let mut open = BinaryHeap::from([(Reverse(0), Reverse(Vec::<Move>::new()))]);
        let mut seen = HashSet::new();
        while let Some((Reverse(cost), Reverse(line))) = open.pop() {
            let position = line.iter().fold(Othello::START, |position, &m| position.play(m));
            if !seen.insert(canonical_discs(&position)) || position.places().is_empty() {
                continue;
            }
            let moves = self.moves(&position);
            let Some(best) = moves.first() else { return Some((cost, line)) };
            if line.len() == MAX_PLIES {
                continue;
            }
            let disc_cost = if position.turn() == seat { OWN_DISC_COST } else { ENEMY_DISC_COST };
            for m in &moves {
                let later = line.iter().copied().chain([m.played]).collect();
                let cost = cost + PLY_COST + disc_cost * (best.score - m.score);
                open.push((Reverse(cost), Reverse(later)));
            }
        }
        None
    }
}
