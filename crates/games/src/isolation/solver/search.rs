//! The search for nimbers.

use arrayvec::ArrayVec;
use rules::SplitMix64;

use super::budget::Budget;
use super::net::{Net, each};
use super::table::{Known, Table};

/// Components of at most so many squares are worth their nimber at once.
const SMALL: u32 = 6;
/// From so many squares on, what the table knows of the moves is looked at before any is tried.
const LARGE: u32 = 24;

/// A search under way. Every answer is `None` when the budget is used up.
pub(super) struct Search<'a, 'b> {
    pub(super) net: Net,
    pub(super) table: &'a Table,
    pub(super) budget: Budget<'b>,
    /// Threads that search the same have different ones, and another order of moves.
    pub(super) salt: u64,
}

impl Search<'_, '_> {
    /// The nimber of a component.
    fn nimber(&mut self, component: u64) -> Option<u32> {
        if component.is_power_of_two() {
            return Some(1);
        }
        let key = self.net.key(component);
        if let Some(nimber) = self.table.get(key).nimber() {
            return Some(nimber);
        }
        let before = self.budget.nodes();
        if !self.budget.spend() {
            return None;
        }
        let mut seen = 0_u64;
        for square in each(component) {
            let (left, mark) = self.net.play(component, square);
            let nimber = self.sum(left);
            self.net.back(mark);
            seen |= 1 << nimber?;
        }
        let nimber = seen.trailing_ones();
        self.table.put(key, Known::exactly(nimber), self.budget.nodes() - before);
        Some(nimber)
    }

    /// The nimber of components together.
    fn sum(&mut self, mut free: u64) -> Option<u32> {
        let mut sum = 0;
        while free != 0 {
            let component = self.net.component(free);
            free &= !component;
            sum ^= self.nimber(component)?;
        }
        Some(sum)
    }

    /// Whether the side to move loses.
    pub(super) fn loses(&mut self, free: u64) -> Option<bool> {
        self.sum_is(free, 0)
    }

    /// Whether the components together have this nimber.
    fn sum_is(&mut self, mut free: u64, mut nimber: u32) -> Option<bool> {
        if self.net.is_paired(free) {
            return Some(nimber == 0);
        }
        let mut largest = 0_u64;
        while free != 0 {
            let mut component = self.net.component(free);
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
            1..=SMALL => Some(self.nimber(largest)? == nimber),
            _ => self.is(largest, nimber),
        }
    }

    /// Whether a component has this nimber: whether no move leads to it, and some move to each
    /// smaller one.
    fn is(&mut self, component: u64, nimber: u32) -> Option<bool> {
        let key = self.net.key(component);
        if let Some(answer) = self.table.get(key).is(nimber) {
            return Some(answer);
        }
        let before = self.budget.nodes();
        if !self.budget.spend() {
            return None;
        }
        let known = if self.leads_to(component, nimber)? {
            Known::not(nimber)
        } else {
            let mut smaller = 0..nimber;
            let exact = loop {
                match smaller.next() {
                    None => break nimber,
                    Some(other) if self.is(component, other)? => break other,
                    Some(_) => {}
                }
            };
            Known::exactly(exact)
        };
        self.table.put(key, known, self.budget.nodes() - before);
        Some(known.nimber() == Some(nimber))
    }

    /// Whether a move in the component leads to this nimber.
    fn leads_to(&mut self, component: u64, nimber: u32) -> Option<bool> {
        let mut moves = self.moves(component);
        if component.count_ones() >= LARGE {
            let mut unknown = ArrayVec::new();
            for square in moves {
                let (left, mark) = self.net.play(component, square);
                let known = (self.net.component(left) == left)
                    .then(|| self.table.get(self.net.key(left)).is(nimber))
                    .flatten();
                self.net.back(mark);
                match known {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown.push(square),
                }
            }
            moves = unknown;
        }
        for square in moves {
            let (left, mark) = self.net.play(component, square);
            let found = self.sum_is(left, nimber);
            self.net.back(mark);
            if found? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The moves. Those that leave least come first: they are the quickest to tell.
    #[inline]
    pub(super) fn moves(&self, free: u64) -> ArrayVec<usize, 64> {
        let noise = |square: usize| SplitMix64::mix(self.salt + square as u64) & 3;
        let noisy = self.salt != 0 && free.count_ones() >= LARGE;
        let mut moves: ArrayVec<(u64, usize), 64> = each(free)
            .map(|square| {
                let size = u64::from(self.net.left(free, square).count_ones());
                (size + if noisy { noise(square) } else { 0 }, square)
            })
            .collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, square)| square).collect()
    }
}
