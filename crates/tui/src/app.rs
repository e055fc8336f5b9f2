//! State of the program, and how it changes.

use engine::Entry;
use play::Command;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Rect, Size};
use rules::{Lang, SplitMix64};

use crate::game::{self, GameScreen};
use crate::look::Look;
use crate::message::{Effect, Message, Now};
use crate::screens::{
    self, ListKey, MenuItem, MenuScreen, OnlineScreen, RulesScreen, SettingsScreen, StoredScreen,
    list_key,
};
use crate::setup::{self, SetupScreen};
use crate::snapshot::MatchSnapshot;
use crate::table::{self, TableScreen};

/// What the program starts with.
pub struct AppConfig {
    /// Games to choose from.
    pub catalogue: Vec<Entry>,
    /// Language.
    pub lang: Lang,
    /// What the terminal can show.
    pub look: Look,
    /// Size of the window.
    pub size: Size,
    /// Source of random boards and seats.
    pub seed: u64,
}

/// A screen.
enum Screen {
    Menu(MenuScreen),
    Setup(Box<SetupScreen>),
    Stored(StoredScreen),
    Rules(RulesScreen),
    Settings(SettingsScreen),
    Online(Box<OnlineScreen>),
    Table(Box<TableScreen>),
    Game(Box<GameScreen>),
}

/// What a key does to the stack of screens.
pub(crate) enum ScreenStep {
    /// The screen stays.
    Stay,
    /// The screen is left.
    Back,
    /// The screen asks for something.
    Effects(Vec<Effect>),
    /// Another screen comes on top.
    Menu(MenuItem),
    /// The set-up of a table at this server comes on top.
    OpenTable(String),
}

/// State of all screens.
pub struct App {
    catalogue: Vec<Entry>,
    lang: Lang,
    look: Look,
    size: Size,
    now: Now,
    random: SplitMix64,
    /// The screen that is shown, above those to which one goes back.
    screens: Vec<Screen>,
    /// First line of the help, if it is shown.
    help: Option<u16>,
    /// Name under which the user sits down at tables.
    player_name: String,
}

impl App {
    /// The program at its menu.
    pub fn new(config: AppConfig) -> Self {
        let AppConfig { catalogue, lang, look, size, seed } = config;
        Self {
            catalogue,
            lang,
            look,
            size,
            now: Now::ZERO,
            random: SplitMix64::new(seed),
            screens: vec![Screen::Menu(MenuScreen::default())],
            help: None,
            player_name: String::new(),
        }
    }

    /// Sets the name under which the user sits down at tables.
    pub fn set_player_name(&mut self, name: String) {
        self.player_name = name;
    }

    /// Language of the texts.
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// The match that is shown.
    pub fn snapshot(&self) -> Option<&MatchSnapshot> {
        match self.screens.last() {
            Some(Screen::Game(game)) => Some(&game.snapshot),
            Some(Screen::Table(table)) => Some(&table.snapshot),
            _ => None,
        }
    }

    /// Where a cell of the board is on the screen, if there is a board.
    pub fn cell_area(&self, cell: usize) -> Option<Rect> {
        match self.screens.last() {
            Some(Screen::Game(game)) => game.cell_area(cell, self.size, self.look),
            _ => None,
        }
    }

    /// When the screen changes by itself; `None` if it does not.
    pub fn wakes_in(&self, now: Now) -> Option<Now> {
        match self.screens.last() {
            Some(Screen::Game(game)) => game.wakes_in(now),
            Some(Screen::Table(table)) => table.wakes_in(now),
            _ => None,
        }
    }

    /// Takes what has happened at `now`, and says what is to be done.
    pub fn update(&mut self, now: Now, message: Message) -> Vec<Effect> {
        self.now = self.now.max(now);
        match message {
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => match self.screens.last_mut() {
                Some(Screen::Game(game)) if self.help.is_none() => {
                    game.mouse(mouse, self.size, self.look, self.lang)
                }
                _ => Vec::new(),
            },
            Message::Paste(text) => {
                match self.screens.last_mut() {
                    Some(Screen::Game(game)) => game.paste(&text),
                    Some(Screen::Table(table)) => table.paste(&text),
                    Some(Screen::Online(online)) => online.paste(&text),
                    _ => {}
                }
                Vec::new()
            }
            Message::Resize(size) => {
                self.size = size;
                Vec::new()
            }
            Message::Tick => Vec::new(),
            Message::Opened(snapshot) => {
                self.screens.truncate(1);
                self.show_match(*snapshot);
                Vec::new()
            }
            other => self.receive(other),
        }
    }

