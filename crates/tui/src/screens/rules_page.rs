//! The rules of the games, with their diagrams.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use rules::{AnyGame, Diagram, Lang};

use super::{ListKey, cycle, draw_frame, list_key};
use crate::board::{BoardGeometry, BoardWidget, CellSigns, Side};
use crate::look::Look;
use crate::screen::{Screen, ScreenStep, Shared};
use crate::widgets::wrap;

/// Widest line of text.
const TEXT_WIDTH_MAX: u16 = 76;
/// Largest height of a diagram.
const DIAGRAM_HEIGHT_MAX: u16 = 24;
/// Most lines of a page.
const PAGE_LINES_MAX: u16 = 2000;

/// A page of rules.
#[derive(Default)]
pub(crate) struct RulesScreen {
    game: usize,
    first_line: u16,
}

/// Part of a page.
enum Block {
    Line(String, Style),
    Diagram(Box<Diagram>),
}

impl Screen for RulesScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        let page = shared.size.height.saturating_sub(5).max(1);
        let down = |by: u16, line: u16| line.saturating_add(by).min(PAGE_LINES_MAX);
        let games = shared.catalogue.len();
        match (list_key(key), key.code) {
            (_, KeyCode::PageDown | KeyCode::Char(' ')) => {
                self.first_line = down(page, self.first_line);
            }
            (_, KeyCode::PageUp) => self.first_line = self.first_line.saturating_sub(page),
            (_, KeyCode::Home) => self.first_line = 0,
            (Some(ListKey::Up), _) => self.first_line = self.first_line.saturating_sub(1),
            (Some(ListKey::Down | ListKey::Enter), _) => {
                self.first_line = down(1, self.first_line);
            }
            (Some(ListKey::Less), _) => {
                *self = Self { game: cycle(self.game, games, false), first_line: 0 };
            }
            (Some(ListKey::More), _) => {
                *self = Self { game: cycle(self.game, games, true), first_line: 0 };
            }
            (Some(ListKey::Back), _) => return ScreenStep::Back,
            _ => {}
        }
        ScreenStep::Stay
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let area = draw_frame("tui-menu-rules", "tui-rules-keys", look, lang, frame);
        let Some(entry) = shared.catalogue.get(self.game) else { return };
        let width = area.width.saturating_sub(2).min(TEXT_WIDTH_MAX);
        let page = page(entry.game, look, lang, width);
        let last = page.area.height.saturating_sub(area.height);
        let first = self.first_line.min(last);
        for y in 0..area.height.min(page.area.height - first) {
            for x in 0..page.area.width {
                let (from, to) = ((x, first + y), (area.x + 1 + x, area.y + y));
                if let (Some(from), Some(to)) = (page.cell(from), frame.buffer_mut().cell_mut(to)) {
                    *to = from.clone();
                }
            }
        }
    }
}

/// The whole page of a game.
fn page(game: &dyn AnyGame, look: Look, lang: Lang, width: u16) -> Buffer {
    let text = game.info().rules.get(lang);
    let mut diagrams = Diagram::all(game, text).unwrap_or_default().into_iter();
    let mut blocks = Vec::new();
    let mut in_fence = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_fence = !in_fence;
            let is_diagram = in_fence && line == "```board";
            if let Some(diagram) = is_diagram.then(|| diagrams.next()).flatten() {
                let caption = diagram.caption.replace('`', "");
                blocks.push(Block::Diagram(Box::new(diagram)));
                let style = Style::new().add_modifier(Modifier::ITALIC);
                let lines = wrap(&look.text(&caption), width.max(1).into());
                blocks.extend(lines.into_iter().map(|line| Block::Line(line, style)));
            }
            continue;
        }
        if !in_fence {
            let (line, style) = plain(line, look);
            let lines = wrap(&look.text(&line), width.max(1).into());
            let lines = if lines.is_empty() { vec![String::new()] } else { lines };
            blocks.extend(lines.into_iter().map(|line| Block::Line(line, style)));
        }
    }
    paint(game, &blocks, look, width)
}

/// A line of Markdown as a text and its style.
fn plain(line: &str, look: Look) -> (String, Style) {
    let heading = line.trim_start_matches('#');
    if heading.len() < line.len() {
        return (heading.trim().to_owned(), look.accent());
    }
    let line = line.replace("**", "").replace('`', "");
    let line = match line.strip_prefix("- ") {
        Some(item) => format!("• {item}"),
        None => line,
    };
    let line = if look.is_ascii() { line.replace('•', "-") } else { line };
    (line, Style::new())
}

fn paint(game: &dyn AnyGame, blocks: &[Block], look: Look, width: u16) -> Buffer {
    let room = Rect::new(0, 0, width, DIAGRAM_HEIGHT_MAX);
    let fit = |diagram: &Diagram, area| {
        BoardGeometry::fit(game.info(), &diagram.view.board, look, Side::Upright, area)
    };
    let height = |block: &Block| match block {
        Block::Line(..) => 1,
        Block::Diagram(diagram) => match fit(diagram, room) {
            Some(geometry) => geometry.cells().height + 2,
            None => 0,
        },
    };
    let total = blocks.iter().map(height).fold(0, u16::saturating_add).min(PAGE_LINES_MAX);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, total));
    let mut y = 0;
    for block in blocks {
        let height = height(block);
        if y + height > total {
            break;
        }
        match block {
            Block::Line(line, style) => {
                buffer.set_string(0, y, line, *style);
            }
            Block::Diagram(diagram) => {
                let area = Rect::new(0, y, width, height);
                if let Some(geometry) = fit(diagram, area) {
                    draw_diagram(game, diagram, geometry, look, &mut buffer);
                }
            }
        }
        y += height;
    }
    buffer
}

fn draw_diagram(
    game: &dyn AnyGame,
    diagram: &Diagram,
    geometry: BoardGeometry,
    look: Look,
    buffer: &mut Buffer,
) {
    let board = &diagram.view.board;
    let mut signs = vec![CellSigns::default(); board.cells.len()];
    for (cell, sign) in board.cells.iter().zip(&mut signs) {
        let Some(spot) = cell.spot else { continue };
        sign.picked = diagram.picked.contains(&spot);
        sign.target = diagram.view.choices.iter().any(|choice| choice.steps.last() == Some(&spot));
    }
    for (cells, is_winning) in
        [(&diagram.view.marks.winning, true), (&diagram.view.marks.forbidden, false)]
    {
        for cell in cells {
            let Some(sign) = signs.get_mut(usize::from(cell.0)) else { continue };
            if is_winning { sign.winning = true } else { sign.forbidden = true }
        }
    }
    BoardWidget { info: game.info(), board, signs: &signs, geometry, look }.render(buffer);
}
