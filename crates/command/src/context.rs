//! Context of a command.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use engine::Entry;
use rules::{Lang, Text};
use serde::Serialize;
use tui::Charset;

use crate::Terminal;
use crate::board_picture::Script;
use crate::output::Output;

/// Bound of the seeds of random boards: short enough to be typed again.
pub const BOARD_SEED_BOUND: u64 = 1_000_000;

/// Context of a command: the catalogue, the language and the environment.
pub struct Context<'a> {
    pub catalogue: &'a [Entry],
    pub lang: Lang,
    /// The language that the arguments ask for.
    pub asked_lang: Option<Lang>,
    /// Looks up an environment variable.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    pub entropy: u64,
    pub now: SystemTime,
    /// Time since `now`.
    pub elapsed: &'a dyn Fn() -> Duration,
    pub stop: &'a AtomicBool,
    pub slow_shutdown: &'a AtomicBool,
    pub input: &'a mut (dyn BufRead + Send),
    pub out: &'a mut Output<'a>,
    pub err: &'a mut dyn Write,
    pub terminal: Terminal,
}

impl Context<'_> {
    /// Prints one JSON value.
    pub fn print_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(self.out.data(), value)?;
        writeln!(self.out)
    }

    /// Prints a text to standard output, as a line.
    pub fn print(&mut self, text: &Text) -> io::Result<()> {
        writeln!(self.out, "{}", text.get(self.lang))
    }

    /// Prints a remark to standard error.
    pub fn remark(&mut self, text: &Text) {
        // If standard error is closed, the remark is lost, which is no reason to fail.
        let _ = writeln!(self.err, "{}", text.get(self.lang));
    }

    /// Character set of boards: ASCII where the user wants it or the locale has nothing else.
    pub fn script(&self, is_ascii: bool) -> Script {
        match Charset::detect(self.env) {
            Charset::Unicode if !is_ascii => Script::Unicode,
            _ => Script::Ascii,
        }
    }

    /// Draws the seed of a random board: a fair one, or else one short enough to be typed again.
    pub fn draw_seed(&self, entry: &Entry) -> u64 {
        entry.draw_seed(self.entropy, BOARD_SEED_BOUND)
    }
}
