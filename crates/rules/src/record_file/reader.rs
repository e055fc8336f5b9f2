//! Lexer of record files: words, quoted texts, values of fields, notes.

use std::ops::Range;

use super::{Note, is_name, is_name_char};
use crate::{ParseError, Text};

/// A part of the text, and where it stands.
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: Range<usize>,
}

/// The text, and how much of it is read.
pub(super) struct RecordReader<'a> {
    text: &'a str,
    pub(super) at: usize,
}

/// Byte order mark, which some editors put before a text.
const BOM: &str = "\u{feff}";

/// Space within a line.
const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

const fn is_space(c: char) -> bool {
    is_blank(c) || c == '\n'
}

impl<'a> RecordReader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: if text.starts_with(BOM) { BOM.len() } else { 0 } }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Where the text ends.
    pub(super) fn end(&self) -> usize {
        self.text.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn eat(&mut self, expected: char) {
        if self.peek() == Some(expected) {
            self.at += expected.len_utf8();
        }
    }

    /// Reads as long as `belongs`.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> Word<'a> {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        Word { text: &rest[..length], at: start..self.at }
    }

    /// Reads up to a space or one of the characters `ends`.
    pub(super) fn word(&mut self, ends: &str) -> Word<'a> {
        self.take_while(|c| !is_space(c) && !ends.contains(c))
    }

    /// Skips spaces and lines, and says whether a line begins here.
    pub(super) fn skip_space(&mut self) -> bool {
        let space = self.take_while(is_space);
        let before = &self.text[..space.at.start];
        space.text.contains('\n') || before.is_empty() || before == BOM
    }

    /// Skips to the end of the line before the next one that begins with a field of such a name, or to the end.
    pub(super) fn skip_to_field(&mut self, is_wanted: impl Fn(&str) -> bool) {
        while let Some(length) = self.rest().find('\n') {
            let line_end = self.at + length;
            self.at = line_end;
            self.skip_space();
            if self.field_name().is_some_and(|name| is_wanted(name.text)) {
                self.at = line_end;
                return;
            }
        }
        self.at = self.end();
    }

    /// Skips spaces, also those that a field's next line begins with.
    pub(super) fn skip_fold(&mut self) {
        self.take_while(is_blank);
        while let Some(next) = self.next_line_of_field() {
            self.at = next;
        }
    }

    /// Where the field goes on in the next line, if that is indented and not blank. To be asked at
    /// the end of a line.
    fn next_line_of_field(&self) -> Option<usize> {
        let line = self.rest().strip_prefix('\n')?;
        let content = line.trim_start_matches(is_blank);
        let indented = content.len() < line.len() && !content.is_empty();
        (indented && !content.starts_with('\n')).then(|| self.text.len() - content.len())
    }

    /// Reads the name of a field and the colon behind it; nothing if there is none.
    pub(super) fn field_name(&mut self) -> Option<Word<'a>> {
        let start = self.at;
        let name = self.take_while(is_name_char);
        if is_name(name.text) && self.peek() == Some(':') {
            self.eat(':');
            return Some(name);
        }
        self.at = start;
        None
    }

    /// Reads the value of a field to its end; `None` if there is none.
    pub(super) fn value(&mut self) -> Result<Option<String>, ParseError> {
        self.skip_fold();
        if self.peek() == Some('"') {
            let text = self.string()?;
            self.skip_fold();
            let more = self.take_while(|c| c != '\n');
            if more.text.is_empty() {
                return Ok(Some(text));
            }
            let text = Text::new(
                "nothing may stand behind the closing quote",
                "rien ne peut suivre le guillemet fermant",
            );
            return Err(ParseError { at: more.at, text });
        }
        let mut text = String::new();
        loop {
            let line = self.take_while(|c| c != '\n').text;
            text.push_str(line.trim_end_matches(is_blank));
            let Some(next) = self.next_line_of_field() else { break };
            self.at = next;
            text.push(' ');
        }
        Ok((!text.is_empty()).then_some(text))
    }

    /// Reads a note that begins with a name.
    pub(super) fn note(&mut self) -> Result<Note, ParseError> {
        let name = self.word(",{}\"");
        if !is_name(name.text) {
            let end = if name.text.is_empty() { name.at.start + 1 } else { name.at.end };
            let text = Text::new(
                "a note is a comment in quotes, or begins with a name as in: clock 4:59",
                "une note est un commentaire entre guillemets, ou commence par un nom : clock 4:59",
            );
            return Err(ParseError { at: name.at.start..end, text });
        }
        self.skip_space();
        let start = self.at;
        if self.peek() == Some('"') {
            let value = self.string()?;
            return Note::read(name.text, &value)
                .map_err(|text| ParseError { at: start..self.at, text });
        }
        let mut words = Vec::new();
        let mut end = start;
        loop {
            let word = self.word(",{}\"");
            if word.text.is_empty() {
                break;
            }
            words.push(word.text);
            end = word.at.end;
            self.skip_space();
        }
        let at = if words.is_empty() { name.at } else { start..end };
        Note::read(name.text, &words.join(" ")).map_err(|text| ParseError { at, text })
    }

    /// Reads a text in quotes. A line break in it, with the spaces around, is one space.
    pub(super) fn string(&mut self) -> Result<String, ParseError> {
        let quote = self.at..self.at + 1;
        self.eat('"');
        let mut text = String::new();
        while let Some(next) = self.peek() {
            match next {
                '"' => {
                    self.eat('"');
                    return Ok(text);
                }
                '\\' => text.push(self.escape()?),
                _ if is_space(next) => {
                    let space = self.take_while(is_space).text;
                    text.push_str(if space.contains('\n') { " " } else { space });
                }
                _ => text.push_str(self.take_while(|c| !is_space(c) && c != '"' && c != '\\').text),
            }
        }
        let text = Text::new("this quote is never closed", "ce guillemet n'est pas fermé");
        Err(ParseError { at: quote, text })
    }

    /// Reads a backslash and what it stands for.
    fn escape(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        self.eat('\\');
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        let char = match next {
            Some('"') => Some('"'),
            Some('\\') => Some('\\'),
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('u') if self.peek() == Some('{') => {
                self.eat('{');
                let digits = self.take_while(|c| c.is_ascii_hexdigit()).text;
                let closed = self.peek() == Some('}');
                self.eat('}');
                let number = u32::from_str_radix(digits, 16).ok();
                number.filter(|_| closed).and_then(char::from_u32)
            }
            _ => None,
        };
        char.ok_or_else(|| {
            let text = Text::new(
                r#"behind a backslash stands \, ", n, t or u{…}"#,
                r#"après une barre oblique inverse il faut \, ", n, t ou u{…}"#,
            );
            ParseError { at: start..self.at, text }
        })
    }
}
