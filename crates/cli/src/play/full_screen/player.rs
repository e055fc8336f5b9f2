//! What the screens ask for, carried out: the match, its storage and the computer players.

use std::path::PathBuf;
use std::time::Duration;

use engine::ReviewedEntry;
use play::{Command, Offer, Time, TimeControl, Who};
use room::EngineTask;
use rules::{AnyGame, BySeat, Record, SplitMix64, Text};
use tui::{Effect, Message, NewMatch, ReviewNote, ThinkTree};

use super::super::local_match::LocalMatch;
use super::super::match_log::StoreTarget;
use super::super::online::house;
use super::super::participant::Participant;
use super::super::repl_command::ReplCommand;
use super::super::resume;
use super::super::save::save;
use super::engine_thread::{ComputerPlayer, EngineJob, EngineResult, EngineRole, EngineThread};
use super::library::{Library, read_games};
use super::remote::{RemoteDesk, local_match};
use super::snapshot::snapshot;
use crate::args;
use crate::context::Context;
use crate::date::unix_millis;
use crate::failure::Failure;
use crate::messages;

/// Time for which a move is seen before the computer answers it.
const ANSWER_DELAY: Duration = Duration::from_millis(400);

/// How the loop ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LoopExit {
    Quit,
    Interrupted,
    /// A signal has ended the program, whose exit status is this.
    Signalled(u8),
}

/// What the loop does next.
pub(super) enum LoopStep {
    /// Tell the screens.
    Tell(Vec<Message>),
    Exit(LoopExit),
}

impl LoopStep {
    pub(super) const NOTHING: Self = Self::Tell(Vec::new());
}

/// The match that is played, and who plays it.
pub(super) struct Player<'c, 'w> {
    pub(super) context: &'c mut Context<'w>,
    pub(super) folder: Option<PathBuf>,
    library: Library,
    game: Option<LocalMatch>,
    /// Whether the game is no match, but analysed.
    is_analysis: bool,
    /// Matches at servers.
    pub(super) desk: RemoteDesk,
    pub(super) random: SplitMix64,
    /// The thread of computer players.
    computer: EngineThread,
    /// The thread of hints and analysis.
    pub(super) analyst: EngineThread,
    /// The record that is analysed.
    pub(super) analysed: Record,
    /// Whether an analysis goes on until it is stopped.
    pub(super) is_analysing: bool,
    /// The game whose search tree is asked for.
    thinking: Option<&'static dyn AnyGame>,
    /// Answer of a computer player that is not shown yet.
    answer: Option<(EngineTask, Command)>,
    /// Time of the last change of the board.
    changed_at: Duration,
}

impl<'c, 'w> Player<'c, 'w> {
    pub(super) fn new(
        folder: Option<PathBuf>,
        desk: RemoteDesk,
        computer: EngineThread,
        analyst: EngineThread,
        context: &'c mut Context<'w>,
    ) -> Self {
        Self {
            random: SplitMix64::new(context.entropy),
            context,
            library: Library { folder: folder.clone() },
            folder,
            game: None,
            is_analysis: false,
            desk,
            computer,
            analyst,
            analysed: Record::new(String::new()),
            is_analysing: false,
            thinking: None,
            answer: None,
            changed_at: Duration::ZERO,
        }
    }

    /// Time on the time line of the screens.
    pub(super) fn elapsed(&self) -> Duration {
        (self.context.elapsed)()
    }

    fn now(&self) -> Time {
        Time(unix_millis(self.context.now) + self.elapsed().as_millis() as u64)
    }

    /// Leaves the match, and says how it can be gone on with.
    pub(super) fn close(&mut self) -> Option<Text> {
        self.computer.cancel();
        self.analyst.cancel();
        (self.answer, self.is_analysing) = (None, false);
        let remote = self.desk.how_to_return();
        self.desk.close();
        let game = self.game.take();
        let local = game.and_then(|game| game.resumable_id().map(messages::play::how_to_resume));
        local.or(remote)
    }

