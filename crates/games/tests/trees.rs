//! The trees of minimax: beside plain minimax on random positions of every game.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use crate::harness::entries_with;
use damier_games::CATALOGUE;
use engine::tree::{
    MoveOrder, StepKind, TREE_MAX_NODES, Tree, TreeMethod, TreeNode, TreePlan, TreeSide, TreeWindow,
};
use engine::{AnyValue, Bound, Entry, Limits, TreeDemo};
use rules::{Record, Setup, SplitMix64};

fn tree(entry: &Entry, record: &Record, plan: TreePlan, limits: &Limits) -> Tree {
    let demo = entry.tree_demo.expect("a tree demo");
    demo.tree(record, plan, limits, &AtomicBool::new(false)).expect("the record is good")
}

fn grow(entry: &Entry, record: &Record, depth: u16, method: TreeMethod, order: MoveOrder) -> Tree {
    tree(entry, record, TreePlan { depth, method, order }, &Limits::default())
}

/// Records of games in progress, from the start to near the end.
fn random_records(entry: &Entry, count: u64) -> Vec<Record> {
    let mut random = SplitMix64::new(5);
    let mut records = Vec::new();
    while (records.len() as u64) < count {
        let setup = Setup { seed: random.draw(), ..Setup::default() };
        let start = entry.game.start(&setup).expect("a usual game starts");
        let mut live = entry.game.open(&Record::new(start)).expect("it opens");
        let before = live.record().clone();
        for _ in 0..random.below(45) {
            let choices = live.view().choices;
            if choices.is_empty() {
                break;
            }
            let choice = &choices[random.below(choices.len() as u64) as usize];
            live.play(&choice.notation).expect("it is legal");
        }
        let going = live.outcome().is_none();
        records.push(if going { live.record().clone() } else { before });
    }
    records
}

/// The depth at which plain minimax has some hundreds or thousands of positions.
fn fit_depth(entry: &Entry, record: &Record) -> u16 {
    let live = entry.game.open(record).expect("the record is good");
    let deep = |depth: &u16| live.perft(u32::from(*depth)) <= 900;
    (2..=5).rev().find(deep).unwrap_or(1)
}

/// The moves that lead to every node, joined.
fn paths(tree: &Tree) -> Vec<String> {
    (0..tree.nodes.len()).map(|node| tree.path(node).join(" ")).collect()
}

/// The value of every node of a plain tree by the definition of minimax, from the leaves' terms.
fn plain_values(tree: &Tree) -> HashMap<String, i32> {
    let children = tree.children();
    let mut values = vec![0; tree.nodes.len()];
    for index in (0..tree.nodes.len()).rev() {
        let node = &tree.nodes[index];
        let below = children[index].iter().map(|&child| values[child]);
        let best = match node.side {
            TreeSide::Max => below.max(),
            TreeSide::Min => below.min(),
        };
        let terms = node.terms.iter().map(|term| term.count * term.weight);
        values[index] = best.unwrap_or_else(|| terms.sum());
    }
    paths(tree).into_iter().zip(values).collect()
}

/// The games whose trees can be looked at.
fn demos() -> Vec<(&'static Entry, TreeDemo)> {
    entries_with("search trees", |entry| entry.tree_demo)
}

/// Runs `check` on trees of all games, with the record, both methods' trees and the plain values.
fn on_all(mut check: impl FnMut(&Entry, &Record, &Tree, &Tree, &HashMap<String, i32>)) {
    for (entry, _) in demos() {
        for record in random_records(entry, 5) {
            let depth = fit_depth(entry, &record);
            for order in MoveOrder::ALL {
                let [full, pruned] = [TreeMethod::Minimax, TreeMethod::AlphaBeta]
                    .map(|method| grow(entry, &record, depth, method, order));
                check(entry, &record, &full, &pruned, &plain_values(&full));
            }
        }
    }
}

