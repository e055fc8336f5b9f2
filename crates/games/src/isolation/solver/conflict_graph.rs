//! Conflict graph of the free squares, updated incrementally: an edge leads from a square to each square that a
//! pawn there closes.
//!
//! A pawn closes the free squares that it attacks, and its own. By the `mutual` rules it also closes those that
//! attack it, and the edges never change. By the `classic` rules a new pawn may stand on the ray of a square that
//! stays free, and cuts the edges beyond it.

use std::sync::Arc;

use rules::{Bitboard, Square};

use super::super::position::{Isolation, Rules};
use crate::hash::folded_multiply;

/// For each square and each square on its rays, the squares beyond.
type Beyond = [[u64; 64]];

/// The graph, with a stack of the edges that moves have cut.
#[derive(Clone)]
pub(super) struct ConflictGraph {
    /// Edges from each square on the empty board.
    uncut: [u64; 64],
    /// Edges from each square.
    closes: [u64; 64],
    /// Edges to each square.
    closed_by: [u64; 64],
    /// Neighbours of each square, by edges of either direction.
    neighbours: [u64; 64],
    /// Squares whose edges a pawn on this one may cut.
    cuttable: [u64; 64],
    beyond: Arc<Beyond>,
    symmetries: Arc<[Symmetry]>,
    /// Squares with cut edges.
    shortened: u64,
    /// Undo stack: a square and its edges that a move cut.
    cuts: Vec<(u8, u64)>,
}

/// What a move changes: the height of the undo stack, and the squares with cut edges.
#[derive(Clone, Copy)]
pub(super) struct UndoMark {
    cuts: usize,
    shortened: u64,
}

/// Image of each square under an involutory symmetry of the board.
type Symmetry = [usize; 64];

/// Image of a square by file and rank.
type SquareMap = fn(usize, usize) -> (usize, usize);

/// The half turn and the four reflections.
fn symmetries() -> impl Iterator<Item = Symmetry> {
    let maps: [SquareMap; 5] = [
        |file, rank| (7 - file, 7 - rank),
        |file, rank| (7 - file, rank),
        |file, rank| (file, 7 - rank),
        |file, rank| (rank, file),
        |file, rank| (7 - rank, 7 - file),
    ];
    maps.into_iter().map(|map| {
        std::array::from_fn(|square| {
            let (file, rank) = map(square % 8, square / 8);
            8 * rank + file
        })
    })
}

/// Image of a set.
fn image(symmetry: &Symmetry, set: u64) -> u64 {
    indices(set).fold(0, |image, square| image | 1 << symmetry[square])
}

/// Indices of the squares in a set.
#[inline]
pub(super) fn indices(set: u64) -> impl Iterator<Item = usize> {
    Bitboard(set).squares().map(|square| usize::from(square.index()))
}

impl ConflictGraph {
    /// The graph of a position, and its free squares.
    pub(super) fn of(position: &Isolation) -> (Self, u64) {
        let terrain = &position.terrain;
        let pawns = position.occupied();
        let mut graph = Self {
            uncut: [0; 64],
            closes: [0; 64],
            closed_by: [0; 64],
            neighbours: [0; 64],
            cuttable: [0; 64],
            beyond: Arc::new([]),
            symmetries: Arc::new([]),
            shortened: 0,
            cuts: Vec::new(),
        };
        let mut beyond = vec![[0; 64]; 64];
        for square in Square::all() {
            let index = usize::from(square.index());
            let reach = terrain.reach(square, Bitboard::EMPTY);
            if position.rules == Rules::Mutual {
                graph.uncut[index] = (reach | terrain.reaching(square, Bitboard::EMPTY)).0;
                graph.closes[index] = graph.uncut[index];
                continue;
            }
            for stop in reach {
                let shortened = terrain.reach(square, Bitboard::of(stop));
                let stop = usize::from(stop.index());
                beyond[index][stop] = (reach & !shortened).0;
                if reach != shortened {
                    graph.cuttable[stop] |= 1 << index;
                }
            }
            graph.uncut[index] = reach.0;
            graph.closes[index] = terrain.reach(square, pawns).0;
            if graph.closes[index] != reach.0 {
                graph.shortened |= 1 << index;
            }
        }
        for index in 0..64 {
            for closed in indices(graph.closes[index]) {
                graph.closed_by[closed] |= 1 << index;
            }
        }
        for index in 0..64 {
            graph.neighbours[index] = graph.closes[index] | graph.closed_by[index];
        }
        graph.beyond = beyond.into();
        graph.symmetries =
            symmetries().filter(|symmetry| graph.is_symmetric_under(symmetry)).collect();
        (graph, position.free().0)
    }

