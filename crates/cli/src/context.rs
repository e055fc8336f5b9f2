//! What a command works with.

use std::io::{self, Write};

use rules::{AnyGame, Lang, SplitMix64, Text};
use serde::Serialize;

/// What a command works with.
pub(crate) struct Context<'a> {
    pub(crate) catalogue: &'a [&'static dyn AnyGame],
    pub(crate) lang: Lang,
    pub(crate) entropy: u64,
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: &'a mut dyn Write,
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
