//! `damier store backup`: a copy of the data file while servers run.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::{data, messages, platform, serve};

/// Names of the temporary file that are tried.
const TEMPORARY_NAMES_MAX: u32 = 100;

/// Copy everything into a new file, while servers and commands go on
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The copy is everything as it is at one moment. It is checked, and on the disk, before it gets its name. It is a \
file of the embedded database: as damier.sqlite in a data folder, or by damier store copy, games go on in it.

Examples:
  damier store backup games.sqlite
  damier store backup --data games /backup/monday.sqlite")]
pub(crate) struct BackupCommand {
    /// The new file
    file: PathBuf,
    #[command(flatten)]
    location: LocationArgs,
}

impl BackupCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        if let Some(url) = self.location.server(context)? {
            return Err(Failure::wrong(text!(
                "store-no-file",
                url = url.to_string(),
                file = &name
            )));
        }
        let source = data::existing_database(self.location.folder(), context)?;
        let unwritten = |error: &io::Error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::failed(text!("store-exists", file = &name)),
            _ => Failure::failed(messages::not_saved(&name, error)),
        };
        if fs::symlink_metadata(&self.file).is_ok() {
            return Err(unwritten(&ErrorKind::AlreadyExists.into()));
        }
        let part = PartFile::create(&self.file).map_err(|error| unwritten(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime
            .map_err(|error| Failure::failed(text!("serve-failed", error = error.to_string())))?;
        let content = runtime.block_on(async {
            tokio::select! {
                content = store::back_up(&source, &part.0) => Some(content),
                () = serve::wait_until_raised(context.stop) => None,
            }
        });
        let content = content.ok_or_else(Failure::interrupted)?.map_err(|error| {
            Failure::failed(text!(
                "store-not-backed-up",
                from = source.display().to_string(),
                file = &name,
                error = error.to_string()
            ))
        })?;
        part.rename(&self.file).map_err(|error| unwritten(&error))?;
        context.print(&text!(
            "store-backed-up",
            file = &name,
            matches = content.matches as usize,
            events = content.events as usize
        ))?;
        Ok(())
    }
}

/// Backup that has not its name yet; dropped before, it leaves nothing.
struct PartFile(PathBuf);

impl PartFile {
    /// An empty file beside `path` that nobody else can read.
    fn create(path: &Path) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
        let process = std::process::id();
        for attempt in 0..TEMPORARY_NAMES_MAX {
            let part = path.with_file_name(format!(".{name}.{process}-{attempt}.part"));
            let mut options = OpenOptions::new();
            match platform::keep_private(options.write(true).create_new(true)).open(&part) {
                Ok(_) => return Ok(Self(part)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// Gives it its name, unless there is something of that name meanwhile.
    fn rename(self, path: &Path) -> io::Result<()> {
        // Unlike a rename, a link never replaces anything.
        match fs::hard_link(&self.0, path) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            // A file system without links.
            Err(_) => {
                drop(File::create_new(path)?);
                fs::rename(&self.0, path)?;
            }
        }
        platform::sync_folder_of(path)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // The database may leave a journal beside it.
        for ending in ["", "-journal", "-wal", "-shm"] {
            let mut name = self.0.as_os_str().to_owned();
            name.push(ending);
            let _ = fs::remove_file(name);
        }
    }
}
