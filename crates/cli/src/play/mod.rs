//! `damier play`: a game in the terminal, on the full screen or line by line.
//!
//! Every match is played at a server, of which the terminal is a client: the one that runs on the data folder, one
//! elsewhere, or one within the program ([`online`]). [`repl_command`] parses what players type, [`console`] prints and
//! reads lines.

mod console;
pub(crate) mod full_screen;
mod hint;
mod online;
mod participant;
mod repl_command;
mod resume;
mod save;
mod setup_menu;

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use engine::{Entry, Trial};
use play::{Listing, TimeControl};
use rules::{BySeat, Record, SplitMix64};
use texts::text;
use tui::ThinkTree;

use tui::{NewMatch, NewTable};
use wire::http::Side;

use crate::args::{self, StartArgs};
use crate::board_picture::Script;
use crate::bots::{self, Bots};
use crate::context::{BOARD_SEED_BOUND, Context};
use crate::failure::Failure;
use crate::messages;
pub(crate) use console::Console;
use full_screen::{FirstScreen, ScreenConfig, match_of_record};
use online::{LineMode, ReplExit};
use participant::{Participant, StartingPlayer};
pub(crate) use repl_command::normalize;

/// Play a game in the terminal
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
  damier play --resume
  damier play othello --open-table --clock 5+3
  damier play --connect http://192.168.1.20:4747/m/5w5fvrpbd6pq")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
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
    /// Go to a game at a server: by the link to it, by its code, or to all tables by an address
    #[arg(long, value_name = "WHERE")]
    #[arg(conflicts_with_all = ["game", "first", "second", "resume", "open_table"])]
    connect: Option<String>,
    /// Open a table where somebody elsewhere can sit down, and show how to find it
    #[arg(long, conflicts_with_all = ["first", "second", "resume"])]
    open_table: bool,
    /// The clocks of the table: minutes for the game and seconds for each move, as in 5+3; none otherwise
    #[arg(long, value_name = "CLOCK", requires = "open_table")]
    clock: Option<String>,
    /// List the table at its server, for everybody
    #[arg(long, requires = "open_table")]
    public: bool,
    /// Lay the board of the table together
    #[arg(long, requires = "open_table", conflicts_with = "board")]
    lay_board: bool,
    /// The server of the table or the code; the one of this machine otherwise
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Your name at tables
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// Shows a search tree on the whole terminal.
pub(crate) fn show_tree(
    tree: ThinkTree,
    folder: Option<PathBuf>,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let first = FirstScreen::Tree(Box::new(tree));
    let script = context.script(false);
    let config = ScreenConfig { first, folder, script, name: String::new() };
    full_screen::run(config, context)
}

/// The game and its participants, before seats are assigned.
struct MatchSetup {
    entry: Entry,
    participants: BySeat<Participant>,
    starts: StartingPlayer,
}

