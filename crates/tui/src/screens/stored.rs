//! The stored matches that can be gone on with.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use rules::{Lang, Text};

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::app::ScreenStep;
use crate::look::Look;
use crate::message::{Effect, StoredMatch};

/// The list of stored matches.
#[derive(Default)]
pub(crate) struct StoredScreen {
    /// `None` until they are read.
    matches: Option<Vec<StoredMatch>>,
    pub(crate) chosen: usize,
    pub(crate) notices: Vec<Text>,
}

impl StoredScreen {
    pub(crate) fn receive(&mut self, matches: Vec<StoredMatch>) {
        self.chosen = self.chosen.min(matches.len().saturating_sub(1));
        self.matches = Some(matches);
    }

    /// Matches to choose from.
    pub(crate) fn count(&self) -> usize {
        self.matches.as_ref().map_or(0, Vec::len)
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> ScreenStep {
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

    pub(crate) fn draw(&self, look: Look, lang: Lang, frame: &mut Frame<'_>) {
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
