//! Bots: programs of the owner that appear among the opponents of a game. They are configured by a flag or by a file in
//! the data folder, never by a visitor.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent};
use rules::{Record, ReplayError, Text};
use texts::text;

use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;
use lab::{
    EngineAnswer, EngineSpec, ExternalEngine, Fault, MoveLimits, NBOARD_GAME, ProcessHandle,
    ProtocolKind,
};

/// File of bots in the data folder: a line for each, as for `--bot`.
const BOTS_FILE: &str = "bots.txt";
/// Prefix of the ids of bots, so that none has the name of a level.
const BOT_PREFIX: &str = "bot:";
/// Characters of a bot's name at most.
const NAME_MAX_CHARS: usize = 32;
/// Time that a bot is asked to take for a move, in a game without clocks.
const BOT_MOVE_TIME: Duration = Duration::from_secs(2);
/// How much longer it may take before another plays for it.
const BOT_GRACE: Duration = Duration::from_secs(20);

/// How long the programs that wait for a move may take to end by themselves.
const END_TIMEOUT: Duration = Duration::from_millis(500);

/// Bot as it was configured: `NAME[@GAME]=PROTOCOL:COMMAND`.
#[derive(Clone, Debug)]
struct Bot {
    name: String,
    /// Id of the only game that it plays.
    game: Option<&'static str>,
    spec: EngineSpec,
}

impl Bot {
    /// Reads a bot; `None` if the text has another form.
    fn read(text: &str, catalogue: &[Entry]) -> Result<Self, Failure> {
        let wrong = || Failure::wrong(messages::bots::wrong(text));
        let (name, spec) = text.split_once('=').ok_or_else(wrong)?;
        let spec = EngineSpec::read(spec.trim()).ok_or_else(wrong)??;
        let (name, game) = match name.split_once('@') {
            None => (name, None),
            Some((name, game)) => (name, Some(args::find(game.trim(), catalogue)?.game.info().id)),
        };
        let name = name.trim().to_owned();
        let is_name = !name.is_empty()
            && name.chars().count() <= NAME_MAX_CHARS
            && name.chars().all(|c| c.is_alphanumeric() || " -_.".contains(c));
        if !is_name {
            return Err(wrong());
        }
        let game = if spec.kind == ProtocolKind::Nboard { Some(NBOARD_GAME) } else { game };
        Ok(Self { name, game, spec })
    }

    fn plays(&self, entry: &Entry) -> bool {
        self.game.is_none_or(|game| entry.game.info().id == game)
    }

    /// The bot as an opponent of a game. It lives as long as the program. Where it fails, the level of the middle makes the
    /// move.
    fn opponent(&self, seat: &'static BotSeat, is_public: bool) -> Opponent {
        let id = format!("{BOT_PREFIX}{}", self.name).leak();
        let title = Text::composed(self.name.clone(), self.name.clone());
        let make = move |_| -> Box<dyn AnySearcher> { Box::new(BotSearcher { seat }) };
        let opponent = Opponent::bot(id, title, Box::leak(Box::new(make)), is_public);
        opponent.with_stand_in(seat.stand_in())
    }
}

