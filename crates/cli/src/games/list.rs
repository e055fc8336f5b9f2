//! `damier games list`: lists the games of files.

use std::path::PathBuf;

use clap::Args;
use rules::{BySeat, SavedGame};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::{GameFiles, UnreadableGames};
use crate::messages;

/// List the games of files, of any kind
#[derive(Args, Debug)]
#[command(after_help = "\
The numbers are those that --number wants.

Examples:
  damier games list WTH_2001.wtb
  damier games list games.ggf | grep Ana
  damier analyse othello --record games.ggf --number 3 --review")]
pub(super) struct GamesListCommand {
    /// The files; - is the input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON: for every game its file, number, players, date, result and how many moves it has
    #[arg(long)]
    json: bool,
}

/// Entry of the list.
#[derive(Serialize)]
struct GameListJson {
    file: String,
    number: usize,
    game: String,
    players: BySeat<Option<String>>,
    date: Option<String>,
    result: &'static str,
    moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
}

impl GameListJson {
    fn new(file: &str, index: usize, saved: SavedGame) -> Self {
        Self {
            file: file.to_owned(),
            number: index + 1,
            result: saved.score.text(),
            moves: saved.record.moves.len(),
            about: saved.about(),
            game: saved.game,
            players: saved.players,
            date: saved.date,
        }
    }

    fn text(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let players = match &self.players {
            BySeat { first: None, second: None } => String::new(),
            BySeat { first, second } => format!("{} - {}  ", name(first), name(second)),
        };
        let Self { number, game, result, moves, .. } = self;
        // The day is enough in a list.
        let day = |date: &str| date.split('T').next().unwrap_or_default().to_owned();
        let date = self.date.as_deref().map_or_else(|| "-".to_owned(), day);
        let text = format!(
            "{number:>6}  {game}  {date:<10}  {result:<7}  {moves:>3}  {players}{}",
            self.about.as_deref().unwrap_or_default()
        );
        messages::printable(text.trim_end())
    }
}

impl GamesListCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (mut unreadable, mut lines, mut last) =
            (UnreadableGames::default(), Vec::new(), String::new());
        let several = self.files.len() > 1;
        GameFiles::new(&self.files, context)?.for_each(context, |at, reading, context| {
            let saved = match reading {
                Ok(reading) => reading.saved,
                Err(error) => {
                    unreadable.report(at, error, context);
                    return Ok(());
                }
            };
            let line = GameListJson::new(at.file, at.index, saved);
            if self.json {
                lines.push(line);
                return Ok(());
            }
            if several && last != line.file {
                writeln!(context.out, "{}", messages::printable(&line.file))?;
                last.clone_from(&line.file);
            }
            writeln!(context.out, "{}", line.text())?;
            Ok(())
        })?;
        if self.json {
            context.print_json(&lines)?;
        }
        unreadable.finish(context)
    }
}
