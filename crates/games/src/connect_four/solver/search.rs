//! The search: does the side to move reach a score?

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrayvec::ArrayVec;

use super::node::{CELLS, Node, Settled, win_after};
use super::order::{History, promise};
use super::table::{Bounds, Cache, Memory, Place, Table};
use crate::connect_four::position::mirrored;

/// Up to so many discs a position and its mirror image are one.
const MIRRORED: i32 = 10;
/// With so many plies left to decide, a position is looked up in the table.
const TABLE_REST: i32 = 15;
/// With so many, in the cache.
const CACHE_REST: i32 = 4;
/// Nodes between two looks at the stop flag.
const PATIENCE: u64 = 1 << 12;

/// One thread of the search.
pub(super) struct Searcher<'a> {
    memory: Memory<'a>,
    history: &'a mut History,
    stop: &'a AtomicBool,
    /// Positions visited.
    pub(super) nodes: u64,
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

impl<'a> Searcher<'a> {
    pub(super) fn new(
        table: &'a Table,
        cache: &'a mut Cache,
        history: &'a mut History,
        stop: &'a AtomicBool,
    ) -> Self {
        Self { memory: Memory { table, cache }, history, stop, nodes: 0 }
    }

    /// Whether the score of an open position is at least `goal`: the answer is a lower bound of it if
    /// so, and an upper bound if not. `None` when it was stopped.
    pub(super) fn reaches(&mut self, node: &Node, moves: u64, goal: i32) -> Option<i32> {
        let place = self.place(node, goal);
        let known = self.memory.read(place);
        if known.low >= goal {
            Some(known.low)
        } else if known.high < goal {
            Some(known.high)
        } else {
            self.search(node, moves, goal, place, known)
        }
    }

    /// Null-window alpha-beta, fail-soft.
    fn search(
        &mut self,
        node: &Node,
        moves: u64,
        goal: i32,
        place: Place,
        known: Bounds,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.stop.load(Relaxed) {
            return None;
        }
        let before = self.nodes;
        let best = self.best(node, moves, goal)?;
        let bounds = if best >= goal {
            Bounds { low: known.low.max(best), ..known }
        } else {
            Bounds { high: known.high.min(best), ..known }
        };
        self.memory.write(place, bounds, self.nodes - before + 1);
        Some(best)
    }

    fn best(&mut self, node: &Node, mut moves: u64, goal: i32) -> Option<i32> {
        let mut best = -CELLS;
        let mut children = ArrayVec::<Child, 7>::new();
        let mut order = ArrayVec::<i32, 7>::new();
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
                    let promise = promise(node, cell, &child, choices, self.history);
                    order.push(promise << 3 | children.len() as i32);
                    children.push(Child { node: child, moves: choices, cell, place, known });
                }
            }
            if best >= goal {
                return Some(best);
            }
        }
        // Enhanced transposition cutoff: one of them may be known already.
        let mut kept = ArrayVec::<i32, 7>::new();
        for &entry in &order {
            let child = &mut children[entry as usize & 7];
            match self.look_up(node, child, goal) {
                Known::Enough(low) => return Some(low),
                Known::TooLittle(high) => best = best.max(high),
                Known::Open => insert(&mut kept, entry),
            }
        }
        for (tried, &entry) in kept.iter().enumerate() {
            let child = &mut children[entry as usize & 7];
            if tried > 0 {
                match self.look_up(node, child, goal) {
                    Known::Enough(low) => return Some(low),
                    Known::TooLittle(high) => {
                        best = best.max(high);
                        continue;
                    }
                    Known::Open => {}
                }
            }
            let Child { node: next, moves, cell, place, known } = child;
            let found = if turned(node, next.discs) {
                -self.search(next, *moves, 1 - goal, *place, known.flipped())?
            } else {
                self.search(next, *moves, goal, *place, *known)?
            };
            best = best.max(found);
            if best >= goal {
                let cell = *cell;
                let in_vain = kept[..tried].iter().map(|&entry| children[entry as usize & 7].cell);
                self.history.learn(node.discs, cell, in_vain);
                break;
            }
        }
        Some(best)
    }

    /// Adds what is remembered to what is known of a child.
    #[inline(always)]
    fn look_up(&self, node: &Node, child: &mut Child, goal: i32) -> Known {
        let found = self.memory.read(child.place);
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
        // Whoever must win has to do it by then.
        let last = if goal > 0 { CELLS + 2 - 2 * goal } else { CELLS + 1 + 2 * goal };
        let rest = last - node.discs;
        let key = node.key();
        if rest >= TABLE_REST {
            let mirror = node.discs <= MIRRORED;
            self.memory.table.place(if mirror { key.min(mirrored(key)) } else { key })
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

/// Whether the other side is to move when there are so many discs.
#[inline(always)]
const fn turned(node: &Node, discs: i32) -> bool {
    (discs - node.discs) & 1 != 0
}

/// What is known of an open position without a search, as far as it matters for `goal`.
#[inline(always)]
fn foreseen(node: &Node, goal: i32) -> Bounds {
    // Nobody can win at once, nor the other side after that.
    let low = -win_after(node.discs + 3);
    let mut high = win_after(node.discs + 2);
    if low < goal && high >= goal {
        if goal > 0 {
            if node.is_held() {
                high = 0;
            }
        } else if let Some(loss) = node.follow_up_loss() {
            high = high.min(loss);
        }
    }
    Bounds { low, high }
}

/// Keeps the list sorted, highest first.
#[inline(always)]
fn insert(list: &mut ArrayVec<i32, 7>, entry: i32) {
    let mut at = list.len();
    list.push(entry);
    while at > 0 && list[at - 1] < entry {
        list[at] = list[at - 1];
        at -= 1;
    }
    list[at] = entry;
}
