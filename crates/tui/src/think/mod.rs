//! The search tree of a minimax player: it is walked node by node, and the search is replayed step by step.

mod draw;
mod replay;
mod rows;
mod words;

use std::collections::BTreeSet;

use engine::tree::{MoveOrder, Tree, TreeMethod, TreePlan};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::{AnyGame, Record, Text, View};

use crate::message::{Effect, Message};
use crate::screen::{Screen, ScreenStep, Shared};
use replay::Replay;
use rows::Row;

pub use words::cutoff_reason;

/// Children of the root and of their best one are unfolded at first, if the tree has at most so many nodes there.
const UNFOLDED_ROWS_MAX: usize = 60;
/// Rows that the keys of pages go over.
const PAGE_ROWS: usize = 10;

/// A search tree to look at.
#[derive(Clone)]
pub struct ThinkTree {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The record at whose end the search begins.
    pub record: Record,
    /// The tree.
    pub tree: Tree,
}

/// Screen of a search tree.
pub(crate) struct ThinkScreen {
    game: &'static dyn AnyGame,
    record: Record,
    tree: Tree,
    children: Vec<Vec<usize>>,
    replay: Replay,
    /// Nodes whose children are shown.
    unfolded: BTreeSet<usize>,
    /// Row that is looked at.
    cursor: Row,
    /// Board of the node that is looked at.
    view: Option<View>,
    /// The plan of the tree that is being built instead of this one.
    wanted: Option<TreePlan>,
    notices: Vec<Text>,
}

impl ThinkScreen {
    pub(crate) fn new(ThinkTree { game, record, tree }: ThinkTree) -> Self {
        let (children, replay) = (tree.children(), Replay::new(&tree));
        let mut screen = Self {
            game,
            record,
            tree,
            children,
            replay,
            unfolded: BTreeSet::new(),
            cursor: Row::Node(0),
            view: None,
            wanted: None,
            notices: Vec::new(),
        };
        screen.unfold_first();
        screen.look();
        screen
    }

    /// Unfolds the root, and the best line where that is not too much.
    fn unfold_first(&mut self) {
        let mut shown = 1;
        for node in self.replay.best_line() {
            shown += self.children[node].len();
            if shown > UNFOLDED_ROWS_MAX && node > 0 {
                return;
            }
            self.unfolded.insert(node);
        }
    }

    /// A key that asks for another search.
    fn plan_key(&mut self, code: KeyCode) -> ScreenStep {
        let mut plan = self.wanted.unwrap_or(self.tree.plan);
        match code {
            KeyCode::Char('+' | '=') => plan.depth = (plan.depth + 1).min(TreePlan::MAX_DEPTH),
            KeyCode::Char('-') => plan.depth = plan.depth.saturating_sub(1).max(1),
            KeyCode::Char('a') => {
                plan.method = match plan.method {
                    TreeMethod::Minimax => TreeMethod::AlphaBeta,
                    TreeMethod::AlphaBeta => TreeMethod::Minimax,
                };
            }
            KeyCode::Char('o') => {
                let at = MoveOrder::ALL.iter().position(|order| *order == plan.order);
                plan.order = MoveOrder::ALL[(at.unwrap_or_default() + 1) % MoveOrder::ALL.len()];
            }
            _ => return ScreenStep::Stay,
        }
        if plan == self.wanted.unwrap_or(self.tree.plan) {
            return ScreenStep::Stay;
        }
        self.wanted = Some(plan);
        let (game, record) = (self.game.info().id, self.record.clone());
        ScreenStep::Effects(vec![Effect::Think { game, record, plan }])
    }

