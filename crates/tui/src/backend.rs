//! Output to the terminal in few bytes, for slow connections.
//!
//! Changed cells are gathered in runs of one style, and runs of the same style are sent together: to go to
//! another place takes a third of what another pair of colours takes. Colours and modifiers stay set from one
//! drawing to the next, and where nothing has changed, nothing is sent.

use std::fmt::Write as _;
use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::widgets::width;

/// The upper half of a character's place is in the foreground, the lower in the background.
const UPPER_HALF: &str = "▀";
/// The other way round.
const LOWER_HALF: &str = "▄";

/// Colours and modifiers with which characters are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pen {
    /// `None` where no foreground is seen.
    foreground: Option<Color>,
    background: Color,
    modifiers: Modifier,
}

/// Neighbouring cells of one style.
struct Run {
    position: Position,
    text: String,
    width: u16,
}

/// Runs of one style.
struct StyledRuns {
    pen: Pen,
    runs: Vec<Run>,
}

/// The terminal, written to with few bytes.
pub struct CompactBackend<W: Write> {
    inner: CrosstermBackend<W>,
    /// The style that the terminal writes in; `None` if that is not known.
    pen: Option<Pen>,
    is_cursor_hidden: bool,
}

impl<W: Write> CompactBackend<W> {
    /// Writes to a terminal.
    pub const fn new(writer: W) -> Self {
        Self { inner: CrosstermBackend::new(writer), pen: None, is_cursor_hidden: false }
    }

    /// Sets colours and modifiers back, before something is cleared in them.
    fn reset_pen(&mut self) -> io::Result<()> {
        self.pen = None;
        Write::write_all(&mut self.inner, b"\x1b[0m")
    }
}

/// A cell's style, and its character: half blocks have their colours in one order.
fn styled(cell: &Cell) -> (Pen, &str) {
    let (foreground, background, modifiers) = (cell.fg, cell.bg, cell.modifier);
    let has_ink =
        modifiers.intersects(Modifier::REVERSED | Modifier::UNDERLINED | Modifier::CROSSED_OUT);
    let pen = |foreground, background| Pen { foreground, background, modifiers };
    match cell.symbol() {
        " " if !has_ink => (pen(None, background), " "),
        UPPER_HALF if modifiers.is_empty() && order(foreground) > order(background) => {
            (pen(Some(background), foreground), LOWER_HALF)
        }
        symbol => (pen(Some(foreground), background), symbol),
    }
}

/// Any order of colours.
fn order(color: Color) -> (u8, u32) {
    match color {
        Color::Rgb(red, green, blue) => (2, u32::from_be_bytes([0, red, green, blue])),
        Color::Indexed(index) => (1, index.into()),
        named => (0, u32::from(foreground_code(named))),
    }
}

/// Gathers changed cells by their styles.
fn gather<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> Vec<StyledRuns> {
    let mut groups: Vec<StyledRuns> = Vec::new();
    // Group of the last cell, and the place behind it.
    let mut last: Option<(usize, Position)> = None;
    for (x, y, cell) in cells {
        let (pen, symbol) = styled(cell);
        let position = Position { x, y };
        let is_next = last.is_some_and(|(_, end)| end == position);
        // No foreground is seen in blanks, so they go with any run on their background.
        let fits = |group: &StyledRuns| group.pen.takes(pen);
        let index = match last.filter(|&(index, _)| is_next && fits(&groups[index])) {
            Some((index, _)) => index,
            None => groups.iter().position(fits).unwrap_or_else(|| {
                groups.push(StyledRuns { pen, runs: Vec::new() });
                groups.len() - 1
            }),
        };
        let group = &mut groups[index];
        group.pen.foreground = group.pen.foreground.or(pen.foreground);
        let cells = width(symbol) as u16;
        match group.runs.last_mut() {
            Some(run) if run.end() == position => {
                run.text += symbol;
                run.width += cells;
            }
            _ => group.runs.push(Run { position, text: symbol.to_owned(), width: cells }),
        }
        last = Some((index, Position { x: x + cells, y }));
    }
    groups
}

impl Pen {
    /// Whether this style may become `other` without a change of what it has written.
    fn takes(self, other: Self) -> bool {
        self.background == other.background
            && self.modifiers == other.modifiers
            && match (self.foreground, other.foreground) {
                (Some(own), Some(other)) => own == other,
                _ => true,
            }
    }

