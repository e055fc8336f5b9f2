//! The search: does the side to move reach a score?

use arrayvec::ArrayVec;

use super::node::{CELLS, Node, Settled, win_after};
use super::order::{History, KNOWN_GOOD, NO_CELL, Task, promise};
use super::table::{Bounds, Cache, Place, Table};
use crate::abdada::CurrentlySearching;
use crate::connect_four::position::mirrored;

/// Up to so many discs a position and its mirror image are one.
const MIRRORED: i32 = 10;
/// With so many plies left to decide, a position is looked up in the table.
const TABLE_REST: i32 = 15;
/// With so many, in the cache.
const CACHE_REST: i32 = 4;
/// With so many, threads avoid what others are at.
const SHARED_REST: i32 = 22;
/// Nodes between two questions whether to stop.
const PATIENCE: u64 = 1 << 12;

/// Says whether a search must stop, which has visited so many positions.
pub(in crate::connect_four) type Halt<'a> = dyn Fn(u64) -> bool + Sync + 'a;

/// One thread of the search, with what it has learnt.
pub(super) struct Searcher {
    cache: Cache,
    history: History,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Whether it has written into the table.
    pub(super) has_written: bool,
    /// The positions above the one that is searched, with their goals, as far as other threads may answer
    /// them.
    trail: Vec<(Place, i32)>,
    /// The step of the trail that another thread has answered.
    overtaken: Option<usize>,
}

/// A position to search, with the cell that led to it and what is known of it, for the side that
/// played there.
struct Child {
    node: Node,
    moves: u64,
    cell: u32,
    place: Place,
    known: Bounds,
}

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            cache: Cache::new(),
            history: History::new(),
            nodes: 0,
            has_written: false,
            trail: Vec::new(),
            overtaken: None,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
        self.history.clear();
        self.has_written = false;
    }

    /// Whether the score of an open position is at least `goal`: the answer is a lower bound of it if
    /// so, and an upper bound if not. `None` when it was stopped. `busy` is where threads that search
    /// for the same answer meet.
    pub(super) fn reaches(
        &mut self,
        table: &Table,
        busy: Option<&CurrentlySearching>,
        halt: &Halt<'_>,
        (node, moves): (&Node, u64),
        goal: i32,
    ) -> Option<i32> {
        self.trail.clear();
        self.overtaken = None;
        let mut search = Search { searcher: self, table, busy, halt };
        let place = search.place(node, goal);
        let known = search.read(place);
        known
            .answer(goal)
            .or_else(|| search.search(Task { node, goal, last: NO_CELL }, moves, place, known))
    }
}

/// A search that is going on.
struct Search<'a> {
    searcher: &'a mut Searcher,
    table: &'a Table,
    busy: Option<&'a CurrentlySearching>,
    halt: &'a Halt<'a>,
}

