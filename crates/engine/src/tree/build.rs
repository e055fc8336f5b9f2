//! The search that builds a tree: fail-soft alpha-beta, or minimax.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{LiveGame, MoveList, Position, Record, ReplayError, Seat};

use super::count::count;
use super::{
    Cutoff, MoveOrder, TREE_MAX_NODES, Tree, TreeCost, TreeMethod, TreeNode, TreePlan, TreeSide,
    TreeValue, TreeWindow, WindowEdge,
};
use crate::{Bound, ClassicEvaluator, Limits, TimeManager};

/// Nodes between two checks of the stop flag and the time.
const STOP_CHECK_NODES: u64 = 1024;

/// Builds the search tree of the position at the end of the record, and counts what both plain minimax
/// and alpha-beta visit. The limits hold for each of the searches; the depth is the plan's.
pub(crate) fn build<C: ClassicEvaluator>(
    record: &Record,
    plan: TreePlan,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Tree, ReplayError> {
    let live = LiveGame::<C::Game>::replay(record)?;
    // A game that is over by its history has no moves left, whatever the board says.
    let depth =
        if live.line().outcome().is_some() { 0 } else { plan.depth.min(TreePlan::MAX_DEPTH) };
    let root = live.line().position();
    let budget = NodeBudget { limits, stop, time: TimeManager::start(limits) };
    let run = |method, levels| {
        let plan = TreePlan { depth, method, ..plan };
        let mut search = TreeSearch::<C> {
            evaluator: C::new(root),
            max: root.turn(),
            plan,
            levels,
            budget: &budget,
            nodes: Vec::new(),
            widths: vec![0; usize::from(depth) + 1],
            cost: TreeCost::default(),
        };
        let result = search.visit(root, depth, TreeWindow::default(), None);
        search.cost.complete = result.is_some();
        search
    };
    // The width of each level is only known after a search: it is run once to count and once to keep.
    let pruned = run(TreeMethod::AlphaBeta, None);
    let (minimax, full) = count(root, depth, &budget);
    let widths = match plan.method {
        TreeMethod::Minimax => &full,
        TreeMethod::AlphaBeta => &pruned.widths,
    };
    let levels = levels(widths);
    let TreeSearch { nodes, cost, .. } = run(plan.method, Some(levels));
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
        total <= TREE_MAX_NODES as u64
    };
    (widths.iter().take_while(fits).count().max(2) - 1).min(widths.len() - 1) as u16
}

/// Limits of a search, and its stop flag.
pub(super) struct NodeBudget<'a> {
    limits: &'a Limits,
    stop: &'a AtomicBool,
    time: TimeManager,
}

impl NodeBudget<'_> {
    /// Whether the search must stop after so many positions. The root is visited in any case.
    pub(super) fn is_over(&self, visited: u64) -> bool {
        let is_check = visited % STOP_CHECK_NODES == 1;
        self.limits.nodes.is_some_and(|most| visited >= most.max(1))
            || is_check && (self.stop.load(Relaxed) || self.time.is_over())
    }
}

/// The fail-soft value of a node, and bounds of its minimax value.
#[derive(Clone, Copy)]
struct NodeBounds {
    points: i32,
    lower: i32,
    upper: i32,
}

impl NodeBounds {
    const fn exact(points: i32) -> Self {
        Self { points, lower: points, upper: points }
    }

    fn value(&self) -> TreeValue {
        let bound = match (self.lower == self.points, self.upper == self.points) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, _) => Bound::Upper,
        };
        TreeValue { points: self.points, bound }
    }

    /// The value of a node of `side` after one more of its moves.
    fn after(self, side: TreeSide, child: Self) -> Self {
        let better = |new: i32, old: i32| match side {
            TreeSide::Max => new.max(old),
            TreeSide::Min => new.min(old),
        };
        Self {
            points: better(child.points, self.points),
            lower: better(child.lower, self.lower),
            upper: better(child.upper, self.upper),
        }
    }

    /// The value of a node of `side` after a cutoff.
    fn after_cutoff(self, side: TreeSide) -> Self {
        match side {
            TreeSide::Max => Self { upper: i32::MAX, ..self },
            TreeSide::Min => Self { lower: i32::MIN, ..self },
        }
    }
}

