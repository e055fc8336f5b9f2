//! The editor of tiles.

use ratatui::Frame;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use rules::{AnyGame, Board, Cell, Lang, Spot, Text, Tile, TileCheck, tile_name};

use super::draw::{draw_editor, tile_area};
use super::drawing::{BLANK, Drawing};
use crate::board::BoardGeometry;
use crate::line_input::{LineInput, LineStep};
use crate::message::{Effect, Message};
use crate::screen::{Screen, ScreenStep, Shared};
use crate::screens::is_yes;

/// The editor of one tile.
pub(crate) struct EditorScreen {
    pub(super) game: &'static dyn AnyGame,
    /// The stored tile that is changed; `None` for a new one.
    before: Option<Tile>,
    pub(super) name: String,
    pub(super) drawing: Drawing,
    /// What was drawn when the editor was opened.
    first: String,
    /// Letters of the colours.
    pub(super) letters: Vec<char>,
    /// The colour to paint with, among the letters.
    pub(super) brush: usize,
    pub(super) cursor: usize,
    /// The name that is being typed.
    pub(super) naming: Option<LineInput>,
    /// Whether the user is asked if the drawing is to be given up.
    pub(super) is_leaving: bool,
    /// Whether an answer of the store is waited for.
    is_saving: bool,
    pub(super) notices: Vec<Text>,
}

impl EditorScreen {
    /// The editor of a tile, which is stored or serves as a pattern; of an empty one without.
    pub(crate) fn new(game: &'static dyn AnyGame, tile: Option<(Tile, bool)>) -> Self {
        let info = game.info();
        let first = info.tiles.iter().flat_map(|set| set.tiles).next();
        let size = first.map_or(0, |tile| tile.rows.split('/').count());
        let drawing = Drawing::new(size, tile.as_ref().map(|(tile, _)| &*tile.rows));
        let before = tile.filter(|(_, is_stored)| *is_stored).map(|(tile, _)| tile);
        Self {
            game,
            name: before.as_ref().map(|tile| tile.name.to_string()).unwrap_or_default(),
            before,
            first: drawing.rows(),
            drawing,
            letters: info.tile_letters(),
            brush: 0,
            cursor: 0,
            naming: None,
            is_leaving: false,
            is_saving: false,
            notices: Vec::new(),
        }
    }

    /// What the game says of the drawing.
    pub(super) fn check(&self) -> TileCheck {
        self.game.check_tile(&self.drawing.rows())
    }

    /// The drawing as a board.
    pub(super) fn board(&self) -> Board {
        tile_board(self.game, self.drawing.size(), self.drawing.squares())
    }

    /// Chooses a colour by its number, its letter, or what its name begins with.
    fn choose_colour(&mut self, char: char, lang: Lang) {
        let grounds = self.game.info().grounds;
        let is_named = |letter: &char| {
            let ground = grounds.iter().find(|ground| ground.letter == *letter);
            let first = ground.and_then(|ground| ground.label.get(lang).chars().next());
            first.is_some_and(|first| first.eq_ignore_ascii_case(&char))
        };
        let number = char.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1));
        let number = number.filter(|number| *number < self.letters.len());
        let by_letter = || self.letters.iter().position(|it| it.eq_ignore_ascii_case(&char));
        let by_name = || self.letters.iter().position(is_named);
        if let Some(brush) = number.or_else(by_letter).or_else(by_name) {
            self.brush = brush;
        }
    }

    fn go(&mut self, right: isize, down: isize) {
        let size = self.drawing.size().max(1);
        let step = |at: usize, by: isize| at.saturating_add_signed(by).min(size - 1);
        self.cursor = step(self.cursor / size, down) * size + step(self.cursor % size, right);
    }

    fn paint(&mut self) {
        if let Some(&letter) = self.letters.get(self.brush) {
            self.drawing.paint(self.cursor, letter);
        }
    }

    /// Asks for the name, if the tile is complete.
    fn ask_name(&mut self) {
        match self.check().rows {
            Ok(_) => self.naming = Some(LineInput::new(&self.name)),
            Err(error) => self.notices = vec![error.text],
        }
    }

    fn save(&mut self, name: &str) -> ScreenStep {
        let rows = self.check().rows;
        match (tile_name(name, self.game.info()), rows) {
            (Ok(name), Ok(rows)) => {
                self.name.clone_from(&name);
                self.is_saving = true;
                let after = Some(Tile { name: name.into(), rows: rows.into() });
                let before = self.before.clone();
                ScreenStep::Effects(vec![Effect::ChangeTile { before, after }])
            }
            (Err(error), _) | (_, Err(error)) => {
                self.notices = vec![error.text];
                self.naming = Some(LineInput::new(name));
                ScreenStep::Stay
            }
        }
    }
}

