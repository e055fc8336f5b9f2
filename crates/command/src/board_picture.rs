//! Boards in text, from the description of a game's look.
//!
//! A cell is a box three lines high and five wide, with a wall wherever it meets anything:
//!
//! ```text
//!    _____ _____
//!   |Y    |B    |      the letter of the ground, where a game has several
//! 8 |  ●  |     |      the piece
//!   |_____|_____|
//!   |/////|/////|
//!   |  a  |  b  |
//!   |_____|_____|
//! ```

use std::fmt::{self, Display};

use rules::{Cell, CellIndex, Info, Lang, Seat, Style, Text, View};
pub use texts::ascii;
use texts::text;

use crate::color_mode::ColorMode;
use crate::messages;

/// Character set of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Boxes, and the glyphs of the pieces.
    Unicode,
    /// One line a row, and nothing but ASCII.
    Ascii,
}

/// Height of the rows of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RowHeight {
    /// A box of three lines for each cell.
    Box,
    /// One line a row where squares have different colours, so that a board with its caption fits into 24 lines; boxes
    /// elsewhere.
    Compact,
}

/// Picture of a game in text: the board, the players, and whose turn it is or who has won.
pub struct BoardPicture<'a> {
    pub info: &'static Info,
    pub view: &'a View,
    /// Whether the players have exchanged seats.
    pub swapped: bool,
    pub script: Script,
    pub rows: RowHeight,
    /// Colours of the terminal.
    pub paint: ColorMode,
    pub lang: Lang,
}

impl Display for BoardPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.script {
            Script::Unicode => {
                let compact = self.rows == RowHeight::Compact && self.is_rich();
                f.write_str(&if compact { self.lines() } else { self.boxes() })?;
                f.write_str(&self.caption())
            }
            Script::Ascii => {
                f.write_str(&self.lines())?;
                f.write_str(&ascii(&self.caption()))
            }
        }
    }
}

/// Inside of a cell's box, five characters wide; `None` is a gap in the board.
type CellText = Option<CellLines>;

#[derive(Clone)]
struct CellLines {
    upper: [String; 2],
    floor: String,
}

const CELL_FLOOR: &str = "_____";

