//! NBoard protocol, version 2, of Chris Welty's program for Othello. `docs/protocols.md` describes the commands.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use engine::{AnyLine, AnyReport, AnySearcher, AnyValue, Limits, Resources};
use rules::{Lang, Live, Record};

use super::game_start::GameStart;
use super::session::{ProtocolOutput, ProtocolSession, Urgency};

/// Versions of the protocol that are spoken.
const NBOARD_VERSIONS: std::ops::RangeInclusive<u32> = 1..=2;
/// Search depth until the controller sets one, in plies.
const DEFAULT_DEPTH: u16 = 12;
/// Moves that `hint` values at most.
const HINT_MAX_LINES: usize = 60;
/// How the file format of `set game` is called.
const GGF: &str = "GGF";

/// Session of an NBoard controller.
pub(super) struct NBoardSession {
    start: GameStart,
    live: Box<dyn Live>,
    engine: Box<dyn AnySearcher>,
    depth: u16,
}

impl NBoardSession {
    /// Starts a session.
    pub(super) fn new(start: GameStart, resources: Resources) -> Result<Self, String> {
        let live = start.open()?;
        let engine = start.entry.analyst(resources);
        Ok(Self { start, live, engine, depth: DEFAULT_DEPTH })
    }

    /// Executes a command. Unknown ones are ignored, as the protocol asks.
    fn perform(
        &mut self,
        line: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<Result<(), String>> {
        let (command, rest) = split_word(line);
        match command {
            "nboard" => Ok(check_version(rest)),
            "set" => match split_word(rest) {
                ("depth", depth) => match self.set_depth(depth) {
                    Ok(()) => out.line(&format!("set myname {}", self.name())).map(Ok),
                    Err(text) => Ok(Err(text)),
                },
                ("game", game) => Ok(self.set_game(game)),
                _ => Ok(Ok(())),
            },
            "move" => Ok(self.play(rest)),
            "go" => self.go(stop, out),
            "hint" => self.hint(rest, stop, out),
            "analyze" => self.analyze(stop, out),
            "learn" => {
                // Games are not added to the book.
                out.line("learned")?;
                out.line("status").map(Ok)
            }
            "ping" => out.line(&format!("pong {rest}")).map(Ok),
            _ => Ok(Ok(())),
        }
    }

    fn name(&self) -> String {
        format!("Damier{}", self.depth)
    }

    fn set_depth(&mut self, text: &str) -> Result<(), String> {
        let depth = text.parse().ok().filter(|depth| (1..=128).contains(depth));
        self.depth =
            depth.ok_or_else(|| format!("a depth is a number from 1 to 128, not '{text}'"))?;
        Ok(())
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let game = self.start.entry.game;
        let format = game.formats().iter().find(|format| format.name == GGF);
        let format = format.ok_or("this game has no GGF")?;
        let words = |error: rules::ParseError| error.text.get(Lang::En).to_owned();
        let mut games = (format.read)(text.as_bytes(), &[]).map_err(words)?;
        let saved = games.next().ok_or("there is no game in it")?.map_err(words)?;
        self.live = self.start.open_record(&saved.record)?;
        Ok(())
    }

    /// `F5`, or `F5/EVAL/TIME`.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let text = text.split(['/', ' ']).next().unwrap_or_default();
        let played = self.live.play(text);
        played.map_err(|refusal| format!("illegal move: {}", refusal.text.get(Lang::En)))
    }

