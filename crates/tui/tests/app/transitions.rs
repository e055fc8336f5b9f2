//! Laws of the screens: whatever is pressed, pointed at or resized.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::desk::{Desk, human, start};
use crate::random_input;
use games::CATALOGUE;
use play::{Command, TimeControl};
use ratatui::Terminal;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Rect, Size};
use ratatui::{TerminalOptions, Viewport};
use rules::{AnyGame, Lang, Setup, SplitMix64};
use tui::{Charset, CompactBackend, Effect, Look, Message, Motion};

const USUAL: Size = Size::new(80, 24);
const LARGE: Size = Size::new(120, 40);

/// Bytes that a move may send to the terminal.
const MOVE_BYTES_MAX: usize = 4096;

fn two_people(desk: &mut Desk, game: &'static dyn AnyGame, seed: u64) {
    let setup = Setup { seed, ..Setup::default() };
    desk.open(start(game, &setup, [human(), human()], TimeControl::None));
}

/// Presses, clicks, resizes, pastes and news at random; no state panics, and every state can be drawn.
#[test]
fn random_input_is_survived_and_drawn() {
    for seed in 0..12 {
        let mut random = SplitMix64::new(seed);
        let bytes: Vec<u8> = (0..1500).map(|_| random.below(256) as u8).collect();
        random_input::run(&bytes);
    }
}

/// Pointing at the steps of a choice plays that choice, for every choice of every game.
#[test]
fn pointing_at_the_steps_of_a_choice_plays_it() {
    for entry in CATALOGUE {
        let mut random = SplitMix64::new(3);
        let look = Look { motion: Motion::Off, ..Look::default() };
        let mut desk = Desk::new(Lang::En, look, Size::new(120, 50));
        two_people(&mut desk, entry.game, 1);
        for _ in 0..30 {
            let view = desk.app.snapshot().expect("a match").view.clone();
            if view.outcome.is_some() {
                break;
            }
            let choice = &view.choices[random.below(view.choices.len() as u64) as usize];
            if choice.steps.is_empty() {
                desk.give(&Command::Move { notation: choice.notation.clone() });
                continue;
            }
            desk.effects.clear();
            for spot in &choice.steps {
                let cell = view.board.cells.iter().position(|cell| cell.spot == Some(*spot));
                let at = place_of(&desk, cell.expect("a cell"));
                let kind = MouseEventKind::Down(MouseButton::Left);
                let (column, row) = at;
                let modifiers = KeyModifiers::NONE;
                desk.tell(Message::Mouse(MouseEvent { kind, column, row, modifiers }));
            }
            let played = Effect::Command(Command::Move { notation: choice.notation.clone() });
            assert_eq!(desk.effects, [played], "{}", entry.game.info().id);
        }
    }
}

