//! The read-eval-print loop of a match.

use std::sync::atomic::Ordering::Relaxed;

use engine::{AnySearcher, Limits, Resources};
use play::{Command, Offer, Player};
use rules::{BySeat, SWAP, Seat, Text};

use super::console::Console;
use super::hint::hint;
use super::local_match::{LocalMatch, SpecialChoice};
use super::repl_command::{ReplCommand, yes_or_no};
use super::save::save;
use crate::failure::Failure;
use crate::messages;

/// Width of the list of moves, in columns.
const MOVE_LIST_WIDTH: usize = 78;

/// Read-eval-print loop of a match.
pub(super) struct Repl<'s, 'c, 'w> {
    game: LocalMatch,
    /// The computers by the seats in which they began.
    searchers: BySeat<Option<Box<dyn AnySearcher>>>,
    console: &'s mut Console<'c, 'w>,
}

/// What the loop does after a command or a computer's move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReplStep {
    /// Prompt again; the board is as it was.
    Prompt,
    /// The board has changed: show it.
    Show,
    /// Leave the loop.
    Exit(ReplExit),
}

/// How the loop was left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplExit {
    /// The users want another game.
    PlayAgain,
    /// A user has quit, or the input has ended.
    Quit,
}

impl<'s, 'c, 'w> Repl<'s, 'c, 'w> {
    pub(super) fn new(game: LocalMatch, console: &'s mut Console<'c, 'w>) -> Self {
        let searcher = |player| game.computer(player).map(|(opponent, seed)| opponent.make(seed));
        let searchers = BySeat { first: searcher(Player::One), second: searcher(Player::Two) };
        Self { game, searchers, console }
    }

    /// The match.
    pub(super) fn into_game(self) -> LocalMatch {
        self.game
    }

    /// Runs the loop until the users quit or want another game.
    pub(super) fn run(&mut self) -> Result<ReplExit, Failure> {
        self.introduce()?;
        self.show()?;
        loop {
            let step = match self.game.state().to_move() {
                None => self.offer_more()?,
                Some(player) if self.is_computer(player) => self.think(player)?,
                Some(_) => self.ask()?,
            };
            if let Some(warning) = self.game.take_warning() {
                self.console.context.remark(&warning);
            }
            match step {
                ReplStep::Prompt => {}
                ReplStep::Show => self.show()?,
                ReplStep::Exit(exit) => {
                    if let Some(id) = self.game.resumable_id() {
                        self.console.say(&messages::play::how_to_resume(id))?;
                    }
                    return Ok(exit);
                }
            }
        }
    }

    fn is_computer(&self, player: Player) -> bool {
        self.searchers[player.first_seat()].is_some()
    }

    /// Prints the title, the players and how to enter a move.
    fn introduce(&mut self) -> Result<(), Failure> {
        self.console.say(&self.game.info().title)?;
        self.say_players()?;
        let choices = self.game.view().choices;
        let example = choices.iter().find(|choice| !choice.steps.is_empty());
        if let Some(example) = example.filter(|_| self.game.human_count() > 0) {
            self.console.say(&messages::play::how(&example.notation))?;
        }
        Ok(self.console.print_line("")?)
    }

    /// Prints who sits where, unless both are human.
    fn say_players(&mut self) -> Result<(), Failure> {
        if self.game.human_count() == 2 {
            return Ok(());
        }
        for seat in Seat::ALL {
            let who = match self.game.computer_title(seat) {
                None => messages::play::you(),
                Some(title) => messages::play::computer(&title),
            };
            self.console.say(&messages::play::seated(seat, self.game.info(), &who))?;
        }
        Ok(())
    }

    /// Prints the board, and the outcome or the special choice.
    fn show(&mut self) -> Result<(), Failure> {
        self.console.show(&self.game)?;
        let Some(ending) = self.game.outcome() else { return self.show_special_choice() };
        // The board of a game with plain squares says who has won, but not why.
        if self.game.info().grounds.len() == 1 {
            self.console.say(&messages::play::reason(&ending))?;
        }
        if let (Some(winner), Some(human)) = (self.game.state().winner(), self.game.lone_human()) {
            self.console.say(&messages::play::consolation(winner == human))?;
        }
        Ok(())
    }

