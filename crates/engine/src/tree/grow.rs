//! The search itself: fail-soft alpha-beta, or minimax, with a note of everything.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{MoveList, Position, Record, ReplayError, Seat, Session};

use super::count::count;
use super::{Bound, Cost, Cut, KEPT, Method, Node, Order, Plan, Side, Sure, Tree, Value, Window};
use crate::{Judge, Limits, Stopwatch};

/// How often a search looks whether it should stop, in positions.
const LOOK: u64 = 1024;

/// Grows the tree of the position at the end of the record. What plain minimax and alpha-beta visit
/// is counted beside it, whichever was planned. Each of the searches keeps the limits, of which the
/// depth is the plan's.
pub(crate) fn grow<J: Judge>(
    record: &Record,
    plan: Plan,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Tree, ReplayError> {
    let session = Session::<J::Game>::replay(record)?;
    // A game that is over by its history has no moves left, whatever the board says.
    let depth = if session.line().outcome().is_some() { 0 } else { plan.depth.min(Plan::DEEPEST) };
    let root = session.line().position();
    let patience = Patience { limits, stop, stopwatch: Stopwatch::start(limits) };
    let run = |method, levels| {
        let plan = Plan { depth, method, ..plan };
        let mut search = Search::<J> {
            judge: J::new(root),
            max: root.turn(),
            plan,
            levels,
            patience: &patience,
            nodes: Vec::new(),
            widths: vec![0; usize::from(depth) + 1],
            cost: Cost::default(),
        };
        let stopped = search.visit(root, depth, Window::default(), None).is_err();
        search.cost.complete = !stopped;
        search
    };
    // What a search visits is only known afterwards: it is run once to count and once to keep.
    let pruned = run(Method::AlphaBeta, None);
    let (minimax, full) = count(root, depth, &patience);
    let widths = match plan.method {
        Method::Minimax => &full,
        Method::AlphaBeta => &pruned.widths,
    };
    let levels = levels(widths);
    let Search { nodes, cost, .. } = run(plan.method, Some(levels));
    Ok(Tree {
        plan,
        max: root.turn(),
        levels,
        nodes,
        minimax,
        alpha_beta: pruned.cost,
        stopped: !cost.complete,
    })
}

/// The deepest level at which the tree, of levels that wide, is small enough to be kept.
fn levels(widths: &[u64]) -> u16 {
    let mut total = 0;
    let fits = |width: &&u64| {
        total += **width;
        total <= KEPT as u64
    };
    (widths.iter().take_while(fits).count().max(2) - 1).min(widths.len() - 1) as u16
}

/// When a search gives up.
pub(super) struct Patience<'a> {
    limits: &'a Limits,
    stop: &'a AtomicBool,
    stopwatch: Stopwatch,
}

impl Patience<'_> {
    /// Whether it has an end after so many positions, as far as that is looked at. There is time for the
    /// root in any case.
    pub(super) fn is_over(&self, visited: u64) -> bool {
        let look = visited % LOOK == 1;
        self.limits.nodes.is_some_and(|most| visited >= most.max(1))
            || look && (self.stop.load(Relaxed) || self.stopwatch.is_over())
    }
}

/// The search was broken off.
struct Stopped;

/// What is known of a node: its value, and between which bounds the true one lies.
#[derive(Clone, Copy)]
struct Found {
    points: i32,
    least: i32,
    most: i32,
}

impl Found {
    const fn exact(points: i32) -> Self {
        Self { points, least: points, most: points }
    }

    fn value(&self) -> Value {
        let bound = match (self.least == self.points, self.most == self.points) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::AtLeast,
            (false, _) => Bound::AtMost,
        };
        Value { points: self.points, bound }
    }

    /// The value of a node of `side` after one more of its moves.
    fn after(self, side: Side, child: Self) -> Self {
        let better = |new: i32, old: i32| match side {
            Side::Max => new.max(old),
            Side::Min => new.min(old),
        };
        Self {
            points: better(child.points, self.points),
            least: better(child.least, self.least),
            most: better(child.most, self.most),
        }
    }

    /// The value of a node of `side` of which some moves were left out.
    fn open(self, side: Side) -> Self {
        match side {
            Side::Max => Self { most: i32::MAX, ..self },
            Side::Min => Self { least: i32::MIN, ..self },
        }
    }
}

