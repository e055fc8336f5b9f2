//! Go Text Protocol, version 2, for any game. Responses are in English, as the protocol is.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{AnyReport, AnySearcher, Limits, PlayerClock, Resources};
use rules::{BySeat, Lang, Live, Seat, Setup};

use super::game_start::GameStart;
use super::session::{ProtocolOutput, ProtocolSession, Urgency};

const GTP_COMMANDS: [&str; 25] = [
    "analyze",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "list_rules",
    "lz-analyze",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_board",
    "set_game",
    "set_position",
    "set_rules",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Time between two reports of an analysis, unless the controller asks for another.
const ANALYSIS_INTERVAL: Duration = Duration::from_secs(1);
/// Moves that an analysis values.
const ANALYSIS_LINES: usize = 100;

/// Session of a GTP controller.
pub(super) struct GtpSession {
    start: GameStart,
    resources: Resources,
    time: Duration,
    live: Box<dyn Live>,
    /// Length of the record before each `play` and `genmove`, for `undo`.
    before: Vec<usize>,
    /// `None` while another is made, so that there are never two tables.
    engine: Option<Box<dyn AnySearcher>>,
    clocks: BySeat<Option<PlayerClock>>,
}

/// Success or failure response.
type GtpResponse = Result<String, String>;

/// A command with its optional number.
struct GtpCommand<'a> {
    id: &'a str,
    name: &'a str,
    arguments: Vec<&'a str>,
}

impl<'a> GtpCommand<'a> {
    /// Reads a line; `None` if there is nothing on it but a comment.
    fn read(line: &'a str) -> Option<Self> {
        let mut words = line.split('#').next()?.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let name = words.next()?;
        Some(Self { id: id.unwrap_or_default(), name, arguments: words.collect() })
    }

    fn is_analysis(&self) -> bool {
        matches!(self.name, "analyze" | "lz-analyze")
    }

    fn argument(&self, index: usize) -> Result<&'a str, String> {
        let missing = || format!("{} has too few arguments", self.name);
        self.arguments.get(index).copied().ok_or_else(missing)
    }
}

impl GtpSession {
    /// Starts a session.
    pub(super) fn new(
        start: GameStart,
        resources: Resources,
        time: Duration,
    ) -> Result<Self, String> {
        let live = start.open()?;
        let (before, clocks) = (Vec::new(), BySeat::default());
        let engine = Some(start.entry.analyst(resources));
        Ok(Self { start, resources, time, live, before, engine, clocks })
    }

