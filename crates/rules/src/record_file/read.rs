//! Parser of record files. It accepts fields in any order, blank lines, wrapped lines, and move numbers
//! anywhere.

use std::ops::Range;
use std::str::FromStr;

use super::reader::{RecordReader, Word};
use super::{
    ExtraField, Key, Note, RecordFile, SavedGame, Score, VARIATION_MAX_DEPTH, Variation,
    VariationMove,
};
use crate::{ParseError, Record, Text};

impl FromStr for RecordFile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::read(text)
            .map(|games| Self { games: games.into_iter().map(|(game, _)| game).collect() })
    }
}

/// Byte ranges of the parts of a game that only its rules can check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The name of the game.
    pub game: Range<usize>,
    /// The position from which it started.
    pub start: Range<usize>,
    /// The moves, in the order of [`SavedGame::tree`].
    pub moves: Vec<Range<usize>>,
}

/// Game of a file with its places, or why it cannot be read.
type ReadGame = Result<(SavedGame, Places), ParseError>;

impl RecordFile {
    /// Reads the games of a file with the places of what may still be wrong with them.
    pub fn read(text: &str) -> Result<Vec<(SavedGame, Places)>, ParseError> {
        Self::read_each(text).into_iter().collect()
    }

    /// The same, where a game that cannot be read spoils no other: the next one begins with the next line `Game:`.
    pub(crate) fn read_each(text: &str) -> Vec<ReadGame> {
        let mut reader = RecordReader::new(text);
        let (mut games, mut draft) = (Vec::new(), None);
        loop {
            match read_part(&mut reader, &mut draft, &mut games) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    games.push(Err(error));
                    // A quote or a brace that is never closed may have taken in the next games.
                    reader.at = draft.take().map_or(reader.at, |draft| draft.at.end);
                    reader.skip_to_field(|name| Key::named(name) == Some(Key::Game));
                }
            }
        }
        games.extend(draft.map(Draft::finish));
        games
    }
}

/// Reads a field, a move, notes or a parenthesis; `false` at the end of the file. A line `Game:` finishes the game
/// before it.
fn read_part(
    reader: &mut RecordReader<'_>,
    draft: &mut Option<Draft>,
    games: &mut Vec<ReadGame>,
) -> Result<bool, ParseError> {
    let at_line_start = reader.skip_space();
    let Some(next) = reader.peek() else { return Ok(false) };
    if at_line_start && let Some(name) = reader.field_name() {
        if Key::named(name.text) == Some(Key::Game) {
            games.extend(draft.take().map(Draft::finish));
            *draft = Some(Draft::new(name.at.clone()));
        }
        let draft = draft.as_mut().ok_or_else(|| no_game(name.at.clone()))?;
        draft.read_field(name, reader)?;
        return Ok(true);
    }
    let start = reader.at;
    let draft = draft.as_mut().ok_or_else(|| no_game(start..start + next.len_utf8()))?;
    match next {
        '{' => draft.read_notes(reader)?,
        '(' => draft.open(reader)?,
        ')' => draft.close(reader)?,
        '"' => {
            let entry = reader.string()?;
            draft.push(entry, start..reader.at);
        }
        _ => draft.read_word(reader)?,
    }
    Ok(true)
}

/// Reads a note as it stands between braces.
impl FromStr for Note {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = RecordReader::new(text);
        reader.skip_space();
        let note = match reader.peek() {
            Some('"') => Self::Comment(reader.string()?),
            _ => reader.note()?,
        };
        reader.skip_space();
        if reader.peek().is_some() {
            let text = Text::new("this is more than one note", "il y a là plus d'une note");
            return Err(ParseError { at: reader.at..reader.end(), text });
        }
        Ok(note)
    }
}

/// Game that is being parsed.
struct Draft {
    saved: SavedGame,
    /// Where the field `Game` stands.
    at: Range<usize>,
    /// The known fields so far.
    seen: Vec<Key>,
    /// The variations that are still open, each with its parenthesis and within the one before.
    open: Vec<(Range<usize>, Variation)>,
    places: Places,
}

impl Draft {
    fn new(at: Range<usize>) -> Self {
        let saved = SavedGame::new("", Record::default());
        Self { saved, at, seen: Vec::new(), open: Vec::new(), places: Places::default() }
    }

