//! What the backend sends makes a terminal show what was drawn.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::desk::Desk;
use ratatui::backend::{Backend, ClearType};
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Modifier};
use ratatui::{Terminal, TerminalOptions, Viewport};
use rules::{Lang, SplitMix64};
use tui::{ColourDepth, CompactBackend, Look};

/// Bytes that were sent.
#[derive(Clone, Default)]
struct Sent(Rc<RefCell<Vec<u8>>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A terminal that knows the sequences which the backend sends.
struct Emulator {
    cells: Buffer,
    x: u16,
    y: u16,
    pen: Cell,
}

impl Emulator {
    fn new(size: Size) -> Self {
        let cells = Buffer::empty(Rect::new(0, 0, size.width, size.height));
        Self { cells, x: 0, y: 0, pen: Cell::default() }
    }

    fn take(&mut self, bytes: &[u8]) {
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        let mut rest = text.chars();
        while let Some(char) = rest.next() {
            if char != '\u{1b}' {
                let cell = &mut self.cells[(self.x, self.y)];
                *cell = self.pen.clone();
                cell.set_char(char);
                self.x += 1;
                continue;
            }
            assert_eq!(rest.next(), Some('['));
            let sequence = rest.as_str();
            let end = sequence.find(|c: char| c.is_ascii_alphabetic()).expect("an end");
            let (codes, last) = (&sequence[..end], &sequence[end..=end]);
            self.execute(codes, last);
            rest = sequence[end + 1..].chars();
        }
    }

    fn execute(&mut self, codes: &str, last: &str) {
        let numbers: Vec<u16> = codes.split(';').map(|code| code.parse().unwrap_or(0)).collect();
        match last {
            "H" => (self.y, self.x) = (numbers[0] - 1, numbers[1] - 1),
            "C" => self.x += numbers[0].max(1),
            "J" => self.cells.reset(),
            "m" => self.set_pen(&numbers),
            "l" if codes == "?25" => {}
            _ => panic!("{codes}{last}"),
        }
    }

    fn set_pen(&mut self, codes: &[u16]) {
        let mut codes = codes.iter().copied();
        while let Some(code) = codes.next() {
            match code {
                0 => self.pen = Cell::default(),
                1..=9 => self.pen.modifier |= Modifier::from_bits_truncate(1 << (code - 1)),
                38 | 48 => {
                    let mut next = || codes.next().expect("a code") as u8;
                    let color = match next() {
                        5 => Color::Indexed(next()),
                        2 => Color::Rgb(next(), next(), next()),
                        other => panic!("{other}"),
                    };
                    if code == 38 { self.pen.fg = color } else { self.pen.bg = color }
                }
                39 => self.pen.fg = Color::Reset,
                49 => self.pen.bg = Color::Reset,
                30..=37 | 90..=97 => self.pen.fg = named(code),
                40..=47 | 100..=107 => self.pen.bg = named(code - 10),
                other => panic!("{other}"),
            }
        }
    }
}

fn named(code: u16) -> Color {
    let colors = [
        [Color::Black, Color::Red, Color::Green, Color::Yellow],
        [Color::Blue, Color::Magenta, Color::Cyan, Color::Gray],
        [Color::DarkGray, Color::LightRed, Color::LightGreen, Color::LightYellow],
        [Color::LightBlue, Color::LightMagenta, Color::LightCyan, Color::White],
    ];
    let index = usize::from(if code >= 90 { code - 90 + 8 } else { code - 30 });
    colors[index / 4][index % 4]
}

/// What is seen of a cell: blanks have no ink, and half blocks may be either half.
fn seen(cell: &Cell) -> (String, Color, Color, Modifier) {
    let (fg, bg, modifier) = (cell.fg, cell.bg, cell.modifier);
    match cell.symbol() {
        " " if !modifier.contains(Modifier::REVERSED) => (String::new(), bg, bg, modifier),
        "▄" if modifier.is_empty() => ("▀".into(), bg, fg, modifier),
        symbol => (symbol.into(), fg, bg, modifier),
    }
}

#[test]
fn the_terminal_shows_what_was_drawn() {
    let codes = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right, KeyCode::Enter];
    for depth in [ColourDepth::None, ColourDepth::Ansi, ColourDepth::Palette, ColourDepth::True] {
        let size = Size::new(90, 30);
        let (sent, mut emulator) = (Sent::default(), Emulator::new(size));
        let viewport = Viewport::Fixed(Rect::new(0, 0, size.width, size.height));
        let backend = CompactBackend::new(sent.clone());
        let mut terminal =
            Terminal::with_options(backend, TerminalOptions { viewport }).expect("a terminal");
        let mut desk = Desk::new(Lang::En, Look { depth, ..Look::default() }, size);
        let mut random = SplitMix64::new(depth as u64);
        for round in 0..150 {
            desk.key(match random.below(6) {
                0 => KeyCode::Char(char::from(b"?vtj"[random.below(4) as usize])),
                _ => codes[random.below(5) as usize],
            });
            desk.answer();
            if round == 75 {
                terminal.backend_mut().clear_region(ClearType::All).expect("a clear screen");
                terminal.current_buffer_mut().reset();
                terminal.swap_buffers();
                terminal.current_buffer_mut().reset();
            }
            let drawn =
                terminal.draw(|frame| desk.app.draw(frame)).expect("a screen").buffer.clone();
            emulator.take(&sent.0.take());
            for (shown, drawn) in emulator.cells.content.iter().zip(&drawn.content) {
                assert_eq!(seen(shown), seen(drawn), "{depth:?}, round {round}");
            }
        }
    }
}
