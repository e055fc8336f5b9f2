//! `damier games import`: stores the games of files.

use std::path::PathBuf;

use clap::Args;
use play::Time;
use texts::text;

use crate::blocking_store::{BlockingStore, find_entry};
use crate::context::Context;
use crate::failure::Failure;
use crate::files::GameFiles;
use crate::{data, date};

/// Store the games of files; those that are stored already are left out
#[derive(Args, Debug)]
#[command(after_help = "\
If a game cannot be read, none is stored. Everything in a file is kept: dates, clocks, comments, variations and \
how a game ended. An import that was interrupted goes on when it is repeated. A server may use the folder at the \
same time.

Examples:
  damier games import all.txt
  damier games import all.txt --data games
  damier games import game.ggf")]
pub(super) struct GamesImportCommand {
    /// The files, of any kind that `damier games list` reads; - is the input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder where the games are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl GamesImportCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let now = Time(date::unix_millis(context.now));
        let mut matches = Vec::new();
        GameFiles::new(&self.files, context)?.for_each(context, |at, reading, context| {
            let reading = reading.map_err(|error| Failure::failed(at.describe(error)))?;
            let entry = find_entry(context, reading.game.info().id);
            let is_opponent = |id: &str| entry.is_some_and(|entry| entry.opponent(id).is_some());
            let imported = room::import(reading.game, reading.saved, now, is_opponent);
            matches.push(imported.map_err(|text| {
                Failure::failed(text!(
                    "games-wrong",
                    path = at.file,
                    number = at.index + 1,
                    text = &text
                ))
            })?);
            Ok(())
        })?;
        let store = BlockingStore::open(&data::database(self.data.as_deref(), context)?)?;
        let counts = store.import(matches, context)?;
        drop(store);
        context.print(&text!("games-imported", count = counts.stored))?;
        if counts.already_there > 0 {
            context.print(&text!("games-already-there", count = counts.already_there))?;
        }
        if counts.interrupted { Err(Failure::interrupted()) } else { Ok(()) }
    }
}
