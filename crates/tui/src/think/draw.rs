//! Drawing of a search tree.

use engine::tree::{MoveOrder, TreeMethod, TreeNode, TreeSide, TreeWindow, WindowEdge};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use rules::{CellIndex, Lang, Text};

use super::ThinkScreen;
use super::rows::{BranchRow, Row};
use super::words::{cutoff_reason, node_words, step_words};
use crate::board::{BoardGeometry, BoardWidget, CellSigns, Side};
use crate::look::Look;
use crate::screens::draw_frame;
use crate::widgets::{put, put_line, wrap};

/// Window from which on the panel stands beside the tree.
const WIDE_WINDOW_MIN: u16 = 72;
/// Width of the panel beside the tree.
const PANEL_WIDTH: u16 = 40;
/// Lines for words and figures in that panel.
const WORDS_LINES: u16 = 11;
/// Height of the panel below the tree, in a narrow window.
const PANEL_HEIGHT: u16 = 5;

pub(super) fn draw(screen: &ThinkScreen, look: Look, lang: Lang, frame: &mut Frame<'_>) {
    let area = draw_frame("tui-think-title", "tui-think-keys", look, lang, frame);
    let brush = TreeBrush { screen, look, lang };
    let heading = Rect { y: 1, height: 1, ..area };
    put(frame, heading, brush.plan(), Style::new(), look);
    let area = Rect { height: area.height + 1, ..area };
    if area.width >= WIDE_WINDOW_MIN {
        let tree = Rect { width: area.width - PANEL_WIDTH, ..area };
        let panel = Rect { x: tree.right(), width: PANEL_WIDTH, ..area };
        brush.draw_tree(tree, frame);
        brush.draw_panel(panel, frame);
    } else {
        let height = PANEL_HEIGHT.min(area.height / 2);
        let tree = Rect { height: area.height - height, ..area };
        let panel = Rect { y: tree.bottom(), height, ..area };
        brush.draw_tree(tree, frame);
        brush.draw_lines(&brush.words(), panel, frame);
    }
}

/// What drawing needs to know.
struct TreeBrush<'a> {
    screen: &'a ThinkScreen,
    look: Look,
    lang: Lang,
}

