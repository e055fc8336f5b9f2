//! `damier protocol`: engine protocols for other programs.

mod check;
mod game_start;
mod gtp;
mod nboard;
mod session;
mod ugi;
mod ugi_go;

use std::time::Duration;

use engine::{Entry, Resources};
use rules::{ParseError, Record, Setup, SetupError, Text};

use crate::args;
use crate::context::{BOARD_SEED_BOUND, Context};
use crate::external::NBOARD_GAME;
use crate::failure::Failure;
use crate::tiles::DataArgs;
use game_start::GameStart;
use gtp::GtpSession;
use nboard::NBoardSession;
use ugi::UgiSession;

/// Let other programs use an engine
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Commands are read from the input and answered on the output until it ends or a command says so.

Examples:
  damier protocol ugi --game katarenga --board seed:7
  damier protocol gtp --game othello --time 5 --threads 2 --table 256
  damier protocol nboard
  damier protocol check 'python3 bot.py' --game connect-four")]
pub struct ProtocolCommand {
    #[command(subcommand)]
    language: ProtocolSubcommand,
}

#[derive(clap::Subcommand, Debug)]
enum ProtocolSubcommand {
    Ugi(UgiArgs),
    Gtp(GtpArgs),
    Nboard(NBoardArgs),
    Check(check::CheckCommand),
}

/// Speak UGI, the Universal Game Interface
#[derive(clap::Args, Debug)]
#[command(after_help = "\
UGI is UCI for any game. The controller chooses game, rule set and board by the options Game, Rules \
and Board, or sets up any position with `position fen`; what is given here is the default.

Examples:
  damier protocol ugi
  damier protocol ugi --game isolation --rules mutual")]
struct UgiArgs {
    /// The game, by a name that `damier --help` lists; the first of them otherwise
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    start: ProtocolStartArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// Speak the Go Text Protocol, version 2
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Black is the player who moves first. Moves are written as everywhere else in damier, in any case; a \
pass may be called pass. time_settings and time_left set a clock, which goes before --time.

Examples:
  damier protocol gtp --game othello
  damier protocol gtp --game othello --time 0.5")]
struct GtpArgs {
    /// The game, by a name that `damier --help` lists
    #[arg(long, value_name = "GAME")]
    game: String,
    #[command(flatten)]
    start: ProtocolStartArgs,
    /// Time for each move, where there is no clock
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "1")]
    time: Duration,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// Speak the NBoard protocol, version 2, for Othello
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier protocol nboard
  damier protocol nboard --threads 2 --table 256")]
struct NBoardArgs {
    #[command(flatten)]
    resources: ResourceArgs,
}

/// Start of the games of a session.
#[derive(clap::Args, Debug)]
struct ProtocolStartArgs {
    /// Begin at this position, in the game's notation, instead of the start
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["board", "rules"])]
    position: Option<String>,
    /// The board, as for --board of other commands
    #[arg(long, value_name = "B")]
    board: Option<String>,
    /// The rule set; the usual one otherwise
    #[arg(long, value_name = "R")]
    rules: Option<String>,
    #[command(flatten)]
    data: DataArgs,
}

/// Threads and memory of the engine.
#[derive(clap::Args, Debug)]
struct ResourceArgs {
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
}

impl ProtocolCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match &self.language {
            ProtocolSubcommand::Ugi(args) => args.run(context),
            ProtocolSubcommand::Gtp(args) => args.run(context),
            ProtocolSubcommand::Nboard(args) => args.run(context),
            ProtocolSubcommand::Check(command) => command.run(context),
        }
    }
}

impl UgiArgs {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = match (&self.game, context.catalogue.first()) {
            (None, Some(first)) => *first,
            (name, _) => args::find(name.as_deref().unwrap_or_default(), context.catalogue)?,
        };
        // Two programs that are only told `startpos` must mean the same board.
        let start = self.start.resolve(entry, entry.draw_seed(0, BOARD_SEED_BOUND), context)?;
        let resources = self.resources.resolve(&entry)?;
        let session = UgiSession::new(context.catalogue, start, resources);
        session::run(session.map_err(refused)?, context)
    }
}

impl GtpArgs {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(&self.game, context.catalogue)?;
        let start = self.start.resolve(entry, context.draw_seed(&entry), context)?;
        let session = GtpSession::new(start, self.resources.resolve(&entry)?, self.time);
        session::run(session.map_err(refused)?, context)
    }
}

impl NBoardArgs {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(NBOARD_GAME, context.catalogue)?;
        let resources = self.resources.resolve(&entry)?;
        let session = NBoardSession::new(GameStart::usual(entry, 0), resources);
        session::run(session.map_err(refused)?, context)
    }
}

impl ProtocolStartArgs {
    /// The start, checked; a board that has to be drawn is that of `seed`.
    fn resolve(
        &self,
        entry: Entry,
        seed: u64,
        context: &Context<'_>,
    ) -> Result<GameStart, Failure> {
        let board = self.board.as_deref();
        let board =
            board.map(|text| self.data.expand_tiles(text, entry.game, context)).transpose()?;
        let setup = Setup { rules: self.rules.clone(), board, seed };
        let wrong = |mut error: SetupError| match (error.setting, &self.board) {
            ("board", Some(text)) => {
                // Errors in a part of it have been reported already.
                error.error = ParseError::whole(text, error.error.text);
                Failure::setup(Some(text), error)
            }
            _ => Failure::setup(self.rules.as_deref(), error),
        };
        entry.game.start(&setup).map_err(wrong)?;
        if let Some(position) = &self.position {
            let opened = entry.game.open(&Record::new(position.clone()));
            opened.map_err(|error| Failure::replay(position, error))?;
        }
        Ok(GameStart { entry, setup, swap: false, position: self.position.clone() })
    }
}

impl ResourceArgs {
    fn resolve(&self, entry: &Entry) -> Result<Resources, Failure> {
        args::resources(entry, Some(self.threads), self.table)
    }
}

/// Failure of a session that cannot begin.
fn refused(text: String) -> Failure {
    Failure::failed(Text::composed(text.clone(), text))
}
