//! `damier games export`: writes all stored games to a record file.

use std::path::PathBuf;

use clap::Args;
use room::Detail;
use rules::RecordFile;
use texts::text;

use crate::blocking_store::{BlockingStore, find_game};
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::ask_overwrite;
use crate::{data, messages, output_file};

/// Write all stored games into a file
#[derive(Args, Debug)]
#[command(after_help = "\
The file takes its name once it is complete. One that is no record file is not written over without --force, \
and on a terminal you are asked before any is.

Examples:
  damier games export all.txt
  damier games export --data games > all.txt")]
pub(super) struct GamesExportCommand {
    /// The file; the output otherwise
    file: Option<PathBuf>,
    /// The folder where the games are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Write over a file that exists, whatever it is
    #[arg(long, requires = "file")]
    force: bool,
}

impl GamesExportCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let database = data::existing_database(self.data.as_deref(), context)?;
        let overwrite = self
            .file
            .as_deref()
            .map(|path| ask_overwrite(path, self.force, context))
            .transpose()?;
        let store = BlockingStore::open(&database)?;
        let (mut games, mut damaged) = (Vec::new(), 0);
        store.for_each_match(context, |id, events, context| {
            let exported = match events {
                Ok(events) => {
                    room::export(|game| find_game(context, game), &events, Detail::Backup(id))
                        .map_err(|error| {
                            text!(
                                "verify-event",
                                version = error.version.0.to_string(),
                                error = &error.text
                            )
                        })
                }
                Err(error) => Err(text!("verify-file", error = error.to_string())),
            };
            match exported {
                Ok(saved) => games.extend(saved),
                Err(text) => {
                    damaged += 1;
                    context.remark(&messages::about(id, &text));
                }
            }
            Ok(())
        })?;
        drop(store);
        let count = games.len();
        let text = RecordFile { games }.to_string();
        match (&self.file, overwrite) {
            (Some(path), Some(overwrite)) => {
                output_file::save(path, text.as_bytes(), overwrite)?;
                let name = path.display().to_string();
                context.print(&text!("games-exported", count, path = &name))?;
            }
            _ => write!(context.out.data(), "{text}")?,
        }
        if damaged == 0 { Ok(()) } else { Err(Failure::reported()) }
    }
}
