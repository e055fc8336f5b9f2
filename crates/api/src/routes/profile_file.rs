//! Everything that is stored for a visitor: as one file, taken in again, and deleted. docs/profile.md describes the file.

use std::collections::{HashSet, VecDeque};

use bytes::Bytes;
use futures_util::stream;
use play::{Command, CommandContext, Event, MatchSession, Time, Version};
use room::ImportedMatch;
use rules::{RecordFile, SavedGame, Tile};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{
    Append, Cursor, ListedMatch, MatchFilter, OpponentKind, PageRequest, PutAnalysis, PuzzleResult,
};
use wire::http::{ProfileAnalysis, ProfileDeletion, ProfileFile, ProfileImport, ProfilePuzzle};

use super::history::OwnMatches;
use super::{analyses, tiles};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::puzzles::find_puzzle;
use crate::request::{Request, read_json};
use crate::response::Response;
use crate::route::Route;
use crate::{listing, random};

/// Name and version of the format.
const FORMAT: &str = "damier-profile-1";
/// Part of a file that is taken in at once. The page cuts larger files.
const PART_MAX_BYTES: usize = 2 << 20;
/// Matches and analyses of such a part.
const PART_MAX_ITEMS: usize = 200;
/// Analyses, or matches, that are read or deleted at once.
const PAGE_ITEMS: u32 = 100;
/// Time for one request to delete, in milliseconds; what is left takes another one.
const DELETION_TIME_MS: u64 = 8_000;
/// How often somebody who disappears tries to resign in a match that changes at the same time.
const RESIGNATION_ATTEMPTS: usize = 3;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/profile/file", export),
        Route::post("/api/profile/file", import).with_body(PART_MAX_BYTES),
    ]
}

/// Part of the file that is written next.
enum Section<C> {
    Beginning,
    Analyses { page: PageRequest, waiting: VecDeque<ProfileAnalysis>, follows: bool },
    Matches { matches: Box<OwnMatches<C>>, follows: bool },
    End,
}

/// Writer of a profile file, which holds no more than a page of it at a time.
struct ProfileWriter<C> {
    context: C,
    section: Section<C>,
}

async fn export<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    context.check_effort()?;
    let writer = ProfileWriter { context, section: Section::Beginning };
    let chunks = stream::try_unfold(writer, async |mut writer| {
        let chunk = writer.next().await?;
        Ok(chunk.map(|chunk| (Bytes::from(chunk), writer)))
    });
    let file = Response::stream("application/json", chunks).await?;
    Ok(file.saved_as("damier-profile.json"))
}

impl<C: Context> ProfileWriter<C> {
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
                    let (read, next) = read_analyses(&self.context, page).await?;
                    if let Some(next) = next {
                        (*waiting, *page) = (read, next);
                        continue;
                    }
                    let filter = MatchFilter::default();
                    let matches = OwnMatches::all(&self.context, filter);
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
        let (store, profile) = (self.context.store(), self.context.profile());
        let settings = store.profile(profile).await?;
        let settings: Option<Map<String, Value>> =
            settings.and_then(|document| serde_json::from_slice(document.as_bytes()).ok());
        let settings = json(&settings.unwrap_or_default())?;
        let tiles = json(&store.tiles(profile).await?)?;
        let results = store.puzzle_results(profile).await?;
        // Earlier programs know no such list.
        let puzzles = if results.is_empty() {
            String::new()
        } else {
            let results: Vec<_> = results.into_iter().map(profile_puzzle).collect();
            format!("\"puzzles\": {},\n", json(&results)?)
        };
        Ok(format!(
            "{{\"format\": \"{FORMAT}\",\n\"settings\": {settings},\n\"tiles\": {tiles},\n{puzzles}\"analyses\": ["
        ))
    }
}

fn profile_puzzle(result: PuzzleResult) -> ProfilePuzzle {
    let PuzzleResult { puzzle, game, at, is_won, is_solved, rating, day } = result;
    ProfilePuzzle { puzzle, game, at: at.0, won: is_won, solved: is_solved, rating, day }
}

