//! What a command works with.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use engine::Entry;
use rules::{Lang, SplitMix64, Text};
use serde::Serialize;

use crate::Terminal;

/// What a command works with.
pub(crate) struct Context<'a> {
    pub(crate) catalogue: &'a [Entry],
    pub(crate) lang: Lang,
    /// Asks the environment for a variable.
    pub(crate) env: &'a dyn Fn(&str) -> Option<String>,
    pub(crate) entropy: u64,
    pub(crate) now: SystemTime,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) patience: &'a AtomicBool,
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: &'a mut dyn Write,
    pub(crate) terminal: Terminal,
}

impl Context<'_> {
    /// Prints one JSON value.
    pub(crate) fn print_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, value)?;
        writeln!(self.out)
    }

    /// Says something beside the results.
    pub(crate) fn remark(&mut self, text: &Text) {
        // A remark that nobody can hear is no reason to fail.
        let _ = writeln!(self.err, "{}", text.get(self.lang));
    }

    /// The seed of a random board, short enough to be typed again.
    pub(crate) fn draw_seed(&self) -> u64 {
        SplitMix64::new(self.entropy).below(1_000_000)
    }
}
