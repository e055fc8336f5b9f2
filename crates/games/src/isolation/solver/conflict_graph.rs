//! Conflict graph of the free squares, updated incrementally: an edge leads from a square to each square that a
//! pawn there closes.
//!
//! A pawn closes the free squares that it attacks, and its own. By the `mutual` rules it also closes those that
//! attack it, and the edges never change. By the `classic` rules a new pawn may stand on the ray of a square that
//! stays free, and cuts the edges beyond it.

use std::sync::Arc;

use rules::{Bitboard, Square};

use super::super::position::{Isolation, Rules};

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
    beyond: Arc<Beyond>,
    symmetries: Arc<[Symmetry]>,
    /// Squares with cut edges; possibly more squares than that.
    shortened: u64,
    /// Undo stack: a square and its edges that a move cut.
    cuts: Vec<(u8, u64)>,
}

/// Height of the undo stack before a move.
#[derive(Clone, Copy)]
pub(super) struct UndoMark(usize);

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
                beyond[index][usize::from(stop.index())] = (reach & !shortened).0;
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
        let undo_mark = UndoMark(self.cuts.len());
        for from in indices(self.closed_by[square] & remaining) {
            let cut = self.closes[from] & self.beyond[from][square] & remaining;
            if cut != 0 {
                self.closes[from] &= !cut;
                for to in indices(cut) {
                    self.closed_by[to] &= !(1 << from);
                }
                self.shortened |= 1 << from;
                self.cuts.push((from as u8, cut));
            }
        }
        (remaining, undo_mark)
    }

    /// Undoes the moves since.
    #[inline]
    pub(super) fn undo(&mut self, undo_mark: UndoMark) {
        while self.cuts.len() > undo_mark.0 {
            let Some((from, cut)) = self.cuts.pop() else { return };
            self.closes[usize::from(from)] |= cut;
            for to in indices(cut) {
                self.closed_by[to] |= 1 << from;
            }
        }
    }

    /// Connected component of the first free square: a game of its own in the sum.
    #[inline]
    pub(super) fn component(&self, free: u64) -> u64 {
        let mut found = free & free.wrapping_neg();
        let mut front = found;
        while front != 0 {
            let square = front.trailing_zeros() as usize;
            front &= front - 1;
            let new = (self.closes[square] | self.closed_by[square]) & free & !found;
            found |= new;
            if found == free {
                break;
            }
            front |= new;
        }
        found
    }

    /// Hash of the subgraph on these squares.
    #[inline]
    pub(super) fn hash(&self, free: u64) -> u64 {
        let mut hash = rules::SplitMix64::mix(free);
        for square in indices(self.shortened & free) {
            let cut = self.uncut[square] & !self.closes[square] & free;
            if cut != 0 {
                let place = (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                hash ^= rules::SplitMix64::mix(rules::SplitMix64::mix(cut).wrapping_add(place));
            }
        }
        hash
    }
}
