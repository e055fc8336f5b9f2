//! Bots: programs of the owner that appear among the opponents of a game. They are configured by a flag or by a file in
//! the data folder, never by a visitor.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent};
use rules::{Record, ReplayError, Text};

use crate::args;
use crate::context::Context;
use crate::external::{
    EngineAnswer, EngineSpec, ExternalEngine, Fault, MoveLimits, NBOARD_GAME, ProtocolKind,
};
use crate::failure::Failure;
use crate::messages;

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

/// All bots of the program.
static SEATS: Mutex<Vec<&'static BotSeat>> = Mutex::new(Vec::new());

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

    /// The bot as an opponent of a game. It lives as long as the program.
    fn opponent(&self, entry: Entry, is_public: bool) -> Opponent {
        let id = format!("{BOT_PREFIX}{}", self.name).leak();
        let title = Text::composed(self.name.clone(), self.name.clone());
        let seat: &'static BotSeat =
            Box::leak(Box::new(BotSeat { bot: self.clone(), entry, idle: Mutex::new(None) }));
        SEATS.lock().unwrap_or_else(PoisonError::into_inner).push(seat);
        let make = move |seed| -> Box<dyn AnySearcher> { Box::new(BotSearcher { seat, seed }) };
        Opponent::bot(id, title, Box::leak(Box::new(make)), is_public)
    }
}

/// Reads bots from texts of `--bot` and from the file in the data folder, and adds them to the catalogue: for the owner,
/// or for everybody.
pub(crate) fn add(
    texts: &[String],
    folder: Option<&Path>,
    is_public: bool,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let mut bots: Vec<Bot> = Vec::new();
    let listed = folder.map(|folder| read_file(&folder.join(BOTS_FILE))).transpose()?;
    for text in texts.iter().chain(listed.iter().flatten()) {
        let bot = Bot::read(text, context.catalogue)?;
        let clashes = |other: &Bot| {
            other.name.eq_ignore_ascii_case(&bot.name)
                && (other.game.is_none() || bot.game.is_none() || other.game == bot.game)
        };
        if bots.iter().any(clashes) {
            return Err(Failure::wrong(messages::ladder::same_name(&bot.name)));
        }
        bots.push(bot);
    }
    if bots.is_empty() {
        return Ok(());
    }
    let with_bots = |entry: &Entry| {
        let own = bots.iter().filter(|bot| bot.plays(entry));
        let opponents: Vec<_> = own.map(|bot| bot.opponent(*entry, is_public)).collect();
        entry.with_bots(opponents.leak())
    };
    context.catalogue = context.catalogue.iter().map(with_bots).collect::<Vec<_>>().leak();
    Ok(())
}

/// Ends the programs that wait for a move.
pub(crate) fn end_all() {
    for seat in SEATS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        *seat.idle.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
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

/// A bot in one game, with the process that waits for the next move.
struct BotSeat {
    bot: Bot,
    entry: Entry,
    idle: Mutex<Option<ExternalEngine>>,
}

impl BotSeat {
    /// Asks the bot for a legal move.
    fn choose(&self, record: &Record, limits: &Limits, stop: &AtomicBool) -> Result<String, Fault> {
        let waiting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut engine = match waiting {
            Some(engine) => engine,
            None => self.bot.spec.start(&self.entry, stop)?,
        };
        let answer = engine.choose(record, &move_limits(limits), stop)?;
        let EngineAnswer::Move(text) = answer else {
            return Err(Fault::BadAnswer("resign".to_owned()));
        };
        let live = self.entry.game.open(record);
        let live = live.map_err(|_| Fault::Unsupported(record.start.clone()))?;
        let judged = live.judge(&text.to_lowercase());
        let notation = judged.map_err(|_| Fault::IllegalMove(text))?;
        *self.idle.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
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

/// A bot as a computer player. When it fails, the level of the middle plays the move, and the report says so.
struct BotSearcher {
    seat: &'static BotSeat,
    seed: u64,
}

impl AnySearcher for BotSearcher {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let BotSeat { bot, entry, .. } = self.seat;
        let live = entry.game.open(record)?;
        if live.outcome().is_some() {
            return Ok(AnyReport::default());
        }
        let started = Instant::now();
        let fault = match self.seat.choose(record, limits, stop) {
            Ok(choice) => {
                let time = started.elapsed();
                return Ok(AnyReport { choice: Some(choice), time, ..AnyReport::default() });
            }
            Err(fault) => fault,
        };
        let stand_in = &entry.levels[entry.levels.len() / 2 - 1];
        let mut report = stand_in.make(self.seed).search(record, limits, stop, watch)?;
        if fault != Fault::Halted {
            tracing::warn!(bot = bot.name, "{}", fault.text().en);
            let fault = fault.without_details().text();
            report.notice = Some(messages::bots::failed(&bot.name, &fault, &stand_in.title));
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