    /// Tells a human about choices that are not on the board.
    fn show_special_choice(&mut self) -> Result<(), Failure> {
        if self.game.state().to_move().is_none_or(|player| self.is_computer(player)) {
            return Ok(());
        }
        match self.game.special_choice() {
            Some(SpecialChoice::OnlyPass) => self.console.say(&messages::play::only_pass())?,
            Some(SpecialChoice::Swap) => self.console.say(&messages::play::may_swap())?,
            None => {}
        }
        Ok(())
    }

    /// Lets the computer whose turn it is move.
    fn think(&mut self, player: Player) -> Result<ReplStep, Failure> {
        let (record, stop) = (self.game.record(), self.console.context.stop);
        let Some(searcher) = &mut self.searchers[player.first_seat()] else {
            return Ok(ReplStep::Prompt);
        };
        let report = searcher
            .search(record, &Limits::default(), stop, &mut |_| {})
            .map_err(|error| Failure::replay(&record.start, error))?;
        if let Some(notice) = report.notice {
            self.console.context.remark(&notice);
        }
        let choice = report.choice.filter(|_| !stop.load(Relaxed));
        let Some(choice) = choice else { return Ok(ReplStep::Exit(ReplExit::Quit)) };
        let seat = self.game.state().seat(player);
        let message = match &*choice {
            SWAP => messages::play::swaps(seat),
            pass if self.game.is_pass(pass) => messages::play::passes(seat),
            entry => messages::play::plays(seat, entry),
        };
        self.console.say(&message)?;
        self.game.set_time(self.console.now());
        let played = self.game.play_choice(&choice);
        if self.game.take_reloaded() {
            self.console.say(&messages::play::played_elsewhere())?;
            return Ok(ReplStep::Show);
        }
        played.map_err(|error| Failure::replay(&self.game.record().start, error))?;
        self.say_swap(&choice)?;
        Ok(ReplStep::Show)
    }

    /// Prints the seats after a swap.
    fn say_swap(&mut self, entry: &str) -> Result<(), Failure> {
        if entry != SWAP {
            return Ok(());
        }
        self.console.say(&messages::play::exchanged(self.game.info()))?;
        self.say_players()
    }

    /// Prompts the human to move for a command.
    fn ask(&mut self) -> Result<ReplStep, Failure> {
        let Some(line) = self.console.ask()? else { return Ok(ReplStep::Exit(ReplExit::Quit)) };
        self.execute(ReplCommand::parse(&line))
    }

    /// Asks after the end of the game whether to play again.
    fn offer_more(&mut self) -> Result<ReplStep, Failure> {
        if self.game.human_count() == 0 || !self.console.is_attended() {
            return Ok(ReplStep::Exit(ReplExit::Quit));
        }
        self.console.say(&messages::play::offer_more())?;
        let Some(line) = self.console.ask()? else { return Ok(ReplStep::Exit(ReplExit::Quit)) };
        match yes_or_no(&line) {
            Some(true) => Ok(ReplStep::Exit(ReplExit::PlayAgain)),
            Some(false) => Ok(ReplStep::Exit(ReplExit::Quit)),
            None => self.execute(ReplCommand::parse(&line)),
        }
    }

    fn execute(&mut self, command: ReplCommand) -> Result<ReplStep, Failure> {
        self.game.set_time(self.console.now());
        match command {
            ReplCommand::Empty => {}
            ReplCommand::Quit => return Ok(ReplStep::Exit(ReplExit::Quit)),
            ReplCommand::Play(typed) => return self.play(&typed),
            ReplCommand::Undo => return self.take_back(LocalMatch::undo),
            ReplCommand::Redo => return self.take_back(LocalMatch::redo),
            ReplCommand::Resign => {
                let resigned = self.game.resign();
                return self.changed(resigned);
            }
            ReplCommand::Draw => return self.offer_draw(),
            ReplCommand::Hint => {
                for text in hint(&self.game, self.console.context)? {
                    self.console.say(&text)?;
                }
                self.game.mark_helped();
            }
            ReplCommand::Moves => self.list_moves()?,
            ReplCommand::Position => {
                self.console.print_line(&self.game.state().live().position())?;
            }
            ReplCommand::Save(file) => {
                let message = save(&self.game, &file, self.console.context.now);
                self.console.say(&message)?;
            }
            ReplCommand::Help => self.console.say(&messages::play::help())?,
        }
        Ok(ReplStep::Prompt)
    }

