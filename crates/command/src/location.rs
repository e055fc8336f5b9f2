//! Where a store is kept: in a data folder, or in a PostgreSQL database.

use std::fmt;
use std::path::{Path, PathBuf};

use store::PostgresUrl;
use texts::text;

use crate::context::Context;
use crate::data;
use crate::failure::Failure;

/// Environment variable with the URL of the database.
pub const DATABASE_VARIABLE: &str = "DAMIER_DATABASE";

/// Arguments that say where the store of a server is.
#[derive(clap::Args, Debug)]
pub struct LocationArgs {
    /// Keep games in this folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keep games in this PostgreSQL database, which several servers may share;
    /// DAMIER_DATABASE otherwise
    #[expect(clippy::doc_markdown, reason = "shown as help")]
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

/// Place of a store.
#[derive(Clone, Debug)]
pub enum Location {
    /// Data folder, with the embedded database.
    Folder(PathBuf),
    /// PostgreSQL database.
    Server(PostgresUrl),
}

impl LocationArgs {
    /// The place of the store. A data folder is created if it does not exist.
    pub fn location(&self, context: &Context<'_>) -> Result<Location, Failure> {
        match self.server(context)? {
            Some(url) => Ok(Location::Server(url)),
            None => Ok(Location::Folder(data::folder(self.data.as_deref(), context)?)),
        }
    }

    /// The data folder that is named.
    pub fn folder(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// The database, if the arguments or the environment name one.
    pub fn server(&self, context: &Context<'_>) -> Result<Option<PostgresUrl>, Failure> {
        if let Some(url) = &self.database {
            return read_argument(url).map(Some);
        }
        let variable = (context.env)(DATABASE_VARIABLE).filter(|url| !url.is_empty());
        variable.filter(|_| self.data.is_none()).map(|url| read_url(&url)).transpose()
    }
}

/// Reads a URL from the command line, which every user of the machine can see.
pub fn read_argument(url: &str) -> Result<PostgresUrl, Failure> {
    let url = read_url(url)?;
    if url.has_password() {
        return Err(Failure::wrong(text!("store-password-in-argument")));
    }
    Ok(url)
}

fn read_url(url: &str) -> Result<PostgresUrl, Failure> {
    url.parse().map_err(|error: String| Failure::wrong(text!("store-no-url", error = &error)))
}

impl Location {
    /// FNV-1a hash of the place: identifies it without telling everybody its name.
    pub fn id(&self) -> String {
        let shown;
        let bytes = match self {
            Self::Folder(folder) => folder.as_os_str().as_encoded_bytes(),
            Self::Server(url) => {
                shown = url.to_string();
                shown.as_bytes()
            }
        };
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.join(data::DATABASE_FILE).display().fmt(f),
            Self::Server(url) => url.fmt(f),
        }
    }
}
