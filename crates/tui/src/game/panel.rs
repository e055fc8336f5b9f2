//! The panel beside the board: players, analysis, moves, notices.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use rules::{Lang, Seat};

use super::analysis::short_value;
use super::draw::Brush;
use super::{GameScreen, Pane};
use crate::look::Look;
use crate::widgets::{braille_graph, put_line, wrap};

/// Best lines that are shown.
const LINES_SHOWN: usize = 3;
/// Height of the graph of a review.
const GRAPH_LINES: u16 = 3;
/// Most lines of notices.
const NOTICE_LINES_MAX: u16 = 8;
/// Widest column of moves.
const ENTRY_WIDTH_MAX: u16 = 10;
/// Width of the number of a move.
const NUMBER_WIDTH: u16 = 4;

/// Parts of the panel.
struct PanelLayout {
    head: Rect,
    moves: Rect,
    notices: Rect,
}

impl PanelLayout {
    fn new(panel: Rect, head_lines: u16, notice_lines: u16) -> Self {
        let inner = Rect { x: panel.x + 1, width: panel.width.saturating_sub(2), ..panel };
        let head_height = head_lines.min(inner.height);
        let notices_height = notice_lines.min(NOTICE_LINES_MAX).min(inner.height - head_height);
        let head = Rect { height: head_height, ..inner };
        let moves = Rect {
            y: inner.y + head_height,
            height: inner.height - head_height - notices_height,
            ..inner
        };
        let notices = Rect { y: moves.bottom(), height: notices_height, ..inner };
        Self { head, moves, notices }
    }
}

pub(super) fn draw(brush: &Brush<'_>, panel: Rect, frame: &mut Frame<'_>) {
    let (head, notices) = (brush.head(panel.width - 2), brush.notices(panel.width - 2));
    let layout = PanelLayout::new(panel, head.len() as u16, notices.len() as u16);
    for (line, y) in head.into_iter().zip(layout.head.y..layout.head.bottom()) {
        put_line(frame, Rect { y, height: 1, ..layout.head }, &line);
    }
    brush.draw_moves(layout.moves, frame);
    for (line, y) in notices.into_iter().zip(layout.notices.y..layout.notices.bottom()) {
        put_line(frame, Rect { y, height: 1, ..layout.notices }, &line);
    }
}

