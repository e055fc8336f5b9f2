//! The steps of a search, in order, for a replay.

use super::Tree;

/// A step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeStep {
    /// Index of the node in [`Tree`](super::Tree).
    pub node: usize,
    /// What happens to it.
    pub kind: StepKind,
}

/// What happens to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum StepKind {
    /// The search comes to it, and will look at its moves.
    Enter,
    /// It is a leaf: it is evaluated.
    Judge,
    /// It is searched, but its children are not kept.
    Search,
    /// It is better for the parent's side than all before it: the parent takes its value.
    Better,
    /// It is not: the parent's value stays.
    Worse,
    /// The rest of its moves is left out.
    Cut,
    /// Its value is known.
    Leave,
}

impl Tree {
    /// The steps of the search, in order.
    pub fn steps(&self) -> Vec<TreeStep> {
        let children = self.children();
        let mut recorder = StepRecorder { tree: self, steps: Vec::new(), open: Vec::new() };
        for (node, children) in children.iter().enumerate() {
            let parent = self.nodes[node].parent;
            while recorder.open.last().is_some_and(|open| Some(open.node) != parent) {
                recorder.close();
            }
            recorder.enter(node, children.is_empty());
        }
        while !recorder.open.is_empty() {
            recorder.close();
        }
        recorder.steps
    }
}

struct StepRecorder<'a> {
    tree: &'a Tree,
    steps: Vec<TreeStep>,
    /// The nodes from the root to where the search is.
    open: Vec<OpenNode>,
}

/// A node whose moves are being searched.
struct OpenNode {
    node: usize,
    /// Its value so far.
    points: Option<i32>,
}

impl StepRecorder<'_> {
    fn record(&mut self, node: usize, kind: StepKind) {
        self.steps.push(TreeStep { node, kind });
    }

    fn enter(&mut self, node: usize, last: bool) {
        let found = &self.tree.nodes[node];
        if last && found.value.is_some() {
            let is_leaf = found.below == 0;
            self.record(node, if is_leaf { StepKind::Judge } else { StepKind::Search });
            self.back_up(node);
        } else {
            self.record(node, StepKind::Enter);
            self.open.push(OpenNode { node, points: None });
        }
    }

    /// Leaves the innermost node; one that was stopped has no more steps.
    fn close(&mut self) {
        let Some(OpenNode { node, .. }) = self.open.pop() else { return };
        let found = &self.tree.nodes[node];
        if found.value.is_none() {
            return;
        }
        if found.cut.is_some() {
            self.record(node, StepKind::Cut);
        }
        self.record(node, StepKind::Leave);
        self.back_up(node);
    }

    /// Backs up the value of a node to its parent.
    fn back_up(&mut self, node: usize) {
        let value = self.tree.nodes[node].value;
        let (Some(parent), Some(value)) = (self.open.last_mut(), value) else { return };
        let side = self.tree.nodes[parent.node].side;
        let better = parent.points.is_none_or(|points| side.prefers(value.points, points));
        if better {
            parent.points = Some(value.points);
        }
        self.record(node, if better { StepKind::Better } else { StepKind::Worse });
    }
}
