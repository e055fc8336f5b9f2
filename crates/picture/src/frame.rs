//! The wooden frame of a board, and the labels of files and ranks on it.

use std::fmt::Write;

use rules::Info;

use crate::geometry::{Geometry, Point};
use crate::glyphs;
use crate::palette::{Rgb, ThemeColours};
use crate::xml::{Element, Number, path, rectangle};

const LABEL_COLOUR: Rgb = Rgb(0x00fb_e9c8);
/// Distance of the inlaid line from the edge.
const INLAY: f64 = 9.0;

/// Rectangle in a drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The labels of files and ranks, beside the outermost squares.
pub(crate) fn labels(info: &Info, geometry: &Geometry<'_>) -> Vec<Element> {
    let gaps = geometry.has_gaps();
    let below = match (info.look.falling, gaps) {
        (true, _) => 87.0,
        (false, true) => 78.0,
        (false, false) => 80.0,
    };
    let beside = if gaps { 78.0 } else { 79.0 };
    let files = info.files.iter().enumerate().take(geometry.columns());
    let files = files.filter_map(|(column, label)| {
        let Point { x, y } = geometry.at(geometry.lowest(column)?);
        (!label.is_empty()).then_some((*label, Point { x, y: y + below }))
    });
    let ranks = info.ranks.iter().enumerate().take(geometry.rows());
    let ranks = ranks.filter_map(|(row, label)| {
        let Point { x, y } = geometry.at(geometry.leftmost(row)?);
        (!label.is_empty()).then_some((*label, Point { x: x - beside, y }))
    });
    files.chain(ranks).map(|(label, at)| glyphs::label(label, at, LABEL_COLOUR)).collect()
}

/// The frame with an inlaid line and small diamonds.
pub(crate) fn frame(
    area: Area,
    wood: String,
    closed: bool,
    colours: &ThemeColours,
) -> Vec<Element> {
    let Area { x, y, width, height } = area;
    let mut parts = vec![
        rectangle([x - 1.0, y + 4.0, width + 2.0, height], 22.0).with("opacity", 0.3),
        rectangle([x, y, width, height], 20.0).with("fill", wood),
        path(grain(area))
            .with("fill", "none")
            .with("stroke", colours.grain)
            .with("stroke-width", 2.0)
            .with("opacity", 0.16),
        rectangle([x + 2.0, y + 2.0, width - 4.0, height - 4.0], 18.0)
            .with("fill", "none")
            .with("stroke", Rgb(0x00ff_dfa8))
            .with("stroke-width", 2.5)
            .with("opacity", 0.22),
        rectangle([x + INLAY, y + INLAY, width - 2.0 * INLAY, height - 2.0 * INLAY], 12.0)
            .with("fill", "none")
            .with("stroke", colours.inlay)
            .with("stroke-width", 2.0)
            .with("opacity", 0.65),
    ];
    let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
    let mut places =
        vec![(middle_x, y + height - INLAY), (x + INLAY, middle_y), (x + width - INLAY, middle_y)];
    if closed {
        places.push((middle_x, y + INLAY));
    }
    parts.extend(places.into_iter().map(|(x, y)| {
        path(format!("M{} {}l7 7-7 7-7-7z", Number(x), Number(y - 7.0)))
            .with("fill", colours.inlay)
            .with("stroke", colours.wood_dark)
            .with("stroke-width", 1.5)
    }));
    parts
}

/// Lines of the grain, always the same.
fn grain(Area { x, y, width, height }: Area) -> String {
    // The generator of Park and Miller, as on the page.
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed * 16_807 % 2_147_483_647;
        seed as f64 / 2_147_483_647.0
    };
    let mut d = String::new();
    let mut line = y + 14.0;
    while line < y + height - 8.0 {
        // Halves round up, as in JavaScript.
        let mut bend = || ((random() - 0.5) * 14.0 + 0.5).floor();
        let bends = [bend(), bend(), bend()].map(Number);
        let [third, two_thirds] = [0.3, 0.6].map(|share| Number((width * share + 0.5).floor()));
        let [from, at, to] = [x + 4.0, (line + 0.5).floor(), width - 8.0].map(Number);
        let [first, second, last] = bends;
        let _ = write!(d, "M{from} {at}c{third} {first} {two_thirds} {second} {to} {last}");
        line += 9.0 + random() * 16.0;
    }
    d
}
