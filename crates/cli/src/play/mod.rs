//! `damier play`: a game in the terminal, line by line.
//!
//! [`table`] is the game without a screen, [`command`] reads what players type, [`console`] prints and
//! waits for lines, and [`session`] joins the three.

mod advice;
mod command;
mod console;
mod players;
mod questions;
mod save;
mod session;
mod table;

use std::sync::atomic::Ordering::Relaxed;

use engine::Entry;
use rules::{BySeat, SplitMix64};

use crate::args::{self, StartArgs};
use crate::context::Context;
use crate::draw::Script;
use crate::failure::Failure;
use crate::words;
use console::Console;
use players::{Player, Starts};
use session::{End, Session};
use table::Table;

/// Play a game, line by line
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "\
WHO is human, a level (very-easy, easy, normal, difficult, expert, maximum) or a classic player \
of the game (random, basic, minimax:4). Without GAME, damier asks what to play, and against whom. \
While playing, type a move or help. The end of the input ends the program.

Examples:
  damier play
  damier play connect-four --second difficult
  damier play othello --first human --second minimax:3 --starts random
  damier play katarenga --second human --board 'A Bf+90 C+180 D' --swap
  damier play isolation --first easy --second maximum --seed 7")]
pub(crate) struct Play {
    /// The game, by a name that `damier --help` lists
    game: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// One of the two who play [default: human]
    #[arg(long, value_name = "WHO")]
    first: Option<String>,
    /// The other [default: normal]
    #[arg(long, value_name = "WHO")]
    second: Option<String>,
    /// Which of the two begins, as player 1: with second, --first is player 2
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, hide_possible_values = true)]
    starts: Starts,
    /// Draw all that is random from this number: the board, who begins, the computers' choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Use nothing but ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Play line by line: so far the only way, so this changes nothing
    #[arg(long)]
    plain: bool,
}

/// What is played, and by whom.
struct Match {
    entry: Entry,
    players: BySeat<Player>,
    starts: Starts,
}

impl Play {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let script = if self.ascii { Script::Ascii } else { Script::Unicode };
        let mut console = Console { context, script };
        let Some(agreed) = self.agree(&mut console)? else { return Ok(()) };
        self.play(&agreed, &mut console)?;
        if console.context.stop.load(Relaxed) {
            console.print_line("")?;
            console.say(&words::play::interrupted())?;
            return Err(Failure::interrupted());
        }
        Ok(())
    }

    /// What the arguments say, and what the player answers where they say nothing; `None` at the end
    /// of the input.
    fn agree(&self, console: &mut Console<'_, '_>) -> Result<Option<Match>, Failure> {
        let entry = match &self.game {
            Some(name) => args::find(name, console.context.catalogue)?,
            None => match questions::game(console)? {
                Some(entry) => entry,
                None => return Ok(None),
            },
        };
        let asks = self.game.is_none() && self.first.is_none() && self.second.is_none();
        if !asks {
            let who = |name: &Option<String>, usual| {
                let name = name.as_deref().unwrap_or(usual);
                Player::find(name, &entry).map_err(Failure::wrong)
            };
            let (first, second) = (who(&self.first, "human")?, who(&self.second, "normal")?);
            let players = BySeat { first, second };
            return Ok(Some(Match { entry, players, starts: self.starts }));
        }
        let answers = questions::players(console, &entry)?;
        Ok(answers.map(|(players, starts)| Match { entry, players, starts }))
    }

    /// Plays one game after the other, as long as the players like.
    fn play(&self, agreed: &Match, console: &mut Console<'_, '_>) -> Result<(), Failure> {
        let mut random = SplitMix64::new(self.seed.unwrap_or(console.context.entropy));
        let mut board_seed = self.seed.unwrap_or_else(|| console.context.draw_seed());
        loop {
            let &Match { entry, players, starts } = agreed;
            let players = starts.seat(players, &mut random);
            let live = self.start.open(entry.game, board_seed, console.context)?;
            let table = Table::new(entry, live, players);
            match Session::new(table, &mut random, console).run()? {
                End::Again => board_seed = random.below(1_000_000),
                End::Enough => return Ok(()),
            }
        }
    }
}
