//! Parser of files of tiles in any format.

use std::ops::Range;

use super::TileFile;
use super::json::{self, JsonKind, JsonValue, Member};
use crate::{AnyGame, ParseError, Text, Tile, tile_name};

/// Name of a tile without one.
const DEFAULT_TILE_NAME: &str = "quadrant";

/// Reads the tiles of a game.
pub(super) fn read(text: &str, game: &dyn AnyGame) -> TileFile {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = TileFileReader { text: bare, game, file: TileFile::default() };
    if bare.trim_start().starts_with(['{', '[']) {
        reader.read_json();
    } else {
        reader.read_lines();
    }
    let TileFile { tiles, mut problems, more_problems } = reader.file;
    if tiles.is_empty() && problems.is_empty() {
        let nothing = Text::new("there is no quadrant in it", "il ne contient aucun quadrant");
        problems.push(ParseError::whole(bare, nothing));
    }
    problems.sort_by_key(|problem| problem.at.start);
    let mark = text.len() - bare.len();
    let problems = problems.into_iter().map(|problem| problem.shifted(mark)).collect();
    TileFile { tiles, problems, more_problems }
}

struct TileFileReader<'a> {
    text: &'a str,
    game: &'a dyn AnyGame,
    file: TileFile,
}

/// String with its byte range in the file.
struct Token<'a> {
    string: &'a str,
    at: Range<usize>,
}

impl TileFileReader<'_> {
    fn problem(&mut self, at: Range<usize>, text: Text) {
        if self.file.problems.len() < TileFile::MAX_PROBLEMS {
            self.file.problems.push(ParseError { at, text });
        } else {
            self.file.more_problems += 1;
        }
    }

    /// Keeps a tile, or says why it cannot be used. `place` says where a part of the rows stands.
    fn take(&mut self, name: &Token<'_>, rows: &str, place: impl Fn(Range<usize>) -> Range<usize>) {
        let name = match tile_name(name.string, self.game.info()) {
            Ok(name) => name,
            Err(ParseError { at, text }) => return self.problem(self.place(name, at), text),
        };
        match self.game.check_tile(rows).rows {
            Ok(_) if self.file.tiles.len() == TileFile::MAX_TILES => {
                self.problem(place(0..rows.len()), too_many());
            }
            Ok(rows) => self.file.tiles.push(Tile { name: name.into(), rows: rows.into() }),
            Err(ParseError { at, text }) => self.problem(place(at), about(&name, &text)),
        }
    }

    /// Where a part of a string stands: inside it, or all of it if it is not spelled as it is read.
    fn place(&self, whole: &Token<'_>, part: Range<usize>) -> Range<usize> {
        let written = &self.text[whole.at.clone()];
        match written.find(whole.string) {
            Some(start) if written.len() <= whole.string.len() + 2 => {
                let start = whole.at.start + start;
                start + part.start..start + part.end
            }
            _ => whole.at.clone(),
        }
    }

    fn read_lines(&mut self) {
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let field = trimmed(line, at);
            at += line.len();
            if field.string.is_empty() || field.string.starts_with('#') {
                continue;
            }
            let (name, rows) = match field.string.split_once(':') {
                Some((name, rows)) => {
                    let behind = field.at.start + name.len() + 1;
                    (trimmed(name, field.at.start), trimmed(rows, behind))
                }
                None if field.string.contains('/') => {
                    (Token { string: DEFAULT_TILE_NAME, at: field.at.clone() }, field)
                }
                None => {
                    let no_tile = Text::new(
                        "a quadrant is a name, a colon and its rows with / between",
                        "un quadrant, c'est un nom, deux-points et ses rangées séparées par /",
                    );
                    self.problem(field.at, no_tile);
                    continue;
                }
            };
            let begin = rows.at.start;
            self.take(&name, rows.string, |part| begin + part.start..begin + part.end);
        }
    }

    fn read_json(&mut self) {
        let (value, mistake) = json::read(self.text);
        self.file.problems.extend(mistake);
        let Some(value) = value else { return };
        match &value.kind {
            JsonKind::Object(_) if is_tile(&value) => self.read_named(&value),
            JsonKind::Object(members) => {
                for Member { name, name_at, value } in members {
                    self.read_value(&Token { string: name, at: name_at.clone() }, value);
                }
            }
            JsonKind::List(values) => values.iter().for_each(|value| self.read_named(value)),
            JsonKind::Word | JsonKind::Number(_) | JsonKind::Text(_) => {}
        }
    }

    /// Reads a tile that says its name itself.
    fn read_named(&mut self, value: &JsonValue) {
        let (string, at) = match value.member("name") {
            Some(JsonValue { kind: JsonKind::Text(name), at }) => (name.as_str(), at.clone()),
            Some(JsonValue { at, .. }) => {
                let no_name = Text::new("a name is a text", "un nom est un texte");
                return self.problem(at.clone(), no_name);
            }
            None => (DEFAULT_TILE_NAME, value.at.clone()),
        };
        self.read_value(&Token { string, at }, value);
    }

    /// Reads a tile of that name: rows or a grid, alone or as members.
    fn read_value(&mut self, name: &Token<'_>, value: &JsonValue) {
        let drawn = ["rows", "grid"].into_iter().find_map(|member| value.member(member));
        let drawn = drawn.unwrap_or(value);
        let all = &drawn.at;
        match &drawn.kind {
            JsonKind::Text(rows) => {
                let token = Token { string: rows, at: all.clone() };
                let begin = self.place(&token, 0..0);
                let place = |part: Range<usize>| match begin.len() {
                    0 => begin.start + part.start..begin.start + part.end,
                    _ => all.clone(),
                };
                self.take(name, rows, place);
            }
            JsonKind::List(rows) => match read_grid(rows, &self.game.info().tile_letters()) {
                Ok((rows, places)) => self.take(name, &rows, |part| {
                    let (whole, end) = (part.len() == rows.len(), part.end);
                    match places.get(part) {
                        Some([first, ..]) if !whole => first.start..places[end - 1].end,
                        _ => all.clone(),
                    }
                }),
                Err(ParseError { at, text }) => self.problem(at, about(name.string, &text)),
            },
            JsonKind::Word | JsonKind::Number(_) | JsonKind::Object(_) => {
                let no_tile = Text::new(
                    "a quadrant has rows of letters or a grid of numbers",
                    "un quadrant a des rangées de lettres ou une grille de nombres",
                );
                self.problem(all.clone(), about(name.string, &no_tile));
            }
        }
    }
}

