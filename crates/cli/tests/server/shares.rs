//! Visitors who want everything for themselves, from one network or from many: what is left for others.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use serde_json::json;
use server::{RateLimit, ServerLimits, StorageAmount, StorageQuota};
use wire::http::{Lobby, Problem};

use crate::analysis::{Analyst, endless};
use crate::client::{Answer, Socket, Visitor, get, request};
use crate::hostile::figure;
use crate::running::Running;
use crate::time_limit;

fn ask(server: SocketAddr, from: &str, method: &str, path: &str, body: &[u8]) -> Answer {
    request(server, method, path, &format!("X-Forwarded-For: {from}\r\n"), body)
}

fn table(server: SocketAddr, from: &str, seat: u128, listing: &str) -> Answer {
    let wanted =
        json!({ "game": "othello", "listing": listing, "seat": wire::SeatSecret::new(seat) });
    ask(server, from, "POST", "/api/rooms", wanted.to_string().as_bytes())
}

fn analysis(server: SocketAddr, from: &str) -> Answer {
    let new = json!({ "from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x",
        "comment": "", "moves": [{ "parent": null, "notation": "4" }] });
    ask(server, from, "POST", "/api/analyses", new.to_string().as_bytes())
}

/// Limits under which nobody is ever too quick.
fn unhurried() -> ServerLimits {
    let often = RateLimit { burst: 100_000, interval_ms: 1 };
    ServerLimits { requests: often, efforts: often, writes: often, ..ServerLimits::default() }
}

/// While two addresses have sixteen large pictures each in flight, the new tables of others do not wait for them.
#[test]
fn pictures_in_flight_delay_nobody_s_new_table() {
    const PICTURES: usize = 32;
    let server = Running::start();
    let address = server.address;
    let drawn = Arc::<AtomicUsize>::default();
    let drawing: Vec<_> = (0..PICTURES)
        .map(|number| {
            let drawn = Arc::clone(&drawn);
            thread::spawn(move || {
                let size = 2048 - number;
                let path = format!("/api/games/connect-four/picture.png?size={size}&moves=4");
                let from = ["192.0.2.1", "192.0.2.2"][number % 2];
                ask(address, from, "GET", &path, b"");
                drawn.fetch_add(1, SeqCst);
            })
        })
        .collect();
    time_limit::wait_for("pictures that wait", || {
        (figure(address, "damier_blocking_waiting") >= PICTURES as u64 / 2).then_some(())
    });
    let before = drawn.load(SeqCst);
    for number in 1..=3 {
        let made = table(address, &format!("198.51.100.{number}"), number, "unlisted");
        assert_eq!(made.status, 200, "{}", made.text());
    }
    let meanwhile = drawn.load(SeqCst) - before;
    assert!(meanwhile <= PICTURES / 4, "three tables took as long as {meanwhile} pictures");
    for one in drawing {
        one.join().unwrap();
    }
}

/// An export waits for its turn behind the pictures of the same address, and is complete.
#[test]
fn an_export_waits_where_other_work_is_refused() {
    let server = Running::limited(unhurried());
    let address = server.address;
    let ana = Visitor::new(address, "192.0.2.1", 7);
    let made = ana.post(
        "/api/matches",
        &json!({ "game": "othello",
        "players": { "first": { "type": "human" }, "second": { "type": "human" } } }),
    );
    assert_eq!(made.status, 200, "{}", made.text());
    let drawing: Vec<_> = (0..12)
        .map(|number| {
            thread::spawn(move || {
                let size = 2048 - number;
                let path = format!("/api/games/connect-four/picture.png?size={size}&moves=4");
                ask(address, "192.0.2.1", "GET", &path, b"").status
            })
        })
        .collect();
    time_limit::wait_for("pictures that wait", || {
        (figure(address, "damier_blocking_waiting") >= 4).then_some(())
    });
    for path in ["/api/profile/file", "/api/records"] {
        let file = ana.ask("GET", path, "");
        assert_eq!(file.status, 200, "{}", file.text());
        assert!(file.text().contains("othello") || file.text().contains("Othello"), "{path}");
    }
    for one in drawing {
        one.join().unwrap();
    }
}

