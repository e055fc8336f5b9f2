//! What to analyse: a text that is typed or pasted, a file, or a stored match.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rules::{Lang, Text};

use super::{ListKey, cycle, draw_frame, draw_list, list_key, stored};
use crate::line_input::{LineInput, LineStep};
use crate::look::Look;
use crate::message::{Effect, GameReading, Message, StoredMatch};
use crate::screen::{Screen, ScreenStep, Shared};
use crate::widgets::{put, put_line, wrap};

/// Most lines of an error.
const NOTICE_LINES_MAX: usize = 4;

/// The choice of a game to analyse.
#[derive(Default)]
pub(crate) struct AnalyseScreen {
    line: LineInput,
    /// `None` until they are read.
    matches: Option<Vec<StoredMatch>>,
    /// The games of a text that has several, or several meanings.
    readings: Vec<GameReading>,
    /// The line, then the matches; or one of the readings.
    chosen: usize,
    notices: Vec<Text>,
}

impl AnalyseScreen {
    /// Rows to choose from.
    fn rows(&self) -> usize {
        match self.readings.len() {
            0 => 1 + self.matches.as_ref().map_or(0, Vec::len),
            readings => readings,
        }
    }

    fn line_key(&mut self, key: KeyEvent) -> ScreenStep {
        if key.code == KeyCode::Backspace && self.line.text().is_empty() {
            return ScreenStep::Stay;
        }
        match self.line.key(key) {
            LineStep::Open => ScreenStep::Stay,
            LineStep::Cancelled => ScreenStep::Back,
            LineStep::Entered(text) if text.is_empty() => ScreenStep::Stay,
            LineStep::Entered(text) => ScreenStep::Effects(vec![Effect::Read(text)]),
        }
    }

    /// Opens what is chosen.
    fn enter(&self) -> ScreenStep {
        if let Some(reading) = self.readings.get(self.chosen) {
            return ScreenStep::Effects(vec![open(reading)]);
        }
        let matches = self.matches.as_deref().unwrap_or_default();
        let chosen = self.chosen.checked_sub(1).and_then(|index| matches.get(index));
        let effect = chosen.map(|one| Effect::AnalyseMatch(one.id.clone()));
        ScreenStep::Effects(effect.into_iter().collect())
    }

    fn draw_line(&self, area: Rect, look: Look, frame: &mut Frame<'_>) {
        let visible = usize::from(area.width).saturating_sub(6);
        let text = look.text(self.line.text()).into_owned();
        let hidden = text.chars().count().saturating_sub(visible);
        let shown: String = text.chars().skip(hidden).collect();
        let cursor = if self.is_typing() { Look::CHOSEN } else { Style::new() };
        let line = Line::from(vec![
            Span::styled("> ", look.accent()),
            Span::raw(shown),
            Span::styled(" ", cursor),
        ]);
        put_line(frame, area, &line);
    }
}

impl Screen for AnalyseScreen {
    fn key(&mut self, key: KeyEvent, _: &mut Shared) -> ScreenStep {
        self.notices.clear();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => {
                self.chosen = cycle(self.chosen, self.rows(), false);
                return ScreenStep::Stay;
            }
            KeyCode::Down | KeyCode::Tab => {
                self.chosen = cycle(self.chosen, self.rows(), true);
                return ScreenStep::Stay;
            }
            _ => {}
        }
        if self.is_typing() {
            return self.line_key(key);
        }
        match list_key(key) {
            Some(ListKey::Up) => self.chosen = cycle(self.chosen, self.rows(), false),
            Some(ListKey::Down) => self.chosen = cycle(self.chosen, self.rows(), true),
            Some(ListKey::Enter | ListKey::More) => return self.enter(),
            Some(ListKey::Back | ListKey::Less) if !self.readings.is_empty() => {
                self.readings.clear();
                self.chosen = 0;
            }
            Some(ListKey::Back | ListKey::Less) => return ScreenStep::Back,
            None => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            Message::Stored(matches) => {
                self.matches = Some(matches);
                self.chosen = self.chosen.min(self.rows() - 1);
            }
            Message::Read(readings) => {
                self.notices.clear();
                // The only game of a text is opened.
                if let [only] = &*readings {
                    return ScreenStep::Effects(vec![open(only)]);
                }
                (self.readings, self.chosen) = (readings, 0);
            }
            Message::Notice(notices) => self.notices = notices,
            _ => {}
        }
        ScreenStep::Stay
    }

    /// A pasted text is read at once, unless it is part of a line.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.notices.clear();
        self.readings.clear();
        self.chosen = 0;
        if text.trim().contains('\n') || !self.line.takes(text) {
            return vec![Effect::Read(text.to_owned())];
        }
        self.line.paste(text.trim());
        Vec::new()
    }

    /// Whether keys are characters of the line.
    fn is_typing(&self) -> bool {
        self.readings.is_empty() && self.chosen == 0
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let area = draw_frame("tui-menu-analyse", "tui-analyse-keys", look, lang, frame);
        if !self.readings.is_empty() {
            let rows: Vec<_> = self.readings.iter().map(|one| reading_row(one, lang)).collect();
            draw_list(&rows, self.chosen, area, look, frame);
            return;
        }
        let width = usize::from(area.width.saturating_sub(3)).max(1);
        let say = |id: &str| wrap(&texts::say(lang, id, &[]), width);
        let mut y = area.y;
        for line in say("tui-analyse-about") {
            put(frame, Rect { x: area.x + 1, y, height: 1, ..area }, line, Style::new(), look);
            y += 1;
        }
        self.draw_line(Rect { x: area.x + 2, y, height: 1, ..area }, look, frame);
        y += 1;
        for notice in &self.notices {
            let lines = wrap(notice.get(lang), width);
            for line in lines.into_iter().take(NOTICE_LINES_MAX) {
                put(frame, Rect { x: area.x + 1, y, height: 1, ..area }, line, look.accent(), look);
                y += 1;
            }
        }
        let matches = self.matches.as_deref().unwrap_or_default();
        let below = Rect { y: y + 1, height: area.bottom().saturating_sub(y + 1), ..area };
        let rows: Vec<_> = matches.iter().map(|one| stored::row(one, lang)).collect();
        let chosen = self.chosen.checked_sub(1);
        draw_list(&rows, chosen, below, look, frame);
    }
}

fn open(reading: &GameReading) -> Effect {
    let GameReading { game, record, .. } = reading;
    Effect::OpenAnalysis { game: game.info().id, record: record.clone() }
}

fn reading_row(GameReading { game, record, title }: &GameReading, lang: Lang) -> String {
    let args = [("moves", record.moves.len().into())];
    let moves = texts::say(lang, "tui-move-count", &args);
    format!("{:<14} {moves:<10} {}", game.info().title.get(lang), title.get(lang))
}
