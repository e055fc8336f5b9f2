//! `damier games import`: stores the games of files.

use std::path::PathBuf;

use clap::Args;
use play::{Event, Kind, Player, PlayerName, Start, Time, TimeControl, Who};
use rules::{AnyGame, SavedGame, Score, SplitMix64};

use crate::blocking_store::{BlockingStore, find_game};
use crate::context::Context;
use crate::failure::Failure;
use crate::files::GameFiles;
use crate::{data, date, messages};

/// Digits of match ids: Crockford's base 32.
const MATCH_ID_DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Digits of a match id.
const MATCH_ID_LENGTH: usize = 12;

/// Store the games of files, all of them or none
#[derive(Args, Debug)]
#[command(after_help = "\
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
        let mut random = SplitMix64::new(context.entropy);
        let now = date::unix_millis(context.now);
        let mut matches = Vec::new();
        GameFiles::new(&self.files, context)?.for_each(context, |at, reading, context| {
            let events = reading.map_err(|error| at.describe(error)).and_then(|reading| {
                let number = at.index + 1;
                events(reading.game, &reading.saved, Time(now))
                    .map_err(|text| messages::serve::in_game(at.file, number, &text))
            });
            let id = (0..MATCH_ID_LENGTH)
                .map(|_| char::from(MATCH_ID_DIGITS[random.below(32) as usize]));
            let events = events.map_err(Failure::failed)?;
            matches.push(room::new_match(|game| find_game(context, game), id.collect(), events));
            Ok(())
        })?;
        let count = matches.len();
        let store = BlockingStore::open(&data::database(self.data.as_deref(), context)?)?;
        store.create_matches(matches)?;
        drop(store);
        context.print(&messages::serve::imported(count))?;
        Ok(())
    }
}

/// Events of a saved game as a local match between two people.
fn events(
    game: &'static dyn AnyGame,
    saved: &SavedGame,
    at: Time,
) -> Result<Vec<Event>, rules::Text> {
    let live = game.open(&saved.record).map_err(|error| error.text())?;
    let record = live.record().clone();
    let who = |name: Option<String>| Who::Human {
        name: PlayerName::lossy(&name.unwrap_or_default()).into(),
    };
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
