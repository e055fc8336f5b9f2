//! The console: prints texts and boards, and reads lines.

use std::io::{self, BufRead, Read};

use rules::{Info, Lang, Text, View};
use texts::text;

use crate::board_picture::{BoardPicture, RowHeight, Script, ascii};
use crate::color_mode::ColorMode;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;

/// Input prompt.
pub(super) const PROMPT: &str = "> ";

/// Longest input line; the rest of a longer one is read as the next line.
const INPUT_LINE_MAX_BYTES: u64 = 4096;

/// Streams of the program, in the script of its user.
pub(crate) struct Console<'c, 'w> {
    pub(crate) context: &'c mut Context<'w>,
    pub(crate) script: Script,
}

impl Console<'_, '_> {
    pub(crate) const fn lang(&self) -> Lang {
        self.context.lang
    }

    /// Whether the input is a terminal, whose user can be asked whether to play again.
    pub(super) const fn is_attended(&self) -> bool {
        self.context.terminal.input
    }

    /// Prints a text.
    pub(crate) fn say(&mut self, text: &Text) -> io::Result<()> {
        self.print_line(text.get(self.lang()))
    }

    pub(crate) fn print_line(&mut self, line: &str) -> io::Result<()> {
        match self.script {
            Script::Unicode => writeln!(self.context.out, "{line}"),
            Script::Ascii => writeln!(self.context.out, "{}", ascii(line)),
        }
    }

    /// Prints the board of a view and what stands below it.
    pub(crate) fn show_view(
        &mut self,
        info: &'static Info,
        view: &View,
        swapped: bool,
    ) -> io::Result<()> {
        let paint = ColorMode::on_terminal(self.context, self.script);
        let (script, rows, lang) = (self.script, RowHeight::Compact, self.lang());
        let picture = BoardPicture { info, view, swapped, script, rows, paint, lang };
        writeln!(self.context.out, "{picture}")
    }

    /// Reads a line; `None` at the end of the input.
    pub(crate) fn ask(&mut self) -> Result<Option<String>, Failure> {
        let Context { out, input, .. } = &mut *self.context;
        write!(out, "{PROMPT}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = input.take(INPUT_LINE_MAX_BYTES).read_until(b'\n', &mut bytes);
        let read = read
            .map_err(|error| Failure::failed(text!("play-no-input", error = error.to_string())))?;
        if read == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = messages::printable(String::from_utf8_lossy(&bytes).trim());
        self.echo(&line)?;
        Ok(Some(line))
    }

    /// Prints a line that was read, unless the terminal shows it: so the output reads like a dialogue.
    pub(super) fn echo(&mut self, line: &str) -> io::Result<()> {
        let terminal = self.context.terminal;
        if terminal.input && terminal.out { Ok(()) } else { self.print_line(line) }
    }
}
