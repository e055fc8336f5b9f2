//! `damier play`: a game in the terminal, line by line.
//!
//! [`local_match`] is the match without a screen, [`repl_command`] parses what players type, [`console`]
//! prints and reads lines, and [`repl`] is the loop over the three.

mod console;
pub(crate) mod full_screen;
mod hint;
mod local_match;
mod match_log;
mod participant;
mod repl;
mod repl_command;
mod resume;
mod save;
mod setup_menu;

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use engine::{Entry, Trial};
use play::TimeControl;
use rules::{BySeat, Record, SplitMix64};
use tui::ThinkTree;

use crate::args::{self, StartArgs};
use crate::board_picture::Script;
use crate::context::{BOARD_SEED_BOUND, Context};
use crate::failure::Failure;
use crate::{bots, messages};
use console::Console;
use full_screen::FirstScreen;
use local_match::LocalMatch;
use match_log::StoreTarget;
use participant::{Participant, StartingPlayer};
use repl::{Repl, ReplExit};
pub(crate) use repl_command::yes_or_no;

/// Play a game, line by line
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "\
WHO is human, a level (very-easy, easy, normal, difficult, expert, maximum) or a classic player \
of the game (random, basic, minimax:4). Without GAME, damier asks what to play, and against whom. \
While playing, type a move or help. The end of the input ends the program. Games of people are stored with \
each move, where the page finds them, too.

Examples:
  damier play
  damier play connect-four --second difficult
  damier play othello --first human --second minimax:3 --starts random
  damier play katarenga --second human --board 'A Bf+90 C+180 D' --swap
  damier play isolation --first easy --second maximum --seed 7
  damier play --resume")]
pub(crate) struct PlayCommand {
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
    starts: StartingPlayer,
    /// Draw all that is random from this number: the board, who begins, the computers' choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Use nothing but ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Go on with a stored game: the one whose id begins so, or one of the unfinished ones
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["game", "first", "second", "starts"])]
    resume: Option<String>,
    /// Store the game also if nobody but computers plays
    #[arg(long)]
    store: bool,
    /// Play line by line, also on a terminal that can show a whole screen
    #[arg(long)]
    plain: bool,
}

/// Shows a search tree on the whole terminal.
pub(crate) fn show_tree(
    tree: ThinkTree,
    folder: Option<PathBuf>,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    full_screen::run(FirstScreen::Tree(Box::new(tree)), folder, Script::Unicode, context)
}

/// The game and its participants, before seats are assigned.
struct MatchSetup {
    entry: Entry,
    participants: BySeat<Participant>,
    starts: StartingPlayer,
}

