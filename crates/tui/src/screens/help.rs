//! The window that explains the keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};
use rules::Lang;

use crate::look::Look;
use crate::widgets::{put_line, width};

/// Draws the help of a screen over it, from one of its lines on.
pub(crate) fn draw_help(id: &str, first_line: u16, look: Look, lang: Lang, frame: &mut Frame<'_>) {
    let text = texts::say(lang, id, &[]);
    let text = look.text(&text);
    let lines: Vec<_> = text.lines().collect();
    let area = frame.area();
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or_default() as u16;
    let (wide, high) = ((widest + 4).min(area.width), (lines.len() as u16 + 2).min(area.height));
    let window = Rect::new((area.width - wide) / 2, (area.height - high) / 2, wide, high);
    Clear.render(window, frame.buffer_mut());
    let (across, down) = (look.char('─', '-'), look.char('│', '|'));
    let edge: String = std::iter::repeat_n(across, usize::from(wide)).collect();
    for y in [window.y, window.bottom().saturating_sub(1)] {
        put_line(frame, Rect { y, height: 1, ..window }, &Line::styled(edge.clone(), look.dim()));
    }
    let hidden = lines.len().saturating_sub(usize::from(high.saturating_sub(2)));
    let shown = lines.iter().skip(usize::from(first_line).min(hidden));
    for (line, y) in shown.zip(window.y + 1..window.bottom().saturating_sub(1)) {
        let blanks = usize::from(wide).saturating_sub(4 + width(line));
        let line = format!("{down} {line}{} {down}", " ".repeat(blanks));
        put_line(frame, Rect { y, height: 1, ..window }, &Line::raw(line));
    }
}
