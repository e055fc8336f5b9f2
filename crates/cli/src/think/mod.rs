//! `damier think`: prints the search tree of minimax and alpha-beta.

mod graphviz;
mod print;

use std::sync::atomic::Ordering::Relaxed;

use clap::ValueEnum;
use engine::tree::{MoveOrder, TREE_DEFAULT_VISITS, Tree, TreeMethod, TreePlan};
use engine::{Entry, Limits, TreeDemo, TreeExample};
use rules::{Live, Record};
use texts::text;
use tui::ThinkTree;
use wire::tree::TreeInfo;

use crate::args::GameArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::play::{self, full_screen};

/// Default depth of the tree.
const DEFAULT_TREE_DEPTH: u16 = 2;

/// Watch a minimax player think: its tree, and what alpha-beta cuts
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The player to move is Max and wants a large value, the other is Min and wants a small one. The search \
looks so many moves ahead, judges the positions there, and hands their values up: Max takes the \
largest, Min the smallest. Alpha-beta leaves out moves that cannot change the result. The tree shows \
what the classic players minimax:1 to minimax:8 think.

Signs: ▲ Max to move, ▼ Min to move, ■ a judged position, * the best line, ✂ moves left out, ≤ and ≥ \
values of which only a bound is known.

On a terminal the tree is walked with the arrow keys, and ? explains the others; a pipe and --plain \
get it printed.

Examples:
  damier think connect-four 4453
  damier think connect-four 4453 --depth 3 --alpha-beta
  damier think othello f5d6 --depth 4 --alpha-beta --order best
  damier think katarenga --examples
  damier think connect-four --example horizon
  damier think othello --alpha-beta --graphviz | dot -Tsvg > tree.svg")]
pub(crate) struct ThinkCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Look so many moves ahead [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=TREE_MAX_DEPTH))]
    depth: Option<u16>,
    /// Leave out the moves that cannot change the result
    #[arg(long)]
    alpha_beta: bool,
    /// Try the moves as the rules list them, or the best or the worst first [default: listed]
    #[arg(long, value_enum, value_name = "ORDER")]
    order: Option<OrderArg>,
    /// List positions worth a look
    #[arg(long, conflicts_with_all = START_ARGUMENTS)]
    examples: bool,
    /// Look at one of them
    #[arg(long, value_name = "NAME", conflicts_with_all = START_ARGUMENTS, conflicts_with = "examples")]
    example: Option<String>,
    /// Look at no more positions than this
    #[arg(long, value_name = "N", default_value_t = TREE_DEFAULT_VISITS)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print no more than so many positions, if that is possible: the upper levels of the tree
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    lines: u32,
    #[command(flatten)]
    output: TreeOutputArgs,
    /// Print the tree, also on a terminal that can show it as one that is walked
    #[arg(long)]
    plain: bool,
}

/// Output format of the tree, if not text.
#[derive(clap::Args, Debug)]
struct TreeOutputArgs {
    /// Print JSON: every node with its value, cut and terms, the steps of the search, the counts
    #[arg(long)]
    json: bool,
    /// Print the tree for Graphviz, in its language DOT
    #[arg(long, conflicts_with = "json")]
    graphviz: bool,
}

/// Deepest tree.
const TREE_MAX_DEPTH: i64 = TreePlan::MAX_DEPTH as i64;
/// Arguments that define a position, and conflict with an example.
const START_ARGUMENTS: [&str; 6] = ["moves", "position", "board", "rules", "swap", "record"];

/// Move orders as values of an argument.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum OrderArg {
    Listed,
    Best,
    Worst,
}

impl From<OrderArg> for MoveOrder {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::Listed => Self::Listed,
            OrderArg::Best => Self::Best,
            OrderArg::Worst => Self::Worst,
        }
    }
}