/// A page of analyses, and the request for the next one; `None` at the end.
async fn read_analyses(
    context: &impl Context,
    page: &PageRequest,
) -> Result<(VecDeque<ProfileAnalysis>, Option<PageRequest>), Error> {
    let (store, profile) = (context.store(), context.profile());
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
    puzzles: Vec<PuzzleResult>,
    analyses: Vec<(String, SavedGame)>,
    matches: Vec<ImportedMatch>,
    unreadable: usize,
}

/// Takes in a file, or a part of one. What is there already stays as it is.
async fn import<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    context.check_write()?;
    context.check_effort()?;
    let (body, now) = (request.body, context.now().wall);
    let length = body.len();
    let read =
        move |games: &Games, budget: &dyn WorkBudget| read_profile(games, &body, now, budget);
    let parsed = context.run_blocking(length, read).await?;
    let mut done = ProfileImport { unreadable: parsed.unreadable, ..ProfileImport::default() };
    let store = context.store();
    if let Some(settings) = parsed.settings {
        store.put_profile(context.owner(), settings).await?;
    }
    if !parsed.tiles.is_empty() {
        for added in store.add_tiles(context.owner(), parsed.tiles).await? {
            match added {
                store::Added::New(_) => done.tiles += 1,
                _ => done.same += 1,
            }
        }
    }
    import_puzzles(&context, parsed.puzzles, &mut done).await?;
    for (id, saved) in parsed.analyses {
        let new = import_analysis(&context, id, &saved).await?;
        *(if new { &mut done.analyses } else { &mut done.same }) += 1;
    }
    for imported in parsed.matches {
        let new = import_match(&context, imported).await?;
        *(if new { &mut done.matches } else { &mut done.same }) += 1;
    }
    Ok(Response::json(&done))
}

fn read_profile(
    games: &Games,
    body: &[u8],
    now: Time,
    budget: &dyn WorkBudget,
) -> Result<ParsedProfile, Error> {
    let file: ProfileFile = read_json(body)?;
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
        puzzles: Vec::new(),
        analyses: Vec::new(),
        matches: Vec::new(),
        unreadable: 0,
    };
    for tile in file.tiles {
        match tiles::read(games, &tile) {
            Some(tile) => parsed.tiles.push(tile),
            None => parsed.unreadable += 1,
        }
    }
    for puzzle in file.puzzles {
        budget.check()?;
        match read_puzzle(games, puzzle, now)? {
            Some(result) => parsed.puzzles.push(result),
            None => parsed.unreadable += 1,
        }
    }
    for ProfileAnalysis { id, record } in file.analyses {
        budget.check()?;
        match first_game(&record).and_then(|saved| analyses::checked_game(games, saved).ok()) {
            Some(saved) if id.len() <= room::MATCH_ID_LENGTH => parsed.analyses.push((id, saved)),
            _ => parsed.unreadable += 1,
        }
    }
    for (record, age_ms) in file.matches.iter().zip(0..) {
        budget.check()?;
        // The last changed comes first in the file, as it does in lists.
        let at = Time(now.0.saturating_sub(age_ms));
        match first_game(record).and_then(|saved| read_match(games, saved, at)) {
            Some(imported) => parsed.matches.push(imported),
            None => parsed.unreadable += 1,
        }
    }
    Ok(parsed)
}

/// A result at a puzzle of the program: so there are never more of them than puzzles.
fn read_puzzle(
    games: &Games,
    puzzle: ProfilePuzzle,
    now: Time,
) -> Result<Option<PuzzleResult>, Error> {
    // Whatever the file says, a puzzle is rated as the program rates it.
    let ProfilePuzzle { puzzle, game, at, won, solved, rating: _, day } = puzzle;
    let found = match find_puzzle(games, &puzzle) {
        Err(Error::NotFound) => return Ok(None),
        found => found?,
    };
    let is_known = found.entry.game.info().id == game;
    let (at, is_solved) = (Time(at.min(now.0)), solved || won);
    let rating = found.puzzle.difficulty.rating().into();
    let result = PuzzleResult { puzzle, game, at, is_won: won, is_solved, rating, day };
    Ok(is_known.then_some(result))
}

fn first_game(record: &str) -> Option<SavedGame> {
    record.parse::<RecordFile>().ok()?.games.into_iter().next()
}

fn read_match(games: &Games, saved: SavedGame, at: Time) -> Option<ImportedMatch> {
    let entry = games.entry(&saved.game)?;
    let is_opponent = |id: &str| entry.opponent(id).is_some_and(|one| !one.is_bot());
    room::import(entry.game, saved, at, is_opponent).ok()
}

