//! The lobby: the list of public tables, and the socket over which clients follow it.

mod feed;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::room::TimeSource;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use play::TimeControl;
use tokio::sync::watch;
use wire::http::{Lobby, LobbyFilter, LobbySocketQuery, RoomSummary, Stage};
use wire::{ToClient, ToServer};

use crate::AppState;
use crate::http::{HttpError, QueryParams, SocketUpgrade};
use crate::socket_limiter::{MessageLimiter, MessageVerdict};
use crate::socket_loop::{
    AbortOnDrop, Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket,
};
use crate::tenant::NetworkSize;
use crate::visitor::Visitor;
use feed::{Feed, Feeds};

/// Tables in a list at most.
const LOBBY_LIST_MAX: usize = 100;
/// Clients of the lobby send nothing but pings. One message may wait for a slow client; the next one is
/// chosen when there is room for it.
const SOCKET_LIMITS: SocketLimits = SocketLimits { message_max_bytes: 1 << 10, outbox_messages: 1 };

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/rooms/socket", get(subscribe))
}

/// Public table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LobbyEntry {
    pub(crate) summary: RoomSummary,
    /// Fingerprints of the networks of its host, the smallest first; none if they are not known.
    pub(crate) host: Vec<u64>,
}

/// Public tables by the ids of their matches.
#[derive(Default)]
struct LobbyRooms {
    /// Those whose rooms are open here.
    local: BTreeMap<String, LobbyEntry>,
    /// Those that are open on other nodes.
    remote: BTreeMap<String, LobbyEntry>,
}

impl LobbyRooms {
    /// All of them. A room that is open here knows of the players on other nodes, too.
    fn all(&self) -> impl Iterator<Item = &LobbyEntry> {
        let remote = self.remote.iter().filter(|(id, _)| !self.local.contains_key(*id));
        self.local.values().chain(remote.map(|(_, entry)| entry))
    }

    fn get(&self, id: &str) -> Option<&RoomSummary> {
        let entry = self.local.get(id).or_else(|| self.remote.get(id));
        entry.map(|entry| &entry.summary)
    }
}

/// Index of the public tables, which rooms keep up to date.
pub(crate) struct LobbyIndex {
    rooms: Mutex<LobbyRooms>,
    changes: watch::Sender<u64>,
    feeds: Feeds,
}

impl Default for LobbyIndex {
    fn default() -> Self {
        Self { rooms: Mutex::default(), changes: watch::Sender::new(0), feeds: Feeds::default() }
    }
}

impl LobbyIndex {
    /// Sets or removes the entry of a room.
    pub(crate) fn set(&self, id: &str, entry: Option<LobbyEntry>) {
        let changed = replace(&mut self.rooms().local, id, entry);
        self.notify(changed);
    }

    /// Sets or removes the entry of a room that is open on another node.
    pub(crate) fn set_remote(&self, id: &str, entry: Option<LobbyEntry>) {
        let changed = replace(&mut self.rooms().remote, id, entry);
        self.notify(changed);
    }

