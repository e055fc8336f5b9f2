//! `damier games convert`: files in any format to record files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::{GameFiles, UnreadableGames};
use crate::messages;
use crate::output_file::{OutputFile, Overwrite, ask_overwrite, unwritten};

/// Write the games of files, of any kind, as records
#[derive(Args, Debug)]
#[command(after_help = "\
Games that cannot be read are told and left out, and the exit status is 1. The names of players and \
tournaments in files beside those of WTHOR (.jou, .trn) are found by themselves in the same folder, or \
may be named. A file that is no record file is not written over without --force, and on a terminal you are \
asked before any is.

Examples:
  damier games convert WTH_2001.wtb --out 2001.txt
  damier games convert games.ggf --number 3
  damier games convert *.wtb names/WTHOR.JOU > all.txt")]
pub(super) struct GamesConvertCommand {
    /// The files; - is the input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write into this file, not to the output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that exists, whatever it is
    #[arg(long, requires = "out")]
    force: bool,
    /// Only the game with that number in each file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
}

impl GamesConvertCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let files = GameFiles::new(&self.files, context)?;
        if let Some(path) = &self.out
            && self.files.iter().any(|file| is_same(file, path))
        {
            let name = path.display().to_string();
            return Err(Failure::wrong(messages::about(&name, &text!("same-file"))));
        }
        let out = self.out.as_deref().map(|path| LazyFile::new(path, self.force, context));
        let mut out = out.transpose()?;
        let (mut unreadable, mut count, mut last) = (UnreadableGames::default(), 0_usize, 0_usize);
        files.for_each(context, |at, reading, context| {
            last = last.max(at.index + 1);
            if self.number.is_some_and(|number| at.index + 1 != number as usize) {
                return Ok(());
            }
            let saved = match reading {
                Ok(reading) => reading.saved,
                Err(error) => {
                    unreadable.report(at, error, context);
                    return Ok(());
                }
            };
            let gap = if count > 0 { "\n" } else { "" };
            count += 1;
            match &mut out {
                Some(out) => out.write(&format!("{gap}{saved}")),
                None => Ok(write!(context.out.data(), "{gap}{saved}")?),
            }
        })?;
        if let Some(out) = out.filter(|_| count > 0) {
            let name = out.path.display().to_string();
            out.finish()?;
            context.print(&text!("games-exported", count, path = &name))?;
        }
        unreadable.finish(context)?;
        match self.number {
            _ if count > 0 => Ok(()),
            Some(number) => Err(Failure::failed(text!(
                "no-such-number",
                number = number as usize,
                count = last
            ))),
            None => Err(Failure::failed(messages::no_game())),
        }
    }
}

/// Output file, which is created with the first game.
struct LazyFile<'a> {
    path: &'a Path,
    overwrite: Overwrite,
    file: Option<OutputFile>,
}

impl<'a> LazyFile<'a> {
    fn new(path: &'a Path, force: bool, context: &mut Context<'_>) -> Result<Self, Failure> {
        Ok(Self { path, overwrite: ask_overwrite(path, force, context)?, file: None })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let file = match self.file.take() {
            Some(file) => Ok(file),
            None => OutputFile::create(self.path, self.overwrite),
        };
        let written = file.and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            self.file = Some(file);
            Ok(())
        });
        written.map_err(|error| unwritten(self.path, &error))
    }

    fn finish(self) -> Result<(), Failure> {
        let finished = self.file.map_or(Ok(()), OutputFile::finish);
        finished.map_err(|error| unwritten(self.path, &error))
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}
