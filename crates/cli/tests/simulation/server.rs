//! The server's side: rooms that crash, and a store that survives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use api::{DriverInput, Effect, RoomDriver};
use engine::AnyReport;
use games::CATALOGUE;
use play::{Event, Listing, Opening, Player, SeatHolder, TimeControl, Version, Who};
use room::{
    Catalogue, Now, OutageLog, Output, RateLimit, Room, Settings, StoreReply, StoreRequest,
    SubscriberId,
};
use rules::{AnyGame, BySeat, Setup, SplitMix64};
use store::{Append, AppendOutcome, Error, MatchSummary, Memory, NewMatch};
use wire::SeatSecret;
use work::WorkRequest;

use crate::clocks::START;

/// The games, as rooms know them.
pub(crate) struct Games;

impl Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
    }

    fn has_opponent(&self, _: &str, opponent: &str) -> bool {
        opponent == "easy"
    }
}

/// An append that the store has carried out.
pub(crate) struct Performed {
    pub(crate) id: String,
    /// The name under which the room knows the command, whatever the store was told.
    pub(crate) command: Option<String>,
    pub(crate) events: Vec<Event>,
    /// The version of the match after it.
    pub(crate) version: u64,
    pub(crate) active: Span,
    /// The summary that came with it.
    pub(crate) summary: Option<MatchSummary>,
}

/// How long the server had really run when a command first came in, and when it was decided. What has no
/// command came in when it was decided.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// What waits for the store.
pub(crate) struct Waiting {
    pub(crate) id: String,
    pub(crate) request: StoreRequest,
    /// The room's own name for the command.
    pub(crate) command: Option<String>,
    /// The room has been answered already.
    pub(crate) told: bool,
    pub(crate) active: Span,
}

/// The process that may crash, and the store that does not.
pub(crate) struct Server {
    pub(crate) store: Memory,
    pub(crate) performed: Vec<Performed>,
    /// All matches that ever were.
    pub(crate) matches: BTreeSet<String>,
    pub(crate) rooms: BTreeMap<String, RoomDriver>,
    /// Who has greeted where.
    pub(crate) greeted: BTreeMap<SubscriberId, String>,
    outages: OutageLog,
    /// How many outages are stored.
    stored_outages: usize,
    pub(crate) running: bool,
}

impl Server {
    pub(crate) fn new(id: &str, opened: Event, now: Now) -> Self {
        let store = Memory::default();
        let new = NewMatch { id: id.to_owned(), events: vec![opened], summary: None };
        store.create_now("a", &new).expect("it is the first");
        Self {
            store,
            performed: Vec::new(),
            matches: BTreeSet::from([id.to_owned()]),
            rooms: BTreeMap::new(),
            greeted: BTreeMap::new(),
            outages: OutageLog::new(Vec::new(), now),
            stored_outages: 0,
            running: true,
        }
    }

    /// All that the store has of a match.
    pub(crate) fn events(&self, id: &str) -> Vec<Event> {
        self.store.events(id).unwrap_or_default()
    }

    /// Carries out what a room has asked for.
    pub(crate) fn perform(&mut self, waiting: &Waiting) -> StoreReply {
        match &waiting.request {
            StoreRequest::Append(append) => {
                let answer = self.store.append_now(append);
                if let Ok(AppendOutcome::Stored(version)) = answer {
                    let Append { match_id, events, next, summary, .. } = &**append;
                    self.matches.extend(next.iter().map(|next| next.id.clone()));
                    self.performed.push(Performed {
                        id: match_id.clone(),
                        command: waiting.command.clone(),
                        events: events.clone(),
                        version: version.0,
                        active: waiting.active,
                        summary: summary.clone(),
                    });
                }
                StoreReply::Appended(answer)
            }
            StoreRequest::FindCommand { match_id, idempotency_key } => {
                StoreReply::Found(Ok(self.store.find_command_now(match_id, idempotency_key)))
            }
            StoreRequest::LoadTail { match_id, after } => {
                StoreReply::Loaded(Ok(self.store.tail(match_id, *after)))
            }
            StoreRequest::Load { match_id } => {
                StoreReply::Loaded(self.store.events(match_id).ok_or(Error::NotFound))
            }
        }
    }

    /// The version of a match in the store.
    pub(crate) fn version(&self, id: &str) -> u64 {
        self.store.version(id).0
    }

    /// Stores the outages that are not stored yet, and a heartbeat.
    pub(crate) fn beat(&mut self, now: Now) {
        for outage in &self.outages.until(now)[self.stored_outages..] {
            self.store.record_heartbeat_now(outage.began);
            self.store.record_start_now(outage.ended, 1);
            self.stored_outages += 1;
        }
        self.store.record_heartbeat_now(now.wall);
    }

    pub(crate) fn crash(&mut self) {
        self.rooms.clear();
        self.greeted.clear();
        self.running = false;
    }

    pub(crate) fn restart(&mut self, now: Now) {
        let outages = self.store.record_start_now(now.wall, 1);
        self.stored_outages = outages.len();
        self.outages = OutageLog::new(outages, now);
        self.running = true;
    }

