//! Play with people elsewhere: the server, its tables, the local network, any opponent.

use engine::Entry;
use play::TimeControl;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use rules::{Lang, Text};

use super::{ListKey, cycle, draw_frame, draw_list, list_key};
use crate::line_input::{LineInput, LineStep};
use crate::look::Look;
use crate::message::{Effect, LobbyTable, Message, Neighbour, Seek};
use crate::screen::{Screen, ScreenStep, Shared};
use crate::setup::time_control_text;
use crate::widgets::{put, wrap};

/// Clocks of quick pairing, as in the page.
const SEEK_CLOCKS: [TimeControl; 4] = [
    TimeControl::Game { total: 180_000, increment: 2_000 },
    TimeControl::Game { total: 300_000, increment: 3_000 },
    TimeControl::Game { total: 600_000, increment: 5_000 },
    TimeControl::None,
];

/// Row of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Join,
    Server,
    Tables,
    OpenTable,
    SeekGame,
    SeekClock,
    Seek,
    Network,
}

impl Row {
    const ALL: [Self; 8] = [
        Self::Join,
        Self::Server,
        Self::Tables,
        Self::OpenTable,
        Self::Seek,
        Self::SeekGame,
        Self::SeekClock,
        Self::Network,
    ];
}

/// What is listed below the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Listed {
    Tables,
    Neighbours,
}

/// The screen.
#[derive(Default)]
pub(crate) struct OnlineScreen {
    chosen: usize,
    /// Address of the server; empty for the one of this machine.
    pub(crate) server: String,
    /// What is typed for a row.
    line: Option<LineInput>,
    /// What is listed, if a list was opened, and which of its rows is chosen.
    list: Option<(Listed, usize)>,
    tables: Option<Vec<LobbyTable>>,
    neighbours: Vec<Neighbour>,
    seek_game: usize,
    seek_clock: usize,
    notices: Vec<Text>,
}

impl OnlineScreen {
    fn row(&self) -> Row {
        Row::ALL[self.chosen.min(Row::ALL.len() - 1)]
    }

    fn line_step(&mut self, step: LineStep) -> ScreenStep {
        match step {
            LineStep::Open => return ScreenStep::Stay,
            LineStep::Cancelled => {}
            LineStep::Entered(text) if self.row() == Row::Server => self.server = text,
            LineStep::Entered(text) if text.is_empty() => {}
            LineStep::Entered(place) => {
                self.line = None;
                let server = self.server.clone();
                return ScreenStep::Effects(vec![Effect::Connect { place, server }]);
            }
        }
        self.line = None;
        ScreenStep::Stay
    }

    /// A key in a list.
    fn list_key(&mut self, key: KeyEvent) -> ScreenStep {
        let Some((listed, chosen)) = &mut self.list else { return ScreenStep::Stay };
        let count = match listed {
            Listed::Tables => self.tables.as_ref().map_or(0, Vec::len),
            Listed::Neighbours => self.neighbours.len(),
        };
        match (list_key(key), *listed) {
            (Some(ListKey::Up), _) => *chosen = cycle(*chosen, count, false),
            (Some(ListKey::Down), _) => *chosen = cycle(*chosen, count, true),
            (Some(ListKey::Back | ListKey::Less), _) => self.list = None,
            (Some(ListKey::Enter | ListKey::More), Listed::Tables) => {
                let table = self.tables.as_ref().and_then(|tables| tables.get(*chosen));
                let Some(table) = table else { return ScreenStep::Stay };
                let (place, server) = (table.link.clone(), self.server.clone());
                return ScreenStep::Effects(vec![Effect::Connect { place, server }]);
            }
            (Some(ListKey::Enter | ListKey::More), Listed::Neighbours) => {
                let Some(neighbour) = self.neighbours.get(*chosen) else { return ScreenStep::Stay };
                self.server.clone_from(&neighbour.url);
                return self.open_tables();
            }
            (None, Listed::Tables) if key.code == KeyCode::Char('r') => {
                return ScreenStep::Effects(vec![Effect::ListTables(self.server.clone())]);
            }
            (None, _) => {}
        }
        ScreenStep::Stay
    }

    /// Changes a row that has a value.
    fn change(&mut self, catalogue: &[Entry], forward: bool) {
        match self.row() {
            Row::SeekGame => self.seek_game = cycle(self.seek_game, catalogue.len(), forward),
            Row::SeekClock => self.seek_clock = cycle(self.seek_clock, SEEK_CLOCKS.len(), forward),
            _ => {}
        }
    }

    fn enter(&mut self, catalogue: &[Entry]) -> ScreenStep {
        match self.row() {
            Row::Join => self.line = Some(LineInput::default()),
            Row::Server => self.line = Some(LineInput::new(&self.server)),
            Row::Tables => return self.open_tables(),
            Row::OpenTable => return ScreenStep::OpenTable(self.server.clone()),
            Row::SeekGame | Row::SeekClock => self.change(catalogue, true),
            Row::Seek => {
                let Some(entry) = catalogue.get(self.seek_game) else { return ScreenStep::Stay };
                return ScreenStep::Effects(vec![Effect::Seek(Seek {
                    server: self.server.clone(),
                    game: entry.game.info().id,
                    time: SEEK_CLOCKS[self.seek_clock],
                })]);
            }
            Row::Network => {
                self.list = Some((Listed::Neighbours, 0));
                return ScreenStep::Effects(vec![Effect::Browse]);
            }
        }
        ScreenStep::Stay
    }