    /// Shows a match and lets its computers play.
    pub(super) fn open(&mut self, game: LocalMatch) -> LoopStep {
        self.close();
        let opened = snapshot(&game, self.now(), self.elapsed());
        (self.game, self.is_analysis) = (Some(game), false);
        self.changed_at = self.elapsed();
        self.start_computer();
        LoopStep::Tell(vec![Message::Opened(Box::new(opened))])
    }

    /// Shows a game to analyse it: nobody plays it, and it is not stored.
    fn open_analysis(&mut self, game: &str, record: &Record) -> Result<LoopStep, Failure> {
        let entry = args::find(game, self.context.catalogue)?;
        self.close();
        let (now, people) = (self.now(), BySeat::from_fn(|_| Participant::Human));
        let (time, target) = (TimeControl::None, StoreTarget::None);
        let game = LocalMatch::new(entry, record, people, &mut self.random, time, now, target)?;
        let opened = snapshot(&game, now, self.elapsed());
        (self.game, self.is_analysis) = (Some(game), true);
        Ok(LoopStep::Tell(vec![Message::Analysing(Box::new(opened))]))
    }

    /// When the match changes by itself: a flag falls, or the computer's answer is shown.
    pub(super) fn wakes_in(&self) -> Option<Duration> {
        let answer = self.answer.as_ref().map(|_| self.answer_in());
        let game = self.game.as_ref();
        let flag = game.and_then(|game| game.state().flag_falls_at(0));
        let flag = flag.map(|at| Duration::from_millis(at.since(self.now()) + 1));
        answer.into_iter().chain(flag).chain(self.remote_wakes_in()).min()
    }

    fn answer_in(&self) -> Duration {
        (self.changed_at + ANSWER_DELAY).saturating_sub(self.elapsed())
    }

    /// Time has passed.
    pub(super) fn tick(&mut self) -> LoopStep {
        let now = self.now();
        let is_due = self.answer_in().is_zero();
        let Some(game) = &mut self.game else { return self.tick_remote() };
        game.set_time(now);
        let before = game.state().version();
        let ticked = game.tick();
        if game.state().version() != before {
            return self.changed(ticked);
        }
        match self.answer.take_if(|_| is_due) {
            Some((task, command)) => {
                let given = game.give_for(task.player(), &command);
                self.changed(given)
            }
            None => LoopStep::NOTHING,
        }
    }

    /// Tells the screens of the match as it stands after a command, and of the refusal.
    fn changed(&mut self, done: Result<(), Text>) -> LoopStep {
        let (now, at) = (self.now(), self.elapsed());
        let Some(game) = &mut self.game else { return LoopStep::NOTHING };
        let mut notices = Vec::new();
        let is_reloaded = game.take_reloaded();
        let mut messages = Vec::new();
        if done.is_ok() || is_reloaded {
            messages.push(Message::Changed(Box::new(snapshot(game, now, at))));
        }
        notices.extend(done.err());
        notices.extend(game.take_warning());
        if !notices.is_empty() {
            messages.push(Message::Notice(notices));
        }
        if messages.iter().any(|message| matches!(message, Message::Changed(_))) {
            self.changed_at = at;
            self.answer = None;
            self.computer.cancel();
            self.start_computer();
        }
        LoopStep::Tell(messages)
    }

    /// Starts the search of the computer that has something to do.
    fn start_computer(&mut self) {
        let now = self.now();
        let Some(game) = &self.game else { return };
        let Some(task) = EngineTask::of(game.state()) else { return };
        let (player, limits) = match task {
            EngineTask::ChooseMove(player) => {
                let computer = match game.state().who(player) {
                    Who::Computer { .. } => game.computer(player),
                    Who::Human { .. } => None,
                };
                let computer = computer.map_or(ComputerPlayer::Analyst, |(opponent, seed)| {
                    ComputerPlayer::Opponent(opponent, seed)
                });
                (computer, server::move_limits(game.state(), player, now))
            }
            EngineTask::AnswerDraw(_) => {
                (ComputerPlayer::Analyst, engine::Limits::nodes(server::DRAW_OFFER_NODES))
            }
        };
        let job = EngineJob::Task { task, player, limits };
        self.computer.start(*game.entry(), game.record().clone(), job);
    }

