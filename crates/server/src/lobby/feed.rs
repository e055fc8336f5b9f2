//! Feed of the lobby: the list of one filter, made once for all who follow it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::watch;
use tokio::time::sleep;
use wire::http::{Lobby, LobbyFilter, LobbyMessage, RoomChange, RoomSummary};

use super::LobbyIndex;
use crate::socket_loop::{AbortOnDrop, encode};

/// Shortest time between two editions of a list.
const LOBBY_UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// The feeds that somebody follows, by their filters.
#[derive(Default)]
pub(super) struct Feeds {
    by_filter: Mutex<HashMap<LobbyFilter, Weak<Feed>>>,
}

impl Feeds {
    /// The feed of a filter, which runs as long as somebody holds it.
    pub(super) fn open(&self, lobby: &Arc<LobbyIndex>, filter: &LobbyFilter) -> Arc<Feed> {
        let mut feeds = self.by_filter.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(feed) = feeds.get(filter).and_then(Weak::upgrade) {
            return feed;
        }
        feeds.retain(|_, feed| feed.strong_count() > 0);
        let feed = Arc::new(Feed::start(Arc::clone(lobby), filter.clone()));
        feeds.insert(filter.clone(), Arc::downgrade(&feed));
        feed
    }
}

/// Feed of one filter.
pub(super) struct Feed {
    latest: watch::Receiver<Arc<Edition>>,
    _task: AbortOnDrop,
}

impl Feed {
    fn start(lobby: Arc<LobbyIndex>, filter: LobbyFilter) -> Self {
        let mut changes = lobby.changes();
        changes.mark_unchanged();
        let first = Edition { sequence: 1, list: lobby.list(&filter), ..Edition::default() };
        let (sender, latest) = watch::channel(Arc::new(first));
        let task = tokio::spawn(async move {
            loop {
                sleep(LOBBY_UPDATE_INTERVAL).await;
                let next = loop {
                    if changes.changed().await.is_err() {
                        return;
                    }
                    let (list, before) = (lobby.list(&filter), Arc::clone(&sender.borrow()));
                    if list != before.list {
                        break before.next(list);
                    }
                };
                sender.send_replace(Arc::new(next));
            }
        });
        Self { latest, _task: AbortOnDrop(task.abort_handle()) }
    }

    /// The editions from now on; several in quick succession may be skipped.
    pub(super) fn editions(&self) -> watch::Receiver<Arc<Edition>> {
        let mut editions = self.latest.clone();
        editions.mark_changed();
        editions
    }
}

/// Edition of a list, with the messages that say it, each encoded once.
#[derive(Default)]
pub(super) struct Edition {
    pub(super) sequence: u64,
    list: Lobby,
    lobby_message: OnceLock<Utf8Bytes>,
    list_message: OnceLock<Utf8Bytes>,
    /// What is different from the edition before.
    changes_message: Option<Utf8Bytes>,
}

impl Edition {
    fn next(&self, list: Lobby) -> Self {
        let sequence = self.sequence + 1;
        let changes = Some(encode(&changes(&self.list, &list, sequence)));
        Self { sequence, list, changes_message: changes, ..Self::default() }
    }

    /// The whole list for clients that do not ask for changes.
    pub(super) fn lobby_message(&self) -> Utf8Bytes {
        self.lobby_message.get_or_init(|| encode(&self.list)).clone()
    }

    /// What a client is sent who has seen the edition `seen`: what has changed, or the whole list if there is a gap.
    pub(super) fn message_after(&self, seen: Option<u64>) -> Utf8Bytes {
        let follows = seen.is_some_and(|seen| seen + 1 == self.sequence);
        if let Some(changes) = self.changes_message.as_ref().filter(|_| follows) {
            return changes.clone();
        }
        let list = || {
            let Lobby { rooms, total } = self.list.clone();
            encode(&LobbyMessage::List { sequence: self.sequence, rooms, total })
        };
        self.list_message.get_or_init(list).clone()
    }
}

