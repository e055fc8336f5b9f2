//! The settings.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use rules::{Lang, Text};

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::colour::ColourDepth;
use crate::look::{Charset, Motion, Theme};
use crate::message::{Effect, Message};
use crate::preferences::Preferences;
use crate::screen::{ClickList, Screen, ScreenStep, Shared};
use crate::widgets::put;

/// The form of settings.
#[derive(Default)]
pub(crate) struct SettingsScreen {
    chosen: usize,
    /// Why the settings are not remembered.
    notices: Vec<Text>,
}

const SETTINGS: [&str; 5] = [
    "tui-setting-language",
    "tui-setting-colours",
    "tui-setting-background",
    "tui-setting-characters",
    "tui-setting-motion",
];

const DEPTHS: [ColourDepth; 4] =
    [ColourDepth::None, ColourDepth::Ansi, ColourDepth::Palette, ColourDepth::True];

impl SettingsScreen {
    fn change(&self, shared: &mut Shared, forward: bool) -> ScreenStep {
        let Shared { look, lang, .. } = shared;
        match self.chosen {
            0 => *lang = if *lang == Lang::En { Lang::Fr } else { Lang::En },
            1 => {
                let index = DEPTHS.iter().position(|depth| *depth == look.depth);
                look.depth = DEPTHS[cycle(index.unwrap_or_default(), DEPTHS.len(), forward)];
                if look.depth != ColourDepth::None {
                    // Coloured boards are made of blocks.
                    look.charset = Charset::Unicode;
                }
            }
            2 => {
                look.theme = if look.theme == Theme::Dark { Theme::Light } else { Theme::Dark };
            }
            3 if look.charset == Charset::Unicode => {
                (look.charset, look.depth) = (Charset::Ascii, ColourDepth::None);
            }
            3 => look.charset = Charset::Unicode,
            _ => look.motion = if look.motion == Motion::On { Motion::Off } else { Motion::On },
        }
        let preferences = Preferences { lang: *lang, look: *look };
        ScreenStep::Effects(vec![Effect::SavePreferences(preferences)])
    }
}

impl Screen for SettingsScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        match list_key(key) {
            Some(ListKey::Up) => self.chosen = cycle(self.chosen, SETTINGS.len(), false),
            Some(ListKey::Down) => self.chosen = cycle(self.chosen, SETTINGS.len(), true),
            Some(ListKey::Back) => return ScreenStep::Back,
            Some(ListKey::Less) => return self.change(shared, false),
            Some(ListKey::More | ListKey::Enter) => return self.change(shared, true),
            None => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        if let Message::Notice(notices) = message {
            self.notices = notices;
        }
        ScreenStep::Stay
    }

    fn list(&mut self, _: &Shared) -> Option<ClickList<'_>> {
        let (chosen, key) = (&mut self.chosen, KeyCode::Right);
        Some(ClickList { chosen, count: SETTINGS.len(), foot: 0, key, at_once: false })
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let area = draw_frame("tui-menu-settings", "tui-form-keys", look, lang, frame);
        let values = [
            "tui-language",
            match look.depth {
                ColourDepth::None => "tui-colours-none",
                ColourDepth::Ansi => "tui-colours-16",
                ColourDepth::Palette => "tui-colours-256",
                ColourDepth::True => "tui-colours-all",
            },
            if look.theme == Theme::Dark { "tui-background-dark" } else { "tui-background-light" },
            if look.is_ascii() { "tui-characters-ascii" } else { "tui-characters-unicode" },
            if look.motion == Motion::On { "tui-on" } else { "tui-off" },
        ];
        let say = |id: &str| texts::say(lang, id, &[]);
        let rows: Vec<_> = SETTINGS
            .iter()
            .zip(values)
            .map(|(setting, value)| format!("{:<16} ‹ {} ›", say(setting), say(value)))
            .map(|row| if look.is_ascii() { row.replace('‹', "<").replace('›', ">") } else { row })
            .collect();
        draw_list(&rows, self.chosen, area, look, frame);
        let below = Rect { y: area.y + rows.len() as u16 + 1, height: 1, ..area };
        if let Some(notice) = self.notices.first() {
            put(frame, below, notice.get(lang), look.accent(), look);
        }
    }
}
