//! Go Text Protocol, version 2, for any game. Responses are in English, as the protocol is.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::{AnySearcher, Entry, Limits, PlayerClock, Resources};
use rules::{BySeat, Lang, Live, Record, Seat, Setup};

use crate::context::Context;
use crate::failure::Failure;

const GTP_COMMANDS: [&str; 19] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "list_games",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Session of a GTP controller.
pub(super) struct GtpSession {
    entry: Entry,
    resources: Resources,
    time: Duration,
    start: String,
    live: Box<dyn Live>,
    /// Length of the record before each `play` and `genmove`, for `undo`.
    before: Vec<usize>,
    engine: Box<dyn AnySearcher>,
    clocks: BySeat<Option<PlayerClock>>,
}

/// Success or failure response.
type GtpResponse = Result<String, String>;

impl GtpSession {
    /// Starts a session.
    pub(super) fn new(
        entry: Entry,
        resources: Resources,
        time: Duration,
        seed: u64,
    ) -> Result<Self, Failure> {
        let setup = Setup { seed, ..Setup::default() };
        let start = entry.game.start(&setup).map_err(|error| Failure::setup(None, error))?;
        let live = entry.game.open(&Record::new(start.clone()));
        let live = live.map_err(|error| Failure::replay(&start, error))?;
        let engine = entry.analyst(resources);
        let (before, clocks) = (Vec::new(), BySeat::default());
        Ok(Self { entry, resources, time, start, live, before, engine, clocks })
    }

    /// Executes commands until `quit` or the end of the input.
    pub(super) fn run(mut self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = context.input.read_until(b'\n', &mut bytes)?;
            if read == 0 || context.stop.load(Relaxed) {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            let words = line.split('#').next().unwrap_or_default();
            let mut words = words.split_whitespace().peekable();
            let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let Some(command) = words.next() else { continue };
            let arguments: Vec<_> = words.collect();
            let response = self.execute(command, &arguments, context.stop);
            let (sign, text) = match &response {
                Ok(text) => ('=', text),
                Err(text) => ('?', text),
            };
            writeln!(context.out, "{sign}{} {text}\n", id.unwrap_or_default())?;
            context.out.flush()?;
            if command == "quit" {
                return Ok(());
            }
        }
    }

    fn execute(&mut self, command: &str, arguments: &[&str], stop: &AtomicBool) -> GtpResponse {
        let argument = |index: usize| {
            let missing = || format!("{command} has too few arguments");
            arguments.get(index).copied().ok_or_else(missing)
        };
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Damier".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(GTP_COMMANDS.contains(&argument(0)?).to_string()),
            "list_commands" => Ok(GTP_COMMANDS.join("\n")),
            "quit" | "komi" => Ok(String::new()),
            "list_games" => Ok(self.title().to_owned()),
            "set_game" if self.is_game(&arguments.join(" ")) => Ok(String::new()),
            "set_game" => Err(format!("unsupported game: this is {}", self.title())),
            "boardsize" => {
                let size = self.live.view().board.columns.to_string();
                if argument(0)? == size {
                    Ok(String::new())
                } else {
                    Err("unacceptable size".to_owned())
                }
            }
            "clear_board" => self.clear(),
            "play" => self.play(argument(0)?, argument(1)?),
            "genmove" | "reg_genmove" => self.generate(argument(0)?, command == "genmove", stop),
            "undo" => self.undo(),
            "showboard" => Ok(self.board()),
            "final_score" => self.score(),
            "time_settings" => self.set_clocks(argument(0)?, argument(1)?, argument(2)?),
            "time_left" => self.set_clock(argument(0)?, argument(1)?, argument(2)?),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn clear(&mut self) -> GtpResponse {
        let live = self.entry.game.open(&Record::new(self.start.clone()));
        self.live = live.map_err(|error| error.text().get(Lang::En).to_owned())?;
        self.before.clear();
        self.engine = self.entry.analyst(self.resources);
        Ok(String::new())
    }

    fn title(&self) -> &str {
        &self.entry.game.info().title.en
    }

    fn is_game(&self, name: &str) -> bool {
        let id = self.entry.game.info().id;
        [id, self.title()].iter().any(|known| known.eq_ignore_ascii_case(name))
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
        let report = self.engine.search(self.live.record(), &limits, stop, &mut |_| ());
        let report = report.map_err(|error| error.text().get(Lang::En).to_owned())?;
        let choice = report.choice.ok_or("the game is over")?;
        let is_pass = self
            .live
            .view()
            .choices
            .iter()
            .any(|one| one.notation == choice && one.steps.is_empty());
        if keep {
            let played = self.live.play(&choice);
            played.map_err(|refusal| refusal.text.get(Lang::En).to_owned())?;
            self.before.push(before);
        } else {
            self.live.truncate(before);
        }
        Ok(if is_pass { "PASS".to_owned() } else { choice.to_ascii_uppercase() })
    }

    fn undo(&mut self) -> GtpResponse {
        let before = self.before.pop().ok_or("cannot undo")?;
        self.live.truncate(before);
        Ok(String::new())
    }

    /// The board in letters, and the position text.
    fn board(&self) -> String {
        let info = self.entry.game.info();
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

    fn set_clocks(&mut self, main: &str, extra: &str, moves: &str) -> GtpResponse {
        let [main, extra, moves] = numbers([main, extra, moves])?;
        // Byo-yomi becomes an increment: the time for some moves divided by their number.
        let clock = PlayerClock {
            remaining: Duration::from_secs(main.max(extra)),
            increment: Duration::from_secs(extra) / moves.max(1) as u32,
        };
        let endless = moves == 0 && (extra > 0 || main == 0);
        self.clocks = BySeat { first: Some(clock), second: Some(clock) };
        if endless {
            self.clocks = BySeat::default();
        }
        Ok(String::new())
    }

    fn set_clock(&mut self, colour: &str, left: &str, moves: &str) -> GtpResponse {
        let seat = seat(colour)?;
        let [left, _] = numbers([left, moves])?;
        let increment = self.clocks[seat].map_or(Duration::ZERO, |clock| clock.increment);
        self.clocks[seat] = Some(PlayerClock { remaining: Duration::from_secs(left), increment });
        Ok(String::new())
    }
}

fn seat(colour: &str) -> Result<Seat, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::First),
        "w" | "white" => Ok(Seat::Second),
        _ => Err(format!("'{colour}' is no colour: black or white")),
    }
}

fn numbers<const N: usize>(texts: [&str; N]) -> Result<[u64; N], String> {
    let mut numbers = [0; N];
    for (number, text) in numbers.iter_mut().zip(texts) {
        let read = text.parse::<u64>().ok().filter(|&number| number < 1 << 32);
        *number = read.ok_or_else(|| format!("'{text}' is no number of seconds"))?;
    }
    Ok(numbers)
}