/// The bots that a command offers. Their processes end with it.
#[derive(Default)]
pub(crate) struct Bots(Vec<&'static BotSeat>);

impl Bots {
    /// Whether there are none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ends all processes of bots, also those that are at work, with what they have started in their process group. No
    /// more are started.
    pub(crate) fn end(&self) {
        let mut idle = Vec::new();
        let mut running = Vec::new();
        for seat in &self.0 {
            let mut processes = seat.lock();
            processes.is_closed = true;
            idle.extend(processes.idle.take());
            running.append(&mut processes.running);
        }
        idle.iter_mut().for_each(ExternalEngine::quit);
        let deadline = Instant::now() + END_TIMEOUT;
        for process in &running {
            process.end(deadline);
        }
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads bots from texts of `--bot` and from the file in the data folder, and adds them to the catalogue: for the owner,
/// or for everybody. Their processes end when the result is dropped.
pub(crate) fn add(
    texts: &[String],
    folder: Option<&Path>,
    is_public: bool,
    context: &mut Context<'_>,
) -> Result<Bots, Failure> {
    let mut bots: Vec<Bot> = Vec::new();
    let listed = folder.map(|folder| read_file(&folder.join(BOTS_FILE))).transpose()?;
    for text in texts.iter().chain(listed.iter().flatten()) {
        let bot = Bot::read(text, context.catalogue)?;
        let clashes = |other: &Bot| {
            other.name.eq_ignore_ascii_case(&bot.name)
                && (other.game.is_none() || bot.game.is_none() || other.game == bot.game)
        };
        if bots.iter().any(clashes) {
            return Err(Failure::wrong(text!("ladder-same-name", name = &bot.name)));
        }
        bots.push(bot);
    }
    let mut seats = Bots::default();
    if bots.is_empty() {
        return Ok(seats);
    }
    let mut with_bots = |entry: &Entry| {
        let own = bots.iter().filter(|bot| bot.plays(entry));
        let opponents = own.map(|bot| {
            let seat: &'static BotSeat = Box::leak(Box::new(BotSeat::new(bot.clone(), *entry)));
            seats.0.push(seat);
            bot.opponent(seat, is_public)
        });
        let opponents: Vec<_> = opponents.collect();
        entry.with_bots(opponents.leak())
    };
    context.catalogue = context.catalogue.iter().map(&mut with_bots).collect::<Vec<_>>().leak();
    Ok(seats)
}

/// Lines of the file of bots; none if there is no file.
fn read_file(path: &Path) -> Result<Vec<String>, Failure> {
    let text = match fs::read_to_string(path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        text => text.map_err(|error| {
            Failure::failed(messages::not_read(&path.display().to_string(), &error))
        })?,
    };
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

/// A bot in one game.
struct BotSeat {
    bot: Bot,
    entry: Entry,
    processes: Mutex<SeatProcesses>,
}

/// Processes of a bot: one for each move that it thinks about at the same time.
#[derive(Default)]
struct SeatProcesses {
    /// The one that waits for the next move.
    idle: Option<ExternalEngine>,
    /// All that were started and are not gone, the idle one included.
    running: Vec<ProcessHandle>,
    /// Whether no more are started.
    is_closed: bool,
}

impl BotSeat {
    fn new(bot: Bot, entry: Entry) -> Self {
        Self { bot, entry, processes: Mutex::default() }
    }

    /// Who makes the moves that the bot does not make.
    const fn stand_in(&self) -> &'static Opponent {
        &self.entry.levels[self.entry.levels.len() / 2 - 1]
    }

    fn lock(&self) -> MutexGuard<'_, SeatProcesses> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The process that waits for the next move, or a new one.
    fn engine(&self, stop: &AtomicBool) -> Result<ExternalEngine, Fault> {
        let mut processes = self.lock();
        if processes.is_closed {
            return Err(Fault::Halted);
        }
        if let Some(engine) = processes.idle.take() {
            return Ok(engine);
        }
        let process = self.bot.spec.start_process()?;
        processes.running.retain(|process| !process.is_gone());
        processes.running.push(process.handle());
        drop(processes);
        self.bot.spec.introduce(process, &self.entry, stop)
    }

    /// Keeps a process for the next move.
    fn keep(&self, engine: ExternalEngine) {
        let mut processes = self.lock();
        let surplus =
            if processes.is_closed { Some(engine) } else { processes.idle.replace(engine) };
        // It may take a moment to end.
        drop(processes);
        drop(surplus);
    }

    /// Asks the bot for a legal move.
    fn choose(&self, record: &Record, limits: &Limits, stop: &AtomicBool) -> Result<String, Fault> {
        let mut engine = self.engine(stop)?;
        let answer = engine.choose(record, &move_limits(limits), stop)?;
        let EngineAnswer::Move(text) = answer else {
            return Err(Fault::BadAnswer("resign".to_owned()));
        };
        let live = self.entry.game.open(record);
        let live = live.map_err(|_| Fault::Unsupported(record.start.clone()))?;
        let judged = live.judge(&text.to_lowercase());
        let notation = judged.map_err(|_| Fault::IllegalMove(text))?;
        self.keep(engine);
        Ok(notation)
    }
}

/// Limits of a bot's move: those of the match, and a shorter time where nobody is in a hurry.
fn move_limits(limits: &Limits) -> MoveLimits {
    let mut search = limits.clone();
    let clocks = search.clock.map(|clock| rules::BySeat { first: clock, second: clock });
    if clocks.is_some() {
        search.time = None;
    } else {
        search.time = Some(search.time.map_or(BOT_MOVE_TIME, |time| time.min(BOT_MOVE_TIME)));
    }
    MoveLimits { search, clocks, grace: BOT_GRACE }
}

/// A bot as a computer player. When it fails, the report has no choice, and says that the level of the middle plays.
struct BotSearcher {
    seat: &'static BotSeat,
}

impl AnySearcher for BotSearcher {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let BotSeat { bot, entry, .. } = self.seat;
        let live = entry.game.open(record)?;
        if live.outcome().is_some() {
            return Ok(AnyReport::default());
        }
        let started = Instant::now();
        let chosen = self.seat.choose(record, limits, stop);
        let mut report = AnyReport { time: started.elapsed(), ..AnyReport::default() };
        match chosen {
            Ok(choice) => report.choice = Some(choice),
            Err(Fault::Halted) => {}
            Err(fault) => {
                tracing::warn!(bot = bot.name, "{}", fault.text().en);
                let (fault, stand_in) = (fault.without_details().text(), self.seat.stand_in());
                report.notice = Some(text!(
                    "bot-failed",
                    name = &bot.name,
                    fault = &fault,
                    level = &stand_in.title
                ));
            }
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Bot> {
        Bot::read(text, games::CATALOGUE).ok()
    }

    #[test]
    fn a_bot_has_a_name_a_protocol_and_a_command() {
        let bot = read("my bot = ugi:python3 bot.py --level=2").expect("a bot");
        assert_eq!(bot.name, "my bot");
        assert_eq!(bot.spec.id(), "ugi:python3 bot.py --level=2");
        assert!(games::CATALOGUE.iter().all(|entry| bot.plays(entry)));
        for (text, game) in [("a@Isolation=gtp:./a", "isolation"), ("b=nboard:./b", "othello")] {
            let bot = read(text).expect("a bot");
            for entry in games::CATALOGUE {
                assert_eq!(bot.plays(entry), entry.game.info().id == game, "{text}");
            }
        }
        let long = format!("{}=ugi:./a", "x".repeat(NAME_MAX_CHARS + 1));
        for wrong in ["", "a", "a=./a", "a=uci:./a", "a=ugi:", "=ugi:./a", "a@chess=ugi:./a"] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
        assert!(read(&long).is_none() && read("<b>=ugi:./a").is_none());
    }
}