fn value(node: &TreeNode) -> (i32, Bound) {
    node.value.map(|value| (value.points, value.bound)).expect("nothing was stopped")
}

#[test]
fn a_plain_tree_has_every_position_and_the_values_of_minimax() {
    on_all(|entry, record, full, _, values| {
        let children = full.children();
        for (index, path) in paths(full).iter().enumerate() {
            let node = &full.nodes[index];
            assert_eq!(value(node), (values[path], Bound::Exact), "{record:?} {path}");
            assert!(node.cut.is_none() && node.window == TreeWindow::default(), "{path}");
            let mut record = record.clone();
            record.moves.extend(full.path(index).into_iter().map(ToOwned::to_owned));
            let live = entry.game.open(&record).expect("moves are legal");
            let side = if live.turn() == full.max { TreeSide::Max } else { TreeSide::Min };
            assert_eq!((node.side, usize::from(node.depth)), (side, full.path(index).len()));
            let is_leaf = node.depth == full.plan.depth || live.perft(1) == 0;
            assert_eq!(is_leaf, children[index].is_empty(), "{path}");
            assert_eq!(is_leaf, !node.terms.is_empty(), "{path}");
            if !is_leaf {
                let legal: HashSet<_> = live.divide(1).into_iter().map(|(m, _)| m).collect();
                let tried = children[index].iter().map(|&child| full.nodes[child].notation.clone());
                assert_eq!(tried.collect::<HashSet<_>>(), legal, "{path}");
                let best = node.best.expect("a value comes from somewhere");
                assert_eq!(full.nodes[best].parent, Some(index));
                assert_eq!(value(&full.nodes[best]), value(node));
            }
        }
    });
}

#[test]
fn alpha_beta_finds_the_same_value_and_the_same_move() {
    on_all(|_, record, full, pruned, values| {
        assert_eq!(value(&pruned.nodes[0]), (values[""], Bound::Exact), "{record:?}");
        let choice = |tree: &Tree| tree.nodes[0].best.map(|best| tree.nodes[best].notation.clone());
        assert_eq!(choice(pruned), choice(full), "{record:?}");
    });
}

#[test]
fn what_alpha_beta_says_of_a_value_is_true() {
    on_all(|_, record, _, pruned, values| {
        for (node, path) in pruned.nodes.iter().zip(paths(pruned)) {
            let plain = values[&path];
            let true_so_far = match value(node) {
                (points, Bound::Exact) => plain == points,
                (points, Bound::Lower) => plain >= points,
                (points, Bound::Upper) => plain <= points,
            };
            assert!(true_so_far, "{record:?} {path}: {plain}, not {:?}", node.value);
            let exact_by_window = node.window.alpha.is_none_or(|alpha| alpha.points < plain)
                && node.window.beta.is_none_or(|beta| plain < beta.points);
            assert!(!exact_by_window || value(node) == (plain, Bound::Exact), "{record:?} {path}");
        }
    });
}

#[test]
fn every_cut_is_justified() {
    let mut cuts = 0;
    on_all(|entry, record, _, pruned, values| {
        let children = pruned.children();
        for (index, path) in paths(pruned).iter().enumerate() {
            let node = &pruned.nodes[index];
            let mut played = record.clone();
            played.moves.extend(pruned.path(index).into_iter().map(ToOwned::to_owned));
            let live = entry.game.open(&played).expect("moves are legal");
            let skipped = node.cut.as_ref().map(|cut| cut.skipped.clone()).unwrap_or_default();
            assert_eq!(node.cut.is_some(), !skipped.is_empty());
            if !children[index].is_empty() {
                let tried =
                    children[index].iter().map(|&child| pruned.nodes[child].notation.clone());
                let mut moves: Vec<_> = tried.chain(skipped).collect();
                let mut legal: Vec<_> = live.divide(1).into_iter().map(|(m, _)| m).collect();
                moves.sort_unstable();
                legal.sort_unstable();
                assert_eq!(moves, legal, "{record:?} {path}");
            }
            let Some(cut) = &node.cut else { continue };
            cuts += 1;
            let outside = match node.side {
                TreeSide::Max => values[path] >= cut.against.points,
                TreeSide::Min => values[path] <= cut.against.points,
            };
            assert!(outside, "{record:?} {path}: {} against {:?}", values[path], cut.against);
            // What is sure stands beside the way to the node, at a position of the other side.
            let sure = cut.against.node.expect("it is kept");
            assert_eq!(value(&pruned.nodes[sure]).0, cut.against.points);
            let fork = pruned.nodes[sure].parent.expect("it is a move");
            assert_ne!(pruned.nodes[fork].side, node.side);
            let ancestors = std::iter::successors(Some(index), |&node| pruned.nodes[node].parent);
            assert!(ancestors.skip(1).any(|ancestor| ancestor == fork), "{record:?} {path}");
        }
    });
    assert!(cuts > 300, "{cuts} cuts are no test");
}

