//! The lobby: the list of public tables, and the socket over which clients follow it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use tokio::sync::watch;
use tokio::time::sleep;
use wire::http::{Lobby, LobbyFilter, RoomSummary};
use wire::{ToClient, ToServer};

use crate::AppState;
use crate::http::{Error, QueryParams};
use crate::socket_limiter::{MessageLimiter, MessageVerdict};
use crate::socket_loop::{
    AbortOnDrop, Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket,
};
use crate::time::{monotonic, now};
use crate::visitor::Visitor;

/// Tables in a list at most.
const LOBBY_LIST_MAX: usize = 100;
/// Shortest time between two lists to one client.
const LOBBY_UPDATE_INTERVAL: Duration = Duration::from_millis(500);
/// Clients of the lobby send nothing but pings. One list may wait for a slow client; the next one is
/// made when there is room for it.
const SOCKET_LIMITS: SocketLimits = SocketLimits { message_max_bytes: 1 << 10, outbox_messages: 1 };

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/rooms/socket", get(subscribe))
}

/// Index of the public tables, which rooms keep up to date.
pub(crate) struct LobbyIndex {
    rooms: Mutex<BTreeMap<String, RoomSummary>>,
    changes: watch::Sender<u64>,
}

impl Default for LobbyIndex {
    fn default() -> Self {
        Self { rooms: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl LobbyIndex {
    /// Sets or removes the entry of a room.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>) {
        let mut rooms = self.rooms();
        let changed = match summary {
            Some(summary) => {
                let differs = rooms.get(id) != Some(&summary);
                rooms.insert(id.to_owned(), summary);
                differs
            }
            None => rooms.remove(id).is_some(),
        };
        drop(rooms);
        if changed {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// The tables that `filter` selects.
    pub(crate) fn list(&self, filter: &LobbyFilter) -> Lobby {
        let rooms = self.rooms();
        let mut selected: Vec<_> = rooms.values().filter(|room| filter.wants(room)).collect();
        let total = selected.len();
        selected.sort_by_key(|room| (room.stage, std::cmp::Reverse(room.at)));
        selected.truncate(LOBBY_LIST_MAX);
        Lobby { rooms: selected.into_iter().cloned().collect(), total }
    }

    /// Subscribes to changes; several in quick succession count as one.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, RoomSummary>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a socket that sends the list of tables whenever it changes.
async fn subscribe(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(filter): QueryParams<LobbyFilter>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let permit = shared.sockets.acquire(&visitor)?;
    let limiter = shared.sockets.message_limiter(&visitor);
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, move |outbox| {
        let publishing = tokio::spawn(publish(Arc::clone(&shared.service.lobby), filter, outbox));
        LobbySubscriber { limiter, _publishing: AbortOnDrop(publishing.abort_handle()) }
    }))
}

/// Client that follows the lobby.
struct LobbySubscriber {
    limiter: MessageLimiter,
    _publishing: AbortOnDrop,
}

impl SocketHandler for LobbySubscriber {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        match self.limiter.check(monotonic()) {
            MessageVerdict::Allowed => {}
            MessageVerdict::Throttled => return SocketReply::None,
            MessageVerdict::Abusive => return SocketReply::Close,
        }
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(ToServer::Ping { n }) => {
                SocketReply::Send(encode(&ToClient::Pong { n, now: now().0 }))
            }
            _ => SocketReply::None,
        }
    }
}

/// Sends the list whenever it differs from the last one, until the socket is closed.
async fn publish(lobby: Arc<LobbyIndex>, filter: LobbyFilter, outbox: Outbox) {
    let mut changes = lobby.changes();
    let mut last_sent = None;
    loop {
        changes.mark_unchanged();
        let list = lobby.list(&filter);
        if last_sent.as_ref() != Some(&list) {
            if outbox.send(encode(&list)).await.is_err() {
                return;
            }
            last_sent = Some(list);
            sleep(LOBBY_UPDATE_INTERVAL).await;
        }
        if changes.changed().await.is_err() {
            return;
        }
    }
}
