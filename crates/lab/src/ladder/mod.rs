//! `damier ladder`: many players play each other, and are rated.

mod journal;
mod ladder_result;
mod schedule;
mod tables;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rules::{ExtraField, SavedGame, SplitMix64};
use texts::text;

use crate::context::Context;
use crate::duel::{Contestant, LimitArgs, OpeningArgs, Referee, by_seat, try_out};
use crate::failure::Failure;
use crate::output_file::{OutputFormat, Overwrite, save};
use crate::parallel::work_in_order;
use crate::{args, messages, progress};
use journal::{Journal, JournalGame, JournalHeader};
use ladder_result::LadderResult;
use schedule::{Fixture, LadderSchedule};

/// Let many players play each other, and rate them
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Players are those of `damier duel`: levels, classics, and engines of other authors as ugi:COMMAND, \
gtp:COMMAND or nboard:COMMAND. NAME=PLAYER gives a player another name in the tables.

Everybody plays everybody; with --gauntlet, the first player plays all others. Games are played in pairs \
from the same opening, the players changing seats, and every pair of players gets the same openings. Who \
crashes, makes an illegal move or takes too long loses the game, and the table tells.

Ratings are those under which the results are likeliest (Bradley and Terry, a draw being half a win), with \
95 % intervals; their mean is 0. With --journal, every game is on the disk before the next is counted: the \
same command goes on where it was stopped or killed, also with more --games.

Examples:
  damier ladder connect-four random minimax:2 minimax:4 normal
  damier ladder othello bot='ugi:python3 bot.py' easy normal --gauntlet
  damier ladder katarenga easy normal --journal games.jsonl --save games.txt")]
pub struct LadderCommand {
    /// The game, by a name that `damier --help` lists
    game: String,
    /// The players, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<String>,
    /// Let the first player play all others, and nobody else each other
    #[arg(long)]
    gauntlet: bool,
    /// How many games each pair of players plays, an even number
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Note every game in this file, and leave out those that are there
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Save the games in this file as records
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print JSON: players with their ratings, results of all pairs, likelihoods of superiority
    #[arg(long)]
    json: bool,
}

/// Player of a ladder.
pub(crate) struct LadderPlayer {
    pub(crate) name: String,
    contestant: Contestant,
}

/// Players and conditions of a ladder.
struct Ladder {
    players: Vec<LadderPlayer>,
    referee: Referee,
    seed: u64,
    threads: usize,
}

