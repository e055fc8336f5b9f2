//! File formats of other programs, which each game declares for itself.

use std::cell::OnceCell;
use std::fmt;

use crate::pasted::{Reading, read_each};
use crate::{AnyGame, LineIndex, ParseError, ParsedGame, ParsedKind, ReadLimits, SavedGame, Text};

/// File format of another program.
pub struct Format {
    /// Its name, such as `GGF`.
    pub name: &'static str,
    /// File name extensions, without the dot and in lower case.
    pub endings: &'static [&'static str],
    /// Extensions of companion files, which tell more of the games.
    pub beside: &'static [&'static str],
    /// Whether places in the file are lines or bytes.
    pub content: Content,
    /// Detects the format by the content.
    pub fits: fn(&[u8]) -> bool,
    /// Parses a file with its companion files.
    pub read: for<'a> fn(&'a [u8], &[GameFile<'a>]) -> Result<SavedGames<'a>, ParseError>,
}

/// Content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Lines of text.
    Text,
    /// Anything else, such as WTHOR.
    Bytes,
}

/// Iterator over the games of a file. All moves are legal and in exact notation; an error in one game does
/// not affect the next.
pub type SavedGames<'a> = Box<dyn Iterator<Item = Result<SavedGame, ParseError>> + 'a>;

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// File of games to be parsed.
#[derive(Clone, Copy, Debug)]
pub struct GameFile<'a> {
    /// Its name, which may be empty.
    pub name: &'a str,
    /// All of the file.
    pub bytes: &'a [u8],
}

impl GameFile<'_> {
    /// Whether its name has one of these extensions.
    pub fn ends_with(&self, endings: &[&str]) -> bool {
        let ending = self.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
    }

    /// Its format, by its name or its content, and the game of that format.
    pub fn format(
        &self,
        games: &[&'static dyn AnyGame],
    ) -> Option<(&'static dyn AnyGame, &'static Format)> {
        let named = find(games, |format| self.ends_with(format.endings));
        named.or_else(|| find(games, |format| (format.fits)(self.bytes)))
    }

    /// Whether it is a companion file, which has no games itself.
    pub fn is_beside(&self, games: &[&'static dyn AnyGame]) -> bool {
        games.iter().flat_map(|game| game.formats()).any(|format| self.ends_with(format.beside))
    }
}

/// A file of games that is being read.
pub struct OpenFile<'a> {
    /// Its games, one by one: see [`SavedGames`].
    pub games: Box<dyn Iterator<Item = Result<ParsedGame, ParseError>> + 'a>,
    /// Converts offsets of errors into places for people.
    pub places: FilePlaces<'a>,
}

/// Reads a file of any kind with games of any of these games in it: one of [`AnyGame::formats`], a record
/// file, or whatever else could be pasted, within `limits`. `beside` has the files that tell more of them.
pub fn open_file<'a>(
    file: GameFile<'a>,
    beside: &[GameFile<'a>],
    games: &[&'static dyn AnyGame],
    limits: ReadLimits,
) -> Result<OpenFile<'a>, FileError> {
    let Some((game, format)) = file.format(games) else {
        let places = FilePlaces::new(file.bytes, Content::Text);
        let text = str::from_utf8(file.bytes).map_err(|error| {
            let places = FilePlaces::new(file.bytes, Content::Bytes);
            places.error(no_text(error.valid_up_to()))
        })?;
        let readings = read_each(text, games, limits).map_err(|error| places.error(error))?;
        return Ok(OpenFile { games: Box::new(readings.into_iter()), places });
    };
    let places = FilePlaces::new(file.bytes, format.content);
    let saved = (format.read)(file.bytes, beside).map_err(|error| places.error(error))?;
    Ok(OpenFile { games: Box::new(saved.map(move |saved| reading(game, saved))), places })
}

/// The games in a text that another program wrote; `None` if it is of no format of these games.
pub(crate) fn read_formatted(
    text: &str,
    games: &[&'static dyn AnyGame],
    limits: ReadLimits,
) -> Option<Result<Vec<ParsedGame>, ParseError>> {
    let (game, format) = find(games, |format| (format.fits)(text.as_bytes()))?;
    let saved = (format.read)(text.as_bytes(), &[]);
    Some(saved.and_then(|saved| limits.collect(text, saved.map(|saved| reading(game, saved)))))
}

/// The first format that matches, and its game.
fn find(
    games: &[&'static dyn AnyGame],
    is_it: impl Fn(&Format) -> bool,
) -> Option<(&'static dyn AnyGame, &'static Format)> {
    let all = games.iter().flat_map(|&game| game.formats().iter().map(move |one| (game, one)));
    all.into_iter().find(|(_, format)| is_it(format))
}

fn reading(game: &'static dyn AnyGame, saved: Result<SavedGame, ParseError>) -> Reading {
    saved.map(|saved| ParsedGame { game, kind: ParsedKind::File, saved })
}

/// A file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// What is wrong, and which bytes are.
    pub error: ParseError,
    /// Where that is, for people.
    pub place: Text,
}

impl FileError {
    /// The place and what is wrong there.
    pub fn text(&self) -> Text {
        let (place, text) = (&self.place, &self.error.text);
        Text::composed(format!("{}: {}", place.en, text.en), format!("{} : {}", place.fr, text.fr))
    }
}

/// Converts offsets of errors in a file into places for people.
#[derive(Clone, Debug)]
pub struct FilePlaces<'a> {
    bytes: &'a [u8],
    content: Content,
    /// Made for the first error.
    lines: OnceCell<LineIndex<'a>>,
}

impl<'a> FilePlaces<'a> {
    const fn new(bytes: &'a [u8], content: Content) -> Self {
        Self { bytes, content, lines: OnceCell::new() }
    }

    /// The error with its place.
    pub fn error(&self, error: ParseError) -> FileError {
        FileError { place: self.of(error.at.start), error }
    }

    /// The error of the game with that number in the file, from 0, with its place.
    pub fn error_of(&self, index: usize, error: ParseError) -> FileError {
        let FileError { place, error } = self.error(error);
        let number = index + 1;
        let place = Text::composed(
            format!("game {number}, {}", place.en),
            format!("partie {number}, {}", place.fr),
        );
        FileError { error, place }
    }

    /// The line and the column of a byte, or the byte.
    fn of(&self, at: usize) -> Text {
        match self.content {
            Content::Bytes => Text::composed(format!("byte {at}"), format!("octet {at}")),
            Content::Text => {
                let lines = self.lines.get_or_init(|| LineIndex::new(self.bytes));
                let (line, column) = lines.place(at);
                Text::composed(
                    format!("line {line}, column {column}"),
                    format!("ligne {line}, colonne {column}"),
                )
            }
        }
    }
}

fn no_text(at: usize) -> ParseError {
    ParseError {
        at: at..at + 1,
        text: Text::new(
            "this is neither text nor a file of games of a kind that is known here",
            "ce n'est ni du texte, ni un fichier de parties d'un genre connu ici",
        ),
    }
}
