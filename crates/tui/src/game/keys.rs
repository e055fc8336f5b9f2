//! Keys and the mouse on the screen of a match.

use play::Command;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Size};

use super::{GameLayout, GameScreen, Pane};
use crate::line_input::{LineInput, LineStep};
use crate::look::Look;
use crate::message::Effect;
use crate::screen::{ScreenStep, Shared};
use crate::screens::is_yes;

impl GameScreen {
    /// A key. What it does not know is left alone.
    pub(super) fn key_effects(&mut self, key: KeyEvent, size: Size, look: Look) -> Vec<Effect> {
        if self.question.is_some() {
            return self.answer(key);
        }
        if self.line.is_some() {
            return self.line_key(key);
        }
        if self.greets {
            return self.greeting_key(key);
        }
        self.notices.clear();
        if let Some(effects) = self.walk_key(key) {
            return effects;
        }
        if self.pane == Pane::Board
            && let Some(by) = direction(key)
        {
            if let Some(geometry) = self.geometry(size, look) {
                self.move_cursor(&geometry, by);
            }
            return Vec::new();
        }
        self.command_key(key)
    }

    fn answer(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(question) = self.question.take() else { return Vec::new() };
        match is_yes(key) {
            Some(true) => {
                let leave = question.leaves.then_some(Effect::Leave);
                [Effect::Command(question.yes)].into_iter().chain(leave).collect()
            }
            Some(false) => question.no.map(Effect::Command).into_iter().collect(),
            None => {
                self.question = Some(question);
                Vec::new()
            }
        }
    }

