//! The data folder: games, settings and own tiles, shared by the page and the terminal.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rules::Text;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, platform};

/// Database in the data folder.
pub const DATABASE_FILE: &str = "damier.sqlite";

/// The data folder, which is created if it does not exist.
pub fn folder(argument: Option<&Path>, context: &Context<'_>) -> Result<PathBuf, Failure> {
    create(find(argument, context))
}

/// Creates the folder at the path that [`find`] has found, if it does not exist.
pub fn create(folder: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let folder = folder.ok_or_else(|| Failure::failed(text!("serve-no-data-folder")))?;
    let created = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
    created.map_err(|error| {
        Failure::failed(text!(
            "serve-no-data",
            path = folder.display().to_string(),
            error = messages::reason(&error)
        ))
    })
}

/// The database in the data folder, which is created if it does not exist.
pub fn database(argument: Option<&Path>, context: &Context<'_>) -> Result<PathBuf, Failure> {
    Ok(folder(argument, context)?.join(DATABASE_FILE))
}

/// The database in the data folder for a command that only reads: nothing is created.
pub fn existing_database(
    argument: Option<&Path>,
    context: &Context<'_>,
) -> Result<PathBuf, Failure> {
    let folder = find(argument, context);
    let folder = folder.ok_or_else(|| Failure::failed(text!("serve-no-data-folder")))?;
    let file = folder.join(DATABASE_FILE);
    match file.try_exists() {
        Ok(true) => Ok(file),
        Ok(false) => Err(Failure::failed(text!(
            "serve-no-stored-games",
            path = folder.display().to_string()
        ))),
        Err(error) => Err(Failure::failed(text!(
            "serve-no-data",
            path = folder.display().to_string(),
            error = messages::reason(&error)
        ))),
    }
}

/// Why the database cannot be opened: what the file system says where it is at fault, else what the database says.
pub fn unusable(file: &Path, error: &dyn Display) -> Text {
    let reason = match probe(file) {
        Err(error) => messages::reason(&error),
        Ok(()) => Text::composed(error.to_string(), error.to_string()),
    };
    text!("serve-no-data", path = file.display().to_string(), error = &reason)
}

/// Finds out whether the database and files beside it can be written.
fn probe(file: &Path) -> io::Result<()> {
    match File::options().read(true).write(true).open(file) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let beside = file.with_file_name(format!(".write-test-{}", std::process::id()));
    File::create(&beside)?;
    fs::remove_file(beside)
}

/// Path of the data folder, which need not exist: the argument, or the default of the platform.
pub fn find(argument: Option<&Path>, context: &Context<'_>) -> Option<PathBuf> {
    argument.map(ToOwned::to_owned).or_else(|| platform::data_folder(context.env))
}