    /// Takes a result of the engine.
    pub(super) fn receive(
        &mut self,
        role: EngineRole,
        number: u64,
        result: EngineResult,
    ) -> LoopStep {
        let thread = match role {
            EngineRole::Player => &mut self.computer,
            EngineRole::Analyst => &mut self.analyst,
        };
        if let EngineResult::Panicked(panic) = result {
            std::panic::resume_unwind(panic);
        }
        if !thread.is_current(number) {
            return LoopStep::NOTHING;
        }
        if !matches!(result, EngineResult::Progress(_)) {
            thread.finish();
        }
        let record = match (role, &self.game) {
            (EngineRole::Player, Some(game)) => game.record().clone(),
            _ => self.analysed.clone(),
        };
        match result {
            EngineResult::Progress(report) | EngineResult::Analysed(report) => {
                LoopStep::Tell(vec![Message::Report(Box::new((record, report)))])
            }
            EngineResult::Hint(texts) => LoopStep::Tell(vec![Message::Notice(texts)]),
            EngineResult::Failed(text) => LoopStep::Tell(vec![Message::Notice(vec![text])]),
            EngineResult::Review(review) => {
                let notes = review.entries.iter().map(note).collect();
                let mut summary = messages::review::summary(record.moves.len(), &review);
                // What it has cost is of no interest here.
                summary.pop();
                let news = [Message::Review(record, notes), Message::Notice(summary)];
                LoopStep::Tell(news.into())
            }
            EngineResult::Task(task, report) => {
                let Some(game) = &self.game else { return LoopStep::NOTHING };
                let command = match task {
                    EngineTask::ChooseMove(_) => {
                        report.choice.clone().map(|notation| Command::Move { notation })
                    }
                    EngineTask::AnswerDraw(player) => {
                        Some(server::draw_answer(game.state(), player, &report))
                    }
                };
                let command = command.or_else(|| task.fallback(game.state()));
                self.answer = command.map(|command| (task, command));
                let notice = report.notice.map(|text| Message::Notice(vec![text]));
                notice.map_or(LoopStep::NOTHING, |notice| LoopStep::Tell(vec![notice]))
            }
            EngineResult::Tree(tree) => {
                let Some(game) = self.thinking else { return LoopStep::NOTHING };
                let tree = ThinkTree { game, record, tree: *tree };
                LoopStep::Tell(vec![Message::Tree(Box::new(tree))])
            }
            EngineResult::Panicked(_) => LoopStep::NOTHING,
        }
    }

    /// Carries out what a screen asks for.
    pub(super) fn carry_out(&mut self, effect: Effect) -> LoopStep {
        match effect {
            Effect::Quit => return LoopStep::Exit(LoopExit::Quit),
            Effect::Interrupt => return LoopStep::Exit(LoopExit::Interrupted),
            Effect::Leave => {
                self.close();
            }
            Effect::Start(new) => return self.start(&new),
            Effect::Resume(id) => return self.resume(&id),
            Effect::ListStored => return self.list_stored(),
            Effect::Command(command) => return self.give(&command),
            Effect::Line(line) => return self.line(&line),
            Effect::MoveNow => match &self.desk.game {
                Some(game) => game.client().move_now(),
                None => self.computer.hurry(),
            },
            Effect::Hint if self.desk.game.is_some() => return self.remote_hint(),
            Effect::Hint => {
                let is_over = self.game.as_ref().is_some_and(|game| game.outcome().is_some());
                if is_over {
                    let notice = messages::play::already_over();
                    return LoopStep::Tell(vec![Message::Notice(vec![notice])]);
                }
                self.mark_helped();
                self.analyse(EngineJob::Hint, None);
            }
            Effect::Analyse(record) => {
                self.is_analysing = true;
                self.mark_helped();
                self.analyse(EngineJob::Analyse, Some(record));
            }
            Effect::Review(record) => self.analyse(EngineJob::Review, Some(record)),
            Effect::StopAnalysis => {
                self.is_analysing = false;
                self.analyst.cancel();
            }
            Effect::Suspend => {}
            effect @ (Effect::Connect { .. }
            | Effect::ListTables(_)
            | Effect::OpenTable(_)
            | Effect::Seek(_)
            | Effect::Browse
            | Effect::Join(_)
            | Effect::Greet(_)) => return self.carry_out_online(effect),
            other => return self.look_up(other).unwrap_or_else(|failure| refused(&failure)),
        }
        LoopStep::NOTHING
    }

