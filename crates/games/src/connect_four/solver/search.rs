//! Null window search: fail-soft alpha-beta over positions in which there is a choice.

use arrayvec::ArrayVec;

#[cfg(target_arch = "x86_64")]
use super::cpu::Avx2;
use super::cpu::{Cpu, Portable};
use super::move_ordering::{HASH_BOUND_BONUS, History, NO_LAST_CELL, NullWindow, ordering_score};
use super::node::{CELLS, ConnectFourNode, ForcedOutcome, win_after};
use super::score_bounds::ScoreBounds;
use super::transposition_table::{
    LocalTable, TableRegion, TranspositionTable, TtSlot, WrittenBuckets,
};
use crate::abdada::CurrentlySearching;
use crate::connect_four::position::mirrored;

/// Most discs at which a position and its mirror image share a table entry.
const MIRROR_MAX_DISCS: i32 = 10;
/// Fewest undecided plies at which the shared table is used.
const TT_MIN_PLIES_LEFT: i32 = 15;
/// Fewest undecided plies at which the local table is used.
const LOCAL_TABLE_MIN_PLIES_LEFT: i32 = 4;
/// Fewest undecided plies at which threads defer each other's moves.
const ABDADA_MIN_PLIES_LEFT: i32 = 22;
/// Nodes of a thread with cleared tables before it uses the shared table's large region.
const SHORT_SEARCH_NODES: u64 = 1 << 12;
/// Nodes between two checks of the stop condition.
const POLL_INTERVAL_NODES: u64 = 1 << 12;

/// Whether a search must stop, given the nodes of its thread.
pub(in crate::connect_four) type StopCondition<'a> = dyn Fn(u64) -> bool + Sync + 'a;

/// State of one thread that lasts from search to search.
pub(super) struct SolverThread {
    local_table: LocalTable,
    history: History,
    pub(super) nodes: u64,
    /// Nodes up to which the search is a short one.
    short_until: u64,
    /// Buckets of the shared table that it has stored into.
    pub(super) written: WrittenBuckets,
    /// Nodes on the current path that other threads may be searching too, with their windows.
    shared_path: Vec<(TtSlot, i32)>,
    /// Index in the path of a node that another thread has completed.
    completed_elsewhere: Option<usize>,
}

/// Child of a node after a move and forced replies, with its bounds from the parent's side.
struct Child {
    node: ConnectFourNode,
    moves: u64,
    cell: u32,
    slot: TtSlot,
    bounds: ScoreBounds,
}

impl SolverThread {
    pub(super) fn new() -> Self {
        Self {
            local_table: LocalTable::new(),
            history: History::new(),
            nodes: 0,
            short_until: SHORT_SEARCH_NODES,
            written: WrittenBuckets::default(),
            shared_path: Vec::new(),
            completed_elsewhere: None,
        }
    }

    /// Clears local table and history.
    pub(super) fn clear(&mut self) {
        self.local_table.clear();
        self.history.clear();
        self.short_until = self.nodes + SHORT_SEARCH_NODES;
    }

    /// Uses the large region of the shared table from its first node on, to share entries with other threads.
    pub(super) const fn use_long_region(&mut self) {
        self.short_until = 0;
    }

    /// Null window search below `beta`, fail-soft; `None` if it was stopped. Threads that search the same node share
    /// `currently_searching`.
    pub(super) fn null_window_search(
        &mut self,
        table: &TranspositionTable,
        currently_searching: Option<&CurrentlySearching>,
        should_stop: &StopCondition<'_>,
        (node, moves): (&ConnectFourNode, u64),
        beta: i32,
    ) -> Option<i32> {
        self.shared_path.clear();
        self.completed_elsewhere = None;
        let search = NullWindowSearch {
            cpu: Portable,
            thread: self,
            table,
            currently_searching,
            should_stop,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Avx2::detect() {
            return search.with_cpu(cpu).search_root(node, moves, beta);
        }
        search.search_root(node, moves, beta)
    }
}

/// A running search of one thread.
pub(super) struct NullWindowSearch<'a, C> {
    cpu: C,
    thread: &'a mut SolverThread,
    table: &'a TranspositionTable,
    currently_searching: Option<&'a CurrentlySearching>,
    should_stop: &'a StopCondition<'a>,
}

