//! Arguments shared by commands: the game, the start position and the moves.

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use engine::{Entry, Opponent, Resources, TableTooLarge};
use rules::{AnyGame, Info, Live, ParseError, Record, Setup, moves_in};
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::STDIN_NAME;
use crate::tiles::DataArgs;
use crate::{messages, record};

/// `GAME [MOVES…] [--position P]` and what a start needs.
#[derive(clap::Args, Debug)]
pub struct GameArgs {
    /// The game, by a name that `damier --help` lists
    game: String,
    #[command(flatten)]
    start: StartArgs,
}

/// Start position and moves of a game that is known.
#[derive(clap::Args, Debug, Default)]
pub struct StartArgs {
    /// The moves so far, apart or run together: 4 4 5 3, 4,4,5,3 or 4453; a pass is -- or pass
    moves: Vec<String>,
    /// Begin at this position, in the game's notation, instead of the start
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["board", "rules"])]
    position: Option<String>,
    /// Four quadrants as in 'A Bf+90 C+180 mine' (f is flipped, then turned clockwise; your own by
    /// their names), seed:N, or eight rows YBGR…/…; drawn at random otherwise, in the games whose
    /// boards differ
    #[arg(long, value_name = "B")]
    board: Option<String>,
    /// The rule set; the usual one otherwise
    #[arg(long, value_name = "R")]
    rules: Option<String>,
    /// Play with the swap rule: after the first move the second player may say swap
    #[arg(long)]
    swap: bool,
    /// Begin with the first game in this file, as damier play and damier duel save it, or of a kind that
    /// `damier games list` reads
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "board", "rules", "swap"])]
    record: Option<PathBuf>,
    /// Not the first game in the file, but the one with that number
    #[arg(long, value_name = "N", requires = "record", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    #[command(flatten)]
    data: DataArgs,
}

impl GameArgs {
    /// Finds the game.
    pub fn find(&self, context: &Context<'_>) -> Result<Entry, Failure> {
        find(&self.game, context.catalogue)
    }

    /// Path of the data folder, which need not exist.
    pub fn data_folder(&self, context: &Context<'_>) -> Option<PathBuf> {
        self.start.data_folder(context)
    }

    /// Finds the game and plays the moves.
    pub fn open(&self, context: &mut Context<'_>) -> Result<(Entry, Box<dyn Live>), Failure> {
        let entry = self.find(context)?;
        let live = self.start.open(entry.game, context.draw_seed(&entry), context)?;
        Ok((entry, live))
    }
}

