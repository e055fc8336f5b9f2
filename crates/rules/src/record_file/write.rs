//! Writer of record files, in a canonical form with lines of fewer than 80 characters wherever a space
//! lets them be broken.

use std::fmt::{self, Display, Write};

use super::note::ClockNote;
use super::{Key, Note, RecordFile, SavedGame, Variation};
use crate::SWAP;

/// Length of a line.
const LINE_MAX_CHARS: usize = 79;

impl Display for RecordFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, game) in self.games.iter().enumerate() {
            if index > 0 {
                f.write_char('\n')?;
            }
            game.fmt(f)?;
        }
        Ok(())
    }
}

/// The game as a file of its own.
impl Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for key in Key::ALL {
            if let Some(value) = self.value(key) {
                write_field(f, key.name(), &value)?;
            }
            for (_, extra) in self.extras.iter().filter(|(after, _)| *after == key) {
                write_field(f, extra.name(), &field_value(extra.value()))?;
            }
        }
        if self.record.moves.is_empty() {
            return Ok(());
        }
        f.write_char('\n')?;
        Lines { f, indent: "", column: 0 }.push_all(&self.moves())?;
        f.write_char('\n')
    }
}

impl SavedGame {
    /// The moves with their numbers, notes and variations. Two moves with nothing between stay
    /// together.
    fn moves(&self) -> String {
        let mut out = String::new();
        let mut at = Place { index: 0, plies: 0, swap: self.record.swap };
        for (index, entry) in self.record.moves.iter().enumerate() {
            at.push(&mut out, entry, self.notes(index), self.variations(index));
        }
        out
    }

    /// What is written of a field; `None` if it is left out.
    pub(super) fn value(&self, key: Key) -> Option<String> {
        let text = |value: &Option<String>| value.as_deref().map(field_value);
        match key {
            Key::Game => Some(field_value(&self.game)),
            Key::Start => Some(field_value(&self.record.start)),
            Key::Swap => self.record.swap.then(|| "yes".to_owned()),
            Key::First => text(&self.players.first),
            Key::Second => text(&self.players.second),
            Key::Date => text(&self.date),
            Key::Time => text(&self.time),
            Key::Result => Some(match text(&self.reason) {
                None => self.score.text().to_owned(),
                Some(reason) => format!("{} {reason}", self.score.text()),
            }),
        }
    }
}

/// Where a move stands in the game.
#[derive(Clone, Copy)]
struct Place {
    /// Entries before it.
    index: usize,
    /// Plies before it.
    plies: usize,
    /// Whether the swap rule holds.
    swap: bool,
}

impl Place {
    /// Writes a move that is played here with all that belongs to it, and goes on behind it.
    fn push(&mut self, out: &mut String, entry: &str, notes: &[Note], variations: &[Variation]) {
        let here = *self;
        let is_swap = self.swap && self.index == 1 && entry == SWAP;
        let opens_pair = self.plies.is_multiple_of(2);
        if !is_swap && (opens_pair || out.ends_with('(')) {
            let space = if out.is_empty() || out.ends_with('(') { "" } else { " " };
            let number = (self.plies / 2 + 1).to_string();
            out.extend([space, &number, if opens_pair { "." } else { "..." }]);
        }
        *out += match out.chars().next_back() {
            Some('(') => "",
            Some('}' | ')') => " ",
            _ => NON_BREAKING_SPACE,
        };
        *out += &move_word(entry);
        *out += &self::notes(notes);
        for variation in variations.iter().filter(|variation| !variation.moves.is_empty()) {
            let mut at = here;
            *out += " (";
            for aside in &variation.moves {
                at.push(out, &aside.entry, &aside.notes, &aside.variations);
            }
            out.push(')');
        }
        self.index += 1;
        self.plies += usize::from(!is_swap);
    }
}

fn write_field(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let mut lines = Lines { f, indent: "  ", column: 0 };
    lines.push(&format!("{name}:"))?;
    lines.push_all(value)?;
    f.write_char('\n')
}

/// The value of a field: as it is, or in quotes where it would be read as something else.
fn field_value(value: &str) -> String {
    let plain = !value.is_empty()
        && !value.starts_with('"')
        && value.trim() == value
        && !value.contains(needs_escape);
    if plain { value.to_owned() } else { quoted(value) }
}

/// A move: as it is, or in quotes where it would be read as something else.
fn move_word(entry: &str) -> String {
    let behind_digits = entry.trim_start_matches(|c: char| c.is_ascii_digit());
    let plain = !entry.is_empty()
        && !behind_digits.starts_with('.')
        && !entry.contains(|c: char| c.is_whitespace() || "{}()\":".contains(c) || needs_escape(c));
    if plain { entry.to_owned() } else { quoted(entry) }
}

/// The note as it stands between braces.
impl Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&note(self).replace(NON_BREAKING_SPACE, " "))
    }
}

/// A space and the notes of a move in braces; nothing if there are none.
fn notes(notes: &[Note]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let notes: Vec<_> = notes.iter().map(note).collect();
    format!(" {{{}}}", notes.join(", "))
}

/// A note, with spaces of words that belong together made unbreakable.
fn note(note: &Note) -> String {
    match note {
        Note::Clock(left) => ClockNote(*left).to_string().replace(' ', NON_BREAKING_SPACE),
        Note::Evaluation(evaluation) => evaluation.to_string().replace(' ', NON_BREAKING_SPACE),
        Note::Comment(words) => quoted(words),
        Note::Other(extra) if extra.value().is_empty() => extra.name().to_owned(),
        Note::Other(extra) => glued(extra.name(), &note_value(extra.value())),
    }
}

/// The value of a note: as it is, or in quotes where it would be read as something else.
fn note_value(value: &str) -> String {
    let plain = !value.split(' ').any(str::is_empty)
        && !value.contains(|c: char| {
            c != ' ' && c.is_whitespace() || ",{}\"".contains(c) || needs_escape(c)
        });
    if plain { value.to_owned() } else { quoted(value) }
}

/// The text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if needs_escape(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Characters that are never written as they are, among them everything that ends a line somewhere.
fn needs_escape(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Placeholder for a space at which no line is broken; it never occurs in the output.
const NON_BREAKING_SPACE: &str = "\0";

/// Two words with a space between, where no line is broken.
fn glued(word: &str, next: &str) -> String {
    format!("{word}{NON_BREAKING_SPACE}{next}")
}

/// Lines of limited width.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// What all lines but the first begin with.
    indent: &'static str,
    column: usize,
}

impl Lines<'_, '_> {
    /// Adds words, and breaks the line at single spaces.
    fn push_all(&mut self, text: &str) -> fmt::Result {
        let mut start = 0;
        for (at, _) in text.match_indices(' ') {
            let touches = text[..at].ends_with(char::is_whitespace)
                || text[at + 1..].starts_with(char::is_whitespace);
            if !touches {
                self.push(&text[start..at])?;
                start = at + 1;
            }
        }
        self.push(&text[start..])
    }

    /// Adds what no line break may divide.
    fn push(&mut self, atom: &str) -> fmt::Result {
        let width = atom.chars().count();
        if self.column == 0 {
            self.column = width;
        } else if self.column + 1 + width <= LINE_MAX_CHARS {
            self.f.write_char(' ')?;
            self.column += 1 + width;
        } else {
            write!(self.f, "\n{}", self.indent)?;
            self.column = self.indent.len() + width;
        }
        self.f.write_str(&atom.replace(NON_BREAKING_SPACE, " "))
    }
}
