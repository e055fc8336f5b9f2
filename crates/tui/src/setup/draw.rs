//! Drawing of the form and of the board that it makes.

use engine::Entry;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::{Lang, Text};

use super::SetupScreen;
use crate::board::{BoardGeometry, BoardWidget, Side};
use crate::look::Look;
use crate::screens::{draw_frame, draw_list};
use crate::widgets::{put, wrap};

/// Width of the form.
const FORM_WIDTH: u16 = 46;
/// Width of the names of the rows.
const LABEL_WIDTH: usize = 14;

pub(super) fn draw(
    screen: &SetupScreen,
    catalogue: &[Entry],
    look: Look,
    lang: Lang,
    frame: &mut Frame<'_>,
) {
    let area = draw_frame("tui-menu-play", "tui-setup-keys", look, lang, frame);
    let Some(entry) = screen.entry(catalogue) else { return };
    let fields = screen.fields(entry);
    let row = |label: &Text, value: &Text| {
        let (label, value) = (label.get(lang), value.get(lang));
        let [less, more] = if look.is_ascii() { ["<", ">"] } else { ["‹", "›"] };
        let blanks = LABEL_WIDTH.saturating_sub(label.chars().count());
        format!("{label}{} {less} {value} {more}", " ".repeat(blanks))
    };
    let rows: Vec<_> =
        fields.iter().map(|field| row(&field.label(), &screen.value(*field, entry))).collect();
    let form = Rect { width: area.width.min(FORM_WIDTH), ..area };
    draw_list(&rows, screen.field.min(rows.len() - 1), form, look, frame);
    let below = Rect {
        y: area.y + rows.len() as u16 + 1,
        height: area.height.saturating_sub(rows.len() as u16 + 1),
        ..form
    };
    draw_remarks(screen, entry, below, look, lang, frame);
    let beside = Rect { x: form.right(), width: area.width - form.width, ..area };
    let Ok(board) = screen.preview(entry) else { return };
    let info = entry.game.info();
    if let Some(geometry) = BoardGeometry::fit(info, &board, look, Side::Upright, beside) {
        BoardWidget { info, board: &board, signs: &[], geometry, look }.render(frame.buffer_mut());
    }
}

/// What the game is about, or what is wrong.
fn draw_remarks(
    screen: &SetupScreen,
    entry: &Entry,
    area: Rect,
    look: Look,
    lang: Lang,
    frame: &mut Frame<'_>,
) {
    let info = entry.game.info();
    let error = screen.preview(entry).err().map(|error| error.error.text);
    let (text, style) = match error.as_ref().or(screen.notices.first()) {
        Some(text) => (text, look.accent()),
        None => (&info.goal, Style::new()),
    };
    let width = usize::from(area.width.saturating_sub(3)).max(1);
    let mut lines = wrap(text.get(lang), width);
    if let Some(rules) = info.rule_sets.get(screen.rules).filter(|_| error.is_none()) {
        lines.extend(wrap(rules.about.get(lang), width));
    }
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        put(frame, Rect { x: area.x + 1, y, height: 1, ..area }, line, style, look);
    }
}
