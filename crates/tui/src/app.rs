//! State of the program, and how it changes.

use engine::Entry;
use ratatui::Frame;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Rect, Size};
use rules::{Lang, SplitMix64};

use crate::game::GameScreen;
use crate::look::Look;
use crate::message::{Effect, Message, Now};
use crate::preferences::SetupChoices;
use crate::screen::{Screen, ScreenStep, Shared};
use crate::screens::{
    self, AnalyseScreen, ListKey, MenuItem, MenuScreen, OnlineScreen, RulesScreen, SettingsScreen,
    StoredScreen, list_key,
};
use crate::setup::SetupScreen;
use crate::snapshot::MatchSnapshot;
use crate::table::TableScreen;
use crate::think::{ThinkScreen, ThinkTree};
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

/// State of all screens.
pub struct App {
    shared: Shared,
    /// The screen that is shown, above those to which one goes back.
    screens: Vec<Box<dyn Screen>>,
    /// First line of the help, if it is shown.
    help: Option<u16>,
}

impl App {
    /// The program at its menu.
    pub fn new(config: AppConfig) -> Self {
        let AppConfig { catalogue, lang, look, size, seed, setups } = config;
        let shared = Shared {
            catalogue,
            lang,
            look,
            size,
            now: Now::ZERO,
            random: SplitMix64::new(seed),
            own_tiles: Vec::new(),
            setups,
            player_name: String::new(),
        };
        Self { shared, screens: vec![Box::new(MenuScreen::default())], help: None }
    }

    /// Sets the name under which the user sits down at tables.
    pub fn set_player_name(&mut self, name: String) {
        self.shared.player_name = name;
    }

    /// Language of the texts.
    pub const fn lang(&self) -> Lang {
        self.shared.lang
    }

    fn top(&self) -> Option<&dyn Screen> {
        self.screens.last().map(|screen| &**screen)
    }

    fn push(&mut self, screen: impl Screen + 'static) {
        self.screens.push(Box::new(screen));
    }

    /// The match that is shown.
    pub fn snapshot(&self) -> Option<&MatchSnapshot> {
        self.top()?.snapshot()
    }

    /// Where a cell of the board is on the screen, if there is a board.
    pub fn cell_area(&self, cell: usize) -> Option<Rect> {
        self.top()?.cell_area(cell, &self.shared)
    }

    /// When the screen changes by itself; `None` if it does not.
    pub fn wakes_in(&self, now: Now) -> Option<Now> {
        self.top()?.wakes_in(now)
    }

    /// Takes what has happened at `now`, and says what is to be done.
    pub fn update(&mut self, now: Now, message: Message) -> Vec<Effect> {
        self.shared.now = self.shared.now.max(now);
        match message {
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => self.mouse(mouse),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(size) => {
                self.shared.size = size;
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
                self.push(game);
                effects
            }
            Message::Tiles(tiles) => {
                self.shared.own_tiles.clone_from(&tiles);
                self.receive(Message::Tiles(tiles))
            }
            other => self.receive(other),
        }
    }

