//! Events as they are stored.

use play::Event;
use serde_json::Value;

use crate::Error;

/// An event as it is stored.
pub(super) fn encode(event: &Event) -> Result<String, Error> {
    serde_json::to_string(event).map_err(Error::failed)
}

/// Events as they are stored, and their size.
pub(super) fn encode_all(events: &[Event]) -> Result<(Vec<String>, usize), Error> {
    let texts = events.iter().map(encode).collect::<Result<Vec<_>, _>>()?;
    let bytes = texts.iter().map(String::len).sum();
    Ok((texts, bytes))
}

/// Reads an event of a match. One that is well-formed and that this program does not know is from a newer one: what
/// follows from it cannot be known either.
pub(super) fn decode(id: &str, text: &[u8]) -> Result<Event, Error> {
    serde_json::from_slice(text).map_err(|error| {
        let kind = serde_json::from_slice::<Value>(text).ok();
        match kind.as_ref().and_then(|event| event.get("type")?.as_str()) {
            Some(kind) => Error::UnknownEvent(format!(
                "match {id} has an event '{kind}' that this version of the program does not know: {error}"
            )),
            None => Error::Damaged(format!("an event of match {id} is damaged: {error}")),
        }
    })
}
