//! Quick pairing: any opponent for a game with given clocks.

use play::{Command, Player, RefusalCode};
use serde_json::{Value, json};
use server::{ServerLimits, ServerMode};
use store::Memory;
use wire::http::{Lobby, Pairing, SeekCount};
use wire::{MatchState, SeatSecret};

use crate::client::{Answer, Socket, Visitor};
use crate::running::Running;
use crate::time_limit::wait_for;

fn secret(bits: u128) -> SeatSecret {
    SeatSecret::new(bits)
}

/// The number of a visitor also is its cookie, its seat's secret and the end of its address.
fn visitor(server: &Running, number: u8) -> Visitor {
    Visitor::new(server.address, &format!("192.0.2.{number}"), u128::from(number))
}

fn ask(who: &Visitor, number: u8, more: &Value) -> Answer {
    let mut wanted = json!({
        "game": "othello",
        "time": { "kind": "game", "total": 300_000, "increment": 3_000 },
        "name": format!("Visitor {number}"),
        "seat": secret(number.into()),
    });
    for (field, value) in more.as_object().unwrap() {
        wanted[field] = value.clone();
    }
    who.post("/api/pairing", &wanted)
}

#[track_caller]
fn pair(server: &Running, number: u8, more: &Value) -> Pairing {
    let answer = ask(&visitor(server, number), number, more);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn sit(server: &Running, number: u8, id: &str) -> Socket {
    Socket::open_by(&visitor(server, number), id, Some(secret(number.into())))
}

/// A visitor who waits, and the id of the table.
#[track_caller]
fn wait(server: &Running, number: u8, more: &Value) -> (String, Socket) {
    let Pairing { id, waiting } = pair(server, number, more);
    assert!(waiting, "{number}");
    let socket = sit(server, number, &id);
    // The lobby knows the table once its host is there.
    let listed = || visitor(server, number).ask("GET", "/api/rooms", "").text().contains(&id);
    wait_for("the table in the lobby", || listed().then_some(()));
    (id, socket)
}

fn counts(server: &Running) -> Vec<SeekCount> {
    visitor(server, 99).ask("GET", "/api/pairing", "").json()
}

fn is_playing(state: &MatchState) -> bool {
    state.online.as_ref().is_some_and(|online| online.gathering.is_none())
}

#[test]
fn two_who_wait_are_paired_the_oldest_first() {
    let server = Running::start();
    assert!(counts(&server).is_empty());
    let (first, mut ana) = wait(&server, 1, &json!({}));
    // Another game and other clocks are other queues.
    let (_, _bo) = wait(&server, 2, &json!({ "game": "connect-four" }));
    let (_, _cleo) = wait(&server, 3, &json!({ "time": { "kind": "none" } }));
    let waiting = counts(&server);
    assert_eq!(waiting.iter().map(|count| count.waiting).sum::<usize>(), 3);
    assert_eq!(waiting.len(), 3);
    let found = pair(&server, 4, &json!({}));
    assert_eq!(found, Pairing { id: first.clone(), waiting: false });
    // Two come at once: the store decides, and the other is told so and looks on.
    assert_eq!(pair(&server, 5, &json!({})).id, first);
    let mut dan = sit(&server, 4, &first);
    let mut eve = sit(&server, 5, &first);
    dan.join("Dan").unwrap();
    assert_eq!(eve.join("Eve"), Err(RefusalCode::Taken));
    assert!(pair(&server, 5, &json!({})).waiting);
    ana.wait(is_playing);
    assert_eq!(ana.state.players.iter().filter(|player| player.who.is_some()).count(), 2);
    assert_ne!(ana.state.you, dan.state.you);
}

#[test]
fn nobody_is_paired_with_themselves() {
    let server = Running::start();
    let (own, _ana) = wait(&server, 1, &json!({}));
    // The same profile in another tab, and at another address.
    let again = pair(&server, 1, &json!({ "seat": secret(77) }));
    assert!(again.waiting && again.id != own);
    let elsewhere = Visitor::new(server.address, "192.0.2.200", 1);
    assert!(ask(&elsewhere, 1, &json!({ "seat": secret(78) })).json::<Pairing>().waiting);
}

#[test]
fn two_browsers_of_the_owner_are_paired_by_their_seats() {
    let server = Running::with(Memory::default(), ServerMode::Personal);
    let owner = Visitor::local(server.address);
    let seek = |number: u8, seats: &[&str]| -> Pairing {
        let answer = ask(&owner, number, &json!({ "seats": seats }));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let first = seek(1, &[]);
    assert!(first.waiting);
    let mut ana = Socket::open_by(&owner, &first.id, Some(secret(1)));
    let listed = || owner.ask("GET", "/api/rooms", "").text().contains(&first.id);
    wait_for("the table in the lobby", || listed().then_some(()));
    // Another tab of the same browser knows the seat, and one that does not say which it has may be that.
    assert!(seek(2, &[&first.id]).waiting);
    assert!(ask(&owner, 3, &json!({})).json::<Pairing>().waiting);
    assert_eq!(seek(4, &[]), Pairing { id: first.id.clone(), waiting: false });
    let mut bo = Socket::open_by(&owner, &first.id, Some(secret(4)));
    bo.join("Bo").unwrap();
    ana.wait(is_playing);
    bo.wait(is_playing);
    assert_ne!(ana.state.you, bo.state.you, "each holds its own seat");
    // Seats are no excuse for others.
    let server = Running::start();
    let (_, _cleo) = wait(&server, 1, &json!({}));
    assert!(pair(&server, 1, &json!({ "seat": secret(77), "seats": [] })).waiting);
}

#[test]
fn of_two_tables_opened_at_once_the_younger_joins_the_older() {
    let server = Running::start();
    // Neither is in the lobby when the other asks.
    let [one, two] = [1, 2].map(|number| pair(&server, number, &json!({})).id);
    assert_ne!(one, two);
    let [ana, bo] = [(1, &one), (2, &two)].map(|(number, id)| sit(&server, number, id));
    wait_for("both tables in the lobby", || {
        counts(&server).first().filter(|count| count.waiting == 2).map(|_| ())
    });
    // The one that was opened first is the older one; of two in the same millisecond either can be.
    let opened = |id: &str| {
        let listed: Lobby = visitor(&server, 99).ask("GET", "/api/rooms", "").json();
        listed.rooms.iter().find(|room| room.id == id).expect("the table in the lobby").at
    };
    let is_tie = opened(&one) == opened(&two);
    let first_stays = pair(&server, 1, &json!({ "own": one })).waiting;
    assert!(first_stays || is_tie, "the older one stays");
    let ((old, older), (young, younger), mut guest) =
        if first_stays { ((1, one), (2, two), bo) } else { ((2, two), (1, one), ana) };
    let stays = Pairing { id: older.clone(), waiting: true };
    assert_eq!(pair(&server, old, &json!({ "own": older })), stays);
    let joins = Pairing { id: older.clone(), waiting: false };
    assert_eq!(pair(&server, young, &json!({ "own": younger })), joins);
    let player = guest.state.you.expect("a seat");
    guest.command(player, Command::Leave).unwrap();
    sit(&server, young, &older).join("Bo").unwrap();
    // A table that is gone leads nowhere else.
    assert!(pair(&server, young, &json!({ "own": younger })).waiting);
}

#[test]
fn a_seek_ends_when_its_host_goes_and_when_it_has_waited_too_long() {
    let mut limits = ServerLimits::default();
    limits.rooms.gone_before_start_ms = 50;
    let server = Running::limited(limits);
    let (gone, ana) = wait(&server, 1, &json!({}));
    // A watcher keeps the room open, but nobody else waits in it.
    let mut eve = sit(&server, 9, &gone);
    drop(ana);
    eve.wait(|state| state.end.is_some());
    assert!(counts(&server).is_empty());
    let mut limits = ServerLimits::default();
    limits.rooms.seek_max_ms = 300;
    let server = Running::limited(limits);
    let Pairing { id, .. } = pair(&server, 1, &json!({}));
    sit(&server, 1, &id).wait(|state| state.end.is_some());
    // Any other table waits on.
    let mut limits = ServerLimits::default();
    limits.rooms.seek_max_ms = 0;
    let server = Running::limited(limits);
    let table = crate::online::table(server.address, &json!({}));
    let mut host = Socket::open_as(server.address, &table.id, &secret(crate::online::ANA));
    host.command(Player::One, Command::Invite { opponent: "random".to_owned(), seed: 1 }).unwrap();
    host.wait(is_playing);
}

#[test]
fn a_network_has_a_few_seeks_and_bad_requests_are_refused() {
    let server = Running::start();
    let who = |number: u8| Visitor::new(server.address, "192.0.2.7", u128::from(number));
    for number in 1..=8 {
        let answer = ask(&who(number), number, &json!({ "game": "isolation" }));
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    let ninth = ask(&who(9), 9, &json!({ "game": "isolation" }));
    assert_eq!(ninth.status, 409, "{}", ninth.text());
    assert!(pair(&server, 18, &json!({ "game": "isolation" })).waiting, "others are not concerned");
    for (field, value) in [
        ("game", json!("chess")),
        ("name", json!("x".repeat(500))),
        ("time", json!({ "kind": "game", "total": 1, "increment": 0 })),
        ("seat", json!("secret")),
        ("more", json!(1)),
    ] {
        let answer = ask(&visitor(&server, 9), 9, &json!({ field: value }));
        assert_eq!(answer.status, 400, "{field}: {}", answer.text());
    }
}
