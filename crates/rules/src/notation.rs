//! Parts of position texts: fields, rows of discs, the side to move.

use std::fmt::{self, Write};
use std::ops::Range;

use crate::{ParseError, Seat, Text};

/// Part of a text with its offset.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The words of the field.
    pub text: &'a str,
    /// The byte of the larger text where they begin.
    pub at: usize,
}

impl<'a> Field<'a> {
    /// The bytes of the larger text that the field takes.
    pub const fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// An error about the whole field.
    pub const fn error(&self, text: Text) -> ParseError {
        ParseError { at: self.range(), text }
    }

    /// The parts of the field between slashes.
    pub fn parts(&self) -> impl Iterator<Item = Field<'a>> {
        let mut at = self.at;
        self.text.split('/').map(move |text| {
            let part = Field { text, at };
            at += text.len() + 1;
            part
        })
    }

    /// The characters of the field, each as a field of its own.
    pub fn chars(&self) -> impl Iterator<Item = (char, Field<'a>)> {
        let Field { text, at } = *self;
        text.char_indices().map(move |(start, char)| {
            let text = &text[start..start + char.len_utf8()];
            (char, Field { text, at: at + start })
        })
    }
}

/// The fields of a text, separated by white space.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    /// Begins to read `text`.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next field, named `en` and `fr` in the error that says that it is missing.
    pub fn expect(&mut self, en: &str, fr: &str) -> Result<Field<'a>, ParseError> {
        self.next().ok_or_else(|| ParseError {
            at: self.text.len()..self.text.len(),
            text: Text::composed(
                format!("the position ends here, but {en} should follow"),
                format!("la position s'arrête ici, mais il manque {fr}"),
            ),
        })
    }

    /// Makes sure that nothing follows.
    pub fn end(mut self) -> Result<(), ParseError> {
        match self.next() {
            None => Ok(()),
            Some(field) => Err(field.error(Text::composed(
                format!("'{}' is too much: the position is complete before it", field.text),
                format!("« {} » est de trop : la position est déjà complète", field.text),
            ))),
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let rest = &self.text[self.at..];
        let start = rest.find(|c: char| !c.is_whitespace())?;
        let length = rest[start..].find(char::is_whitespace).unwrap_or(rest.len() - start);
        let at = self.at + start;
        self.at = at + length;
        Some(Field { text: &self.text[at..self.at], at })
    }
}

/// Reads `rows` rows of `columns` cells, the top one first, `/` between: `x` and `o` for the seats,
/// digits for runs of empty cells (`.`, `-` and `_` for one). The cells come in reading order.
pub fn read_rows(
    field: Field<'_>,
    columns: usize,
    rows: usize,
) -> Result<Vec<Option<Seat>>, ParseError> {
    let found = field.parts().count();
    if found != rows {
        return Err(field.error(Text::composed(
            format!("rows: {found} instead of {rows}"),
            format!("rangées : {found} au lieu de {rows}"),
        )));
    }
    let mut cells = Vec::with_capacity(columns * rows);
    for (number, row) in field.parts().enumerate() {
        for (char, place) in row.chars() {
            match char {
                '1'..='9' => cells.extend((b'0'..char as u8).map(|_| None)),
                '.' | '-' | '_' => cells.push(None),
                _ => match Seat::from_letter(char) {
                    Some(seat) => cells.push(Some(seat)),
                    None => {
                        return Err(place.error(Text::composed(
                            format!("'{char}' is neither x, o nor a number of empty cells"),
                            format!("« {char} » n'est ni x, ni o, ni un nombre de cases vides"),
                        )));
                    }
                },
            }
        }
        let width = cells.len() - number * columns;
        if width != columns {
            let row_number = number + 1;
            return Err(row.error(Text::composed(
                format!("cells of row {row_number} from the top: {width} instead of {columns}"),
                format!(
                    "cases de la rangée {row_number} depuis le haut : {width} au lieu de {columns}"
                ),
            )));
        }
    }
    Ok(cells)
}

/// Writes cells in reading order as [`read_rows`] reads them.
pub fn write_rows(
    f: &mut fmt::Formatter<'_>,
    columns: usize,
    cells: impl Iterator<Item = Option<Seat>>,
) -> fmt::Result {
    let mut empty = 0;
    for (index, cell) in cells.enumerate() {
        if index > 0 && index.is_multiple_of(columns) {
            write_run(f, &mut empty)?;
            f.write_char('/')?;
        }
        match cell {
            None => empty += 1,
            Some(seat) => {
                write_run(f, &mut empty)?;
                write!(f, "{seat}")?;
            }
        }
    }
    write_run(f, &mut empty)
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u8) -> fmt::Result {
    match std::mem::take(empty) {
        0 => Ok(()),
        run => write!(f, "{run}"),
    }
}

/// Reads the side to move, `x` or `o`.
pub fn read_seat(field: Field<'_>) -> Result<Seat, ParseError> {
    let mut chars = field.text.chars();
    match (chars.next().and_then(Seat::from_letter), chars.next()) {
        (Some(seat), None) => Ok(seat),
        _ => Err(field.error(Text::composed(
            format!("the side to move is x or o, not '{}'", field.text),
            format!("le trait est à x ou à o, pas à « {} »", field.text),
        ))),
    }
}

/// Reads a number such as `62.5` or `+12.00`: the nearest one, as numerator and denominator are exact. `None` for more than
/// 15 digits. The tables by which the standard library reads any number have 10 KiB, too many for what is read here.
pub fn read_decimal(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = [whole, fraction].concat();
    if digits.len() > 15 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let numerator: u64 = digits.parse().ok()?;
    let denominator = 10_u64.pow(fraction.len() as u32);
    Some(sign * numerator as f64 / denominator as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        for text in
            ["0", "7", "0.0", "+62.5", "-33.33", "100.0", "29.7", ".25", "5.", "123456789012.345"]
        {
            assert_eq!(read_decimal(text), text.parse().ok(), "{text}");
        }
        for text in ["", "-", "+", ".", "+-1", "1e5", "1.2.3", "x", "inf", "0000000000000001"] {
            assert_eq!(read_decimal(text), None, "{text}");
        }
    }
}
