//! Transposition table that threads share without locks. Entries keep whole boards, so there are no hash
//! collisions between positions.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cpu::Cpu;
use super::selectivity::Selectivity;
use engine::{CACHE_LINE_WORDS, CacheLines};

/// Greatest score in discs: all squares of the board.
pub(super) const SCORE_MAX: i32 = 64;
/// Beyond any score. Fail-soft loops start from its negative: an `Option` would cost a branch a move.
pub(super) const SCORE_INF: i32 = 128;

/// Square of a best move that a table remembers, or none; one byte, as entries pack it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HashMove(u8);

impl HashMove {
    /// No move is known.
    pub(super) const NONE: Self = Self(64);

    /// The move to a square.
    #[inline(always)]
    pub(super) const fn to(square: u8) -> Self {
        Self(square)
    }

    /// The square, if it is one of these.
    #[inline(always)]
    pub(super) const fn among(self, moves: u64) -> Option<u8> {
        if self.0 < 64 && moves >> self.0 & 1 != 0 { Some(self.0) } else { None }
    }

    /// Whether it is the move to this square.
    #[inline(always)]
    pub(super) const fn is(self, square: u8) -> bool {
        self.0 == square
    }

    /// Whether there is a move.
    #[inline(always)]
    pub(super) fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// Best move so far in a fail-soft loop.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    pub(super) score: i32,
    pub(super) hash_move: HashMove,
}

impl BestMove {
    /// Before the first move.
    pub(super) const NONE: Self = Self { score: -SCORE_INF, hash_move: HashMove::NONE };
}

/// Unpacked entry: bounds of a position's score and its best moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// Lower bound of the score.
    pub(super) lower: i8,
    /// Upper bound of the score.
    pub(super) upper: i8,
    /// Best moves of this and an earlier search, the latest first.
    pub(super) hash_moves: [HashMove; 2],
    /// Depth of the search.
    pub(super) depth: u8,
    /// Selectivity of the search.
    pub(super) selectivity: Selectivity,
    /// Binary logarithm of the nodes that it took.
    cost: u8,
    /// Number of the root search that wrote it.
    generation: u8,
}

impl TtEntry {
    /// An entry without information.
    pub(super) const EMPTY: Self = Self {
        lower: -(SCORE_MAX as i8),
        upper: SCORE_MAX as i8,
        hash_moves: [HashMove::NONE; 2],
        depth: 0,
        selectivity: Selectivity::MOST_SELECTIVE,
        cost: 0,
        generation: 0,
    };

    /// The score for a null window at `alpha`, if the entry is deep and reliable enough and its bounds decide it.
    #[inline(always)]
    pub(super) fn cutoff(self, selectivity: Selectivity, depth: u32, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if u32::from(self.depth) < depth || self.selectivity < selectivity {
            None
        } else if upper <= alpha {
            Some(upper)
        } else {
            (lower > alpha).then_some(lower)
        }
    }

    const fn packed(self) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.hash_moves[0].0,
            self.hash_moves[1].0,
            self.depth,
            self.selectivity.to_byte(),
            self.cost,
            self.generation,
        ])
    }

    const fn unpacked(word: u64) -> Self {
        let [lower, upper, first, second, depth, selectivity, cost, generation] =
            word.to_le_bytes();
        Self {
            lower: lower as i8,
            upper: upper as i8,
            hash_moves: [HashMove(first), HashMove(second)],
            depth,
            selectivity: Selectivity::from_byte(selectivity),
            cost,
            generation,
        }
    }

    /// The entry with the result of a search added to it.
    #[inline(always)]
    fn updated(mut self, result: TtUpdate, cost: u8) -> Self {
        let score = result.score as i8;
        if result.score > result.alpha && score > self.lower {
            self.lower = score;
        }
        if result.score < result.beta && score < self.upper {
            self.upper = score;
        }
        // Bounds that threads found at the same time may contradict each other where the search is selective.
        if self.lower > self.upper {
            (self.lower, self.upper) = (-(SCORE_MAX as i8), SCORE_MAX as i8);
        }
        if result.best_move.is_some() && self.hash_moves[0] != result.best_move {
            self.hash_moves = [result.best_move, self.hash_moves[0]];
        }
        Self {
            depth: result.depth,
            selectivity: result.selectivity,
            cost: cost.max(self.cost),
            ..self
        }
    }
}

