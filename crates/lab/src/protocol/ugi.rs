//! UGI, the Universal Game Interface: UCI for any game. `docs/protocols.md` describes the commands.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use engine::{
    AnyLine, AnyReport, AnySearcher, AnyValue, Bound, Entry, Opponent, Resources, ValueScale,
};
use rules::{Lang, Live, Record, Seat, Setup, moves_in};

use super::game_start::GameStart;
use super::session::{ProtocolOutput, ProtocolSession, Urgency};
use super::ugi_go::GoCommand;

/// Answer to `isready`.
const READY: &str = "readyok";
/// Value of the option `Level` for the engine at full strength.
const FULL_STRENGTH: &str = "full";
/// How often a search that has ended looks whether it is stopped.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Lines of a search at most.
const MULTI_PV_MAX: usize = 100;

/// Session of a UGI controller.
pub(super) struct UgiSession<'a> {
    catalogue: &'a [Entry],
    start: GameStart,
    resources: Resources,
    lines: usize,
    /// The level that plays; `None` is the engine at full strength.
    level: Option<&'static Opponent>,
    /// What weaker levels draw from.
    seed: u64,
    /// The game; `None` after a position that was refused.
    live: Option<Box<dyn Live>>,
    /// Made when it is first needed: a table takes time and memory.
    engine: Option<Box<dyn AnySearcher>>,
}

/// Answers of a command, or why it is refused.
type UgiResponse = Result<Vec<String>, String>;

impl<'a> UgiSession<'a> {
    /// Starts a session.
    pub(super) fn new(
        catalogue: &'a [Entry],
        start: GameStart,
        resources: Resources,
    ) -> Result<Self, String> {
        let live = Some(start.open()?);
        let (level, seed, engine) = (None, 1, None);
        Ok(Self { catalogue, start, resources, lines: 1, level, seed, live, engine })
    }

    fn respond(&mut self, command: &str, words: &[&str]) -> UgiResponse {
        match command {
            "ugi" => Ok(self.identity()),
            "isready" => {
                self.engine();
                Ok(vec![READY.to_owned()])
            }
            "setoption" => self.set_option(words).map(|()| Vec::new()),
            "uginewgame" => {
                self.engine = None;
                self.live = Some(self.start.open()?);
                Ok(Vec::new())
            }
            "position" => {
                // What cannot be set up must not be searched.
                self.live = None;
                self.live = Some(self.position(words)?);
                Ok(Vec::new())
            }
            "query" => Ok(vec![format!("response {}", self.query(words)?)]),
            // They are done when their turn comes.
            "wait" | "stop" | "quit" => Ok(Vec::new()),
            _ => Err(format!("unknown command '{command}'")),
        }
    }