#[test]
fn counts_are_those_of_the_tree() {
    on_all(|entry, record, full, pruned, _| {
        let live = entry.game.open(record).expect("the record is good");
        let positions: u64 = (0..=u32::from(full.plan.depth)).map(|depth| live.perft(depth)).sum();
        assert_eq!(full.minimax.positions, positions, "{record:?}");
        assert_eq!((full.minimax, full.alpha_beta), (pruned.minimax, pruned.alpha_beta));
        for (tree, cost) in [(full, full.minimax), (pruned, pruned.alpha_beta)] {
            assert!(cost.complete && !tree.stopped && tree.levels == tree.plan.depth);
            assert_eq!(tree.nodes.len() as u64, cost.positions, "{record:?}");
            let leaves = tree.nodes.iter().filter(|node| !node.terms.is_empty()).count();
            assert_eq!(leaves as u64, cost.leaves, "{record:?}");
            let children = tree.children();
            for (node, children) in tree.nodes.iter().zip(children) {
                let below: u64 = children.iter().map(|&child| tree.nodes[child].below + 1).sum();
                assert_eq!(node.below, below);
            }
        }
        assert!(pruned.alpha_beta.positions <= full.minimax.positions);
    });
}

/// Playing the steps gives every node its value, and every window as it was on entering.
#[test]
fn steps_lead_to_the_values() {
    #[derive(Clone, Copy, Default)]
    struct Seen {
        value: Option<i32>,
        window: [Option<i32>; 2],
    }
    let replay = |tree: &Tree| {
        let prunes = tree.plan.method == TreeMethod::AlphaBeta;
        let mut seen = vec![None::<Seen>; tree.nodes.len()];
        let mut left = HashSet::new();
        for step in tree.steps() {
            let node = &tree.nodes[step.node];
            let parent = node.parent;
            match step.kind {
                StepKind::Enter | StepKind::Judge | StepKind::Search => {
                    let around = parent.and_then(|parent| seen[parent]).unwrap_or_default();
                    let window =
                        [node.window.alpha, node.window.beta].map(|sure| Some(sure?.points));
                    assert_eq!(window, around.window, "{:?}", tree.path(step.node));
                    assert!(seen[step.node].is_none(), "entered twice");
                    let judged = step.kind != StepKind::Enter;
                    let value = judged.then(|| value(node).0);
                    seen[step.node] = Some(Seen { value, window });
                }
                StepKind::Better | StepKind::Worse => {
                    let found = seen[step.node].and_then(|seen| seen.value).expect("a value");
                    let parent = parent.expect("a parent to tell");
                    let side = tree.nodes[parent].side;
                    let above = seen[parent].as_mut().expect("the parent is entered");
                    let better = above.value.is_none_or(|value| side.prefers(found, value));
                    assert_eq!(better, step.kind == StepKind::Better);
                    if better {
                        above.value = Some(found);
                        let edge = &mut above.window[usize::from(side == TreeSide::Min)];
                        if prunes && edge.is_none_or(|edge| side.prefers(found, edge)) {
                            *edge = Some(found);
                        }
                    }
                }
                StepKind::Cut => {
                    let [alpha, beta] = seen[step.node].expect("it is entered").window;
                    assert!(alpha >= beta && beta.is_some(), "{alpha:?} {beta:?}");
                }
                StepKind::Leave => {
                    assert_eq!(seen[step.node].and_then(|seen| seen.value), Some(value(node).0));
                    assert!(left.insert(step.node), "left twice");
                }
            }
        }
        assert!(seen.iter().all(Option::is_some));
        let inner = tree.nodes.iter().filter(|node| node.below > 0).count();
        assert_eq!(left.len(), inner);
    };
    on_all(|_, _, full, pruned, _| {
        replay(full);
        replay(pruned);
    });
}

