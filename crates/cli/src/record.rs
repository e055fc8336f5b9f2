//! Games from files.

use std::fs;
use std::path::Path;

use rules::{Info, ParseError, Record, RecordFile};

use crate::failure::Failure;
use crate::words;

/// The record of the first game in a file, which must be one of the game that `info` is about.
pub(crate) fn read(path: &Path, info: &Info) -> Result<Record, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::failed(words::not_read(&name, &error)))?;
    match parse(&name, &text)?.games.into_iter().next() {
        Some(saved) if saved.game == info.id => Ok(saved.record),
        Some(saved) => Err(Failure::failed(words::about(&name, &words::other_game(&saved.game)))),
        None => Err(Failure::failed(words::about(&name, &words::no_game()))),
    }
}

/// The games in the text of the file `name`.
pub(crate) fn parse(name: &str, text: &str) -> Result<RecordFile, Failure> {
    text.parse().map_err(|error: ParseError| {
        let (line, _) = error.place(text);
        Failure::failed(words::in_file(name, line, &error.text))
    })
}
