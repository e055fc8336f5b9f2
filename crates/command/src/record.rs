//! Record files as arguments.

use std::path::Path;

use rules::{Info, LineIndex, ParseError, ParsedKind, Record, RecordFile};
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::GameFiles;
use crate::messages;

/// Reads the record of the game with that number, from 1, in a file of any format; it must be a game of `info`.
pub fn read(
    path: &Path,
    number: usize,
    info: &Info,
    context: &mut Context<'_>,
) -> Result<Record, Failure> {
    let about = |text| Failure::failed(messages::about(&path.display().to_string(), &text));
    let (mut found, mut count) = (None, 0);
    GameFiles::new(&[path.to_owned()], context)?.for_each(context, |at, reading, _| {
        // A text that may be of several games is of the one that was named.
        let is_other = |kind, id| kind != ParsedKind::File && id != info.id;
        if reading.as_ref().is_ok_and(|one| is_other(one.kind, one.game.info().id)) {
            return Ok(());
        }
        count += 1;
        if count == number {
            found = Some(reading.map_err(|error| Failure::failed(at.describe(error)))?);
        }
        Ok(())
    })?;
    match found {
        Some(one) if one.game.info().id == info.id => Ok(one.saved.record),
        Some(one) => Err(about(messages::other_game(one.game.info().id))),
        None if count == 0 => Err(about(messages::no_game())),
        None => Err(about(text!("no-such-number", number, count))),
    }
}

/// Id of the game with that number, from 1, in a file of any format.
pub fn game_id(
    path: &Path,
    number: usize,
    context: &mut Context<'_>,
) -> Result<&'static str, Failure> {
    let (mut found, mut count) = (None, 0);
    GameFiles::new(&[path.to_owned()], context)?.for_each(context, |at, reading, _| {
        count += 1;
        if count == number {
            let one = reading.map_err(|error| Failure::failed(at.describe(error)))?;
            found = Some(one.game.info().id);
        }
        Ok(())
    })?;
    let missing = match count {
        0 => messages::no_game(),
        _ => text!("no-such-number", number, count),
    };
    found.ok_or_else(|| Failure::failed(messages::about(&path.display().to_string(), &missing)))
}

/// The games in the text of the file `name`.
pub fn parse(name: &str, text: &str) -> Result<RecordFile, Failure> {
    text.parse().map_err(|error: ParseError| {
        let (line, _) = error.place(&LineIndex::new(text));
        Failure::failed(text!("in-file", path = name, line, text = &error.text))
    })
}
