//! Where the cells of a board are in its drawing.

use rules::{Board, Cell, CellIndex};

/// The side of a cell in the drawing's own measure.
pub(crate) const UNIT: f64 = 100.0;

/// Point in a drawing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// Places of the cells of a board.
pub(crate) struct Geometry<'a> {
    board: &'a Board,
    flipped: bool,
    /// Whether the last row is drawn first; falling pieces need the first one on top.
    upside_down: bool,
}

impl<'a> Geometry<'a> {
    pub(crate) const fn new(board: &'a Board, flipped: bool, falling: bool) -> Self {
        Self { board, flipped, upside_down: flipped && !falling }
    }

    pub(crate) fn columns(&self) -> usize {
        usize::from(self.board.columns)
    }

    pub(crate) fn rows(&self) -> usize {
        self.board.rows()
    }

    /// The width of all cells together.
    pub(crate) fn width(&self) -> f64 {
        self.columns() as f64 * UNIT
    }

    /// The height of all cells together.
    pub(crate) fn height(&self) -> f64 {
        self.rows() as f64 * UNIT
    }

    /// The middle of a cell.
    pub(crate) fn at(&self, CellIndex(cell): CellIndex) -> Point {
        let (columns, rows) = (self.columns(), self.rows());
        let (column, row) = (usize::from(cell) % columns, usize::from(cell) / columns);
        let across = if self.flipped { columns - 1 - column } else { column };
        let down = if self.upside_down { rows - 1 - row } else { row };
        Point { x: (across as f64 + 0.5) * UNIT, y: (down as f64 + 0.5) * UNIT }
    }

    /// All cells with their numbers.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (CellIndex, &'a Cell)> {
        (0..).map(CellIndex).zip(&self.board.cells)
    }

    /// Whether the board has gaps.
    pub(crate) fn has_gaps(&self) -> bool {
        self.board.cells.iter().any(is_gap)
    }

    /// The lowest square of a column as it is drawn.
    pub(crate) fn lowest(&self, column: usize) -> Option<CellIndex> {
        let file = (0..self.rows()).map(|row| row * self.columns() + column);
        self.outermost(file, !self.upside_down)
    }

    /// The square of a row that is drawn at its left end.
    pub(crate) fn leftmost(&self, row: usize) -> Option<CellIndex> {
        let rank = (0..self.columns()).map(|column| row * self.columns() + column);
        self.outermost(rank, self.flipped)
    }

    /// The first or the last square among cells; places beside the board are none.
    fn outermost(
        &self,
        cells: impl DoubleEndedIterator<Item = usize>,
        last: bool,
    ) -> Option<CellIndex> {
        let is_square = |cell: &usize| {
            let index = CellIndex(*cell as u8);
            self.board.cells.get(*cell).is_some_and(|cell| !is_gap(cell))
                && !self.is_detached(index)
        };
        let mut squares = cells.filter(is_square);
        let found = if last { squares.next_back() } else { squares.next() };
        found.map(|cell| CellIndex(cell as u8))
    }

    /// Whether a cell has no neighbour: a place beside the board.
    pub(crate) fn is_detached(&self, CellIndex(cell): CellIndex) -> bool {
        let (columns, cell) = (self.columns(), usize::from(cell));
        let neighbours = [
            cell.checked_sub(columns),
            Some(cell + columns),
            (!cell.is_multiple_of(columns)).then(|| cell - 1),
            (cell % columns + 1 < columns).then_some(cell + 1),
        ];
        let there = |cell: usize| self.board.cells.get(cell).is_some_and(|cell| !is_gap(cell));
        !neighbours.into_iter().flatten().any(there)
    }
}

/// Whether nothing is there: no square at all.
pub(crate) const fn is_gap(cell: &Cell) -> bool {
    cell.ground.is_none() && cell.spot.is_none()
}
