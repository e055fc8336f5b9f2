//! Search for nimbers (Grundy values): a component's nimber is the least that no option of it has.

use arrayvec::ArrayVec;
use rules::SplitMix64;

use super::budget::SearchBudget;
use super::conflict_graph::{ConflictGraph, indices};
use super::nimber_table::{NimberInfo, NimberTable};

/// Most squares of a component whose nimber is computed at once instead of tested.
const SMALL_COMPONENT_MAX_SQUARES: u32 = 6;
/// Fewest squares of a component at which all options are probed before any is searched (enhanced transposition
/// cutoff), and ordered by the size of their largest component.
const ETC_MIN_SQUARES: u32 = 20;

/// A running search. Every answer is `None` when the budget is used up.
pub(super) struct NimberSearch<'a, 'b> {
    pub(super) graph: ConflictGraph,
    pub(super) table: &'a NimberTable,
    pub(super) budget: SearchBudget<'b>,
    /// Seed that varies the move ordering between threads that search the same component.
    pub(super) ordering_seed: u64,
}

impl NimberSearch<'_, '_> {
    /// Nimber of a component.
    fn nimber(&mut self, component: u64) -> Option<u32> {
        if component.is_power_of_two() {
            return Some(1);
        }
        let hash = self.graph.hash(component);
        if let Some(nimber) = self.table.probe(hash).nimber() {
            return Some(nimber);
        }
        let nodes_before = self.budget.nodes();
        if !self.budget.count_node() {
            return None;
        }
        let mut seen = 0_u64;
        for square in indices(component) {
            let (remaining, undo_mark) = self.graph.place(component, square);
            let nimber = self.nim_sum(remaining);
            self.graph.undo(undo_mark);
            seen |= 1 << nimber?;
        }
        let nimber = seen.trailing_ones();
        self.table.store(hash, NimberInfo::exact(nimber), self.budget.nodes() - nodes_before);
        Some(nimber)
    }

    /// Nim-sum of all components.
    fn nim_sum(&mut self, mut free: u64) -> Option<u32> {
        let mut sum = 0;
        while free != 0 {
            let component = self.graph.component(free);
            free &= !component;
            sum ^= self.nimber(component)?;
        }
        Some(sum)
    }

    /// Whether it is a P-position: the previous player wins, the side to move loses.
    pub(super) fn is_p_position(&mut self, free: u64) -> Option<bool> {
        self.nim_sum_is(free, 0)
    }

    /// Whether a move leads to a P-position.
    pub(super) fn is_p_position_after(&mut self, free: u64, square: usize) -> Option<bool> {
        let (remaining, undo_mark) = self.graph.place(free, square);
        let found = self.is_p_position(remaining);
        self.graph.undo(undo_mark);
        found
    }

    /// Whether the nim-sum of all components is this.
    fn nim_sum_is(&mut self, mut free: u64, mut nimber: u32) -> Option<bool> {
        if self.graph.has_symmetry_strategy(free) {
            return Some(nimber == 0);
        }
        let mut largest = 0_u64;
        while free != 0 {
            let mut component = self.graph.component(free);
            free &= !component;
            if component.count_ones() > largest.count_ones() {
                std::mem::swap(&mut component, &mut largest);
            }
            if component != 0 {
                nimber ^= self.nimber(component)?;
            }
        }
        match largest.count_ones() {
            0 => Some(nimber == 0),
            1..=SMALL_COMPONENT_MAX_SQUARES => Some(self.nimber(largest)? == nimber),
            _ => self.nimber_is(largest, nimber),
        }
    }

    /// Whether a component has this nimber: no option has it, and some option has each smaller one.
    fn nimber_is(&mut self, component: u64, nimber: u32) -> Option<bool> {
        let hash = self.graph.hash(component);
        if let Some(answer) = self.table.probe(hash).is(nimber) {
            return Some(answer);
        }
        let nodes_before = self.budget.nodes();
        if !self.budget.count_node() {
            return None;
        }
        let info = if self.has_option(component, nimber)? {
            NimberInfo::excluding(nimber)
        } else {
            let mut smaller = 0..nimber;
            let exact = loop {
                match smaller.next() {
                    None => break nimber,
                    Some(other) if self.nimber_is(component, other)? => break other,
                    Some(_) => {}
                }
            };
            NimberInfo::exact(exact)
        };
        self.table.store(hash, info, self.budget.nodes() - nodes_before);
        Some(info.nimber() == Some(nimber))
    }

    /// Whether an option of the component has this nimber.
    fn has_option(&mut self, component: u64, nimber: u32) -> Option<bool> {
        let moves = if component.count_ones() < ETC_MIN_SQUARES {
            self.moves(component)
        } else {
            match self.unknown_options(component, nimber) {
                Some(moves) => moves,
                None => return Some(true),
            }
        };
        for square in moves {
            let (remaining, undo_mark) = self.graph.place(component, square);
            let found = self.nim_sum_is(remaining, nimber);
            self.graph.undo(undo_mark);
            if found? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Moves whose options are not known to have another nimber, those that leave the smallest largest component first:
    /// the time that an option takes depends on it. `None` if an option is known to have the nimber.
    fn unknown_options(&mut self, component: u64, nimber: u32) -> Option<ArrayVec<usize, 64>> {
        let mut moves = ArrayVec::new();
        for square in indices(component) {
            let (remaining, undo_mark) = self.graph.place(component, square);
            let largest = self.graph.largest_component_size(remaining);
            let known = (largest == remaining.count_ones())
                .then(|| self.table.probe(self.graph.hash(remaining)).is(nimber))
                .flatten();
            self.graph.undo(undo_mark);
            match known {
                Some(true) => return None,
                Some(false) => {}
                None => moves.push((u64::from(largest), square)),
            }
        }
        Some(self.sorted(moves, component))
    }

    /// Moves in fastest-first order: those that leave the fewest squares first.
    #[inline]
    pub(super) fn moves(&self, free: u64) -> ArrayVec<usize, 64> {
        let size = |square| u64::from(self.graph.remaining(free, square).count_ones());
        self.sorted(indices(free).map(|square| (size(square), square)).collect(), free)
    }

    /// Moves in the order of their sizes, which are slightly changed on all threads but one.
    #[inline]
    fn sorted(&self, mut moves: ArrayVec<(u64, usize), 64>, free: u64) -> ArrayVec<usize, 64> {
        if self.ordering_seed != 0 && free.count_ones() >= ETC_MIN_SQUARES {
            for (size, square) in &mut moves {
                *size += SplitMix64::mix(self.ordering_seed + *square as u64) & 3;
            }
        }
        moves.sort_unstable();
        moves.into_iter().map(|(_, square)| square).collect()
    }
}