    /// Carries out what is not about a match that is played.
    fn look_up(&mut self, effect: Effect) -> Result<LoopStep, Failure> {
        let (library, context) = (&self.library, &mut *self.context);
        let message = match effect {
            Effect::ListPlayed => {
                Message::Stored(resume::list_all(self.folder.as_deref(), context)?)
            }
            Effect::Read(text) => Message::Read(read_games(&text, context)?),
            Effect::OpenAnalysis { game, record } => return self.open_analysis(game, &record),
            Effect::AnalyseMatch(id) => {
                let (game, record) = resume::record(&id, self.folder.as_deref(), context)?;
                return self.open_analysis(&game, &record);
            }
            Effect::Think { game, record, plan } => {
                let entry = args::find(game, context.catalogue)?;
                self.thinking = Some(entry.game);
                self.analysed = record.clone();
                self.analyst.start(entry, record, EngineJob::Tree(plan));
                return Ok(LoopStep::NOTHING);
            }
            Effect::ListTiles => Message::Tiles(library.tiles(context)?),
            Effect::ChangeTile { before, after } => {
                Message::Tiles(library.change_tile(before, after, context)?)
            }
            Effect::ImportTiles(file) => {
                return library.import_tiles(&file, context).map(LoopStep::Tell);
            }
            Effect::ExportTiles(file) => {
                Message::Notice(vec![library.export_tiles(&file, context)?])
            }
            Effect::SavePreferences(preferences) => {
                library.save_preferences(preferences, context)?;
                return Ok(LoopStep::NOTHING);
            }
            Effect::SaveSetup(setup) => {
                library.save_setup(&setup, context)?;
                return Ok(LoopStep::NOTHING);
            }
            _ => return Ok(LoopStep::NOTHING),
        };
        Ok(LoopStep::Tell(vec![message]))
    }

    /// An engine helps the player: the match does not count for a rating.
    fn mark_helped(&mut self) {
        if let Some(game) = &mut self.game {
            game.mark_helped();
        }
    }

    /// Starts a job of the analyst, on the match as it stands or another record.
    fn analyse(&mut self, job: EngineJob, record: Option<Record>) {
        if let (Some(_), Some(record)) = (&self.desk.game, &record) {
            return self.analyse_remote(job, record.clone());
        }
        let Some(game) = &self.game else { return };
        self.analysed = record.unwrap_or_else(|| game.record().clone());
        self.analyst.start(*game.entry(), self.analysed.clone(), job);
    }

    fn give(&mut self, command: &Command) -> LoopStep {
        let now = self.now();
        let Some(game) = &mut self.game else { return self.give_remote(command) };
        game.set_time(now);
        let given = game.give(command);
        self.changed(given)
    }

