//! Games from files.

use std::path::Path;

use rules::{Info, LineIndex, ParseError, ParsedKind, Record, RecordFile};

use crate::context::Context;
use crate::failure::Failure;
use crate::files::Files;
use crate::words;

/// The record of a game in a file of any kind, counted from 1, which must be one of the game that `info` is
/// about.
pub(crate) fn read(
    path: &Path,
    number: usize,
    info: &Info,
    context: &mut Context<'_>,
) -> Result<Record, Failure> {
    let about = |text| Failure::failed(words::about(&path.display().to_string(), &text));
    let (mut wanted, mut count) = (None, 0);
    Files::new(&[path.to_owned()], context)?.each(context, |at, reading, _| {
        // A text that may be of several games is of the one that was named.
        let is_other = |kind, id| kind != ParsedKind::File && id != info.id;
        if reading.as_ref().is_ok_and(|one| is_other(one.kind, one.game.info().id)) {
            return Ok(());
        }
        count += 1;
        if count == number {
            wanted = Some(reading.map_err(|error| Failure::failed(at.said(error)))?);
        }
        Ok(())
    })?;
    match wanted {
        Some(one) if one.game.info().id == info.id => Ok(one.saved.record),
        Some(one) => Err(about(words::other_game(one.game.info().id))),
        None if count == 0 => Err(about(words::no_game())),
        None => Err(about(words::no_such_number(number, count))),
    }
}

/// The games in the text of the file `name`.
pub(crate) fn parse(name: &str, text: &str) -> Result<RecordFile, Failure> {
    text.parse().map_err(|error: ParseError| {
        let (line, _) = error.place(&LineIndex::new(text));
        Failure::failed(words::in_file(name, line, &error.text))
    })
}
