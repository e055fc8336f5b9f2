//! Files of other programs: every game knows those in which its own games are kept.

use std::cell::OnceCell;
use std::fmt;

use crate::{
    AnyGame, LineIndex, ParseError, ReadLimits, Reading, ReadingKind, SavedGame, Text, read_pasted,
};

/// A kind of file in which other programs keep games of one game.
pub struct Format {
    /// What people call it: `GGF`.
    pub name: &'static str,
    /// How the names of such files end, without the dot and in small letters.
    pub endings: &'static [&'static str],
    /// How the names of files end that stand beside one and tell more of its games.
    pub beside: &'static [&'static str],
    /// How a place in such a file is told.
    pub content: Content,
    /// Whether bytes are such a file, whatever its name is.
    pub fits: fn(&[u8]) -> bool,
    /// Reads the games of a file, with what the files beside it tell of them.
    pub read: for<'a> fn(&'a [u8], &[GameFile<'a>]) -> Result<SavedGames<'a>, ParseError>,
}

/// What a file is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Lines that people can read.
    Text,
    /// Bytes for programs.
    Bytes,
}

/// The games of a file, read one by one. All moves are legal and in exact notation; a game that cannot be
/// read is told by what is wrong with it, and does no harm to the next.
pub type SavedGames<'a> = Box<dyn Iterator<Item = Result<SavedGame, ParseError>> + 'a>;

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A file that somebody brings.
#[derive(Clone, Copy, Debug)]
pub struct GameFile<'a> {
    /// Its name, which may be empty.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

impl GameFile<'_> {
    /// Whether its name ends in one of these ways.
    pub fn ends_with(&self, endings: &[&str]) -> bool {
        let ending = self.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
    }

    /// The format that it is in, by its name or by what is in it, and the game whose that is.
    pub fn format(
        &self,
        games: &[&'static dyn AnyGame],
    ) -> Option<(&'static dyn AnyGame, &'static Format)> {
        let named = find(games, |format| self.ends_with(format.endings));
        named.or_else(|| find(games, |format| (format.fits)(self.bytes)))
    }

    /// Whether it has no games itself, but tells more of those in a file beside it.
    pub fn is_beside(&self, games: &[&'static dyn AnyGame]) -> bool {
        games.iter().flat_map(|game| game.formats()).any(|format| self.ends_with(format.beside))
    }
}

/// A file of games that is being read.
pub struct OpenFile<'a> {
    /// Its games, one by one: see [`SavedGames`].
    pub games: Box<dyn Iterator<Item = Result<Reading, ParseError>> + 'a>,
    /// What tells the place of an error.
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
        let readings = read_pasted(text, games, limits);
        let readings = readings.map_err(|error| places.error(error))?;
        return Ok(OpenFile { games: Box::new(readings.into_iter().map(Ok)), places });
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
) -> Option<Result<Vec<Reading>, ParseError>> {
    let (game, format) = find(games, |format| (format.fits)(text.as_bytes()))?;
    let saved = (format.read)(text.as_bytes(), &[]);
    Some(saved.and_then(|saved| limits.collect(text, saved.map(|saved| reading(game, saved)))))
}

/// The first format that is the one, and the game whose it is.
fn find(
    games: &[&'static dyn AnyGame],
    is_it: impl Fn(&Format) -> bool,
) -> Option<(&'static dyn AnyGame, &'static Format)> {
    let all = games.iter().flat_map(|&game| game.formats().iter().map(move |one| (game, one)));
    all.into_iter().find(|(_, format)| is_it(format))
}

fn reading(
    game: &'static dyn AnyGame,
    saved: Result<SavedGame, ParseError>,
) -> Result<Reading, ParseError> {
    saved.map(|saved| Reading { game, kind: ReadingKind::File, saved })
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

/// Tells the places of errors in a file.
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
