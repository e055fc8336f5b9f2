//! The trees of minimax, as `damier think --json` prints them and the page asks for them.

use engine::tree::{Bound, Cost, Happening, Method, Node, Order, Plan, Side, Tree};
use engine::{Example, Lesson};
use rules::{Ending, Live, Record, Seat, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/think`: the games whose trees can be looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LessonInfo {
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
    pub order: OrderName,
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
    pub order: OrderName,
}

/// In which order moves are tried: as the rules list them, the best or the worst first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum OrderName {
    /// As the rules list them.
    #[default]
    Listed,
    /// The best first for the side to move, as its judge sees them at once.
    Best,
    /// The worst first.
    Worst,
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
    pub order: OrderName,
    /// How many levels below the root are in `nodes`; values always come from the full depth.
    pub levels: u16,
    /// The nodes in the order of the search; the first is the root.
    pub nodes: Vec<NodeInfo>,
    /// What happens, in order: a node's number and what happens to it.
    pub steps: Vec<(usize, StepName)>,
    /// What is counted at leaves.
    pub labels: Vec<LabelInfo>,
    /// What plain minimax visits.
    pub minimax: CostInfo,
    /// What alpha-beta visits.
    pub pruned: CostInfo,
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
    pub side: SideName,
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
    #[serde(default, skip_serializing_if = "BoundName::is_exact")]
    pub bound: BoundName,
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

/// The two sides of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// Wants a large value.
    Max,
    /// Wants a small one.
    Min,
}

/// How much is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum BoundName {
    /// It is that.
    #[default]
    Exact,
    /// It is that or more.
    AtLeast,
    /// It is that or less.
    AtMost,
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

/// What can happen to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum StepName {
    /// The search comes to it.
    Enter,
    /// The search ends at it: it is judged.
    Judge,
    /// It is searched, but what is below is not in the tree.
    Search,
    /// It is better than all before it: the parent takes its value.
    Better,
    /// It is not: the parent's value stays.
    Worse,
    /// The rest of its moves is left out.
    Cut,
    /// Its value is known.
    Leave,
}

/// What a search visits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct CostInfo {
    /// Positions, the root included.
    pub positions: u64,
    /// Those of them that were judged.
    pub leaves: u64,
    /// Whether that is all: otherwise there are more.
    pub complete: bool,
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

impl BoundName {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like that")]
    fn is_exact(&self) -> bool {
        *self == Self::Exact
    }
}

impl LessonInfo {
    /// The lesson of a game.
    pub fn new(game: &str, lesson: &Lesson) -> Self {
        let examples = lesson.examples.iter().map(ExampleInfo::from).collect();
        Self { game: game.to_owned(), examples, deepest: Plan::DEEPEST }
    }
}

impl From<&Example> for ExampleInfo {
    fn from(example: &Example) -> Self {
        Self {
            id: example.id.to_owned(),
            title: example.title.clone(),
            about: example.about.clone(),
            start: example.start.to_owned(),
            depth: example.plan.depth,
            alpha_beta: example.plan.method == Method::AlphaBeta,
            order: example.plan.order.into(),
            deeper: example.deeper,
        }
    }
}

impl TreeRequest {
    /// What is wanted, as the search knows it.
    pub const fn plan(&self) -> Plan {
        let method = if self.alpha_beta { Method::AlphaBeta } else { Method::Minimax };
        let order = match self.order {
            OrderName::Listed => Order::Listed,
            OrderName::Best => Order::Best,
            OrderName::Worst => Order::Worst,
        };
        Plan { depth: self.depth, method, order }
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
            alpha_beta: tree.plan.method == Method::AlphaBeta,
            order: tree.plan.order.into(),
            levels: tree.levels,
            nodes: tree.nodes.iter().map(|node| NodeInfo::new(node, &labels)).collect(),
            steps: tree.steps().iter().map(|step| (step.node, step.what.into())).collect(),
            labels: labels
                .iter()
                .map(|&(label, weight)| LabelInfo { label: label.clone(), weight })
                .collect(),
            minimax: tree.minimax.into(),
            pruned: tree.alpha_beta.into(),
            stopped: tree.stopped,
        }
    }
}

impl NodeInfo {
    fn new(node: &Node, labels: &[(&'static Text, i32)]) -> Self {
        let label = |label, weight| {
            labels.iter().position(|known| *known == (label, weight)).unwrap_or_default()
        };
        Self {
            parent: node.parent,
            notation: node.parent.map(|_| node.notation.clone()),
            side: match node.side {
                Side::Max => SideName::Max,
                Side::Min => SideName::Min,
            },
            alpha: node.window.alpha.map(|sure| sure.points),
            beta: node.window.beta.map(|sure| sure.points),
            value: node.value.map(|value| value.points),
            bound: node.value.map(|value| value.bound.into()).unwrap_or_default(),
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

impl From<Order> for OrderName {
    fn from(order: Order) -> Self {
        match order {
            Order::Listed => Self::Listed,
            Order::Best => Self::Best,
            Order::Worst => Self::Worst,
        }
    }
}

impl From<Bound> for BoundName {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::Exact,
            Bound::AtLeast => Self::AtLeast,
            Bound::AtMost => Self::AtMost,
        }
    }
}

impl From<Happening> for StepName {
    fn from(what: Happening) -> Self {
        match what {
            Happening::Enter => Self::Enter,
            Happening::Judge => Self::Judge,
            Happening::Search => Self::Search,
            Happening::Better => Self::Better,
            Happening::Worse => Self::Worse,
            Happening::Cut => Self::Cut,
            Happening::Leave => Self::Leave,
        }
    }
}

impl From<Cost> for CostInfo {
    fn from(Cost { positions, leaves, complete }: Cost) -> Self {
        Self { positions, leaves, complete }
    }
}
