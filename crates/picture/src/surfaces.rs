//! The surfaces that pieces stand on: a cloth, tiles, or a rack.

use std::fmt::Write;

use rules::{Cell, CellIndex, Info, Surface};

use crate::geometry::{Geometry, Point, UNIT, is_gap};
use crate::glyphs::{GroundSign, ground_sign};
use crate::palette::{Rgb, ThemeColours};
use crate::pieces::{radial, stop};
use crate::xml::{Element, Number, circle, group, path, rectangle, used};

/// The height of the rack above its first row.
pub(crate) const RACK_LIP: f64 = 22.0;
/// The dark wood around squares.
const INSET: Rgb = Rgb(0x0027_170b);
/// The ground of a game that names none.
const PLAIN_GROUND: Rgb = Rgb(0x001f_7a4d);

/// What a surface is drawn with, and into.
pub(crate) struct Canvas<'a> {
    /// The beginning of all ids in the drawing.
    pub(crate) id: &'a str,
    pub(crate) info: &'a Info,
    pub(crate) geometry: &'a Geometry<'a>,
    /// The colour of each ground.
    pub(crate) grounds: Vec<Rgb>,
    pub(crate) colours: &'a ThemeColours,
    pub(crate) defs: Element,
    /// Below the pieces.
    pub(crate) back: Element,
    /// Above the pieces.
    pub(crate) front: Element,
}

