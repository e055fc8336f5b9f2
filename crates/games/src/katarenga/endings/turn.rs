//! Half of the retrograde analysis of a class: the states in which one and the same side is to move.
//!
//! The same by hand, on a board of two by two squares with a pawn each, which walks to the squares beside its own. Two
//! halves take turns: what the attack has won is merged, transposed, into what is good for the defence after a move.
//!
//! ```
//! use std::array::from_fn;
//!
//! /// Rows that walks lead to: a1 is row 0, b1 is 1, a2 is 2 and b2 is 3.
//! const WALKS: [[usize; 2]; 4] = [[1, 2], [0, 3], [0, 3], [1, 2]];
//! /// A row for each square of the mover's pawn, in it a bit for each square of the other's. Both on one square are no
//! /// state, or that of a capture.
//! const SAME: [u8; 4] = [0b0001, 0b0010, 0b0100, 0b1000];
//!
//! // Attack, ply 1: only a capture is good after the move, and one walk that leads to it is enough.
//! let after = SAME;
//! let good: [u8; 4] = from_fn(|row| WALKS[row].iter().fold(0, |good, &to| good | after[to]));
//! let won: [u8; 4] = from_fn(|row| good[row] & !SAME[row]);
//! assert_eq!(won, [0b0110, 0b1001, 0b1001, 0b0110]); // the other pawn is beside it, not across
//!
//! // Its rows are the columns of the defence. At first all is good for the defence after a move; this no more.
//! let merged: [u8; 4] = from_fn(|row| (0..4).map(|column| (won[column] >> row & 1) << column).sum());
//! let after = merged.map(|states| 0b1111 & !states);
//!
//! // Defence, ply 2: it has lost where no walk is good.
//! let good: [u8; 4] = from_fn(|row| WALKS[row].iter().fold(0, |good, &to| good | after[to]));
//! let lost: [u8; 4] = from_fn(|row| 0b1111 & !good[row] & !SAME[row]);
//! assert_eq!(lost, [0b1000, 0b0100, 0b0010, 0b0001]); // across: from beside the attacker it would have captured
//! ```

#![expect(clippy::inline_always, reason = "the inner loops, which keep their words in registers")]

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::bit_matrix::{self, Block};
use super::layout::{CHUNK, Layout};
use super::placements::{self, squares};
use super::walk_lists::Walk;

/// Bit planes of the distances: half the plies are below 64.
const PLANES: usize = 6;

/// How a side and the other are to be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The side that is to win: one move that wins is enough.
    Attack,
    /// The other side: it loses if all moves do.
    Defence,
}

/// What becomes of a side that enters a camp.
#[derive(Clone, Copy)]
pub(super) enum Entry<'a> {
    Wins,
    /// The game goes on, in another class.
    GoesOn(&'a Turn),
}

/// The entries of a placement's pawns.
struct Entries<'a> {
    /// Whether they win.
    win: bool,
    /// What they lead to otherwise: rows of another class, with the same columns.
    rows: ArrayVec<(&'a Turn, usize), 3>,
}

impl<'a> Entries<'a> {
    #[inline]
    fn new(entering: u64, pawns: u64, entry: Entry<'a>) -> Self {
        let mut entries = Self { win: false, rows: ArrayVec::new() };
        match entry {
            Entry::Wins => entries.win = entering != 0,
            Entry::GoesOn(turn) => {
                let row = |square: usize| (turn, placements::index(pawns ^ 1 << square));
                entries.rows.extend(squares(entering).map(row));
            }
        }
        entries
    }

    /// The chunks with something new.
    #[inline]
    fn changed(&self) -> u128 {
        self.rows.iter().fold(0, |changed, &(turn, row)| changed | turn.changed[row])
    }

