//! Pictures of boards.

use picture::{Palette, PictureOptions, Shape, Theme};
use pyo3::PyResult;
use rules::View;

use crate::encoding::GameRef;
use crate::error::{Error, words};

/// How a board is drawn, in the words of Python.
#[derive(Clone, Copy)]
pub(crate) struct PictureLook<'a> {
    pub(crate) theme: &'a str,
    pub(crate) palette: &'a str,
    pub(crate) coordinates: bool,
    pub(crate) flipped: bool,
}

impl Default for PictureLook<'_> {
    fn default() -> Self {
        let (theme, palette) = (Theme::Light.id(), Palette::Usual.id());
        Self { theme, palette, coordinates: true, flipped: false }
    }
}

impl PictureLook<'_> {
    fn options(self) -> PyResult<PictureOptions> {
        let Self { theme, palette, coordinates, flipped } = self;
        Ok(PictureOptions {
            theme: named("theme", theme, &Theme::ALL, Theme::id)?,
            palette: named("palette", palette, &Palette::ALL, Palette::id)?,
            shape: Shape::Board,
            coordinates,
            flipped,
        })
    }
}

/// The one of that name.
fn named<T: Copy>(what: &str, name: &str, all: &[T], id: fn(T) -> &'static str) -> PyResult<T> {
    let found = all.iter().copied().find(|&one| id(one) == name);
    found.ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|&one| id(one)).collect();
        Error::new_err(format!("there is no {what} '{name}', only: {}", known.join(", ")))
    })
}

/// The board of a view as an SVG document.
pub(crate) fn svg(game: GameRef, view: &View, look: PictureLook<'_>) -> PyResult<String> {
    let info = game.entry().game.info();
    Ok(picture::svg(info, view, &words(&info.title), look.options()?))
}

/// The board of a view as lines of emoji.
pub(crate) fn emoji(game: GameRef, view: &View) -> String {
    picture::emoji(game.entry().game.info(), view, PictureOptions::default())
}
