//! `damier games`: all stored games, to files and from them.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use play::{Event, Kind, Player, Start, Table, Time, TimeControl, Who};
use rules::{AnyGame, RecordFile, SavedGame, Score, SplitMix64};

use crate::context::Context;
use crate::failure::Failure;
use crate::stored::{Stored, find};
use crate::{args, date, record, words};

/// Letters of names of matches.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How many of them a name has.
const ID_LENGTH: usize = 12;

/// Keep all games elsewhere, and bring games in
#[derive(Args, Debug)]
#[command(after_help = "\
Games are written as `damier play` saves them, one after the other in one file.

Examples:
  damier games export all.txt
  damier games export --data games > all.txt
  damier games import all.txt")]
pub(crate) struct Games {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Export(Export),
    Import(Import),
}

impl Games {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Export(command) => command.run(context),
            Command::Import(command) => command.run(context),
        }
    }
}

/// Write all stored games into a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier games export all.txt
  damier games export --data games > all.txt")]
struct Export {
    /// The file; the output otherwise
    file: Option<PathBuf>,
    /// The folder where the games are
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Export {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
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
            match Table::replay(|game| find(context, game), &events) {
                Ok(table) => games.extend(table.matching().map(|playing| {
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

/// Store the games of a file, all of them or none
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier games import all.txt
  damier games import all.txt --data games")]
struct Import {
    /// The file
    file: PathBuf,
    /// The folder where the games are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Import {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let games = self.read()?;
        let mut random = SplitMix64::new(context.entropy);
        let at = date::millis(context.now);
        let known = args::known(context.catalogue);
        let mut matches = Vec::with_capacity(games.len());
        for (index, saved) in games.into_iter().enumerate() {
            let game = find(context, &saved.game).ok_or_else(|| {
                self.wrong(index, &words::unknown_game(&saved.game, None, &known))
            })?;
            let events = events(game, &saved, Time(at)).map_err(|text| self.wrong(index, &text))?;
            let id = (0..ID_LENGTH).map(|_| char::from(LETTERS[random.below(32) as usize]));
            matches.push((id.collect(), events));
        }
        let count = matches.len();
        let stored = Stored::open(self.data.as_deref(), context)?;
        stored.create(matches)?;
        stored.close();
        writeln!(context.out, "{}", words::serve::imported(count).get(context.lang))?;
        Ok(())
    }

    fn read(&self) -> Result<Vec<SavedGame>, Failure> {
        let name = self.file.display().to_string();
        let text = fs::read_to_string(&self.file)
            .map_err(|error| Failure::failed(words::not_read(&name, &error)))?;
        Ok(record::parse(&name, &text)?.games)
    }

    fn wrong(&self, index: usize, text: &rules::Text) -> Failure {
        let name = self.file.display().to_string();
        Failure::failed(words::serve::in_game(&name, index + 1, text))
    }
}

/// A saved game as a match between two people at one screen.
fn events(
    game: &'static dyn AnyGame,
    saved: &SavedGame,
    at: Time,
) -> Result<Vec<Event>, rules::Text> {
    let live = game.open(&saved.record).map_err(|error| error.text())?;
    let record = live.record().clone();
    let who = |name: Option<String>| Who::Human { name: name.unwrap_or_default() };
    let start = Start {
        game: saved.game.clone(),
        position: record.start,
        swap: record.swap,
        players: saved.players.clone().map(who),
        kind: Kind::Local,
        time: TimeControl::None,
    };
    let mut events = vec![Event::Started { start, at }];
    let moves = record.moves.into_iter();
    events.extend(moves.map(|notation| Event::Moved { notation, at, lag: 0 }));
    if live.outcome().is_none() {
        let loser = |winner: rules::Seat| {
            let began = if live.swapped() { winner } else { !winner };
            Player::ALL.into_iter().find(|player| player.first_seat() == began)
        };
        events.extend(match saved.score {
            Score::Draw => Some(Event::DrawAgreed { at }),
            Score::Win(winner) => loser(winner).map(|by| Event::Resigned { by, at }),
            Score::Open => None,
        });
    }
    Ok(events)
}
