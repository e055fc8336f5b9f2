//! View of a game: everything that a screen shows, as plain data.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{BySeat, Outcome, Seat, Text};

/// Something that a player can point at. Several cells may share one spot, as those of a column do
/// where discs fall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Spot(pub u8);

/// The place of a cell in [`Board::cells`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct CellIndex(pub u8);

/// The picture of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Board {
    /// How many cells make a row.
    pub columns: u8,
    /// The cells in reading order, from the top left.
    pub cells: Vec<Cell>,
    /// What players count.
    pub tallies: Vec<Tally>,
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Cell {
    /// What pointing at the cell means; `None` if nothing is there.
    pub spot: Option<Spot>,
    /// Which of the game's grounds it shows; `None` for a gap in the board, or a square still
    /// without colour while a board is put together.
    pub ground: Option<u8>,
    /// Which of the game's pieces stands on it.
    pub piece: Option<u8>,
    /// The cell's name.
    pub label: Cow<'static, str>,
}

/// Something counted for both seats, such as discs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Tally {
    /// What is counted.
    pub label: Text,
    /// How many each seat has.
    pub count: BySeat<u8>,
}

/// What a move does to one cell: a piece appears, slides in, turns into another or vanishes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Change {
    /// The cell that changes.
    pub cell: CellIndex,
    /// Where the piece comes from, which that leaves empty; `None` if it slides from nowhere.
    pub from: Option<CellIndex>,
    /// What stands on the cell afterwards.
    pub piece: Option<u8>,
}

/// One legal move, and how to make it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Choice {
    /// The move in the game's notation.
    pub notation: String,
    /// The spots to point at, in turn; none for a move that is a button, such as a pass.
    pub steps: Vec<Spot>,
    /// What it does to the board.
    pub changes: Vec<Change>,
}

/// Cells that a screen points at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Marks {
    /// The cells that won the game: a line, a group.
    pub winning: Vec<CellIndex>,
    /// Empty cells where neither player may place a piece.
    pub forbidden: Vec<CellIndex>,
}

/// An [`Outcome`] as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Ending {
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason's name, for programs.
    pub reason: Cow<'static, str>,
    /// The reason, for people.
    pub text: Text,
    /// By how much, in the games that count.
    pub margin: Option<u8>,
}

/// All that a screen needs to show a game and to let a player move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct View {
    /// What is drawn, cell by cell.
    pub board: Board,
    /// Who is to move.
    pub turn: Seat,
    /// How the game ended, if it has.
    pub outcome: Option<Ending>,
    /// The last move, as it was on the board before it.
    pub last: Option<Choice>,
    /// Cells worth a sign.
    pub marks: Marks,
    /// The legal moves; none when the game is over.
    pub choices: Vec<Choice>,
}

impl Board {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len() / usize::from(self.columns)
    }

    /// The changes that lead from this board to `after`. A piece that leaves one cell and appears
    /// on another has slid.
    pub fn changes_to(&self, after: &Self) -> Vec<Change> {
        let mut left = Vec::new();
        let mut changes = Vec::new();
        for (index, (old, new)) in self.cells.iter().zip(&after.cells).enumerate() {
            let cell = CellIndex(index as u8);
            match (old.piece, new.piece) {
                (old, new) if old == new => {}
                (Some(piece), None) => left.push((piece, cell)),
                (_, piece) => changes.push(Change { cell, from: None, piece }),
            }
        }
        for change in &mut changes {
            if let Some(found) = left.iter().position(|&(piece, _)| change.piece == Some(piece)) {
                change.from = Some(left.swap_remove(found).1);
            }
        }
        changes.extend(left.into_iter().map(|(_, cell)| Change { cell, from: None, piece: None }));
        changes
    }

    /// Makes the changes on this board's cells; the tallies are left as they are.
    pub fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            if let Some(CellIndex(from)) = change.from {
                self.cells[usize::from(from)].piece = None;
            }
            self.cells[usize::from(change.cell.0)].piece = change.piece;
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner,
            reason: Cow::Borrowed(outcome.reason.id),
            text: outcome.reason.text.clone(),
            margin: outcome.margin,
        }
    }
}
