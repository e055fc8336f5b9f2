//! `damier games export`: writes all stored games to a record file.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use play::{Event, MatchSession, Time};
use rules::RecordFile;

use crate::blocking_store::{BlockingStore, find_game};
use crate::context::Context;
use crate::failure::Failure;
use crate::{data, date, messages};

/// Write all stored games into a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier games export all.txt
  damier games export --data games > all.txt")]
pub(super) struct GamesExportCommand {
    /// The file; the output otherwise
    file: Option<PathBuf>,
    /// The folder where the games are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl GamesExportCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let store = BlockingStore::open(&data::database(self.data.as_deref(), context)?)?;
        let mut games = Vec::new();
        let mut damaged = 0;
        store.for_each_match(context, |id, events, context| {
            let events = match events {
                Ok(events) => events,
                Err(error) => {
                    damaged += 1;
                    context.remark(&messages::about(
                        id,
                        &messages::serve::damaged_file(&error.to_string()),
                    ));
                    return Ok(());
                }
            };
            match MatchSession::replay(|game| find_game(context, game), &events) {
                Ok(table) => games.extend(table.current_match().map(|playing| {
                    let mut saved = room::saved(playing);
                    saved.date = events
                        .iter()
                        .find_map(Event::at)
                        .and_then(|Time(at)| date::date_of_millis(at));
                    saved
                })),
                Err(error) => {
                    damaged += 1;
                    context.remark(&messages::about(id, &messages::serve::damaged_event(&error)));
                }
            }
            Ok(())
        })?;
        drop(store);
        let count = games.len();
        let text = RecordFile { games }.to_string();
        match &self.file {
            Some(path) => {
                let name = path.display().to_string();
                fs::write(path, text)
                    .map_err(|error| Failure::failed(messages::not_saved(&name, &error)))?;
                context.print(&messages::serve::exported(count, &name))?;
            }
            None => write!(context.out, "{text}")?,
        }
        if damaged == 0 { Ok(()) } else { Err(Failure::reported()) }
    }
}
