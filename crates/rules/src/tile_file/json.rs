//! JSON parser that records the byte range of every value, and returns what comes before an error.

use std::ops::Range;

use crate::{ParseError, Text};

/// Nesting depth of lists and objects.
const JSON_MAX_DEPTH: usize = 16;

/// A value, and the bytes that it takes.
#[derive(Debug)]
pub(super) struct JsonValue {
    pub(super) at: Range<usize>,
    pub(super) kind: JsonKind,
}

#[derive(Debug)]
pub(super) enum JsonKind {
    /// `null`, `true`, `false`.
    Word,
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<JsonValue>),
    /// The members in their order; of names that stand there twice, both.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) name_at: Range<usize>,
    pub(super) value: JsonValue,
}

impl JsonValue {
    /// The member of that name, the first if there are several.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        let JsonKind::Object(members) = &self.kind else { return None };
        members.iter().find(|member| member.name == name).map(|member| &member.value)
    }
}

/// Reads a text. After a mistake the list or object that the text is holds what stood complete
/// before it.
pub(super) fn read(text: &str) -> (Option<JsonValue>, Option<ParseError>) {
    let mut reader = JsonReader { text, at: 0, mistake: None };
    let value = reader.value(0);
    if reader.mistake.is_none() {
        reader.blanks();
        if reader.at < text.len() {
            reader.expected("nothing more", "plus rien");
        }
    }
    (value, reader.mistake)
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
    mistake: Option<ParseError>,
}

impl JsonReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        self.at = self.text.len() - self.rest().trim_start_matches(blank).len();
    }

    /// Goes past `char` if that comes next, blanks before it aside.
    fn eat(&mut self, char: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(char);
        if found {
            self.at += char.len_utf8();
        }
        found
    }

    /// Stops: something else should stand here.
    fn expected(&mut self, en: &str, fr: &str) {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        let text = if self.at == self.text.len() {
            Text::composed(
                format!("the file ends too early: {en} should follow"),
                format!("le fichier s'arrête trop tôt : il manque {fr}"),
            )
        } else {
            Text::composed(
                format!("this is not JSON: {en} should stand here; the rest was not read"),
                format!(
                    "ce n'est pas du JSON : ici devrait se trouver {fr} ; la suite n'a pas été lue"
                ),
            )
        };
        self.mistake = Some(ParseError { at: self.at..end, text });
    }

    /// The next value; a list or object that is not whole after a mistake.
    fn value(&mut self, depth: usize) -> Option<JsonValue> {
        self.blanks();
        let start = self.at;
        let kind = match self.peek() {
            Some('[' | '{') if depth == JSON_MAX_DEPTH => {
                let text = Text::new(
                    "lists lie too deep in each other here; the rest was not read",
                    "trop de listes imbriquées ici ; la suite n'a pas été lue",
                );
                self.mistake = Some(ParseError { at: start..start + 1, text });
                return None;
            }
            Some('[') => JsonKind::List(self.list(depth)),
            Some('{') => JsonKind::Object(self.object(depth)),
            Some('"') => JsonKind::Text(self.string()?),
            Some(c) if c == '-' || c.is_ascii_digit() => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
                let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
                self.at += length;
                JsonKind::Number(self.text[start..self.at].to_owned())
            }
            _ => {
                let word =
                    ["null", "true", "false"].into_iter().find(|w| self.rest().starts_with(w));
                let Some(word) = word else {
                    self.expected("a value", "une valeur");
                    return None;
                };
                self.at += word.len();
                JsonKind::Word
            }
        };
        Some(JsonValue { at: start..self.at, kind })
    }

    /// A list from its bracket on.
    fn list(&mut self, depth: usize) -> Vec<JsonValue> {
        let mut values = Vec::new();
        self.eat('[');
        if self.eat(']') {
            return values;
        }
        loop {
            let value = self.value(depth + 1);
            if self.mistake.is_some() {
                return values;
            }
            values.extend(value);
            if self.eat(']') {
                return values;
            }
            if !self.eat(',') {
                self.expected("a comma or ]", "une virgule ou ]");
                return values;
            }
        }
    }

    /// An object from its brace on.
    fn object(&mut self, depth: usize) -> Vec<Member> {
        let mut members = Vec::new();
        self.eat('{');
        if self.eat('}') {
            return members;
        }
        loop {
            self.blanks();
            let start = self.at;
            if self.peek() != Some('"') {
                self.expected("a name between quotation marks", "un nom entre guillemets");
                return members;
            }
            let Some(name) = self.string() else { return members };
            let name_at = start..self.at;
            if !self.eat(':') {
                self.expected("a colon", "deux-points");
                return members;
            }
            let value = self.value(depth + 1);
            if self.mistake.is_some() {
                return members;
            }
            members.extend(value.map(|value| Member { name, name_at, value }));
            if self.eat('}') {
                return members;
            }
            if !self.eat(',') {
                self.expected("a comma or }", "une virgule ou }");
                return members;
            }
        }
    }

    /// A string from its quotation mark on.
    fn string(&mut self) -> Option<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let Some(char) = self.peek().filter(|c| !matches!(c, '\n' | '\r')) else {
                self.expected("the second quotation mark", "le second guillemet");
                return None;
            };
            self.at += char.len_utf8();
            match char {
                '"' => return Some(string),
                '\\' => string.push(self.escaped()?),
                char => string.push(char),
            }
        }
    }

    /// What is meant by what stands behind a backslash.
    fn escaped(&mut self) -> Option<char> {
        let char = self.peek();
        self.at += char.map_or(0, char::len_utf8);
        let meant = match char {
            Some(char @ ('"' | '\\' | '/')) => Some(char),
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('b') => Some('\u{8}'),
            Some('f') => Some('\u{c}'),
            Some('u') => self.unicode(),
            _ => None,
        };
        if meant.is_none() {
            self.expected("a character that can be escaped", "un caractère d'échappement connu");
        }
        meant
    }

    /// A character by its number, or by the two numbers of UTF-16.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first.into());
        }
        let rest = self.rest().strip_prefix("\\u")?;
        self.at = self.text.len() - rest.len();
        let units = [first, self.hex()?];
        char::decode_utf16(units).next()?.ok()
    }

    fn hex(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        self.at += 4;
        Some(number)
    }
}