    fn respond(&mut self, command: &GtpCommand<'_>, stop: &AtomicBool) -> GtpResponse {
        let argument = |index| command.argument(index);
        let text = command.arguments.join(" ");
        let setup = || self.start.setup.clone();
        match command.name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Damier".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(GTP_COMMANDS.contains(&argument(0)?).to_string()),
            "list_commands" => Ok(GTP_COMMANDS.join("\n")),
            "quit" | "komi" | "wait" => Ok(String::new()),
            "list_games" => Ok(self.title().to_owned()),
            "set_game" if self.start.is_game(&text) => Ok(String::new()),
            "set_game" => Err(format!("unsupported game: this is {}", self.title())),
            "list_rules" => {
                let sets = self.start.entry.game.info().rule_sets.iter().map(|set| set.id);
                Ok(sets.collect::<Vec<_>>().join("\n"))
            }
            "set_rules" => {
                let rules = Some(argument(0)?.to_owned());
                self.restart(Setup { rules, ..setup() }, None)
            }
            "set_board" => {
                argument(0)?;
                self.restart(Setup { board: Some(text), ..setup() }, None)
            }
            "set_position" => {
                argument(0)?;
                self.restart(setup(), Some(text))
            }
            "boardsize" => {
                let size = self.live.view().board.columns.to_string();
                if argument(0)? == size {
                    Ok(String::new())
                } else {
                    Err("unacceptable size".to_owned())
                }
            }
            "clear_board" => self.restart(setup(), self.start.position.clone()),
            "play" => self.play(argument(0)?, argument(1)?),
            "genmove" | "reg_genmove" => {
                self.generate(argument(0)?, command.name == "genmove", stop)
            }
            "undo" => self.undo(),
            "showboard" => Ok(self.board()),
            "final_score" => self.score(),
            "time_settings" => self.set_clocks([argument(0)?, argument(1)?, argument(2)?]),
            "time_left" => self.set_clock(argument(0)?, [argument(1)?, argument(2)?]),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Begins again from a start that becomes the one of `clear_board`; the engine forgets all.
    fn restart(&mut self, setup: Setup, position: Option<String>) -> GtpResponse {
        let start = GameStart { setup, position, ..self.start.clone() };
        self.live = start.open()?;
        self.start = start;
        self.before.clear();
        self.engine = None;
        self.engine = Some(self.start.entry.analyst(self.resources));
        Ok(String::new())
    }

    fn title(&self) -> &str {
        &self.start.entry.game.info().title.en
    }

    fn played(&self) -> usize {
        self.live.record().moves.len()
    }

    /// Plays a move, and before it the forced pass of the other player, if the controller has left it out.
    /// Passes after the end change nothing.
    fn play(&mut self, colour: &str, text: &str) -> GtpResponse {
        let seat = seat(colour)?;
        let before = self.played();
        if !(text.eq_ignore_ascii_case("pass") && self.live.outcome().is_some()) {
            self.pass_to(seat)?;
            let played = self.live.play(&text.to_ascii_lowercase());
            played.map_err(|refusal| {
                self.live.truncate(before);
                format!("illegal move: {}", refusal.text.get(Lang::En))
            })?;
        }
        self.before.push(before);
        Ok(String::new())
    }

    /// Plays the forced pass of the other player, so that it is the turn of `seat`.
    fn pass_to(&mut self, seat: Seat) -> Result<(), String> {
        if self.live.turn() == seat {
            return Ok(());
        }
        match self.live.view().choices.as_slice() {
            [only] if only.steps.is_empty() => {
                let played = self.live.play(&only.notation.clone());
                played.map_err(|refusal| refusal.text.get(Lang::En).to_owned())
            }
            _ => Err("it is the other player's turn".to_owned()),
        }
    }

    fn generate(&mut self, colour: &str, keep: bool, stop: &AtomicBool) -> GtpResponse {
        let seat = seat(colour)?;
        let before = self.played();
        if self.live.outcome().is_some() {
            if keep {
                self.before.push(before);
            }
            return Ok("PASS".to_owned());
        }
        self.pass_to(seat)?;
        let clock = self.clocks[seat];
        let time = if clock.is_none() { Some(self.time) } else { None };
        let limits = Limits { time, clock, ..Limits::default() };
        let report = self.search(&limits, stop, &mut |_| ())?;
        let choice = report.choice.ok_or("the game is over")?;
        let vertex = self.vertex(&choice);
        if keep {
            let played = self.live.play(&choice);
            played.map_err(|refusal| refusal.text.get(Lang::En).to_owned())?;
            self.before.push(before);
        } else {
            self.live.truncate(before);
        }
        Ok(vertex)
    }

    fn search(
        &mut self,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, String> {
        let Self { start, resources, .. } = self;
        let engine = self.engine.get_or_insert_with(|| start.entry.analyst(*resources));
        let report = engine.search(self.live.record(), limits, stop, watch);
        report.map_err(|error| error.text().get(Lang::En).to_owned())
    }

    /// A move as controllers write it.
    fn vertex(&self, notation: &str) -> String {
        let choices = self.live.view().choices;
        let is_pass =
            |choice: &rules::Choice| choice.notation == notation && choice.steps.is_empty();
        if choices.iter().any(is_pass) { "PASS".to_owned() } else { notation.to_ascii_uppercase() }
    }

    /// Gives the turn to the player whom an analysis is for, and returns the time between reports.
    fn prepare_analysis(&mut self, command: &GtpCommand<'_>) -> Result<Duration, String> {
        let mut arguments = command.arguments.as_slice();
        if let Some(colour) = arguments.first().and_then(|word| seat(word).ok()) {
            arguments = &arguments[1..];
            self.pass_to(colour)?;
        }
        match arguments {
            [] => Ok(ANALYSIS_INTERVAL),
            ["interval", centiseconds] | [centiseconds] => {
                seconds([centiseconds]).map(|[centiseconds]| centiseconds / 100)
            }
            _ => Err(format!("{} [COLOUR] [CENTISECONDS] was expected", command.name)),
        }
    }

    /// Reports on all moves until `stop` is raised: lines of the kind that Leela Zero prints.
    fn analyze(
        &mut self,
        interval: Duration,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<()> {
        let limits = Limits { lines: ANALYSIS_LINES, ..Limits::default() };
        let mut printed: Option<(Instant, String)> = None;
        let mut print = |report: &AnyReport, is_last: bool| {
            let line = analysis_line(report);
            let is_due = printed.as_ref().is_none_or(|(at, _)| at.elapsed() >= interval);
            let is_new = printed.as_ref().is_none_or(|(_, before)| *before != line);
            if !line.is_empty() && is_new && (is_due || is_last) {
                // Whoever reads no more will find out by the end of the answer.
                let _ = out.line(&line);
                printed = Some((Instant::now(), line));
            }
        };
        match self.search(&limits, stop, &mut |report| print(report, false)) {
            Ok(report) => print(&report, true),
            Err(text) => out.line(&format!("error: {text}"))?,
        }
        out.line("")
    }

    fn undo(&mut self) -> GtpResponse {
        let before = self.before.pop().ok_or("cannot undo")?;
        self.live.truncate(before);
        Ok(String::new())
    }

    /// The board in letters, and the position text.
    fn board(&self) -> String {
        let info = self.start.entry.game.info();
        let view = self.live.view();
        let files: Vec<_> = info.files.iter().map(|file| format!("{file:1}")).collect();
        let mut lines = vec![String::new(), format!("  {}", files.join(" "))];
        for (row, cells) in view.board.cells.chunks(view.board.columns.into()).enumerate() {
            let mut line = format!("{:1}", info.ranks.get(row).copied().unwrap_or_default());
            for cell in cells {
                let piece = cell.piece.and_then(|piece| info.pieces.get(usize::from(piece)));
                let ground = cell.ground.and_then(|ground| info.grounds.get(usize::from(ground)));
                line.push(' ');
                line.push(piece.or(ground).map_or(' ', |style| style.letter));
            }
            lines.push(line);
        }
        lines.push(self.live.position());
        lines.join("\n")
    }

    /// The result in the notation of Go, such as `B+4`.
    fn score(&self) -> GtpResponse {
        let outcome = self.live.outcome().ok_or("cannot score: the game is not over")?;
        let margin = outcome.margin.map_or_else(|| "?".to_owned(), |margin| margin.to_string());
        Ok(match outcome.winner {
            None => "0".to_owned(),
            Some(Seat::First) => format!("B+{margin}"),
            Some(Seat::Second) => format!("W+{margin}"),
        })
    }

    /// Main time, byo-yomi time and byo-yomi moves.
    fn set_clocks(&mut self, [main, extra, moves]: [&str; 3]) -> GtpResponse {
        let [main, extra] = seconds([main, extra])?;
        let moves = count(moves)?;
        // Byo-yomi becomes an increment: the time for some moves divided by their number.
        let clock = PlayerClock { remaining: main.max(extra), increment: extra / moves.max(1) };
        let endless = moves == 0 && (!extra.is_zero() || main.is_zero());
        self.clocks = BySeat { first: Some(clock), second: Some(clock) };
        if endless {
            self.clocks = BySeat::default();
        }
        Ok(String::new())
    }

    /// Time left and byo-yomi moves left.
    fn set_clock(&mut self, colour: &str, [left, moves]: [&str; 2]) -> GtpResponse {
        let seat = seat(colour)?;
        let [remaining] = seconds([left])?;
        count(moves)?;
        let increment = self.clocks[seat].map_or(Duration::ZERO, |clock| clock.increment);
        self.clocks[seat] = Some(PlayerClock { remaining, increment });
        Ok(String::new())
    }
}

impl ProtocolSession for GtpSession {
    fn urgency(line: &str) -> Urgency {
        match GtpCommand::read(line) {
            Some(command) if command.is_analysis() => Urgency::Search,
            Some(GtpCommand { name: "wait", .. }) => Urgency::Wait,
            Some(GtpCommand { name: "quit", .. }) => Urgency::Quit,
            // Any line ends an analysis, an empty one too.
            _ => Urgency::Interrupting,
        }
    }

    fn error_line(text: &str) -> String {
        format!("? {text}\n")
    }

    fn execute(
        &mut self,
        line: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let Some(command) = GtpCommand::read(line) else { return Ok(ControlFlow::Continue(())) };
        if command.is_analysis() {
            let before = self.played();
            match self.prepare_analysis(&command) {
                Err(text) => out.line(&format!("?{} {text}\n", command.id))?,
                Ok(interval) => {
                    out.line(&format!("={}", command.id))?;
                    self.analyze(interval, stop, out)?;
                    self.live.truncate(before);
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let (sign, text) = match self.respond(&command, stop) {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        out.line(&format!("{sign}{} {text}\n", command.id))?;
        let ends = command.name == "quit";
        Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// All moves of a report on one line. A win rate is in hundredths of a percent.
fn analysis_line(report: &AnyReport) -> String {
    let lines = (0..).zip(&report.lines).map(|(order, line)| {
        let pv: Vec<_> = line.moves.iter().map(|one| one.to_ascii_uppercase()).collect();
        format!(
            "info move {} visits {} winrate {} order {order} pv {}",
            line.notation.to_ascii_uppercase(),
            report.nodes,
            (line.chance * 1e4).round(),
            pv.join(" "),
        )
    });
    lines.collect::<Vec<_>>().join(" ")
}

fn seat(colour: &str) -> Result<Seat, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::First),
        "w" | "white" => Ok(Seat::Second),
        _ => Err(format!("'{colour}' is no colour: black or white")),
    }
}

/// Times in seconds, whole or not.
fn seconds<const N: usize>(texts: [&str; N]) -> Result<[Duration; N], String> {
    let mut times = [Duration::ZERO; N];
    for (time, text) in times.iter_mut().zip(texts) {
        let seconds = text.parse::<f64>().ok().filter(|&seconds| seconds < f64::from(u32::MAX));
        let read = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        *time = read.ok_or_else(|| format!("'{text}' is no number of seconds"))?;
    }
    Ok(times)
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{text}' is no number of moves"))
}
