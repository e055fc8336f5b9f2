//! `damier serve --verify`: replays every stored match.

use play::MatchSession;
use texts::text;

use crate::blocking_store::{BlockingStore, find_game};
use crate::context::Context;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::messages;

/// Replays every stored match, reports what is wrong, and fails if anything is.
pub(crate) fn run(location: &LocationArgs, context: &mut Context<'_>) -> Result<(), Failure> {
    let (store, damage) = BlockingStore::open_located_checked(location, context)?;
    let (mut matches, mut events, mut wrong) = (0_usize, 0_usize, 0_usize);
    for damage in &damage {
        wrong += 1;
        context.print(&text!("verify-file", error = damage))?;
    }
    store.for_each_match(context, |id, loaded, context| {
        matches += 1;
        let error = match loaded {
            Ok(all) => {
                events += all.len();
                let replayed = MatchSession::replay(|game| find_game(context, game), &all);
                replayed.err().map(|error| {
                    text!(
                        "verify-event",
                        version = error.version.0.to_string(),
                        error = &error.text
                    )
                })
            }
            Err(error) => Some(text!("verify-file", error = error.to_string())),
        };
        if let Some(text) = error {
            wrong += 1;
            context.print(&messages::about(id, &text))?;
        }
        Ok(())
    })?;
    drop(store);
    let summary = text!("verify-summary", matches, events, wrong);
    context.print(&summary)?;
    if wrong == 0 { Ok(()) } else { Err(Failure::reported()) }
}
