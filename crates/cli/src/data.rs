//! The data folder: games, settings and own tiles, shared by the page and the terminal.

use std::fs;
use std::path::{Path, PathBuf};

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, platform};

/// Database in the data folder.
pub(crate) const DATABASE_FILE: &str = "damier.sqlite";

/// The data folder, which is created if it does not exist.
pub(crate) fn folder(argument: Option<&Path>, context: &Context<'_>) -> Result<PathBuf, Failure> {
    let folder = find(argument, context);
    let folder = folder.ok_or_else(|| Failure::failed(messages::serve::no_data_folder()))?;
    let created = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
    created.map_err(|error| Failure::failed(messages::serve::no_data(&folder, &error)))
}

/// The database in the data folder, which is created if it does not exist.
pub(crate) fn database(argument: Option<&Path>, context: &Context<'_>) -> Result<PathBuf, Failure> {
    Ok(folder(argument, context)?.join(DATABASE_FILE))
}

/// Path of the data folder, which need not exist: the argument, or the default of the platform.
pub(crate) fn find(argument: Option<&Path>, context: &Context<'_>) -> Option<PathBuf> {
    argument.map(ToOwned::to_owned).or_else(|| platform::data_folder(context.env))
}