    /// Name and options.
    fn identity(&self) -> Vec<String> {
        let info = self.start.entry.game.info();
        let games: Vec<_> =
            self.catalogue.iter().map(|entry| format!(" var {}", entry.game.info().id)).collect();
        let rules: Vec<_> = info.rule_sets.iter().map(|set| format!(" var {}", set.id)).collect();
        let levels: Vec<_> =
            self.start.entry.opponents().map(|one| format!(" var {}", one.id)).collect();
        let usual_rules = info.rule_sets.first().map_or("", |set| set.id);
        let Resources { threads, table } = self.resources;
        vec![
            format!("id name Damier {}", env!("CARGO_PKG_VERSION")),
            "id author the authors of Damier".to_owned(),
            format!("option name Game type combo default {}{}", info.id, games.concat()),
            format!("option name Rules type combo default {usual_rules}{}", rules.concat()),
            "option name Board type string default <empty>".to_owned(),
            "option name Swap type check default false".to_owned(),
            format!(
                "option name Level type combo default {FULL_STRENGTH} var {FULL_STRENGTH}{}",
                levels.concat()
            ),
            "option name Seed type spin default 1 min 0 max 4294967295".to_owned(),
            format!("option name Threads type spin default {threads} min 1 max 1024"),
            format!("option name Hash type spin default {table} min 1 max 65536"),
            format!("option name MultiPV type spin default 1 min 1 max {MULTI_PV_MAX}"),
            "ugiok".to_owned(),
        ]
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", words @ ..] = words else {
            return Err("setoption is followed by name and value".to_owned());
        };
        let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words[..at].join(" ").to_ascii_lowercase();
        let value = words.get(at + 1..).unwrap_or_default().join(" ");
        let value = if value == "<empty>" { "" } else { value.as_str() };
        let given = (!value.is_empty()).then(|| value.to_owned());
        let (mut changed, mut resources) = (self.start.clone(), self.resources);
        match name.as_str() {
            "game" => changed = GameStart::usual(self.find_game(value)?, changed.setup.seed),
            "rules" => changed.setup = Setup { rules: given, ..changed.setup },
            "board" => changed.setup = Setup { board: given, ..changed.setup },
            "swap" => changed.swap = read_check(value)?,
            "level" => self.level = self.find_level(value)?,
            "seed" => self.seed = read_spin(value, 0, u64::from(u32::MAX))?,
            "threads" => resources.threads = read_spin(value, 1, 1024)? as usize,
            "hash" => resources.table = read_spin(value, 1, 65_536)? as usize,
            "multipv" => {
                self.lines = read_spin(value, 1, MULTI_PV_MAX as u64)? as usize;
                return Ok(());
            }
            _ => return Err(format!("there is no option '{name}'")),
        }
        // The old table makes room for the new one.
        self.engine = None;
        if matches!(name.as_str(), "game" | "hash") {
            let fits = changed.entry.check_table(resources.table);
            fits.map_err(|error| error.to_string())?;
        }
        if matches!(name.as_str(), "game" | "rules" | "board" | "swap") {
            if matches!(name.as_str(), "rules" | "board") {
                changed.position = None;
            }
            self.live = Some(changed.open()?);
            if name == "game" {
                self.level = None;
            }
            self.start = changed;
        }
        self.resources = resources;
        Ok(())
    }

    fn find_game(&self, name: &str) -> Result<Entry, String> {
        let is_it = |entry: &&Entry| entry.game.info().id.eq_ignore_ascii_case(name);
        let found = self.catalogue.iter().find(is_it).copied();
        found.ok_or_else(|| format!("there is no game '{name}'"))
    }

    fn find_level(&self, name: &str) -> Result<Option<&'static Opponent>, String> {
        if name.eq_ignore_ascii_case(FULL_STRENGTH) {
            return Ok(None);
        }
        let found = self.start.entry.opponent(name);
        found.map(Some).ok_or_else(|| format!("there is no level '{name}'"))
    }

    /// `startpos` or `fen POSITION`, and the moves.
    fn position(&self, words: &[&str]) -> Result<Box<dyn Live>, String> {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(at + 1..).unwrap_or_default();
        let start = match &words[..at] {
            ["startpos"] => self.start.clone(),
            ["fen", fields @ ..] if !fields.is_empty() => {
                GameStart { position: Some(fields.join(" ")), ..self.start.clone() }
            }
            _ => return Err("position is followed by startpos or fen".to_owned()),
        };
        let game = self.start.entry.game;
        let moves = moves.iter().flat_map(|text| moves_in(text, game)).collect();
        let record = Record { moves, ..start.open()?.record().clone() };
        start.open_record(&record)
    }

    fn query(&self, words: &[&str]) -> Result<String, String> {
        let live = self.live.as_ref().ok_or("no position has been set up")?;
        let outcome = live.outcome();
        Ok(match words {
            ["gameover"] => outcome.is_some().to_string(),
            ["p1turn"] => (live.turn() == Seat::First).to_string(),
            ["result"] => match outcome.map(|ending| ending.winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(Seat::First)) => "p1win".to_owned(),
                Some(Some(Seat::Second)) => "p2win".to_owned(),
            },
            ["fen"] => live.position(),
            ["moves"] => {
                let moves = live.view().choices.into_iter().map(|choice| choice.notation);
                moves.collect::<Vec<_>>().join(" ")
            }
            _ => return Err("a query is gameover, p1turn, result, fen or moves".to_owned()),
        })
    }

    fn engine(&mut self) -> &mut dyn AnySearcher {
        let Self { start, resources, level, seed, .. } = self;
        let make = || match level {
            Some(level) => level.make(*seed),
            None => start.entry.analyst(*resources),
        };
        self.engine.get_or_insert_with(make).as_mut()
    }

    /// Searches, and prints what it finds.
    fn go(
        &mut self,
        words: &[&str],
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<()> {
        let searched = self.search(words, stop, out);
        let choice = match searched {
            Ok(choice) => choice,
            Err(text) => {
                out.line(&Self::error_line(&text))?;
                None
            }
        };
        out.line(&format!("bestmove {}", choice.as_deref().unwrap_or("none")))
    }

    fn search(
        &mut self,
        words: &[&str],
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> Result<Option<String>, String> {
        let live = self.live.as_ref().ok_or("no position has been set up")?;
        let GoCommand { mut limits, is_infinite } = GoCommand::read(words, live.turn())?;
        let (record, scale, lines) = (live.record().clone(), self.start.entry.scale, self.lines);
        limits.lines = lines;
        let mut last = None;
        let mut print = |report: &AnyReport| {
            let infos = info_lines(report, lines, &scale);
            let shown = report.lines.iter().take(lines).cloned().collect::<Vec<_>>();
            let found = Some((report.depth, shown));
            if !infos.is_empty() && found != last {
                last = found;
                // Whoever reads no more will find out by the next command.
                let _ = infos.iter().try_for_each(|line| out.line(line));
            }
        };
        let found = self.engine().search(&record, &limits, stop, &mut print);
        let found = found.map_err(|error| error.text().get(Lang::En).to_owned())?;
        print(&found);
        while is_infinite && !stop.load(SeqCst) {
            thread::sleep(STOP_POLL_INTERVAL);
        }
        Ok(found.choice)
    }
}

impl ProtocolSession for UgiSession<'_> {
    fn urgency(line: &str) -> Urgency {
        match line.split_whitespace().next() {
            Some("go") => Urgency::Search,
            Some("stop") => Urgency::Stop,
            Some("isready") => Urgency::Ready(READY),
            Some("wait") => Urgency::Wait,
            Some("quit") => Urgency::Quit,
            _ => Urgency::Queued,
        }
    }

    fn error_line(text: &str) -> String {
        format!("info string error: {text}")
    }

    fn execute(
        &mut self,
        line: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some((&command, words)) = words.split_first() else {
            return Ok(ControlFlow::Continue(()));
        };
        if command == "go" {
            self.go(words, stop, out)?;
        } else {
            match self.respond(command, words) {
                Ok(lines) => lines.iter().try_for_each(|line| out.line(line))?,
                Err(text) => out.line(&Self::error_line(&crate::messages::printable(&text)))?,
            }
        }
        Ok(if command == "quit" { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// A report as lines of UGI, one for each move that was searched.
fn info_lines(report: &AnyReport, lines: usize, scale: &ValueScale) -> Vec<String> {
    let milliseconds = report.time.as_millis();
    let speed = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    let info = |(number, line): (usize, &AnyLine)| {
        format!(
            "info depth {} multipv {number} score {} nodes {} nps {} time {milliseconds} pv {}",
            report.depth,
            score(line.value, scale),
            report.nodes,
            speed as u64,
            line.moves.join(" "),
        )
    };
    (1..).zip(&report.lines).take(lines).map(info).collect()
}

/// A value in the words of UGI. Distances are plies; estimates are hundredths of what the game counts, such as discs,
/// or of the engine's unit where it counts nothing.
fn score(value: AnyValue, scale: &ValueScale) -> String {
    let suffix = |bound| match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    match value {
        AnyValue::Win { plies, bound } => format!("win {plies}{}", suffix(bound)),
        AnyValue::Loss { plies, bound } => format!("loss {plies}{}", suffix(bound)),
        AnyValue::Exact { margin } => format!("final {margin}"),
        AnyValue::Estimate { .. } => format!("cp {}", scale.hundredths(value).unwrap_or_default()),
    }
}

fn read_check(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("true or false was expected, not '{text}'"))
}

fn read_spin(text: &str, min: u64, max: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("a number from {min} to {max} was expected, not '{text}'"))
}