/// What turns one list into the next.
fn changes(before: &Lobby, after: &Lobby, sequence: u64) -> LobbyMessage {
    let old: HashMap<_, _> = before.rooms.iter().map(|room| (room.id.as_str(), room)).collect();
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    let mut removed: HashMap<_, _> = old.clone();
    for room in &after.rooms {
        removed.remove(room.id.as_str());
        match old.get(room.id.as_str()) {
            Some(&same) if same == room => {}
            Some(&other) => match change(other, room) {
                Some(change) => changed.push(change),
                None => added.push(room.clone()),
            },
            None => added.push(room.clone()),
        }
    }
    let mut removed: Vec<_> = removed.into_keys().map(ToOwned::to_owned).collect();
    removed.sort_unstable();
    LobbyMessage::Changes { sequence, added, changed, removed, total: after.total }
}

/// The fields in which two rows differ; `None` if another field than those of a [`RoomChange`] does.
fn change(before: &RoomSummary, after: &RoomSummary) -> Option<RoomChange> {
    let change = RoomChange {
        id: after.id.clone(),
        stage: (before.stage != after.stage).then_some(after.stage),
        players: (before.players != after.players).then(|| after.players.clone()),
        watchers: (before.watchers != after.watchers).then_some(after.watchers),
        entries: (before.entries != after.entries).then_some(after.entries),
    };
    let mut patched = before.clone();
    patched.apply(change.clone());
    (patched == *after).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::LobbyEntry;
    use play::TimeControl;
    use rules::BySeat;
    use wire::http::Stage;

    fn room(id: &str, at: u64) -> RoomSummary {
        RoomSummary {
            id: id.to_owned(),
            game: "othello".to_owned(),
            rules: None,
            stage: Stage::Open,
            players: BySeat { first: None, second: None },
            time: TimeControl::None,
            swap: false,
            lay_board: false,
            seek: false,
            watchers: 0,
            entries: 0,
            at,
        }
    }

    #[test]
    fn a_list_and_its_changes_are_the_next_list() {
        let before = Lobby { rooms: vec![room("a", 3), room("b", 2), room("c", 1)], total: 3 };
        let moved = RoomSummary { entries: 4, watchers: 1, ..room("b", 2) };
        let other = RoomSummary { swap: true, ..room("c", 1) };
        let after = Lobby { rooms: vec![room("d", 9), moved.clone(), other.clone()], total: 7 };
        let LobbyMessage::Changes { added, changed, removed, total, .. } =
            changes(&before, &after, 2)
        else {
            panic!("not changes")
        };
        assert_eq!(added, [room("d", 9), other]);
        let change = RoomChange {
            id: "b".to_owned(),
            stage: None,
            players: None,
            watchers: Some(1),
            entries: Some(4),
        };
        assert_eq!(changed, [change]);
        assert_eq!((removed, total), (vec!["a".to_owned()], 7));
    }

    #[tokio::test(start_paused = true)]
    async fn followers_of_a_filter_share_a_feed() {
        let lobby = Arc::<LobbyIndex>::default();
        let othello = LobbyFilter { game: Some("othello".to_owned()), ..LobbyFilter::default() };
        let first = lobby.feed(&othello);
        assert!(Arc::ptr_eq(&first, &lobby.feed(&othello)));
        assert!(!Arc::ptr_eq(&first, &lobby.feed(&LobbyFilter::default())));
        let mut editions = first.editions();
        let mut next = async || {
            editions.changed().await.unwrap();
            Arc::clone(&editions.borrow_and_update())
        };
        assert_eq!(next().await.sequence, 1);
        let entry = |id| LobbyEntry { summary: room(id, 1), host: Vec::new() };
        lobby.set("a", Some(entry("a")));
        let second = next().await;
        assert!(second.message_after(Some(1)).starts_with("{\"type\":\"changes\""));
        // After a gap, and for who has seen nothing, it is the whole list.
        for seen in [None, Some(0), Some(2)] {
            assert!(second.message_after(seen).starts_with("{\"type\":\"list\""));
        }
        assert!(second.lobby_message().starts_with("{\"rooms\":[{\"id\":\"a\""));
        drop(first);
        // Whoever comes when nobody follows begins anew.
        lobby.set("b", Some(entry("b")));
        assert_eq!(lobby.feed(&othello).editions().borrow().sequence, 1);
    }
}
