//! `damier duel`: which of two players is stronger, and how sure that is.

mod archive;
mod arena;
mod contestant;
mod duel_result;
mod match_args;
mod openings;
mod referee;
mod sprt;
mod win_draw_loss;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use engine::Entry;

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::{external, messages, progress};
use archive::Archive;
use arena::{Arena, DuelGame, Schedule};
pub(crate) use contestant::Contestant;
use duel_result::DuelResult;
pub(crate) use duel_result::{FaultCounts, rounded};
use match_args::OtherTimeArgs;
pub(crate) use match_args::{LimitArgs, OpeningArgs};
pub(crate) use openings::Openings;
pub(crate) use referee::{PlayedGame, Referee, by_seat};
use sprt::Sprt;
pub(crate) use win_draw_loss::{GameResult, WinDrawLoss};

/// Let two players play many games, and say which is stronger
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Players are the levels very-easy, easy, normal, difficult, expert and maximum, and the classics \
that the game has: random, basic, minimax:1 and so on. program:PATH is another damier, such as an \
older one, which is asked for each move with `analyse --json`. ugi:COMMAND, gtp:COMMAND and \
nboard:COMMAND are engines of other authors; who crashes, makes an illegal move or takes too long loses \
the game.

Games are played in pairs from the same opening, the players changing seats. The same command \
plays the same games, on any number of threads, unless --time bounds them. Ctrl-C stops it and \
tells the score so far; with --save, the same command goes on where it stopped.

With --sprt the exit status is 0 if A has proved as good as HIGH, and 1 if not.

Examples:
  damier duel connect-four maximum minimax:4
  damier duel othello difficult normal --games 100 --sprt 65
  damier duel katarenga expert difficult --games 200 --save games.txt
  damier duel congress normal easy --board seed:7 --openings 6 --seed 2
  damier duel katarenga maximum program:./damier-old --time 0.2
  damier duel congress maximum expert --time 0.02 --cpu-time
  damier duel othello expert 'nboard:./my-engine --quiet' --depth 6
  damier duel isolation expert 'ugi:python3 bot.py' --clock 30+0.5
  damier duel othello maximum maximum --clock 8+0 --time-b 0.27")]
pub struct DuelCommand {
    /// The game, by a name that `damier --help` lists
    game: String,
    /// The player whose score is told
    #[arg(value_name = "A")]
    one: String,
    /// The other player
    #[arg(value_name = "B")]
    other: String,
    /// How many games to play, at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Stop as soon as it is clear whether A scores HIGH or more rather than LOW or less, in
    /// percent: 50,65, or 65 for short; either answer is wrong at most 5 times in 100
    #[arg(long, value_name = "LOW,HIGH")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    other_time: OtherTimeArgs,
    /// Add the games to this file as records, and leave out those that are there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print JSON: players, wins, draws, losses, score, Elo and test
    #[arg(long)]
    json: bool,
}

impl DuelCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(&self.game, context.catalogue)?;
        let players =
            [Contestant::find(&self.one, &entry)?, Contestant::find(&self.other, &entry)?];
        let openings = self.openings.resolve(entry, context)?;
        self.limits.check(players.iter())?;
        try_out(players.iter(), &entry, context)?;
        let arena = Arena {
            players,
            referee: self.limits.referee_with(&self.other_time, entry),
            seed: self.openings.seed,
            threads: self.openings.threads(),
        };
        let mut schedule = Schedule::new(openings, self.games);
        let mut result = DuelResult::new(self.sprt);

        let saved = self.save.as_ref().map(|path| Archive::open(path, &arena, &mut schedule));
        let (mut archive, before) = saved.transpose()?.unzip();
        for played in before.into_iter().flatten() {
            if !result.is_over(self.games) {
                result.add(&played);
            }
        }
        let bar = progress::bar(context, self.games.into(), progress::MESSAGE_TEMPLATE);
        let show = |result: &DuelResult| {
            bar.set_position(result.total().games().into());
            bar.set_message(result.summary());
        };
        show(&result);
        if !result.is_over(self.games) {
            arena.play(schedule, context.stop, |played: DuelGame| {
                if let Some(archive) = &mut archive {
                    archive.append(&played)?;
                }
                result.add(&played);
                show(&result);
                let over = result.is_over(self.games);
                Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        bar.finish_and_clear();
        self.print(&arena, &result, context)
    }

    /// Prints the result; an error if a test was asked for and not passed.
    fn print(
        &self,
        arena: &Arena,
        result: &DuelResult,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        if self.json {
            context.print_json(&result.json(arena))?;
        } else {
            for line in result.lines(arena) {
                context.print(&line)?;
            }
        }
        if context.stop.load(Relaxed) && !result.is_over(self.games) {
            context.remark(&messages::duel::stopped(self.save.is_some()));
            return Err(Failure::interrupted());
        }
        if result.is_passed() { Ok(()) } else { Err(Failure::reported()) }
    }
}

/// Starts every engine once, so that a wrong command is an error and not a lost game.
pub(crate) fn try_out<'a>(
    players: impl Iterator<Item = &'a Contestant>,
    entry: &Entry,
    context: &Context<'_>,
) -> Result<(), Failure> {
    for player in players {
        if player.is_engine() {
            external::end_with(context);
        }
        player.try_out(entry, context.stop)?;
    }
    Ok(())
}
