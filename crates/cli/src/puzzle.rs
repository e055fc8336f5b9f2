//! `damier puzzle`: a puzzle in the terminal, line by line.

use std::sync::atomic::Ordering::Relaxed;

use clap::builder::PossibleValuesParser;
use engine::{
    Difficulty, Entry, Limits, Puzzle, PuzzleAnswer, PuzzleCollection, PuzzleHint, PuzzleSession,
    Resources, Theme,
};
use rules::{Record, SplitMix64, Text};
use texts::text;

use crate::context::Context;
use crate::date::unix_millis;
use crate::failure::Failure;
use crate::play::{Console, normalize};
use crate::{args, messages};

/// Nodes of the search that refutes a wrong move.
const REFUTATION_NODES: u64 = 100_000;
/// Moves of a refutation that are shown.
const REFUTATION_MAX_MOVES: usize = 6;

/// Solve a puzzle: find the only right move, which is proved
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Type a move, or: hint, solution, moves, quit. A wrong move is refuted, and you may try again. Without a game, the \
puzzle is of any game.

Examples:
  damier puzzle
  damier puzzle othello --daily
  damier puzzle katarenga --theme camp-race --difficulty 3
  damier puzzle connect-four --id 4dnktb --lang fr")]
pub(crate) struct PuzzleCommand {
    /// The game, by a name that `damier --help` lists; any game otherwise
    game: Option<String>,
    /// The puzzle of today, by the date in UTC: the same for everybody
    #[arg(long, conflicts_with_all = ["theme", "difficulty", "id"])]
    daily: bool,
    /// What the solution turns on
    #[arg(long, value_name = "T")]
    #[arg(value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::id)))]
    theme: Option<String>,
    /// How hard it is: from 1, which every level of play finds, to 6, which only the highest does
    #[arg(long, value_name = "D")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Difficulty::MAX_GRADE)))]
    difficulty: Option<u8>,
    /// The puzzle of this name
    #[arg(long, value_name = "ID", conflicts_with_all = ["theme", "difficulty"])]
    id: Option<String>,
    /// Use nothing but ASCII characters
    #[arg(long)]
    ascii: bool,
}

/// What a line of the solver leads to.
enum PuzzleStep {
    GoOn,
    End,
}

impl PuzzleCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, puzzle) = self.choose(context)?;
        let script = context.script(self.ascii);
        let start = puzzle.position.clone();
        let session = PuzzleSession::open(entry.game, puzzle)
            .map_err(|error| Failure::replay(&start, error))?;
        let mut console = Console { context, script };
        PuzzleDialogue { entry, session, console: &mut console, mistakes: 0 }.run()
    }

    /// The game and the puzzle that the arguments ask for.
    fn choose(&self, context: &Context<'_>) -> Result<(Entry, Puzzle), Failure> {
        let entries: Vec<Entry> = match &self.game {
            Some(game) => vec![args::find(game, context.catalogue)?],
            None => context.catalogue.to_vec(),
        };
        let collections: Vec<(Entry, PuzzleCollection)> = entries
            .into_iter()
            .filter_map(|entry| Some((entry, entry.puzzle_collection()?)))
            .collect();
        if let (Some(game), true) = (&self.game, collections.is_empty()) {
            return Err(Failure::wrong(text!("puzzle-none", game)));
        }
        let chosen = if self.daily {
            let day = PuzzleCollection::day(unix_millis(context.now) / 1000);
            daily(&collections, day)
        } else {
            let wanted: Vec<_> = collections
                .iter()
                .flat_map(|(entry, all)| all.puzzles.iter().map(move |puzzle| (entry, puzzle)))
                .filter(|(_, puzzle)| self.is_wanted(puzzle))
                .collect();
            let at = SplitMix64::new(context.entropy).below(wanted.len().max(1) as u64);
            wanted.get(at as usize).copied()
        };
        let missing = || Failure::failed(text!("puzzle-no-such"));
        chosen.map(|(entry, puzzle)| (*entry, puzzle.clone())).ok_or_else(missing)
    }

    fn is_wanted(&self, puzzle: &Puzzle) -> bool {
        let theme = self.theme.as_deref();
        self.id.as_ref().is_none_or(|id| puzzle.id.eq_ignore_ascii_case(id))
            && theme.is_none_or(|id| puzzle.themes.iter().any(|theme| theme.id() == id))
            && self.difficulty.is_none_or(|grade| puzzle.difficulty.grade == grade)
    }
}

/// The puzzle of a day: the games take turns.
fn daily(collections: &[(Entry, PuzzleCollection)], day: u64) -> Option<(&Entry, &Puzzle)> {
    let (entry, collection) = collections.get((day % collections.len().max(1) as u64) as usize)?;
    Some((entry, collection.daily(day)?))
}

