//! The free squares as a net: which squares a pawn on each would close, kept up to date move by move.
//!
//! A pawn takes the free squares that it attacks, and its own. In `mutual` it takes those too that
//! attack it, and the net never changes. In `classic` a new pawn may stand on the ray of a square that
//! stays free: from then on, a pawn there will not reach beyond.

use std::sync::Arc;

use rules::{Bitboard, Square};

use super::super::position::{Isolation, Rules};

/// For each square and each square on its rays, what lies beyond.
type Beyond = [[u64; 64]];

/// The free squares as a net, and the way back through the moves made on it.
#[derive(Clone)]
pub(super) struct Net {
    /// What a pawn on each square would take if no pawn were on the board.
    whole: [u64; 64],
    takes: [u64; 64],
    taken_by: [u64; 64],
    beyond: Arc<Beyond>,
    mirrors: Arc<[Mirror]>,
    /// The squares that take less than the whole; possibly more squares than that.
    short: u64,
    cuts: Vec<(u8, u64)>,
}

/// A point of a net's history to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// The image of each square in a symmetry of the board that undoes itself.
type Mirror = [usize; 64];

/// Where a square comes to stand, by file and rank.
type Map = fn(usize, usize) -> (usize, usize);

/// The half turn and the four reflections.
fn mirrors() -> impl Iterator<Item = Mirror> {
    let maps: [Map; 5] = [
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

/// The image of a set.
fn image(mirror: &Mirror, set: u64) -> u64 {
    each(set).fold(0, |image, square| image | 1 << mirror[square])
}

/// The numbers of the squares in a set.
#[inline]
pub(super) fn each(set: u64) -> impl Iterator<Item = usize> {
    Bitboard(set).squares().map(|square| usize::from(square.index()))
}

impl Net {
    /// The net of a position, and its free squares.
    pub(super) fn of(position: &Isolation) -> (Self, u64) {
        let terrain = &position.terrain;
        let pawns = position.occupied();
        let mut net = Self {
            whole: [0; 64],
            takes: [0; 64],
            taken_by: [0; 64],
            beyond: Arc::new([]),
            mirrors: Arc::new([]),
            short: 0,
            cuts: Vec::new(),
        };
        let mut beyond = vec![[0; 64]; 64];
        for square in Square::all() {
            let index = usize::from(square.index());
            let reach = terrain.reach(square, Bitboard::EMPTY);
            if position.rules == Rules::Mutual {
                net.whole[index] = (reach | terrain.reaching(square, Bitboard::EMPTY)).0;
                net.takes[index] = net.whole[index];
                continue;
            }
            for stop in reach {
                let short = terrain.reach(square, Bitboard::of(stop));
                beyond[index][usize::from(stop.index())] = (reach & !short).0;
            }
            net.whole[index] = reach.0;
            net.takes[index] = terrain.reach(square, pawns).0;
            if net.takes[index] != reach.0 {
                net.short |= 1 << index;
            }
        }
        for index in 0..64 {
            for taken in each(net.takes[index]) {
                net.taken_by[taken] |= 1 << index;
            }
        }
        net.beyond = beyond.into();
        net.mirrors = mirrors().filter(|mirror| net.looks_the_same_in(mirror)).collect();
        (net, position.free().0)
    }

    /// Whether the empty board is its own image.
    fn looks_the_same_in(&self, mirror: &Mirror) -> bool {
        (0..64).all(|square| image(mirror, self.whole[square]) == self.whole[mirror[square]])
    }

    /// Whether the side that is not to move can answer every pawn with its mirror image, and so loses
    /// never: the free squares are symmetrical, and none takes its own image.
    pub(super) fn is_paired(&self, free: u64) -> bool {
        self.mirrors.iter().any(|mirror| {
            image(mirror, free) == free
                && each(free).all(|square| {
                    let (takes, other) = (self.takes[square] & free, mirror[square]);
                    other != square
                        && takes >> other & 1 == 0
                        && image(mirror, takes) == self.takes[other] & free
                })
        })
    }

    /// What is left of the free squares after a pawn on `square`, without placing it.
    #[inline]
    pub(super) fn left(&self, free: u64, square: usize) -> u64 {
        free & !self.takes[square] & !(1 << square)
    }

    /// Places a pawn and says which of the free squares are left. Cuts the rays that it stands on.
    #[inline]
    pub(super) fn play(&mut self, free: u64, square: usize) -> (u64, Mark) {
        let left = self.left(free, square);
        let mark = Mark(self.cuts.len());
        for from in each(self.taken_by[square] & left) {
            let cut = self.takes[from] & self.beyond[from][square] & left;
            if cut != 0 {
                self.takes[from] &= !cut;
                for to in each(cut) {
                    self.taken_by[to] &= !(1 << from);
                }
                self.short |= 1 << from;
                self.cuts.push((from as u8, cut));
            }
        }
        (left, mark)
    }

    /// Takes back what was played since.
    #[inline]
    pub(super) fn back(&mut self, mark: Mark) {
        while self.cuts.len() > mark.0 {
            let Some((from, cut)) = self.cuts.pop() else { return };
            self.takes[usize::from(from)] |= cut;
            for to in each(cut) {
                self.taken_by[to] |= 1 << from;
            }
        }
    }

    /// The squares that depend on each other, the first of the free ones among them: what is played
    /// there and elsewhere are two games.
    #[inline]
    pub(super) fn component(&self, free: u64) -> u64 {
        let mut found = free & free.wrapping_neg();
        let mut front = found;
        while front != 0 {
            let square = front.trailing_zeros() as usize;
            front &= front - 1;
            let new = (self.takes[square] | self.taken_by[square]) & free & !found;
            found |= new;
            if found == free {
                break;
            }
            front |= new;
        }
        found
    }

    /// A key of the game on these free squares: equal for equal squares that take the same of each
    /// other.
    #[inline]
    pub(super) fn key(&self, free: u64) -> u64 {
        let mut key = rules::SplitMix64::mix(free);
        for square in each(self.short & free) {
            let cut = self.whole[square] & !self.takes[square] & free;
            if cut != 0 {
                let place = (square as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                key ^= rules::SplitMix64::mix(rules::SplitMix64::mix(cut).wrapping_add(place));
            }
        }
        key
    }
}