    /// Adds the states of a chunk from which an entry is good for the mover.
    #[inline(always)]
    fn add_to<const N: usize>(&self, good: &mut [u64; N], chunk: usize) {
        if self.win {
            *good = [!0; N];
        }
        for &(turn, row) in &self.rows {
            let after = turn.after.as_chunks().0;
            or_and(good, &after[row * turn.layout.width / N + chunk], &[!0; N]);
        }
    }
}

/// The states in which one side, the mover, is to move.
///
/// A state is a placement of the mover's pawns and one of the others', and sets of states are matrices of bits: a row
/// for each placement of the mover's, a column for each of the others'. A walk of the mover leads from row to row, so
/// that all columns are done at once.
pub(super) struct Turn {
    role: Role,
    /// The squares from which the mover's pawns enter camps.
    goal: u64,
    layout: Arc<Layout>,
    /// The states after a move of the mover that is good for it: lost for the others (attack), not yet won by them
    /// (defence). States in which the pawn that moved stands on one of the others' have captured it.
    after: Vec<u64>,
    /// Chunks of each row of `after` that changed since the last step.
    changed: Vec<u128>,
    /// With three pawns: the states from which a pawn reaches `after`.
    reached: Vec<u64>,
    /// The states that are decided: won (attack), or lost (defence). Columns that are no state are, too.
    decided: Vec<u64>,
    /// Those of the last step.
    fresh: Vec<u64>,
    /// For each block of 64 x 64 states in `fresh`, its rows together.
    fresh_blocks: Vec<u64>,
    is_fresh: bool,
    /// Half the plies to the end of the decided states, by bit planes.
    halves: [Vec<u64>; PLANES],
}

impl Turn {
    pub(super) fn new(role: Role, layout: &Arc<Layout>, goal: u64, captures_win: bool) -> Self {
        let states = layout.blocks * 64 * layout.columns;
        let reached = if layout.pawns == 3 { layout.rows * layout.width } else { 0 };
        Self {
            role,
            goal,
            layout: layout.clone(),
            after: first_after(layout, role, captures_win),
            changed: vec![if role == Role::Attack { layout.all_chunks() } else { 0 }; layout.rows],
            reached: vec![0; reached],
            decided: layout.no_states.clone(),
            fresh: vec![0; states],
            fresh_blocks: vec![0; layout.blocks * layout.columns],
            is_fresh: false,
            halves: std::array::from_fn(|_| vec![0; states]),
        }
    }

    /// Finds the states that are decided in so many plies, all that are decided in fewer being known.
    pub(super) fn step(&mut self, ply: u16, entry: Entry<'_>) {
        self.clear_fresh();
        match (self.layout.pawns, self.layout.width) {
            (3, _) => self.sweep_triples(ply, entry),
            (_, 1) => self.sweep::<1>(ply, entry),
            _ => self.sweep::<CHUNK>(ply, entry),
        }
        self.changed.fill(0);
    }

    fn clear_fresh(&mut self) {
        self.is_fresh = false;
        for (block, columns) in self.fresh_blocks.iter_mut().enumerate() {
            if std::mem::take(columns) != 0 {
                let (first, column) =
                    (block / self.layout.columns * 64, block % self.layout.columns);
                for row in first..first + 64 {
                    self.fresh[row * self.layout.columns + column] = 0;
                }
            }
        }
    }

    /// A step with one or two pawns: row by row, the chunks in which a walk leads to something new.
    fn sweep<const N: usize>(&mut self, ply: u16, entry: Entry<'_>) {
        let layout = self.layout.clone();
        for (row, walks) in layout.walks().iter().enumerate() {
            let entries =
                Entries::new(layout.placements[row] & self.goal, layout.placements[row], entry);
            if entries.win && self.role == Role::Defence {
                continue;
            }
            for chunk in chunks(self.changed_after(walks) | entries.changed()) {
                let mut good = self.good_walks::<N>(walks, chunk);
                entries.add_to(&mut good, chunk);
                self.decide(row, chunk, good, ply);
            }
        }
    }

