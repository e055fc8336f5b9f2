//! `cargo xtask icons`: the icons of the page, in the sizes that browsers need to install it.

use std::fs;
use std::path::Path;

use png::{ColorType, Compression, Encoder, EncodingError, Filter};

use crate::arguments;
use crate::outcome::{Failure, Outcome, TaskResult};

/// Where the page's files are.
const FOLDER: &str = "crates/server/web";

const WOOD: u32 = 0x6b_4226;
const LIGHT: u32 = 0xe9_cf9f;
const FIRST: u32 = 0xd9_533f;
const SECOND: u32 = 0xf4_ead6;

/// The side of the drawing in its own measure, and how round its corners are.
const SIDE: f64 = 32.0;
const ROUND: f64 = 7.0;
/// Left upper corners of the two light squares, and their side.
const SQUARES: [(f64, f64); 2] = [(5.0, 5.0), (16.0, 16.0)];
const SQUARE: f64 = 11.0;
/// Middles of the two discs, and their radius.
const DISCS: [(f64, f64, u32); 2] = [(21.5, 10.5, FIRST), (10.5, 21.5, SECOND)];
const RADIUS: f64 = 4.0;

/// A picture has so many samples for each pixel, across and down.
const SAMPLES: u32 = 4;

/// Border around the squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// With rounded corners, transparent outside.
    Round,
    /// Over the whole image, with smaller squares: the system cuts it to a shape of its own.
    Bleed,
}

/// Every icon: its name, its size in pixels and its edge.
const PICTURES: [(&str, u32, Edge); 4] = [
    ("icon-180.png", 180, Edge::Bleed),
    ("icon-192.png", 192, Edge::Round),
    ("icon-512.png", 512, Edge::Round),
    ("icon-bleed-512.png", 512, Edge::Bleed),
];

/// Draws all icons anew.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::none(words)?;
    let files = files().map_err(|error| Failure::Task(format!("icons: {error}")))?;
    for (name, bytes) in files {
        let path = Path::new(FOLDER).join(name);
        fs::write(&path, bytes)
            .map_err(|error| Failure::Task(format!("cannot write {}: {error}", path.display())))?;
        println!("{}", path.display());
    }
    Ok(Outcome::Complete)
}

fn files() -> Result<Vec<(&'static str, Vec<u8>)>, EncodingError> {
    let mut files = vec![("icon.svg", svg().into_bytes())];
    for (name, size, edge) in PICTURES {
        files.push((name, png(size, edge)?));
    }
    Ok(files)
}

fn svg() -> String {
    let squares = SQUARES.map(|(x, y)| format!("M{x} {y}h{SQUARE}v{SQUARE}H{x}z")).concat();
    let disc = |(x, y, colour)| {
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#{colour:06x}\"/>")
    };
    let discs = DISCS.map(disc).concat();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">\
         <rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"{ROUND}\" fill=\"#{WOOD:06x}\"/>\
         <path d=\"{squares}\" fill=\"#{LIGHT:06x}\"/>{discs}</svg>\n"
    )
}

/// The colour at a place of the drawing; none beyond its edge.
fn colour(x: f64, y: f64, edge: Edge) -> Option<u32> {
    let middle = SIDE / 2.0;
    let (x, y) = match edge {
        Edge::Round => (x, y),
        Edge::Bleed => (middle + (x - middle) / 0.76, middle + (y - middle) / 0.76),
    };
    for (cx, cy, colour) in DISCS {
        if (x - cx).hypot(y - cy) <= RADIUS {
            return Some(colour);
        }
    }
    let inside = |at: f64, from: f64| (from..from + SQUARE).contains(&at);
    if SQUARES.iter().any(|(left, top)| inside(x, *left) && inside(y, *top)) {
        return Some(LIGHT);
    }
    // How far beyond the straight part of the edge, towards the corner.
    let beyond = |at: f64| (at - middle).abs() - (middle - ROUND);
    let (across, down) = (beyond(x).max(0.0), beyond(y).max(0.0));
    (edge == Edge::Bleed || across.hypot(down) <= ROUND).then_some(WOOD)
}

/// A picture in PNG: eight bits for red, green, blue and opacity.
fn png(size: u32, edge: Edge) -> Result<Vec<u8>, EncodingError> {
    let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let pixels: Vec<u8> = places.flat_map(|(x, y)| pixel(x, y, size, edge)).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, size, size);
    encoder.set_color(ColorType::Rgba);
    encoder.set_compression(Compression::High);
    // Large areas of one colour.
    encoder.set_filter(Filter::NoFilter);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

fn pixel(x: u32, y: u32, size: u32, edge: Edge) -> [u8; 4] {
    let at = |pixel: u32, sample: u32| {
        (f64::from(pixel) + (f64::from(sample) + 0.5) / f64::from(SAMPLES)) * SIDE / f64::from(size)
    };
    let mut sum = [0_u32; 3];
    let mut seen = 0;
    for sample in 0..SAMPLES * SAMPLES {
        let (x, y) = (at(x, sample % SAMPLES), at(y, sample / SAMPLES));
        if let Some(colour) = colour(x, y, edge) {
            let parts = [colour >> 16, colour >> 8 & 255, colour & 255];
            sum = [0, 1, 2].map(|i| sum[i] + parts[i]);
            seen += 1;
        }
    }
    let [red, green, blue] = sum.map(|part| (part / seen.max(1)) as u8);
    [red, green, blue, (seen * 255 / (SAMPLES * SAMPLES)) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icons_are_those_that_are_drawn() {
        for (name, bytes) in files().expect("icons") {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER).join(name);
            assert!(fs::read(path).is_ok_and(|found| found == bytes), "{name}: cargo xtask icons");
        }
    }
}
