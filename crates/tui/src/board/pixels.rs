//! Cells in colours: pictures of half blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use rules::{Cell, CellIndex};

use super::{BoardWidget, CellSigns};
use crate::colour::{ColourDepth, Rgb};

/// Colour of a square without ground, while a board is put together.
const BARE_GROUND: Rgb = Rgb(0x55_5555);
/// Colour of winning cells.
const WINNING: Rgb = Rgb(0xff_d75f);
/// Percentage of black in the darker squares.
const SHADE_PERCENT: u32 = 10;
/// Percentage of ink in crosses and the holes of a rack.
const CROSS_PERCENT: u32 = 45;
/// Percentage of ink in the dots of legal moves.
const DOT_PERCENT: u32 = 75;
/// Pixels of a side of a cell that is two lines high.
const SMALL_PICTURE: u16 = 4;
/// Percentage of ink in the eye of the second seat's pieces.
const EYE_PERCENT: u32 = 55;

/// A square picture; pixels are half a character high.
struct Picture {
    size: u16,
    pixels: Vec<Rgb>,
}

impl Picture {
    fn new(size: u16, ground: Rgb) -> Self {
        Self { size, pixels: vec![ground; usize::from(size * size)] }
    }

    /// Colours the pixels that `is_part` says, given their doubled distances from the middle.
    fn fill(&mut self, colour: Rgb, is_part: impl Fn(i32, i32) -> bool) {
        let size = i32::from(self.size);
        for (index, pixel) in self.pixels.iter_mut().enumerate() {
            let (x, y) = (index as i32 % size, index as i32 / size);
            if is_part(2 * x + 1 - size, 2 * y + 1 - size) {
                *pixel = colour;
            }
        }
    }

    /// A disc; its radius counts half pixels.
    fn disc(&mut self, radius_squared: i32, colour: Rgb) {
        self.fill(colour, |x, y| x * x + y * y < radius_squared);
    }

    /// A line around the picture.
    fn frame(&mut self, colour: Rgb) {
        let edge = i32::from(self.size) - 1;
        self.fill(colour, |x, y| x.abs().max(y.abs()) == edge);
    }

    /// The corners of that line.
    fn corners(&mut self, colour: Rgb) {
        let edge = i32::from(self.size) - 1;
        let near = if self.size > 4 { edge - 2 } else { edge };
        self.fill(colour, |x, y| x.abs().max(y.abs()) == edge && x.abs().min(y.abs()) >= near);
    }

    fn cross(&mut self, colour: Rgb) {
        self.fill(colour, |x, y| x.abs() == y.abs());
    }

    fn pixel(&self, x: u16, y: u16) -> Rgb {
        self.pixels[usize::from(y * self.size + x)]
    }
}

