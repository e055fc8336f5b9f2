//! `damier serve --verify`: whether every stored match can still be played.

use std::path::Path;

use play::MatchSession;

use crate::context::Context;
use crate::failure::Failure;
use crate::stored::{Stored, find};
use crate::words;

/// Replays every stored match, says what is wrong, and fails if anything is.
pub(crate) fn run(data: Option<&Path>, context: &mut Context<'_>) -> Result<(), Failure> {
    let stored = Stored::open(data, context)?;
    let (mut matches, mut events, mut wrong) = (0, 0, 0);
    for damage in &stored.damage {
        wrong += 1;
        writeln!(context.out, "{}", words::serve::damaged_file(damage).get(context.lang))?;
    }
    stored.each(context, |id, loaded, context| {
        matches += 1;
        let error = match loaded {
            Ok(all) => {
                events += all.len();
                let replayed = MatchSession::replay(|game| find(context, game), &all);
                replayed.err().map(|error| words::serve::damaged_event(&error))
            }
            Err(error) => Some(words::serve::damaged_file(&error.to_string())),
        };
        if let Some(text) = error {
            wrong += 1;
            writeln!(context.out, "{}", words::about(id, &text).get(context.lang))?;
        }
        Ok(())
    })?;
    stored.close();
    let summary = words::serve::verified(matches, events, wrong);
    writeln!(context.out, "{}", summary.get(context.lang))?;
    if wrong == 0 { Ok(()) } else { Err(Failure::no()) }
}