/// Lists are used with the mouse: a click opens an entry of the menu, and changes a row of a form that is chosen.
#[test]
fn lists_are_clicked() {
    let click = |desk: &mut Desk, text: &str| {
        let lines = desk.text();
        let row = lines.lines().position(|line| line.contains(text)).expect(text) as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        desk.tell(Message::Mouse(MouseEvent {
            kind,
            column: 5,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    };
    let mut desk = Desk::new(Lang::En, Look::default(), USUAL);
    click(&mut desk, "Settings");
    click(&mut desk, "Motion");
    assert!(desk.text().contains("Motion           ‹ on ›"), "{}", desk.text());
    click(&mut desk, "Motion");
    assert!(desk.text().contains("Motion           ‹ off ›"), "{}", desk.text());
    desk.key(KeyCode::Esc);
    click(&mut desk, "Continue");
    click(&mut desk, "Othello");
    assert!(desk.app.snapshot().is_some());
}

/// Where a cell is on the screen: the cursor is moved there and looked for.
fn place_of(desk: &Desk, cell: usize) -> (u16, u16) {
    let geometry = desk.app.cell_area(cell).expect("a board on the screen");
    (geometry.x + geometry.width / 2, geometry.y)
}

/// Every place of the screen belongs to the cell that is drawn there, at any size, both ways round.
#[test]
fn cells_are_where_they_are_drawn() {
    for entry in CATALOGUE {
        for (width, height) in [(40, 15), (60, 24), (80, 24), (100, 30), (132, 43), (200, 60)] {
            for turns in 0..2 {
                let mut desk = Desk::new(Lang::En, Look::default(), Size::new(width, height));
                two_people(&mut desk, entry.game, 1);
                if turns == 1 {
                    desk.keys("t");
                }
                let count = desk.app.snapshot().expect("a match").view.board.cells.len();
                let areas: Vec<Rect> =
                    (0..count).filter_map(|cell| desk.app.cell_area(cell)).collect();
                for (index, area) in areas.iter().enumerate() {
                    assert_eq!(area.width, 2 * area.height, "cells are square");
                    assert!(area.right() <= width && area.bottom() <= height, "{area:?}");
                    for other in &areas[..index] {
                        assert!(!area.intersects(*other), "{area:?} {other:?}");
                    }
                }
            }
        }
    }
}

/// Looking at the past changes nothing, and the end leads back.
#[test]
fn the_past_is_looked_at_and_left() {
    for entry in CATALOGUE {
        let mut desk = Desk::new(Lang::En, Look::default(), USUAL);
        two_people(&mut desk, entry.game, 1);
        for _ in 0..3 {
            let choice = desk.app.snapshot().expect("a match").view.choices[0].clone();
            desk.give(&Command::Move { notation: choice.notation });
        }
        desk.wait();
        let before = desk.text();
        desk.effects.clear();
        for key in [KeyCode::Home, KeyCode::PageUp, KeyCode::Char(']'), KeyCode::Char('[')] {
            desk.key(key);
            assert_ne!(desk.text(), before, "{}", entry.game.info().id);
        }
        desk.key(KeyCode::End);
        assert_eq!(desk.text(), before, "{}", entry.game.info().id);
        assert_eq!(desk.effects, []);
    }
}

/// The match is undone and redone, resigned after a question, and left.
#[test]
fn keys_give_commands() {
    let mut desk = Desk::new(Lang::En, Look::default(), USUAL);
    two_people(&mut desk, CATALOGUE[0].game, 1);
    desk.keys("44ur");
    let moves = |desk: &Desk| desk.app.snapshot().map(|it| it.record.moves.len());
    assert_eq!(moves(&desk), Some(2));
    desk.keys("u");
    assert_eq!(moves(&desk), Some(1));
    desk.keys("Rn");
    assert!(desk.app.snapshot().is_some_and(|it| it.view.outcome.is_none()));
    desk.keys("Ry");
    assert!(desk.app.snapshot().is_some_and(|it| it.view.outcome.is_some()));
    desk.keys("q");
    assert!(desk.app.snapshot().is_none() && !desk.is_over);
    desk.keys("q");
    assert!(desk.is_over);
}

/// An offer of a draw asks the other of two people.
#[test]
fn a_draw_is_offered_and_accepted() {
    let mut desk = Desk::new(Lang::Fr, Look::default(), USUAL);
    two_people(&mut desk, CATALOGUE[1].game, 1);
    desk.keys("Do");
    assert!(desk.text().contains("nulle"), "{}", desk.text());
    desk.keys("o");
    assert!(desk.app.snapshot().is_some_and(|it| it.view.outcome.is_some()));
}

/// Where nothing has changed, nothing is sent to the terminal; a move with its motion sends little.
#[test]
fn only_what_has_changed_is_sent() {
    for entry in CATALOGUE {
        for (size, motion) in
            [(USUAL, Motion::Off), (USUAL, Motion::On), (LARGE, Motion::Off), (LARGE, Motion::On)]
        {
            let most = most_bytes_of_a_move(entry.game, size, motion);
            let id = entry.game.info().id;
            assert!(most <= MOVE_BYTES_MAX, "{id}: {most} bytes at {size}, {motion:?}");
        }
    }
}

/// The most bytes that a move of a random game sends, from the key to the end of its motion.
fn most_bytes_of_a_move(game: &'static dyn AnyGame, size: Size, motion: Motion) -> usize {
    let sent = Sent::default();
    let options =
        TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, size.width, size.height)) };
    let backend = CompactBackend::new(sent.clone());
    let mut terminal = Terminal::with_options(backend, options).expect("a terminal");
    let look = Look { motion, ..Look::default() };
    let mut desk = Desk::new(Lang::En, look, size);
    two_people(&mut desk, game, 1);
    let mut draw = |desk: &Desk| {
        terminal.draw(|frame| desk.app.draw(frame)).expect("a screen");
        sent.take()
    };
    draw(&desk);
    let mut random = SplitMix64::new(5);
    let mut most = 0;
    for _ in 0..60 {
        let view = &desk.app.snapshot().expect("a match").view;
        if view.outcome.is_some() {
            break;
        }
        let choice = random.below(view.choices.len() as u64) as usize;
        let notation = view.choices[choice].notation.clone();
        desk.give(&Command::Move { notation });
        let mut bytes = draw(&desk);
        while let Some(wait) = desk.app.wakes_in(desk.now) {
            desk.now += wait;
            desk.tell(Message::Tick);
            bytes += draw(&desk);
        }
        most = most.max(bytes);
        assert_eq!(draw(&desk), 0, "bytes for nothing");
    }
    most
}

/// Bytes that a terminal was sent.
#[derive(Clone, Default)]
struct Sent(Rc<RefCell<usize>>);

impl Sent {
    fn take(&self) -> usize {
        self.0.replace(0)
    }
}

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.0.borrow_mut() += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A window that is too small says so, and the board comes back when it grows.
#[test]
fn a_small_window_says_what_it_needs() {
    for entry in CATALOGUE {
        let look = Look { charset: Charset::Unicode, ..Look::default() };
        let mut desk = Desk::new(Lang::En, look, Size::new(10, 4));
        two_people(&mut desk, entry.game, 1);
        assert!(desk.app.cell_area(0).is_none());
        assert!(desk.text().contains("too"), "{}", desk.text());
        desk.resize(Size::new(40, 15));
        assert!(desk.app.cell_area(0).is_some(), "{}", entry.game.info().id);
    }
}
