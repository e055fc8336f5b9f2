//! Where the cells of a board are on the screen.

use ratatui::layout::{Position, Rect, Size};
use rules::{Board, CellIndex, Info};

use crate::look::Look;

/// Largest height of a cell, in lines.
const CELL_HEIGHT_MAX: u16 = 4;
/// Characters that are as wide as a line is high.
const LINE_ASPECT: u16 = 2;

/// Which way round a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// As the game describes it.
    #[default]
    Upright,
    /// Turned half round.
    Turned,
}

/// Places of a board's cells on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardGeometry {
    /// First cell's upper left corner.
    origin: Position,
    /// Height of a cell, in lines; its width is twice that in characters.
    pub(crate) cell_height: u16,
    columns: u16,
    rows: u16,
    /// Labels stand in gaps of the board, not beside it.
    labels_inside: [bool; 2],
    has_labels: bool,
    side: Side,
}

impl BoardGeometry {
    /// The largest board that fits into `area`, in its middle; `None` if none does.
    pub(crate) fn fit(
        info: &Info,
        board: &Board,
        look: Look,
        side: Side,
        area: Rect,
    ) -> Option<Self> {
        (1..=CELL_HEIGHT_MAX).rev().find_map(|height| {
            let geometry = Self::of_height(info, board, side, height);
            geometry.centred(look, area)
        })
    }

    /// The largest picture of a tile that fits into `area`, in its middle; `None` if none does.
    pub(crate) fn fit_tile(board: &Board, look: Look, area: Rect) -> Option<Self> {
        (1..=CELL_HEIGHT_MAX).rev().find_map(|height| {
            let geometry = Self::tile_of_height(board, height);
            geometry.centred(look, area)
        })
    }

    /// The board in the middle of `area`, if it fits.
    fn centred(mut self, look: Look, area: Rect) -> Option<Self> {
        let size = self.size(look);
        if size.width > area.width || size.height > area.height {
            return None;
        }
        self.origin = Position {
            x: area.x + (area.width - size.width) / 2 + self.left_margin(),
            y: area.y + (area.height - size.height) / 2,
        };
        Some(self)
    }

    /// A picture of a tile, which has no labels.
    fn tile_of_height(board: &Board, cell_height: u16) -> Self {
        Self {
            origin: Position::ORIGIN,
            cell_height,
            columns: board.columns.max(1).into(),
            rows: board.rows() as u16,
            labels_inside: [true; 2],
            has_labels: false,
            side: Side::Upright,
        }
    }

    /// Size of the smallest board.
    pub(crate) fn smallest(info: &Info, board: &Board, look: Look) -> Size {
        Self::of_height(info, board, Side::Upright, 1).size(look)
    }

    fn of_height(info: &Info, board: &Board, side: Side, cell_height: u16) -> Self {
        let (columns, rows) = (usize::from(board.columns.max(1)), board.rows());
        let is_gap = |index: usize| board.cells.get(index).is_none_or(is_gap);
        let last_row = rows.saturating_sub(1) * columns;
        let mut ranks = info.ranks.iter().enumerate().filter(|(_, label)| !label.is_empty());
        let mut files = info.files.iter().enumerate().filter(|(_, label)| !label.is_empty());
        let labels_inside = [
            ranks.all(|(row, _)| is_gap(row * columns) && is_gap(row * columns + columns - 1)),
            files.all(|(column, _)| is_gap(column) && is_gap(last_row + column)),
        ];
        let tile = Self::tile_of_height(board, cell_height);
        Self { labels_inside, has_labels: true, side, ..tile }
    }

    pub(crate) const fn cell_width(&self) -> u16 {
        self.cell_height * LINE_ASPECT
    }

    const fn left_margin(&self) -> u16 {
        if self.labels_inside[0] { 0 } else { 2 }
    }

    /// Size with labels, and with the lines that replace colours.
    fn size(&self, look: Look) -> Size {
        let lines = u16::from(!look.has_colours());
        let width = self.left_margin() + self.columns * self.cell_width() + lines;
        let height = self.rows * self.cell_height + lines + u16::from(!self.labels_inside[1]);
        Size { width, height }
    }

    /// Rectangle of all cells.
    pub(crate) const fn cells(&self) -> Rect {
        let width = self.columns * self.cell_width();
        Rect::new(self.origin.x, self.origin.y, width, self.rows * self.cell_height)
    }

    /// Column and row at which a cell is shown.
    fn place(&self, CellIndex(index): CellIndex) -> (u16, u16) {
        let index = match self.side {
            Side::Upright => u16::from(index),
            Side::Turned => (self.columns * self.rows).saturating_sub(1 + u16::from(index)),
        };
        (index % self.columns, index / self.columns)
    }

    /// The cell that is shown at a column and a row.
    fn cell(&self, column: u16, row: u16) -> CellIndex {
        let index = row * self.columns + column;
        match self.side {
            Side::Upright => CellIndex(index as u8),
            Side::Turned => CellIndex((self.columns * self.rows - 1 - index) as u8),
        }
    }

    /// Rectangle of a cell.
    pub(crate) fn rect(&self, index: CellIndex) -> Rect {
        let (column, row) = self.place(index);
        let (width, height) = (self.cell_width(), self.cell_height);
        Rect::new(self.origin.x + column * width, self.origin.y + row * height, width, height)
    }

    /// The cell at a place of the screen.
    pub(crate) fn cell_at(&self, position: Position) -> Option<CellIndex> {
        let cells = self.cells();
        cells.contains(position).then(|| {
            let column = (position.x - cells.x) / self.cell_width();
            self.cell(column, (position.y - cells.y) / self.cell_height)
        })
    }

    /// The neighbour of a cell on the screen; the cell itself at the edge.
    pub(crate) fn neighbour(&self, index: CellIndex, (right, down): (i16, i16)) -> CellIndex {
        let (column, row) = self.place(index);
        let step = |at: u16, by: i16, count: u16| {
            at.saturating_add_signed(by).min(count.saturating_sub(1))
        };
        self.cell(step(column, right, self.columns), step(row, down, self.rows))
    }

    /// Places of the labels of rows and columns, with their texts.
    pub(crate) fn labels(&self, info: &Info, look: Look) -> Vec<(Position, &'static str)> {
        if !self.has_labels {
            return Vec::new();
        }
        let cells = self.cells();
        // Lines are at the upper and the left edge of cells, and below the lowest.
        let line = u16::from(!look.has_colours());
        let below_line = line.min(self.cell_height - 1);
        let mut labels = Vec::new();
        for (row, label) in info.ranks.iter().enumerate() {
            let (_, row) = self.place(CellIndex((row * usize::from(self.columns)) as u8));
            let y = cells.y + row * self.cell_height + self.cell_height / 2;
            let x = if self.labels_inside[0] {
                cells.x + self.cell_width() - 2
            } else {
                cells.x.saturating_sub(2)
            };
            labels.push((Position { x, y }, *label));
        }
        for (column, label) in info.files.iter().enumerate() {
            let (column, _) = self.place(CellIndex(column as u8));
            let middle = self.cell_height - 1 + line;
            let x = cells.x + column * self.cell_width() + middle;
            let y = if self.labels_inside[1] {
                cells.bottom() - self.cell_height + below_line
            } else {
                cells.bottom() + below_line
            };
            labels.push((Position { x, y }, *label));
        }
        labels.retain(|(_, label)| !label.is_empty());
        labels
    }
}

/// Whether a cell is a gap in the board.
pub(crate) fn is_gap(cell: &rules::Cell) -> bool {
    cell.ground.is_none() && cell.spot.is_none() && cell.piece.is_none()
}
