//! The menu.

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use rules::Lang;

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::app::ScreenStep;
use crate::look::Look;

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
    pub(crate) chosen: usize,
}

impl MenuScreen {
    pub(crate) fn key(&mut self, key: KeyEvent) -> ScreenStep {
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

    pub(crate) fn draw(&self, look: Look, lang: Lang, frame: &mut Frame<'_>) {
        let area = draw_frame("tui-title", "tui-menu-keys", look, lang, frame);
        let rows: Vec<_> = MenuItem::ALL.iter().map(|item| item.label(lang)).collect();
        draw_list(&rows, self.chosen, area, look, frame);
    }
}
