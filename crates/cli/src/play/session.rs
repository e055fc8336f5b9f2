//! A game at the console, from the first board to the last.

use std::sync::atomic::Ordering::Relaxed;

use engine::{AnySearcher, Limits};
use rules::{BySeat, SWAP, Seat, SplitMix64, Text};

use super::advice::advise;
use super::command::{Command, yes_or_no};
use super::console::Console;
use super::players::Player;
use super::save::save;
use super::table::{Special, Table};
use crate::failure::Failure;
use crate::words;

/// A line is about so wide.
const WIDTH: usize = 78;

/// A game at the console.
pub(super) struct Session<'s, 'c, 'w> {
    table: Table,
    /// The computers by the seats in which they began.
    thinkers: BySeat<Option<Box<dyn AnySearcher>>>,
    console: &'s mut Console<'c, 'w>,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Ask the same player again.
    Ask,
    /// The board has changed: show it.
    Show,
    End(End),
}

/// Why a session has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The players want another game.
    Again,
    /// Somebody has had enough, or there is nothing more to read.
    Enough,
}

impl<'s, 'c, 'w> Session<'s, 'c, 'w> {
    /// The chance decisions of the computers come from `random`.
    pub(super) fn new(
        table: Table,
        random: &mut SplitMix64,
        console: &'s mut Console<'c, 'w>,
    ) -> Self {
        let thinkers = BySeat::from_fn(|seat| {
            let seed = random.draw();
            match table.players()[seat] {
                Player::Human => None,
                Player::Computer(opponent) => Some(opponent.make(seed)),
            }
        });
        Self { table, thinkers, console }
    }

    /// Plays until the game is over or nobody wants to go on.
    pub(super) fn run(&mut self) -> Result<End, Failure> {
        self.introduce()?;
        self.show()?;
        loop {
            let next = if self.table.outcome().is_some() {
                self.offer_more()?
            } else if self.thinkers[self.table.mover()].is_some() {
                self.think()?
            } else {
                self.ask()?
            };
            match next {
                Next::Ask => {}
                Next::Show => self.show()?,
                Next::End(end) => return Ok(end),
            }
        }
    }

    /// Says who plays, and how.
    fn introduce(&mut self) -> Result<(), Failure> {
        self.console.say(&self.table.info().title)?;
        self.say_players()?;
        let choices = self.table.view().choices;
        let example = choices.iter().find(|choice| !choice.steps.is_empty());
        if let Some(example) = example.filter(|_| self.table.humans() > 0) {
            self.console.say(&words::play::how(&example.notation))?;
        }
        Ok(self.console.print_line("")?)
    }

    /// Says who sits where, unless it is all the same.
    fn say_players(&mut self) -> Result<(), Failure> {
        if self.table.humans() == 2 {
            return Ok(());
        }
        for seat in Seat::ALL {
            let who = match self.table.player(seat) {
                Player::Human => words::play::you(),
                Player::Computer(opponent) => words::play::computer(&self.table.title(opponent)),
            };
            self.console.say(&words::play::seated(seat, self.table.info(), &who))?;
        }
        Ok(())
    }

    /// Shows the board and what must be said about it.
    fn show(&mut self) -> Result<(), Failure> {
        self.console.show(&self.table)?;
        let Some(ending) = self.table.outcome() else { return self.show_specials() };
        // The board of a game with plain squares says who has won, but not why.
        if self.table.info().grounds.len() == 1 {
            self.console.say(&words::play::reason(&ending))?;
        }
        if let (Some(winner), Some(human)) = (ending.winner, self.table.lone_human()) {
            self.console.say(&words::play::consolation(winner == human))?;
        }
        Ok(())
    }

    /// Tells a human what can be done beside the usual.
    fn show_specials(&mut self) -> Result<(), Failure> {
        if self.thinkers[self.table.mover()].is_some() {
            return Ok(());
        }
        match self.table.special() {
            Some(Special::OnlyPass) => self.console.say(&words::play::only_pass())?,
            Some(Special::Swap) => self.console.say(&words::play::may_swap())?,
            None => {}
        }
        Ok(())
    }

