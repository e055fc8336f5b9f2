//! `damier picture`: the board as a picture.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ::picture::{PNG_MAX_PIXELS, PNG_MIN_PIXELS, Palette, PictureOptions, Shape, Theme, png, svg};
use clap::ValueEnum;
use texts::text;

use crate::args::GameArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{OutputFormat, Overwrite};
use crate::{messages, output_file};

/// The first bytes of a PNG file.
const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Draw the board as a picture, SVG or PNG
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A file that exists is written over if it is a picture of the same kind, or with --force.

Examples:
  damier picture connect-four 4453 --output board.svg
  damier picture othello f5d6c3 --output board.png --size 800 --theme dark
  damier picture katarenga --record game.txt --output end.png
  damier picture katarenga --board seed:7 > board.svg")]
pub(crate) struct PictureCommand {
    #[command(flatten)]
    game: GameArgs,
    /// The file, whose name ends in .svg or .png; without it, SVG is printed
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pixels of the longer side of a PNG
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "output")]
    #[arg(value_parser = clap::value_parser!(u32).range(i64::from(PNG_MIN_PIXELS)..=i64::from(PNG_MAX_PIXELS)))]
    size: u32,
    /// The colours of the frame and the background
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,
    /// The colours of pieces and squares; distinct ones are told apart by everybody
    #[arg(long, value_enum, default_value_t)]
    palette: PaletteName,
    /// The board alone, or a card of 1200 by 630 around it
    #[arg(long, value_enum, default_value_t)]
    shape: ShapeName,
    /// Leave out the names of the squares
    #[arg(long)]
    no_coordinates: bool,
    /// Look at the board from the other side
    #[arg(long)]
    flipped: bool,
    /// Write over a file that exists, whatever it is
    #[arg(long, requires = "output")]
    force: bool,
}

/// Name of a theme.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum ThemeName {
    #[default]
    Light,
    Dark,
}

/// Name of a palette.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum PaletteName {
    #[default]
    Usual,
    Distinct,
}

/// Name of a shape.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum ShapeName {
    #[default]
    Board,
    Card,
}

/// Format of a picture, by the name of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PictureFormat {
    Svg,
    Png,
}

impl PictureCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let format = self.output.as_deref().map(format_of).transpose()?;
        let (entry, live) = self.game.open(context)?;
        let (info, view) = (entry.game.info(), live.view());
        let status = match &view.outcome {
            None => text!("to-move", number = view.turn),
            Some(ending) => tui::ending_text(ending),
        };
        let title = messages::about(info.title.get(context.lang), &status);
        let drawn = svg(info, &view, title.get(context.lang), self.options());
        let Some((path, format)) = self.output.as_deref().zip(format) else {
            write!(context.out.data(), "{drawn}")?;
            return Ok(());
        };
        let (content, signature) = match format {
            PictureFormat::Svg => (drawn.into_bytes(), OutputFormat::FirstLine("<svg")),
            PictureFormat::Png => {
                let raster = png(&drawn, self.size);
                let raster = raster.map_err(|error| {
                    Failure::failed(text!(
                        "no-picture",
                        file = path.display().to_string(),
                        error = error.to_string()
                    ))
                })?;
                (raster, OutputFormat::Magic(PNG_MAGIC))
            }
        };
        let overwrite = if self.force { Overwrite::Always } else { Overwrite::Same(signature) };
        output_file::save(path, &content, overwrite)
    }

    const fn options(&self) -> PictureOptions {
        PictureOptions {
            theme: match self.theme {
                ThemeName::Light => Theme::Light,
                ThemeName::Dark => Theme::Dark,
            },
            palette: match self.palette {
                PaletteName::Usual => Palette::Usual,
                PaletteName::Distinct => Palette::Distinct,
            },
            shape: match self.shape {
                ShapeName::Board => Shape::Board,
                ShapeName::Card => Shape::Card,
            },
            coordinates: !self.no_coordinates,
            flipped: self.flipped,
        }
    }
}

/// The format of a file.
fn format_of(path: &Path) -> Result<PictureFormat, Failure> {
    let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        _ => Err(Failure::wrong(text!("no-picture-format", file = path.display().to_string()))),
    }
}