impl<'a, C: Cpu> NullWindowSearch<'a, C> {
    /// The same search with another instruction set.
    #[cfg(target_arch = "x86_64")]
    fn with_cpu<D: Cpu>(self, cpu: D) -> NullWindowSearch<'a, D> {
        let Self { cpu: _, thread, table, currently_searching, should_stop } = self;
        NullWindowSearch { cpu, thread, table, currently_searching, should_stop }
    }

    /// Searches the node at the root.
    fn search_root(mut self, node: &ConnectFourNode, moves: u64, beta: i32) -> Option<i32> {
        let slot = self.slot(node, beta);
        let bounds = self.probe(slot);
        bounds.cutoff(beta).or_else(|| {
            self.search(NullWindow { node, beta, last: NO_LAST_CELL }, moves, slot, bounds)
        })
    }

    /// Searches a node and stores its bounds.
    #[inline(always)]
    fn search(
        &mut self,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
        known: ScoreBounds,
    ) -> Option<i32> {
        self.cpu.search(self, window, moves, slot, known)
    }

    /// Body of [`search`](Self::search), for [`Cpu::search`] to compile.
    #[inline(always)]
    pub(super) fn search_node(
        &mut self,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
        known: ScoreBounds,
    ) -> Option<i32> {
        self.thread.nodes += 1;
        let before = self.thread.nodes;
        if before.is_multiple_of(POLL_INTERVAL_NODES)
            && (self.is_completed_elsewhere() || (self.should_stop)(before))
        {
            return None;
        }
        let best = self.search_until_known(window, moves, slot)?;
        let bounds = if best >= window.beta {
            ScoreBounds { low: known.low.max(best), ..known }
        } else {
            ScoreBounds { high: known.high.min(best), ..known }
        };
        match slot {
            TtSlot::Shared { bucket, tag } => {
                self.table.store(bucket, tag, bounds, self.thread.nodes - before + 1);
                self.thread.written.push(bucket);
            }
            TtSlot::Local { index, tag } => self.thread.local_table.store(index, tag, bounds),
            TtSlot::Untabled => {}
        }
        Some(best)
    }

    /// Fail-soft score of a node, which another thread may complete first.
    #[inline(always)]
    fn search_until_known(
        &mut self,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
    ) -> Option<i32> {
        let is_shared = self.currently_searching.is_some();
        let step = self.thread.shared_path.len();
        loop {
            if is_shared {
                self.thread.shared_path.push((slot, window.beta));
            }
            let best = self.search_children(window, moves);
            if !is_shared {
                return best;
            }
            self.thread.shared_path.truncate(step);
            if best.is_some() || self.thread.completed_elsewhere != Some(step) {
                return best;
            }
            self.thread.completed_elsewhere = None;
            let known = self.probe(slot).cutoff(window.beta);
            if known.is_some() {
                return known;
            }
        }
    }

    /// Whether another thread has completed a node on the current path.
    fn is_completed_elsewhere(&mut self) -> bool {
        if self.currently_searching.is_none() {
            return false;
        }
        let mut shared_path = self.thread.shared_path.iter();
        let is_completed = |&(slot, beta): &(TtSlot, i32)| self.probe(slot).cutoff(beta).is_some();
        self.thread.completed_elsewhere = shared_path.position(is_completed);
        self.thread.completed_elsewhere.is_some()
    }

    /// Fail-soft score of a node, from its children.
    #[inline(always)]
    fn search_children(&mut self, window: NullWindow<'_>, mut moves: u64) -> Option<i32> {
        let NullWindow { node, beta, last } = window;
        let mut best = -CELLS;
        let mut children = ArrayVec::<Child, 7>::new();
        let mut ordering_scores = ArrayVec::<i32, 7>::new();
        while moves != 0 {
            let cell = moves.trailing_zeros();
            moves &= moves - 1;
            match node.play(self.cpu, 1 << cell).play_forced_moves(self.cpu) {
                ForcedOutcome::Draw => best = best.max(0),
                ForcedOutcome::Lost { discs } => {
                    let loss = -win_after(discs + 1);
                    best = best.max(if is_opponent_to_move(node, discs) { -loss } else { loss });
                }
                ForcedOutcome::Open(child, choices) => {
                    let flips = is_opponent_to_move(node, child.discs);
                    let child_beta = if flips { 1 - beta } else { beta };
                    let bounds = static_bounds(self.cpu, &child, child_beta);
                    let bounds = if flips { bounds.negated() } else { bounds };
                    if bounds.low >= beta {
                        return Some(bounds.low);
                    }
                    if bounds.high < beta {
                        best = best.max(bounds.high);
                        continue;
                    }
                    let slot = self.slot(&child, child_beta);
                    let history = &self.thread.history;
                    ordering_scores.push(ordering_score(window, cell, &child, choices, history));
                    children.push(Child { node: child, moves: choices, cell, slot, bounds });
                }
            }
            if best >= beta {
                return Some(best);
            }
        }
        // Enhanced transposition cutoff.
        let mut order = ArrayVec::<i32, 14>::new();
        for (number, child) in children.iter_mut().enumerate() {
            let low = child.bounds.low;
            match self.probe_child(node, child, beta) {
                ChildProbe::FailHigh(low) => return Some(low),
                ChildProbe::FailLow(high) => best = best.max(high),
                ChildProbe::Open => {
                    let bonus = if child.bounds.low > low { HASH_BOUND_BONUS } else { 0 };
                    let score = ordering_scores[number] + bonus;
                    insert(&mut order, score << 3 | number as i32);
                }
            }
        }
        let open = order.len();
        let mut tried = 0;
        while let Some(&entry) = order.get(tried) {
            let child = &mut children[entry as usize & 7];
            tried += 1;
            let claim = self
                .currently_searching
                .filter(|_| plies_left(&child.node, window.beta) >= ABDADA_MIN_PLIES_LEFT);
            let claim = claim.zip(child.slot.tag());
            // Moves that another thread is searching are deferred (simplified ABDADA).
            if claim.is_some_and(|(table, tag)| table.contains(tag)) && 1 < tried && tried <= open {
                order.push(entry);
                continue;
            }
            if tried > 1 {
                match self.probe_child(node, child, beta) {
                    ChildProbe::FailHigh(low) => return Some(low),
                    ChildProbe::FailLow(high) => {
                        best = best.max(high);
                        continue;
                    }
                    ChildProbe::Open => {}
                }
            }
            let &mut Child { node: next, moves, cell, slot, bounds } = child;
            claim.inspect(|(table, tag)| table.start(*tag));
            let found = if is_opponent_to_move(node, next.discs) {
                let window = NullWindow { node: &next, beta: 1 - beta, last: cell };
                self.search(window, moves, slot, bounds.negated()).map(|found| -found)
            } else {
                self.search(NullWindow { node: &next, beta, last: cell }, moves, slot, bounds)
            };
            claim.inspect(|(table, tag)| table.finish(*tag));
            best = best.max(found?);
            if best >= beta {
                let failed_cells =
                    order[..tried - 1].iter().map(|&entry| children[entry as usize & 7].cell);
                self.thread.history.update(node.discs, last, cell, &failed_cells);
                break;
            }
        }
        Some(best)
    }

    /// Bounds in the table that is responsible for a position.
    #[inline(always)]
    fn probe(&self, slot: TtSlot) -> ScoreBounds {
        match slot {
            TtSlot::Shared { bucket, tag } => self.table.probe(bucket, tag),
            TtSlot::Local { index, tag } => self.thread.local_table.probe(index, tag),
            TtSlot::Untabled => ScoreBounds::UNKNOWN,
        }
    }

    /// Narrows the bounds of a child by its table entry.
    #[inline(always)]
    fn probe_child(&self, node: &ConnectFourNode, child: &mut Child, beta: i32) -> ChildProbe {
        let found = self.probe(child.slot);
        let found =
            if is_opponent_to_move(node, child.node.discs) { found.negated() } else { found };
        child.bounds = child.bounds.intersection(found);
        if child.bounds.low >= beta {
            ChildProbe::FailHigh(child.bounds.low)
        } else if child.bounds.high < beta {
            ChildProbe::FailLow(child.bounds.high)
        } else {
            ChildProbe::Open
        }
    }

    /// Slot of a position for the null window below `beta`.
    #[inline(always)]
    fn slot(&self, node: &ConnectFourNode, beta: i32) -> TtSlot {
        let plies_left = plies_left(node, beta);
        let key = node.key();
        if plies_left >= TT_MIN_PLIES_LEFT {
            let merge = node.discs <= MIRROR_MAX_DISCS;
            let key = if merge { key.min(mirrored(key)) } else { key };
            let is_short = self.thread.nodes < self.thread.short_until;
            let region = if is_short { TableRegion::Short } else { TableRegion::Long };
            let slot = self.table.slot(key, region);
            self.table.prefetch(slot);
            slot
        } else if plies_left >= LOCAL_TABLE_MIN_PLIES_LEFT {
            LocalTable::slot(key)
        } else {
            TtSlot::Untabled
        }
    }
}