    /// Shows a match: its table before the start, then its board.
    fn show_match(&mut self, snapshot: MatchSnapshot) {
        self.screens.push(if snapshot.gathering().is_some() {
            Screen::Table(Box::new(TableScreen::new(snapshot, &self.player_name)))
        } else {
            Screen::Game(Box::new(GameScreen::new(snapshot)))
        });
    }

    /// Takes news of a match.
    fn receive(&mut self, message: Message) -> Vec<Effect> {
        let (look, now) = (self.look, self.now);
        match (self.screens.last_mut(), message) {
            (Some(Screen::Game(game)), Message::Changed(snapshot)) => {
                return game.receive(*snapshot, look, now);
            }
            (Some(Screen::Table(table)), Message::Changed(snapshot)) => {
                if snapshot.gathering().is_some() {
                    table.receive(*snapshot);
                } else {
                    self.screens.pop();
                    self.show_match(*snapshot);
                }
            }
            (Some(Screen::Table(table)), Message::Notice(notices)) => table.notice(notices),
            (Some(Screen::Online(online)), Message::Lobby(tables)) => online.receive_tables(tables),
            (Some(Screen::Online(online)), Message::Neighbours(found)) => {
                online.receive_neighbours(found);
            }
            (Some(Screen::Online(online)), Message::Notice(notices)) => online.notices = notices,
            (Some(Screen::Game(game)), Message::Notice(notices)) => game.notices = notices,
            (Some(Screen::Game(game)), Message::Report(report)) => {
                let (record, report) = *report;
                game.receive_report(&record, report);
            }
            (Some(Screen::Game(game)), Message::Review(record, review)) => {
                game.receive_review(&record, review);
            }
            (Some(Screen::Stored(stored)), Message::Stored(matches)) => stored.receive(matches),
            (Some(Screen::Stored(stored)), Message::Notice(notices)) => stored.notices = notices,
            (Some(Screen::Setup(setup)), Message::Notice(notices)) => setup.notices = notices,
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return vec![Effect::Quit],
                KeyCode::Char('z') => return vec![Effect::Suspend],
                _ => {}
            }
        }
        if let Some(line) = self.help {
            self.help = match list_key(key) {
                Some(ListKey::Down) => Some(line.saturating_add(1)),
                Some(ListKey::Up) => Some(line.saturating_sub(1)),
                _ => None,
            };
            return Vec::new();
        }
        if key.code == KeyCode::Char('?') && !self.is_typing() {
            self.help = Some(0);
            return Vec::new();
        }
        let (size, look) = (self.size, self.look);
        let step = match self.screens.last_mut() {
            None => return vec![Effect::Quit],
            Some(Screen::Menu(menu)) => menu.key(key),
            Some(Screen::Setup(setup)) => setup.key(key, &self.catalogue, &mut self.random),
            Some(Screen::Stored(stored)) => stored.key(key),
            Some(Screen::Rules(rules)) => rules.key(key, self.catalogue.len(), size),
            Some(Screen::Settings(settings)) => settings.key(key, &mut self.look, &mut self.lang),
            Some(Screen::Online(online)) => online.key(key, &self.catalogue),
            Some(Screen::Table(table)) => {
                ScreenStep::Effects(table.key(key, &self.catalogue, &mut self.random))
            }
            Some(Screen::Game(game)) => ScreenStep::Effects(game.key(key, size, look)),
        };
        self.step(step)
    }

    /// Whether keys are characters of a line.
    fn is_typing(&self) -> bool {
        match self.screens.last() {
            Some(Screen::Game(game)) => game.line.is_some(),
            Some(Screen::Table(table)) => table.is_typing(),
            Some(Screen::Online(online)) => online.is_typing(),
            _ => false,
        }
    }

    fn step(&mut self, step: ScreenStep) -> Vec<Effect> {
        match step {
            ScreenStep::Stay => Vec::new(),
            ScreenStep::Back => {
                self.screens.pop();
                if self.screens.is_empty() { vec![Effect::Quit] } else { Vec::new() }
            }
            ScreenStep::Effects(effects) => {
                effects.into_iter().filter_map(|effect| self.own_effect(effect)).collect()
            }
            ScreenStep::Menu(item) => self.open(item),
            ScreenStep::OpenTable(server) => {
                let setup = SetupScreen::for_table(server, &self.catalogue, &mut self.random);
                self.screens.push(Screen::Setup(Box::new(setup)));
                Vec::new()
            }
        }
    }

    /// Carries out effects that are the program's own.
    fn own_effect(&mut self, effect: Effect) -> Option<Effect> {
        let game = match self.screens.last_mut() {
            Some(Screen::Game(game)) => game,
            Some(Screen::Table(_)) if effect == Effect::Leave => {
                self.screens.pop();
                return Some(effect);
            }
            _ => return Some(effect),
        };
        match &effect {
            Effect::Leave => {
                self.screens.pop();
                Some(effect)
            }
            Effect::Command(Command::Undo) if game.snapshot.record.moves.is_empty() => {
                game.notices = vec![texts::text("play-nothing-to-undo", &[])];
                None
            }
            Effect::Line(line) => match &*texts::ascii(line).to_lowercase() {
                "flip" | "turn" | "tourner" => {
                    game.turn_board();
                    None
                }
                "menu" => {
                    self.screens.pop();
                    Some(Effect::Leave)
                }
                "draw" | "nulle" => {
                    game.offer_draw();
                    None
                }
                "claim" | "reclamer" => {
                    game.ask_claim();
                    None
                }
                "help" | "aide" => {
                    self.help = Some(0);
                    None
                }
                _ => Some(effect),
            },
            _ => Some(effect),
        }
    }

    /// Opens what was chosen in the menu.
    fn open(&mut self, item: MenuItem) -> Vec<Effect> {
        match item {
            MenuItem::Play => {
                let setup = SetupScreen::new(&self.catalogue, &mut self.random);
                self.screens.push(Screen::Setup(Box::new(setup)));
            }
            MenuItem::Continue => {
                self.screens.push(Screen::Stored(StoredScreen::default()));
                return vec![Effect::ListStored];
            }
            MenuItem::Online => self.screens.push(Screen::Online(Box::default())),
            MenuItem::Rules => self.screens.push(Screen::Rules(RulesScreen::default())),
            MenuItem::Settings => self.screens.push(Screen::Settings(SettingsScreen::default())),
            MenuItem::Quit => return vec![Effect::Quit],
        }
        Vec::new()
    }

    /// Shows the stored matches, and says what is to be done for that.
    pub fn open_stored(&mut self) -> Vec<Effect> {
        self.open(MenuItem::Continue)
    }

    /// Shows what there is to play with people elsewhere.
    pub fn open_online(&mut self) {
        self.open(MenuItem::Online);
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let (look, lang) = (self.look, self.lang);
        match self.screens.last() {
            None => {}
            Some(Screen::Menu(menu)) => menu.draw(look, lang, frame),
            Some(Screen::Setup(setup)) => setup::draw(setup, &self.catalogue, look, lang, frame),
            Some(Screen::Stored(stored)) => stored.draw(look, lang, frame),
            Some(Screen::Rules(rules)) => rules.draw(&self.catalogue, look, lang, frame),
            Some(Screen::Settings(settings)) => settings.draw(look, lang, frame),
            Some(Screen::Online(online)) => online.draw(&self.catalogue, look, lang, frame),
            Some(Screen::Table(table)) => {
                table::draw(table, &self.catalogue, look, lang, self.now, frame);
            }
            Some(Screen::Game(game)) => game::draw(game, look, lang, self.now, frame),
        }
        if let Some(line) = self.help {
            screens::draw_help(line, look, lang, frame);
        }
    }
}