impl Brush<'_> {
    /// Players, tallies and analysis.
    fn head(&self, width: u16) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for seat in Seat::ALL {
            lines.push(Line::from(self.seat(seat)));
            lines.extend(self.company(seat));
        }
        lines.extend(self.server_line());
        for tally in &self.screen.view().board.tallies {
            let (first, second) = (tally.count.first.into(), tally.count.second.into());
            let args = [("label", (&tally.label).into()), ("first", first), ("second", second)];
            lines.push(Line::raw(self.words(&texts::text("tally", &args))));
        }
        if let Some(chance) = self.screen.first_chance() {
            lines.push(self.bar(chance, width));
        } else if self.screen.analysis.is_on {
            lines.push(Line::styled(self.say("tui-analysing"), self.look.dim()));
        }
        for line in self.screen.lines().iter().take(LINES_SHOWN) {
            let mut text = format!("{:>4} {}", short_value(line, self.lang), line.moves.join(" "));
            if let Some((end, _)) = text.char_indices().nth(width.into()) {
                text.truncate(end);
            }
            lines.push(Line::raw(text));
        }
        let scores: Vec<f32> = self.screen.analysis.review.iter().map(|note| note.after).collect();
        if !scores.is_empty() {
            let shown = self.screen.shown_entries().checked_sub(1);
            lines.extend(braille_graph(&scores, shown, width, GRAPH_LINES, self.look));
        }
        lines.push(Line::default());
        lines
    }

    /// Expected score of the first seat, as a bar.
    fn bar(&self, chance: f32, width: u16) -> Line<'static> {
        let label = format!(" {:.0}%", 100.0 * chance);
        let cells = usize::from(width).saturating_sub(label.len());
        let full = (chance * cells as f32).round() as usize;
        let (on, off) = (self.look.char('█', '#'), self.look.char('░', '.'));
        let bar: String = (0..cells).map(|cell| if cell < full { on } else { off }).collect();
        Line::raw(bar + &label)
    }

    /// What is to be said, in lines of the panel's width.
    fn notices(&self, width: u16) -> Vec<Line<'static>> {
        let screen = self.screen;
        let mut texts: Vec<_> = screen.notices.iter().map(|text| self.words(text)).collect();
        if texts.is_empty()
            && let Some(note) = screen.reviewed()
        {
            texts.extend(note.remarks.iter().map(|text| self.words(text)));
        }
        let lines = texts.iter().flat_map(|text| wrap(text, width.into()));
        lines.map(Line::raw).collect()
    }

    /// The moves in two columns, with the one that is shown in view.
    fn draw_moves(&self, area: Rect, frame: &mut Frame<'_>) {
        if area.height == 0 {
            return;
        }
        let screen = self.screen;
        let style = if screen.pane == Pane::Moves { self.look.accent() } else { self.look.dim() };
        put_line(frame, Rect { height: 1, ..area }, &Line::styled(self.say("tui-moves"), style));
        let first = first_row(screen, area);
        let rows = screen.snapshot.record.moves.chunks(2).enumerate().skip(first);
        for ((row, pair), y) in rows.zip(area.y + 1..area.bottom()) {
            let mut spans = vec![Span::styled(format!("{:>3}.", row + 1), self.look.dim())];
            for (column, entry) in pair.iter().enumerate() {
                let index = 2 * row + column;
                let sign = self.review_sign(index);
                let width = usize::from(entry_width(area)) - 1;
                let is_shown = index + 1 == screen.shown_entries();
                let style = if !is_shown {
                    Style::new()
                } else if screen.pane == Pane::Moves {
                    Look::CHOSEN
                } else {
                    Style::new().add_modifier(Modifier::BOLD)
                };
                let text = format!("{entry}{sign}");
                spans.push(Span::raw(" "));
                let blanks = width.saturating_sub(text.chars().count());
                spans.push(Span::styled(text, style));
                spans.push(Span::raw(" ".repeat(blanks)));
            }
            put_line(frame, Rect { y, height: 1, ..area }, &Line::from(spans));
        }
    }

    /// Sign of the review behind an entry.
    fn review_sign(&self, index: usize) -> &'static str {
        let notes = &self.screen.analysis.review;
        notes.iter().find(|note| note.index == index).map_or("", |note| note.sign)
    }
}

impl GameScreen {
    /// The entry of the record at a place of the panel.
    pub(super) fn entry_at(
        &self,
        panel: Rect,
        position: Position,
        look: Look,
        lang: Lang,
    ) -> Option<usize> {
        let now = crate::message::Now::ZERO;
        let brush = Brush { screen: self, look, lang, now };
        let (head, notices) = (brush.head(panel.width - 2), brush.notices(panel.width - 2));
        let moves = PanelLayout::new(panel, head.len() as u16, notices.len() as u16).moves;
        let inside = Rect {
            x: moves.x + NUMBER_WIDTH,
            y: moves.y + 1,
            width: moves.width.saturating_sub(NUMBER_WIDTH),
            height: moves.height.saturating_sub(1),
        };
        if !inside.contains(position) {
            return None;
        }
        let row = first_row(self, moves) + usize::from(position.y - inside.y);
        let column = usize::from((position.x - inside.x) / entry_width(moves)).min(1);
        let index = 2 * row + column;
        (index < self.snapshot.record.moves.len()).then_some(index)
    }
}

/// Width of an entry in the list of moves.
fn entry_width(area: Rect) -> u16 {
    (area.width.saturating_sub(NUMBER_WIDTH) / 2).clamp(2, ENTRY_WIDTH_MAX)
}

/// The first row of moves in view.
fn first_row(screen: &GameScreen, area: Rect) -> usize {
    let visible = usize::from(area.height.saturating_sub(1)).max(1);
    let shown = screen.shown_entries().saturating_sub(1) / 2;
    let rows = screen.snapshot.record.moves.len().div_ceil(2);
    let last = rows.saturating_sub(visible);
    shown.saturating_sub(visible / 2).min(last)
}