impl PlayCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let script = if self.ascii { Script::Ascii } else { Script::Unicode };
        bots::add(&[], self.start.data_folder(context).as_deref(), false, context)?;
        if !self.plain && full_screen::is_possible(context) {
            return self.run_full_screen(script, context);
        }
        let mut console = Console { context, script };
        if let Some(id) = &self.resume {
            self.go_on(id, &mut console)?;
        } else {
            let Some(setup) = self.setup(&mut console)? else { return Ok(()) };
            self.play(&setup, &mut console)?;
        }
        if console.context.stop.load(Relaxed) {
            console.print_line("")?;
            console.say(&messages::play::interrupted())?;
            return Err(Failure::interrupted());
        }
        Ok(())
    }

    /// Plays on the whole terminal.
    fn run_full_screen(&self, script: Script, context: &mut Context<'_>) -> Result<(), Failure> {
        let folder = self.start.data_folder(context);
        let asks = self.game.is_none() && self.first.is_none() && self.second.is_none();
        let first = match &self.resume {
            Some(id) if id.is_empty() => FirstScreen::Stored,
            Some(id) => {
                let now = Console { context, script }.now();
                FirstScreen::Match(Box::new(resume::open(id, folder.as_deref(), now, context)?))
            }
            None if asks && self.start.record_game(context)?.is_none() => FirstScreen::Menu,
            None => {
                let mut console = Console { context, script };
                let Some(setup) = self.setup(&mut console)? else { return Ok(()) };
                let mut random = SplitMix64::new(self.seed.unwrap_or(console.context.entropy));
                let board_seed =
                    self.seed.unwrap_or_else(|| console.context.draw_seed(&setup.entry));
                let target = self.store_target(&setup, console.context);
                let game = self.new_match(&setup, board_seed, &mut random, target, &mut console)?;
                FirstScreen::Match(Box::new(game))
            }
        };
        full_screen::run(first, folder, script, context)
    }

    /// Where the matches of a set-up are stored.
    fn store_target(&self, setup: &MatchSetup, context: &Context<'_>) -> StoreTarget {
        let BySeat { first, second } = &setup.participants;
        if !self.store && !first.is_human() && !second.is_human() {
            return StoreTarget::None;
        }
        let ids = SplitMix64::new(context.entropy);
        StoreTarget::Folder { path: self.start.data_folder(context), ids }
    }

    /// Begins a match of a set-up.
    fn new_match(
        &self,
        setup: &MatchSetup,
        board_seed: u64,
        random: &mut SplitMix64,
        target: StoreTarget,
        console: &mut Console<'_, '_>,
    ) -> Result<LocalMatch, Failure> {
        let &MatchSetup { entry, participants, starts } = setup;
        let seated = starts.assign_seats(participants, random);
        let live = self.start.open(entry.game, board_seed, console.context)?;
        let is_measured = entry.fair_seeds().any(|seed| seed == board_seed);
        if !(self.start.draws_board() && is_measured) {
            warn_of_unfair_board(&entry, live.record(), console.context);
        }
        let now = console.now();
        LocalMatch::new(entry, live.record(), seated, random, TimeControl::None, now, target)
    }

    /// The set-up that the arguments give, completed by menus; `None` at the end of the input.
    fn setup(&self, console: &mut Console<'_, '_>) -> Result<Option<MatchSetup>, Failure> {
        let entry = match &self.game {
            Some(name) => args::find(name, console.context.catalogue)?,
            None => match self.start.record_game(console.context)? {
                Some(entry) => entry,
                None => match setup_menu::game(console)? {
                    Some(entry) => entry,
                    None => return Ok(None),
                },
            },
        };
        let asks = self.game.is_none() && self.first.is_none() && self.second.is_none();
        if !asks {
            let who = |name: &Option<String>, usual| {
                let name = name.as_deref().unwrap_or(usual);
                Participant::find(name, &entry).map_err(Failure::wrong)
            };
            let (first, second) = (who(&self.first, "human")?, who(&self.second, "normal")?);
            let participants = BySeat { first, second };
            return Ok(Some(MatchSetup { entry, participants, starts: self.starts }));
        }
        let answers = setup_menu::participants(console, &entry)?;
        Ok(answers.map(|(participants, starts)| MatchSetup { entry, participants, starts }))
    }

    /// Plays one game after the other, as long as the players like.
    fn play(&self, setup: &MatchSetup, console: &mut Console<'_, '_>) -> Result<(), Failure> {
        let mut random = SplitMix64::new(self.seed.unwrap_or(console.context.entropy));
        let mut target = self.store_target(setup, console.context);
        let mut board_seed = self.seed.unwrap_or_else(|| console.context.draw_seed(&setup.entry));
        loop {
            let game = self.new_match(setup, board_seed, &mut random, target, console)?;
            let mut repl = Repl::new(game, console);
            match repl.run()? {
                ReplExit::PlayAgain => {
                    board_seed = setup.entry.draw_seed(random.draw(), BOARD_SEED_BOUND);
                }
                ReplExit::Quit => return Ok(()),
            }
            target = repl.into_game().into_target();
        }
    }

    /// Goes on with a stored match.
    fn go_on(&self, id: &str, console: &mut Console<'_, '_>) -> Result<(), Failure> {
        let folder = self.start.data_folder(console.context);
        let Some(game) = resume::resume(id, folder.as_deref(), console)? else { return Ok(()) };
        let mut repl = Repl::new(game, console);
        if repl.run()? == ReplExit::Quit {
            return Ok(());
        }
        let game = repl.into_game();
        let participants = BySeat::from_fn(|seat| game.participant(seat));
        let setup =
            MatchSetup { entry: *game.entry(), participants, starts: StartingPlayer::First };
        drop(game);
        self.play(&setup, console)
    }
}

/// Says so if a new game starts on a board that favours a side.
fn warn_of_unfair_board(entry: &Entry, record: &Record, context: &mut Context<'_>) {
    if entry.game.info().tiles.is_empty() || !record.moves.is_empty() {
        return;
    }
    let trial = Trial::from_start(*entry, record.start.clone());
    let favoured = trial.estimate(context.stop).and_then(engine::favoured);
    if let Some((seat, score)) = favoured {
        let name = &entry.game.info().seats[usize::from(seat.index())];
        context.remark(&messages::board_favours(name, score));
    }
}