    /// Escape sequence that changes one style into this one, empty if they are the same, and the style that is set
    /// then.
    fn change_from(self, before: Option<Self>) -> (String, Self) {
        let mut codes = String::new();
        let is_reset = before.is_none_or(|before| !self.modifiers.contains(before.modifiers));
        if is_reset {
            codes += "0;";
        }
        let kept = before.filter(|_| !is_reset);
        let modifiers = kept.map_or(Modifier::empty(), |kept| kept.modifiers);
        for (modifier, code) in MODIFIERS {
            if self.modifiers.contains(modifier) && !modifiers.contains(modifier) {
                codes += code;
            }
        }
        let foreground = kept.map_or(Some(Color::Reset), |kept| kept.foreground);
        if let Some(color) = self.foreground.filter(|_| self.foreground != foreground) {
            push_color(&mut codes, color, false);
        }
        let set = Self { foreground: self.foreground.or(foreground), ..self };
        if kept.map_or(Color::Reset, |kept| kept.background) != self.background {
            push_color(&mut codes, self.background, true);
        }
        let sequence = match codes.strip_suffix(';') {
            Some(codes) => format!("\x1b[{codes}m"),
            None => String::new(),
        };
        (sequence, set)
    }
}

const MODIFIERS: [(Modifier, &str); 9] = [
    (Modifier::BOLD, "1;"),
    (Modifier::DIM, "2;"),
    (Modifier::ITALIC, "3;"),
    (Modifier::UNDERLINED, "4;"),
    (Modifier::SLOW_BLINK, "5;"),
    (Modifier::RAPID_BLINK, "6;"),
    (Modifier::REVERSED, "7;"),
    (Modifier::HIDDEN, "8;"),
    (Modifier::CROSSED_OUT, "9;"),
];

/// Adds the codes of a colour.
fn push_color(codes: &mut String, color: Color, is_background: bool) {
    let plane = if is_background { 10 } else { 0 };
    // Writing to a string does not fail.
    let _ = match color {
        Color::Rgb(red, green, blue) => write!(codes, "{};2;{red};{green};{blue};", 38 + plane),
        Color::Indexed(index) => write!(codes, "{};5;{index};", 38 + plane),
        named => write!(codes, "{};", foreground_code(named) + plane),
    };
}

/// Code of one of the sixteen colours of ANSI in the foreground, or of the terminal's own.
const fn foreground_code(color: Color) -> u8 {
    match color {
        Color::Black => 30,
        Color::Red => 31,
        Color::Green => 32,
        Color::Yellow => 33,
        Color::Blue => 34,
        Color::Magenta => 35,
        Color::Cyan => 36,
        Color::Gray => 37,
        Color::DarkGray => 90,
        Color::LightRed => 91,
        Color::LightGreen => 92,
        Color::LightYellow => 93,
        Color::LightBlue => 94,
        Color::LightMagenta => 95,
        Color::LightCyan => 96,
        Color::White => 97,
        Color::Reset | Color::Indexed(_) | Color::Rgb(..) => 39,
    }
}

impl Run {
    const fn end(&self) -> Position {
        Position { x: self.position.x + self.width, y: self.position.y }
    }
}

impl<W: Write> Backend for CompactBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut groups = gather(content);
        // The style that is set comes first.
        if let Some(pen) = self.pen {
            groups.sort_by_key(|group| !pen.takes(group.pen));
        }
        let mut out = String::new();
        let mut cursor: Option<Position> = None;
        for StyledRuns { pen, runs } in groups {
            let (sequence, set) = pen.change_from(self.pen);
            out += &sequence;
            self.pen = Some(set);
            for run in runs {
                push_move(&mut out, cursor, run.position);
                out += &run.text;
                cursor = Some(run.end());
            }
        }
        Write::write_all(&mut self.inner, out.as_bytes())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_cursor_hidden, true) {
            self.inner.hide_cursor()?;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.is_cursor_hidden = false;
        self.inner.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.reset_pen()?;
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.inner.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

/// Adds the sequence that moves the cursor; none if it is there.
fn push_move(out: &mut String, from: Option<Position>, to: Position) {
    let Position { x, y } = to;
    // Writing to a string does not fail.
    let _ = match from {
        Some(from) if from == to => Ok(()),
        Some(from) if from.y == y && from.x + 1 == x => write!(out, "\x1b[C"),
        Some(from) if from.y == y && from.x < x => write!(out, "\x1b[{}C", x - from.x),
        _ => write!(out, "\x1b[{};{}H", y + 1, x + 1),
    };
}
