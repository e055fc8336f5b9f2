//! Clients that mean no good.

use std::net::{SocketAddr, TcpStream};

use play::{Command, Player, RefusalCode, Version};
use serde_json::json;
use server::{RateLimit, ServerLimits};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;
use wire::http::Problem;
use wire::{CommandId, ToClient, ToServer};

use crate::client::{Socket, connect, get, hear, post, request, say};
use crate::online::{ANA, BO, pair, secret, table};
use crate::running::Running;
use crate::time_limit;

/// Longer than any test.
const HOUR_MS: u64 = 3_600_000;
const NEVER: RateLimit = RateLimit { burst: 3, interval_ms: HOUR_MS };

/// Opens a socket as if from elsewhere; `Err` is the status of the refusal.
pub(crate) fn open_from(
    address: SocketAddr,
    from: &str,
    path: &str,
) -> Result<tungstenite::WebSocket<TcpStream>, u16> {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
    match tungstenite::client::client(request, connect(address)) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            Err(response.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_a_seat_holder_did_cannot_be_done_again_by_others() {
    let server = Running::start();
    let (id, mut ana, mut bo) = pair(server.address, &json!({}));
    let order = ToServer::Command {
        id: CommandId("1".to_owned()),
        player: Player::One,
        command: Command::Move { notation: "4".to_owned() },
        version: None,
    };
    let applied = ana.order(&order).unwrap();
    // The same name from another client is another command, and refused for its own reasons.
    let not_yours = Err(RefusalCode::NotYours);
    assert_eq!(bo.order(&order), not_yours);
    assert_eq!(Socket::open(server.address, &id).order(&order), not_yours);
    assert_eq!(Socket::open_as(server.address, &id, &secret(9)).order(&order), not_yours);
    assert_eq!(ana.order(&order), Ok(applied));
    let own = ToServer::Command {
        id: CommandId("1".to_owned()),
        player: Player::Two,
        command: Command::Move { notation: "4".to_owned() },
        version: Some(applied),
    };
    bo.wait(|state| state.version == applied);
    assert_eq!(bo.order(&own), Ok(Version(applied.0 + 1)));
    assert_eq!(Socket::open(server.address, &id).moves(), ["4", "4"]);
}

#[test]
fn nobody_is_helped_in_a_game_between_people() {
    let server = Running::start();
    let (id, mut ana, _bo) = pair(server.address, &json!({}));
    let hint = || post(server.address, &format!("/api/matches/{id}/hint"), &json!({}));
    assert_eq!(hint().status, 409);
    ana.play(Player::One, "4").unwrap();
    let earlier =
        get(server.address, &format!("/api/matches/{id}?entries=0")).json::<wire::MatchState>();
    assert!(earlier.view.choices.is_empty());
    assert_eq!(hint().status, 409);
    ana.command(Player::One, Command::Resign).unwrap();
    assert_eq!(hint().status, 200);
    // Nor before it starts.
    let waiting = table(server.address, &json!({ "seat": secret(8) })).id;
    assert_eq!(
        post(server.address, &format!("/api/matches/{waiting}/hint"), &json!({})).status,
        409
    );
    assert_eq!(get(server.address, &format!("/api/matches/{waiting}/record")).status, 404);
}

#[test]
fn garbage_in_a_table_is_pointed_out() {
    let server = Running::start();
    let good = json!({ "game": "katarenga", "listing": "public", "seat": secret(ANA) });
    assert_eq!(post(server.address, "/api/rooms", &good).status, 200);
    for (field, value, named) in [
        ("game", json!("chess"), Some("game")),
        ("name", json!("x".repeat(61)), Some("name")),
        ("name", json!("a\u{7}b"), Some("name")),
        ("time", json!({ "kind": "move", "limit": 1 }), Some("time")),
        ("setup", json!({ "board": "?" }), Some("board")),
        ("setup", json!({ "rules": "?" }), Some("rules")),
        ("seat", json!("short"), None),
        ("seat", json!("G".repeat(32)), None),
        ("listing", json!("secret"), None),
        ("side", json!(3), None),
        ("more", json!(1), None),
    ] {
        let mut wanted = good.clone();
        wanted[field] = value;
        let answer = post(server.address, "/api/rooms", &wanted);
        assert_eq!(answer.status, 400, "{wanted}");
        let problem = answer.json::<Problem>();
        assert_eq!(problem.field.as_deref(), named, "{wanted}");
        assert!(!problem.text.en.contains(secret(ANA).digits()));
    }
    for query in ["?stage=over", "?timed=perhaps", "?more=1"] {
        assert_eq!(get(server.address, &format!("/api/rooms{query}")).status, 400, "{query}");
    }
}

#[test]
fn a_flood_of_messages_is_refused_and_then_cut_off() {
    let limits = ServerLimits {
        messages: RateLimit { burst: 5, interval_ms: HOUR_MS },
        ..ServerLimits::default()
    };
    let server = Running::limited(limits);
    let (id, mut ana, _bo) = pair(server.address, &json!({}));
    let path = format!("/api/matches/{id}/socket");
    let mut flood = open_from(server.address, "192.0.2.1", &path).unwrap();
    let mut refusals = 0;
    let mut sent = 0;
    loop {
        sent += 1;
        assert!(sent < 1000, "it is never cut off");
        if flood.send(Message::text(r#"{"type":"ping","n":1}"#)).is_err() {
            break;
        }
        match hear(&mut flood) {
            Some(ToClient::Pong { .. }) => assert!(sent <= 5),
            Some(ToClient::Refused { code, .. }) => {
                assert_eq!(code, RefusalCode::SlowDown);
                refusals += 1;
            }
            None => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(refusals >= 100, "{refusals}");
    ana.play(Player::One, "4").unwrap();
}

#[test]
fn a_seat_has_one_budget_however_many_sockets_it_has() {
    let rooms = room::Settings {
        commands: room::RateLimit { burst: 6, interval_ms: 3_600_000 },
        ..room::Settings::default()
    };
    let server = Running::limited(ServerLimits { rooms, ..ServerLimits::default() });
    let (id, mut ana, mut bo) = pair(server.address, &json!({}));
    let mut again = Socket::open_as(server.address, &id, &secret(ANA));
    let refused = [0; 5].map(|_| {
        let sockets = [&mut ana, &mut again];
        sockets.map(|socket| socket.play(Player::One, "9").unwrap_err())
    });
    let slow_down = RefusalCode::SlowDown;
    assert_eq!(refused.as_flattened().iter().filter(|code| **code == slow_down).count(), 4);
    // The other has a budget of their own.
    bo.command(Player::Two, Command::Resign).unwrap();
}

#[test]
fn an_address_that_asks_too_often_is_refused() {
    let limits = ServerLimits { requests: NEVER, ..ServerLimits::default() };
    let server = Running::limited(limits);
    let ask = |from: &str| {
        request(server.address, "GET", "/api/rooms", &format!("X-Forwarded-For: {from}\r\n"), b"")
            .status
    };
    assert_eq!([0; 5].map(|_| ask("192.0.2.1")), [200, 200, 200, 429, 429]);
    assert_eq!(ask("192.0.2.2"), 200);
    // What a client says of itself does not count, only what the proxy adds.
    assert_eq!(ask("192.0.2.7, 192.0.2.1"), 429);
    assert_eq!(get(server.address, "/api/rooms").status, 200);
    let problem =
        request(server.address, "GET", "/api/rooms", "X-Forwarded-For: 192.0.2.1\r\n", b"")
            .json::<Problem>();
    assert_eq!(problem.code, "too-many");
}

#[test]
fn codes_and_efforts_are_rationed() {
    let limits = ServerLimits { codes: NEVER, efforts: NEVER, ..ServerLimits::default() };
    let server = Running::limited(limits);
    let from = "X-Forwarded-For: 2001:db8::1\r\n";
    let code = || request(server.address, "GET", "/api/codes/000000", from, b"").status;
    assert_eq!([0; 5].map(|_| code()), [404, 404, 404, 429, 429]);
    let body = json!({ "game": "othello", "listing": "public", "seat": secret(ANA) }).to_string();
    let make = || request(server.address, "POST", "/api/rooms", from, body.as_bytes()).status;
    assert_eq!([0; 5].map(|_| make()), [200, 200, 200, 429, 429]);
}

#[test]
fn there_are_only_so_many_sockets_rooms_and_watchers() {
    let rooms = room::Settings { max_watchers: 2, ..room::Settings::default() };
    let limits = ServerLimits {
        sockets: 7,
        sockets_of_address: 2,
        open_rooms: 1,
        rooms,
        ..ServerLimits::default()
    };
    let server = Running::limited(limits);
    let (id, mut ana, mut bo) = pair(server.address, &json!({}));
    let path = format!("/api/matches/{id}/socket");
    let _held = [0; 2].map(|_| open_from(server.address, "192.0.2.1", &path).unwrap());
    assert_eq!(open_from(server.address, "192.0.2.1", &path).err(), Some(429));
    let other = table(server.address, &json!({ "seat": secret(9) })).id;
    assert_eq!(get(server.address, &format!("/api/matches/{other}")).status, 503);
    let _watching = [0; 2].map(|_| Socket::open(server.address, &id));
    let mut late = open_from(server.address, "192.0.2.2", &path).unwrap();
    say(&mut late, &ToServer::Hello { protocol: 2, since: Version(0), seat: None });
    assert!(matches!(hear(&mut late), Some(ToClient::Refused { code: RefusalCode::Full, .. })));
    assert_eq!(hear::<ToClient>(&mut late), None);
    time_limit::wait_for("six sockets", || {
        (figure(server.address, "damier_sockets") <= 6).then_some(())
    });
    // Players always find their place.
    let mut again = Socket::open_as(server.address, &id, &secret(BO));
    assert_eq!(again.state.you, Some(Player::Two));
    assert_eq!(open_from(server.address, "192.0.2.3", &path).err(), Some(503));
    ana.play(Player::One, "4").unwrap();
    bo.wait(|state| state.to_move == Some(Player::Two));
    again.wait(|state| state.to_move == Some(Player::Two));
    bo.play(Player::Two, "4").unwrap();
}

/// One of the server's figures.
pub(crate) fn figure(address: SocketAddr, name: &str) -> u64 {
    let metrics = get(address, "/metrics");
    let line = metrics.text().lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_reader_who_does_not_read_is_dropped() {
    let rooms = room::Settings {
        commands: room::RateLimit { burst: u32::MAX, interval_ms: 1 },
        // More than the system's own buffers take on any machine.
        max_events: 1_000_000,
        ..room::Settings::default()
    };
    let server = Running::limited(ServerLimits { rooms, ..ServerLimits::default() });
    let (id, mut ana, mut bo) = pair(server.address, &json!({ "game": "othello" }));
    let path = format!("/api/matches/{id}/socket");
    let mut deaf = open_from(server.address, "192.0.2.1", &path).unwrap();
    say(&mut deaf, &ToServer::Hello { protocol: 2, since: Version(0), seat: None });
    // Every offer and refusal of it is a state to everybody; the system's own buffers fill first.
    let offer = play::Offer::Draw;
    let mut rounds = 0;
    while figure(server.address, "damier_slow_readers_total") == 0 {
        rounds += 1;
        assert!(rounds < 400, "it is never dropped");
        for _ in 0..20 {
            ana.command(Player::One, Command::Offer { offer }).unwrap();
            bo.command(Player::Two, Command::Decline { offer }).unwrap();
        }
    }
    let choice = ana.wait(|state| !state.view.choices.is_empty()).view.choices[0].notation.clone();
    ana.play(Player::One, &choice).unwrap();
}

#[test]
fn figures_are_for_those_at_the_same_machine() {
    let server = Running::start();
    let (_, mut ana, _bo) = pair(server.address, &json!({}));
    ana.play(Player::One, "4").unwrap();
    let text = get(server.address, "/metrics").text().to_owned();
    for figure in ["damier_rooms 1", "damier_sockets 2", "damier_appends_total 2"] {
        assert!(text.contains(figure), "{figure} in {text}");
    }
    assert_eq!(
        request(server.address, "GET", "/metrics", "X-Forwarded-For: 192.0.2.1\r\n", b"").status,
        404
    );
    assert_eq!(get(server.address, "/readyz").status, 200);
}
