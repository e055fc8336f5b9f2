//! GGF, the generic game format of Michael Buro's game server GGS: properties in brackets, several games in
//! a file, whatever stands between them being left aside.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2003.12.15.13:27:47.MST]PB[ana]PW[bo]RE[-4.00:r]TI[05:00//02:00]TY[8]
//! BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
//! B[f5//0.01]W[d6/-4.00/1.2]B[pa];)
//! ```
//!
//! A move may be followed by what its player thought of it, in discs, and the seconds it took.

use std::borrow::Cow;
use std::ops::Range;

use rules::{
    Content, Format, GameFile, ParseError, SavedGame, SavedGames, Seat, Text, read_decimal,
};

use super::replay::{Claim, Replay};
use crate::othello::{Move, Othello};

pub(super) const FORMAT: Format = Format {
    name: "GGF",
    endings: &["ggf", "ggs"],
    beside: &[],
    content: Content::Text,
    fits,
    read,
};

/// How far into a file the name of the game is looked for.
const HEAD: usize = 4096;
/// The most properties of a game: a game has fewer than a hundred moves, each with at most a few comments.
const MOST_PROPERTIES: usize = 1000;
const OPEN: &[u8] = b"(;";
const GAME: &[u8] = b"GM[Othello]";

fn fits(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    // Archives of the server put the number of games into the line before them.
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_digit();
    let Some(start) = bytes.iter().position(|byte| !is_before(byte)) else { return false };
    let head = &bytes[start..bytes.len().min(start + HEAD)];
    head.starts_with(OPEN)
        && head.windows(GAME.len()).any(|window| window.eq_ignore_ascii_case(GAME))
}

fn read<'a>(bytes: &'a [u8], _: &[GameFile<'a>]) -> Result<SavedGames<'a>, ParseError> {
    if !bytes.windows(OPEN.len()).any(|window| window == OPEN) {
        let text = Text::new("no game begins here with (;", "aucune partie ne commence ici par (;");
        return Err(ParseError { at: 0..bytes.len(), text });
    }
    Ok(Box::new(Games { bytes, at: 0 }))
}

/// The games of a file from some place on.
struct Games<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<SavedGame, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut rest = self.bytes[self.at..].windows(OPEN.len());
        let Some(skipped) = rest.position(|window| window == OPEN) else {
            self.at = self.bytes.len();
            return None;
        };
        let start = self.at + skipped;
        self.at = start + OPEN.len();
        Some(self.properties(start).and_then(|found| game(&found)))
    }
}

/// A name with what stands in brackets behind it.
struct Property<'a> {
    name: &'a [u8],
    value: &'a [u8],
    at: Range<usize>,
}

