//! State of the program, and how it changes.

use engine::Entry;
use play::Command;
use ratatui::Frame;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Rect, Size};
use rules::{Lang, SplitMix64, Tile};

use crate::game::{self, GameScreen};
use crate::look::Look;
use crate::message::{Effect, Message, Now};
use crate::preferences::SetupChoices;
use crate::screens::{
    self, AnalyseScreen, ListKey, MenuItem, MenuScreen, OnlineScreen, RulesScreen, SettingsScreen,
    StoredScreen, list_key,
};
use crate::setup::{self, SetupScreen};
use crate::snapshot::MatchSnapshot;
use crate::table::{self, TableScreen};
use crate::think::{self, ThinkScreen, ThinkTree};
use crate::tiles::{self, EditorScreen, GalleryScreen};

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
    /// What was chosen for matches of some games, the last one first.
    pub setups: Vec<SetupChoices>,
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
    Analyse(AnalyseScreen),
    Think(Box<ThinkScreen>),
    Gallery(GalleryScreen),
    Editor(Box<EditorScreen>),
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
    /// The editor of a tile comes on top: of one that is stored or serves as a pattern, or of a new one.
    Edit(Option<(Tile, bool)>),
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
    /// The player's own tiles, once they are read.
    own_tiles: Vec<Tile>,
    /// What was chosen for matches, the last one first.
    setups: Vec<SetupChoices>,
    /// Name under which the user sits down at tables.
    player_name: String,
}

impl App {
    /// The program at its menu.
    pub fn new(config: AppConfig) -> Self {
        let AppConfig { catalogue, lang, look, size, seed, setups } = config;
        Self {
            catalogue,
            lang,
            look,
            size,
            now: Now::ZERO,
            random: SplitMix64::new(seed),
            screens: vec![Screen::Menu(MenuScreen::default())],
            help: None,
            own_tiles: Vec::new(),
            setups,
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
            Message::Mouse(mouse) => self.mouse(mouse),
            Message::Paste(text) => self.paste(&text),
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
            Message::Analysing(snapshot) => {
                let (game, effects) = GameScreen::analysing(*snapshot);
                self.screens.truncate(1);
                self.screens.push(Screen::Game(Box::new(game)));
                effects
            }
            Message::Tiles(tiles) => {
                self.receive_tiles(tiles);
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

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if self.help.is_some() {
            return Vec::new();
        }
        match self.screens.last_mut() {
            Some(Screen::Game(game)) => {
                return game.mouse(mouse, self.size, self.look, self.lang);
            }
            Some(Screen::Editor(editor)) => {
                editor.mouse(mouse, tiles::tile_area(self.size), self.look);
                return Vec::new();
            }
            _ => {}
        }
        let code = match mouse.kind {
            MouseEventKind::ScrollUp => Some(KeyCode::Up),
            MouseEventKind::ScrollDown => Some(KeyCode::Down),
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.row),
            _ => None,
        };
        code.map_or_else(Vec::new, |code| self.key(code.into()))
    }

    /// Chooses the row of a list that was clicked, and returns the key that the click stands for. Rows of a form are
    /// chosen by one click, and changed by the next.
    fn click(&mut self, line: u16) -> Option<KeyCode> {
        let lines = self.size.height.saturating_sub(screens::FRAME_LINES);
        let (chosen, count, code, lines) = match self.screens.last_mut()? {
            Screen::Menu(menu) => (&mut menu.chosen, MenuItem::ALL.len(), KeyCode::Enter, lines),
            Screen::Stored(stored) => {
                let count = stored.count();
                (&mut stored.chosen, count, KeyCode::Enter, lines)
            }
            Screen::Settings(settings) => {
                (&mut settings.chosen, SettingsScreen::ROWS, KeyCode::Right, lines)
            }
            Screen::Setup(setup) => {
                let count = setup.rows(&self.catalogue);
                (&mut setup.field, count, KeyCode::Right, lines)
            }
            Screen::Gallery(gallery) if !gallery.is_typing() => {
                let count = gallery.count(&self.own_tiles);
                let lines = lines.saturating_sub(tiles::FOOT_LINES);
                (&mut gallery.chosen, count, KeyCode::Enter, lines)
            }
            _ => return None,
        };
        let first = chosen.saturating_sub(usize::from(lines.max(1)) - 1);
        let line = line.checked_sub(screens::FIRST_LINE).filter(|line| *line < lines)?;
        let row = first + usize::from(line);
        if row >= count {
            return None;
        }
        let was_chosen = std::mem::replace(chosen, row) == row;
        let is_menu = matches!(self.screens.last(), Some(Screen::Menu(_) | Screen::Stored(_)));
        (was_chosen || is_menu).then_some(code)
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        match self.screens.last_mut() {
            Some(Screen::Game(game)) => game.paste(text),
            Some(Screen::Analyse(analyse)) => return analyse.paste(text),
            Some(Screen::Gallery(gallery)) => gallery.paste(text),
            Some(Screen::Editor(editor)) => editor.paste(text),
            Some(Screen::Table(table)) => table.paste(text),
            Some(Screen::Online(online)) => online.paste(text),
            _ => {}
        }
        Vec::new()
    }

    /// Takes the player's own tiles. One that was being saved is saved.
    fn receive_tiles(&mut self, tiles: Vec<Tile>) {
        if let Some(Screen::Editor(editor)) = self.screens.last()
            && editor.is_saving
        {
            self.screens.pop();
        }
        if let Some(Screen::Setup(setup)) = self.screens.last_mut() {
            setup.receive_tiles(tiles.clone(), &self.catalogue);
        }
        self.own_tiles = tiles;
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
            (Some(Screen::Analyse(analyse)), Message::Stored(matches)) => {
                analyse.receive_matches(matches);
            }
            (Some(Screen::Analyse(analyse)), Message::Read(readings)) => {
                return analyse.receive(readings);
            }
            (Some(Screen::Analyse(analyse)), Message::Notice(notices)) => {
                analyse.notices = notices;
            }
            (Some(Screen::Think(think)), Message::Tree(tree)) => think.receive(*tree),
            (Some(Screen::Think(think)), Message::Notice(notices)) => think.fail(notices),
            (Some(Screen::Gallery(gallery)), Message::Notice(notices)) => {
                gallery.notices = notices;
            }
            (Some(Screen::Editor(editor)), Message::Notice(notices)) => editor.refuse(notices),
            (Some(Screen::Settings(settings)), Message::Notice(notices)) => {
                settings.notices = notices;
            }
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
                KeyCode::Char('c') => return vec![Effect::Interrupt],
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
            Some(Screen::Analyse(analyse)) => analyse.key(key),
            Some(Screen::Think(think)) => think.key(key, size),
            Some(Screen::Gallery(gallery)) => gallery.key(key, &self.own_tiles),
            Some(Screen::Editor(editor)) => editor.key(key, self.lang, &mut self.random),
        };
        self.step(step)
    }

