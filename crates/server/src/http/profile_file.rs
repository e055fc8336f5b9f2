//! Everything that is stored for a visitor: as one file, taken in again, and deleted. docs/profile.md describes the file.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::stream;
use play::{Command, CommandContext, Event, MatchSession, Time, Version};
use room::ImportedMatch;
use rules::{RecordFile, SavedGame, Tile};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{Append, Cursor, ListedMatch, MatchFilter, OpponentKind, PageRequest, PutAnalysis};
use wire::http::{ProfileAnalysis, ProfileDeletion, ProfileFile, ProfileImport};

use super::body::RawBody;
use super::history::{OwnMatches, broken};
use super::{Error, analyses, tiles};
use crate::blocking::WorkBudget;
use crate::hub::Service;
use crate::visitor::{Visitor, VisitorId, expired_cookie};
use crate::{AppState, listing, random};

/// Name and version of the format.
const FORMAT: &str = "damier-profile-1";
/// Part of a file that is taken in at once. The page cuts larger files.
const PART_MAX_BYTES: usize = 2 << 20;
/// Matches and analyses of such a part.
const PART_MAX_ITEMS: usize = 200;
/// Analyses, or matches, that are read or deleted at once.
const PAGE_ITEMS: u32 = 100;
/// Time for one request to delete; what is left takes another one.
const DELETION_TIME: Duration = Duration::from_secs(8);
/// How often somebody who disappears tries to resign in a match that changes at the same time.
const RESIGNATION_ATTEMPTS: usize = 3;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/profile/file", get(export).post(import))
        .layer(DefaultBodyLimit::max(PART_MAX_BYTES))
}

/// Part of the file that is written next.
enum Section {
    Beginning,
    Analyses { page: PageRequest, waiting: VecDeque<ProfileAnalysis>, follows: bool },
    Matches { matches: Box<OwnMatches>, follows: bool },
    End,
}

/// Writer of a profile file, which holds no more than a page of it at a time.
struct ProfileWriter {
    shared: AppState,
    visitor: Visitor,
    section: Section,
}

async fn export(State(shared): State<AppState>, visitor: Visitor) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let writer = ProfileWriter { shared, visitor, section: Section::Beginning };
    let chunks = stream::try_unfold(writer, async |mut writer| {
        let chunk = writer.next().await.map_err(|error| broken(&error))?;
        Ok::<_, io::Error>(chunk.map(|chunk| (Bytes::from(chunk), writer)))
    });
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"damier-profile.json\""),
    ];
    Ok((headers, Body::from_stream(chunks)).into_response())
}

impl ProfileWriter {
    async fn next(&mut self) -> Result<Option<String>, Error> {
        loop {
            match &mut self.section {
                Section::Beginning => {
                    let beginning = self.beginning().await?;
                    let page = PageRequest::first(PAGE_ITEMS);
                    let waiting = VecDeque::new();
                    self.section = Section::Analyses { page, waiting, follows: false };
                    return Ok(Some(beginning));
                }
                Section::Analyses { page, waiting, follows } => {
                    if let Some(analysis) = waiting.pop_front() {
                        return Ok(Some(element(&analysis, follows)?));
                    }
                    let (read, next) = read_analyses(&self.shared, &self.visitor, page).await?;
                    if let Some(next) = next {
                        (*waiting, *page) = (read, next);
                        continue;
                    }
                    let filter = MatchFilter::default();
                    let matches = OwnMatches::all(&self.shared, &self.visitor, filter);
                    let matches = Box::new(matches);
                    self.section = Section::Matches { matches, follows: false };
                    return Ok(Some("],\n\"matches\": [".to_owned()));
                }
                Section::Matches { matches, follows } => {
                    let Some(record) = matches.next().await? else {
                        self.section = Section::End;
                        return Ok(Some("]}\n".to_owned()));
                    };
                    return Ok(Some(element(&record, follows)?));
                }
                Section::End => return Ok(None),
            }
        }
    }

    /// Everything before the first analysis.
    async fn beginning(&self) -> Result<String, Error> {
        let (store, profile) = (&self.shared.service.store, self.visitor.profile.as_str());
        let settings = store.profile(profile).await?;
        let settings: Option<Map<String, Value>> =
            settings.and_then(|document| serde_json::from_str(&document).ok());
        let settings = json(&settings.unwrap_or_default())?;
        let tiles = json(&store.tiles(profile).await?)?;
        Ok(format!(
            "{{\"format\": \"{FORMAT}\",\n\"settings\": {settings},\n\"tiles\": {tiles},\n\"analyses\": ["
        ))
    }
}

