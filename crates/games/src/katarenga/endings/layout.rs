//! How the states of a class with one side to move are laid out in words.

use std::sync::Arc;

use super::placements::{self, squares};
use super::walk_lists::{Walk, WalkLists};

/// Words that are computed together.
pub(super) const CHUNK: usize = 16;

/// Rows and columns of matrices of states with one side, the mover, to move: a row for each placement of its pawns, a
/// column for each of the others': the head of `turn.rs` has an example of two by two squares.
///
/// With three pawns, what walks lead to is laid out otherwise: a row for each square of a pawn that moves, in it a word
/// for each placement of the other two, and in that a bit for each square of the others' only pawn.
pub(super) struct Layout {
    /// The mover's pawns.
    pub(super) pawns: usize,
    /// The placements of the mover's pawns.
    pub(super) placements: Vec<u64>,
    /// Blocks of 64 rows.
    pub(super) blocks: usize,
    /// Words of a row.
    pub(super) columns: usize,
    /// Rows that walks lead from and to, and their words.
    pub(super) rows: usize,
    pub(super) width: usize,
    /// For each way of a walk, the words of a row without the states with a pawn on it.
    pub(super) open: Vec<u64>,
    /// The places in a matrix that are no states: two pawns are on one square.
    pub(super) no_states: Vec<u64>,
    /// For each square, the columns with a pawn there. The columns that are no placement touch all squares.
    touching: Vec<u64>,
    walks: Arc<WalkLists>,
}

impl Layout {
    pub(super) fn new(pawns: usize, others: usize, walks: &Arc<WalkLists>) -> Self {
        let placements = placements::all(pawns);
        let columns = words(others);
        let is_triple = pawns == 3;
        let (rows, width) =
            if is_triple { (64, placements::count(2)) } else { (placements.len(), columns) };
        let mut layout = Self {
            pawns,
            blocks: placements.len().div_ceil(64),
            placements,
            columns,
            rows,
            width,
            open: Vec::with_capacity(walks.ways.len() * width),
            no_states: Vec::new(),
            touching: touching(others),
            walks: walks.clone(),
        };
        let pairs = if is_triple { placements::all(2) } else { Vec::new() };
        for &way in &walks.ways {
            if is_triple {
                let free = |pair: &u64| if pair & way == 0 { !way } else { 0 };
                layout.open.extend(pairs.iter().map(free));
            } else {
                let open: Vec<_> = layout.touching(way).map(|columns| !columns).collect();
                layout.open.extend(open);
            }
        }
        let mut no_states = vec![!0; layout.blocks * 64 * columns];
        for (words, &pawns) in no_states.chunks_mut(columns).zip(&layout.placements) {
            words.iter_mut().zip(layout.touching(pawns)).for_each(|(word, it)| *word = it);
        }
        Self { no_states, ..layout }
    }

    /// The walks from each row.
    pub(super) fn walks(&self) -> &[Vec<Walk>] {
        self.walks.of(if self.pawns == 3 { 1 } else { self.pawns })
    }

    /// All chunks of a row, as a set.
    pub(super) const fn all_chunks(&self) -> u128 {
        (1 << self.width.div_ceil(CHUNK)) - 1
    }

    /// The columns with a pawn on one of the squares.
    pub(super) fn touching(&self, set: u64) -> impl Iterator<Item = u64> {
        (0..self.columns).map(move |column| {
            squares(set).fold(0, |all, square| all | self.touching[square * self.columns + column])
        })
    }
}

/// Words of a row with a column for each placement.
fn words(pawns: usize) -> usize {
    match placements::count(pawns).div_ceil(64) {
        1 => 1,
        words => words.next_multiple_of(CHUNK),
    }
}

/// For each square, the columns of so many pawns with one there.
fn touching(pawns: usize) -> Vec<u64> {
    let columns = words(pawns);
    let mut touching = vec![0; 64 * columns];
    for (column, pawns) in placements::all(pawns).into_iter().enumerate() {
        squares(pawns)
            .for_each(|square| touching[square * columns + column / 64] |= 1 << (column % 64));
    }
    for column in placements::count(pawns)..64 * columns {
        (0..64).for_each(|square| touching[square * columns + column / 64] |= 1 << (column % 64));
    }
    touching
}