impl<'a> Games<'a> {
    /// Reads the properties of the game that began at `start`. What is read once is never read again, also
    /// if something is wrong with it.
    fn properties(&mut self, start: usize) -> Result<Vec<Property<'a>>, ParseError> {
        let mut found = Vec::new();
        let mut name: &[u8] = &[];
        loop {
            self.skip(|byte| byte.is_ascii_whitespace() || byte == b';');
            let begin = self.at;
            match self.bytes.get(begin) {
                None => return Err(never_closed(start..start + OPEN.len())),
                Some(b')') => {
                    self.at += 1;
                    return Ok(found);
                }
                Some(b'[') if !name.is_empty() => {
                    let (value, at) = self.value()?;
                    if found.len() == MOST_PROPERTIES {
                        return Err(too_many_properties(at));
                    }
                    found.push(Property { name, value, at });
                }
                Some(byte) if byte.is_ascii_alphabetic() => {
                    self.skip(|byte| byte.is_ascii_alphabetic());
                    name = &self.bytes[begin..self.at];
                    self.skip(|byte| byte.is_ascii_whitespace());
                    if self.bytes.get(self.at) != Some(&b'[') {
                        return Err(no_value(&text(name), begin..begin + name.len()));
                    }
                }
                Some(_) => return Err(no_property(begin..begin + 1)),
            }
        }
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|byte| !is_skipped(*byte));
        self.at += end.unwrap_or(rest.len());
    }

    /// Reads a value from its opening bracket to the closing one; behind a backslash a bracket is part of it.
    fn value(&mut self) -> Result<(&'a [u8], Range<usize>), ParseError> {
        let begin = self.at + 1;
        let mut end = begin;
        loop {
            match self.bytes.get(end) {
                None => {
                    self.at = self.bytes.len();
                    return Err(never_closed(begin - 1..begin));
                }
                Some(b']') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        self.at = end + 1;
        Ok((&self.bytes[begin..end], begin..end))
    }
}

/// Plays what the properties tell.
fn game(properties: &[Property<'_>]) -> Result<SavedGame, ParseError> {
    let first = |name: &str| properties.iter().find(|found| found.is(name));
    let value =
        |name: &str| first(name).map(|found| text(found.value)).filter(|text| !text.is_empty());
    if let Some(kind) = first("GM").filter(|kind| !kind.value.eq_ignore_ascii_case(b"othello")) {
        return Err(other_game(kind));
    }
    if let Some(kind) = first("TY").filter(|kind| is_anti(kind.value)) {
        return Err(kind.error(Text::new(
            "in an anti game the fewest discs win, and such games are not known here",
            "dans une partie inversée gagne celui qui a le moins de pions : ce jeu n'est pas connu ici",
        )));
    }
    let start = first("BO").map_or(Ok(Othello::START), board)?;
    let mut replay = Replay::new(start);
    let about = replay.about();
    (about.players.first, about.players.second) = (value("PB"), value("PW"));
    about.date = value("DT").map(date);
    about.time = value("TI");
    for (name, field) in [("PC", "Place"), ("RB", "First-Rating"), ("RW", "Second-Rating")] {
        replay.tell(field, value(name).unwrap_or_default());
    }
    for property in properties {
        match property.name {
            name if name.eq_ignore_ascii_case(b"B") => property.play(Seat::First, &mut replay)?,
            name if name.eq_ignore_ascii_case(b"W") => property.play(Seat::Second, &mut replay)?,
            name if name.eq_ignore_ascii_case(b"C") => replay.comment(text(property.value)),
            _ => {}
        }
    }
    let claim = first("RE").map_or(Ok(Claim::default()), result)?;
    Ok(replay.finish(claim))
}

impl Property<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    fn error(&self, text: Text) -> ParseError {
        ParseError { at: self.at.clone(), text }
    }

    /// Plays the move of `seat`, and before it the pass of the other if it was left out.
    fn play(&self, seat: Seat, replay: &mut Replay) -> Result<(), ParseError> {
        let value = text(self.value);
        let mut parts = value.split('/').map(str::trim);
        let m = parts.next().unwrap_or_default().parse::<Move>();
        let m = m.map_err(|error| self.error(error.text))?;
        if m == Move::Pass && replay.is_over() {
            return Ok(());
        }
        if replay.turn() != seat {
            replay.pass_if_due();
        }
        if replay.turn() != seat && !replay.is_over() {
            return Err(self.error(other_turn(seat)));
        }
        replay.play(m).map_err(|text| self.error(text))?;
        for (name, value) in ["discs", "spent"].into_iter().zip(parts) {
            if !value.is_empty() {
                replay.note(name, value);
            }
        }
        Ok(())
    }
}

/// The board before the first move: its size, its rows and who is to move.
fn board(property: &Property<'_>) -> Result<Othello, ParseError> {
    let value = text(property.value);
    let (size, rest) = value.split_once(char::is_whitespace).unwrap_or((&value, ""));
    if size != "8" {
        return Err(property.error(Text::composed(
            format!("the board has 8 rows of 8 squares here, not {size}"),
            format!("le plateau a ici 8 rangées de 8 cases, et non {size}"),
        )));
    }
    let mut squares: String = rest.split_whitespace().collect();
    let side = squares.pop().map_or(' ', |side| if side == '*' { 'x' } else { side });
    format!("{squares} {side}").parse().map_err(|error: ParseError| property.error(error.text))
}

/// Black's lead, and behind a colon why the game ended early.
fn result(property: &Property<'_>) -> Result<Claim, ParseError> {
    let value = text(property.value);
    let (lead, reason) = value.split_once(':').unwrap_or((&value, ""));
    if lead.is_empty() || lead == "?" {
        return Ok(Claim::default());
    }
    let lead = read_decimal(lead).ok_or_else(|| {
        property.error(Text::composed(
            format!("a result is Black's lead as in +12.00, not '{value}'"),
            format!("un résultat est l'avance de Noir comme +12.00, pas « {value} »"),
        ))
    })?;
    let reason = match reason {
        "r" => Some("resigned"),
        "t" => Some("time"),
        "s" => Some("agreed"),
        _ => None,
    };
    Ok(Claim { lead: Some(lead), reason })
}

/// Whether a type of games, such as `s8r20`, is the one in which the fewest discs win.
fn is_anti(kind: &[u8]) -> bool {
    kind.contains(&b'a')
}

/// A date as records write it, if it begins as the server writes dates: `2003.12.15.13:27:47.MST`.
fn date(text: String) -> String {
    let day = text.get(..10).unwrap_or_default();
    let is_day = day.bytes().enumerate().all(|(index, byte)| match index {
        4 | 7 => matches!(byte, b'.' | b'-'),
        _ => byte.is_ascii_digit(),
    });
    if is_day && !day.is_empty() { day.replace('.', "-") } else { text }
}

/// A value as text: old files are not in UTF-8. Backslashes are taken away.
fn text(value: &[u8]) -> String {
    let text = match str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => value.iter().map(|byte| char::from(*byte)).collect(),
    };
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.trim().chars();
    while let Some(char) = chars.next() {
        plain.extend(if char == '\\' { chars.next() } else { Some(char) });
    }
    plain
}

fn other_game(kind: &Property<'_>) -> ParseError {
    let game = text(kind.value);
    kind.error(Text::composed(
        format!("this is a game of '{game}', not of Othello"),
        format!("c'est une partie de « {game} », non d'Othello"),
    ))
}

fn other_turn(seat: Seat) -> Text {
    match seat {
        Seat::First => Text::new("it is White's turn here", "c'est ici à Blanc de jouer"),
        Seat::Second => Text::new("it is Black's turn here", "c'est ici à Noir de jouer"),
    }
}

fn never_closed(at: Range<usize>) -> ParseError {
    let text = Text::new("this is never closed", "ceci n'est jamais fermé");
    ParseError { at, text }
}

fn no_property(at: Range<usize>) -> ParseError {
    let text = Text::new(
        "a name with a value in brackets, such as PB[Ana], or ;) should stand here",
        "il faut ici un nom avec une valeur entre crochets, comme PB[Ana], ou ;)",
    );
    ParseError { at, text }
}

fn too_many_properties(at: Range<usize>) -> ParseError {
    let text = Text::composed(
        format!("a game has at most {MOST_PROPERTIES} values in brackets"),
        format!("une partie a au plus {MOST_PROPERTIES} valeurs entre crochets"),
    );
    ParseError { at, text }
}

fn no_value(name: &str, at: Range<usize>) -> ParseError {
    let text = Text::composed(
        format!("behind {name} stands a value in brackets"),
        format!("{name} est suivi d'une valeur entre crochets"),
    );
    ParseError { at, text }
}
