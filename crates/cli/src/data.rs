//! Where the program keeps what lasts: games, settings and own tiles, for the page and the terminal.

use std::fs;
use std::path::{Path, PathBuf};

use crate::context::Context;
use crate::failure::Failure;
use crate::{platform, words};

/// The file in the folder that holds everything.
pub(crate) const FILE: &str = "damier.sqlite";

/// The folder, which exists from here on.
pub(crate) fn folder(asked: Option<&Path>, context: &Context<'_>) -> Result<PathBuf, Failure> {
    let folder = find(asked, context);
    let folder = folder.ok_or_else(|| Failure::failed(words::serve::no_data_folder()))?;
    let made = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
    made.map_err(|error| Failure::failed(words::serve::no_data(&folder, &error)))
}

/// The folder, if one is known, whether it exists or not.
pub(crate) fn find(asked: Option<&Path>, context: &Context<'_>) -> Option<PathBuf> {
    asked.map(ToOwned::to_owned).or_else(|| platform::data_folder(context.env))
}