impl Screen for EditorScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        self.notices.clear();
        if self.is_leaving {
            match is_yes(key) {
                Some(true) => return ScreenStep::Back,
                Some(false) => self.is_leaving = false,
                None => {}
            }
            return ScreenStep::Stay;
        }
        if let Some(mut line) = self.naming.take() {
            match line.key(key) {
                LineStep::Open => self.naming = Some(line),
                LineStep::Cancelled => {}
                LineStep::Entered(name) => return self.save(&name),
            }
            return ScreenStep::Stay;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return ScreenStep::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') if self.drawing.rows() == self.first => {
                return ScreenStep::Back;
            }
            KeyCode::Esc | KeyCode::Char('q') => self.is_leaving = true,
            KeyCode::Left | KeyCode::Char('h') => self.go(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.go(1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.go(0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.go(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.paint(),
            KeyCode::Backspace | KeyCode::Delete => self.drawing.paint(self.cursor, BLANK),
            KeyCode::Tab => self.brush = (self.brush + 1) % self.letters.len().max(1),
            KeyCode::Char('u') => self.drawing.undo(),
            KeyCode::Char('U') => self.drawing.redo(),
            KeyCode::Char('t') => self.drawing.turn(),
            KeyCode::Char('f') => self.drawing.flip(),
            KeyCode::Char('c') => self.drawing.clear(),
            KeyCode::Char('*') => self.drawing.fill(&self.letters, &mut shared.random),
            KeyCode::Char('s') => self.ask_name(),
            KeyCode::Char(char) => self.choose_colour(char, shared.lang),
            _ => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            Message::Tiles(_) if self.is_saving => return ScreenStep::Back,
            Message::Notice(notices) => (self.is_saving, self.notices) = (false, notices),
            _ => {}
        }
        ScreenStep::Stay
    }

    /// A click paints a square.
    fn mouse(&mut self, mouse: MouseEvent, shared: &Shared) -> Option<Vec<Effect>> {
        let is_painting = matches!(
            mouse.kind,
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
        );
        if self.is_typing() || !is_painting {
            return Some(Vec::new());
        }
        let area = tile_area(shared.size);
        let geometry = BoardGeometry::fit_tile(&self.board(), shared.look, area);
        let position = Position { x: mouse.column, y: mouse.row };
        if let Some(cell) = geometry.and_then(|geometry| geometry.cell_at(position)) {
            self.cursor = cell.0.into();
            self.paint();
        }
        Some(Vec::new())
    }

    /// A pasted text is part of the name.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(line) = &mut self.naming {
            line.paste(text.trim());
        }
        Vec::new()
    }

    /// Whether keys are characters of a line, or answers.
    fn is_typing(&self) -> bool {
        self.naming.is_some() || self.is_leaving
    }

    fn help_id(&self) -> &'static str {
        "tui-tiles-help"
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw_editor(self, shared.look, shared.lang, frame);
    }
}

/// The squares of a tile as a board; those without a colour are bare.
pub(super) fn tile_board(game: &dyn AnyGame, size: usize, squares: &[char]) -> Board {
    let grounds = game.info().grounds;
    let cell = |(index, letter): (usize, &char)| Cell {
        spot: Some(Spot(index as u8)),
        ground: grounds.iter().position(|ground| ground.letter == *letter).map(|at| at as u8),
        ..Cell::default()
    };
    let cells = squares.iter().enumerate().map(cell).collect();
    Board { columns: size as u8, cells, tallies: Vec::new() }
}