impl BoardPicture<'_> {
    /// Whether squares have different colours; then the picture also has their letters, the winning pieces
    /// and the reason of the end.
    fn is_rich(&self) -> bool {
        self.info.grounds.len() > 1
    }

    fn cells(&self) -> impl Iterator<Item = (CellIndex, &Cell)> {
        (0..).map(CellIndex).zip(&self.view.board.cells)
    }

    /// The board in boxes.
    fn boxes(&self) -> String {
        let columns = usize::from(self.view.board.columns);
        let insides: Vec<_> = self.cells().map(|(index, cell)| self.inside(index, cell)).collect();
        let mut rows: Vec<_> = insides.chunks(columns).map(<[CellText]>::to_vec).collect();
        let footer = self.info.files.iter().map(|label| {
            let upper = ["/////".to_owned(), format!("{label:^5}")];
            (!label.is_empty()).then(|| CellLines { upper, floor: CELL_FLOOR.to_owned() })
        });
        // The labels stand below the board, or in its last row if that has only gaps for them.
        match rows.last_mut() {
            Some(last) if footer.clone().zip(&*last).all(|(f, l)| f.is_none() || l.is_none()) => {
                for (inside, label) in last.iter_mut().zip(footer) {
                    *inside = inside.take().or(label);
                }
            }
            _ => rows.push(footer.collect()),
        }
        self.framed(&rows)
    }

    /// The text of a cell.
    fn inside(&self, index: CellIndex, cell: &Cell) -> CellText {
        if is_gap(cell) {
            return None;
        }
        let letter = self.ground(cell).map_or(' ', |style| style.letter);
        let middle = match self.piece(cell) {
            Some(style) if self.is_rich() && self.view.marks.winning.contains(&index) => {
                self.piece_line(style, cell, &format!("[{}]", style.glyph))
            }
            Some(style) => self.piece_line(style, cell, &format!(" {} ", style.glyph)),
            None if self.view.marks.forbidden.contains(&index) => self.on_ground(cell, "  ×  "),
            None => self.on_ground(cell, "     "),
        };
        let upper = [self.on_ground(cell, &format!("{letter}    ")), middle];
        Some(CellLines { upper, floor: self.on_ground(cell, CELL_FLOOR) })
    }

    /// The line of a box where a piece stands, which `sign` shows in three characters.
    fn piece_line(&self, style: &Style, cell: &Cell, sign: &str) -> String {
        let edge = self.on_ground(cell, " ");
        format!("{edge}{}{edge}", self.paint.on(style.rgb, sign))
    }

    /// A part of a box in the colour of its ground.
    fn on_ground(&self, cell: &Cell, text: &str) -> String {
        let style = cell.ground.and_then(|ground| self.info.grounds.get(usize::from(ground)));
        style.map_or_else(|| text.to_owned(), |style| self.paint.on(style.rgb, text))
    }

    /// Puts walls around the boxes, and the labels of the rows before them.
    fn framed(&self, rows: &[Vec<CellText>]) -> String {
        let outside = vec![None; usize::from(self.view.board.columns)];
        let below = |index: usize| rows.get(index).unwrap_or(&outside);
        let mut out = format!("{}{}\n", self.margin(""), floor(&outside, below(0)));
        for (index, row) in rows.iter().enumerate() {
            let label = self.info.ranks.get(index).copied().unwrap_or_default();
            for (line, label) in [(0, ""), (1, label)] {
                let insides = row
                    .iter()
                    .map(|inside| inside.as_ref().map_or("     ", |lines| &lines.upper[line]));
                push_line(&mut out, &self.margin(label), &walled(row, insides));
            }
            push_line(&mut out, &self.margin(""), &floor(row, below(index + 1)));
        }
        out
    }

    /// The board with a line a row, a line of dashes, and the labels of the columns.
    fn lines(&self) -> String {
        let columns = usize::from(self.view.board.columns);
        let width = if self.is_rich() { 2 } else { 1 };
        let cells: Vec<_> = self.cells().map(|(index, cell)| self.letters(index, cell)).collect();
        let mut out = String::new();
        for (row, label) in cells.chunks(columns).zip(self.info.ranks) {
            let insides = row.iter().map(|letters| letters.as_deref().unwrap_or(&"  "[..width]));
            push_line(&mut out, &self.margin(label), &walled(row, insides));
        }
        push_line(&mut out, &self.margin(""), &"-".repeat(columns * (width + 1) + 1));
        let files: Vec<_> =
            self.info.files.iter().map(|label| format!("{label:>width$}")).collect();
        push_line(&mut out, &self.margin(""), &format!(" {}", files.join(" ")));
        out
    }

    /// A cell as the sign of its piece and, where squares differ, the letter of its ground.
    fn letters(&self, index: CellIndex, cell: &Cell) -> Option<String> {
        if is_gap(cell) {
            return None;
        }
        let forbidden = if self.script == Script::Ascii { "*" } else { "×" };
        let mut letters = match self.piece(cell) {
            Some(style) => self.paint.on(style.rgb, &self.sign(style).to_string()),
            None if self.view.marks.forbidden.contains(&index) => self.on_ground(cell, forbidden),
            None => self.on_ground(cell, " "),
        };
        if self.is_rich() {
            let letter = self.ground(cell).map_or(' ', |style| style.letter);
            letters += &self.on_ground(cell, &letter.to_string());
        }
        Some(letters)
    }

    /// The lines below the board.
    fn caption(&self) -> String {
        let say = |text: &Text| text.get(self.lang).to_owned();
        let mut lines = vec![String::new()];
        for tally in &self.view.board.tallies {
            lines.push(say(&messages::tally(tally)));
        }
        for seat in Seat::ALL {
            let style = self.info.pieces.get(usize::from(seat.index()));
            let sign = style.map(|style| self.paint.on(style.rgb, &self.sign(style).to_string()));
            lines.push(say(&text!("player-sign", number = seat, sign = sign.unwrap_or_default())));
        }
        if self.swapped {
            lines.push(say(&text!("swapped")));
        }
        lines.push(String::new());
        match &self.view.outcome {
            None => lines.push(say(&text!("to-move", number = self.view.turn))),
            Some(ending) if self.is_rich() => lines.push(say(&tui::ending_text(ending))),
            Some(ending) => lines.push(say(&tui::verdict_text(ending))),
        }
        let mut out = String::new();
        for line in &lines {
            push_line(&mut out, " ", line);
        }
        out
    }

    fn sign(&self, style: &Style) -> char {
        match self.script {
            Script::Unicode => style.glyph,
            Script::Ascii => style.letter,
        }
    }

    fn piece(&self, cell: &Cell) -> Option<&'static Style> {
        self.info.pieces.get(usize::from(cell.piece?))
    }

    /// The ground of a cell, where it tells something.
    fn ground(&self, cell: &Cell) -> Option<&'static Style> {
        self.info.grounds.get(usize::from(cell.ground?)).filter(|_| self.is_rich())
    }

    /// Left margin of a row, with its label.
    fn margin(&self, label: &str) -> String {
        match self.info.ranks.iter().map(|rank| rank.len()).max() {
            None | Some(0) => String::new(),
            Some(width) => format!(" {label:>width$} "),
        }
    }
}