    /// A step with three pawns: what each of them reaches, and then all together.
    fn sweep_triples(&mut self, ply: u16, entry: Entry<'_>) {
        let layout = self.layout.clone();
        let row_chunks = layout.width / CHUNK;
        for (row, walks) in layout.walks().iter().enumerate() {
            for chunk in chunks(self.changed_after(walks)) {
                let good = self.good_walks::<CHUNK>(walks, chunk);
                self.reached.as_chunks_mut().0[row * row_chunks + chunk] = good;
            }
        }
        let mut row = 0;
        for third in 2..64 {
            for second in 1..third {
                for first in 0..second {
                    let mut good = [self.reached_by_triple([first, second, third])];
                    let pawns = 1 << first | 1 << second | 1 << third;
                    if pawns & self.goal != 0 {
                        Entries::new(pawns & self.goal, pawns, entry).add_to(&mut good, 0);
                    }
                    self.decide(row, 0, good, ply);
                    row += 1;
                }
            }
        }
    }

    /// The states from which one of three pawns reaches something good.
    #[inline]
    fn reached_by_triple(&self, [first, second, third]: [usize; 3]) -> u64 {
        let pair = |low: usize, high: usize| low + high * (high - 1) / 2;
        let reached =
            |square: usize, others: usize| self.reached[square * self.layout.width + others];
        reached(first, pair(second, third))
            | reached(second, pair(first, third))
            | reached(third, pair(first, second))
    }

    /// The chunks of the rows that walks lead to with something new.
    #[inline]
    fn changed_after(&self, walks: &[Walk]) -> u128 {
        walks.iter().fold(0, |changed, walk| changed | self.changed[usize::from(walk.to)])
    }

    /// The states of a chunk from which a walk is good for the mover. What is good for the attack stays so: only what is
    /// new counts.
    #[inline(always)]
    fn good_walks<const N: usize>(&self, walks: &[Walk], chunk: usize) -> [u64; N] {
        let row_chunks = self.layout.width / N;
        let (after, open) = (self.after.as_chunks().0, self.layout.open.as_chunks().0);
        let bit = 1 << chunk;
        let only_new = self.role == Role::Attack && self.layout.pawns < 3;
        let mut good = [0; N];
        for &Walk { to, way } in walks {
            let (to, way) = (usize::from(to), usize::from(way));
            if !only_new || self.changed[to] & bit != 0 {
                or_and(&mut good, &after[to * row_chunks + chunk], &open[way * row_chunks + chunk]);
            }
        }
        good
    }

    /// Decides the states of a chunk that are not decided yet, given those with a move that is good for the mover.
    #[inline(always)]
    fn decide<const N: usize>(&mut self, row: usize, chunk: usize, good: [u64; N], ply: u16) {
        let at = row * self.layout.columns / N + chunk;
        let decided = &mut self.decided.as_chunks_mut::<N>().0[at];
        let flip = if self.role == Role::Attack { 0 } else { !0 };
        let (mut fresh, mut any) = ([0; N], 0);
        for i in 0..N {
            fresh[i] = (good[i] ^ flip) & !decided[i];
            any |= fresh[i];
        }
        if any == 0 {
            return;
        }
        self.is_fresh = true;
        or_and(decided, &fresh, &[!0; N]);
        self.fresh.as_chunks_mut::<N>().0[at] = fresh;
        let block = row / 64 * self.layout.columns / N + chunk;
        or_and(&mut self.fresh_blocks.as_chunks_mut::<N>().0[block], &fresh, &[!0; N]);
        for (plane, words) in self.halves.iter_mut().enumerate() {
            if ply >> (plane + 1) & 1 != 0 {
                or_and(&mut words.as_chunks_mut::<N>().0[at], &fresh, &[!0; N]);
            }
        }
    }