impl BoardWidget<'_> {
    pub(super) fn paint_cell(
        &self,
        index: CellIndex,
        cell: &Cell,
        signs: &CellSigns,
        buffer: &mut Buffer,
    ) {
        let rect = self.geometry.rect(index);
        if rect.height == 1 {
            self.paint_small(index, cell, signs, rect, buffer);
            return;
        }
        let picture = self.picture(index, cell, signs);
        for (y, line) in (rect.y..).zip(0..rect.height) {
            for (x, column) in (rect.x..).zip(0..rect.width) {
                let (upper, lower) =
                    (picture.pixel(column, 2 * line), picture.pixel(column, 2 * line + 1));
                let Some(place) = buffer.cell_mut((x, y)) else { continue };
                let style = Style::new().bg(self.look.colour(lower));
                if self.look.colour(upper) == self.look.colour(lower) {
                    place.set_char(' ').set_style(style);
                } else {
                    place.set_char('▀').set_style(style.fg(self.look.colour(upper)));
                }
            }
        }
        if rect.height == 2 {
            self.paint_quarters(index, cell, signs, rect, buffer);
        }
        self.paint_signs(index, cell, signs, rect, buffer);
    }

    /// Round edges, eyes and dots of a cell of four by two characters, in quarter blocks.
    fn paint_quarters(
        &self,
        index: CellIndex,
        cell: &Cell,
        signs: &CellSigns,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let ground = self.ground_colour(index, cell, signs);
        let mut put = |columns: [u16; 2], ink: Rgb, paper: Rgb| {
            let style = Style::new().fg(self.look.colour(ink)).bg(self.look.colour(paper));
            for (line, blocks) in [['▗', '▖'], ['▝', '▘']].into_iter().enumerate() {
                for (column, block) in columns.into_iter().zip(blocks) {
                    let place = buffer.cell_mut((rect.x + column, rect.y + line as u16));
                    if let Some(place) = place {
                        place.set_char(block).set_style(style);
                    }
                }
            }
        };
        match self.piece(cell) {
            Some(style) => {
                let colour = Rgb(style.rgb);
                if !signs.is_framed() {
                    put([0, 3], colour, ground);
                }
                if cell.piece == Some(1) {
                    put([1, 2], colour.mixed(colour.ink(), EYE_PERCENT), colour);
                }
            }
            None if signs.target && signs.value.is_none() && !signs.forbidden => {
                let paper =
                    if self.is_rack() { ground.mixed(Rgb::BLACK, CROSS_PERCENT) } else { ground };
                put([1, 2], ground.mixed(ground.ink(), DOT_PERCENT), paper);
            }
            None => {}
        }
    }

    /// The cell without characters.
    fn picture(&self, index: CellIndex, cell: &Cell, signs: &CellSigns) -> Picture {
        let ground = self.ground_colour(index, cell, signs);
        let size = 2 * self.geometry.cell_height;
        let mut picture = Picture::new(size, ground);
        // Small cells have quarter blocks instead: see `paint_quarters`.
        let is_small = size == SMALL_PICTURE;
        let radius_squared = match i32::from(size) {
            4 => 16,
            6 => 27,
            size => (size - 1).pow(2),
        };
        match self.piece(cell) {
            Some(style) => {
                let colour = Rgb(style.rgb);
                picture.disc(radius_squared, colour);
                if is_small && !signs.is_framed() {
                    picture.fill(ground, |x, _| x.abs() > 1);
                }
                if cell.piece == Some(1) && !is_small {
                    picture.disc(
                        (i32::from(size) / 3 + 1).pow(2),
                        colour.mixed(colour.ink(), EYE_PERCENT),
                    );
                }
            }
            None if self.is_rack() => {
                picture.disc(radius_squared, ground.mixed(Rgb::BLACK, CROSS_PERCENT));
            }
            None if signs.forbidden => picture.cross(ground.mixed(Rgb::BLACK, CROSS_PERCENT)),
            None => {}
        }
        let ink = ground.ink();
        if signs.target && cell.piece.is_none() && signs.value.is_none() && !is_small {
            picture.disc(4, ground.mixed(ink, DOT_PERCENT));
        }
        if signs.last || (signs.target && cell.piece.is_some()) {
            picture.corners(ink);
        }
        if signs.winning {
            picture.frame(WINNING);
        }
        if signs.picked {
            picture.frame(ink);
        }
        if signs.cursor {
            picture.frame(self.cursor_colour(ground));
        }
        picture
    }

    fn ground_colour(&self, index: CellIndex, cell: &Cell, signs: &CellSigns) -> Rgb {
        let ground = self.ground(cell).map_or(BARE_GROUND, |style| Rgb(style.rgb));
        let is_shaded = self.is_shaded(index) && !self.is_rack();
        let ground = if is_shaded { ground.mixed(Rgb::BLACK, SHADE_PERCENT) } else { ground };
        if signs.winning { ground.mixed(WINNING, 40) } else { ground }
    }

    /// Colour of the cursor: one that no ground has.
    fn cursor_colour(&self, ground: Rgb) -> Rgb {
        match (self.look.depth, ground.ink()) {
            (ColourDepth::Ansi, ink) => ink,
            (_, Rgb::BLACK) => Rgb(0x5f_00af),
            _ => Rgb(0xff_5fff),
        }
    }

    /// Characters over the picture: the sign of the ground, the value of a move.
    fn paint_signs(
        &self,
        index: CellIndex,
        cell: &Cell,
        signs: &CellSigns,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let ground = self.ground_colour(index, cell, signs);
        let style = Style::new().fg(self.look.colour(ground.ink())).bg(self.look.colour(ground));
        if let Some(sign) = self.ground_sign(cell) {
            buffer.set_string(rect.x, rect.y, sign.to_string(), style);
        }
        if let Some(value) = &signs.value {
            let width = value.chars().count() as u16;
            let x = rect.x + rect.width.saturating_sub(width) / 2;
            let y = rect.y + rect.height / 2;
            let width = usize::from(rect.width);
            buffer.set_stringn(x, y, value, width, style.add_modifier(Modifier::BOLD));
        }
    }

    /// A cell of two characters: the piece or the ground, and a sign.
    fn paint_small(
        &self,
        index: CellIndex,
        cell: &Cell,
        signs: &CellSigns,
        rect: Rect,
        buffer: &mut Buffer,
    ) {
        let ground = self.ground_colour(index, cell, signs);
        let mut style = Style::new().bg(self.look.colour(ground));
        let first = if let Some(piece) = self.piece(cell) {
            style = style.fg(self.look.colour(Rgb(piece.rgb))).add_modifier(Modifier::BOLD);
            self.look.sign(piece)
        } else {
            style = style.fg(self.look.colour(ground.mixed(ground.ink(), CROSS_PERCENT)));
            match self.ground_sign(cell) {
                _ if signs.forbidden => '×',
                Some(sign) => sign,
                None if self.is_rack() => '○',
                None => ' ',
            }
        };
        let second = match signs {
            CellSigns { picked: true, .. } => '*',
            CellSigns { target: true, .. } => '•',
            CellSigns { last: true, .. } => '\'',
            _ => ' ',
        };
        buffer.set_string(rect.x, rect.y, first.to_string(), style);
        let ink = Style::new().fg(self.look.colour(ground.ink())).bg(self.look.colour(ground));
        buffer.set_string(rect.x + 1, rect.y, second.to_string(), ink);
        if signs.cursor {
            buffer.set_style(rect, Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}