    /// The game, once nothing more belongs to it.
    fn finish(mut self) -> ReadGame {
        if let Some((at, _)) = self.open.pop() {
            let text =
                Text::new("this parenthesis is never closed", "cette parenthèse n'est pas fermée");
            return Err(ParseError { at, text });
        }
        if !self.seen.contains(&Key::Start) {
            let text =
                Text::new("this game has no 'Start:'", "il manque « Start: » à cette partie");
            return Err(ParseError { at: self.at, text });
        }
        let mut extras = std::mem::take(&mut self.saved.extras);
        // Once for all of them: there may be many, and what the fields say may be long.
        let written = Key::ALL.map(|key| (key, self.saved.value(key).is_some()));
        for (after, _) in &mut extras {
            // A field that says nothing is not written: what stood behind it follows the one before.
            let mut before = written.iter().rev().filter(|(key, written)| key <= after && *written);
            *after = before.next().map_or(Key::Game, |(key, _)| *key);
        }
        extras.sort_by_key(|(after, _)| *after);
        self.saved.extras = extras;
        Ok((self.saved, self.places))
    }

    fn read_field(
        &mut self,
        name: Word<'_>,
        reader: &mut RecordReader<'_>,
    ) -> Result<(), ParseError> {
        let saved = &mut self.saved;
        let Some(key) = Key::named(name.text) else {
            let after = self.seen.last().copied().unwrap_or(Key::Game);
            let (name, value) = (name.text.to_owned(), reader.value()?.unwrap_or_default());
            saved.extras.push((after, ExtraField { name, value }));
            return Ok(());
        };
        if self.seen.contains(&key) {
            return Err(twice(key, name.at));
        }
        self.seen.push(key);
        match key {
            Key::Game => (saved.game, self.places.game) = placed(reader)?,
            Key::Start => (saved.record.start, self.places.start) = placed(reader)?,
            Key::Swap => saved.record.swap = read_swap(reader)?,
            Key::First => saved.players.first = reader.value()?,
            Key::Second => saved.players.second = reader.value()?,
            Key::Date => saved.date = reader.value()?,
            Key::Time => saved.time = reader.value()?,
            Key::Result => {
                saved.score = read_score(reader)?;
                saved.reason = reader.value()?;
            }
        }
        Ok(())
    }