    /// Offers a draw, and lets the other player answer.
    fn offer_draw(&mut self) -> Result<ReplStep, Failure> {
        let offer = Offer::Draw;
        if let Err(refusal) = self.game.give(&Command::Offer { offer }) {
            return self.changed(Err(refusal));
        }
        let Some(offerer) = self.game.state().offered(offer) else { return Ok(ReplStep::Show) };
        let answerer = offerer.other();
        let answer = if self.is_computer(answerer) {
            self.weigh_draw(answerer)?
        } else {
            let seat = self.game.state().seat(offerer);
            self.console.say(&messages::play::draw_offered(seat))?;
            match self.console.ask()?.as_deref().map(yes_or_no) {
                None => return Ok(ReplStep::Exit(ReplExit::Quit)),
                Some(Some(true)) => Command::Accept { offer },
                Some(_) => Command::Decline { offer },
            }
        };
        self.game.set_time(self.console.now());
        let answered = self.game.give_for(answerer, &answer);
        if answered.is_ok() && matches!(answer, Command::Decline { .. }) {
            self.console.say(&messages::play::draw_declined())?;
            return Ok(ReplStep::Prompt);
        }
        self.changed(answered)
    }

    /// What a computer answers to the offer of a draw.
    fn weigh_draw(&self, answerer: Player) -> Result<Command, Failure> {
        let (record, stop) = (self.game.record(), self.console.context.stop);
        let mut analyst = self.game.entry().analyst(Resources::default());
        let report = analyst
            .search(record, &Limits::nodes(server::DRAW_OFFER_NODES), stop, &mut |_| {})
            .map_err(|error| Failure::replay(&record.start, error))?;
        Ok(server::draw_answer(self.game.state(), answerer, &report))
    }

    /// Undoes or redoes, either of which may exchange seats.
    fn take_back(
        &mut self,
        change: fn(&mut LocalMatch) -> Result<(), Text>,
    ) -> Result<ReplStep, Failure> {
        let before = self.game.swapped();
        let undone = change(&mut self.game);
        if self.game.swapped() != before {
            self.say_players()?;
        }
        self.changed(undone)
    }

    /// Next step after a command that may have changed the board; prints the refusal if it has not.
    fn changed(&mut self, done: Result<(), Text>) -> Result<ReplStep, Failure> {
        match done {
            Ok(()) => Ok(ReplStep::Show),
            Err(refusal) => {
                self.console.say(&refusal)?;
                let reloaded = self.game.take_reloaded();
                Ok(if reloaded { ReplStep::Show } else { ReplStep::Prompt })
            }
        }
    }

    /// Plays the moves that a human has typed, up to the first refused one.
    fn play(&mut self, typed: &str) -> Result<ReplStep, Failure> {
        let before = self.game.record().moves.len();
        let played = self.game.play(typed);
        let entries = self.game.record().moves.get(before..).unwrap_or_default().to_vec();
        for entry in &entries {
            self.say_swap(entry)?;
        }
        if played.is_err() && !entries.is_empty() {
            self.show()?;
        }
        self.changed(played)
    }

    /// Prints the legal moves.
    fn list_moves(&mut self) -> Result<(), Failure> {
        let mut moves: Vec<_> =
            self.game.view().choices.into_iter().map(|choice| choice.notation).collect();
        moves.sort_unstable();
        let abreast = MOVE_LIST_WIDTH / (self.game.info().move_width + 1);
        for line in moves.chunks(abreast) {
            self.console.print_line(&line.join(" "))?;
        }
        Ok(())
    }
}