/// Stores results at puzzles that the visitor has not tried yet.
async fn import_puzzles(
    context: &impl Context,
    results: Vec<PuzzleResult>,
    done: &mut ProfileImport,
) -> Result<(), Error> {
    if results.is_empty() {
        return Ok(());
    }
    let (store, profile) = (context.store(), context.profile());
    let known = store.puzzle_results(profile).await?;
    let known: HashSet<_> = known.into_iter().map(|result| result.puzzle).collect();
    for result in results {
        if known.contains(&result.puzzle) {
            done.same += 1;
            continue;
        }
        store.put_puzzle_result(profile, result).await?;
        done.puzzles += 1;
    }
    Ok(())
}

/// Stores a match, unless the visitor has it already.
async fn import_match(context: &impl Context, imported: ImportedMatch) -> Result<bool, Error> {
    let ImportedMatch { id, content_id, events } = imported;
    let store = context.store();
    for id in id.into_iter().chain([content_id]) {
        let new = context.games().new_match(id.clone(), events.clone());
        match store.create_match(context.owner(), new).await {
            Err(store::Error::Taken) => {}
            created => return Ok(created.map(|_| true)?),
        }
        if store.may_command(id, context.profile(), None).await? {
            return Ok(false);
        }
    }
    // Somebody else has taken in the same game.
    let new = context.games().new_match(random::match_id(context)?, events);
    store.create_match(context.owner(), new).await?;
    Ok(true)
}

/// Stores an analysis, unless the visitor has one of that id.
async fn import_analysis(
    context: &impl Context,
    id: String,
    saved: &SavedGame,
) -> Result<bool, Error> {
    let put = PutAnalysis {
        owner: context.owner(),
        id,
        expected_version: Version(0),
        changed: context.now().wall,
        document: saved.to_string(),
        summary: Some(listing::summary_of(saved)),
    };
    match context.store().put_analysis(put).await {
        Err(store::Error::Conflict { .. }) => Ok(false),
        stored => Ok(stored.map(|_| true)?),
    }
}

/// Deletes everything that is stored for the visitor. Whoever plays with somebody else at the moment resigns.
pub(super) async fn delete<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    context.check_write()?;
    let (store, profile) = (context.store(), context.profile());
    let began = context.now().monotonic;
    let mut matches = 0;
    let mut done = false;
    while context.now().monotonic.since(began) < DELETION_TIME_MS {
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
            resign(&context, &listed).await?;
        }
        let ids: Vec<_> = listed.into_iter().map(|listed| listed.id).collect();
        matches += store.forget_matches(profile, ids.clone()).await?;
        for id in &ids {
            context.close_room(id).await;
        }
    }
    if done {
        store.delete_profile(profile).await?;
    }
    let response = Response::json(&ProfileDeletion { matches, done });
    match context.expired_cookie().filter(|_| done) {
        Some(cookie) => Ok(response.with_header("set-cookie", cookie)),
        None => Ok(response),
    }
}

/// Ends a running match for the visitor: gives the seat up before the start, resigns later.
async fn resign(context: &impl Context, listed: &ListedMatch) -> Result<(), Error> {
    let Some(player) = listed.you else { return Ok(()) };
    for _ in 0..RESIGNATION_ATTEMPTS {
        let events = context.store().load(listed.id.as_str()).await?;
        let now = context.now().wall;
        let decide = move |games: &Games, _: &dyn WorkBudget| {
            let find = |game: &str| games.find(game);
            let Ok(session) = MatchSession::replay(find, &events) else { return Ok(None) };
            let context = CommandContext { now, lag: 0, rematch_id: "" };
            let begun = session.current_match().is_some();
            let command = if begun { Command::Resign } else { Command::Leave };
            let decided = session.decide(player, &command, context);
            Ok(decided.ok().map(|events: Vec<Event>| (session.version(), events)))
        };
        let decided = context.run_blocking(0, decide).await?;
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
            absence: None,
        };
        match context.store().append(append).await {
            Err(store::Error::Conflict { .. }) => {}
            stored => return Ok(stored.map(|_| ())?),
        }
    }
    Err(Error::Stale)
}