/// What the bounds of a child say of the parent's null window.
enum ChildProbe {
    FailHigh(i32),
    FailLow(i32),
    Open,
}

/// Plies until the null window is decided: until the last winning move that reaches it, or that of the opponent.
#[inline(always)]
const fn plies_left(node: &ConnectFourNode, beta: i32) -> i32 {
    let last = if beta > 0 { CELLS + 2 - 2 * beta } else { CELLS + 1 + 2 * beta };
    last - node.discs
}

/// Whether the opponent of the node's side is to move with so many discs on the board.
#[inline(always)]
const fn is_opponent_to_move(node: &ConnectFourNode, discs: i32) -> bool {
    (discs - node.discs) & 1 != 0
}

/// Static bounds of an open position, as far as they matter for the window below `beta`.
#[inline(always)]
fn static_bounds(cpu: impl Cpu, node: &ConnectFourNode, beta: i32) -> ScoreBounds {
    let mut bounds = node.bounds();
    if bounds.low < beta && bounds.high >= beta {
        if beta > 0 {
            if node.is_held_by_pairing(cpu) {
                bounds.high = 0;
            }
        } else if let Some(loss) = node.pairing_loss(cpu) {
            bounds.high = bounds.high.min(loss);
        }
    }
    bounds
}

/// Insertion sort, highest first.
#[inline(always)]
fn insert(list: &mut ArrayVec<i32, 14>, entry: i32) {
    let mut at = list.len();
    list.push(entry);
    while at > 0 && list[at - 1] < entry {
        list[at] = list[at - 1];
        at -= 1;
    }
    list[at] = entry;
}