/// The dialogue with somebody who solves a puzzle.
struct PuzzleDialogue<'s, 'c, 'w> {
    entry: Entry,
    session: PuzzleSession,
    console: &'s mut Console<'c, 'w>,
    mistakes: u32,
}

impl PuzzleDialogue<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Failure> {
        self.introduce()?;
        self.show()?;
        loop {
            let Some(line) = self.console.ask()? else { return Ok(()) };
            if self.console.context.stop.load(Relaxed) {
                return Err(Failure::interrupted());
            }
            if let PuzzleStep::End = self.execute(&line)? {
                return Ok(());
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let puzzle = self.session.puzzle();
        let title = messages::puzzle::title(&self.entry.game.info().title, puzzle);
        let goal = messages::puzzle::goal(self.session.live().turn(), puzzle);
        self.console.say(&title)?;
        self.console.say(&goal)?;
        Ok(self.console.say(&text!("puzzle-how"))?)
    }

    fn show(&mut self) -> Result<(), Failure> {
        let live = self.session.live();
        let (view, swapped) = (live.view(), live.swapped());
        Ok(self.console.show_view(self.entry.game.info(), &view, swapped)?)
    }

    /// Carries out a command, or tries a move.
    fn execute(&mut self, line: &str) -> Result<PuzzleStep, Failure> {
        match &*normalize(line) {
            "" if line == "?" => self.console.say(&text!("puzzle-how"))?,
            "" => {}
            "help" | "aide" => self.console.say(&text!("puzzle-how"))?,
            "quit" | "q" | "exit" | "quitter" => return Ok(PuzzleStep::End),
            "hint" | "indice" | "conseil" => {
                if let Some(hint) = self.session.hint() {
                    self.console.say(&hint_text(&hint))?;
                }
            }
            "solution" => {
                let solution = self.session.puzzle().solution.join(" ");
                self.console.say(&text!("puzzle-solution", moves = &solution))?;
                return Ok(PuzzleStep::End);
            }
            "moves" | "coups" => {
                let moves = self.session.live().view().choices.into_iter();
                let moves: Vec<_> = moves.map(|choice| choice.notation).collect();
                self.console.print_line(&moves.join(" "))?;
            }
            _ => return self.answer(line),
        }
        Ok(PuzzleStep::GoOn)
    }

    fn answer(&mut self, typed: &str) -> Result<PuzzleStep, Failure> {
        match self.session.answer(typed) {
            Err(error) => self.console.say(&error.text)?,
            Ok(PuzzleAnswer::Wrong { notation }) => {
                self.mistakes += 1;
                self.refute(&notation)?;
            }
            Ok(PuzzleAnswer::Continues { reply }) => {
                self.console.say(&text!("puzzle-right", reply = &reply))?;
                self.show()?;
            }
            Ok(PuzzleAnswer::Solved) => {
                self.show()?;
                self.console.say(&text!("puzzle-solved", mistakes = self.mistakes))?;
                return Ok(PuzzleStep::End);
            }
        }
        Ok(PuzzleStep::GoOn)
    }

    /// Says why a move is wrong: what the opponent replies, and the reasons of a review.
    fn refute(&mut self, notation: &str) -> Result<(), Failure> {
        let proved = messages::puzzle::proved_wrong(notation, self.session.puzzle().goal);
        self.console.say(&proved)?;
        let mut record = Record::new(self.session.live().position());
        record.moves.push(notation.to_owned());
        let mut reviewer = self.entry.reviewer(Resources::default());
        let (limits, stop) = (Limits::nodes(REFUTATION_NODES), self.console.context.stop);
        let review = reviewer
            .review(&record, &limits, stop, &mut |_| ())
            .map_err(|error| Failure::replay(&record.start, error))?;
        let Some(reviewed) = review.entries.first() else { return Ok(()) };
        let line: Vec<_> =
            reviewed.played.moves.iter().skip(1).take(REFUTATION_MAX_MOVES).collect();
        if let Some((reply, rest)) = line.split_first() {
            let rest: Vec<&str> = rest.iter().map(|m| m.as_str()).collect();
            self.console.say(&messages::puzzle::refutation(reply, &rest.join(" ")))?;
        }
        for reason in &reviewed.reasons {
            // What the better move would have been is for the solver to find.
            if !reason_tells(&reason.text, self.session.expected().unwrap_or_default()) {
                self.console.say(&reason.text)?;
            }
        }
        Ok(())
    }
}

/// Whether a text names a move.
fn reason_tells(text: &Text, m: &str) -> bool {
    text.en.split(|c: char| !c.is_alphanumeric() && c != '>').any(|word| word == m)
}

fn hint_text(hint: &PuzzleHint) -> Text {
    match hint {
        PuzzleHint::Themes(themes) => messages::puzzle::hint_themes(themes),
        PuzzleHint::Piece { square, .. } => text!("puzzle-hint-piece", square),
        PuzzleHint::Move(m) => text!("puzzle-hint-move", move = m),
    }
}