impl StartArgs {
    /// Plays the moves, on the board of `seed` if one has to be drawn.
    pub fn open(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Box<dyn Live>, Failure> {
        let mut record = match (&self.record, &self.position) {
            (Some(path), _) => {
                let number = self.number.unwrap_or(1) as usize;
                record::read(path, number, game.info(), context)?
            }
            (None, Some(position)) => Record::new(position.clone()),
            (None, None) => Record::new(self.start(game, seed, context)?),
        };
        record.swap |= self.swap;
        record.moves.extend(self.entries(game));
        game.open(&record).map_err(|error| Failure::replay(&record.start, error))
    }

    /// The game of the record file, if one is named and can be read twice.
    pub fn record_game(&self, context: &mut Context<'_>) -> Result<Option<Entry>, Failure> {
        let Some(path) = self.record.as_deref().filter(|path| path.as_os_str() != STDIN_NAME)
        else {
            return Ok(None);
        };
        let id = record::game_id(path, self.number.unwrap_or(1) as usize, context)?;
        find(id, context.catalogue).map(Some)
    }

    /// Path of the data folder, which need not exist.
    pub fn data_folder(&self, context: &Context<'_>) -> Option<PathBuf> {
        self.data.folder(context)
    }

    /// Whether a new game starts on a board that is drawn from a seed.
    pub const fn draws_board(&self) -> bool {
        self.board.is_none() && self.position.is_none() && self.record.is_none()
    }

    /// Rule set and board of a new game.
    pub fn setup(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<Setup, Failure> {
        let board = self.board.as_deref();
        let board = board.map(|text| self.data.expand_tiles(text, game, context)).transpose()?;
        Ok(Setup { rules: self.rules.clone(), board, seed })
    }

    /// Whether the swap rule is played.
    pub const fn swaps(&self) -> bool {
        self.swap
    }

    /// The position from which a new game starts.
    fn start(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        context: &mut Context<'_>,
    ) -> Result<String, Failure> {
        let setup = self.setup(game, seed, context)?;
        let drawn = setup.board.is_none() && !game.info().tiles.is_empty();
        let start = game.start(&setup).map_err(|mut error| match (error.setting, &self.board) {
            ("board", Some(text)) => {
                // Errors in a part of it have been reported already.
                error.error = ParseError::whole(text, error.error.text);
                Failure::setup(Some(text), error)
            }
            _ => Failure::setup(self.rules.as_deref(), error),
        })?;
        if drawn {
            context.remark(&text!("drawn-board", seed));
        }
        Ok(start)
    }

    /// Entries of the record, one by one.
    fn entries(&self, game: &dyn AnyGame) -> Vec<String> {
        self.moves.iter().flat_map(|text| moves_in(text, game)).collect()
    }
}

/// Escapes a pass, which is written `--`: clap would take it for the end of the options. The comma in front
/// is ignored by the parser of moves.
pub fn escape_pass(arg: OsString) -> OsString {
    let after = arg.to_str().and_then(|arg| arg.strip_prefix("--"));
    match after {
        Some(rest) if rest.is_empty() || rest.starts_with([',', ' ']) => {
            let mut escaped = OsString::from(",");
            escaped.push(arg);
            escaped
        }
        _ => arg,
    }
}

/// Finds an opponent of the game by name: a level, or a classic.
pub fn find_player(name: &str, entry: &Entry) -> Result<&'static Opponent, Failure> {
    entry.opponent(name).ok_or_else(|| {
        let ids: Vec<_> = entry.opponents().map(|opponent| opponent.id).collect();
        Failure::wrong(messages::unknown_player(name, &ids.join(", ")))
    })
}

/// Complaint about something that is no time.
pub const SECONDS_EXPECTED: &str = "a time in seconds was expected";

/// Value parser of times in seconds, for clap.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| SECONDS_EXPECTED.into())
}

/// Returns an error if the game has no solver.
pub fn require_solver(entry: &Entry) -> Result<(), Failure> {
    match entry.game.info() {
        Info { id: "connect-four", .. } => Ok(()),
        info => Err(Failure::wrong(text!("no-solver", game = &info.title))),
    }
}

/// Threads, as many as there are processors if none are named, and a table for which there must be memory.
pub fn resources(entry: &Entry, threads: Option<u16>, table: u32) -> Result<Resources, Failure> {
    let table = table as usize;
    entry.check_table(table).map_err(|error| too_large(&error))?;
    Ok(Resources { threads: threads.map_or_else(processors, usize::from), table })
}

/// Failure of a command whose table does not fit into memory.
pub fn too_large(error: &TableTooLarge) -> Failure {
    Failure::wrong(error.text())
}

/// Number of processors.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// Ids of all games, as a list for people.
pub fn game_ids(catalogue: &[Entry]) -> String {
    let ids: Vec<_> = catalogue.iter().map(|entry| entry.game.info().id).collect();
    ids.join(", ")
}

/// Finds a game by its id or its title in any language, ignoring hyphens and case.
pub fn find(name: &str, catalogue: &[Entry]) -> Result<Entry, Failure> {
    let infos: Vec<_> = catalogue.iter().map(|entry| entry.game.info()).collect();
    texts::find_game(name, &infos).map(|index| catalogue[index]).map_err(Failure::wrong)
}
