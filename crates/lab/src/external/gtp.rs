//! The controller's side of GTP.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::Entry;
use rules::{Record, Seat, Setup};

use super::{Dialect, EngineAnswer, EngineProcess, Fault, MoveLimits};

/// Session with a GTP engine, which keeps the game itself.
pub(super) struct GtpDialect {
    entry: Entry,
    commands: Vec<String>,
    /// Start and moves that the engine knows.
    known: Option<Record>,
    /// Time for a move that the engine knows.
    known_time: Option<Duration>,
}

/// Answer to a command: what follows the sign of success, or of failure.
type GtpAnswer = Result<String, String>;

impl GtpDialect {
    pub(super) const fn new(entry: Entry) -> Self {
        Self { entry, commands: Vec::new(), known: None, known_time: None }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sets up the start of a game.
    fn set_up(
        &self,
        ask: &mut dyn FnMut(&str) -> Result<GtpAnswer, Fault>,
        start: &str,
    ) -> Result<(), Fault> {
        let refused = |command: &str, why: String| Fault::BadAnswer(format!("{command}: {why}"));
        if self.knows("set_position") {
            let command = format!("set_position {start}");
            return ask(&command)?.map(drop).map_err(|why| refused("set_position", why));
        }
        let usual = self.entry.game.start(&Setup::default());
        if !self.entry.game.info().tiles.is_empty() || usual.as_deref() != Ok(start) {
            return Err(Fault::Unsupported("set_position".to_owned()));
        }
        let columns = self.entry.game.info().files.len();
        // Programs for boards of one size may not know it.
        let _ = ask(&format!("boardsize {columns}"))?;
        ask("clear_board")?.map(drop).map_err(|why| refused("clear_board", why))
    }

    /// Tells the engine what has been played since its last move.
    fn catch_up(
        &mut self,
        ask: &mut dyn FnMut(&str) -> Result<GtpAnswer, Fault>,
        record: &Record,
    ) -> Result<(), Fault> {
        let known = self
            .known
            .take()
            .filter(|known| known.start == record.start && record.moves.starts_with(&known.moves));
        let known = if let Some(known) = known {
            known.moves.len()
        } else {
            self.set_up(ask, &record.start)?;
            0
        };
        for (index, text) in record.moves.iter().enumerate().skip(known) {
            let colour = colour(self.seat_of(record, index)?);
            let command = format!("play {colour} {}", vertex(text));
            ask(&command)?.map_err(|why| Fault::BadAnswer(format!("{command}: {why}")))?;
        }
        self.known = Some(record.clone());
        Ok(())
    }

    /// Whose entry of a record the one with that index is. Passes are entries.
    fn seat_of(&self, record: &Record, index: usize) -> Result<Seat, Fault> {
        let start = self.entry.game.open(&Record::new(record.start.clone()));
        let turn = start.map_err(|_| Fault::Unsupported(record.start.clone()))?.turn();
        Ok(if index.is_multiple_of(2) { turn } else { !turn })
    }

    /// Tells the engine how much time it has. One that refuses fractions of a second goes by its own.
    fn set_time(
        &mut self,
        ask: &mut dyn FnMut(&str) -> Result<GtpAnswer, Fault>,
        limits: &MoveLimits,
    ) -> Result<(), Fault> {
        if let Some(clocks) = limits.clocks {
            for (seat, clock) in [(Seat::First, clocks.first), (Seat::Second, clocks.second)] {
                let left = clock.remaining.as_secs_f64();
                let _ = ask(&format!("time_left {} {left:.2} 0", colour(seat)))?;
            }
        } else if let Some(time) = limits.search.time.filter(|time| self.known_time != Some(*time))
        {
            let _ = ask(&format!("time_settings 0 {} 1", time.as_secs_f64()))?;
            self.known_time = Some(time);
        }
        Ok(())
    }
}

impl Dialect for GtpDialect {
    fn introduce(
        &mut self,
        process: &mut EngineProcess,
        entry: &Entry,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<(), Fault> {
        let mut ask = |command: &str| ask(process, command, deadline, halt);
        match ask("protocol_version")? {
            Ok(version) if version == "2" => {}
            Ok(answer) | Err(answer) => return Err(Fault::BadAnswer(answer)),
        }
        let commands = ask("list_commands")?.unwrap_or_default();
        self.commands = commands.lines().map(|line| line.trim().to_owned()).collect();
        if self.knows("set_game") {
            let info = entry.game.info();
            if ask(&format!("set_game {}", info.title.en))?.is_err() {
                let chosen = ask(&format!("set_game {}", info.id))?;
                chosen.map_err(|why| Fault::Unsupported(format!("set_game {}: {why}", info.id)))?;
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        process: &mut EngineProcess,
        record: &Record,
        limits: &MoveLimits,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<EngineAnswer, Fault> {
        let mut ask = |command: &str| ask(process, command, deadline, halt);
        self.catch_up(&mut ask, record)?;
        self.set_time(&mut ask, limits)?;
        let seat = self.seat_of(record, record.moves.len())?;
        let answer = ask(&format!("genmove {}", colour(seat)))?;
        let answer = answer.map_err(|why| Fault::BadAnswer(format!("genmove: {why}")))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(EngineAnswer::Resigns);
        }
        // The engine has made the move on its own board.
        let live = self.entry.game.open(record);
        if let Some(played) = live.ok().and_then(|live| live.judge(&answer.to_lowercase()).ok())
            && let Some(known) = &mut self.known
        {
            known.moves.push(played);
        }
        Ok(EngineAnswer::Move(answer))
    }
}

/// Sends a command and reads its answer, which ends with an empty line.
pub(crate) fn ask(
    process: &mut EngineProcess,
    command: &str,
    deadline: Instant,
    halt: &AtomicBool,
) -> Result<Result<String, String>, Fault> {
    process.send(command);
    let mut first = process.next_line(deadline, halt)?;
    while first.is_empty() {
        first = process.next_line(deadline, halt)?;
    }
    let mut lines = vec![first];
    loop {
        let line = process.next_line(deadline, halt)?;
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let text = lines.join("\n");
    let rest = |sign| {
        let rest: &str = text.strip_prefix(sign)?;
        Some(rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned())
    };
    match (rest('='), rest('?')) {
        (Some(answer), _) => Ok(Ok(answer)),
        (None, Some(answer)) => Ok(Err(answer)),
        (None, None) => Err(Fault::BadAnswer(text)),
    }
}

/// A seat as GTP engines read it.
pub(crate) const fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "b",
        Seat::Second => "w",
    }
}

/// A move as GTP engines read it.
pub(crate) fn vertex(notation: &str) -> String {
    if notation == "--" { "pass".to_owned() } else { notation.to_ascii_uppercase() }
}