    /// Opens the room of a match, if it is not open.
    pub(crate) fn open(&mut self, id: &str, now: Now) -> Result<Vec<Effect>, String> {
        if self.rooms.contains_key(id) {
            return Ok(Vec::new());
        }
        let events = self.events(id);
        let outages = self.outages.until(now);
        let opened = Room::open(id.to_owned(), &events, Arc::new(Games), settings(), outages, now);
        let (room, outputs) = opened.map_err(|error| error.to_string())?;
        let (driver, effects) = driver(room, outputs, now);
        self.rooms.insert(id.to_owned(), driver);
        Ok(effects)
    }

    pub(crate) fn handle(&mut self, id: &str, input: DriverInput, now: Now) -> Vec<Effect> {
        self.rooms.get_mut(id).map(|room| room.handle(input, now)).unwrap_or_default()
    }
}

/// The driver of a room that has just been opened.
pub(crate) fn driver(room: Room, outputs: Vec<Output>, now: Now) -> (RoomDriver, Vec<Effect>) {
    let id = room.game().info().id;
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == id);
    RoomDriver::new(room, *entry.expect("a game of the catalogue"), None, outputs, now)
}

/// What comes of a search: a move, a move that is none, nothing, or that it cannot be done now.
pub(crate) fn thought(
    random: &mut SplitMix64,
    version: Version,
    request: &WorkRequest,
) -> DriverInput {
    let entry = request.entry(CATALOGUE).expect("a game of the catalogue");
    let live = entry.game.open(request.record().expect("a record")).expect("a game");
    let choice = match random.below(8) {
        0 => return DriverInput::SearchEnded(version, None),
        1 => {
            let retry_ms = random.below(2_000);
            return DriverInput::SearchPostponed { version, retry_ms, notice: None };
        }
        2 => Some("nonsense".to_owned()),
        _ => live.view().choices.into_iter().next().map(|choice| choice.notation),
    };
    DriverInput::SearchEnded(version, Some(AnyReport { choice, ..AnyReport::default() }))
}

/// Shorter times, so that more happens.
pub(crate) fn settings() -> Settings {
    Settings {
        gone_with_clocks_ms: 4_000,
        gone_without_clocks_ms: 6_000,
        gone_after_leaving_ms: 1_000,
        gone_before_start_ms: 5_000,
        seek_max_ms: 600_000,
        max_watchers: 3,
        max_events: 10_000,
        storage: None,
        greetings: RateLimit { burst: 2, interval_ms: 500 },
        commands: RateLimit { burst: 10, interval_ms: 50 },
        retry_ms: 250,
        retry_max_ms: 1_000,
        deference_ms: 1_500,
        engine_deference_ms: 5_000,
    }
}

/// How long a player must be gone before the other may claim anything: less in fast games, but never less
/// than after leaving.
pub(crate) fn grace_ms(time: Option<TimeControl>) -> u64 {
    let settings = settings();
    let within =
        |wanted: u64| wanted.clamp(settings.gone_after_leaving_ms, settings.gone_with_clocks_ms);
    match time {
        Some(TimeControl::Game { total, .. }) => within(total / 8),
        Some(TimeControl::Move { limit }) => within(limit),
        Some(TimeControl::None) | None => settings.gone_without_clocks_ms,
    }
}

/// What a store answers that fails.
pub(crate) fn failed(request: &StoreRequest) -> StoreReply {
    let error = Error::Failed("as it happens".to_owned());
    match request {
        StoreRequest::Append(_) => StoreReply::Appended(Err(error)),
        StoreRequest::FindCommand { .. } => StoreReply::Found(Err(error)),
        StoreRequest::Load { .. } | StoreRequest::LoadTail { .. } => StoreReply::Loaded(Err(error)),
    }
}

/// A table of some game, with the host in a seat.
pub(crate) fn opened(random: &mut SplitMix64, host: Player, secret: &SeatSecret) -> Event {
    let (id, lays) = [
        ("connect-four", false),
        ("connect-four", false),
        ("katarenga", true),
        ("isolation", true),
        ("othello", false),
    ][random.below(5) as usize];
    let game = Games.game(id).expect("a game of the catalogue");
    let setup = Setup { seed: 1 + random.below(1000), ..Setup::default() };
    let position = (!lays).then(|| game.start(&setup).expect("a start"));
    let time = match random.below(4) {
        0 => TimeControl::Game { total: 8_000, increment: 500 },
        1 => TimeControl::Move { limit: 3_000 },
        _ => TimeControl::None,
    };
    let mut players = BySeat::default();
    let who = Who::Human { name: "Ana".to_owned() };
    players[host.first_seat()] = Some(SeatHolder { who, key: Some(room::key(secret)) });
    let opening = Opening {
        game: id.to_owned(),
        rules: None,
        position,
        swap: game.info().swap && random.below(2) == 0,
        time,
        listing: Listing::Public,
        seek: false,
        host,
        players,
    };
    Event::Opened { opening, at: START }
}
