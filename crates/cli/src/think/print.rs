//! A tree in text, for terminals of 80 columns.

use std::io;

use engine::tree::{Cutoff, Tree, TreeNode, TreeSide};
use rules::{Lang, Live};
use texts::text;

use crate::context::Context;
use crate::messages;

/// Width of a line, in columns.
const TREE_WIDTH: usize = 80;
/// Width of the list of skipped moves, in columns.
const SKIPPED_MOVES_WIDTH: usize = 32;

/// Prints the tree down to a level, and a summary.
pub(super) fn print(
    live: &dyn Live,
    tree: &Tree,
    levels: u16,
    context: &mut Context<'_>,
) -> io::Result<()> {
    if let Some(ending) = live.outcome() {
        writeln!(context.out, "{}", tui::ending_text(&ending).get(context.lang))?;
    } else {
        for line in wrapped(
            text!("think-players", max = tree.max, min = !tree.max).get(context.lang),
            TREE_WIDTH,
        ) {
            writeln!(context.out, "{line}")?;
        }
    }
    writeln!(context.out)?;
    let best = tree.best_line();
    let mut printer = TreePrinter { tree, children: tree.children(), best: &best, levels, context };
    printer.node(0, "", "", "")?;
    writeln!(context.out)?;
    summary(tree, &best, context)
}

/// Recursive printer of a tree.
struct TreePrinter<'a, 'b> {
    tree: &'a Tree,
    children: Vec<Vec<usize>>,
    best: &'a [usize],
    levels: u16,
    context: &'a mut Context<'b>,
}

impl TreePrinter<'_, '_> {
    /// Prints a node behind `before`, and what is below it behind `below`.
    fn node(&mut self, index: usize, before: &str, name: &str, below: &str) -> io::Result<()> {
        let node = &self.tree.nodes[index];
        let is_leaf = node.below == 0 && node.value.is_some();
        let sign = match node.side {
            _ if is_leaf => '■',
            TreeSide::Max => '▲',
            TreeSide::Min => '▼',
        };
        let is_best = self.best.contains(&index) && node.value.is_some();
        let star = if is_best { " *" } else { "" };
        let value = node.value.map_or_else(|| "?".to_owned(), |value| value.to_string());
        let line = format!("{before}{name}{sign} {value}{}{star}", self.remark(node, is_leaf));
        for (number, text) in wrapped(&line, TREE_WIDTH).iter().enumerate() {
            let indent = if number == 0 { "" } else { below };
            writeln!(self.context.out, "{indent}{text}")?;
        }
        if node.depth < self.levels {
            self.children(index, below)?;
        }
        Ok(())
    }

    /// Remark behind a value.
    fn remark(&self, node: &TreeNode, is_leaf: bool) -> String {
        let lang = self.context.lang;
        if is_leaf {
            // The only term of a game that is over says nothing more than that.
            let sum =
                if node.terms.len() > 1 { format!(" = {}", node.sum()) } else { String::new() };
            let ending = node.ending.as_ref().map(tui::ending_text);
            return sum + &ending.map_or_else(String::new, |end| format!("  {}", end.get(lang)));
        }
        if node.depth == self.levels && node.below > 0 {
            return format!("  {}", text!("think-below", count = node.below).get(lang));
        }
        String::new()
    }

    fn children(&mut self, index: usize, below: &str) -> io::Result<()> {
        let node = &self.tree.nodes[index];
        let children = self.children[index].clone();
        for (number, &child) in children.iter().enumerate() {
            let last = number + 1 == children.len() && node.cut.is_none();
            let (branch, gap) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let name = format!("{} ", self.tree.nodes[child].notation);
            self.node(child, &format!("{below}{branch}"), &name, &format!("{below}{gap}"))?;
        }
        let Some(cut) = &node.cut else { return Ok(()) };
        let reason = tui::cutoff_reason(self.tree, index);
        let text = format!("✂ {}: {}", skipped(cut), reason.get(self.context.lang));
        let room = TREE_WIDTH.saturating_sub(below.chars().count() + 3).max(TREE_WIDTH / 3);
        for (number, line) in wrapped(&text, room).iter().enumerate() {
            let branch = if number == 0 { "└─ " } else { "     " };
            writeln!(self.context.out, "{below}{branch}{line}")?;
        }
        Ok(())
    }
}

/// The moves that were left out, as far as they fit.
pub(super) fn skipped(cut: &Cutoff) -> String {
    let mut names = String::new();
    for (number, name) in cut.skipped.iter().enumerate() {
        if names.len() + name.len() > SKIPPED_MOVES_WIDTH {
            return format!("{names}… (+{})", cut.skipped.len() - number);
        }
        names += name;
        names.push(' ');
    }
    names.trim_end().to_owned()
}

/// Prints the chosen move, the counts of both searches, and the legend of the terms.
fn summary(tree: &Tree, best: &[usize], context: &mut Context<'_>) -> io::Result<()> {
    let lang = context.lang;
    let line: Vec<_> =
        best.iter().skip(1).map(|&node| tree.nodes[node].notation.as_str()).collect();
    if let (Some(value), Some(first)) = (tree.nodes[0].value, line.first()) {
        let text =
            text!("think-choice", best = *first, value = value.to_string(), line = line.join(" "));
        writeln!(context.out, "{}", text.get(lang))?;
    }
    for line in messages::think::counts(tree.minimax, tree.alpha_beta, lang) {
        writeln!(context.out, "{line}")?;
    }
    for line in legend(tree, lang) {
        writeln!(context.out, "{line}")?;
    }
    Ok(())
}

/// Legend of the terms in a leaf, in their order.
fn legend(tree: &Tree, lang: Lang) -> Vec<String> {
    let terms = tree.nodes.iter().map(|node| &node.terms).max_by_key(|terms| terms.len());
    let Some(terms) = terms.filter(|terms| !terms.is_empty()) else { return Vec::new() };
    let mut lines = vec![String::new(), text!("think-legend").get(lang).to_owned()];
    let line = |term: &engine::Term| format!("{:>5} × {}", term.weight, term.label.get(lang));
    lines.extend(terms.iter().map(line));
    lines
}

/// Wraps a text at blanks into lines of at most `width` characters.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (number, word) in text.split(' ').enumerate() {
        let line = lines.last_mut().map(|line| line.chars().count()).unwrap_or_default();
        if number > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        } else if number > 0
            && let Some(line) = lines.last_mut()
        {
            line.push(' ');
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
    }
    lines
}