impl Search<'_> {
    /// Null-window alpha-beta, fail-soft.
    fn search(&mut self, task: Task<'_>, moves: u64, place: Place, known: Bounds) -> Option<i32> {
        self.searcher.nodes += 1;
        let before = self.searcher.nodes;
        if before.is_multiple_of(PATIENCE) && (self.is_overtaken() || (self.halt)(before)) {
            return None;
        }
        let best = match self.busy {
            None => self.best(task, moves)?,
            Some(_) => self.best_of_all(task, moves, place)?,
        };
        let bounds = if best >= task.goal {
            Bounds { low: known.low.max(best), ..known }
        } else {
            Bounds { high: known.high.min(best), ..known }
        };
        match place {
            Place::Table { bucket, tag } => {
                self.table.write(bucket, tag, bounds, self.searcher.nodes - before + 1);
                self.searcher.has_written = true;
            }
            Place::Cache { slot, tag } => self.searcher.cache.write(slot, tag, bounds),
            Place::Nowhere => {}
        }
        Some(best)
    }

    /// The same where other threads may find the answer first.
    fn best_of_all(&mut self, task: Task<'_>, moves: u64, place: Place) -> Option<i32> {
        let step = self.searcher.trail.len();
        self.searcher.trail.push((place, task.goal));
        let best = self.best(task, moves);
        self.searcher.trail.truncate(step);
        if best.is_some() || self.searcher.overtaken != Some(step) {
            return best;
        }
        self.searcher.overtaken = None;
        let known = self.read(place);
        known.answer(task.goal).or_else(|| self.best_of_all(task, moves, place))
    }

    /// Whether another thread has answered what this one is at.
    fn is_overtaken(&mut self) -> bool {
        if self.busy.is_none() {
            return false;
        }
        let mut trail = self.searcher.trail.iter();
        let answered = |&(place, goal): &(Place, i32)| self.read(place).answer(goal).is_some();
        self.searcher.overtaken = trail.position(answered);
        self.searcher.overtaken.is_some()
    }

    fn best(&mut self, task: Task<'_>, mut moves: u64) -> Option<i32> {
        let Task { node, goal, last } = task;
        let mut best = -CELLS;
        let mut children = ArrayVec::<Child, 7>::new();
        let mut promises = ArrayVec::<i32, 7>::new();
        while moves != 0 {
            let cell = moves.trailing_zeros();
            moves &= moves - 1;
            match node.play(1 << cell).settle() {
                Settled::Draw => best = best.max(0),
                Settled::Lost { discs } => {
                    let loss = -win_after(discs + 1);
                    best = best.max(if turned(node, discs) { -loss } else { loss });
                }
                Settled::Open(child, choices) => {
                    let turned = turned(node, child.discs);
                    let child_goal = if turned { 1 - goal } else { goal };
                    let known = foreseen(&child, child_goal);
                    let known = if turned { known.flipped() } else { known };
                    if known.low >= goal {
                        return Some(known.low);
                    }
                    if known.high < goal {
                        best = best.max(known.high);
                        continue;
                    }
                    let place = self.place(&child, child_goal);
                    let history = &self.searcher.history;
                    promises.push(promise(task, cell, &child, choices, history));
                    children.push(Child { node: child, moves: choices, cell, place, known });
                }
            }
            if best >= goal {
                return Some(best);
            }
        }
        // Enhanced transposition cutoff: one of them may be known already.
        let mut order = ArrayVec::<i32, 14>::new();
        for (number, child) in children.iter_mut().enumerate() {
            let low = child.known.low;
            match self.look_up(node, child, goal) {
                Known::Enough(low) => return Some(low),
                Known::TooLittle(high) => best = best.max(high),
                Known::Open => {
                    let known_good = if child.known.low > low { KNOWN_GOOD } else { 0 };
                    let promise = promises[number] + known_good;
                    insert(&mut order, promise << 3 | number as i32);
                }
            }
        }
        let open = order.len();
        let mut tried = 0;
        while let Some(&entry) = order.get(tried) {
            let child = &mut children[entry as usize & 7];
            tried += 1;
            let claim = self.busy.filter(|_| rest(&child.node, task.goal) >= SHARED_REST);
            let claim = claim.zip(child.place.tag());
            // What another thread is at comes last.
            if claim.is_some_and(|(busy, tag)| busy.contains(tag)) && 1 < tried && tried <= open {
                order.push(entry);
                continue;
            }
            if tried > 1 {
                match self.look_up(node, child, goal) {
                    Known::Enough(low) => return Some(low),
                    Known::TooLittle(high) => {
                        best = best.max(high);
                        continue;
                    }
                    Known::Open => {}
                }
            }
            let &mut Child { node: next, moves, cell, place, known } = child;
            claim.inspect(|(busy, tag)| busy.start(*tag));
            let found = if turned(node, next.discs) {
                let task = Task { node: &next, goal: 1 - goal, last: cell };
                self.search(task, moves, place, known.flipped()).map(|found| -found)
            } else {
                self.search(Task { node: &next, goal, last: cell }, moves, place, known)
            };
            claim.inspect(|(busy, tag)| busy.finish(*tag));
            best = best.max(found?);
            if best >= goal {
                let in_vain =
                    order[..tried - 1].iter().map(|&entry| children[entry as usize & 7].cell);
                self.searcher.history.learn(node.discs, last, cell, &in_vain);
                break;
            }
        }
        Some(best)
    }

    /// What is remembered at a place.
    #[inline(always)]
    fn read(&self, place: Place) -> Bounds {
        match place {
            Place::Table { bucket, tag } => self.table.read(bucket, tag),
            Place::Cache { slot, tag } => self.searcher.cache.read(slot, tag),
            Place::Nowhere => Bounds::NONE,
        }
    }

    /// Adds what is remembered to what is known of a child.
    #[inline(always)]
    fn look_up(&self, node: &Node, child: &mut Child, goal: i32) -> Known {
        let found = self.read(child.place);
        let found = if turned(node, child.node.discs) { found.flipped() } else { found };
        child.known = child.known.and(found);
        if child.known.low >= goal {
            Known::Enough(child.known.low)
        } else if child.known.high < goal {
            Known::TooLittle(child.known.high)
        } else {
            Known::Open
        }
    }

    /// Where a position is remembered when it is asked whether it reaches `goal`.
    #[inline(always)]
    fn place(&self, node: &Node, goal: i32) -> Place {
        let rest = rest(node, goal);
        let key = node.key();
        if rest >= TABLE_REST {
            let merge = node.discs <= MIRRORED;
            self.table.place(if merge { key.min(mirrored(key)) } else { key })
        } else if rest >= CACHE_REST {
            Cache::place(key)
        } else {
            Place::Nowhere
        }
    }
}

/// What a look into the memory says of a child.
enum Known {
    Enough(i32),
    TooLittle(i32),
    Open,
}

/// How many plies are left to reach a goal, or to keep the other side from winning.
#[inline(always)]
const fn rest(node: &Node, goal: i32) -> i32 {
    let last = if goal > 0 { CELLS + 2 - 2 * goal } else { CELLS + 1 + 2 * goal };
    last - node.discs
}

/// Whether the other side is to move when there are so many discs.
#[inline(always)]
const fn turned(node: &Node, discs: i32) -> bool {
    (discs - node.discs) & 1 != 0
}

/// What is known of an open position without a search, as far as it matters for `goal`.
#[inline(always)]
fn foreseen(node: &Node, goal: i32) -> Bounds {
    let mut bounds = node.bounds();
    if bounds.low < goal && bounds.high >= goal {
        if goal > 0 {
            if node.is_held() {
                bounds.high = 0;
            }
        } else if let Some(loss) = node.pairing_loss() {
            bounds.high = bounds.high.min(loss);
        }
    }
    bounds
}

/// Keeps the list sorted, highest first.
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