    fn line_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(line) = &mut self.line else { return Vec::new() };
        match line.key(key) {
            LineStep::Open => Vec::new(),
            LineStep::Cancelled => {
                self.line = None;
                Vec::new()
            }
            LineStep::Entered(text) => {
                self.line = None;
                self.notices.clear();
                if text.is_empty() { Vec::new() } else { vec![Effect::Line(text)] }
            }
        }
    }

    /// A line that was typed: what this screen does itself, or a line for the match.
    pub(super) fn enter_line(&mut self, line: String) -> ScreenStep {
        match &*texts::ascii(&line).to_lowercase() {
            "flip" | "turn" | "tourner" => self.turn_board(),
            "menu" => return ScreenStep::Effects(vec![Effect::Leave]),
            "draw" | "nulle" => self.offer_draw(),
            "claim" | "reclamer" => self.ask_claim(),
            "help" | "aide" => return ScreenStep::Help,
            _ => return ScreenStep::Effects(vec![Effect::Line(line)]),
        }
        ScreenStep::Stay
    }

    /// A key that shows another moment of the game.
    fn walk_key(&mut self, key: KeyEvent) -> Option<Vec<Effect>> {
        let in_moves = self.pane == Pane::Moves;
        let effects = match (key.code, direction(key)) {
            (KeyCode::Char('['), _) => self.walk(-1),
            (KeyCode::Char(']'), _) => self.walk(1),
            (KeyCode::PageUp, _) => self.walk(-10),
            (KeyCode::PageDown, _) => self.walk(10),
            (KeyCode::Home, _) => self.show_entries(0),
            (KeyCode::End, _) => self.show_entries(usize::MAX),
            (_, Some((-1, 0))) if in_moves => self.walk(-1),
            (_, Some((1, 0))) if in_moves => self.walk(1),
            (_, Some((0, -1))) if in_moves => self.walk(-2),
            (_, Some((0, 1))) if in_moves => self.walk(2),
            _ => return None,
        };
        Some(effects)
    }

    fn command_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if !control && let Some(effects) = self.table_key(key.code) {
            return effects;
        }
        match key.code {
            KeyCode::Char('r') if control => vec![Effect::Command(Command::Redo)],
            KeyCode::Char(_) if control => Vec::new(),
            KeyCode::Enter | KeyCode::Char(' ') if self.pane == Pane::Board => {
                self.point(self.cursor)
            }
            KeyCode::Enter => {
                self.pane = Pane::Board;
                Vec::new()
            }
            KeyCode::Esc if !self.picked.is_empty() || self.past.is_some() => {
                self.show_entries(usize::MAX)
            }
            KeyCode::Esc | KeyCode::Char('q') => vec![Effect::Leave],
            KeyCode::Tab | KeyCode::BackTab => {
                self.pane = if self.pane == Pane::Board { Pane::Moves } else { Pane::Board };
                Vec::new()
            }
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => vec![Effect::Command(Command::Redo)],
            KeyCode::Char('i') => vec![Effect::Hint],
            KeyCode::Char('n') => vec![Effect::MoveNow],
            KeyCode::Char('p') => self.press(false),
            KeyCode::Char('s') => self.press(true),
            KeyCode::Char('v') => self.toggle_analysis(),
            KeyCode::Char('.') => self.follow_best(),
            KeyCode::Char('w') => self.ask_review(),
            KeyCode::Char('t') => {
                self.turn_board();
                Vec::new()
            }
            KeyCode::Char('R') => {
                self.ask("tui-ask-resign", Command::Resign);
                Vec::new()
            }
            KeyCode::Char('D') => {
                self.offer_draw();
                Vec::new()
            }
            KeyCode::Char(':' | 'm') => {
                self.line = Some(LineInput::default());
                Vec::new()
            }
            KeyCode::Char(char) => self.type_move(char),
            _ => Vec::new(),
        }
    }

    fn undo(&mut self) -> Vec<Effect> {
        if self.snapshot.record.moves.is_empty() {
            self.notices = vec![texts::text("play-nothing-to-undo", &[])];
            return Vec::new();
        }
        vec![Effect::Command(Command::Undo)]
    }

    /// A character that begins a move: where pieces fall, the label of a column is the whole move.
    fn type_move(&mut self, char: char) -> Vec<Effect> {
        let label = char.to_string();
        let files = self.info().files;
        let column = files.iter().position(|file| **file == label);
        let spot = column.and_then(|column| self.snapshot.view.board.cells.get(column)?.spot);
        if let (true, Some(column), Some(spot)) = (self.info().look.falling, column, spot) {
            self.cursor = rules::CellIndex(column as u8);
            self.picked.clear();
            return self.point_at(spot);
        }
        if column.is_some() {
            self.line = Some(LineInput::new(&label));
        }
        Vec::new()
    }

    /// A click on the board points at a cell, the wheel goes through the game.
    pub(super) fn mouse_effects(&mut self, mouse: MouseEvent, shared: &Shared) -> Vec<Effect> {
        let &Shared { size, look, lang, .. } = shared;
        if self.question.is_some() {
            return Vec::new();
        }
        let position = Position { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::ScrollUp => self.walk(-1),
            MouseEventKind::ScrollDown => self.walk(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(layout) = GameLayout::new(self, size, look) else { return Vec::new() };
                let panel = layout.panel;
                let entry = panel.and_then(|panel| self.entry_at(panel, position, look, lang));
                self.notices.clear();
                if let Some(cell) = layout.board.cell_at(position) {
                    self.pane = Pane::Board;
                    return self.point(cell);
                }
                match entry {
                    Some(entry) => {
                        self.pane = Pane::Moves;
                        self.show_entries(entry + 1)
                    }
                    None => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// Direction of an arrow key, or of a key of vim.
fn direction(key: KeyEvent) -> Option<(i16, i16)> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    match key.code {
        KeyCode::Left | KeyCode::Char('h') => Some((-1, 0)),
        KeyCode::Right | KeyCode::Char('l') => Some((1, 0)),
        KeyCode::Up | KeyCode::Char('k') => Some((0, -1)),
        KeyCode::Down | KeyCode::Char('j') => Some((0, 1)),
        _ => None,
    }
}