    /// Carries out a line that was typed.
    fn line(&mut self, line: &str) -> LoopStep {
        let now = self.now();
        let Some(game) = &mut self.game else { return self.remote_line(line) };
        game.set_time(now);
        let notice = |texts| LoopStep::Tell(vec![Message::Notice(texts)]);
        match ReplCommand::parse(line) {
            ReplCommand::Empty | ReplCommand::Help => LoopStep::NOTHING,
            ReplCommand::Quit => LoopStep::Exit(LoopExit::Quit),
            ReplCommand::Undo => self.give(&Command::Undo),
            ReplCommand::Redo => self.give(&Command::Redo),
            ReplCommand::Resign => self.give(&Command::Resign),
            ReplCommand::Draw => self.give(&Command::Offer { offer: Offer::Draw }),
            ReplCommand::Hint => self.carry_out(Effect::Hint),
            ReplCommand::Moves => {
                let choices = game.view().choices;
                let moves: Vec<_> = choices.into_iter().map(|choice| choice.notation).collect();
                notice(vec![same(moves.join(" "))])
            }
            ReplCommand::Position => notice(vec![same(game.state().live().position())]),
            ReplCommand::Save(file) => notice(vec![save(game, &file, self.context.now)]),
            ReplCommand::Play(typed) => {
                let is_ours = game
                    .state()
                    .to_move()
                    .is_some_and(|player| matches!(game.state().who(player), Who::Human { .. }));
                if !is_ours {
                    return self.give(&Command::Move { notation: typed });
                }
                let before = game.state().version();
                let played = game.play(&typed);
                // Several moves may have been played before one was refused.
                match played {
                    Err(text) if game.state().version() != before => {
                        let LoopStep::Tell(mut news) = self.changed(Ok(())) else {
                            return LoopStep::NOTHING;
                        };
                        news.push(Message::Notice(vec![text]));
                        LoopStep::Tell(news)
                    }
                    played => self.changed(played),
                }
            }
        }
    }

    /// Begins a match.
    fn start(&mut self, new: &NewMatch) -> LoopStep {
        let is_attended = new.players.first.is_none() || new.players.second.is_none();
        if is_attended && let Some(origin) = house::running_server(self.folder.as_deref()) {
            let new = local_match(new, &mut || self.random.below(1 << 32));
            return self.start_at(origin, new);
        }
        match self.new_match(new) {
            Ok(game) => self.open(game),
            Err(failure) => refused(&failure),
        }
    }

    fn new_match(&mut self, new: &NewMatch) -> Result<LocalMatch, Failure> {
        let NewMatch { entry, setup, swap, players, time } = new;
        let start = entry.game.start(setup).map_err(|error| Failure::setup(None, error))?;
        let mut record = Record::new(start);
        record.swap = *swap;
        let participant = |seat| players[seat].map_or(Participant::Human, Participant::Computer);
        let participants = BySeat::from_fn(participant);
        let is_attended = participants.first.is_human() || participants.second.is_human();
        let ids = SplitMix64::new(self.random.draw());
        let target = if is_attended {
            StoreTarget::Folder { path: self.folder.clone(), ids }
        } else {
            StoreTarget::None
        };
        // The store of the last match is closed before this one opens it.
        self.close();
        let now = self.now();
        LocalMatch::new(*entry, &record, participants, &mut self.random, *time, now, target)
    }

    /// Goes on with a stored match.
    fn resume(&mut self, id: &str) -> LoopStep {
        self.close();
        if let Some(origin) = house::running_server(self.folder.as_deref()) {
            return self.connect_to_own(origin, id.to_owned());
        }
        let now = self.now();
        match resume::open(id, self.folder.as_deref(), now, self.context) {
            Ok(game) => self.open(game),
            Err(failure) => refused(&failure),
        }
    }

    fn list_stored(&mut self) -> LoopStep {
        let listed = resume::list(self.folder.as_deref(), self.context);
        LoopStep::Tell(vec![match listed {
            Ok(matches) => Message::Stored(matches),
            Err(failure) => Message::Notice(failure.text().into_iter().collect()),
        }])
    }
}

/// Tells the user what went wrong.
fn refused(failure: &Failure) -> LoopStep {
    LoopStep::Tell(vec![Message::Notice(failure.text().into_iter().collect())])
}

/// A text that is the same in both languages.
fn same(text: String) -> Text {
    Text::composed(text.clone(), text)
}

/// What a review says of an entry.
fn note(entry: &ReviewedEntry) -> ReviewNote {
    let grade = messages::review::grade(entry.grade);
    let remarks = crate::analyse::remarks(entry);
    ReviewNote {
        index: entry.index,
        sign: entry.grade.sign(),
        after: entry.after,
        remarks: [grade].into_iter().chain(remarks).collect(),
    }
}