    /// Whether keys are characters of a line.
    fn is_typing(&self) -> bool {
        match self.screens.last() {
            Some(Screen::Game(game)) => game.line.is_some(),
            Some(Screen::Table(table)) => table.is_typing(),
            Some(Screen::Online(online)) => online.is_typing(),
            Some(Screen::Analyse(analyse)) => analyse.is_typing(),
            Some(Screen::Gallery(gallery)) => gallery.is_typing(),
            Some(Screen::Editor(editor)) => editor.is_typing(),
            _ => false,
        }
    }

    /// Text that explains the keys of the screen.
    fn help_id(&self) -> &'static str {
        match self.screens.last() {
            Some(Screen::Think(_)) => "tui-think-help",
            Some(Screen::Gallery(_) | Screen::Editor(_)) => "tui-tiles-help",
            _ => "tui-help",
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
                let effects = self.open(MenuItem::Play);
                if let Some(Screen::Setup(setup)) = self.screens.pop() {
                    self.screens.push(Screen::Setup(Box::new(setup.into_table(server))));
                }
                effects
            }
            ScreenStep::Edit(tile) => {
                if let Some(game) = tiles::tiled_game(&self.catalogue) {
                    let editor = EditorScreen::new(game, tile);
                    self.screens.push(Screen::Editor(Box::new(editor)));
                }
                Vec::new()
            }
        }
    }

    /// Carries out effects that are the program's own.
    fn own_effect(&mut self, effect: Effect) -> Option<Effect> {
        if let Effect::SaveSetup(choices) = &effect {
            self.setups.retain(|one| one.game != choices.game);
            self.setups.insert(0, (**choices).clone());
        }
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
                let own = self.own_tiles.clone();
                let setup = SetupScreen::new(&self.catalogue, own, &self.setups, &mut self.random);
                self.screens.push(Screen::Setup(Box::new(setup)));
                return vec![Effect::ListTiles];
            }
            MenuItem::Continue => {
                self.screens.push(Screen::Stored(StoredScreen::default()));
                return vec![Effect::ListStored];
            }
            MenuItem::Online => self.screens.push(Screen::Online(Box::default())),
            MenuItem::Analyse => {
                self.screens.push(Screen::Analyse(AnalyseScreen::default()));
                return vec![Effect::ListPlayed];
            }
            MenuItem::Quadrants => {
                if let Some(game) = tiles::tiled_game(&self.catalogue) {
                    self.screens.push(Screen::Gallery(GalleryScreen::new(game)));
                    return vec![Effect::ListTiles];
                }
            }
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

    /// Shows a search tree, and nothing but that: whoever leaves it ends the program.
    pub fn open_tree(&mut self, tree: ThinkTree) {
        self.screens = vec![Screen::Think(Box::new(ThinkScreen::new(tree)))];
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
            Some(Screen::Analyse(analyse)) => analyse.draw(look, lang, frame),
            Some(Screen::Think(think)) => think::draw(think, look, lang, frame),
            Some(Screen::Gallery(gallery)) => {
                tiles::draw_gallery(gallery, &self.own_tiles, look, lang, frame);
            }
            Some(Screen::Editor(editor)) => tiles::draw_editor(editor, look, lang, frame),
        }
        if let Some(line) = self.help {
            screens::draw_help(self.help_id(), line, look, lang, frame);
        }
    }
}
