//! The program `damier`: reads its arguments, finds the game, and prints.
//!
//! Each command is a file with what it reads (for clap) and what it does (`run`). Arguments are
//! first parsed, which needs no game, then resolved, which finds the game and replays the moves.

mod analyse;
mod args;
mod bench;
mod book;
mod context;
mod crew;
mod data;
mod date;
mod draw;
mod duel;
mod failure;
mod files;
mod games;
mod lan;
mod lang;
mod log;
mod moves;
mod paint;
mod perft;
mod platform;
mod play;
mod progress;
mod protocol;
mod quadrants;
mod record;
mod scored;
mod serve;
mod show;
mod solve;
mod stored;
mod think;
mod tiles;
mod train;
mod usage;
mod verify;
mod words;

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::Entry;
use rules::Lang;

use context::Context;
use failure::Failure;

/// What the program finds around it.
pub struct World<'a> {
    /// Asks the environment for a variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    /// A number that nobody foresees: random boards and players come from it.
    pub entropy: u64,
    /// The time at which the program started.
    pub now: SystemTime,
    /// Raised when the user wants to end the program.
    pub stop: &'a AtomicBool,
    /// Raised by a command that ends by itself when it is asked to, but may need a moment.
    pub patience: &'a AtomicBool,
    /// What the user types.
    pub input: &'a mut dyn BufRead,
    /// Where results go.
    pub out: &'a mut dyn Write,
    /// Where errors and remarks go.
    pub err: &'a mut dyn Write,
    /// Which of them is a terminal.
    pub terminal: Terminal,
}

/// Which streams of the program a person sits at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// The input is typed.
    pub input: bool,
    /// The output is read as it comes, so it may be coloured.
    pub out: bool,
    /// So are remarks: there may be a progress bar.
    pub err: bool,
}

/// Five board games: Connect Four, Othello, Katarenga, Congress and Isolation
#[derive(Parser, Debug)]
#[command(name = "damier", version, term_width = 80)]
struct Cli {
    /// Speak this language, not the environment's
    #[arg(long, global = true, value_parser = lang::parser(), display_order = 100)]
    lang: Option<Lang>,
    #[command(flatten)]
    page: serve::Page,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Without a command, damier opens the page in the browser.

Examples:
  damier
  damier play connect-four --second difficult
  damier analyse connect-four 4453
  damier solve connect-four 4453
  damier think connect-four 4453 --alpha-beta
  damier duel othello difficult minimax:3
  damier show connect-four 4453
  damier moves othello f5 d6 c3
  damier perft katarenga --board '1 2 5 7' --depth 3
  damier quadrants random";

#[derive(Subcommand, Debug)]
enum Command {
    Serve(serve::Serve),
    Play(play::Play),
    Moves(moves::Moves),
    Show(show::Show),
    Perft(perft::Perft),
    Quadrants(quadrants::Quadrants),
    Analyse(analyse::Analyse),
    Solve(solve::Solve),
    Think(think::Think),
    Duel(duel::Duel),
    Bench(bench::Bench),
    Games(games::Games),
    Book(book::Book),
    Train(train::Train),
    Protocol(protocol::Protocol),
}

/// Runs the program with `args`, of which the first is its name, and says its exit status: 0; 1 when
/// the work fails; 2 when what was asked for cannot be; 130 when it was interrupted.
pub fn run(args: impl IntoIterator<Item = OsString>, catalogue: &[Entry], world: World<'_>) -> u8 {
    let args: Vec<_> = args.into_iter().map(args::keep_pass).collect();
    let World { env, entropy, now, stop, patience, input, out, err, terminal } = world;
    let environment = lang::from_environment(env);
    let cli = match parse(&args, catalogue) {
        Ok(cli) => cli,
        Err(error) => {
            let lang = lang::from_arguments(&args).unwrap_or(environment);
            return usage::answer(error, lang, out, err);
        }
    };
    let lang = cli.lang.unwrap_or(environment);
    let mut context =
        Context { catalogue, lang, env, entropy, now, stop, patience, input, out, err, terminal };
    let ended = match cli.command {
        None => cli.page.run(&mut context),
        Some(_) if cli.page != serve::Page::default() => {
            Err(Failure::wrong(words::serve::page_with_command()))
        }
        Some(command) => command.run(&mut context),
    };
    match ended.and_then(|()| Ok(context.out.flush()?)) {
        Ok(()) => 0,
        Err(failure) => {
            failure.report(lang, context.err);
            failure.status()
        }
    }
}

fn parse(args: &[OsString], catalogue: &[Entry]) -> Result<Cli, clap::Error> {
    let help = format!("Games: {}\n\n{EXAMPLES}", args::known(catalogue));
    let matches = Cli::command().after_help(help).try_get_matches_from(args)?;
    Cli::from_arg_matches(&matches)
}

impl Command {
    fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match self {
            Self::Serve(command) => command.run(context),
            Self::Play(command) => command.run(context),
            Self::Moves(command) => command.run(context),
            Self::Show(command) => command.run(context),
            Self::Perft(command) => command.run(context),
            Self::Quadrants(command) => command.run(context),
            Self::Analyse(command) => command.run(context),
            Self::Solve(command) => command.run(context),
            Self::Think(command) => command.run(context),
            Self::Duel(command) => command.run(context),
            Self::Bench(command) => command.run(context),
            Self::Games(command) => command.run(context),
            Self::Book(command) => command.run(context),
            Self::Train(command) => command.run(context),
            Self::Protocol(command) => command.run(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command and all below it.
    fn all(command: &clap::Command) -> Vec<clap::Command> {
        let below = command.get_subcommands().filter(|one| one.get_name() != "help").flat_map(all);
        [command.clone()].into_iter().chain(below).collect()
    }

    #[test]
    fn help_fits_into_eighty_columns() {
        let mut command = Cli::command().after_help(EXAMPLES);
        command.build();
        for mut command in all(&command) {
            let help = command.render_help().to_string();
            for line in help.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
            let (_, examples) = help.split_once("Examples:\n").expect("examples");
            for line in examples.lines() {
                assert!(line.starts_with("  damier"), "an example in two lines: {help}");
            }
        }
    }
}
