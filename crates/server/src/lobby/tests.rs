use rules::BySeat;

use super::*;
use crate::tenant::Tenant;

fn entry(id: &str, stage: Stage, at: u64, host: &str) -> LobbyEntry {
    let summary = RoomSummary {
        id: id.to_owned(),
        game: "othello".to_owned(),
        rules: None,
        stage,
        players: BySeat { first: None, second: None },
        time: TimeControl::None,
        swap: false,
        lay_board: false,
        seek: false,
        watchers: 0,
        entries: 0,
        at,
    };
    let host = Tenant::at(host.parse().expect("an address")).fingerprints();
    LobbyEntry { summary, host }
}

/// A lobby with `count` newer tables of the networks that `host` names, and an older one of somebody else.
fn crowded(count: usize, host: impl Fn(usize) -> String) -> LobbyIndex {
    let lobby = LobbyIndex::default();
    for number in 0..count {
        let id = format!("crowd{number}");
        let at = 1_000 + number as u64;
        lobby.set(&id, Some(entry(&id, Stage::Open, at, &host(number))));
    }
    lobby.set("honest", Some(entry("honest", Stage::Open, 1, "198.51.100.1")));
    lobby.set("played", Some(entry("played", Stage::Playing, 1, "198.51.100.2")));
    lobby
}

fn listed(lobby: &LobbyIndex) -> Vec<String> {
    let list = lobby.list(&LobbyFilter::default());
    list.rooms.into_iter().map(|room| room.id).collect()
}

#[test]
fn tables_of_few_networks_push_nobody_off_the_list() {
    for host in [
        (|number| format!("192.0.2.{}", number % 4)) as fn(usize) -> String,
        |number| format!("2001:db8:1:{:x}::1", number % 256),
        |number| format!("2001:db8:1:{number:x}::1"),
    ] {
        let lobby = crowded(300, host);
        let list = listed(&lobby);
        assert_eq!(list.len(), LOBBY_LIST_MAX);
        assert!(list.contains(&"honest".to_owned()), "{list:?}");
        // A running game is listed, too, behind all that wait.
        assert_eq!(list.last().map(String::as_str), Some("played"));
        assert_eq!(list[0], "crowd299", "the newest is the first, as ever");
    }
}

#[test]
fn a_list_with_room_has_everything_of_everybody() {
    let lobby = crowded(LOBBY_LIST_MAX - 2, |_| "192.0.2.1".to_owned());
    assert_eq!(listed(&lobby).len(), LOBBY_LIST_MAX);
    assert_eq!(lobby.list(&LobbyFilter::default()).total, LOBBY_LIST_MAX);
}

#[test]
fn tables_of_other_nodes_are_counted_by_their_hosts() {
    let lobby = crowded(0, |_| String::new());
    for number in 0..200 {
        let id = format!("remote{number}");
        lobby.set_remote(&id, Some(entry(&id, Stage::Open, 1_000, "192.0.2.1")));
    }
    // A node of an earlier version does not tell whose tables they are.
    let unknown = LobbyEntry { host: Vec::new(), ..entry("earlier", Stage::Open, 1, "192.0.2.2") };
    lobby.set_remote("earlier", Some(unknown));
    let list = listed(&lobby);
    for id in ["honest", "played", "earlier"] {
        assert!(list.iter().any(|listed| listed == id), "{id}: {list:?}");
    }
}
