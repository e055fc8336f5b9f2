//! The menu.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::Lang;

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::screen::{ClickList, Screen, ScreenStep, Shared};

/// Entry of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuItem {
    Play,
    Continue,
    Online,
    Analyse,
    Quadrants,
    Rules,
    Settings,
    Quit,
}

impl MenuItem {
    pub(crate) const ALL: [Self; 8] = [
        Self::Play,
        Self::Continue,
        Self::Online,
        Self::Analyse,
        Self::Quadrants,
        Self::Rules,
        Self::Settings,
        Self::Quit,
    ];

    fn label(self, lang: Lang) -> String {
        let id = match self {
            Self::Play => "tui-menu-play",
            Self::Continue => "tui-menu-continue",
            Self::Online => "tui-menu-online",
            Self::Analyse => "tui-menu-analyse",
            Self::Quadrants => "tui-menu-quadrants",
            Self::Rules => "tui-menu-rules",
            Self::Settings => "tui-menu-settings",
            Self::Quit => "tui-menu-quit",
        };
        texts::say(lang, id, &[])
    }
}

/// The menu.
#[derive(Default)]
pub(crate) struct MenuScreen {
    chosen: usize,
}

impl Screen for MenuScreen {
    fn key(&mut self, key: KeyEvent, _: &mut Shared) -> ScreenStep {
        match list_key(key) {
            Some(ListKey::Up) => self.chosen = cycle(self.chosen, MenuItem::ALL.len(), false),
            Some(ListKey::Down) => self.chosen = cycle(self.chosen, MenuItem::ALL.len(), true),
            Some(ListKey::Enter | ListKey::More) => {
                return ScreenStep::Menu(MenuItem::ALL[self.chosen]);
            }
            Some(ListKey::Back) => return ScreenStep::Back,
            Some(ListKey::Less) | None => {}
        }
        ScreenStep::Stay
    }

    fn list(&mut self, _: &Shared) -> Option<ClickList<'_>> {
        let count = MenuItem::ALL.len();
        let (chosen, key) = (&mut self.chosen, KeyCode::Enter);
        Some(ClickList { chosen, count, foot: 0, key, at_once: true })
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let area = draw_frame("tui-title", "tui-menu-keys", look, lang, frame);
        let rows: Vec<_> = MenuItem::ALL.iter().map(|item| item.label(lang)).collect();
        draw_list(&rows, self.chosen, area, look, frame);
    }
}