    /// Lets the computer whose turn it is move.
    fn think(&mut self) -> Result<Next, Failure> {
        let (record, stop) = (self.table.record(), self.console.context.stop);
        let Some(thinker) = &mut self.thinkers[self.table.mover()] else { return Ok(Next::Ask) };
        let thought = thinker
            .search(record, &Limits::default(), stop, &mut |_| {})
            .map_err(|error| Failure::replay(&record.start, error))?;
        let choice = thought.choice.filter(|_| !stop.load(Relaxed));
        let Some(choice) = choice else { return Ok(Next::End(End::Enough)) };
        let seat = self.table.turn();
        let said = match &*choice {
            SWAP => words::play::swaps(seat),
            pass if self.table.is_pass(pass) => words::play::passes(seat),
            entry => words::play::plays(seat, entry),
        };
        self.console.say(&said)?;
        let played = self.table.play_choice(&choice);
        played.map_err(|error| Failure::replay(&self.table.record().start, error))?;
        self.say_swap(&choice)?;
        Ok(Next::Show)
    }

    /// After a swap, says who now plays what.
    fn say_swap(&mut self, entry: &str) -> Result<(), Failure> {
        if entry != SWAP {
            return Ok(());
        }
        self.console.say(&words::play::exchanged(self.table.info()))?;
        self.say_players()
    }

    /// Asks a human what to do.
    fn ask(&mut self) -> Result<Next, Failure> {
        let Some(line) = self.console.ask()? else { return Ok(Next::End(End::Enough)) };
        self.obey(Command::read(&line))
    }

    /// When the game is over: a person may want another.
    fn offer_more(&mut self) -> Result<Next, Failure> {
        if self.table.humans() == 0 || !self.console.is_attended() {
            return Ok(Next::End(End::Enough));
        }
        self.console.say(&words::play::offer_more())?;
        let Some(line) = self.console.ask()? else { return Ok(Next::End(End::Enough)) };
        match yes_or_no(&line) {
            Some(true) => Ok(Next::End(End::Again)),
            Some(false) => Ok(Next::End(End::Enough)),
            None => self.obey(Command::read(&line)),
        }
    }

    fn obey(&mut self, command: Command) -> Result<Next, Failure> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::End(End::Enough)),
            Command::Play(typed) => return self.play(&typed),
            Command::Undo => return self.undo(),
            Command::Resign => {
                let resigned = self.table.resign();
                return self.changed(resigned);
            }
            Command::Hint => {
                for text in advise(&self.table, self.console.context)? {
                    self.console.say(&text)?;
                }
            }
            Command::Moves => self.list_moves()?,
            Command::Position => self.console.print_line(&self.table.position())?,
            Command::Save(file) => {
                let said = save(&self.table, &file, self.console.context.now);
                self.console.say(&said)?;
            }
            Command::Help => self.console.say(&words::play::help())?,
        }
        Ok(Next::Ask)
    }

    fn undo(&mut self) -> Result<Next, Failure> {
        let before = self.table.swapped();
        let undone = self.table.undo();
        if self.table.swapped() != before {
            self.say_players()?;
        }
        self.changed(undone)
    }

    /// Shows the board that a command has changed, or says why it has not.
    fn changed(&mut self, done: Result<(), Text>) -> Result<Next, Failure> {
        match done {
            Ok(()) => Ok(Next::Show),
            Err(refusal) => {
                self.console.say(&refusal)?;
                Ok(Next::Ask)
            }
        }
    }

    /// Plays what a human has typed, as far as it is legal.
    fn play(&mut self, typed: &str) -> Result<Next, Failure> {
        let before = self.table.record().moves.len();
        let played = self.table.play(typed);
        let entries = self.table.record().moves[before..].to_vec();
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
            self.table.view().choices.into_iter().map(|choice| choice.notation).collect();
        moves.sort_unstable();
        let abreast = WIDTH / (self.table.info().move_width + 1);
        for line in moves.chunks(abreast) {
            self.console.print_line(&line.join(" "))?;
        }
        Ok(())
    }
}
