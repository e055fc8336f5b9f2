//! Writer of files of tiles.

use std::fmt::Write;

use super::TileForm;
use crate::{Info, Tile};

/// Tiles in a form, which [`TileFile::read`](crate::TileFile::read) reads back the same.
pub fn write_tiles(tiles: &[Tile], form: TileForm, info: &Info) -> String {
    let mut text = String::new();
    match form {
        TileForm::Lines => {
            for Tile { name, rows } in tiles {
                text.extend([name, ": ", rows, "\n"]);
            }
        }
        TileForm::Json => {
            let tile = |Tile { name, rows }: &Tile| {
                format!("{{\"name\": {}, \"rows\": {}}}", quoted(name), quoted(rows))
            };
            listed(&mut text, ['[', ']'], tiles.iter().map(tile));
        }
        TileForm::Grids => {
            let letters = info.tile_letters();
            let number = |letter: char| {
                let index = letters.iter().position(|other| *other == letter);
                index.map_or(0, |index| index + 1).to_string()
            };
            let tile = |Tile { name, rows }: &Tile| {
                let row = |row: &str| row.chars().map(number).collect::<Vec<_>>().join(", ");
                let rows: Vec<_> = rows.split('/').map(|line| format!("[{}]", row(line))).collect();
                format!("{}: {{\"grid\": [{}]}}", quoted(name), rows.join(", "))
            };
            listed(&mut text, ['{', '}'], tiles.iter().map(tile));
        }
    }
    text
}

/// Writes items between brackets, a line each.
fn listed(text: &mut String, [open, close]: [char; 2], items: impl Iterator<Item = String>) {
    text.push(open);
    let mut separator = "\n";
    for item in items {
        text.push_str(separator);
        text.push_str("  ");
        text.push_str(&item);
        separator = ",\n";
    }
    text.push('\n');
    text.push(close);
    text.push('\n');
}

/// A string between quotation marks.
fn quoted(string: &str) -> String {
    let mut quoted = String::from('"');
    for char in string.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            // Writing to a string cannot fail.
            char if char.is_control() => drop(write!(quoted, "\\u{:04x}", u32::from(char))),
            char => quoted.push(char),
        }
    }
    quoted.push('"');
    quoted
}