    /// Reads a move, a move number, or both in one word.
    fn read_word(&mut self, reader: &mut RecordReader<'_>) -> Result<(), ParseError> {
        let word = reader.word("{}\"()");
        if word.text.is_empty() {
            let text = Text::new("this brace closes nothing", "cette accolade ne ferme rien");
            return Err(ParseError { at: word.at.start..word.at.start + 1, text });
        }
        let behind_digits = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let entry = match behind_digits.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches('.'),
            None => word.text,
        };
        if !entry.is_empty() {
            let Range { end, .. } = word.at;
            self.push(entry.to_owned(), end - entry.len()..end);
        }
        Ok(())
    }

    /// Adds a move to what is read now: the game, or a variation.
    fn push(&mut self, entry: String, at: Range<usize>) {
        self.places.moves.push(at);
        match self.open.last_mut() {
            Some((_, variation)) => variation.moves.push(VariationMove::new(entry)),
            None => self.saved.record.moves.push(entry),
        }
    }

    /// Whether what is read now has a move already.
    fn has_begun(&self) -> bool {
        match self.open.last() {
            Some((_, variation)) => !variation.moves.is_empty(),
            None => !self.saved.record.moves.is_empty(),
        }
    }

    /// Begins a variation in the place of the last move.
    fn open(&mut self, reader: &mut RecordReader<'_>) -> Result<(), ParseError> {
        let at = reader.at..reader.at + 1;
        if !self.has_begun() {
            let text = Text::new(
                "a variation stands behind the move that it replaces",
                "une variante suit le coup qu'elle remplace",
            );
            return Err(ParseError { at, text });
        }
        if self.open.len() >= VARIATION_MAX_DEPTH {
            let text = Text::composed(
                format!("variations stand at most {VARIATION_MAX_DEPTH} deep within each other"),
                format!("les variantes s'imbriquent au plus {VARIATION_MAX_DEPTH} fois"),
            );
            return Err(ParseError { at, text });
        }
        reader.eat('(');
        self.open.push((at, Variation::default()));
        Ok(())
    }

    /// Ends a variation.
    fn close(&mut self, reader: &mut RecordReader<'_>) -> Result<(), ParseError> {
        let Some((_, variation)) = self.open.pop() else {
            let text =
                Text::new("this parenthesis closes nothing", "cette parenthèse ne ferme rien");
            return Err(ParseError { at: reader.at..reader.at + 1, text });
        };
        reader.eat(')');
        if variation.moves.is_empty() {
            return Ok(());
        }
        match self.open.last_mut() {
            Some((_, outer)) => {
                if let Some(last) = outer.moves.last_mut() {
                    last.variations.push(variation);
                }
            }
            None => self.saved.vary(self.saved.record.moves.len() - 1, variation),
        }
        Ok(())
    }

    /// Adds a note to the last move of what is read now.
    fn annotate(&mut self, note: Note) {
        match self.open.last_mut().and_then(|(_, variation)| variation.moves.last_mut()) {
            Some(aside) => aside.notes.push(note),
            None => self.saved.annotate(self.saved.record.moves.len() - 1, note),
        }
    }

    /// Reads the notes of the last move, from their opening brace to the closing one.
    fn read_notes(&mut self, reader: &mut RecordReader<'_>) -> Result<(), ParseError> {
        let brace = reader.at..reader.at + 1;
        if !self.has_begun() {
            let text = Text::new("notes stand behind their move", "les notes suivent leur coup");
            return Err(ParseError { at: brace, text });
        }
        reader.eat('{');
        loop {
            reader.skip_space();
            match reader.peek() {
                None => return Err(not_closed(brace)),
                Some('}') => {
                    reader.eat('}');
                    return Ok(());
                }
                Some(',') => reader.eat(','),
                Some('"') => self.annotate(Note::Comment(reader.string()?)),
                Some(_) => match reader.note() {
                    Ok(note) => self.annotate(note),
                    Err(_) if reader.peek().is_none() => return Err(not_closed(brace)),
                    Err(error) => return Err(error),
                },
            }
        }
    }
}

/// Reads the value of a field, and where it stands.
fn placed(reader: &mut RecordReader<'_>) -> Result<(String, Range<usize>), ParseError> {
    reader.skip_fold();
    let start = reader.at;
    let value = reader.value()?.unwrap_or_default();
    Ok((value, start..reader.at))
}

fn read_score(reader: &mut RecordReader<'_>) -> Result<Score, ParseError> {
    reader.skip_fold();
    let word = reader.word("");
    let known = Score::ALL.into_iter().find(|score| score.text() == word.text);
    known.or((word.text == "½-½").then_some(Score::Draw)).ok_or_else(|| {
        let text = Text::composed(
            format!("a result is 1-0, 0-1, 1/2-1/2 or *, not '{}'", word.text),
            format!("un résultat est 1-0, 0-1, 1/2-1/2 ou *, pas « {} »", word.text),
        );
        ParseError { at: word.at, text }
    })
}

fn read_swap(reader: &mut RecordReader<'_>) -> Result<bool, ParseError> {
    reader.skip_fold();
    let start = reader.at;
    let value = reader.value()?.unwrap_or_default();
    match value.to_ascii_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => {
            let text = Text::composed(
                format!("'Swap:' is yes or no, not '{value}'"),
                format!("« Swap: » est yes ou no, pas « {value} »"),
            );
            Err(ParseError { at: start..reader.at, text })
        }
    }
}

fn no_game(at: Range<usize>) -> ParseError {
    let text = Text::new("a game begins with 'Game:'", "une partie commence par « Game: »");
    ParseError { at, text }
}

fn not_closed(brace: Range<usize>) -> ParseError {
    let text = Text::new("this brace is never closed", "cette accolade n'est pas fermée");
    ParseError { at: brace, text }
}

fn twice(key: Key, at: Range<usize>) -> ParseError {
    let name = key.name();
    let text = Text::composed(
        format!("'{name}:' stands here for the second time"),
        format!("« {name}: » figure ici pour la deuxième fois"),
    );
    ParseError { at, text }
}
