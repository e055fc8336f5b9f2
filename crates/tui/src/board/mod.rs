//! Boards: squares twice as wide as high in characters, from the description of a game's look.
//!
//! With colours a cell is a picture of half blocks, each of which is two pixels; without, it is drawn with
//! lines and characters.

mod geometry;
mod lines;
mod pixels;

use ratatui::buffer::Buffer;
use rules::{Board, Cell, CellIndex, Info, Style as PieceStyle, Surface};

pub use geometry::Side;
pub(crate) use geometry::{BoardGeometry, is_gap};

use crate::look::Look;

/// Signs on a cell.
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own")]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CellSigns {
    /// The last move changed it.
    pub(crate) last: bool,
    /// A move can be made by pointing at it.
    pub(crate) target: bool,
    /// It is part of what won.
    pub(crate) winning: bool,
    /// Nobody may play there.
    pub(crate) forbidden: bool,
    /// It was pointed at, as the first part of a move.
    pub(crate) picked: bool,
    /// The cursor is on it.
    pub(crate) cursor: bool,
    /// Value of the move to it.
    pub(crate) value: Option<String>,
}

impl CellSigns {
    /// Whether something is drawn at the edge of the cell.
    const fn is_framed(&self) -> bool {
        self.last || self.target || self.winning || self.picked || self.cursor
    }
}

/// A board to be drawn.
pub(crate) struct BoardWidget<'a> {
    pub(crate) info: &'static Info,
    pub(crate) board: &'a Board,
    /// Signs of the cells, in the order of the cells.
    pub(crate) signs: &'a [CellSigns],
    pub(crate) geometry: BoardGeometry,
    pub(crate) look: Look,
}

impl BoardWidget<'_> {
    pub(crate) fn render(&self, buffer: &mut Buffer) {
        let none = CellSigns::default();
        for (index, cell) in self.board.cells.iter().enumerate() {
            if is_gap(cell) {
                continue;
            }
            let (signs, index) = (self.signs.get(index).unwrap_or(&none), CellIndex(index as u8));
            if self.look.has_colours() {
                self.paint_cell(index, cell, signs, buffer);
            } else {
                self.draw_cell(index, cell, signs, buffer);
            }
        }
        if !self.look.has_colours() {
            self.draw_borders(buffer);
        }
        for (position, label) in self.geometry.labels(self.info, self.look) {
            buffer.set_string(position.x, position.y, label, self.look.dim());
        }
    }

    fn piece(&self, cell: &Cell) -> Option<&'static PieceStyle> {
        self.info.pieces.get(usize::from(cell.piece?))
    }

    fn ground(&self, cell: &Cell) -> Option<&'static PieceStyle> {
        self.info.grounds.get(usize::from(cell.ground?))
    }

    /// Sign of a cell's ground, where grounds differ.
    fn ground_sign(&self, cell: &Cell) -> Option<char> {
        let style = self.ground(cell).filter(|_| self.info.grounds.len() > 1)?;
        Some(self.look.sign(style))
    }

    const fn is_rack(&self) -> bool {
        matches!(self.info.look.surface, Surface::Rack)
    }

    /// Whether the cell is one of the darker squares, by which a grid is seen.
    const fn is_shaded(&self, CellIndex(index): CellIndex) -> bool {
        let columns = self.board.columns;
        (index % columns + index / columns) % 2 == 1
    }
}
