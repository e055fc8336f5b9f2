//! How much a solver may look at.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::TimeManager;

/// How many components pass between two looks at the clock: about a millisecond.
const LOOK: u64 = 1024;

/// How much a solver may look at, and how much it has.
#[derive(Clone)]
pub(crate) struct Budget<'a> {
    nodes: u64,
    end: u64,
    /// Raised by the user, and when another thread has the answer.
    stops: [Option<&'a AtomicBool>; 2],
    watch: Option<&'a TimeManager>,
    over: bool,
}

impl<'a> Budget<'a> {
    /// As much as it takes.
    pub(crate) const fn unlimited() -> Self {
        Self { nodes: 0, end: u64::MAX, stops: [None; 2], watch: None, over: false }
    }

    /// As much as it takes, until `stop` is raised.
    pub(crate) const fn until(stop: &'a AtomicBool) -> Self {
        Self { stops: [Some(stop), None], ..Self::unlimited() }
    }

    /// So many components at most, until `stop` is raised or the time is over.
    pub(crate) const fn new(nodes: u64, stop: &'a AtomicBool, watch: &'a TimeManager) -> Self {
        Self { nodes: 0, end: nodes, stops: [Some(stop), None], watch: Some(watch), over: false }
    }

    /// Components looked at so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds what others have looked at.
    pub(crate) const fn charge(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// What each of so many threads may still look at, until `done` is raised.
    pub(super) fn share<'b>(&self, of: usize, done: &'b AtomicBool) -> Budget<'b>
    where
        'a: 'b,
    {
        let left = self.end.saturating_sub(self.nodes) / of as u64;
        let stops = [self.stops[0], Some(done)];
        Budget { nodes: 0, end: left, stops, watch: self.watch, over: self.over }
    }

    /// Counts a component, and says whether there may be another.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.over |= self.stops.iter().flatten().any(|stop| stop.load(Relaxed))
                || self.watch.is_some_and(TimeManager::is_over);
        }
        self.over |= self.nodes >= self.end;
        !self.over
    }
}