    fn notify(&self, changed: bool) {
        if changed {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// The tables that `filter` selects. If there are more than a list has room for, each network has its share of it.
    pub(crate) fn list(&self, filter: &LobbyFilter) -> Lobby {
        let rooms = self.rooms();
        let mut selected: Vec<_> =
            rooms.all().filter(|entry| filter.wants(&entry.summary)).collect();
        let total = selected.len();
        let order = |entry: &&LobbyEntry| (entry.summary.stage, Reverse(entry.summary.at));
        selected.sort_by_key(order);
        if total > LOBBY_LIST_MAX {
            selected = first_of_each(selected, LOBBY_LIST_MAX);
            selected.sort_by_key(order);
        }
        Lobby { rooms: selected.into_iter().map(|entry| entry.summary.clone()).collect(), total }
    }

    /// The seeks of quick pairing whose hosts wait.
    pub(crate) fn seeks(&self) -> Vec<Seek> {
        let rooms = self.rooms();
        let seeks = rooms.all().map(|entry| &entry.summary).filter(|room| is_seek(room));
        let seek = |room: &RoomSummary| Seek {
            id: room.id.clone(),
            game: room.game.clone(),
            time: room.time,
            at: room.at,
        };
        seeks.map(seek).collect()
    }

    /// Whether the table is a seek whose host waits.
    pub(crate) fn is_seek(&self, id: &str) -> bool {
        self.rooms().get(id).is_some_and(is_seek)
    }

    /// Subscribes to changes; several in quick succession count as one.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The feed of a filter.
    fn feed(self: &Arc<Self>, filter: &LobbyFilter) -> Arc<Feed> {
        self.feeds.open(self, filter)
    }

    fn rooms(&self) -> MutexGuard<'_, LobbyRooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets or removes an entry; whether that changes anything.
fn replace(rooms: &mut BTreeMap<String, LobbyEntry>, id: &str, entry: Option<LobbyEntry>) -> bool {
    match entry {
        Some(entry) => {
            let differs = rooms.get(id) != Some(&entry);
            rooms.insert(id.to_owned(), entry);
            differs
        }
        None => rooms.remove(id).is_some(),
    }
}

/// At most `max` of the entries: the first of every network, then the second of every network, and so on. Larger networks
/// count as several.
fn first_of_each(entries: Vec<&LobbyEntry>, max: usize) -> Vec<&LobbyEntry> {
    let mut counts: HashMap<(NetworkSize, u64), usize> = HashMap::new();
    let ranked = entries.into_iter().map(|entry| {
        let mut rank = 0;
        for (size, network) in NetworkSize::ALL.into_iter().zip(&entry.host) {
            let count = counts.entry((size, *network)).or_default();
            rank = rank.max(*count / size.factor() as usize);
            *count += 1;
        }
        (rank, entry)
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().take(max).map(|(_, entry)| entry).collect()
}

fn is_seek(room: &RoomSummary) -> bool {
    room.seek && room.stage == Stage::Open
}

/// A table whose host waits for any opponent.
pub(crate) struct Seek {
    /// The id of its match.
    pub(crate) id: String,
    /// The game's id.
    pub(crate) game: String,
    /// The clocks.
    pub(crate) time: TimeControl,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// Opens a socket that sends the list of tables, and then what changes in it.
async fn subscribe(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(query): QueryParams<LobbySocketQuery>,
    SocketUpgrade(upgrade): SocketUpgrade,
) -> Result<Response, HttpError> {
    let permit = shared.sockets.acquire(&visitor)?;
    let limiter = shared.sockets.message_limiter(&visitor);
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, move |outbox| {
        let (filter, changes) = query.into_parts();
        let feed = shared.service.lobby.feed(&filter);
        let publishing = tokio::spawn(publish(feed, changes, outbox));
        let time = Arc::clone(&shared.service.time);
        LobbySubscriber { limiter, time, _publishing: AbortOnDrop(publishing.abort_handle()) }
    }))
}

/// Client that follows the lobby.
struct LobbySubscriber {
    limiter: MessageLimiter,
    time: Arc<dyn TimeSource>,
    _publishing: AbortOnDrop,
}

impl SocketHandler for LobbySubscriber {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        let now = self.time.now();
        match self.limiter.check(now.monotonic) {
            MessageVerdict::Allowed => {}
            MessageVerdict::Throttled => return SocketReply::None,
            MessageVerdict::Abusive => return SocketReply::Close,
        }
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(ToServer::Ping { n }) => {
                SocketReply::Send(encode(&ToClient::Pong { n, now: now.wall.0 }))
            }
            _ => SocketReply::None,
        }
    }
}

/// Sends every edition of the list until the socket is closed: what has changed, or the whole list.
async fn publish(feed: Arc<Feed>, changes: bool, outbox: Outbox) {
    let mut editions = feed.editions();
    let mut seen = None;
    while editions.changed().await.is_ok() {
        let edition = Arc::clone(&editions.borrow_and_update());
        let message = if changes { edition.message_after(seen) } else { edition.lobby_message() };
        if outbox.send(message).await.is_err() {
            return;
        }
        seen = Some(edition.sequence);
    }
}

#[cfg(test)]
mod tests;
