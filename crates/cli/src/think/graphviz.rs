//! Search trees in DOT, the language of Graphviz.

use std::io;

use engine::tree::{Tree, TreeNode, TreeSide};

use super::print::skipped;
use crate::context::Context;

/// Prints the tree down to a level.
pub(super) fn print(tree: &Tree, levels: u16, context: &mut Context<'_>) -> io::Result<()> {
    let best = tree.best_line();
    let lang = context.lang;
    let out = context.out.data();
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  graph [ordering=out, ranksep=0.6, nodesep=0.1];")?;
    writeln!(out, "  node [fontname=\"sans-serif\", fontsize=11, margin=\"0.05,0.03\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10, arrowhead=none];")?;
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.depth <= levels) {
        let bold = if best.contains(&index) { ", penwidth=3" } else { "" };
        writeln!(
            out,
            "  n{index} [shape={}, label={}{bold}];",
            shape(node),
            quoted(&label(node, levels))
        )?;
        if let Some(parent) = node.parent {
            let name = quoted(&node.notation);
            writeln!(out, "  n{parent} -> n{index} [label={name}{bold}];")?;
        }
        let Some(cut) = node.cut.as_ref().filter(|_| node.depth < levels) else { continue };
        let (moves, why) = (quoted(&skipped(cut)), tui::cutoff_reason(tree, index));
        let why = quoted(why.get(lang));
        writeln!(out, "  c{index} [shape=plaintext, label=\"✂\", tooltip={why}];")?;
        writeln!(out, "  n{index} -> c{index} [style=dashed, label={moves}, tooltip={why}];")?;
    }
    writeln!(out, "}}")
}

/// Shape of a node: pointed upwards for Max, downwards for Min, a box for a leaf.
fn shape(node: &TreeNode) -> &'static str {
    match node.side {
        _ if node.below == 0 => "box",
        TreeSide::Max => "house",
        TreeSide::Min => "invhouse",
    }
}

fn label(node: &TreeNode, levels: u16) -> String {
    let value = node.value.map_or_else(|| "?".to_owned(), |value| value.to_string());
    if !node.terms.is_empty() && node.terms.len() > 1 {
        format!("{value}\n{}", node.sum())
    } else if node.depth == levels && node.below > 0 {
        format!("{value}\n(+{})", node.below)
    } else {
        value
    }
}

/// A text between quotation marks.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}
