//! Check of boards that come from a server.

use rules::{CellIndex, Choice, Info, View};

/// Most cells of a board: a cell is named by a byte.
const CELLS_MAX: usize = 256;
/// Longest label of a cell, in bytes.
const LABEL_MAX_BYTES: usize = 16;
/// Most choices and entries that a screen is given.
const CHOICES_MAX: usize = 4096;

/// Whether a screen can draw the view of a game: nothing in it points outside the board, or at pieces and grounds that
/// the game has not.
pub fn is_drawable(info: &Info, view: &View) -> bool {
    let board = &view.board;
    let (cells, columns) = (board.cells.len(), usize::from(board.columns));
    if cells == 0 || columns == 0 || cells > CELLS_MAX || !cells.is_multiple_of(columns) {
        return false;
    }
    let is_cell = |cell: &CellIndex| usize::from(cell.0) < cells;
    let is_piece = |piece: Option<u8>| piece.is_none_or(|one| usize::from(one) < info.pieces.len());
    let is_ground =
        |ground: Option<u8>| ground.is_none_or(|one| usize::from(one) < info.grounds.len());
    let is_choice = |choice: &Choice| {
        choice.changes.len() <= CELLS_MAX
            && choice.steps.len() <= CELLS_MAX
            && choice.changes.iter().all(|change| {
                is_cell(&change.cell)
                    && change.from.as_ref().is_none_or(is_cell)
                    && is_piece(change.piece)
            })
    };
    let is_label = |label: &str| label.len() <= LABEL_MAX_BYTES;
    board
        .cells
        .iter()
        .all(|cell| is_piece(cell.piece) && is_ground(cell.ground) && is_label(&cell.label))
        && view.choices.len() <= CHOICES_MAX
        && view.choices.iter().chain(&view.last).all(is_choice)
        && view.marks.winning.iter().chain(&view.marks.forbidden).all(is_cell)
}