    /// Takes over what the other side's last step has decided.
    pub(super) fn merge(&mut self, other: &Self) {
        for (block, &columns) in other.fresh_blocks.iter().enumerate() {
            if columns == 0 {
                continue;
            }
            let (rows, column) = (block / other.layout.columns * 64, block % other.layout.columns);
            let mut words: Block = std::array::from_fn(|row| {
                other.fresh[(rows + row) * other.layout.columns + column]
            });
            bit_matrix::transpose(&mut words);
            for (row, &states) in (column * 64..).zip(&words) {
                if states != 0 {
                    self.set(row, rows / 64, states);
                }
            }
        }
    }

    /// Changes the states of a row and word in `after`.
    #[inline(always)]
    fn set(&mut self, row: usize, column: usize, states: u64) {
        if self.layout.pawns < 3 {
            self.set_word(row, column, states);
            return;
        }
        let pawns = self.layout.placements[row];
        for square in squares(pawns) {
            self.set_word(square, placements::index(pawns ^ 1 << square), states);
        }
    }

    #[inline(always)]
    fn set_word(&mut self, row: usize, column: usize, states: u64) {
        let word = &mut self.after[row * self.layout.width + column];
        match self.role {
            Role::Attack => *word |= states,
            Role::Defence => *word &= !states,
        }
        self.changed[row] |= 1 << (column / CHUNK);
    }

    /// Takes over what the other side's last step has decided in the class that captures lead to.
    pub(super) fn merge_captures(&mut self, lower: &Self) {
        if !lower.is_fresh {
            return;
        }
        for row in 0..lower.layout.placements.len() {
            for column in 0..lower.layout.columns {
                for other in squares(lower.fresh[row * lower.layout.columns + column]) {
                    self.merge_capture(lower.layout.placements[row], column * 64 + other);
                }
            }
        }
    }

    fn merge_capture(&mut self, left: u64, row: usize) {
        for square in squares(self.layout.placements[row]) {
            let captured = placements::index(left | 1 << square);
            self.set_word(row, captured / 64, 1 << (captured % 64));
        }
    }

    /// Whether the last step has decided any state.
    pub(super) const fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Plies to the end of a state, if it is decided.
    pub(super) fn plies(&self, pawns: u64, others: u64) -> Option<u16> {
        let (row, column) = (placements::index(pawns), placements::index(others));
        let (at, bit) = (row * self.layout.columns + column / 64, column % 64);
        let planes = self.halves.iter().enumerate();
        let half = planes.fold(0, |half, (plane, words)| half | (words[at] >> bit & 1) << plane);
        (self.decided[at] >> bit & 1 != 0)
            .then_some(2 * half as u16 + u16::from(self.role == Role::Attack))
    }
}

/// The chunks of a set, lowest first.
#[inline]
fn chunks(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let chunk = set.trailing_zeros() as usize;
            set &= set - 1;
            chunk
        })
    })
}

/// `words |= after & open`.
#[inline(always)]
fn or_and<const N: usize>(words: &mut [u64; N], after: &[u64; N], open: &[u64; N]) {
    for i in 0..N {
        words[i] |= after[i] & open[i];
    }
}

/// The states after a move that are good for the mover before anything is known: captures that end the game, and for the
/// defence all.
fn first_after(layout: &Layout, role: Role, captures_win: bool) -> Vec<u64> {
    if layout.pawns == 3 {
        // The others have one pawn, and a camp: its capture wins.
        let states = |(row, pair): (usize, u64)| match role {
            _ if pair >> row & 1 != 0 => 0,
            Role::Attack => 1 << row,
            Role::Defence => !0,
        };
        let pairs = placements::all(2);
        let words = (0..layout.rows).flat_map(|row| pairs.iter().map(move |&pair| (row, pair)));
        words.map(states).collect()
    } else if role == Role::Defence {
        vec![!0; layout.rows * layout.width]
    } else if captures_win {
        layout.no_states[..layout.rows * layout.width].to_vec()
    } else {
        vec![0; layout.rows * layout.width]
    }
}
