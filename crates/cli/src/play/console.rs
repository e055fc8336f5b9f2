//! Where players read and type: lines of text, one after the other.

use std::io::{self, BufRead, Read};

use rules::{Lang, Text};

use super::table::Table;
use crate::context::Context;
use crate::draw::{Picture, Script, ascii};
use crate::failure::Failure;
use crate::paint::Paint;
use crate::words;

/// What stands before the place where players type.
const PROMPT: &str = "> ";

/// More than anybody types in a line, in bytes. What is beyond counts as the next one.
const LONGEST_LINE: u64 = 4096;

/// Where players read and type.
pub(super) struct Console<'c, 'w> {
    pub(super) context: &'c mut Context<'w>,
    pub(super) script: Script,
}

impl Console<'_, '_> {
    pub(super) const fn lang(&self) -> Lang {
        self.context.lang
    }

    /// Whether a person types, and can be asked for more when a game is over.
    pub(super) const fn is_attended(&self) -> bool {
        self.context.terminal.input
    }

    /// Prints a text.
    pub(super) fn say(&mut self, text: &Text) -> io::Result<()> {
        self.print_line(text.get(self.lang()))
    }

    pub(super) fn print_line(&mut self, line: &str) -> io::Result<()> {
        match self.script {
            Script::Unicode => writeln!(self.context.out, "{line}"),
            Script::Ascii => writeln!(self.context.out, "{}", ascii(line)),
        }
    }

    /// Prints the board and what stands below it.
    pub(super) fn show(&mut self, table: &Table) -> io::Result<()> {
        let (info, view, swapped) = (table.info(), &table.view(), table.swapped());
        let paint = Paint::on_terminal(self.context, self.script);
        let (script, lang) = (self.script, self.lang());
        let picture = Picture { info, view, swapped, script, paint, lang };
        writeln!(self.context.out, "{picture}")
    }

    /// Waits for a line; `None` when there will be no more. One that comes from elsewhere than the
    /// terminal is printed too, so that what is read makes sense.
    pub(super) fn ask(&mut self) -> Result<Option<String>, Failure> {
        let Context { out, input, terminal, .. } = &mut *self.context;
        write!(out, "{PROMPT}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| Failure::failed(words::play::no_input(&error)))?;
        if read == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = words::printable(String::from_utf8_lossy(&bytes).trim());
        if !(terminal.input && terminal.out) {
            self.print_line(&line)?;
        }
        Ok(Some(line))
    }
}
