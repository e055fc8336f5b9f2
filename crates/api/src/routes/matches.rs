//! Matches: created, listed, shown.

use std::time::Duration;

use engine::{Entry, Limits, Resources};
use play::{Event, Kind, PlayerName, Start, TimeControl, Version, Who};
use rules::{BySeat, Live, Record, Setup};
use serde::Deserialize;
use store::{ListedMatch, MatchFilter, MatchResult, OpponentKind};
use wire::SeatSecret;
use wire::http::{
    Created, Hint, ListedResult, MatchListQuery, MatchSummary, NewMatch, OpponentPlace, SeatCreated,
};
use work::{WorkPriority, WorkRequest, WorkResult, WorkTask};

use super::SMALL_REQUEST_BYTES;
use crate::context::{Context, OpenRoom, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;
use crate::{listing, random};

/// Limits of the search for a hint.
const HINT_NODES: u64 = 400_000;
const HINT_TIME: Duration = Duration::from_millis(1500);
/// Text that a list is searched for.
const SEARCH_MAX_CHARS: usize = 100;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/matches", list),
        Route::post("/api/matches", create),
        Route::get("/api/matches/{id}", show).anonymous(),
        Route::post("/api/matches/{id}/hint", hint),
        Route::post("/api/matches/{id}/seat", take_along),
    ]
}

async fn create<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let mut wanted: NewMatch = request.json()?;
    context.check_effort()?;
    let seat = wanted.seat.take();
    // A record needs no seed.
    let seed = if wanted.record.is_none() { random::seed(&context)? } else { 0 };
    let entry = find_entry(context.games(), &wanted.game)?;
    let is_owner = context.is_owner();
    let begin = move |_: &Games, _: &dyn WorkBudget| begin(entry, wanted, seed, is_owner);
    let (start, mut live) = context.run_blocking(SMALL_REQUEST_BYTES, begin).await?;
    if !(start.players.first.is_human() && start.players.second.is_human()) {
        live = context.check_fair_play(entry, live).await?;
    }
    let moves = live.record().moves.clone();
    let at = context.now().wall;
    let moved = moves.into_iter().map(|notation| Event::Moved { notation, at, lag: 0 });
    let events = [Event::Started { start, at }].into_iter().chain(moved).collect();
    store_new(&context, events, seat).await
}

/// The start of a match and the game so far, if it can be played.
fn begin(
    entry: Entry,
    mut wanted: NewMatch,
    seed: u64,
    is_owner: bool,
) -> Result<(Start, Box<dyn Live>), Error> {
    let is_offered = |id: &str| entry.opponent(id).is_some_and(|one| one.is_offered(is_owner));
    for who in [&mut wanted.players.first, &mut wanted.players.second] {
        match who {
            Who::Human { name } => *name = player_name("players", name)?.into(),
            Who::Computer { opponent, .. } if !is_offered(opponent) => {
                let args = [("name", opponent.as_str().into())];
                return Err(Error::bad("players", texts::text("problem-no-opponent", &args)));
            }
            Who::Computer { .. } => {}
        }
    }
    check_time(wanted.time)?;
    let record = if let Some(record) = wanted.record {
        record
    } else {
        let setup = drawn(&entry, wanted.setup.unwrap_or_default(), seed);
        Record { start: entry.game.start(&setup)?, swap: wanted.swap, moves: Vec::new() }
    };
    // Texts in exact notation, and nothing that cannot be replayed.
    let live = entry.game.open(&record).map_err(|error| Error::replay("record", error))?;
    let record = live.record().clone();
    let start = Start {
        game: wanted.game,
        position: record.start,
        swap: record.swap,
        players: wanted.players,
        kind: Kind::Local,
        time: wanted.time,
    };
    Ok((start, live))
}

/// The game with that id.
pub fn find_entry(games: &Games, game: &str) -> Result<Entry, Error> {
    games.entry(game).ok_or_else(|| Error::no_game("game", game))
}

/// Checks the name of a player in `field`.
pub fn player_name(field: &'static str, name: &str) -> Result<PlayerName, Error> {
    PlayerName::parse(name).map_err(|refusal| Error::bad(field, refusal.text))
}

/// Checks that a match can be played with these clocks.
pub fn check_time(time: TimeControl) -> Result<(), Error> {
    if room::is_playable(time) {
        return Ok(());
    }
    Err(Error::bad("time", texts::text("problem-clock", &[])))
}