struct Search<'a, J: Judge> {
    judge: J,
    max: Seat,
    plan: Plan,
    /// The deepest level that is kept; none if nothing is.
    levels: Option<u16>,
    patience: &'a Patience<'a>,
    nodes: Vec<Node>,
    /// How many nodes and branches left out there are on each level.
    widths: Vec<u64>,
    cost: Cost,
}

impl<J: Judge> Search<'_, J> {
    /// Searches a position that `step`, a kept parent and a move, has led to; answers with what was
    /// found and the place of its node.
    fn visit(
        &mut self,
        position: &J::Game,
        left: u16,
        window: Window,
        step: Option<(Option<usize>, String)>,
    ) -> Result<(Found, Option<usize>), Stopped> {
        if self.patience.is_over(self.cost.positions) {
            return Err(Stopped);
        }
        let visited = self.cost.positions;
        self.cost.positions += 1;
        let depth = self.plan.depth - left;
        self.widths[usize::from(depth)] += 1;
        let side = if position.turn() == self.max { Side::Max } else { Side::Min };
        let place = self.keep(position, depth, side, window, step);
        let moves = if left == 0 { MoveList::new() } else { self.moves(position, side) };
        if moves.is_empty() {
            let found = self.judge(position, place);
            return Ok((found, place));
        }
        let mut inside = window;
        let mut best: Option<(Found, Option<usize>)> = None;
        let mut cut = None;
        for (index, &m) in moves.iter().enumerate() {
            let step = (place, m.to_string());
            let (found, child) = self.visit(&position.play(m), left - 1, inside, Some(step))?;
            best = Some(match best {
                None => (found, child),
                Some((so_far, node)) => {
                    let is_better = side.prefers(found.points, so_far.points);
                    (so_far.after(side, found), if is_better { child } else { node })
                }
            });
            if self.plan.method == Method::AlphaBeta {
                inside.narrow(side, Sure { points: found.points, node: child });
            }
            let rest = &moves[index + 1..];
            if inside.is_closed() && !rest.is_empty() {
                self.widths[usize::from(depth) + 1] += rest.len() as u64;
                cut = window.against(side).map(|against| {
                    let skipped = rest.iter().filter(|_| place.is_some());
                    Cut { against, skipped: skipped.map(ToString::to_string).collect() }
                });
                break;
            }
        }
        let (mut found, child) = best.unwrap_or((Found::exact(0), None));
        if cut.is_some() {
            found = found.open(side);
        }
        let below = self.cost.positions - visited - 1;
        if let Some(node) = place.map(|place| &mut self.nodes[place]) {
            node.value = Some(found.value());
            (node.best, node.cut, node.below) = (child, cut, below);
        }
        Ok((found, place))
    }

    /// The moves of a position in the order of the plan.
    fn moves(&self, position: &J::Game, side: Side) -> MoveList<<J::Game as Position>::Move> {
        let mut moves = position.legal_moves();
        if self.plan.order == Order::Listed {
            return moves;
        }
        let best_is_large = (self.plan.order == Order::Best) == (side == Side::Max);
        moves.sort_by_cached_key(|&m| {
            let score = self.judge.score(&position.play(m), self.max);
            if best_is_large { -score } else { score }
        });
        moves
    }

    /// Judges a position where the search ends.
    fn judge(&mut self, position: &J::Game, place: Option<usize>) -> Found {
        self.cost.leaves += 1;
        let Some(place) = place else {
            return Found::exact(self.judge.score(position, self.max));
        };
        let terms = self.judge.terms(position, self.max);
        let found = Found::exact(terms.iter().map(crate::Term::points).sum());
        let node = &mut self.nodes[place];
        node.value = Some(found.value());
        node.terms = terms.to_vec();
        found
    }

    /// Makes the node of a position, if it is to be kept.
    fn keep(
        &mut self,
        position: &J::Game,
        depth: u16,
        side: Side,
        window: Window,
        step: Option<(Option<usize>, String)>,
    ) -> Option<usize> {
        let wanted = self.nodes.len() < KEPT && self.levels.is_some_and(|levels| depth <= levels);
        let (parent, notation) = match step {
            None => (None, String::new()),
            Some((parent, notation)) => (Some(parent?), notation),
        };
        if !wanted {
            return None;
        }
        self.nodes.push(Node {
            parent,
            notation,
            depth,
            side,
            window,
            value: None,
            best: None,
            cut: None,
            terms: Vec::new(),
            ending: position.outcome().map(Into::into),
            below: 0,
        });
        Some(self.nodes.len() - 1)
    }
}