struct TreeSearch<'a, C: ClassicEvaluator> {
    evaluator: C,
    max: Seat,
    plan: TreePlan,
    /// The deepest level that is kept; `None` to keep nothing.
    levels: Option<u16>,
    budget: &'a NodeBudget<'a>,
    nodes: Vec<TreeNode>,
    /// Number of nodes and pruned branches at each depth.
    widths: Vec<u64>,
    cost: TreeCost,
}

impl<C: ClassicEvaluator> TreeSearch<'_, C> {
    /// Searches the position after `step`, a kept parent and a move; returns its value and the index of
    /// its node, or `None` if the search was stopped.
    fn visit(
        &mut self,
        position: &C::Game,
        left: u16,
        window: TreeWindow,
        step: Option<(Option<usize>, String)>,
    ) -> Option<(NodeBounds, Option<usize>)> {
        if self.budget.is_over(self.cost.positions) {
            return None;
        }
        let visited = self.cost.positions;
        self.cost.positions += 1;
        let depth = self.plan.depth - left;
        self.widths[usize::from(depth)] += 1;
        let side = if position.turn() == self.max { TreeSide::Max } else { TreeSide::Min };
        let place = self.keep(position, depth, side, window, step);
        let moves = if left == 0 { MoveList::new() } else { self.moves(position, side) };
        if moves.is_empty() {
            let found = self.evaluate(position, place);
            return Some((found, place));
        }
        let mut inside = window;
        let mut best: Option<(NodeBounds, Option<usize>)> = None;
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
            if self.plan.method == TreeMethod::AlphaBeta {
                inside.narrow(side, WindowEdge { points: found.points, node: child });
            }
            let rest = &moves[index + 1..];
            if inside.is_closed() && !rest.is_empty() {
                self.widths[usize::from(depth) + 1] += rest.len() as u64;
                cut = window.against(side).map(|against| {
                    let skipped = rest.iter().filter(|_| place.is_some());
                    Cutoff { against, skipped: skipped.map(ToString::to_string).collect() }
                });
                break;
            }
        }
        let (mut found, child) = best.unwrap_or((NodeBounds::exact(0), None));
        if cut.is_some() {
            found = found.after_cutoff(side);
        }
        let below = self.cost.positions - visited - 1;
        if let Some(node) = place.map(|place| &mut self.nodes[place]) {
            node.value = Some(found.value());
            (node.best, node.cut, node.below) = (child, cut, below);
        }
        Some((found, place))
    }

    /// The moves of a position in the order of the plan.
    fn moves(&self, position: &C::Game, side: TreeSide) -> MoveList<<C::Game as Position>::Move> {
        let mut moves = position.legal_moves();
        if self.plan.order == MoveOrder::Listed {
            return moves;
        }
        let best_is_large = (self.plan.order == MoveOrder::Best) == (side == TreeSide::Max);
        moves.sort_by_cached_key(|&m| {
            let score = self.evaluator.score(&position.play(m), self.max);
            if best_is_large { -score } else { score }
        });
        moves
    }

    /// Evaluates a leaf.
    fn evaluate(&mut self, position: &C::Game, place: Option<usize>) -> NodeBounds {
        self.cost.leaves += 1;
        let Some(place) = place else {
            return NodeBounds::exact(self.evaluator.score(position, self.max));
        };
        let terms = self.evaluator.terms(position, self.max);
        let found = NodeBounds::exact(terms.iter().map(crate::Term::points).sum());
        let node = &mut self.nodes[place];
        node.value = Some(found.value());
        node.terms = terms.to_vec();
        found
    }

    /// Adds the node of a position, if it is to be kept.
    fn keep(
        &mut self,
        position: &C::Game,
        depth: u16,
        side: TreeSide,
        window: TreeWindow,
        step: Option<(Option<usize>, String)>,
    ) -> Option<usize> {
        let is_kept =
            self.nodes.len() < TREE_MAX_NODES && self.levels.is_some_and(|levels| depth <= levels);
        let (parent, notation) = match step {
            None => (None, String::new()),
            Some((parent, notation)) => (Some(parent?), notation),
        };
        if !is_kept {
            return None;
        }
        self.nodes.push(TreeNode {
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
