//! The trees of minimax, as `damier think --json` prints them and the page asks for them.

use engine::tree::{MoveOrder, StepKind, Tree, TreeCost, TreeMethod, TreeNode, TreePlan, TreeSide};
use engine::{Bound, TreeDemo, TreeExample};
use rules::{Ending, Live, Record, Seat, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/think`: the games whose trees can be looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TreeDemoInfo {
    /// The game's id.
    pub game: String,
    /// Positions worth a look.
    pub examples: Vec<ExampleInfo>,
    /// The greatest depth.
    pub deepest: u16,
}

/// A position worth a look.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ExampleInfo {
    /// The name in commands.
    pub id: String,
    /// The name for people.
    pub title: Text,
    /// What there is to see.
    pub about: Text,
    /// The position, in the game's notation.
    pub start: String,
    /// How deep to look at first.
    pub depth: u16,
    /// Whether to cut.
    pub alpha_beta: bool,
    /// In which order to try moves.
    pub order: MoveOrder,
    /// Another depth to compare that with.
    pub deeper: Option<u16>,
}

/// `POST /api/think`: a tree, answered with a [`TreeInfo`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    /// The game's id.
    pub game: String,
    /// The position to begin at; the usual start of the game without it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub start: Option<String>,
    /// The moves from there, apart or run together.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub moves: String,
    /// How many plies deep.
    pub depth: u16,
    /// Whether to leave out what cannot matter.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub alpha_beta: bool,
    /// In which order moves are tried.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub order: MoveOrder,
}

/// A search, node by node.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TreeInfo {
    /// The game's id.
    pub game: String,
    /// The game so far.
    pub record: Record,
    /// The position at its end, the tree's root.
    pub position: String,
    /// Who is Max: the player to move. All values are for that player.
    pub max: Seat,
    /// How deep the search goes, in plies.
    pub depth: u16,
    /// Whether it leaves out what cannot matter.
    pub alpha_beta: bool,
    /// In which order moves are tried.
    pub order: MoveOrder,
    /// How many levels below the root are in `nodes`; values always come from the full depth.
    pub levels: u16,
    /// The nodes in the order of the search; the first is the root.
    pub nodes: Vec<NodeInfo>,
    /// What happens, in order: a node's number and what happens to it.
    pub steps: Vec<(usize, StepKind)>,
    /// What is counted at leaves.
    pub labels: Vec<LabelInfo>,
    /// What plain minimax visits.
    pub minimax: TreeCost,
    /// What alpha-beta visits.
    pub pruned: TreeCost,
    /// Whether the search was broken off, so that some nodes have no value.
    pub stopped: bool,
}

/// A position that was visited.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct NodeInfo {
    /// The number of the node before it; only the root has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub parent: Option<usize>,
    /// The move that led here from there.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notation: Option<String>,
    /// Who is to move: Max or Min.
    pub side: TreeSide,
    /// What Max was sure of when the search came here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub alpha: Option<i32>,
    /// What Min was sure of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub beta: Option<i32>,
    /// What it is worth to Max.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<i32>,
    /// How much is known of that; exact if it says nothing.
    #[serde(default, skip_serializing_if = "is_exact")]
    pub bound: Bound,
    /// The number of the node that the value comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub best: Option<usize>,
    /// Why the rest of its moves was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cut: Option<CutInfo>,
    /// How a leaf's value is made up: the number of a label, and how many of it there are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<(usize, i32)>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ending: Option<Ending>,
    /// How many positions were visited below.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub below: u64,
}

/// Why the rest of a node's moves was left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct CutInfo {
    /// What the other player is sure of elsewhere.
    pub sure: i32,
    /// The number of the node where.
    pub at: Option<usize>,
    /// The moves that were left out.
    pub skipped: Vec<String>,
}

/// Something that is counted at leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LabelInfo {
    /// What it is.
    pub label: Text,
    /// The points that each is worth.
    pub weight: i32,
}

/// `POST /api/think/position`: a position of a tree as a picture, answered with a [`PositionInfo`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The game's id.
    pub game: String,
    /// The game so far.
    pub record: Record,
}

/// A position as a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PositionInfo {
    /// The position, in the game's notation.
    pub position: String,
    /// The picture, and the legal moves.
    pub view: View,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like that")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like that")]
fn is_exact(bound: &Bound) -> bool {
    *bound == Bound::Exact
}

impl TreeDemoInfo {
    /// The lesson of a game.
    pub fn new(game: &str, lesson: &TreeDemo) -> Self {
        let examples = lesson.examples.iter().map(ExampleInfo::from).collect();
        Self { game: game.to_owned(), examples, deepest: TreePlan::MAX_DEPTH }
    }
}

impl From<&TreeExample> for ExampleInfo {
    fn from(example: &TreeExample) -> Self {
        Self {
            id: example.id.to_owned(),
            title: example.title.clone(),
            about: example.about.clone(),
            start: example.start.to_owned(),
            depth: example.plan.depth,
            alpha_beta: example.plan.method == TreeMethod::AlphaBeta,
            order: example.plan.order,
            deeper: example.deeper,
        }
    }
}

impl TreeRequest {
    /// What is wanted, as the search knows it.
    pub const fn plan(&self) -> TreePlan {
        let method = if self.alpha_beta { TreeMethod::AlphaBeta } else { TreeMethod::Minimax };
        TreePlan { depth: self.depth, method, order: self.order }
    }
}

impl TreeInfo {
    /// The tree of a game that has come so far.
    pub fn new(game: &str, live: &dyn Live, tree: &Tree) -> Self {
        let labels = tree.labels();
        Self {
            game: game.to_owned(),
            record: live.record().clone(),
            position: live.position(),
            max: tree.max,
            depth: tree.plan.depth,
            alpha_beta: tree.plan.method == TreeMethod::AlphaBeta,
            order: tree.plan.order,
            levels: tree.levels,
            nodes: tree.nodes.iter().map(|node| NodeInfo::new(node, &labels)).collect(),
            steps: tree.steps().iter().map(|step| (step.node, step.kind)).collect(),
            labels: labels
                .iter()
                .map(|&(label, weight)| LabelInfo { label: label.clone(), weight })
                .collect(),
            minimax: tree.minimax,
            pruned: tree.alpha_beta,
            stopped: tree.stopped,
        }
    }
}

impl NodeInfo {
    fn new(node: &TreeNode, labels: &[(&'static Text, i32)]) -> Self {
        let label = |label, weight| {
            labels.iter().position(|known| *known == (label, weight)).unwrap_or_default()
        };
        Self {
            parent: node.parent,
            notation: node.parent.map(|_| node.notation.clone()),
            side: node.side,
            alpha: node.window.alpha.map(|sure| sure.points),
            beta: node.window.beta.map(|sure| sure.points),
            value: node.value.map(|value| value.points),
            bound: node.value.map(|value| value.bound).unwrap_or_default(),
            best: node.best,
            cut: node.cut.as_ref().map(|cut| CutInfo {
                sure: cut.against.points,
                at: cut.against.node,
                skipped: cut.skipped.clone(),
            }),
            terms: node.terms.iter().map(|t| (label(t.label, t.weight), t.count)).collect(),
            ending: node.ending.clone(),
            below: node.below,
        }
    }
}