impl PlayCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let folder = self.start.data_folder(context);
        let bots = bots::add(&[], folder.as_deref(), false, context)?;
        self.run_match(&bots, context)
    }

    /// Plays in the way that suits the terminal.
    fn run_match(&self, bots: &Bots, context: &mut Context<'_>) -> Result<(), Failure> {
        let script = context.script(self.ascii);
        if !self.plain && full_screen::is_possible(context) {
            return self.run_full_screen(script, context);
        }
        if !bots.is_empty() {
            lab::end_with(context);
        }
        let mut line_mode = LineMode::new(self.start.data_folder(context))?;
        let mut console = Console { context, script };
        if let Some(place) = &self.connect {
            line_mode.connect(place, self.server.as_deref().unwrap_or_default(), &mut console)?;
        } else if self.open_table {
            let Some(table) = self.new_table(script, console.context)? else { return Ok(()) };
            let name = self.name.as_deref().unwrap_or_default();
            line_mode.open_table(*table, name, &mut console)?;
        } else if let Some(id) = &self.resume {
            self.go_on(id, &mut line_mode, &mut console)?;
        } else {
            let Some(setup) = self.setup(&mut console)? else { return Ok(()) };
            self.play(&setup, &mut line_mode, &mut console)?;
        }
        if console.context.stop.load(Relaxed) {
            console.print_line("")?;
            console.say(&text!("play-interrupted"))?;
            return Err(Failure::interrupted());
        }
        Ok(())
    }

    /// Plays on the whole terminal.
    fn run_full_screen(&self, script: Script, context: &mut Context<'_>) -> Result<(), Failure> {
        let folder = self.start.data_folder(context);
        let name = self.name.clone().unwrap_or_default();
        let first = self.first_screen(script, context)?;
        let Some(first) = first else { return Ok(()) };
        full_screen::run(ScreenConfig { first, folder, script, name }, context)
    }

    /// What the arguments show first; `None` at the end of the input.
    fn first_screen(
        &self,
        script: Script,
        context: &mut Context<'_>,
    ) -> Result<Option<FirstScreen>, Failure> {
        let server = self.server.clone().unwrap_or_default();
        if let Some(place) = self.connect.clone() {
            return Ok(Some(FirstScreen::Destination { place, server }));
        }
        if self.open_table {
            return self.new_table(script, context).map(|table| table.map(FirstScreen::Table));
        }
        let folder = self.start.data_folder(context);
        let asks = self.game.is_none() && self.first.is_none() && self.second.is_none();
        Ok(Some(match &self.resume {
            Some(id) if id.is_empty() => FirstScreen::Stored,
            Some(id) => FirstScreen::Own(resume::find_stored(id, folder.as_deref(), context)?.id),
            None if asks && self.start.record_game(context)?.is_none() => FirstScreen::Menu,
            None => {
                let mut console = Console { context, script };
                let Some(setup) = self.setup(&mut console)? else { return Ok(None) };
                let mut random = SplitMix64::new(self.seed.unwrap_or(console.context.entropy));
                let board_seed =
                    self.seed.unwrap_or_else(|| console.context.draw_seed(&setup.entry));
                let new = self.new_match(&setup, board_seed, &mut random, &mut console)?;
                FirstScreen::New(Box::new(new), self.is_stored(&setup))
            }
        }))
    }

    /// The table that the arguments ask for; `None` at the end of the input.
    fn new_table(
        &self,
        script: Script,
        context: &mut Context<'_>,
    ) -> Result<Option<Box<NewTable>>, Failure> {
        let mut console = Console { context, script };
        let Some(entry) = self.entry(&mut console)? else { return Ok(None) };
        let context = console.context;
        let setup = self.start.setup(entry.game, self.seed.unwrap_or(0), context)?;
        let start = NewMatch {
            entry,
            setup,
            swap: self.start.swaps(),
            players: BySeat { first: None, second: None },
            time: self.clock.as_deref().map_or(Ok(TimeControl::None), read_clock)?,
        };
        Ok(Some(Box::new(NewTable {
            server: self.server.clone().unwrap_or_default(),
            start,
            lay_board: self.lay_board,
            listing: if self.public { Listing::Public } else { Listing::Unlisted },
            side: match self.starts {
                StartingPlayer::First => Side::First,
                StartingPlayer::Second => Side::Second,
                StartingPlayer::Random => Side::Random,
            },
        })))
    }

    /// Whether the matches of a set-up are stored.
    const fn is_stored(&self, setup: &MatchSetup) -> bool {
        let BySeat { first, second } = &setup.participants;
        self.store || first.is_human() || second.is_human()
    }

    /// A new match of a set-up.
    fn new_match(
        &self,
        setup: &MatchSetup,
        board_seed: u64,
        random: &mut SplitMix64,
        console: &mut Console<'_, '_>,
    ) -> Result<wire::http::NewMatch, Failure> {
        let &MatchSetup { entry, participants, starts } = setup;
        let seated = starts.assign_seats(participants, random);
        let live = self.start.open(entry.game, board_seed, console.context)?;
        let is_measured = entry.fair_seeds().any(|seed| seed == board_seed);
        if !(self.start.draws_board() && is_measured) {
            warn_of_unfair_board(&entry, live.record(), console.context);
        }
        let players = BySeat::from_fn(|seat| seated[seat].who(random.draw()));
        Ok(match_of_record(entry.game.info().id, live.record(), players))
    }

    /// The set-up that the arguments give, completed by menus; `None` at the end of the input.
    fn setup(&self, console: &mut Console<'_, '_>) -> Result<Option<MatchSetup>, Failure> {
        let Some(entry) = self.entry(console)? else { return Ok(None) };
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

    /// The game that the arguments name, or that is chosen from a menu; `None` at the end of the input.
    fn entry(&self, console: &mut Console<'_, '_>) -> Result<Option<Entry>, Failure> {
        if let Some(name) = &self.game {
            return args::find(name, console.context.catalogue).map(Some);
        }
        match self.start.record_game(console.context)? {
            Some(entry) => Ok(Some(entry)),
            None => setup_menu::game(console),
        }
    }

    /// Plays one game after the other, as long as the players like.
    fn play(
        &self,
        setup: &MatchSetup,
        line_mode: &mut LineMode,
        console: &mut Console<'_, '_>,
    ) -> Result<(), Failure> {
        let mut random = SplitMix64::new(self.seed.unwrap_or(console.context.entropy));
        let mut board_seed = self.seed.unwrap_or_else(|| console.context.draw_seed(&setup.entry));
        loop {
            let new = self.new_match(setup, board_seed, &mut random, console)?;
            match line_mode.start_own(&new, self.is_stored(setup), console)? {
                ReplExit::PlayAgain(_) => {
                    board_seed = setup.entry.draw_seed(random.draw(), BOARD_SEED_BOUND);
                }
                ReplExit::Quit => return Ok(()),
            }
        }
    }

    /// Goes on with a stored match.
    fn go_on(
        &self,
        id: &str,
        line_mode: &mut LineMode,
        console: &mut Console<'_, '_>,
    ) -> Result<(), Failure> {
        let folder = self.start.data_folder(console.context);
        let Some(stored) = resume::choose_stored(id, folder.as_deref(), console)? else {
            return Ok(());
        };
        let ReplExit::PlayAgain(players) =
            line_mode.play_own(stored.id, stored.entries, console)?
        else {
            return Ok(());
        };
        let entry = args::find(&stored.game, console.context.catalogue)?;
        let participants = players.map(|who| Participant::of(&who, &entry));
        let setup = MatchSetup { entry, participants, starts: StartingPlayer::First };
        self.play(&setup, line_mode, console)
    }
}

/// Reads minutes for the game and seconds for each move: `5+3`, `10`.
fn read_clock(text: &str) -> Result<TimeControl, Failure> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    match (minutes.trim().parse::<u64>(), seconds.trim().parse::<u64>()) {
        (Ok(minutes @ 1..=1440), Ok(seconds @ 0..=3600)) => {
            Ok(TimeControl::Game { total: minutes * 60_000, increment: seconds * 1000 })
        }
        _ => Err(Failure::wrong(text!("play-no-clock", text))),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let game = |total, increment| Some(TimeControl::Game { total, increment });
        for (text, clock) in [
            ("5+3", game(300_000, 3000)),
            (" 10 + 0 ", game(600_000, 0)),
            ("1", game(60_000, 0)),
            ("0+3", None),
            ("5+x", None),
            ("", None),
            ("99999999999999999999+1", None),
            ("-5", None),
        ] {
            assert_eq!(read_clock(text).ok(), clock, "{text}");
        }
    }
}
