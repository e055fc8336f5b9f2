//! What the screens ask for, carried out: own matches, hints and analysis, lists. [`requests`](super::requests) has what
//! is about tables, [`remote`](super::remote) what comes of connections.

use std::path::PathBuf;
use std::time::Duration;

use client::MatchEndpoint;
use engine::ReviewedEntry;
use play::Who;
use rules::{AnyGame, BySeat, Record, SplitMix64, Text};
use texts::text;
use tui::{Effect, Message, NewMatch, ReviewNote, ThinkTree};

use super::super::online::OwnMatches;
use super::super::resume;
use super::engine_thread::{EngineJob, EngineResult, EngineThread};
use super::library::{Library, read_games};
use super::remote::{MatchPurpose, RemoteDesk, local_match, match_of_record, notice};
use crate::args;
use crate::context::Context;
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

/// What the screens ask of, and the match that they show.
pub(super) struct Player<'c, 'w> {
    pub(super) context: &'c mut Context<'w>,
    pub(super) folder: Option<PathBuf>,
    library: Library,
    /// Matches at servers.
    pub(super) desk: RemoteDesk,
    pub(super) own: OwnMatches,
    pub(super) random: SplitMix64,
    /// The thread of hints and analysis.
    pub(super) analyst: EngineThread,
    /// The record that is analysed.
    pub(super) analysed: Record,
    /// Whether an analysis goes on until it is stopped.
    pub(super) is_analysing: bool,
    /// The game whose search tree is asked for.
    thinking: Option<&'static dyn AnyGame>,
}

impl<'c, 'w> Player<'c, 'w> {
    pub(super) fn new(
        folder: Option<PathBuf>,
        desk: RemoteDesk,
        analyst: EngineThread,
        context: &'c mut Context<'w>,
    ) -> Self {
        let most = Some(server::MOVE_TIME_MAX);
        Self {
            random: SplitMix64::new(context.entropy),
            context,
            library: Library { folder: folder.clone() },
            own: OwnMatches::new(folder.clone(), most, ANSWER_DELAY),
            folder,
            desk,
            analyst,
            analysed: Record::new(String::new()),
            is_analysing: false,
            thinking: None,
        }
    }

    /// Time on the time line of the screens.
    pub(super) fn elapsed(&self) -> Duration {
        (self.context.elapsed)()
    }

    /// Leaves the match, and says how it can be gone on with.
    pub(super) fn close(&mut self) -> Option<Text> {
        self.analyst.cancel();
        self.is_analysing = false;
        let game = self.desk.game.take();
        self.desk.close();
        let game = game?;
        let MatchEndpoint { origin, id } = game.client().endpoint().clone();
        let how = game.how_to_return();
        drop(game);
        let Some(embedded) = self.own.embedded(&origin) else { return how };
        embedded.leave(&id);
        how.filter(|_| embedded.is_stored(&id))
    }

    /// Takes a result of the engine.
    pub(super) fn receive(&mut self, number: u64, result: EngineResult) -> LoopStep {
        if let EngineResult::Panicked(panic) = result {
            std::panic::resume_unwind(panic);
        }
        if !self.analyst.is_current(number) {
            return LoopStep::NOTHING;
        }
        if !matches!(result, EngineResult::Progress(_)) {
            self.analyst.finish();
        }
        let record = self.analysed.clone();
        LoopStep::Tell(match result {
            EngineResult::Progress(report) | EngineResult::Analysed(report) => {
                vec![Message::Report(Box::new((record, report)))]
            }
            EngineResult::Hint(texts) => vec![Message::Notice(texts)],
            EngineResult::Failed(text) => vec![Message::Notice(vec![text])],
            EngineResult::Review(review) => {
                let notes = review.entries.iter().map(note).collect();
                let mut summary = messages::review::summary(record.moves.len(), &review);
                // What it has cost is of no interest here.
                summary.pop();
                vec![Message::Review(record, notes), Message::Notice(summary)]
            }
            EngineResult::Tree(tree) => {
                let Some(game) = self.thinking else { return LoopStep::NOTHING };
                vec![Message::Tree(Box::new(ThinkTree { game, record, tree: *tree }))]
            }
            EngineResult::Panicked(_) => Vec::new(),
        })
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
            Effect::Resume(id) => return self.open_own(id),
            Effect::ListStored => return self.list_stored(),
            Effect::Command(command) => return self.give(&command),
            Effect::Line(line) => return self.line(&line),
            Effect::MoveNow => {
                if let Some(game) = &self.desk.game {
                    game.client().move_now();
                }
            }
            Effect::Hint => return self.hint(),
            Effect::Analyse(record) => {
                self.is_analysing = true;
                self.mark_helped();
                self.analyse(EngineJob::Analyse, record);
            }
            Effect::Review(record) => self.analyse(EngineJob::Review, record),
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
            Effect::OpenAnalysis { game, record } => return Ok(self.open_analysis(game, &record)),
            Effect::AnalyseMatch(id) => {
                let (game, record) = resume::record(&id, self.folder.as_deref(), context)?;
                return Ok(self.open_analysis(&game, &record));
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
    fn mark_helped(&self) {
        let Some(game) = &self.desk.game else { return };
        let MatchEndpoint { origin, id } = game.client().endpoint();
        let is_over = game.state().is_none_or(|state| state.end.is_some());
        if let Some(embedded) = self.own.embedded(origin).filter(|_| !is_over) {
            embedded.mark_helped(id);
        }
    }

    /// Starts a job of the analyst on a record of the match.
    fn analyse(&mut self, job: EngineJob, record: Record) {
        let game = self.desk.game.as_ref().filter(|game| game.may_help());
        let Some(entry) = game.and_then(|game| game.entry()).copied() else { return };
        self.analysed = record;
        self.analyst.start(entry, self.analysed.clone(), job);
    }

    /// Advises the player to move.
    fn hint(&mut self) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        if game.is_elsewhere() {
            return self.ask_for_hint();
        }
        let Some(state) = game.state() else { return LoopStep::NOTHING };
        if state.end.is_some() {
            return notice(text!("play-already-over"));
        }
        let record = state.record.clone();
        self.mark_helped();
        self.analyse(EngineJob::Hint, record);
        LoopStep::NOTHING
    }

    /// Begins a match.
    fn start(&mut self, new: &NewMatch) -> LoopStep {
        let is_attended = new.players.first.is_none() || new.players.second.is_none();
        let purpose = if is_attended { MatchPurpose::Play } else { MatchPurpose::Watch };
        let new = local_match(new, &mut || self.random.below(1 << 32));
        self.begin(new, purpose)
    }

    /// Begins a match of the own data folder.
    pub(super) fn begin(&mut self, new: wire::http::NewMatch, purpose: MatchPurpose) -> LoopStep {
        self.close();
        let origin = self.own_origin(purpose == MatchPurpose::Play);
        origin.map_or_else(notice, |origin| self.start_at(origin, new, purpose))
    }

    /// Opens a game to analyse it: nobody's moves in it are stored.
    fn open_analysis(&mut self, game: &str, record: &Record) -> LoopStep {
        let people = BySeat::from_fn(|_| Who::Human { name: String::new() });
        self.begin(match_of_record(game, record, people), MatchPurpose::Analyse)
    }

    /// Goes on with a match of the own data folder.
    pub(super) fn open_own(&mut self, id: String) -> LoopStep {
        self.close();
        let origin = self.own_origin(true);
        origin.map_or_else(notice, |origin| self.connect_to_own(origin, id, MatchPurpose::Play))
    }

    fn list_stored(&self) -> LoopStep {
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
