//! Marks on a board: the last move, forbidden squares, the winning line.

use rules::{CellIndex, Choice, View};

use crate::geometry::{Geometry, Point};
use crate::palette::Rgb;
use crate::xml::{Element, Number, circle, group, path, rectangle};

/// The marks of the last move.
pub(crate) fn last_move(view: &View, geometry: &Geometry<'_>, falling: bool) -> Element {
    let mut marks = group();
    let cells = view.last.iter().flat_map(|last| pointed_at(view, last));
    for Point { x, y } in cells.map(|cell| geometry.at(cell)) {
        let mark = if falling {
            circle(x, y, 44.0).with("fill", "none").with("stroke-width", 5.0)
        } else {
            rectangle([x - 46.0, y - 46.0, 92.0, 92.0], 8.0)
                .with("fill", Rgb(0x00ff_f0be))
                .with("fill-opacity", 0.16)
                .with("stroke-width", 4.0)
        };
        marks.push(mark.with("stroke", Rgb(0x00ff_f3cf)));
    }
    marks
}

/// The cells that a move points at: its steps, or where spots are shared what it changes.
fn pointed_at(view: &View, choice: &Choice) -> Vec<CellIndex> {
    let is_changed = |cell: &CellIndex| choice.changes.iter().any(|change| change.cell == *cell);
    let cells = choice.steps.iter().flat_map(|step| {
        let cells = (0..).map(CellIndex).zip(&view.board.cells);
        let cells = cells.filter(|(_, cell)| cell.spot == Some(*step));
        let mut cells: Vec<_> = cells.map(|(index, _)| index).collect();
        if cells.len() > 1 {
            cells.retain(is_changed);
        }
        cells
    });
    cells.collect()
}

/// Crosses on forbidden squares, and rings around the winning pieces.
pub(crate) fn signs(view: &View, geometry: &Geometry<'_>, radius: f64) -> Element {
    let mut marks = group().with("fill", "none");
    for Point { x, y } in view.marks.forbidden.iter().map(|cell| geometry.at(*cell)) {
        let (left, top) = (Number(x - 19.0), Number(y - 19.0));
        marks.push(
            path(format!("M{left} {top}l38 38m0-38l-38 38"))
                .with("stroke", Rgb(0x002b_0f07))
                .with("stroke-width", 7.0)
                .with("stroke-linecap", "round")
                .with("opacity", 0.5),
        );
    }
    for Point { x, y } in view.marks.winning.iter().map(|cell| geometry.at(*cell)) {
        let ring = || circle(x, y, radius + 4.0);
        let halo = ring().with("stroke", Rgb(0x002a_1705)).with("stroke-width", 13.0);
        marks.push(halo.with("opacity", 0.75));
        marks.push(ring().with("stroke", Rgb(0x00ff_fbe8)).with("stroke-width", 8.0));
    }
    marks
}
