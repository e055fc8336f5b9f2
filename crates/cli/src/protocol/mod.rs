//! `damier protocol`: engine protocols for other programs.

mod gtp;

use std::time::Duration;

use engine::Resources;

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use gtp::GtpSession;

/// Let other programs use an engine
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Commands are read from the input and answered on the output until it ends or a command says so.

Examples:
  damier protocol gtp --game othello
  damier protocol gtp --game othello --time 5 --threads 2 --table 256")]
pub(crate) struct ProtocolCommand {
    #[command(subcommand)]
    language: ProtocolSubcommand,
}

#[derive(clap::Subcommand, Debug)]
enum ProtocolSubcommand {
    Gtp(GtpArgs),
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
    /// Time for each move, where there is no clock
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "1")]
    time: Duration,
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
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let ProtocolSubcommand::Gtp(args) = &self.language;
        let entry = args::find(&args.game, context.catalogue)?;
        let resources = Resources { threads: args.threads.into(), table: args.table as usize };
        GtpSession::new(entry, resources, args.time, context.draw_seed(&entry))?.run(context)
    }
}
