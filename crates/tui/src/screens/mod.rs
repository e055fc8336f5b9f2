//! Screens beside that of a match: the menu, the stored matches, the rules, the settings, the help.

mod analyse;
mod help;
mod menu;
mod online;
mod rules_page;
mod settings;
mod stored;

pub(crate) use analyse::AnalyseScreen;
pub(crate) use help::draw_help;
pub(crate) use menu::{MenuItem, MenuScreen};
pub(crate) use online::OnlineScreen;
pub(crate) use rules_page::RulesScreen;
pub(crate) use settings::SettingsScreen;
pub(crate) use stored::StoredScreen;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use rules::Lang;

use crate::look::Look;
use crate::widgets::{put, put_line};

/// Lines of a screen beside what it shows: the title, the keys, and one of space each.
pub(crate) const FRAME_LINES: u16 = 4;
/// First line of what a screen shows.
pub(crate) const FIRST_LINE: u16 = 2;

/// Where a key leads in a list.
pub(crate) enum ListKey {
    Up,
    Down,
    Less,
    More,
    Enter,
    Back,
}

/// The meaning of a key in lists and forms.
pub(crate) fn list_key(key: KeyEvent) -> Option<ListKey> {
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => ListKey::Up,
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => ListKey::Down,
        KeyCode::Left | KeyCode::Char('h') => ListKey::Less,
        KeyCode::Right | KeyCode::Char('l') => ListKey::More,
        KeyCode::Enter => ListKey::Enter,
        KeyCode::Esc | KeyCode::Char('q') => ListKey::Back,
        _ => return None,
    })
}

/// The answer to a question, if the key is one.
pub(crate) const fn is_yes(key: KeyEvent) -> Option<bool> {
    match key.code {
        KeyCode::Char('y' | 'o' | 'Y' | 'O') | KeyCode::Enter => Some(true),
        KeyCode::Char('n' | 'N') | KeyCode::Esc => Some(false),
        _ => None,
    }
}

/// The next of `count` in a circle.
pub(crate) const fn cycle(index: usize, count: usize, forward: bool) -> usize {
    let count = if count == 0 { 1 } else { count };
    if forward { (index + 1) % count } else { (index + count - 1) % count }
}

/// Draws the title of a screen and the keys that it has.
pub(crate) fn draw_frame(
    title: &str,
    keys: &str,
    look: Look,
    lang: Lang,
    frame: &mut Frame<'_>,
) -> Rect {
    let area = frame.area();
    put(frame, Rect { height: 1, ..area }, texts::say(lang, title, &[]), look.accent(), look);
    let last = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
    put(frame, last, texts::say(lang, keys, &[]), look.dim(), look);
    Rect { y: FIRST_LINE, height: area.height.saturating_sub(FRAME_LINES), ..area }
}

/// Draws the rows of a list; the chosen one is in view.
pub(crate) fn draw_list(
    rows: &[String],
    chosen: impl Into<Option<usize>>,
    area: Rect,
    look: Look,
    frame: &mut Frame<'_>,
) {
    let visible = usize::from(area.height).max(1);
    let chosen = chosen.into();
    let first = chosen.unwrap_or_default().saturating_sub(visible - 1);
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        let style = if Some(index) == chosen { Look::CHOSEN } else { Style::new() };
        let line = Line::styled(format!(" {} ", look.text(row)), style);
        let area = Rect { x: area.x + 1, y, width: area.width.saturating_sub(1), height: 1 };
        put_line(frame, area, &line);
    }
}
