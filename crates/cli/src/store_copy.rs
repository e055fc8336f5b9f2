//! `damier store`, and `damier store copy`: a whole site from one database to another.

use std::fs;
use std::path::PathBuf;

use store::{CopyError, PostgresUrl, StoreLocation};
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::server_lock::ServerLock;
use crate::store_backup::BackupCommand;
use crate::{data, location};

/// Work on everything that a server has stored
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier store copy games postgres://damier@localhost/damier
  damier store backup games.sqlite")]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    command: StoreSubcommand,
}

#[derive(clap::Subcommand, Debug)]
enum StoreSubcommand {
    Copy(CopyCommand),
    Backup(BackupCommand),
}

/// Copy everything from one database into another that is empty
#[derive(clap::Args, Debug)]
#[command(after_help = "\
FROM and TO are each a data folder, a file of the embedded database, or the URL of a PostgreSQL \
database, whose password comes from PGPASSFILE or PGPASSWORD. No server may run on either. Games \
go on in the copy; the original stays as it is.

Examples:
  damier store copy games postgres://damier@localhost/damier
  damier store copy postgres://damier@localhost/damier backup.sqlite")]
struct CopyCommand {
    /// What is copied
    from: String,
    /// Where to
    to: String,
}

impl StoreCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            StoreSubcommand::Copy(command) => command.run(context),
            StoreSubcommand::Backup(command) => command.run(context),
        }
    }
}

/// A file or database that is copied from or to.
struct End {
    location: StoreLocation,
    /// How people are told of it.
    name: String,
    _lock: Option<ServerLock>,
}

impl CopyCommand {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let from = End::open(&self.from)?;
        if let StoreLocation::File(file) = &from.location
            && !file.exists()
        {
            let folder = file.parent().unwrap_or(file);
            return Err(Failure::failed(text!(
                "serve-no-stored-games",
                path = folder.display().to_string()
            )));
        }
        if path(&self.from).is_some() && path(&self.from) == path(&self.to) {
            return Err(Failure::wrong(text!("store-same-place")));
        }
        let to = End::open(&self.to)?;
        let created = match &to.location {
            StoreLocation::File(file) if !file.exists() => Some(file),
            _ => None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime
            .map_err(|error| Failure::failed(text!("serve-failed", error = error.to_string())))?;
        let copied = runtime.block_on(store::copy(&from.location, &to.location, |_, _| {}));
        if copied.is_err()
            && let Some(file) = created
        {
            // Nothing was committed to it.
            let _ = fs::remove_file(file);
        }
        let copied = copied.map_err(|error| failure(&error, &from, &to))?;
        for table in &copied {
            context.print(&text!(
                "store-table-copied",
                table = &table.name,
                rows = table.rows.to_string()
            ))?;
        }
        context.print(&text!("store-copied", from = from.name.clone(), to = to.name.clone()))?;
        Ok(())
    }
}

impl End {
    fn open(text: &str) -> Result<Self, Failure> {
        let Some(file) = path(text) else {
            let url = location::read_argument(text)?;
            let name = url.to_string();
            return Ok(Self { location: StoreLocation::Server(url), name, _lock: None });
        };
        // Other files than that of a data folder have no server.
        let folder = file.parent().filter(|_| file.ends_with(data::DATABASE_FILE));
        let lock = folder.map(|folder| ServerLock::acquire(folder, None)).transpose()?;
        let name = file.display().to_string();
        Ok(Self { location: StoreLocation::File(file), name, _lock: lock })
    }
}

/// The file that an argument names, unless it is the URL of a database.
fn path(text: &str) -> Option<PathBuf> {
    if PostgresUrl::is_url(text) {
        return None;
    }
    let path = PathBuf::from(text);
    let path = if path.is_dir() { path.join(data::DATABASE_FILE) } else { path };
    Some(path.canonicalize().unwrap_or(path))
}

fn failure(error: &CopyError, from: &End, to: &End) -> Failure {
    Failure::failed(match error {
        CopyError::TargetNotEmpty => text!("store-target-not-empty", to = to.name.clone()),
        CopyError::InUse(connections) => {
            text!("store-in-use", connections = (*connections).to_string())
        }
        CopyError::Differs { table } => text!("store-differs", table),
        CopyError::Source(error) => {
            text!("store-unusable", database = from.name.clone(), error = error.to_string())
        }
        CopyError::Target(error) => {
            text!("store-unusable", database = to.name.clone(), error = error.to_string())
        }
    })
}
