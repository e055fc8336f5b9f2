//! Budget of a search: nodes, time and stop flags. A node is a component whose nimber or length is searched.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::TimeManager;

/// Nodes between two checks of time and stop flags: about a millisecond.
const POLL_INTERVAL_NODES: u64 = 1024;

/// Limits of a search and the nodes used so far.
#[derive(Clone)]
pub(crate) struct SearchBudget<'a> {
    nodes: u64,
    node_limit: u64,
    /// Stop requests: from outside, and from a thread that has found the answer.
    stop_flags: [Option<&'a AtomicBool>; 2],
    time: Option<&'a TimeManager>,
    exhausted: bool,
}

impl<'a> SearchBudget<'a> {
    /// No limits.
    pub(crate) const fn unlimited() -> Self {
        Self { nodes: 0, node_limit: u64::MAX, stop_flags: [None; 2], time: None, exhausted: false }
    }

    /// No limits but a stop flag.
    pub(crate) const fn until(stop: &'a AtomicBool) -> Self {
        Self { stop_flags: [Some(stop), None], ..Self::unlimited() }
    }

    /// Limits on nodes and time, and a stop flag.
    pub(crate) const fn new(node_limit: u64, stop: &'a AtomicBool, time: &'a TimeManager) -> Self {
        Self { node_limit, time: Some(time), ..Self::until(stop) }
    }

    /// Nodes used so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on to another limit on nodes. Time and stop flags still hold.
    pub(super) const fn set_node_limit(&mut self, node_limit: u64) {
        self.node_limit = node_limit;
        self.exhausted = false;
    }

    /// Adds the nodes of other threads.
    pub(crate) const fn add_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// Share of the remaining budget for each of so many threads, with another stop flag.
    pub(super) fn split<'b>(&self, threads: usize, done: &'b AtomicBool) -> SearchBudget<'b>
    where
        'a: 'b,
    {
        let node_limit = self.node_limit.saturating_sub(self.nodes) / threads as u64;
        let stop_flags = [self.stop_flags[0], Some(done)];
        SearchBudget { nodes: 0, node_limit, stop_flags, ..*self }
    }

    /// Counts a node; whether the search may go on.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL_NODES) {
            self.exhausted |= self.stop_flags.iter().flatten().any(|stop| stop.load(Relaxed))
                || self.time.is_some_and(TimeManager::is_over);
        }
        self.exhausted |= self.nodes >= self.node_limit;
        !self.exhausted
    }
}
