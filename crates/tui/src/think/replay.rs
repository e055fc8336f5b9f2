//! A search played step by step: what is known of every node at one moment.

use engine::tree::{StepKind, Tree, TreeMethod, TreeStep, TreeValue, TreeWindow, WindowEdge};

/// What is known of a node that the search has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeState {
    /// Whether its value is final.
    pub(super) is_done: bool,
    /// Its value as far as it is known.
    pub(super) value: Option<TreeValue>,
    /// The window, narrowed by what was found below it.
    pub(super) window: TreeWindow,
    /// The node that the value comes from.
    pub(super) best: Option<usize>,
    /// Whether the rest of its moves is left out.
    pub(super) is_cut: bool,
}

/// The last step of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LastStep {
    pub(super) step: TreeStep,
    /// Points of the parent before it.
    pub(super) before: Option<i32>,
}

/// A search at one moment.
pub(super) struct Replay {
    steps: Vec<TreeStep>,
    /// Steps made so far.
    at: usize,
    nodes: Vec<Option<NodeState>>,
    pub(super) last: Option<LastStep>,
    /// Positions visited so far, kept in the tree or not.
    pub(super) visited: u64,
}

impl Replay {
    /// The search at its end.
    pub(super) fn new(tree: &Tree) -> Self {
        let nodes = vec![None; tree.nodes.len()];
        let mut replay = Self { steps: tree.steps(), at: 0, nodes, last: None, visited: 0 };
        replay.go(replay.len(), tree);
        replay
    }

    /// All steps of the search.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Steps made so far.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// What is known of a node; `None` if the search has not reached it.
    pub(super) fn node(&self, node: usize) -> Option<&NodeState> {
        self.nodes.get(node)?.as_ref()
    }

    /// Goes to the moment after so many steps.
    pub(super) fn go(&mut self, steps: usize, tree: &Tree) {
        let steps = steps.min(self.len());
        if steps < self.at {
            self.nodes.fill(None);
            (self.at, self.visited, self.last) = (0, 0, None);
        }
        while self.at < steps {
            let step = self.steps[self.at];
            self.at += 1;
            self.make(step, tree);
        }
    }

    fn make(&mut self, step: TreeStep, tree: &Tree) {
        let TreeStep { node, kind } = step;
        let parent = tree.nodes[node].parent.and_then(|parent| self.node(parent)).copied();
        let before = parent.and_then(|parent| parent.value).map(|value| value.points);
        self.last = Some(LastStep { step, before });
        match kind {
            StepKind::Enter | StepKind::Judge | StepKind::Search => {
                let window = parent.map(|parent| parent.window).unwrap_or_default();
                let state =
                    NodeState { is_done: false, value: None, window, best: None, is_cut: false };
                self.nodes[node] = Some(state);
                self.visited += 1;
                if kind != StepKind::Enter {
                    self.visited += tree.nodes[node].below;
                    self.close(node, tree);
                }
            }
            StepKind::Better => self.back_up(node, tree),
            StepKind::Worse => {}
            StepKind::Cut => {
                if let Some(state) = &mut self.nodes[node] {
                    state.is_cut = true;
                }
            }
            StepKind::Leave => self.close(node, tree),
        }
    }

    fn close(&mut self, node: usize, tree: &Tree) {
        if let Some(state) = &mut self.nodes[node] {
            (state.is_done, state.value) = (true, tree.nodes[node].value);
        }
    }

    /// The parent takes over the value of a node.
    fn back_up(&mut self, node: usize, tree: &Tree) {
        let value = self.node(node).and_then(|state| state.value);
        let (Some(parent), Some(value)) = (tree.nodes[node].parent, value) else { return };
        let Some(state) = &mut self.nodes[parent] else { return };
        (state.value, state.best) = (Some(value), Some(node));
        if tree.plan.method == TreeMethod::AlphaBeta {
            let edge = WindowEdge { points: value.points, node: Some(node) };
            state.window.narrow(tree.nodes[parent].side, edge);
        }
    }

    /// Where the search is: at the node of the last step, or above it when a value is backed up.
    pub(super) fn current(&self, tree: &Tree) -> usize {
        let Some(LastStep { step: TreeStep { node, kind }, .. }) = self.last else { return 0 };
        match kind {
            StepKind::Better | StepKind::Worse => tree.nodes[node].parent.unwrap_or_default(),
            _ => node,
        }
    }

    /// Steps after which the next cutoff has been made, from the end the first one; all of them if there is none.
    pub(super) fn next_cutoff(&self) -> usize {
        let from = if self.at == self.len() { 0 } else { self.at };
        let later = self.steps.iter().skip(from).position(|step| step.kind == StepKind::Cut);
        later.map_or(self.len(), |later| from + later + 1)
    }

    /// The nodes of the best line so far, from the root on.
    pub(super) fn best_line(&self) -> Vec<usize> {
        let next = |node: &usize| self.node(*node)?.best;
        std::iter::successors(Some(0), next).collect()
    }
}