/// A page of analyses, and the request for the next one; `None` at the end.
async fn read_analyses(
    shared: &AppState,
    visitor: &Visitor,
    page: &PageRequest,
) -> Result<(VecDeque<ProfileAnalysis>, Option<PageRequest>), Error> {
    let (store, profile) = (&shared.service.store, visitor.profile.as_str());
    let listed = store.list_analyses(profile, page.clone()).await?;
    let next = listed.last().map(|last| PageRequest {
        before: Some(Cursor { changed: last.changed, id: last.id.clone() }),
        limit: PAGE_ITEMS,
    });
    let mut read = VecDeque::new();
    for listed in listed {
        if let Some(analysis) = store.analysis(profile, listed.id).await? {
            read.push_back(ProfileAnalysis { id: analysis.id, record: analysis.document });
        }
    }
    Ok((read, next))
}

/// An element of a list, with what separates it from the one before.
fn element(value: &impl Serialize, follows: &mut bool) -> Result<String, Error> {
    let separator = if std::mem::replace(follows, true) { ",\n" } else { "\n" };
    Ok(format!("{separator}{}", json(value)?))
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(Error::failed)
}

/// What is read of a file before it is stored.
struct ParsedProfile {
    settings: Option<String>,
    tiles: Vec<Tile>,
    analyses: Vec<(String, SavedGame)>,
    matches: Vec<ImportedMatch>,
    unreadable: usize,
}

/// Takes in a file, or a part of one. What is there already stays as it is.
async fn import(
    State(shared): State<AppState>,
    visitor: Visitor,
    RawBody(body): RawBody,
) -> Result<Json<ProfileImport>, Error> {
    shared.check_write(&visitor)?;
    shared.check_effort(&visitor)?;
    let length = body.len();
    let read = move |service: &Service, budget: &WorkBudget| read_profile(service, &body, budget);
    let parsed = shared.run_blocking(visitor.tenant(), length, read).await?;
    let mut done = ProfileImport { unreadable: parsed.unreadable, ..ProfileImport::default() };
    let store = &shared.service.store;
    if let Some(settings) = parsed.settings {
        store.put_profile(shared.owner(&visitor), settings).await?;
    }
    if !parsed.tiles.is_empty() {
        for added in store.add_tiles(shared.owner(&visitor), parsed.tiles).await? {
            match added {
                store::Added::New(_) => done.tiles += 1,
                _ => done.same += 1,
            }
        }
    }
    for (id, saved) in parsed.analyses {
        let new = import_analysis(&shared, &visitor, id, &saved).await?;
        *(if new { &mut done.analyses } else { &mut done.same }) += 1;
    }
    for imported in parsed.matches {
        let new = import_match(&shared, &visitor, imported).await?;
        *(if new { &mut done.matches } else { &mut done.same }) += 1;
    }
    Ok(Json(done))
}

fn read_profile(
    service: &Service,
    body: &[u8],
    budget: &WorkBudget,
) -> Result<ParsedProfile, Error> {
    let file: ProfileFile = super::body::read_json(body)?;
    if file.format != FORMAT {
        let args = [("format", FORMAT.into())];
        return Err(Error::bad("format", texts::text("problem-profile-format", &args)));
    }
    if file.matches.len() + file.analyses.len() > PART_MAX_ITEMS {
        return Err(Error::TooLarge);
    }
    let mut parsed = ParsedProfile {
        settings: file.settings.map(|settings| json(&settings)).transpose()?,
        tiles: Vec::new(),
        analyses: Vec::new(),
        matches: Vec::new(),
        unreadable: 0,
    };
    for tile in file.tiles {
        match tiles::read(service, &tile) {
            Some(tile) => parsed.tiles.push(tile),
            None => parsed.unreadable += 1,
        }
    }
    for ProfileAnalysis { id, record } in file.analyses {
        budget.check()?;
        match first_game(&record).and_then(|saved| analyses::checked_game(service, saved).ok()) {
            Some(saved) if id.len() <= room::MATCH_ID_LENGTH => parsed.analyses.push((id, saved)),
            _ => parsed.unreadable += 1,
        }
    }
    for (record, age_ms) in file.matches.iter().zip(0..) {
        budget.check()?;
        // The last changed comes first in the file, as it does in lists.
        let at = Time(service.time.now().wall.0.saturating_sub(age_ms));
        match first_game(record).and_then(|saved| read_match(service, saved, at)) {
            Some(imported) => parsed.matches.push(imported),
            None => parsed.unreadable += 1,
        }
    }
    Ok(parsed)
}

fn first_game(record: &str) -> Option<SavedGame> {
    record.parse::<RecordFile>().ok()?.games.into_iter().next()
}