    /// Looks at another row.
    fn walk(&mut self, by: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|row| row.row == self.cursor).unwrap_or_default();
        let to = at.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        if let Some(row) = rows.get(to) {
            self.cursor = row.row;
        }
        self.look();
    }

    /// Unfolds the node that is looked at, then goes to its first child.
    fn go_in(&mut self) {
        let Row::Node(node) = self.cursor else { return };
        if !self.unfolded.insert(node)
            && let Some(&child) = self.children[node].first()
            && self.replay.node(child).is_some()
        {
            self.cursor = Row::Node(child);
        }
        self.look();
    }

    /// Folds the node that is looked at, then goes to its parent.
    fn go_out(&mut self) {
        match self.cursor {
            Row::Cutoff(node) => self.cursor = Row::Node(node),
            Row::Node(node) => {
                let was_unfolded = self.unfolded.remove(&node) && !self.children[node].is_empty();
                if let Some(parent) = self.tree.nodes[node].parent.filter(|_| !was_unfolded) {
                    self.cursor = Row::Node(parent);
                }
            }
        }
        self.look();
    }

    fn toggle(&mut self) {
        if let Row::Node(node) = self.cursor
            && !self.unfolded.remove(&node)
        {
            self.unfolded.insert(node);
        }
        self.look();
    }

    /// Unfolds every node, or folds all but the root.
    fn toggle_all(&mut self) {
        let inner = |node: &usize| !self.children[*node].is_empty();
        let all: BTreeSet<_> = (0..self.tree.nodes.len()).filter(inner).collect();
        if all.is_subset(&self.unfolded) {
            self.unfolded = BTreeSet::from([0]);
            self.cursor = Row::Node(0);
        } else {
            self.unfolded = all;
        }
        self.look();
    }

    /// Goes to a moment of the search, and looks at where it is then.
    fn step_to(&mut self, steps: usize) {
        self.replay.go(steps, &self.tree);
        let current = self.replay.current(&self.tree);
        self.unfolded.insert(current);
        self.show(current);
    }

    /// Looks at the next node of the best line; behind its end, at the root.
    fn follow_best(&mut self) {
        let best = self.replay.best_line();
        let Row::Node(node) = self.cursor else { return self.show(0) };
        let at = best.iter().position(|one| *one == node);
        let next = at.and_then(|at| best.get(at + 1)).copied().unwrap_or_default();
        self.show(next);
    }

    /// Looks at a node, whose ancestors are unfolded for that.
    fn show(&mut self, node: usize) {
        let parents = std::iter::successors(self.tree.nodes[node].parent, |parent| {
            self.tree.nodes[*parent].parent
        });
        self.unfolded.extend(parents.collect::<Vec<_>>());
        self.cursor = Row::Node(node);
        self.look();
    }

    /// The node that is looked at.
    const fn node(&self) -> usize {
        match self.cursor {
            Row::Node(node) | Row::Cutoff(node) => node,
        }
    }

    /// Brings the cursor to a row that is shown, and the board to its node.
    fn look(&mut self) {
        let mut node = self.node();
        while let Some(parent) = self.tree.nodes[node].parent {
            let is_shown = self.replay.node(node).is_some() && self.unfolded.contains(&parent);
            if !is_shown {
                self.cursor = Row::Node(parent);
            }
            node = parent;
        }
        let node = self.node();
        let is_cut = self.replay.node(node).is_some_and(|state| state.is_cut);
        if self.cursor == Row::Cutoff(node) && !(is_cut && self.unfolded.contains(&node)) {
            self.cursor = Row::Node(node);
        }
        let mut record = self.record.clone();
        record.moves.extend(self.tree.path(node).into_iter().map(str::to_owned));
        self.view = self.game.open(&record).ok().map(|live| live.view());
    }
}

impl Screen for ThinkScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        self.notices.clear();
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return ScreenStep::Back,
            KeyCode::Up | KeyCode::Char('k') => self.walk(-1),
            KeyCode::Down | KeyCode::Char('j') => self.walk(1),
            KeyCode::PageUp => self.walk(-(PAGE_ROWS.min(shared.size.height.into()) as isize)),
            KeyCode::PageDown => self.walk(PAGE_ROWS.min(shared.size.height.into()) as isize),
            KeyCode::Char('g') => self.walk(isize::MIN),
            KeyCode::Char('G') => self.walk(isize::MAX),
            KeyCode::Right | KeyCode::Char('l') => self.go_in(),
            KeyCode::Left | KeyCode::Char('h') => self.go_out(),
            KeyCode::Enter => self.toggle(),
            KeyCode::Char('e') => self.toggle_all(),
            KeyCode::Char(' ' | ']') => self.step_to(self.replay.at() + 1),
            KeyCode::Char('[') | KeyCode::Backspace => {
                self.step_to(self.replay.at().saturating_sub(1));
            }
            KeyCode::Home => self.step_to(0),
            KeyCode::End => self.step_to(self.replay.len()),
            KeyCode::Char('c') => self.step_to(self.replay.next_cutoff()),
            KeyCode::Char('b') => self.follow_best(),
            code => return self.plan_key(code),
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            // Another tree of the same position.
            Message::Tree(tree)
                if tree.record == self.record
                    && self.wanted.is_none_or(|plan| plan == tree.tree.plan) =>
            {
                *self = Self::new(*tree);
            }
            Message::Notice(notices) => (self.wanted, self.notices) = (None, notices),
            _ => {}
        }
        ScreenStep::Stay
    }

    fn help_id(&self) -> &'static str {
        "tui-think-help"
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw::draw(self, shared.look, shared.lang, frame);
    }
}
