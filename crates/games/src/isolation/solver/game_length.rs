//! Length of a game under optimal play: the winner ends it as soon as possible, the loser as late as possible.

use rules::Square;

use super::nimber_search::NimberSearch;

/// Bounds of a game's length in plies. Both are odd if the side to move wins, and even if it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LengthBounds {
    /// Lower bound.
    pub(crate) low: u8,
    /// Upper bound.
    pub(crate) high: u8,
}

impl LengthBounds {
    /// Bounds that follow from the number of free squares.
    pub(super) const fn of(free: u64, loses: bool) -> Self {
        let most = free.count_ones() as u8;
        let low = if loses { if free == 0 { 0 } else { 2 } } else { 1 };
        Self { low, high: most - (most & 1 ^ !loses as u8) }
    }

    /// Whether the bounds meet.
    pub(crate) const fn is_exact(self) -> bool {
        self.low >= self.high
    }

    /// Length to test next: nearer to the lower bound, where tests are quick.
    pub(super) const fn next_test(self) -> u8 {
        self.low + (self.high - self.low) / 8 * 2
    }
}

/// Transposition table of length bounds by position hash, always replacing.
pub(super) struct LengthTable {
    entries: Vec<(u64, LengthBounds)>,
}

impl LengthTable {
    const UNKNOWN: LengthBounds = LengthBounds { low: 0, high: u8::MAX };

    /// A table of at most so many bytes, and at least one entry; their number is a power of two. Where there is no
    /// memory for it, it is smaller.
    pub(super) fn new(bytes: usize) -> Self {
        let mut count = 1 << (bytes / size_of::<(u64, LengthBounds)>()).max(1).ilog2();
        let mut entries = Vec::new();
        while count > 1 && entries.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        entries.resize(count, (0, Self::UNKNOWN));
        Self { entries }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill((0, Self::UNKNOWN));
    }

    fn entry(&mut self, hash: u64) -> &mut (u64, LengthBounds) {
        let index = hash as usize & (self.entries.len() - 1);
        &mut self.entries[index]
    }

    fn probe(&mut self, hash: u64) -> LengthBounds {
        let (stored, bounds) = *self.entry(hash);
        if stored == hash { bounds } else { Self::UNKNOWN }
    }

    /// Stores whether the game ends within `plies`.
    fn store(&mut self, hash: u64, plies: u8, within: bool) {
        let entry = self.entry(hash);
        if entry.0 != hash {
            *entry = (hash, Self::UNKNOWN);
        }
        if within {
            entry.1.high = entry.1.high.min(plies);
        } else {
            entry.1.low = entry.1.low.max(plies + 2);
        }
    }
}

/// What the length table says of a test.
enum LengthProbe {
    /// The result of the test.
    Decided(bool),
    /// The position with this hash must be searched.
    Undecided(u64),
    /// The budget is used up.
    OutOfBudget,
}

/// Search for the length of games. Every answer is `None` when the budget is used up.
pub(super) struct LengthSearch<'a, 'b> {
    pub(super) search: NimberSearch<'a, 'b>,
    pub(super) length_table: &'a mut LengthTable,
}

impl LengthSearch<'_, '_> {
    /// Whether the game ends within so many plies; `loses` says whether the side to move loses.
    pub(super) fn ends_within(&mut self, free: u64, loses: bool, plies: u8) -> Option<bool> {
        if loses { self.loses_within(free, plies) } else { self.wins_within(free, plies) }
    }

    /// Whether the side to move, which wins, does so within so many plies, an odd number.
    fn wins_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let hash = match self.probe(free, plies) {
            LengthProbe::Decided(answer) => return Some(answer),
            LengthProbe::Undecided(hash) => hash,
            LengthProbe::OutOfBudget => return None,
        };
        let moves = self.search.moves(free);
        let mut found = plies == 1 && self.search.graph.remaining(free, moves[0]) == 0;
        for square in moves.into_iter().filter(|_| plies > 1) {
            let (remaining, undo_mark) = self.search.graph.place(free, square);
            let answer = self.is_lost_within(remaining, plies - 1);
            self.search.graph.undo(undo_mark);
            found = answer?;
            if found {
                break;
            }
        }
        self.length_table.store(hash, plies, found);
        Some(found)
    }

    /// Whether the side to move loses within so many plies.
    fn is_lost_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let mut rest = free;
        for _ in 0..plies {
            rest &= !self.search.graph.component(rest);
            if rest == 0 {
                break;
            }
        }
        // Every component takes at least one move.
        Some(rest == 0 && self.search.is_p_position(free)? && self.loses_within(free, plies)?)
    }

    /// Whether the side to move, which loses, does so within so many plies, an even number.
    fn loses_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let hash = match self.probe(free, plies) {
            LengthProbe::Decided(answer) => return Some(answer),
            LengthProbe::Undecided(hash) => hash,
            LengthProbe::OutOfBudget => return None,
        };
        let mut all = plies > 0;
        // Moves that leave most squares are the best defence.
        for square in self.search.moves(free).into_iter().rev().take_while(|_| plies > 0) {
            let (remaining, undo_mark) = self.search.graph.place(free, square);
            let answer = self.wins_within(remaining, plies - 1);
            self.search.graph.undo(undo_mark);
            all = answer?;
            if !all {
                break;
            }
        }
        self.length_table.store(hash, plies, all);
        Some(all)
    }

    /// Principal variation of a game of exactly so many plies; cut short if the budget is used up.
    pub(super) fn principal_variation(&mut self, free: u64, loses: bool, plies: u8) -> Vec<Square> {
        let mut moves = self.search.moves(free);
        if loses {
            moves.reverse();
        }
        for square in moves.into_iter().take_while(|_| plies > 0) {
            let (remaining, undo_mark) = self.search.graph.place(free, square);
            let fits = if loses {
                (plies < 3)
                    .then_some(true)
                    .or_else(|| Some(!self.wins_within(remaining, plies - 3)?))
            } else {
                self.is_lost_within(remaining, plies - 1)
            };
            let mut line = vec![Square::from_index(square as u8)];
            if fits == Some(true) {
                line.extend(self.principal_variation(remaining, !loses, plies - 1));
            }
            self.search.graph.undo(undo_mark);
            match fits {
                Some(true) => return line,
                Some(false) => {}
                None => break,
            }
        }
        Vec::new()
    }

    /// Probes the length table for a test.
    fn probe(&mut self, free: u64, plies: u8) -> LengthProbe {
        if u32::from(plies) >= free.count_ones() {
            return LengthProbe::Decided(true);
        }
        let hash = self.search.graph.hash(free);
        let bounds = self.length_table.probe(hash);
        if bounds.high <= plies {
            LengthProbe::Decided(true)
        } else if bounds.low > plies {
            LengthProbe::Decided(false)
        } else if self.search.budget.count_node() {
            LengthProbe::Undecided(hash)
        } else {
            LengthProbe::OutOfBudget
        }
    }
}