#[test]
fn the_networks_of_one_site_leave_analyses_to_others() {
    let server = Running::start();
    let open = |from: &str| {
        let mut analyst = Analyst::open_by(&Visitor::new(server.address, from, 0));
        analyst.send(&endless(1));
        analyst
    };
    // Six networks of a /56.
    let held = (0..48).map(|number| open(&format!("2001:db8:1:{:x}::1", number % 6)));
    let _held: Vec<_> = held.collect();
    time_limit::wait_for("questions that wait", || {
        (figure(server.address, "damier_thinking_waiting") >= 18).then_some(())
    });
    for other in 1..=3 {
        open(&format!("198.51.100.{other}")).thought(1);
    }
}

#[test]
fn a_crowd_of_tables_pushes_nobody_off_the_list() {
    let server = Running::limited(unhurried());
    let open = |from: String, seat: u128| {
        let made = table(server.address, &from, seat, "public");
        let id = made.json::<wire::http::RoomCreated>().id;
        let visitor = Visitor::new(server.address, &from, 0);
        let secret = wire::SeatSecret::new(seat);
        (id.clone(), Socket::open_by(&visitor, &id, Some(secret)))
    };
    let (honest, _socket) = open("198.51.100.1".to_owned(), 1);
    let _crowd: Vec<_> =
        (0..102).map(|number| open(format!("192.0.2.{}", number % 4), 2 + number)).collect();
    let list = time_limit::wait_for("all tables", || {
        let list: Lobby = get(server.address, "/api/rooms").json();
        (list.total == 103).then_some(list)
    });
    assert_eq!(list.rooms.len(), 100);
    assert!(list.rooms.iter().any(|room| room.id == honest), "it is not listed");
}

#[test]
fn larger_networks_store_a_multiple_of_what_one_stores() {
    let amount = |items| StorageAmount { items, bytes: 1 << 20 };
    let storage =
        StorageQuota { profile: amount(100), network: amount(10), ..StorageQuota::default() };
    let server = Running::limited(ServerLimits { storage, ..unhurried() });
    // Each network stores one analysis: alone, it would be allowed ten.
    let mut networks = 0..=u16::MAX;
    let refused = time_limit::wait_for("a refusal", || {
        let from = format!("2001:db8:1:{:x}::1", networks.next().unwrap());
        let answer = analysis(server.address, &from);
        (answer.status != 200).then_some(answer)
    });
    assert_eq!((refused.status, refused.json::<Problem>().code), (403, "quota".to_owned()));
    let other = analysis(server.address, "2001:db8:2::1");
    assert_eq!(other.status, 200, "{}", other.text());
}

#[test]
fn a_full_server_refuses_what_is_new_and_plays_on() {
    let server = Running::limited(ServerLimits { storage_bytes: 4_000, ..unhurried() });
    let ana = Visitor::new(server.address, "192.0.2.1", 7);
    let people = json!({ "game": "connect-four",
        "players": { "first": { "type": "human" }, "second": { "type": "human" } } });
    let made = ana.post("/api/matches", &people);
    let id = made.json::<wire::http::Created>().id;
    let mut others = 0..;
    let refused = time_limit::wait_for("a refusal", || {
        let from = format!("198.51.100.{}", others.next().unwrap_or(0) % 250);
        let answer = analysis(server.address, &from);
        (answer.status != 200).then_some(answer)
    });
    let problem: Problem = refused.json();
    assert_eq!((refused.status, &*problem.code), (507, "storage-full"), "{}", problem.text);
    assert_ne!(problem.text.en, problem.text.fr);
    assert!(figure(server.address, "damier_stored_bytes") >= 4_000);
    assert_eq!(figure(server.address, "damier_stored_bytes_max"), 4_000);
    // What is there goes on, and is deleted; the machine itself may store what it likes.
    let mut socket = Socket::open_by(&ana, &id, None);
    let choice = socket.state.view.choices[0].notation.clone();
    assert!(socket.play(play::Player::One, &choice).is_ok());
    assert_eq!(ana.ask("DELETE", "/api/profile", "").status, 200);
    let local = request(server.address, "POST", "/api/matches", "", people.to_string().as_bytes());
    assert_eq!(local.status, 200, "{}", local.text());
}