/// Whether an object is one tile, not several by their names.
fn is_tile(value: &JsonValue) -> bool {
    let drawn = ["rows", "grid"].into_iter().filter_map(|name| value.member(name));
    drawn.into_iter().any(|drawn| matches!(drawn.kind, JsonKind::Text(_) | JsonKind::List(_)))
}

/// The rows that a grid of numbers means, and where each of their characters stands in the file.
fn read_grid(
    rows: &[JsonValue],
    letters: &[char],
) -> Result<(String, Vec<Range<usize>>), ParseError> {
    let (mut text, mut places) = (String::new(), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push('/');
            places.push(row.at.clone());
        }
        let JsonKind::List(numbers) = &row.kind else {
            let no_row =
                Text::new("a row is a list of numbers", "une rangée est une liste de nombres");
            return Err(ParseError { at: row.at.clone(), text: no_row });
        };
        for number in numbers {
            text.push(letter(number, letters)?);
            places.push(number.at.clone());
        }
    }
    Ok((text, places))
}

/// The letter that a number of a grid stands for; `.` for 0 and nothing.
fn letter(number: &JsonValue, letters: &[char]) -> Result<char, ParseError> {
    let written = match &number.kind {
        JsonKind::Number(written) => written.as_str(),
        JsonKind::Word => "0",
        _ => "",
    };
    if written == "0" {
        return Ok('.');
    }
    let found = (1..).zip(letters).find(|(index, _): &(u32, _)| index.to_string() == written);
    found.map(|(_, letter)| *letter).ok_or_else(|| {
        let meant: Vec<_> = (1..).zip(letters).map(|(i, l): (u32, _)| format!("{i} {l}")).collect();
        let meant = meant.join(", ");
        ParseError {
            at: number.at.clone(),
            text: Text::composed(
                format!("this stands for no colour: {meant}"),
                format!("ceci n'est le numéro d'aucune couleur : {meant}"),
            ),
        }
    })
}

fn too_many() -> Text {
    let most = TileFile::MAX_TILES;
    Text::composed(
        format!("of a file, {most} quadrants are read: this one is too many"),
        format!("d'un fichier, {most} quadrants sont lus : celui-ci est de trop"),
    )
}

fn about(name: &str, text: &Text) -> Text {
    let shown: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Text::composed(format!("{shown}: {}", text.en), format!("{shown} : {}", text.fr))
}

/// What begins at byte `at` of the file, without the blanks around it.
fn trimmed(text: &str, at: usize) -> Token<'_> {
    let front = text.trim_start();
    let start = at + text.len() - front.len();
    let string = front.trim_end();
    Token { string, at: start..start + string.len() }
}