impl ThinkCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = self.game.find(context)?;
        let info = entry.game.info();
        let demo = entry
            .tree_demo
            .ok_or_else(|| Failure::wrong(text!("think-no-lesson", game = &info.title)))?;
        if self.examples {
            return list_examples(info.id, &demo, context);
        }
        let example = self.example.as_deref().map(|name| find(name, &demo)).transpose()?;
        let live = match example {
            None => self.game.open(context)?.1,
            Some(example) => open(&entry, example)?,
        };
        let plan = self.plan(example);
        let limits = Limits::nodes(self.nodes);
        let tree = demo
            .tree(live.record(), plan, &limits, context.stop)
            .map_err(|error| Failure::replay(&live.record().start, error))?;
        if self.output.json {
            context.print_json(&TreeInfo::new(info.id, live.as_ref(), &tree))?;
            return Ok(());
        }
        let is_plain = self.plain || self.output.graphviz;
        if !is_plain && live.outcome().is_none() && full_screen::is_possible(context) {
            let (game, record) = (entry.game, live.record().clone());
            let folder = self.game.data_folder(context);
            return play::show_tree(ThinkTree { game, record, tree }, folder, context);
        }
        let levels = printed_levels(&tree, self.lines as usize);
        if self.output.graphviz {
            graphviz::print(&tree, levels, context)?;
        } else {
            print::print(live.as_ref(), &tree, levels, context)?;
        }
        self.remark(&tree, levels, context);
        Ok(())
    }

    /// The plan of the arguments, completed by that of the example.
    fn plan(&self, example: Option<&TreeExample>) -> TreePlan {
        let plan = example.map(|example| example.plan);
        let alpha_beta =
            self.alpha_beta || plan.is_some_and(|plan| plan.method == TreeMethod::AlphaBeta);
        TreePlan {
            depth: self.depth.or(plan.map(|plan| plan.depth)).unwrap_or(DEFAULT_TREE_DEPTH),
            method: if alpha_beta { TreeMethod::AlphaBeta } else { TreeMethod::Minimax },
            order: self.order.map(Into::into).or(plan.map(|plan| plan.order)).unwrap_or_default(),
        }
    }

    /// Remarks on what is missing from the printed tree.
    fn remark(&self, tree: &Tree, levels: u16, context: &mut Context<'_>) {
        if tree.stopped && context.stop.load(Relaxed) {
            context.remark(&text!("think-interrupted"));
        } else if tree.stopped {
            context.remark(&text!("think-stopped", count = self.nodes));
        }
        if levels < tree.levels {
            context.remark(&text!("think-shortened", levels, count = tree.nodes.len()));
        } else if tree.levels < tree.plan.depth && tree.nodes.len() > 1 {
            context.remark(&text!("think-too-large", levels = tree.levels));
        }
    }
}

/// The deepest level down to which the tree has no more than so many nodes; at least the first.
fn printed_levels(tree: &Tree, most: usize) -> u16 {
    let count = |level: u16| tree.nodes.iter().filter(|node| node.depth <= level).count();
    (1..=tree.levels).rev().find(|&level| count(level) <= most).unwrap_or(1).min(tree.levels)
}

fn find(name: &str, demo: &TreeDemo) -> Result<&'static TreeExample, Failure> {
    demo.example(name).ok_or_else(|| {
        let ids: Vec<_> = demo.examples.iter().map(|example| example.id).collect();
        Failure::wrong(text!("think-unknown-example", name, known = ids.join(", ")))
    })
}

fn open(entry: &Entry, example: &TreeExample) -> Result<Box<dyn Live>, Failure> {
    let record = Record::new(example.start.to_owned());
    entry.game.open(&record).map_err(|error| Failure::replay(example.start, error))
}

/// Lists the examples of a game with their commands.
fn list_examples(game: &str, demo: &TreeDemo, context: &mut Context<'_>) -> Result<(), Failure> {
    for example in demo.examples {
        let about = print::wrapped(example.about.get(context.lang), 76);
        writeln!(context.out, "{}", example.title.get(context.lang))?;
        for line in about {
            writeln!(context.out, "    {line}")?;
        }
        writeln!(context.out, "    damier think {game} --example {}", example.id)?;
        if let Some(deeper) = example.deeper {
            let id = example.id;
            writeln!(context.out, "    damier think {game} --example {id} --depth {deeper}")?;
        }
        writeln!(context.out)?;
    }
    Ok(())
}
