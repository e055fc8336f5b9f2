//! `damier play --resume`: goes on with a stored match.

use std::path::Path;

use play::{Kind, MatchSession};
use rules::Record;
use store::{ListedMatch, PageRequest};
use texts::text;
use tui::StoredMatch;

use super::console::Console;
use crate::blocking_store::{BlockingStore, find_game};
use crate::context::Context;
use crate::failure::Failure;
use crate::{data, date, messages};

/// Matches among which those that are not finished are looked for.
const LISTED_MATCHES_MAX: u32 = 1000;
/// Matches to choose from.
const OFFERED_MATCHES_MAX: usize = 9;

/// A stored match that can be gone on with.
pub(super) struct Resumable {
    pub(super) id: String,
    pub(super) game: String,
    /// Entries of its record.
    pub(super) entries: usize,
}

/// The match whose id begins with `id`, or the one that the user chooses; `None` at the end of the input.
pub(super) fn choose_stored(
    id: &str,
    folder: Option<&Path>,
    console: &mut Console<'_, '_>,
) -> Result<Option<Resumable>, Failure> {
    let store = BlockingStore::open(&data::existing_database(folder, console.context)?)?;
    let listed = store.list_matches(PageRequest::first(LISTED_MATCHES_MAX))?;
    let unfinished: Vec<_> = listed.iter().filter(|one| is_resumable(one)).collect();
    let id = if id.is_empty() {
        match &*unfinished {
            [] => return Err(Failure::failed(text!("play-nothing-to-resume"))),
            [one] => one.id.clone(),
            several => match choose(several, console)? {
                Some(id) => id,
                None => return Ok(None),
            },
        }
    } else {
        find(id, &listed)?
    };
    load(id, &store, console.context).map(Some)
}

/// The match whose id begins with `id`.
pub(super) fn find_stored(
    id: &str,
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<Resumable, Failure> {
    let store = BlockingStore::open(&data::existing_database(folder, context)?)?;
    let listed = store.list_matches(PageRequest::first(LISTED_MATCHES_MAX))?;
    load(find(id, &listed)?, &store, context)
}

/// The matches that can be gone on with, the last changed first.
pub(super) fn list(
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<Vec<StoredMatch>, Failure> {
    list_those(is_resumable, folder, context)
}

/// The matches that have moves, the last changed first; none if nothing is stored yet.
pub(super) fn list_all(
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<Vec<StoredMatch>, Failure> {
    let file = data::find(folder, context).map(|folder| folder.join(data::DATABASE_FILE));
    if !file.is_some_and(|file| file.exists()) {
        return Ok(Vec::new());
    }
    let has_moves =
        |one: &ListedMatch| one.summary.as_ref().is_some_and(|summary| summary.entries > 0);
    list_those(has_moves, folder, context)
}

/// The game and the record of a stored match.
pub(super) fn record(
    id: &str,
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<(String, Record), Failure> {
    let store = BlockingStore::open(&data::existing_database(folder, context)?)?;
    let events = store.load(id).map_err(|error| damaged(id, &error.to_string()))?;
    let session = MatchSession::replay(|game| find_game(context, game), &events)
        .map_err(|error| damaged(id, &error.text.en))?;
    let playing = session.current_match();
    let playing = playing.ok_or_else(|| Failure::failed(text!("play-resume-in-page", id)))?;
    let is_online = session.kind() != Kind::Local && !session.is_over();
    if is_online {
        // No engine helps people who play each other.
        return Err(Failure::failed(text!("tui-no-analysis")));
    }
    Ok((playing.start().game.clone(), playing.live().record().clone()))
}

fn list_those(
    is_listed: impl Fn(&ListedMatch) -> bool,
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<Vec<StoredMatch>, Failure> {
    let store = BlockingStore::open(&data::existing_database(folder, context)?)?;
    let listed = store.list_matches(PageRequest::first(LISTED_MATCHES_MAX))?;
    let stored = |one: &ListedMatch| {
        let summary = one.summary.as_ref()?;
        Some(StoredMatch {
            id: one.id.clone(),
            game: find_game(context, &summary.game)?.info().title.clone(),
            entries: summary.entries,
            date: date::date_of_millis(one.changed.0).unwrap_or_default(),
        })
    };
    Ok(listed.iter().filter(|one| is_listed(one)).filter_map(stored).collect())
}

/// The only id that begins so.
fn find(id: &str, listed: &[ListedMatch]) -> Result<String, Failure> {
    let mut found = listed.iter().filter(|one| one.id.starts_with(id));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one.id.clone()),
        _ => Err(Failure::failed(text!("play-not-resumed", id))),
    }
}

/// What is stored of a match, if it can be gone on with in the terminal.
fn load(id: String, store: &BlockingStore, context: &Context<'_>) -> Result<Resumable, Failure> {
    let events = store.load(&id);
    let events = events.map_err(|error| damaged(&id, &error.to_string()))?;
    let session = MatchSession::replay(|game| find_game(context, game), &events)
        .map_err(|error| damaged(&id, &error.text.en))?;
    let playing = session.current_match().filter(|_| session.kind() == Kind::Local);
    let playing = playing.ok_or_else(|| Failure::failed(text!("play-resume-in-page", id = &id)))?;
    if session.is_over() {
        return Err(Failure::failed(text!("play-not-resumed", id = &id)));
    }
    let entries = playing.live().record().moves.len();
    Ok(Resumable { game: playing.start().game.clone(), entries, id })
}

/// Whether the list says that a match can be gone on with in the terminal.
fn is_resumable(one: &ListedMatch) -> bool {
    let summary = one.summary.as_ref();
    summary.is_some_and(|summary| !summary.finished && summary.kind == Kind::Local)
}

fn damaged(id: &str, error: &str) -> Failure {
    Failure::failed(messages::about(id, &text!("verify-file", error)))
}

/// The id of the match that the user chooses by its number or id; an empty line is the last changed one.
fn choose(
    matches: &[&ListedMatch],
    console: &mut Console<'_, '_>,
) -> Result<Option<String>, Failure> {
    let offered = &matches[..matches.len().min(OFFERED_MATCHES_MAX)];
    for (one, number) in offered.iter().zip(1_usize..) {
        let Some(summary) = &one.summary else { continue };
        let Some(game) = find_game(console.context, &summary.game) else { continue };
        let title = &game.info().title;
        let date = date::date_of_millis(one.changed.0).unwrap_or_default();
        console.say(&text!(
            "play-resumable",
            number,
            id = &one.id,
            game = title,
            moves = u64::from(summary.entries),
            date = &date
        ))?;
    }
    loop {
        console.say(&text!("play-ask-resume"))?;
        let Some(line) = console.ask()? else { return Ok(None) };
        let line = line.trim();
        let by_number =
            line.parse::<usize>().ok().and_then(|number| offered.get(number.wrapping_sub(1)));
        let by_id = || matches.iter().find(|one| one.id == line);
        let chosen = if line.is_empty() { offered.first() } else { by_number.or_else(by_id) };
        match chosen {
            Some(one) => return Ok(Some(one.id.clone())),
            None => console.say(&text!("play-not-resumed", id = line))?,
        }
    }
}