    /// Shows a match: its table before the start, then its board.
    fn show_match(&mut self, snapshot: MatchSnapshot) {
        if snapshot.gathering().is_some() {
            self.push(TableScreen::new(snapshot, &self.shared.player_name));
        } else {
            self.push(GameScreen::new(snapshot));
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        if self.help.is_some() {
            return Vec::new();
        }
        let top = self.screens.last_mut();
        if let Some(effects) = top.and_then(|screen| screen.mouse(mouse, &self.shared)) {
            return effects;
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
        let list = self.screens.last_mut()?.list(&self.shared)?;
        let lines = self.shared.size.height.saturating_sub(screens::FRAME_LINES + list.foot);
        let first = list.chosen.saturating_sub(usize::from(lines.max(1)) - 1);
        let line = line.checked_sub(screens::FIRST_LINE).filter(|line| *line < lines)?;
        let row = first + usize::from(line);
        if row >= list.count {
            return None;
        }
        let was_chosen = std::mem::replace(list.chosen, row) == row;
        (was_chosen || list.at_once).then_some(list.key)
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.screens.last_mut().map_or_else(Vec::new, |screen| screen.paste(text))
    }

    /// Takes news.
    fn receive(&mut self, message: Message) -> Vec<Effect> {
        let Some(screen) = self.screens.last_mut() else { return Vec::new() };
        let step = screen.receive(message, &self.shared);
        self.step(step)
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
        if key.code == KeyCode::Char('?')
            && !self.top().is_some_and(super::screen::Screen::is_typing)
        {
            self.help = Some(0);
            return Vec::new();
        }
        let Some(screen) = self.screens.last_mut() else { return vec![Effect::Quit] };
        let step = screen.key(key, &mut self.shared);
        self.step(step)
    }

    fn step(&mut self, step: ScreenStep) -> Vec<Effect> {
        match step {
            ScreenStep::Stay => Vec::new(),
            ScreenStep::Back => {
                self.screens.pop();
                if self.screens.is_empty() { vec![Effect::Quit] } else { Vec::new() }
            }
            ScreenStep::Effects(effects) => {
                for effect in &effects {
                    self.follow(effect);
                }
                effects
            }
            ScreenStep::Menu(item) => self.open(item),
            ScreenStep::OpenTable(server) => {
                let setup = self.setup_screen().into_table(server);
                self.push(setup);
                vec![Effect::ListTiles]
            }
            ScreenStep::Edit(tile) => {
                if let Some(game) = tiles::tiled_game(&self.shared.catalogue) {
                    self.push(EditorScreen::new(game, tile));
                }
                Vec::new()
            }
            ScreenStep::Begin(snapshot) => {
                self.screens.pop();
                self.show_match(*snapshot);
                Vec::new()
            }
            ScreenStep::Help => {
                self.help = Some(0);
                Vec::new()
            }
        }
    }

    /// Does the program's own part of an effect.
    fn follow(&mut self, effect: &Effect) {
        match effect {
            Effect::SaveSetup(choices) => {
                let setups = &mut self.shared.setups;
                setups.retain(|one| one.game != choices.game);
                setups.insert(0, (**choices).clone());
            }
            Effect::Leave => drop(self.screens.pop()),
            _ => {}
        }
    }

    fn setup_screen(&mut self) -> SetupScreen {
        let Shared { catalogue, own_tiles, setups, random, .. } = &mut self.shared;
        SetupScreen::new(catalogue, own_tiles.clone(), setups, random)
    }

    /// Opens what was chosen in the menu.
    fn open(&mut self, item: MenuItem) -> Vec<Effect> {
        match item {
            MenuItem::Play => {
                let setup = self.setup_screen();
                self.push(setup);
                return vec![Effect::ListTiles];
            }
            MenuItem::Continue => {
                self.push(StoredScreen::default());
                return vec![Effect::ListStored];
            }
            MenuItem::Online => self.push(OnlineScreen::default()),
            MenuItem::Analyse => {
                self.push(AnalyseScreen::default());
                return vec![Effect::ListPlayed];
            }
            MenuItem::Quadrants => {
                if let Some(game) = tiles::tiled_game(&self.shared.catalogue) {
                    self.push(GalleryScreen::new(game));
                    return vec![Effect::ListTiles];
                }
            }
            MenuItem::Rules => self.push(RulesScreen::default()),
            MenuItem::Settings => self.push(SettingsScreen::default()),
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
        self.screens = vec![Box::new(ThinkScreen::new(tree))];
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let Some(screen) = self.top() else { return };
        screen.draw(&self.shared, frame);
        if let Some(line) = self.help {
            screens::draw_help(screen.help_id(), line, self.shared.look, self.shared.lang, frame);
        }
    }
}