impl Canvas<'_> {
    /// Draws the surface.
    pub(crate) fn draw_surface(&mut self) {
        match self.info.look.surface {
            Surface::Cloth => self.draw_cloth(),
            Surface::Tiles => self.draw_tiles(),
            Surface::Rack => self.draw_rack(),
        }
    }

    fn ground(&self) -> Rgb {
        self.grounds.first().copied().unwrap_or(PLAIN_GROUND)
    }

    /// One cloth with lines.
    fn draw_cloth(&mut self) {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let colour = self.ground();
        let id = format!("{}-felt", self.id);
        let stops = [(0.0, colour.lighter(0.12)), (0.6, colour), (1.0, colour.darker(0.24))];
        self.defs.push(radial(&id, stops, [0.42, 0.36, 0.85]));
        self.back
            .push(rectangle([-7.0, -7.0, width + 14.0, height + 14.0], 8.0).with("fill", INSET));
        let felt = rectangle([0.0, 0.0, width, height], 3.0);
        self.back.push(felt.with("fill", format!("url(#{id})")));
        let mut d = String::new();
        for column in 1..self.geometry.columns() {
            let _ = write!(d, "M{} 0v{}", Number(column as f64 * UNIT), Number(height));
        }
        for row in 1..self.geometry.rows() {
            let _ = write!(d, "M0 {}h{}", Number(row as f64 * UNIT), Number(width));
        }
        self.back.push(
            path(d.clone())
                .with("transform", "translate(1.5 1.5)")
                .with("stroke", colour.lighter(0.3))
                .with("stroke-width", 1.5)
                .with("opacity", 0.35),
        );
        self.back.push(
            path(d)
                .with("stroke", colour.darker(0.55))
                .with("stroke-width", 2.5)
                .with("opacity", 0.85),
        );
        for (cell, _) in self.geometry.cells().filter(|(_, cell)| is_gap(cell)) {
            let Point { x, y } = self.geometry.at(cell);
            let gap = rectangle([x - 50.0, y - 50.0, UNIT, UNIT], 0.0);
            self.back.push(gap.with("fill", INSET));
        }
    }

    /// An upright rack with holes, behind which pieces fall.
    fn draw_rack(&mut self) {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let colour = self.ground();
        let id = format!("{}-plate", self.id);
        let stops = [(0.0, colour.lighter(0.2)), (0.5, colour), (1.0, colour.darker(0.28))];
        self.defs.push(linear(&id, 0.25, &stops));
        let behind = [-14.0, -RACK_LIP, width + 28.0, height + RACK_LIP + 14.0];
        self.back.push(rectangle(behind, 18.0).with("fill", colour.darker(0.72)));
        let (across, down) = (width - 8.0, height + RACK_LIP - 22.0);
        let mut d = format!(
            "M-14 {}a18 18 0 0 1 18-18h{}a18 18 0 0 1 18 18v{}a18 18 0 0 1-18 18h{}a18 18 0 0 1-18-18z",
            Number(18.0 - RACK_LIP),
            Number(across),
            Number(down),
            Number(-across),
        );
        let rim = format!("{}-rim", self.id);
        self.defs.push(
            group().with("id", rim.as_str()).with("fill", "none").containing([
                circle(0.0, 0.0, 42.0).with("stroke", colour.darker(0.3)).with("stroke-width", 5.0),
                path("M-30 31A43 43 0 0 0 39 18")
                    .with("stroke", colour.lighter(0.42))
                    .with("stroke-width", 3.0)
                    .with("stroke-linecap", "round")
                    .with("opacity", 0.75),
            ]),
        );
        let mut rims = group();
        for (cell, _) in self.geometry.cells().filter(|(_, cell)| !is_gap(cell)) {
            let at @ Point { x, y } = self.geometry.at(cell);
            let (left, middle) = (Number(x - 40.0), Number(y));
            let _ = write!(d, "M{left} {middle}a40 40 0 1 0 80 0a40 40 0 1 0-80 0z");
            rims.push(used(&rim, at));
        }
        let plate = path(d).with("fill", format!("url(#{id})"));
        self.front.push(plate.with("fill-rule", "evenodd"));
        self.front.push(rims);
        self.front.push(
            path(format!("M0 {}h{}", Number(5.0 - RACK_LIP), Number(width)))
                .with("stroke", colour.lighter(0.55))
                .with("stroke-width", 3.0)
                .with("stroke-linecap", "round")
                .with("opacity", 0.6),
        );
    }

    /// Squares of different grounds, each with its sign.
    fn draw_tiles(&mut self) {
        let mut defined = Vec::new();
        let mut inset = group().with("fill", INSET);
        let mut squares = group();
        for (index, cell) in self.geometry.cells().filter(|(_, cell)| !is_gap(cell)) {
            if self.geometry.is_detached(index) {
                self.draw_well(index, cell, &mut squares);
                continue;
            }
            let at @ Point { x, y } = self.geometry.at(index);
            inset.push(rectangle([x - 57.0, y - 57.0, 114.0, 114.0], 12.0));
            let ground = self.ground_of(cell);
            let id = match ground {
                Some((ground, ..)) => format!("{}-g{ground}", self.id),
                None => format!("{}-blank", self.id),
            };
            if !defined.contains(&id) {
                self.define_square(&id, ground);
                defined.push(id.clone());
            }
            squares.push(used(&id, at));
            if let Some((_, glyph, colour)) = ground.filter(|_| cell.piece.is_some()) {
                // Beside the piece.
                let at = Point { x: x + 36.0, y: y + 36.0 };
                let sign = GroundSign { at, size: 25.0, colour: ink(colour), opacity: 0.95 };
                squares.push(ground_sign(glyph, sign));
            }
        }
        self.back.push(inset);
        self.back.push(squares);
    }

    /// Defines the squares of a ground, to be used by their id.
    fn define_square(&mut self, id: &str, ground: Option<(u8, char, Rgb)>) {
        let square = group().with("id", id);
        let Some((_, glyph, colour)) = ground else {
            self.defs.push(
                square.containing([rectangle([-48.0, -48.0, 96.0, 96.0], 6.0)
                    .with("fill", Rgb(0x006b_4f33))
                    .with("stroke", Rgb(0x0086_6543))
                    .with("stroke-width", 2.0)]),
            );
            return;
        };
        let fill = format!("{id}-fill");
        self.defs.push(linear(
            &fill,
            0.7,
            &[(0.0, colour.lighter(0.16)), (1.0, colour.darker(0.08))],
        ));
        let at = Point { x: 0.0, y: 0.0 };
        let sign = GroundSign { at, size: 60.0, colour: ink(colour), opacity: 0.34 };
        self.defs.push(
            square.containing([
                rectangle([-48.5, -48.5, 97.0, 97.0], 6.0).with("fill", format!("url(#{fill})")),
                path("M-44 46V-40q0-5 5-5H44")
                    .with("fill", "none")
                    .with("stroke", colour.lighter(0.5))
                    .with("stroke-width", 2.5)
                    .with("opacity", 0.6),
                ground_sign(glyph, sign),
            ]),
        );
    }

    /// A place beside the board: a round hollow in the wood.
    fn draw_well(&mut self, index: CellIndex, cell: &Cell, squares: &mut Element) {
        let at @ Point { x, y } = self.geometry.at(index);
        let id = format!("{}-well", self.id);
        squares.push(
            circle(x, y, 47.0)
                .with("fill", "none")
                .with("stroke", self.colours.inlay)
                .with("stroke-width", 2.0)
                .with("opacity", 0.55),
        );
        squares.push(circle(x, y, 43.0).with("fill", format!("url(#{id})")));
        if !self.defs.has_child(&id) {
            let stops =
                [(0.0, Rgb(0x004a_2f1b)), (0.75, Rgb(0x003a_2413)), (1.0, Rgb(0x0025_150a))];
            self.defs.push(radial(&id, stops, [0.5, 0.58, 0.55]));
        }
        if let Some((_, glyph, _)) = self.ground_of(cell) {
            let colour = Rgb(0x00f4_dfb8);
            squares.push(ground_sign(glyph, GroundSign { at, size: 50.0, colour, opacity: 0.42 }));
        }
    }

    /// The number, the sign and the colour of a cell's ground.
    fn ground_of(&self, cell: &Cell) -> Option<(u8, char, Rgb)> {
        let ground = cell.ground?;
        let index = usize::from(ground);
        Some((ground, self.info.grounds.get(index)?.glyph, *self.grounds.get(index)?))
    }
}

/// The colour of the sign on a ground.
fn ink(ground: Rgb) -> Rgb {
    ground.darker(if ground.luminance() > 0.3 { 0.62 } else { 0.7 })
}

/// A gradient from the top left, which ends at a share of the width.
pub(crate) fn linear(id: &str, x2: f64, stops: &[(f64, Rgb)]) -> Element {
    let gradient = Element::new("linearGradient").with("id", id).with("x1", 0.0).with("y1", 0.0);
    gradient.with("x2", x2).with("y2", 1.0).containing(stops.iter().copied().map(stop))
}
