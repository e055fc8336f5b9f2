//! The stored matches that can be gone on with.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::{Lang, Text};

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::message::{Effect, Message, StoredMatch};
use crate::screen::{ClickList, Screen, ScreenStep, Shared};

/// The list of stored matches.
#[derive(Default)]
pub(crate) struct StoredScreen {
    /// `None` until they are read.
    matches: Option<Vec<StoredMatch>>,
    chosen: usize,
    notices: Vec<Text>,
}

impl Screen for StoredScreen {
    fn key(&mut self, key: KeyEvent, _: &mut Shared) -> ScreenStep {
        self.notices.clear();
        let matches = self.matches.as_deref().unwrap_or_default();
        match list_key(key) {
            Some(ListKey::Up) => self.chosen = cycle(self.chosen, matches.len(), false),
            Some(ListKey::Down) => self.chosen = cycle(self.chosen, matches.len(), true),
            Some(ListKey::Enter | ListKey::More) => {
                if let Some(one) = matches.get(self.chosen) {
                    return ScreenStep::Effects(vec![Effect::Resume(one.id.clone())]);
                }
            }
            Some(ListKey::Back | ListKey::Less) => return ScreenStep::Back,
            None => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            Message::Stored(matches) => {
                self.chosen = self.chosen.min(matches.len().saturating_sub(1));
                self.matches = Some(matches);
            }
            Message::Notice(notices) => self.notices = notices,
            _ => {}
        }
        ScreenStep::Stay
    }

    fn list(&mut self, _: &Shared) -> Option<ClickList<'_>> {
        let count = self.matches.as_ref().map_or(0, Vec::len);
        let (chosen, key) = (&mut self.chosen, KeyCode::Enter);
        Some(ClickList { chosen, count, foot: 0, key, at_once: true })
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let area = draw_frame("tui-menu-continue", "tui-list-keys", look, lang, frame);
        let notice = |text: &Text| vec![text.get(lang).to_owned()];
        let rows = match (&self.matches, self.notices.first()) {
            (_, Some(text)) => notice(text),
            (None, _) => return,
            (Some(matches), _) if matches.is_empty() => {
                notice(&texts::text("play-nothing-to-resume", &[]))
            }
            (Some(matches), _) => matches.iter().map(|one| row(one, lang)).collect(),
        };
        draw_list(&rows, self.chosen.min(rows.len() - 1), area, look, frame);
    }
}

/// A match in a list.
pub(super) fn row(StoredMatch { id, game, entries, date }: &StoredMatch, lang: Lang) -> String {
    let args = [("moves", (*entries).into())];
    let moves = texts::say(lang, "tui-move-count", &args);
    format!("{:<14} {moves:<10} {date}  {id}", game.get(lang))
}
