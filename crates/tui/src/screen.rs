//! What all screens have in common: keys and news change them, and they are drawn.

use engine::Entry;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::{Rect, Size};
use rules::{Lang, SplitMix64, Tile};

use crate::look::Look;
use crate::message::{Effect, Message, Now};
use crate::preferences::SetupChoices;
use crate::screens::MenuItem;
use crate::snapshot::MatchSnapshot;

/// State that belongs to no single screen.
pub(crate) struct Shared {
    pub(crate) catalogue: Vec<Entry>,
    pub(crate) lang: Lang,
    pub(crate) look: Look,
    pub(crate) size: Size,
    pub(crate) now: Now,
    pub(crate) random: SplitMix64,
    /// The player's own tiles, once they are read.
    pub(crate) own_tiles: Vec<Tile>,
    /// What was chosen for matches, the last one first.
    pub(crate) setups: Vec<SetupChoices>,
    /// Name under which the user sits down at tables.
    pub(crate) player_name: String,
}

/// Screen of the stack.
pub(crate) trait Screen {
    /// Takes a key. One that the screen does not know is left alone.
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep;

    /// Draws the screen.
    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>);

    /// Takes news. Those for other screens are left alone.
    fn receive(&mut self, _message: Message, _shared: &Shared) -> ScreenStep {
        ScreenStep::Stay
    }

    /// Takes the mouse; `None` where clicks and the wheel stand for keys of a list.
    fn mouse(&mut self, _mouse: MouseEvent, _shared: &Shared) -> Option<Vec<Effect>> {
        None
    }

    /// The list whose rows are chosen by clicks.
    fn list(&mut self, _shared: &Shared) -> Option<ClickList<'_>> {
        None
    }

    /// Takes a pasted text.
    fn paste(&mut self, _text: &str) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether keys are characters of a line.
    fn is_typing(&self) -> bool {
        false
    }

    /// Text that explains the keys.
    fn help_id(&self) -> &'static str {
        "tui-help"
    }

    /// When the screen changes by itself; `None` if it does not.
    fn wakes_in(&self, _now: Now) -> Option<Now> {
        None
    }

    /// The match that is shown.
    fn snapshot(&self) -> Option<&MatchSnapshot> {
        None
    }

    /// Where a cell of the board is on the screen.
    fn cell_area(&self, _cell: usize, _shared: &Shared) -> Option<Rect> {
        None
    }
}

/// List whose rows are chosen by clicks.
pub(crate) struct ClickList<'a> {
    /// The chosen row.
    pub(crate) chosen: &'a mut usize,
    /// Number of rows.
    pub(crate) count: usize,
    /// Lines of the screen below the list.
    pub(crate) foot: u16,
    /// Key that a click on the chosen row stands for.
    pub(crate) key: KeyCode,
    /// Whether the first click on a row is this key, too.
    pub(crate) at_once: bool,
}

/// What a screen does to the stack of screens.
pub(crate) enum ScreenStep {
    /// The screen stays.
    Stay,
    /// The screen is left.
    Back,
    /// The screen asks for something. With [`Effect::Leave`] it is left.
    Effects(Vec<Effect>),
    /// Another screen comes on top.
    Menu(MenuItem),
    /// The editor of a tile comes on top: of one that is stored or serves as a pattern, or of a new one.
    Edit(Option<(Tile, bool)>),
    /// The set-up of a table at this server comes on top.
    OpenTable(String),
    /// The match of the table has begun: its board takes the place of the table.
    Begin(Box<MatchSnapshot>),
    /// The help is shown.
    Help,
}
