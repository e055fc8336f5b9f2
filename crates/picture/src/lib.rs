//! Pictures of boards, from the [`View`](rules::View) and the [`Info`](rules::Info) of any game: as SVG
//! ([`svg`]), as PNG (`png`, with the feature of that name) and as lines of emoji ([`emoji`]).
//!
//! The drawing is that of the page (`crates/server/web/js/board/`): the same measures, colours and signs. It
//! needs no font, and a program without fonts draws it completely: labels are paths.

mod emoji;
mod frame;
mod geometry;
mod glyphs;
mod marks;
mod options;
mod palette;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod surfaces;
mod svg;
mod xml;

pub use emoji::{emoji, piece_emoji};
pub use options::{PNG_MAX_PIXELS, PNG_MIN_PIXELS, Palette, PictureOptions, Shape, Theme};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::svg;
