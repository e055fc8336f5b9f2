//! Rasterised drawings.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{PNG_MAX_PIXELS, PNG_MIN_PIXELS};

/// Why a drawing cannot be rasterised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// The PNG file of a drawing by [`svg`](crate::svg()). Its longer side has `pixels` pixels, limited to
/// [`PNG_MIN_PIXELS`] and [`PNG_MAX_PIXELS`].
pub fn png(svg: &str, pixels: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| PngError(error.to_string()))?;
    let size = tree.size();
    let pixels = pixels.clamp(PNG_MIN_PIXELS, PNG_MAX_PIXELS) as f32;
    let scale = pixels / size.width().max(size.height());
    let [width, height] =
        [size.width(), size.height()].map(|side| ((side * scale).round() as u32).max(1));
    let no_memory = || PngError(format!("no memory for {width} by {height} pixels"));
    let mut pixmap = Pixmap::new(width, height).ok_or_else(no_memory)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError(error.to_string()))
}
