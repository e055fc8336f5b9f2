//! Tiles: square pieces that boards are put together from.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{Info, ParseError, Text, is_invisible};

/// A square piece of a board, built in or a player's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// What players call it.
    pub name: Cow<'static, str>,
    /// Its rows from the top, `/` between, in the letters of the grounds.
    pub rows: Cow<'static, str>,
}

impl Tile {
    /// A tile known when the program is written.
    pub const fn new(name: &'static str, rows: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), rows: Cow::Borrowed(rows) }
    }

    /// The name as one word, in which capitals do not count: see [`tile_word`].
    pub fn word(&self) -> String {
        tile_word(&self.name)
    }
}

/// A set of tiles that belong together.
#[derive(Debug)]
pub struct TileSet {
    /// The name in commands.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// The tiles, whose names are unique among all sets of the game.
    pub tiles: &'static [Tile],
}

/// What is to be said of a tile that a player has drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileCheck {
    /// The tile in exact notation, or what must be mended first.
    pub rows: Result<String, ParseError>,
    /// What is unusual about it, as far as it is drawn.
    pub warnings: Vec<Text>,
}

/// The most characters of a tile's name.
pub const TILE_NAME_MAX_CHARS: usize = 32;

/// What has a meaning of its own where tiles are written in a board, a line or a file.
const RESERVED: &[char] = &['/', '+', ':', '#', '"', '\\', '[', ']', '{', '}'];

/// A name as it stands in a board: in lower case, with `_` for blanks. Two tiles whose names give
/// the same word have the same name.
pub fn tile_word(name: &str) -> String {
    let words: Vec<_> = name.split_whitespace().collect();
    words.join("_").to_lowercase()
}

/// The name of a player's own tile, without blanks that nobody sees; an error if it is none, or one
/// that the built-in tiles of the game need.
pub fn tile_name(name: &str, info: &Info) -> Result<String, ParseError> {
    let tidy = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = |en: String, fr: String| Err(ParseError::whole(name, Text::composed(en, fr)));
    let is_bad = |c: char| RESERVED.contains(&c) || is_invisible(c) && c != '\t';
    if let Some((at, bad)) = name.char_indices().find(|(_, c)| is_bad(*c)) {
        let shown = if is_invisible(bad) { ' ' } else { bad };
        return Err(ParseError {
            at: at..at + bad.len_utf8(),
            text: Text::composed(
                format!("the name of a quadrant does without '{shown}'"),
                format!("le nom d'un quadrant se passe de « {shown} »"),
            ),
        });
    }
    if tidy.chars().all(|c| c.is_ascii_punctuation() || c == ' ') {
        return whole(
            "the name of a quadrant has a letter or a digit".to_owned(),
            "le nom d'un quadrant contient une lettre ou un chiffre".to_owned(),
        );
    }
    if tidy.chars().count() > TILE_NAME_MAX_CHARS {
        return whole(
            format!("the name of a quadrant has at most {TILE_NAME_MAX_CHARS} characters"),
            format!("le nom d'un quadrant a au plus {TILE_NAME_MAX_CHARS} caractères"),
        );
    }
    let word = tile_word(&tidy);
    let front = word.strip_suffix('f').unwrap_or(&word);
    let built_in = info.tiles.iter().flat_map(|set| set.tiles);
    if let Some(tile) = built_in.map(Tile::word).find(|tile| [&*word, front].contains(&&**tile)) {
        let tile = tile.to_ascii_uppercase();
        return whole(
            format!("'{tidy}' stands for the built-in quadrant {tile}"),
            format!("« {tidy} » désigne le quadrant d'origine {tile}"),
        );
    }
    Ok(tidy)
}
