//! A search told step by step.

use super::Tree;

/// Something that happens in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The node that it happens to.
    pub node: usize,
    /// What it is.
    pub what: Happening,
}

/// What can happen to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Happening {
    /// The search comes to it, and will look at its moves.
    Enter,
    /// The search ends at it: it is judged.
    Judge,
    /// It is searched, but what is below is not kept.
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
    /// All that happens, in order.
    pub fn steps(&self) -> Vec<Step> {
        let children = self.children();
        let mut teller = Teller { tree: self, steps: Vec::new(), open: Vec::new() };
        for (node, children) in children.iter().enumerate() {
            let parent = self.nodes[node].parent;
            while teller.open.last().is_some_and(|open| Some(open.node) != parent) {
                teller.close();
            }
            teller.enter(node, children.is_empty());
        }
        while !teller.open.is_empty() {
            teller.close();
        }
        teller.steps
    }
}

struct Teller<'a> {
    tree: &'a Tree,
    steps: Vec<Step>,
    /// The nodes from the root to where the search is.
    open: Vec<Open>,
}

/// A node whose moves are being looked at.
struct Open {
    node: usize,
    /// What it is worth so far.
    points: Option<i32>,
}

impl Teller<'_> {
    fn tell(&mut self, node: usize, what: Happening) {
        self.steps.push(Step { node, what });
    }

    fn enter(&mut self, node: usize, last: bool) {
        let found = &self.tree.nodes[node];
        if last && found.value.is_some() {
            let is_leaf = found.below == 0;
            self.tell(node, if is_leaf { Happening::Judge } else { Happening::Search });
            self.hand_up(node);
        } else {
            self.tell(node, Happening::Enter);
            self.open.push(Open { node, points: None });
        }
    }

    /// Ends the innermost node; one that was broken off has nothing to tell.
    fn close(&mut self) {
        let Some(Open { node, .. }) = self.open.pop() else { return };
        let found = &self.tree.nodes[node];
        if found.value.is_none() {
            return;
        }
        if found.cut.is_some() {
            self.tell(node, Happening::Cut);
        }
        self.tell(node, Happening::Leave);
        self.hand_up(node);
    }

    /// The parent of a node takes note of its value.
    fn hand_up(&mut self, node: usize) {
        let value = self.tree.nodes[node].value;
        let (Some(parent), Some(value)) = (self.open.last_mut(), value) else { return };
        let side = self.tree.nodes[parent.node].side;
        let better = parent.points.is_none_or(|points| side.prefers(value.points, points));
        if better {
            parent.points = Some(value.points);
        }
        self.tell(node, if better { Happening::Better } else { Happening::Worse });
    }
}