/// The values of a plain tree's moves are those that the player of that depth finds.
#[test]
fn a_tree_is_what_the_player_thinks() {
    for (entry, _) in demos() {
        for record in random_records(entry, 12) {
            for opponent in entry.classics {
                let Some(depth) = opponent.depth.filter(|depth| *depth <= 3) else { continue };
                let stop = AtomicBool::new(false);
                let report =
                    opponent.make(0).search(&record, &Limits::default(), &stop, &mut |_| {});
                let report = report.expect("the record is good");
                let tree = grow(entry, &record, depth, TreeMethod::Minimax, MoveOrder::Listed);
                let moves = tree.children().swap_remove(0);
                let values = moves.iter().map(|&child| {
                    let node = &tree.nodes[child];
                    (node.notation.clone(), AnyValue::Estimate { points: value(node).0 })
                });
                let values: HashMap<_, _> = values.collect();
                for line in &report.lines {
                    assert_eq!(values[&line.notation], line.value, "{record:?} {depth}");
                }
                let best = tree.nodes[0].best.map(|best| tree.nodes[best].notation.clone());
                assert_eq!(report.choice, best, "{record:?} {depth}");
            }
        }
    }
}

#[test]
fn a_large_tree_keeps_its_upper_levels_and_all_of_its_values() {
    for (entry, _) in demos() {
        let record = Record::new(entry.game.start(&Setup::default()).expect("it starts"));
        let live = entry.game.open(&record).expect("it opens");
        let depth = (2..8).find(|&depth| live.perft(u32::from(depth)) > TREE_MAX_NODES as u64);
        let depth = depth.expect("some depth is too much");
        let tree = grow(entry, &record, depth, TreeMethod::Minimax, MoveOrder::Listed);
        assert!(tree.nodes.len() <= TREE_MAX_NODES && !tree.stopped, "{}", record.start);
        assert_eq!(tree.levels, depth - 1);
        let pruned = grow(entry, &record, depth, TreeMethod::AlphaBeta, MoveOrder::Listed);
        assert_eq!(tree.nodes[0].value, pruned.nodes[0].value);
        assert_eq!(tree.nodes[0].below + 1, tree.minimax.positions);
        let searched = tree.steps().into_iter().filter(|step| step.kind == StepKind::Search);
        assert_eq!(searched.count() as u64, live.perft(u32::from(depth) - 1));
    }
}

#[test]
fn a_search_that_is_stopped_says_so_and_leaves_values_open() {
    for (entry, _) in demos() {
        let record = Record::new(entry.game.start(&Setup::default()).expect("it starts"));
        for method in [TreeMethod::Minimax, TreeMethod::AlphaBeta] {
            let plan = TreePlan { depth: 8, method, order: MoveOrder::Listed };
            let tree = tree(entry, &record, plan, &Limits::nodes(3000));
            assert!(tree.stopped && !tree.alpha_beta.complete && !tree.minimax.complete);
            assert_eq!(tree.nodes[0].value, None);
            assert!(tree.nodes.len() <= 3000 && tree.alpha_beta.positions == 3000);
            let (steps, nodes) = (tree.steps(), &tree.nodes);
            assert!(steps.iter().any(|step| step.kind == StepKind::Better));
            assert!(
                steps
                    .iter()
                    .all(|step| step.kind == StepKind::Enter || nodes[step.node].value.is_some())
            );
        }
        let stop = AtomicBool::new(true);
        let plan = TreePlan { depth: 4, method: TreeMethod::Minimax, order: MoveOrder::Listed };
        let demo = entry.tree_demo.expect("a tree demo");
        let none = demo.tree(&record, plan, &Limits::default(), &stop).expect("a good record");
        assert!(none.stopped && none.nodes.len() <= 1024 && none.nodes[0].value.is_none());
    }
}

