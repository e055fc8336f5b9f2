//! `damier games export`: all stored games into a file.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use play::{Event, MatchSession, Time};
use rules::RecordFile;

use crate::context::Context;
use crate::failure::Failure;
use crate::stored::{Stored, find};
use crate::{date, words};

/// Write all stored games into a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier games export all.txt
  damier games export --data games > all.txt")]
pub(super) struct Export {
    /// The file; the output otherwise
    file: Option<PathBuf>,
    /// The folder where the games are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Export {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let stored = Stored::open(self.data.as_deref(), context)?;
        let mut games = Vec::new();
        let mut damaged = 0;
        stored.each(context, |id, events, context| {
            let events = match events {
                Ok(events) => events,
                Err(error) => {
                    damaged += 1;
                    context
                        .remark(&words::about(id, &words::serve::damaged_file(&error.to_string())));
                    return Ok(());
                }
            };
            match MatchSession::replay(|game| find(context, game), &events) {
                Ok(table) => games.extend(table.current_match().map(|playing| {
                    let mut saved = room::saved(playing);
                    saved.date =
                        events.iter().find_map(Event::at).map(|Time(at)| date::of_millis(at));
                    saved
                })),
                Err(error) => {
                    damaged += 1;
                    context.remark(&words::about(id, &words::serve::damaged_event(&error)));
                }
            }
            Ok(())
        })?;
        stored.close();
        let count = games.len();
        let text = RecordFile { games }.to_string();
        match &self.file {
            Some(path) => {
                let name = path.display().to_string();
                fs::write(path, text)
                    .map_err(|error| Failure::failed(words::not_saved(&name, &error)))?;
                writeln!(
                    context.out,
                    "{}",
                    words::serve::exported(count, &name).get(context.lang)
                )?;
            }
            None => write!(context.out, "{text}")?,
        }
        if damaged == 0 { Ok(()) } else { Err(Failure::no()) }
    }
}
