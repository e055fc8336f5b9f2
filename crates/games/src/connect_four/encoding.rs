//! Connect Four as arrays: an action is a column, 0 to 6 from the left; planes have six rows of seven cells.

use rules::{Encoding, Planes, Position, Seat, Symmetry, uniform_plane};

use super::position::{COLUMNS, Column, ConnectFour, HEIGHT, ROWS};

/// The cells of a row in the bits of a position: one bit of each column.
const ROW: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < COLUMNS {
        bits |= 1 << (column * HEIGHT);
        column += 1;
    }
    bits
};

/// Discs, column by column in a position, row by row.
fn row_by_row(discs: u64) -> u64 {
    // The product moves bit `7c` to bit `42 + c` and nothing else there: seven columns of seven bits.
    const GATHER: u64 = 1 << 42 | 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
    const LOW: u64 = (1 << COLUMNS) - 1;
    (0..ROWS).fold(0, |plane, row| {
        let cells = discs >> row & ROW;
        plane | (cells.wrapping_mul(GATHER) >> 42 & LOW) << (row * COLUMNS)
    })
}

impl Encoding for ConnectFour {
    const ACTIONS: u16 = COLUMNS as u16;
    const SHAPE: [usize; 2] = [ROWS, COLUMNS];
    const PLANES: &'static [&'static str] = &["own", "opponent", "first to move"];
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY, Symmetry::MIRROR];

    fn from_action(action: u16) -> Option<Column> {
        (action < Self::ACTIONS).then(|| Column::new(action as u8))
    }

    fn planes(&self) -> Planes {
        let turn = self.turn();
        let first = uniform_plane(turn == Seat::First, Self::SHAPE);
        Planes::from_iter([row_by_row(self.discs(turn)), row_by_row(self.discs(!turn)), first])
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        if symmetry == Symmetry::IDENTITY { *self } else { self.mirrored() }
    }

    fn cell_image(cell: usize, symmetry: Symmetry) -> usize {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        match symmetry {
            Symmetry::IDENTITY => cell,
            _ => row * COLUMNS + COLUMNS - 1 - column,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_cells_of_the_columns() {
        for column in 0..COLUMNS {
            for row in 0..ROWS {
                let cell = ConnectFour::cell(column, row);
                assert_eq!(row_by_row(cell), 1 << (row * COLUMNS + column), "{column} {row}");
            }
        }
        assert_eq!(row_by_row(super::super::position::BOARD), uniform_plane(true, [ROWS, COLUMNS]));
    }
}