/// Stores a match that begins with these events. The secret opens it to other devices.
pub(super) async fn store_new(
    context: &impl Context,
    events: Vec<Event>,
    seat: Option<SeatSecret>,
) -> Result<Response, Error> {
    let store = context.store();
    loop {
        let id = random::match_id(context)?;
        let new = context.games().new_match(id.clone(), events.clone());
        match store.create_match(context.owner(), new).await {
            Ok(_) => {
                if let Some(seat) = seat {
                    store.set_seat_key(&id, room::key(&seat)).await?;
                }
                return Ok(Response::json(&Created { id }));
            }
            Err(store::Error::Taken) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The set-up with the seed of a fair board, where it chooses neither that nor a board. `random` is a random seed.
pub fn drawn(entry: &Entry, setup: Setup, random: u64) -> Setup {
    if setup.board.is_some() || setup.seed != 0 {
        return setup;
    }
    let seed = entry.draw_seed(random, random::SEED_BOUND).max(1);
    Setup { seed, ..setup }
}

/// Marks a running match of the visitor's own: one with help does not count for a rating.
pub(super) async fn mark_helped(context: &impl Context, id: &str) -> Result<(), Error> {
    let store = context.store();
    if store.may_command(id, context.profile(), None).await? {
        store.mark_helped(id).await?;
    }
    Ok(())
}

async fn list<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let query: MatchListQuery = request.query()?;
    let page = listing::page(query.page())?;
    let MatchListQuery { game, result, opponent, over, search, .. } = query;
    let filter = filter(game, result, opponent, over, search)?;
    let listed = listing::matches(&context, filter, page).await?;
    Ok(Response::json(&listed.into_iter().map(summary).collect::<Vec<_>>()))
}

/// The filter of a list, from the fields of a query.
pub(super) fn filter(
    game: Option<String>,
    result: Option<ListedResult>,
    opponent: Option<OpponentPlace>,
    over: Option<bool>,
    search: Option<String>,
) -> Result<MatchFilter, Error> {
    if search.as_ref().is_some_and(|text| text.chars().count() > SEARCH_MAX_CHARS) {
        return Err(Error::bad("search", texts::text("problem-too-large", &[])));
    }
    let result = result.map(|result| match result {
        ListedResult::Won => MatchResult::Won,
        ListedResult::Lost => MatchResult::Lost,
        ListedResult::Drawn => MatchResult::Drawn,
    });
    let opponent = opponent.map(|opponent| match opponent {
        OpponentPlace::Computer => OpponentKind::Computer,
        OpponentPlace::Online => OpponentKind::Online,
        OpponentPlace::Screen => OpponentKind::Screen,
    });
    Ok(MatchFilter { game, result, opponent, finished: over, search })
}

fn summary(listed: ListedMatch) -> MatchSummary {
    let Some(summary) = listed.summary else {
        return MatchSummary {
            id: listed.id,
            game: String::new(),
            kind: Kind::Local,
            players: BySeat::default(),
            version: Version::default(),
            entries: 0,
            over: true,
            at: listed.changed.0,
            rules: None,
            winner: None,
            reason: None,
            created: 0,
            ended: None,
            you: None,
            accuracy: None,
            damaged: true,
        };
    };
    MatchSummary {
        id: listed.id,
        game: summary.game,
        kind: summary.kind,
        players: summary.players,
        version: summary.version,
        entries: summary.entries as usize,
        over: summary.finished,
        at: listed.changed.0,
        rules: summary.rules,
        winner: summary.winner,
        reason: summary.reason,
        created: summary.created.0,
        ended: summary.ended.map(|at| at.0),
        you: listed.you,
        accuracy: listed.accuracy.map(|accuracy| accuracy.map(|one| one.map(percent))),
        damaged: false,
    }
}

/// Thousandths as whole percent.
fn percent(thousandths: u16) -> u8 {
    u8::try_from((u32::from(thousandths) + 5) / 10).unwrap_or(100).min(100)
}

/// Query of a match's state.
#[derive(Deserialize)]
struct StateQuery {
    /// The state after so many entries of the record; the present one without it.
    entries: Option<usize>,
}

async fn show<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    let StateQuery { entries } = request.query()?;
    let look = |room: &dyn OpenRoom| {
        (room.entry(), room.current_match().is_some(), Box::new(room.state()))
    };
    let (entry, begun, mut state) = context.look(&id, look).await?;
    if state.kind == Kind::Local {
        state.watching = !context.store().may_command(&id, context.profile(), None).await?;
    }
    let Some(entries) = entries.filter(|_| begun) else { return Ok(Response::json(&state)) };
    let replay = move |_: &Games, _: &dyn WorkBudget| {
        state.record.moves.truncate(entries);
        let live = entry.game.open(&state.record).map_err(Error::failed)?;
        (state.position, state.view) = (live.position(), live.view());
        if state.kind == Kind::Online && state.end.is_none() {
            state.view.choices.clear();
        }
        Ok(Response::json(&state))
    };
    context.run_blocking(0, replay).await
}

/// Makes the secret with which another device goes on with a match at one screen. An earlier one opens it no more.
async fn take_along<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    context.check_write()?;
    let kind = context.look(&id, |room: &dyn OpenRoom| room.room().session().kind()).await?;
    let store = context.store();
    if kind == Kind::Online || !store.may_command(&id, context.profile(), None).await? {
        return Err(Error::Refused(texts::text("refused-watching", &[])));
    }
    let seat = random::secret(&context)?;
    store.set_seat_key(&id, room::key(&seat)).await?;
    Ok(Response::json(&SeatCreated { seat }))
}

async fn hint<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let id = request.param(0);
    context.check_effort()?;
    let look = |room: &dyn OpenRoom| {
        let current_match = room.analysable()?;
        let is_over = current_match.end().is_some();
        let live = current_match.live().boxed_clone();
        Some((room.entry(), live, current_match.version(), is_over))
    };
    let Some((entry, live, version, is_over)) = context.look(&id, look).await? else {
        return Err(Error::Refused(texts::text("problem-no-hint", &[])));
    };
    let record = context.check_fair_play(entry, live).await?.record().clone();
    if !is_over {
        mark_helped(&context, &id).await?;
    }
    let limits = Limits { nodes: Some(HINT_NODES), time: Some(HINT_TIME), ..Limits::default() };
    let task = WorkTask::Search { record, limits, table: Resources::default().table };
    let request = WorkRequest::new(&entry, task);
    let (WorkResult::Report(thought), _) = context.run_engine(WorkPriority::Match, request).await?
    else {
        return Err(Error::failed("the hint failed"));
    };
    let chance = thought.lines.first().map_or(0.5, |best| best.chance);
    Ok(Response::json(&Hint { notation: thought.choice, chance, version }))
}