    /// Whether the empty board is symmetric.
    fn is_symmetric_under(&self, symmetry: &Symmetry) -> bool {
        (0..64).all(|square| image(symmetry, self.uncut[square]) == self.uncut[symmetry[square]])
    }

    /// Symmetry strategy (Tweedledum and Tweedledee): whether the second player can answer every pawn with its
    /// mirror image, and so wins. The free squares are symmetric, and none closes its own image.
    pub(super) fn has_symmetry_strategy(&self, free: u64) -> bool {
        self.symmetries.iter().any(|symmetry| {
            image(symmetry, free) == free
                && indices(free).all(|square| {
                    let (closes, other) = (self.closes[square] & free, symmetry[square]);
                    other != square
                        && closes >> other & 1 == 0
                        && image(symmetry, closes) == self.closes[other] & free
                })
        })
    }

    /// The free squares that remain after a pawn on `square`, without placing it.
    #[inline]
    pub(super) fn remaining(&self, free: u64, square: usize) -> u64 {
        free & !self.closes[square] & !(1 << square)
    }

    /// Places a pawn and cuts the rays that it stands on; the free squares that remain, and how to undo it.
    #[inline]
    pub(super) fn place(&mut self, free: u64, square: usize) -> (u64, UndoMark) {
        let remaining = self.remaining(free, square);
        let undo_mark = UndoMark { cuts: self.cuts.len(), shortened: self.shortened };
        for from in indices(self.closed_by[square] & self.cuttable[square] & remaining) {
            let cut = self.closes[from] & self.beyond[from][square] & remaining;
            if cut != 0 {
                self.cut(from, cut);
            }
        }
        (remaining, undo_mark)
    }

    /// Cuts edges from a square.
    fn cut(&mut self, from: usize, cut: u64) {
        self.closes[from] &= !cut;
        for to in indices(cut) {
            self.closed_by[to] &= !(1 << from);
            if self.closes[to] >> from & 1 == 0 {
                self.neighbours[to] &= !(1 << from);
                self.neighbours[from] &= !(1 << to);
            }
        }
        self.shortened |= 1 << from;
        self.cuts.push((from as u8, cut));
    }

    /// Undoes the moves since.
    #[inline]
    pub(super) fn undo(&mut self, undo_mark: UndoMark) {
        while self.cuts.len() > undo_mark.cuts {
            let Some((from, cut)) = self.cuts.pop() else { return };
            self.closes[usize::from(from)] |= cut;
            self.neighbours[usize::from(from)] |= cut;
            for to in indices(cut) {
                self.closed_by[to] |= 1 << from;
                self.neighbours[to] |= 1 << from;
            }
        }
        self.shortened = undo_mark.shortened;
    }

    /// Connected component of the first free square: a game of its own in the sum.
    #[inline]
    pub(super) fn component(&self, free: u64) -> u64 {
        let mut found = free & free.wrapping_neg();
        let mut front = found;
        while front != 0 {
            let square = front.trailing_zeros() as usize;
            front &= front - 1;
            let new = self.neighbours[square] & free & !found;
            found |= new;
            if found == free {
                break;
            }
            front |= new;
        }
        found
    }

    /// Number of squares of the largest component.
    pub(super) fn largest_component_size(&self, mut free: u64) -> u32 {
        let mut largest = 0;
        while free.count_ones() > largest {
            let component = self.component(free);
            free &= !component;
            largest = largest.max(component.count_ones());
        }
        largest
    }

    /// Hash of the subgraph on these squares.
    #[inline]
    pub(super) fn hash(&self, free: u64) -> u64 {
        let mut hash = folded_multiply(free ^ 0x2545_f491_4f6c_dd1d, 0x9e37_79b9_7f4a_7c15);
        for square in indices(self.shortened & free) {
            let cut = self.uncut[square] & !self.closes[square] & free;
            if cut != 0 {
                let factor = (square as u64 + 1).wrapping_mul(0xda94_2042_e4dd_58b5) | 1;
                hash ^= folded_multiply(cut ^ 0xd134_2543_de82_ef95, factor);
            }
        }
        rules::SplitMix64::mix(hash)
    }
}