    /// Searches the position at the end of a record.
    fn search(
        &mut self,
        record: &Record,
        lines: usize,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, String> {
        let limits = Limits { lines, ..Limits::depth(self.depth) };
        let report = self.engine.search(record, &limits, stop, watch);
        report.map_err(|error| error.text().get(Lang::En).to_owned())
    }

    fn go(
        &mut self,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<Result<(), String>> {
        out.line(&format!("status {} is thinking", self.name()))?;
        let record = self.live.record().clone();
        let report = match self.search(&record, 1, stop, &mut |_| ()) {
            Ok(report) => report,
            Err(text) => return Ok(Err(text)),
        };
        print_statistics(&report, out)?;
        let best = report.lines.first();
        let eval = best.map_or(0.0, |line| self.discs(line.value));
        let choice = report.choice.as_deref().map_or_else(|| "PA".to_owned(), vertex);
        out.line(&format!("=== {choice}/{eval:.2}/{:.2}", report.time.as_secs_f64()))?;
        out.line("status").map(Ok)
    }

    fn hint(
        &mut self,
        text: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<Result<(), String>> {
        let lines = match text.parse::<usize>() {
            Ok(lines) => lines.clamp(1, HINT_MAX_LINES),
            Err(_) => return Ok(Err(format!("hint is followed by a number, not '{text}'"))),
        };
        out.line(&format!("status {} is analysing", self.name()))?;
        let record = self.live.record().clone();
        let scale = self.start.entry.scale;
        let mut last = None;
        let mut print = |report: &AnyReport| {
            let shown: Vec<_> = report.lines.iter().take(lines).cloned().collect();
            let found = Some((report.depth, shown));
            if found != last {
                for line in found.iter().flat_map(|(_, shown)| shown) {
                    let eval = f64::from(scale.hundredths(line.value).unwrap_or_default()) / 100.0;
                    // Whoever reads no more will find out by the end of the answer.
                    let _ = out.line(&search_line(report, line, eval));
                }
                last = found;
            }
        };
        match self.search(&record, lines, stop, &mut print) {
            Ok(report) => {
                print(&report);
                print_statistics(&report, out)?;
            }
            Err(text) => return Ok(Err(text)),
        }
        out.line("status").map(Ok)
    }

    /// Values every position of the game, the last one first, for the player to move.
    fn analyze(
        &mut self,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<Result<(), String>> {
        out.line(&format!("status {} is analysing the game", self.name()))?;
        let mut record = self.live.record().clone();
        loop {
            if stop.load(SeqCst) {
                break;
            }
            let report = match self.search(&record, 1, stop, &mut |_| ()) {
                Ok(report) => report,
                Err(text) => return Ok(Err(text)),
            };
            let eval = report.lines.first().map(|line| self.discs(line.value));
            let eval = eval.unwrap_or_else(|| self.final_count(&record));
            out.line(&format!("analysis {} {eval:.2}", record.moves.len()))?;
            if record.moves.pop().is_none() {
                break;
            }
        }
        out.line("status").map(Ok)
    }

    /// A value in discs.
    fn discs(&self, value: AnyValue) -> f64 {
        f64::from(self.start.entry.scale.hundredths(value).unwrap_or_default()) / 100.0
    }

    /// The result of a finished game in discs, for the player who would be to move.
    fn final_count(&self, record: &Record) -> f64 {
        let Ok(live) = self.start.open_record(record) else { return 0.0 };
        let Some(outcome) = live.outcome() else { return 0.0 };
        let margin = f64::from(outcome.margin.unwrap_or_default());
        if outcome.winner == Some(live.turn()) { margin } else { -margin }
    }
}

impl ProtocolSession for NBoardSession {
    fn urgency(line: &str) -> Urgency {
        match split_word(line).0 {
            "go" | "hint" | "analyze" => Urgency::Search,
            // Whatever is about to change, the search relates to what was before.
            "ping" | "set" | "move" => Urgency::Interrupting,
            "wait" => Urgency::Wait,
            "quit" => Urgency::Quit,
            _ => Urgency::Queued,
        }
    }

    fn error_line(text: &str) -> String {
        format!("status error: {}", crate::messages::printable(text))
    }

    fn execute(
        &mut self,
        line: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        if let Err(text) = self.perform(line, stop, out)? {
            out.line(&Self::error_line(&text))?;
        }
        let ends = split_word(line).0 == "quit";
        Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

fn check_version(text: &str) -> Result<(), String> {
    let is_known = text.parse().is_ok_and(|version| NBOARD_VERSIONS.contains(&version));
    if is_known {
        Ok(())
    } else {
        Err(format!("version '{text}' of the protocol is not known here"))
    }
}

fn print_statistics(report: &AnyReport, out: &ProtocolOutput<'_>) -> io::Result<()> {
    out.line(&format!("nodestats {} {:.2}", report.nodes, report.time.as_secs_f64()))
}

/// A move with its value, in discs, and the moves that follow.
fn search_line(report: &AnyReport, line: &AnyLine, eval: f64) -> String {
    let pv: Vec<_> = line.moves.iter().map(|one| vertex(one)).collect();
    format!("search {} {eval:.2} 0 {}", pv.join("-"), report.depth)
}

/// A move as NBoard writes it.
fn vertex(notation: &str) -> String {
    if notation == "--" { "PA".to_owned() } else { notation.to_ascii_uppercase() }
}

/// The first word of a line, and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}