fn read_match(service: &Service, saved: SavedGame, at: Time) -> Option<ImportedMatch> {
    let entry = service.entry(&saved.game)?;
    let is_opponent = |id: &str| entry.opponent(id).is_some();
    room::import(entry.game, saved, at, is_opponent).ok()
}

/// Stores a match, unless the visitor has it already.
async fn import_match(
    shared: &AppState,
    visitor: &Visitor,
    imported: ImportedMatch,
) -> Result<bool, Error> {
    let ImportedMatch { id, content_id, events } = imported;
    let store = &shared.service.store;
    for id in id.into_iter().chain([content_id]) {
        let new = shared.service.new_match(id.clone(), events.clone());
        match store.create_match(shared.owner(visitor), new).await {
            Err(store::Error::Taken) => {}
            created => return Ok(created.map(|_| true)?),
        }
        if store.may_command(id, visitor.profile.as_str(), None).await? {
            return Ok(false);
        }
    }
    // Somebody else has taken in the same game.
    let new = shared.service.new_match(random::match_id()?, events);
    store.create_match(shared.owner(visitor), new).await?;
    Ok(true)
}

/// Stores an analysis, unless the visitor has one of that id.
async fn import_analysis(
    shared: &AppState,
    visitor: &Visitor,
    id: String,
    saved: &SavedGame,
) -> Result<bool, Error> {
    let put = PutAnalysis {
        owner: shared.owner(visitor),
        id,
        expected_version: Version(0),
        changed: shared.service.time.now().wall,
        document: saved.to_string(),
        summary: Some(listing::summary_of(saved)),
    };
    match shared.service.store.put_analysis(put).await {
        Err(store::Error::Conflict { .. }) => Ok(false),
        stored => Ok(stored.map(|_| true)?),
    }
}

/// Deletes everything that is stored for the visitor. Whoever plays with somebody else at the moment resigns.
pub(super) async fn delete(
    State(shared): State<AppState>,
    visitor: Visitor,
) -> Result<Response, Error> {
    shared.check_write(&visitor)?;
    let (store, profile) = (&shared.service.store, visitor.profile.as_str());
    let began = Instant::now();
    let mut matches = 0;
    let mut done = false;
    while began.elapsed() < DELETION_TIME {
        let listed = store.list_matches(profile, PageRequest::first(PAGE_ITEMS)).await?;
        if listed.is_empty() {
            done = true;
            break;
        }
        let running = MatchFilter {
            finished: Some(false),
            opponent: Some(OpponentKind::Online),
            ..MatchFilter::default()
        };
        let first = PageRequest::first(PAGE_ITEMS);
        for listed in store.find_matches(profile, running, first).await? {
            resign(&shared, &visitor.id(), &listed).await?;
        }
        let ids: Vec<_> = listed.into_iter().map(|listed| listed.id).collect();
        matches += store.forget_matches(profile, ids.clone()).await?;
        for id in &ids {
            shared.hub.close_room(id).await;
        }
    }
    if done {
        store.delete_profile(profile).await?;
    }
    let mut response = Json(ProfileDeletion { matches, done }).into_response();
    if done && let Some(cookie) = expired_cookie(&shared, &visitor) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Ends a running match for the visitor: gives the seat up before the start, resigns later.
async fn resign(shared: &AppState, visitor: &VisitorId, listed: &ListedMatch) -> Result<(), Error> {
    let Some(player) = listed.you else { return Ok(()) };
    for _ in 0..RESIGNATION_ATTEMPTS {
        let events = shared.service.store.load(listed.id.as_str()).await?;
        let decide = move |service: &Service, _: &WorkBudget| {
            let find = |game: &str| service.entry(game).map(|entry| entry.game);
            let Ok(session) = MatchSession::replay(find, &events) else { return Ok(None) };
            let now = service.time.now().wall;
            let context = CommandContext { now, lag: 0, rematch_id: "" };
            let begun = session.current_match().is_some();
            let command = if begun { Command::Resign } else { Command::Leave };
            let decided = session.decide(player, &command, context);
            Ok(decided.ok().map(|events: Vec<Event>| (session.version(), events)))
        };
        let decided = shared.run_blocking(visitor.tenant, 0, decide).await?;
        let Some((expected_version, events)) = decided.filter(|(_, events)| !events.is_empty())
        else {
            return Ok(());
        };
        let append = Append {
            match_id: listed.id.clone(),
            expected_version,
            idempotency_key: None,
            events,
            summary: None,
            next: None,
            next_quota: None,
        };
        match shared.service.store.append(append).await {
            Err(store::Error::Conflict { .. }) => {}
            stored => return Ok(stored.map(|_| ())?),
        }
    }
    Err(Error::Stale)
}
