//! Any sequence of keys, mouse events, resizes, pastes and news: no state panics, and every state can be drawn.
//! The fuzz target `terminal` runs this too.

use std::time::Duration;

use crate::desk::{Desk, computer, human, start, think};
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use games::CATALOGUE;
use play::TimeControl;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Size;
use rules::{Lang, Record, Setup, Text, Tile};
use tui::{Charset, ColourDepth, Look, Message, Motion, Theme};

const CODES: [KeyCode; 14] = [
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Esc,
];

const PASTES: [&str; 4] = ["f5 \u{1b}[0m\n4", "f5d6c3", "4453", "mine: YBGR/RGYY/GRBB/BYRG"];

/// Bytes from which inputs are made; zeros when they are used up.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or_default()
    }

    fn below(&mut self, bound: u8) -> u8 {
        self.next() % bound.max(1)
    }
}

/// Gives an app the inputs that the bytes stand for.
pub(crate) fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes.iter());
    let depths = [ColourDepth::None, ColourDepth::Ansi, ColourDepth::Palette, ColourDepth::True];
    let look = Look {
        depth: depths[usize::from(bytes.below(4))],
        charset: if bytes.below(8) == 0 { Charset::Ascii } else { Charset::Unicode },
        theme: if bytes.below(2) == 0 { Theme::Dark } else { Theme::Light },
        motion: if bytes.below(2) == 0 { Motion::On } else { Motion::Off },
    };
    let mut desk = Desk::new(Lang::ALL[usize::from(bytes.below(2))], look, Size::new(80, 24));
    desk.tiles = vec![Tile::new("mine", "YBGR/RGYY/GRBB/BYRG")];
    if bytes.below(4) == 0 {
        open_tree(&mut desk, &mut bytes);
    }
    while !desk.is_over && bytes.0.len() > 0 {
        step(&mut desk, &mut bytes);
        desk.now += Duration::from_millis(bytes.below(100).into());
        desk.buffer();
    }
}

fn open_tree(desk: &mut Desk, bytes: &mut Bytes<'_>) {
    let game = CATALOGUE[usize::from(bytes.next()) % CATALOGUE.len()].game;
    let record = Record::new(game.start(&Setup::default()).expect("a start"));
    let methods = [TreeMethod::Minimax, TreeMethod::AlphaBeta];
    let plan = TreePlan {
        depth: 1 + u16::from(bytes.below(2)),
        method: methods[usize::from(bytes.below(2))],
        order: MoveOrder::Listed,
    };
    desk.app.open_tree(think(game.info().id, &record, plan));
}

fn step(desk: &mut Desk, bytes: &mut Bytes<'_>) {
    match bytes.below(16) {
        0 => desk.resize(Size::new(bytes.below(140).into(), bytes.below(50).into())),
        1 | 2 => {
            let kind = match bytes.below(5) {
                0 => MouseEventKind::ScrollUp,
                1 => MouseEventKind::ScrollDown,
                2 => MouseEventKind::Drag(MouseButton::Left),
                _ => MouseEventKind::Down(MouseButton::Left),
            };
            let (column, row) = (bytes.below(140).into(), bytes.below(50).into());
            let modifiers = KeyModifiers::NONE;
            desk.tell(Message::Mouse(MouseEvent { kind, column, row, modifiers }));
        }
        3 => {
            let paste = PASTES[usize::from(bytes.below(4))];
            desk.tell(Message::Paste(paste.to_owned()));
        }
        4 | 5 => desk.answer(),
        6 => news(desk, bytes),
        7..=11 => desk.key(CODES[usize::from(bytes.next()) % CODES.len()]),
        _ => {
            let key = char::from(b' ' + bytes.below(95));
            let modifiers = match bytes.below(8) {
                0 => KeyModifiers::CONTROL,
                _ => KeyModifiers::NONE,
            };
            // Ctrl-C ends the program, and with it the test.
            if (key, modifiers) != ('c', KeyModifiers::CONTROL) {
                desk.tell(Message::Key(KeyEvent::new(KeyCode::Char(key), modifiers)));
            }
        }
    }
}

/// News that come when nobody has asked for them.
fn news(desk: &mut Desk, bytes: &mut Bytes<'_>) {
    match bytes.below(6) {
        0 => {
            let game = CATALOGUE[usize::from(bytes.next()) % CATALOGUE.len()].game;
            let who = if bytes.below(2) == 0 { [human(), computer()] } else { [human(), human()] };
            let setup = Setup { seed: bytes.next().into(), ..Setup::default() };
            let time = TimeControl::Game { total: 60_000, increment: 0 };
            desk.open(start(game, &setup, who, time));
        }
        1 => desk.tell(Message::Notice(vec![Text::new("news", "nouvelles")])),
        2 => desk.tell(Message::Stored(Vec::new())),
        3 => desk.tell(Message::Tiles(Vec::new())),
        4 => desk.tell(Message::Read(Vec::new())),
        _ => desk.tell(Message::Tick),
    }
}