/// Result of a search, to be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct TtUpdate {
    /// Window of the search.
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Fail-soft score.
    pub(super) score: i32,
    pub(super) best_move: HashMove,
    pub(super) depth: u8,
    pub(super) selectivity: Selectivity,
    /// Nodes that the search took.
    pub(super) nodes: u64,
}

/// Words of an entry: both boards, each xored with the packed data, and the data. A reader that meets a
/// half-written entry takes it for another position (Hyatt and Mann, ICGA Journal 2002).
const ENTRY_WORDS: usize = 3;
/// Entries of a bucket, which is a cache line.
const BUCKET_ENTRIES: usize = 2;

pub(super) struct TranspositionTable {
    buckets: CacheLines,
    /// Right shift that makes a bucket index of a hash.
    shift: u32,
    generation: u8,
}

/// Hash of a position, whose highest bits are mixed best.
#[inline(always)]
pub(super) const fn hash(own: u64, enemy: u64) -> u64 {
    let mixed = own
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(enemy.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl TranspositionTable {
    /// An empty table of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let line_bytes = CACHE_LINE_WORDS * size_of::<u64>();
        let bits = ((mebibytes.max(1) << 20) / line_bytes).ilog2();
        let buckets = CacheLines::new(1 << bits);
        Self { shift: u64::BITS - buckets.len().ilog2(), buckets, generation: 1 }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        self.generation = 1;
    }

    /// Starts the generation of a new root search: entries of earlier ones are replaced first.
    pub(super) const fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64; CACHE_LINE_WORDS] {
        self.buckets.line((hash >> self.shift) as usize)
    }

    /// Prefetches the bucket of a hash.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        cpu.prefetch(self.bucket(hash));
    }

    /// The entry of a position.
    #[inline(always)]
    pub(super) fn probe(&self, hash: u64, own: u64, enemy: u64) -> Option<TtEntry> {
        let bucket = self.bucket(hash);
        for index in 0..BUCKET_ENTRIES {
            let slot = &bucket[index * ENTRY_WORDS..(index + 1) * ENTRY_WORDS];
            let data = slot[2].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == own && slot[1].load(Relaxed) ^ data == enemy {
                return (data != 0).then(|| TtEntry::unpacked(data));
            }
        }
        None
    }

    /// Stores the result of a search: in the entry of the position, or in place of the entry of its bucket that
    /// is oldest and took the fewest nodes.
    #[inline(always)]
    pub(super) fn store(&self, hash: u64, own: u64, enemy: u64, result: TtUpdate) {
        let bucket = self.bucket(hash);
        let cost = (u64::BITS - result.nodes.leading_zeros()) as u8;
        let mut victim = (u32::MAX, 0);
        for index in 0..BUCKET_ENTRIES {
            let slot = &bucket[index * ENTRY_WORDS..(index + 1) * ENTRY_WORDS];
            let data = slot[2].load(Relaxed);
            let old = TtEntry::unpacked(data);
            if slot[0].load(Relaxed) ^ data == own && slot[1].load(Relaxed) ^ data == enemy {
                let before = (old.depth, old.selectivity);
                let now = (result.depth, result.selectivity);
                // The result of a shallower search does not replace that of a deeper one.
                if before > now {
                    return;
                }
                let entry = if before == now {
                    old
                } else {
                    TtEntry { hash_moves: old.hash_moves, ..TtEntry::EMPTY }
                };
                self.write(slot, own, enemy, entry.updated(result, cost));
                return;
            }
            let value = if data == 0 {
                0
            } else {
                1 + u32::from(old.cost) + if old.generation == self.generation { 64 } else { 0 }
            };
            if value < victim.0 {
                victim = (value, index);
            }
        }
        let slot = &bucket[victim.1 * ENTRY_WORDS..(victim.1 + 1) * ENTRY_WORDS];
        self.write(slot, own, enemy, TtEntry::EMPTY.updated(result, cost));
    }

    #[inline(always)]
    fn write(&self, slot: &[AtomicU64], own: u64, enemy: u64, entry: TtEntry) {
        let data = TtEntry { generation: self.generation, ..entry }.packed();
        slot[0].store(own ^ data, Relaxed);
        slot[1].store(enemy ^ data, Relaxed);
        slot[2].store(data, Relaxed);
    }
}
