//! Signs drawn as paths, so that they look the same everywhere and need no font.

use crate::geometry::Point;
use crate::palette::Rgb;
use crate::xml::{Element, Number, group, path};

/// Distance between two characters of a label.
const LABEL_ADVANCE: f64 = 13.0;

/// The signs of grounds as filled paths; each fits into 100 by 100 around the middle. The page has the same.
const GROUND_SIGNS: [(char, &str); 5] = [
    (
        '♔',
        "M-4-42h8v8h9v8h-9v9h-8v-9h-9v-8h9zM-21 22-29-6c0-13 20-14 29-2 9-12 29-11 29 2l-8 28zM-23 27h46v10h-46z",
    ),
    ('♖', "M-28 37V27h7V-3h-6v-27h13v9h8v-9h12v9h8v-9h13v27h-6v30h7v10z"),
    (
        '♗',
        "M0-40a6 6 0 0 1 4 10c16 11 21 27 12 42h-32c-9-15-4-31 12-42a6 6 0 0 1 4-10zM4-18-8-1l5 4L9-14zM-17 17h34v10h8v10h-50V27h8z",
    ),
    (
        '♘',
        "M-23 37c0-19 18-24 19-34-6 5-10 4-15 7-6 5-14 0-12-7 4-12 10-28 22-33l2-11 9 9C22-22 27 6 25 37zM-10-15a3 3 0 1 0 .1 0z",
    ),
    ('⌂', "M0-32 36 2H24v32H8V12H-8v22h-16V2h-12z"),
];

/// The characters of labels as strokes; the base line is at 9, the middle of a digit at 0.
const LABEL_STROKES: [(char, &str); 22] = [
    ('a', "M5 2.8A5 6.2 0 0 1-5 2.8A5 6.2 0 0 1 5 2.8zM5-3.4V9"),
    ('b', "M5 2.8A5 6.2 0 0 1-5 2.8A5 6.2 0 0 1 5 2.8zM-5-10V9"),
    ('c', "M3.8-1.2A5 6.2 0 1 0 3.8 6.8"),
    ('d', "M5 2.8A5 6.2 0 0 1-5 2.8A5 6.2 0 0 1 5 2.8zM5-10V9"),
    ('e', "M-4.9 2.4H4.9A5 6.2 0 1 0 3.6 7"),
    ('f', "M4.6-8.8C1-11-1.4-9.5-1.4-6V9M-5-2.8H3.6"),
    ('g', "M5 2.8A5 6.2 0 0 1-5 2.8A5 6.2 0 0 1 5 2.8zM5-3.4V10C5 15.4-2 16-4.6 13.2"),
    ('h', "M-5-10V9M-5 2C-4-5 5-5.6 5 1.6V9"),
    ('i', "M0-3.4V9M0-9V-8.8"),
    ('j', "M1.5-3.4V10.5C1.5 14-2 15-4 13.6M1.5-9V-8.8"),
    ('k', "M-5-10V9M4.6-3.4-5 4.2M-1.2 1.4 5 9"),
    ('l', "M0-10V9"),
    ('0', "M0-9A5.4 9 0 0 1 0 9A5.4 9 0 0 1 0-9z"),
    ('1', "M-3.6-6 .8-9V9M-3.8 9H5.2"),
    ('2', "M-4.8-4.6C-4.8-10.6 5-10.6 5-4.4C5-.5-1 3-5 9H5.4"),
    (
        '3',
        "M-4.6-7C-2-10.4 4.6-9.6 4.6-4.8C4.6-1.6 2-.4-1-.4C2.6-.4 5.2 1.2 5.2 4.4C5.2 9.8-2.6 10.4-5 7",
    ),
    ('4', "M2.4 9V-9L-5.6 3.6H5.8"),
    ('5', "M4.4-9H-3.4L-4.2-1.2C-1-3.4 5.2-2.8 5.2 3.2C5.2 9.8-2 10.4-5 7.2"),
    ('6', "M4-8.2C-2-10.4-5.2-4-5.2 3A5.2 5.9 0 0 0 5.2 3A5.2 5.6 0 0 0-5.2 3"),
    ('7', "M-5-9H5.2L-1.4 9"),
    ('8', "M0-9A4.4 4.3 0 0 1 0-.4A4.4 4.3 0 0 1 0-9zM0-.4A5.3 4.7 0 0 1 0 9A5.3 4.7 0 0 1 0-.4z"),
    ('9', "M-4 8.2C2 10.4 5.2 4 5.2-3A5.2 5.9 0 0 0-5.2-3A5.2 5.6 0 0 0 5.2-3"),
];

fn find<'a>(paths: &[(char, &'a str)], glyph: char) -> Option<&'a str> {
    paths.iter().find(|(known, _)| *known == glyph).map(|(_, path)| *path)
}

/// Place and look of a ground's sign.
#[derive(Clone, Copy)]
pub(crate) struct GroundSign {
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) colour: Rgb,
    pub(crate) opacity: f64,
}

/// The sign of a ground. One that has no path of its own is text, which needs a font.
pub(crate) fn ground_sign(glyph: char, sign: GroundSign) -> Element {
    let GroundSign { at: Point { x, y }, size, colour, opacity } = sign;
    match find(&GROUND_SIGNS, glyph) {
        Some(d) => {
            let transform = format!("{} scale({})", translate(x, y), Number(size / 100.0));
            path(d).with("fill-rule", "evenodd").with("transform", transform)
        }
        None => text(glyph, x, y + size * 0.34, size * 0.95),
    }
    .with("fill", colour)
    .with("opacity", opacity)
}

/// A label, the middle of which is at a point.
pub(crate) fn label(label: &str, at: Point, colour: Rgb) -> Element {
    let count = label.chars().count() as f64;
    let mut drawn = group();
    for (index, c) in label.chars().enumerate() {
        let x = at.x + (index as f64 - (count - 1.0) / 2.0) * LABEL_ADVANCE;
        drawn.push(match find(&LABEL_STROKES, c) {
            Some(d) => path(d)
                .with("transform", translate(x, at.y))
                .with("fill", "none")
                .with("stroke", colour)
                .with("stroke-width", 3.0)
                .with("stroke-linecap", "round")
                .with("stroke-linejoin", "round"),
            None => text(c, x, at.y + 9.0, 26.0).with("fill", colour),
        });
    }
    drawn
}

fn text(c: char, x: f64, y: f64, size: f64) -> Element {
    let text = Element::new("text").with("x", x).with("y", y).with("font-size", size);
    text.with("font-family", "serif").with("text-anchor", "middle").saying(c)
}

/// The transformation that moves the origin.
pub(crate) fn translate(x: f64, y: f64) -> String {
    format!("translate({} {})", Number(x), Number(y))
}
