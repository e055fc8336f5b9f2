//! What happens in a search, in words.

use engine::Bound;
use engine::tree::{StepKind, Tree, TreeNode, TreeSide, TreeStep, TreeValue};
use rules::Text;
use texts::{Arg, text};

use super::replay::{LastStep, Replay};
use crate::widgets::ending_text;

/// Why the moves of a node that are left were left out.
pub fn cutoff_reason(tree: &Tree, index: usize) -> Text {
    let node = &tree.nodes[index];
    let sure = node.cut.as_ref().map(|cut| cut.against);
    let place = sure.and_then(|sure| sure.node).map(|node| tree.path(node).join(" "));
    let by = node.best.map(|best| tree.nodes[best].notation.clone()).unwrap_or_default();
    let args = [
        ("sure", sure.map_or(0, |sure| sure.points).to_string().into()),
        ("place", place.unwrap_or_default().into()),
        ("value", node.value.map_or(0, |value| value.points).to_string().into()),
        ("by", by.into()),
    ];
    match node.side {
        TreeSide::Max => text("think-cut-max", &args),
        TreeSide::Min => text("think-cut-min", &args),
    }
}

/// A value as it is said.
fn spoken(value: TreeValue) -> Text {
    let points = value.points.to_string();
    let args = [("value", points.as_str().into())];
    match value.bound {
        Bound::Exact => Text::composed(points.clone(), points),
        Bound::Lower => text("tui-think-at-least", &args),
        Bound::Upper => text("tui-think-at-most", &args),
    }
}

/// The value of a node as it is said.
fn worth(node: &TreeNode) -> Text {
    node.value.map_or(Text::new("?", "?"), spoken)
}

/// What the last step did.
pub(super) fn step_words(tree: &Tree, replay: &Replay) -> Vec<Text> {
    let Some(last) = replay.last else { return vec![text("tui-think-begin", &[])] };
    let TreeStep { node, kind } = last.step;
    match kind {
        StepKind::Better => better(tree, replay, last),
        StepKind::Worse => worse(tree, replay, node),
        StepKind::Cut => vec![cutoff_reason(tree, node)],
        StepKind::Leave => left(tree, replay, node),
        StepKind::Enter | StepKind::Judge | StepKind::Search => reached(tree, node, kind),
    }
}

/// What is known of a node, whatever happens elsewhere.
pub(super) fn node_words(tree: &Tree, replay: &Replay, node: usize) -> Vec<Text> {
    let Some(state) = replay.node(node) else { return Vec::new() };
    let is_inner = tree.nodes.get(node + 1).is_some_and(|next| next.parent == Some(node));
    let kind = match tree.nodes[node].below {
        _ if !state.is_done => StepKind::Enter,
        0 => StepKind::Judge,
        _ => StepKind::Search,
    };
    let mut words = Vec::new();
    if state.is_cut {
        words.push(cutoff_reason(tree, node));
    }
    if state.is_done && is_inner {
        words.extend(left(tree, replay, node));
    } else {
        words.extend(reached(tree, node, kind));
    }
    words
}

/// The search has come to a node.
fn reached(tree: &Tree, index: usize, kind: StepKind) -> Vec<Text> {
    let node = &tree.nodes[index];
    let path: Arg<'_> = tree.path(index).join(" ").into();
    let value = worth(node);
    if kind == StepKind::Enter {
        let kept = tree.nodes.iter().filter(|child| child.parent == Some(index)).count();
        let count = kept + node.cut.as_ref().map_or(0, |cut| cut.skipped.len());
        let count = ("count", count.into());
        return vec![match node.side {
            _ if node.parent.is_none() => text("tui-think-enter-root", &[count]),
            TreeSide::Max => text("tui-think-enter-max", &[("path", path), count]),
            TreeSide::Min => text("tui-think-enter-min", &[("path", path), count]),
        }];
    }
    let value = ("value", value.into());
    vec![match &node.ending {
        _ if kind == StepKind::Search => {
            let count = ("count", node.below.into());
            text("tui-think-search", &[("path", path), count, value])
        }
        _ if node.parent.is_none() => text("tui-think-judge-root", &[value]),
        Some(ending) => {
            let reason = ("reason", ending_text(ending).into());
            text("tui-think-judge-end", &[("path", path), reason, value])
        }
        None => text("tui-think-judge", &[("path", path), value]),
    }]
}