/// Whether a cell is a gap in the board.
fn is_gap(cell: &Cell) -> bool {
    cell.ground.is_none() && cell.spot.is_none() && cell.piece.is_none()
}

/// The insides of a row, with walls at both sides of every cell.
fn walled<'a, T>(row: &[Option<T>], insides: impl Iterator<Item = &'a str>) -> String {
    let is_cell = |column: usize| row.get(column).is_some_and(Option::is_some);
    let wall = |column| {
        let needed = is_cell(column) || column > 0 && is_cell(column - 1);
        if needed { '|' } else { ' ' }
    };
    let mut line = String::new();
    for (column, inside) in insides.enumerate() {
        line.push(wall(column));
        line.push_str(inside);
    }
    line.push(wall(row.len()));
    line
}

/// The line between two rows: the floor of the cells above, the ceiling of those below.
fn floor(above: &[CellText], below: &[CellText]) -> String {
    let insides = above.iter().zip(below).map(|cells| match cells {
        (Some(above), _) => &*above.floor,
        (None, Some(_)) => CELL_FLOOR,
        (None, None) => "     ",
    });
    walled(above, insides)
}

/// Adds a line without the blanks at its end.
fn push_line(out: &mut String, before: &str, line: &str) {
    let line = format!("{before}{line}");
    out.push_str(line.trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of the smallest terminal, of which the input takes one.
    const TERMINAL_LINES: usize = 24;

    #[test]
    fn boards_of_coloured_squares_fit_a_small_terminal() {
        let mut seen = 0;
        for entry in ::games::CATALOGUE {
            let info = entry.game.info();
            if info.grounds.len() == 1 {
                continue;
            }
            seen += 1;
            let start = entry.game.start(&rules::Setup::default()).expect("a start");
            let live = entry.game.open(&rules::Record::new(start)).expect("a game");
            let view = live.view();
            for script in [Script::Unicode, Script::Ascii] {
                let picture = BoardPicture {
                    info,
                    view: &view,
                    swapped: true,
                    script,
                    rows: RowHeight::Compact,
                    paint: ColorMode::NONE,
                    lang: Lang::Fr,
                };
                let text = picture.to_string();
                assert!(text.lines().count() < TERMINAL_LINES, "{text}");
                let piece = &info.pieces[0];
                let sign = if script == Script::Unicode { piece.glyph } else { piece.letter };
                assert!(text.contains(sign), "{text}");
            }
        }
        assert_eq!(seen, 3);
    }

    #[test]
    fn camps_have_the_colours_of_their_owners() {
        let entry = ::games::CATALOGUE.iter().find(|entry| entry.game.info().id == "katarenga");
        let entry = entry.expect("a game with camps");
        let start = entry.game.start(&rules::Setup::default()).expect("a start");
        let view = entry.game.open(&rules::Record::new(start)).expect("a game").view();
        let grounds = |row: usize| [0, 9].map(|column| view.board.cells[10 * row + column].ground);
        let rgb = |ground: Option<u8>| {
            entry.game.info().grounds[usize::from(ground.expect("a camp"))].rgb.to_be_bytes()
        };
        for ([_, red, _, blue], is_first) in
            [(rgb(grounds(9)[0]), true), (rgb(grounds(0)[0]), false)]
        {
            assert_eq!(red > blue, is_first, "First is red and Second blue");
        }
        assert_eq!((grounds(9)[0], grounds(0)[0]), (grounds(9)[1], grounds(0)[1]));
    }
}