#[test]
fn a_finished_game_is_a_leaf() {
    let entry = &CATALOGUE[0];
    let won = Record::new("7/7/7/7/2ooo2/2xxxx1 o".to_owned());
    let tree = grow(entry, &won, 3, TreeMethod::AlphaBeta, MoveOrder::Best);
    assert_eq!(tree.nodes.len(), 1);
    assert_eq!(value(&tree.nodes[0]), (-10_000, Bound::Exact));
    assert!(tree.nodes[0].ending.is_some() && tree.minimax.positions == 1);
    let plan = TreePlan { depth: 2, method: TreeMethod::Minimax, order: MoveOrder::Listed };
    let bad = Record { moves: vec!["8".to_owned()], ..Record::new("7/7/7/7/7/7 x".to_owned()) };
    let demo = entry.tree_demo.expect("a tree demo");
    assert!(demo.tree(&bad, plan, &Limits::default(), &AtomicBool::new(false)).is_err());
}

/// The move that Max chooses in an example at that depth.
fn choice(entry: &Entry, start: &str, depth: u16) -> String {
    let record = Record::new(start.to_owned());
    let tree = grow(entry, &record, depth, TreeMethod::AlphaBeta, MoveOrder::Listed);
    let best = tree.nodes[0].best.expect("a search has a result");
    tree.nodes[best].notation.clone()
}

#[test]
fn examples_show_what_they_promise() {
    for (entry, demo) in demos() {
        let examples = demo.examples;
        assert!(examples.len() >= 3);
        for example in examples {
            let (id, record) = (example.id, Record::new(example.start.to_owned()));
            let live = entry.game.open(&record).expect("an example can be opened");
            assert_eq!(live.position(), example.start, "{id}");
            assert!(live.outcome().is_none() && example.title.en != example.title.fr, "{id}");
            assert_eq!(examples.iter().filter(|other| other.id == id).count(), 1, "{id}");
            let tree = tree(entry, &record, example.plan, &Limits::default());
            assert!(tree.levels == tree.plan.depth && !tree.stopped, "{id}");
            if let Some(deeper) = example.deeper {
                let depths = [example.plan.depth, deeper];
                let [near, far] = depths.map(|depth| choice(entry, example.start, depth));
                assert_ne!(near, far, "{} {id}", entry.game.info().id);
                for chosen in [near, far].iter().filter(|_| id == "horizon") {
                    let square = &chosen[chosen.len().saturating_sub(2)..];
                    assert!(example.about.en.contains(square), "{id}: {chosen}");
                }
            }
            let visits = |order| {
                let plan = TreePlan { order, ..example.plan };
                self::tree(entry, &record, plan, &Limits::default()).alpha_beta.positions
            };
            if id == "order" {
                let (best, worst) = (visits(MoveOrder::Best), visits(MoveOrder::Worst));
                assert!(worst > 2 * best, "{worst} and {best}");
                let digits = example.about.en.replace(',', "");
                let shown = [best, worst, tree.minimax.positions];
                assert!(shown.iter().all(|count| digits.contains(&count.to_string())), "{digits}");
            }
            if id == "first-cut" {
                let second = tree.children()[0][1];
                assert!(tree.nodes[second].cut.is_some(), "{}", entry.game.info().id);
            }
        }
    }
}