/// The parent of a node takes its value.
fn better(tree: &Tree, replay: &Replay, LastStep { step, before }: LastStep) -> Vec<Text> {
    let node = &tree.nodes[step.node];
    let Some(parent) = node.parent else { return Vec::new() };
    let value = ("value", worth(node).into());
    let by = ("by", node.notation.as_str().into());
    let before = before.map(|before| ("before", before.to_string().into()));
    let mut words = vec![match (tree.nodes[parent].side, before) {
        (TreeSide::Max, None) => text("tui-think-first-max", &[value, by]),
        (TreeSide::Min, None) => text("tui-think-first-min", &[value, by]),
        (TreeSide::Max, Some(before)) => text("tui-think-better-max", &[value, before, by]),
        (TreeSide::Min, Some(before)) => text("tui-think-better-min", &[value, before, by]),
    }];
    let window = replay.node(parent).map(|state| state.window).unwrap_or_default();
    let edge = match tree.nodes[parent].side {
        TreeSide::Max => window.alpha,
        TreeSide::Min => window.beta,
    };
    if let Some(edge) = edge.filter(|edge| edge.node == Some(step.node)) {
        let value = [("value", edge.points.to_string().into())];
        words.push(match tree.nodes[parent].side {
            TreeSide::Max => text("tui-think-alpha-rises", &value),
            TreeSide::Min => text("tui-think-beta-falls", &value),
        });
    }
    words
}

/// The parent of a node keeps the value that it has.
fn worse(tree: &Tree, replay: &Replay, node: usize) -> Vec<Text> {
    let Some(parent) = tree.nodes[node].parent else { return Vec::new() };
    let Some(state) = replay.node(parent) else { return Vec::new() };
    let best = state.best.map(|best| tree.nodes[best].notation.as_str()).unwrap_or_default();
    let before = state.value.map_or(0, |value| value.points).to_string();
    let value = worth(&tree.nodes[node]);
    let args = [("value", value.into()), ("before", before.into()), ("by", best.into())];
    vec![match tree.nodes[parent].side {
        TreeSide::Max => text("tui-think-worse-max", &args),
        TreeSide::Min => text("tui-think-worse-min", &args),
    }]
}

/// The value of a node is known.
fn left(tree: &Tree, replay: &Replay, index: usize) -> Vec<Text> {
    let node = &tree.nodes[index];
    let Some(value) = node.value else { return Vec::new() };
    let best = node.best.map(|best| tree.nodes[best].notation.clone()).unwrap_or_default();
    if node.parent.is_none() {
        let line: Vec<_> =
            replay.best_line().iter().skip(1).map(|&at| tree.nodes[at].notation.as_str()).collect();
        let args = [
            ("best", best.into()),
            ("value", value.to_string().into()),
            ("line", line.join(" ").into()),
        ];
        return vec![text("think-choice", &args)];
    }
    let path = ("path", tree.path(index).join(" ").into());
    let points = ("value", value.points.to_string().into());
    vec![match (value.bound, node.side) {
        (Bound::Upper, _) => text("tui-think-leave-at-most", &[path, points]),
        (Bound::Lower, _) => text("tui-think-leave-at-least", &[path, points]),
        (Bound::Exact, TreeSide::Max) => {
            text("tui-think-leave-max", &[path, points, ("by", best.into())])
        }
        (Bound::Exact, TreeSide::Min) => {
            text("tui-think-leave-min", &[path, points, ("by", best.into())])
        }
    }]
}