impl TreeBrush<'_> {
    fn say(&self, id: &str) -> String {
        texts::say(self.lang, id, &[])
    }

    fn words_of(&self, text: &Text) -> String {
        self.look.text(text.get(self.lang)).into_owned()
    }

    /// The game, the search and how far it is.
    fn plan(&self) -> String {
        let ThinkScreen { tree, wanted, replay, game, .. } = self.screen;
        let plan = wanted.unwrap_or(tree.plan);
        let method = match plan.method {
            TreeMethod::Minimax => "minimax".to_owned(),
            TreeMethod::AlphaBeta => self.say("tui-think-alpha-beta"),
        };
        let order = self.say(match plan.order {
            MoveOrder::Listed => "tui-think-listed",
            MoveOrder::Best => "tui-think-best-first",
            MoveOrder::Worst => "tui-think-worst-first",
        });
        let args = [
            ("game", (&game.info().title).into()),
            ("method", method.into()),
            ("depth", u64::from(plan.depth).into()),
            ("order", order.into()),
        ];
        let text = texts::say(self.lang, "tui-think-plan", &args);
        let steps = [("at", replay.at().into()), ("all", replay.len().into())];
        let progress = match wanted {
            None => texts::say(self.lang, "tui-think-progress", &steps),
            Some(_) => self.say("tui-think-searching"),
        };
        format!("{text}: {progress}")
    }

    fn draw_tree(&self, area: Rect, frame: &mut Frame<'_>) {
        let rows = self.screen.rows();
        let chosen = rows.iter().position(|row| row.row == self.screen.cursor).unwrap_or_default();
        let visible = usize::from(area.height).max(1);
        let most = rows.len().saturating_sub(visible);
        let first = chosen.saturating_sub(visible / 2).min(most);
        let best = self.screen.replay.best_line();
        for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
            let line = self.row(row, &best, index == chosen);
            let width = area.width.saturating_sub(2);
            put_line(frame, Rect { x: area.x + 1, y, width, height: 1 }, &line);
        }
    }

    /// A row: branches, the move, who is to move, the value, what is left out or folded.
    fn row(
        &self,
        BranchRow { row, branches }: &BranchRow,
        best: &[usize],
        is_chosen: bool,
    ) -> Line<'static> {
        let mut style = if is_chosen { Look::CHOSEN } else { Style::new() };
        let text = match *row {
            Row::Node(node) => {
                if best.contains(&node) {
                    style = style.add_modifier(Modifier::BOLD);
                }
                self.node_text(node, best)
            }
            Row::Cutoff(node) => {
                let moves = self.screen.tree.nodes[node].cut.as_ref();
                let moves = moves.map(|cut| cut.skipped.join(" ")).unwrap_or_default();
                format!("✂ {moves}")
            }
        };
        Line::from(vec![
            Span::styled(self.look.text(branches).into_owned(), self.look.dim()),
            Span::styled(self.look.text(&text).into_owned(), style),
        ])
    }

    fn node_text(&self, index: usize, best: &[usize]) -> String {
        let screen = self.screen;
        let node = &screen.tree.nodes[index];
        let state = screen.replay.node(index);
        let is_leaf = node.below == 0 && state.is_some_and(|state| state.is_done);
        let sign = match node.side {
            _ if is_leaf => '■',
            TreeSide::Max => '▲',
            TreeSide::Min => '▼',
        };
        let value = state.and_then(|state| state.value);
        let open = if state.is_some_and(|state| !state.is_done) { "…" } else { "" };
        let star = if best.contains(&index) && value.is_some() { " *" } else { "" };
        let value = value.map_or_else(|| "?".to_owned(), |value| value.to_string());
        let blank = if node.notation.is_empty() { "" } else { " " };
        let folded = !screen.children[index].is_empty() && !screen.unfolded.contains(&index);
        let below = if folded || (!is_leaf && screen.children[index].is_empty() && node.below > 0) {
            format!(" (+{})", node.below)
        } else {
            String::new()
        };
        format!("{}{blank}{sign} {value}{open}{star}{below}", node.notation)
    }

    /// The board above the words, where there is room for both.
    fn draw_panel(&self, area: Rect, frame: &mut Frame<'_>) {
        let lines: Vec<_> = self.words().into_iter().chain(self.figures()).collect();
        // The board keeps its size, however much there is to say.
        let room = area.height.saturating_sub(WORDS_LINES);
        let used = self.draw_board(Rect { height: room, ..area }, frame);
        let below = Rect { y: area.y + used, height: area.height - used, ..area };
        self.draw_lines(&lines, below, frame);
    }

    /// Draws the board of the node, and returns the lines that it takes.
    fn draw_board(&self, area: Rect, frame: &mut Frame<'_>) -> u16 {
        let Some(view) = &self.screen.view else { return 0 };
        let (info, board, look) = (self.screen.game.info(), &view.board, self.look);
        let Some(geometry) = BoardGeometry::fit(info, board, look, Side::Upright, area) else {
            return 0;
        };
        let mut signs = vec![CellSigns::default(); board.cells.len()];
        for change in view.last.iter().flat_map(|last| &last.changes) {
            for CellIndex(cell) in [Some(change.cell), change.from].into_iter().flatten() {
                if let Some(sign) = signs.get_mut(usize::from(cell)) {
                    sign.last = true;
                }
            }
        }
        BoardWidget { info, board, signs: &signs, geometry, look }.render(frame.buffer_mut());
        area.height
    }

    fn draw_lines(&self, lines: &[String], area: Rect, frame: &mut Frame<'_>) {
        let width = usize::from(area.width.saturating_sub(2)).max(1);
        let lines = lines.iter().flat_map(|line| match &**line {
            "" => vec![String::new()],
            line => wrap(&self.look.text(line), width),
        });
        for (line, y) in lines.zip(area.y..area.bottom()) {
            put(frame, Rect { y, height: 1, ..area }, line, Style::new(), self.look);
        }
    }

    /// What happens, or what is known of the node.
    fn words(&self) -> Vec<String> {
        let ThinkScreen { tree, replay, cursor, notices, .. } = self.screen;
        let node = self.screen.node();
        let words = match cursor {
            _ if !notices.is_empty() => notices.clone(),
            Row::Cutoff(node) => vec![cutoff_reason(tree, *node)],
            Row::Node(_) if node == replay.current(tree) => step_words(tree, replay),
            Row::Node(_) => node_words(tree, replay, node),
        };
        words.iter().map(|text| self.words_of(text)).collect()
    }

    /// The window, the terms of a leaf and the counts of both searches.
    fn figures(&self) -> Vec<String> {
        let ThinkScreen { tree, replay, .. } = self.screen;
        let node = self.screen.node();
        let mut lines = vec![String::new()];
        if let Some(state) = replay.node(node).filter(|_| tree.plan.method == TreeMethod::AlphaBeta)
        {
            lines.push(window_text(state.window));
        }
        lines.extend(self.terms(&tree.nodes[node]));
        let count = |cost: engine::tree::TreeCost| {
            if cost.complete { cost.positions.to_string() } else { format!(">{}", cost.positions) }
        };
        let args = [
            ("without", count(tree.minimax).into()),
            ("with", count(tree.alpha_beta).into()),
            ("visited", replay.visited.to_string().into()),
        ];
        lines.push(texts::say(self.lang, "tui-think-counts", &args));
        if tree.levels < tree.plan.depth && tree.nodes.len() > 1 {
            let args = [("levels", u64::from(tree.levels).into())];
            lines.push(texts::say(self.lang, "think-too-large", &args));
        }
        lines
    }

    /// How the value of a leaf is made up.
    fn terms(&self, node: &TreeNode) -> Vec<String> {
        if node.below > 0 || node.terms.is_empty() {
            return Vec::new();
        }
        let term = |term: &engine::Term| {
            let label = term.label.get(self.lang);
            format!("{} = {} × {} {label}", term.points(), term.count, term.weight)
        };
        node.terms.iter().map(term).collect()
    }
}

/// What both players are sure of.
fn window_text(TreeWindow { alpha, beta }: TreeWindow) -> String {
    let edge = |edge: Option<WindowEdge>, none: &str| {
        edge.map_or_else(|| none.to_owned(), |edge| edge.points.to_string())
    };
    format!("α {}  β {}", edge(alpha, "−∞"), edge(beta, "+∞"))
}
