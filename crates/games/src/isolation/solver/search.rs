//! The search for nimbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::Stopwatch;

use super::super::position::Isolation;
use super::net::{Net, each};
use super::table::{Known, Table};

/// Components of at most so many squares are worth their nimber at once.
const SMALL: u32 = 6;
/// From so many squares on, what the table knows of the moves is looked at before any is tried.
const LARGE: u32 = 16;
/// How many components pass between two looks at the clock.
const LOOK: u64 = 1024;

/// How much a solver may look at.
pub(in super::super) struct Budget<'a> {
    /// Components looked at so far.
    pub(in super::super) nodes: u64,
    nodes_limit: u64,
    stop: Option<(&'a AtomicBool, &'a Stopwatch)>,
    over: bool,
}

impl<'a> Budget<'a> {
    /// As much as it takes.
    pub(in super::super) const fn unlimited() -> Self {
        Self { nodes: 0, nodes_limit: u64::MAX, stop: None, over: false }
    }

    /// So many components at most, until `stop` is raised or the time is over.
    pub(in super::super) const fn new(
        nodes: u64,
        stop: &'a AtomicBool,
        watch: &'a Stopwatch,
    ) -> Self {
        Self { nodes: 0, nodes_limit: nodes, stop: Some((stop, watch)), over: false }
    }

    /// Whether it is used up.
    pub(in super::super) const fn is_over(&self) -> bool {
        self.over
    }

    #[inline]
    fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK)
            && let Some((stop, watch)) = self.stop
        {
            self.over |= stop.load(Relaxed) || watch.is_over();
        }
        self.over |= self.nodes >= self.nodes_limit;
        !self.over
    }
}

/// Finds out who wins, and remembers it. A solver is for one board and rule set at a time.
pub(in super::super) struct Solver {
    table: Arc<Table>,
}

impl Solver {
    /// A solver with a table of so many MiB.
    pub(in super::super) fn new(mebibytes: usize) -> Self {
        Self { table: Arc::new(Table::new(mebibytes)) }
    }

    /// Whether the side to move loses; `None` if the budget did not suffice.
    pub(in super::super) fn loses(
        &mut self,
        position: &Isolation,
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        let (net, free) = Net::of(position);
        Search { net, table: &self.table, budget }.sum_is(free, 0)
    }
}

/// A search under way. Every answer is `None` when the budget is used up.
struct Search<'a, 'b> {
    net: Net,
    table: &'a Table,
    budget: &'a mut Budget<'b>,
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
        let before = self.budget.nodes;
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
        self.table.put(key, Known::exactly(nimber), self.budget.nodes - before);
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

    /// Whether the components together have this nimber.
    fn sum_is(&mut self, mut free: u64, mut nimber: u32) -> Option<bool> {
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
        let before = self.budget.nodes;
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
        self.table.put(key, known, self.budget.nodes - before);
        Some(known.nimber() == Some(nimber))
    }

    /// Whether a move in the component leads to this nimber. The moves that leave least come first:
    /// they are the quickest to tell.
    fn leads_to(&mut self, component: u64, nimber: u32) -> Option<bool> {
        let mut moves = arrayvec::ArrayVec::<(u32, usize), 64>::new();
        for square in each(component) {
            moves.push((self.net.left(component, square).count_ones(), square));
        }
        moves.sort_unstable();
        if component.count_ones() >= LARGE {
            let mut unknown = arrayvec::ArrayVec::<(u32, usize), 64>::new();
            for (size, square) in moves {
                let (left, mark) = self.net.play(component, square);
                let known = (self.net.component(left) == left)
                    .then(|| self.table.get(self.net.key(left)).is(nimber))
                    .flatten();
                self.net.back(mark);
                match known {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown.push((size, square)),
                }
            }
            moves = unknown;
        }
        for (_, square) in moves {
            let (left, mark) = self.net.play(component, square);
            let found = self.sum_is(left, nimber);
            self.net.back(mark);
            if found? {
                return Some(true);
            }
        }
        Some(false)
    }
}