impl LadderCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(&self.game, context.catalogue)?;
        if !self.games.is_multiple_of(2) {
            return Err(Failure::wrong(text!("ladder-odd-games")));
        }
        let ladder = Ladder {
            players: self.find_players(&entry)?,
            referee: self.limits.referee(entry),
            seed: self.openings.seed,
            threads: self.openings.threads(),
        };
        let openings = self.openings.resolve(entry, context)?;
        self.limits.check(ladder.players.iter().map(|player| &player.contestant))?;
        try_out(ladder.players.iter().map(|player| &player.contestant), &entry, context)?;
        let pairings = schedule::pairings(ladder.players.len(), self.gauntlet);
        let mut schedule = LadderSchedule::new(openings, pairings, self.games);
        let mut result = LadderResult::new(ladder.players.len());

        let header = self.header(&ladder);
        let opened = self.journal.as_ref().map(|path| Journal::open(path, &header, &mut schedule));
        let (mut journal, before) = opened.transpose()?.unzip();
        let mut games: Vec<JournalGame> = before.unwrap_or_default();
        for game in &games {
            result.add(game);
        }
        let total = schedule.games();
        let bar = progress::bar(context, total.into(), progress::COUNT_TEMPLATE);
        bar.set_position(games.len() as u64);
        ladder.play(schedule, context.stop, |played| {
            if let Some(journal) = &mut journal {
                journal.append(&played)?;
            }
            result.add(&played);
            games.push(played);
            bar.set_position(games.len() as u64);
            Ok(ControlFlow::Continue(()))
        })?;
        bar.finish_and_clear();
        if let Some(path) = &self.save {
            ladder.save(path, &games)?;
        }
        self.print(&ladder, &result, total, context)
    }

    /// Finds the players, whose names must differ.
    fn find_players(&self, entry: &engine::Entry) -> Result<Vec<LadderPlayer>, Failure> {
        let mut players: Vec<LadderPlayer> = Vec::new();
        for text in &self.players {
            let (name, id) = match text.split_once('=') {
                // A command may have an equals sign of its own.
                Some((name, id)) if !name.contains([':', ' ']) && !name.is_empty() => {
                    (Some(name), id)
                }
                _ => (None, text.as_str()),
            };
            let contestant = Contestant::find(id, entry)?;
            let name = name.map_or_else(|| contestant.id(), str::to_owned);
            if players.iter().any(|player| player.name == name) {
                return Err(Failure::wrong(text!("ladder-same-name", name = &name)));
            }
            players.push(LadderPlayer { name, contestant });
        }
        Ok(players)
    }

    /// What the games depend on, apart from their number.
    fn header(&self, ladder: &Ladder) -> JournalHeader {
        JournalHeader {
            ladder: 1,
            game: ladder.referee.entry.game.info().id.to_owned(),
            players: ladder
                .players
                .iter()
                .map(|player| [player.name.clone(), player.contestant.id()])
                .collect(),
            gauntlet: self.gauntlet,
            seed: self.openings.seed,
            openings: self.openings.openings.clone(),
            board: self.openings.board.clone(),
            rules: self.openings.rules.clone(),
            limits: ladder.referee.time_control(),
        }
    }

    fn print(
        &self,
        ladder: &Ladder,
        result: &LadderResult,
        total: u32,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let names: Vec<_> = ladder.players.iter().map(|player| player.name.as_str()).collect();
        if self.json {
            let game = ladder.referee.entry.game.info().id;
            context.print_json(&result.json(game, &names, ladder.seed, total))?;
        } else {
            let title = &ladder.referee.entry.game.info().title;
            context.print(&text!(
                "ladder-title",
                game = title,
                players = names.len(),
                count = result.games()
            ))?;
            for line in tables::lines(result, &names, context.lang) {
                writeln!(context.out, "{line}")?;
            }
        }
        if context.stop.load(Relaxed) && result.games() < total {
            context.remark(&messages::duel::stopped(self.journal.is_some()));
            return Err(Failure::interrupted());
        }
        Ok(())
    }
}

impl Ladder {
    /// Plays the games of the schedule and passes them on in the order of their numbers.
    fn play(
        &self,
        schedule: LadderSchedule,
        stop: &AtomicBool,
        mut consume: impl FnMut(JournalGame) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let first = schedule.next_number();
        let schedule = Mutex::new(schedule);
        let work = |halt: &AtomicBool| {
            let next = schedule.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            let Some(fixture) = next else { return Ok(None) };
            Ok(self.play_game(&fixture, halt)?.map(|played| (fixture.number, played)))
        };
        work_in_order(self.threads, first, stop, work, |_, played| consume(played))
    }

    /// Plays a game; `None` if it was halted.
    fn play_game(
        &self,
        fixture: &Fixture,
        halt: &AtomicBool,
    ) -> Result<Option<JournalGame>, Failure> {
        let random = SplitMix64::new(self.seed ^ SplitMix64::mix(u64::from(fixture.number) + 1));
        let players = fixture.players.map(|player| &self.players[player].contestant);
        let played =
            self.referee.play(players, fixture.seat_of_first, &fixture.opening, random, halt)?;
        Ok(played.map(|played| JournalGame::new(fixture, played)))
    }

    /// Writes all games as a record file.
    fn save(&self, path: &Path, games: &[JournalGame]) -> Result<(), Failure> {
        let texts: Vec<_> = games.iter().map(|game| self.saved_game(game).to_string()).collect();
        save(path, texts.join("\n").as_bytes(), Overwrite::Same(OutputFormat::Record))
    }

    fn saved_game(&self, game: &JournalGame) -> SavedGame {
        let mut saved = SavedGame::new(self.referee.entry.game.info().id, game.record.clone());
        let names = game.players.map(|player| Some(self.players[player].name.clone()));
        saved.players = by_seat(rules::Seat::First, names);
        saved.time = self.referee.time_control();
        saved.score = game.score();
        saved.reason = Some(game.reason.clone());
        let fault = game.fault.as_ref().and_then(|words| ExtraField::new("Fault", words.as_str()));
        if let Some(field) = fault {
            saved.set_extra(field);
        }
        saved
    }
}