    fn open_tables(&mut self) -> ScreenStep {
        (self.list, self.tables) = (Some((Listed::Tables, 0)), None);
        ScreenStep::Effects(vec![Effect::ListTables(self.server.clone())])
    }

    /// What is typed, looked for or wrong.
    fn draw_remarks(&self, area: Rect, look: Look, lang: Lang, frame: &mut Frame<'_>) {
        let mut texts = Vec::new();
        if let Some(line) = &self.line {
            let id = if self.row() == Row::Server {
                "tui-online-type-server"
            } else {
                "tui-online-type"
            };
            texts.push(texts::say(lang, id, &[]));
            texts.push(format!("> {}_", line.text()));
        }
        texts.extend(self.notices.iter().map(|text| text.get(lang).to_owned()));
        let width = usize::from(area.width.saturating_sub(3)).max(1);
        let lines = texts.iter().flat_map(|text| wrap(&look.text(text), width));
        for (line, y) in lines.zip(area.y..area.bottom()) {
            put(frame, Rect { x: area.x + 1, y, height: 1, ..area }, line, look.accent(), look);
        }
    }

    fn label(&self, row: Row, catalogue: &[Entry], lang: Lang) -> String {
        let say = |id: &str| texts::say(lang, id, &[]);
        let valued = |id: &str, value: &str| format!("{:<16} ‹ {value} ›", say(id));
        match row {
            Row::Join => say("tui-online-join"),
            Row::Server if self.server.is_empty() => {
                format!("{:<16} {}", say("tui-online-server"), say("tui-online-this-machine"))
            }
            Row::Server => format!("{:<16} {}", say("tui-online-server"), self.server),
            Row::Tables => say("tui-online-tables"),
            Row::OpenTable => say("tui-online-open"),
            Row::SeekGame => {
                let game = catalogue.get(self.seek_game).map(|entry| &entry.game.info().title);
                valued("tui-online-seek-game", game.map_or("", |title| title.get(lang)))
            }
            Row::SeekClock => valued(
                "tui-online-seek-clock",
                time_control_text(SEEK_CLOCKS[self.seek_clock]).get(lang),
            ),
            Row::Seek => say("tui-online-seek"),
            Row::Network => say("tui-online-network"),
        }
    }

    fn draw_rows(
        &self,
        listed: Listed,
        chosen: usize,
        area: Rect,
        look: Look,
        lang: Lang,
        frame: &mut Frame<'_>,
    ) {
        let say = |id: &str| vec![texts::say(lang, id, &[])];
        let rows = match (listed, &self.tables) {
            _ if !self.notices.is_empty() => {
                self.notices.iter().map(|text| text.get(lang).to_owned()).collect()
            }
            (Listed::Tables, None) => say("tui-online-looking"),
            (Listed::Tables, Some(tables)) if tables.is_empty() => say("tui-online-no-tables"),
            (Listed::Tables, Some(tables)) => {
                tables.iter().map(|table| table_row(table, lang)).collect()
            }
            (Listed::Neighbours, _) if self.neighbours.is_empty() => {
                say("tui-online-no-neighbours")
            }
            (Listed::Neighbours, _) => {
                let row = |one: &Neighbour| format!("{:<20} {}", one.name, one.url);
                self.neighbours.iter().map(row).collect()
            }
        };
        draw_list(&rows, chosen.min(rows.len().saturating_sub(1)), area, look, frame);
    }
}

impl Screen for OnlineScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        self.notices.clear();
        if let Some(line) = &mut self.line {
            let step = line.key(key);
            return self.line_step(step);
        }
        if self.list.is_some() {
            return self.list_key(key);
        }
        match list_key(key) {
            Some(ListKey::Up) => self.chosen = cycle(self.chosen, Row::ALL.len(), false),
            Some(ListKey::Down) => self.chosen = cycle(self.chosen, Row::ALL.len(), true),
            Some(ListKey::Less) => self.change(&shared.catalogue, false),
            Some(ListKey::More) => self.change(&shared.catalogue, true),
            Some(ListKey::Enter) => return self.enter(&shared.catalogue),
            Some(ListKey::Back) => return ScreenStep::Back,
            None => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            Message::Lobby(tables) => self.tables = Some(tables),
            Message::Neighbours(found) => self.neighbours = found,
            Message::Notice(notices) => self.notices = notices,
            _ => {}
        }
        ScreenStep::Stay
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if self.line.is_none() {
            self.chosen = 0;
        }
        self.line.get_or_insert_default().paste(text.trim());
        Vec::new()
    }

    fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        let &Shared { look, lang, .. } = shared;
        let keys = if self.list.is_some() { "tui-list-keys" } else { "tui-online-keys" };
        let area = draw_frame("tui-menu-online", keys, look, lang, frame);
        if let Some((listed, chosen)) = self.list {
            return self.draw_rows(listed, chosen, area, look, lang, frame);
        }
        let rows: Vec<_> =
            Row::ALL.iter().map(|row| self.label(*row, &shared.catalogue, lang)).collect();
        draw_list(&rows, self.chosen, area, look, frame);
        let below = rows.len() as u16 + 1;
        let below = Rect {
            y: (area.y + below).min(area.bottom()),
            height: area.height.saturating_sub(below),
            ..area
        };
        self.draw_remarks(below, look, lang, frame);
    }
}

fn table_row(table: &LobbyTable, lang: Lang) -> String {
    let stage = if table.is_open { "tui-online-free" } else { "tui-online-playing" };
    let (game, clock) = (table.game.get(lang), time_control_text(table.time));
    let stage = texts::say(lang, stage, &[]);
    format!("{game:<14} {stage:<10} {:<14} {}", clock.get(lang), table.players)
}
