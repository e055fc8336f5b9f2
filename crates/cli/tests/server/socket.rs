//! What may come over a socket, and what follows.

use play::{Command, Player, RefusalCode, Version};
use serde_json::json;
use tungstenite::Message;
use wire::{CommandId, PROTOCOL, ToClient, ToServer};

use crate::client::{Socket, computer, create, get, human, open, order, say};
use crate::running::{Folder, Running};

fn two_people(server: &Running) -> String {
    create(server.address, "connect-four", &human(), &human())
}

#[test]
fn a_command_sent_twice_is_carried_out_once() {
    let folder = Folder::new("twice");
    let server = Running::at(&folder);
    let id = two_people(&server);
    let mut socket = Socket::open(server.address, &id);
    let order = order(Player::One, Command::Move { notation: "4".to_owned() });
    assert_eq!(socket.order(&order), Ok(Version(2)));
    assert_eq!(socket.order(&order), Ok(Version(2)));
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
    assert_eq!(socket.order(&order), Ok(Version(2)));
    // Also when the server has ended in between.
    drop((socket, server));
    let server = Running::at(&folder);
    let mut socket = Socket::open(server.address, &id);
    assert_eq!(socket.moves(), ["4", "5"]);
    assert_eq!(socket.order(&order), Ok(Version(2)));
    assert_eq!(socket.moves(), ["4", "5"]);
}

#[test]
fn a_command_for_an_earlier_version_is_refused() {
    let server = Running::start();
    let id = two_people(&server);
    let mut socket = Socket::open(server.address, &id);
    let meant_for = |version| ToServer::Command {
        id: CommandId(format!("for {version}")),
        player: Player::Two,
        command: Command::Move { notation: "4".to_owned() },
        version: Some(Version(version)),
    };
    socket.play(Player::One, "4").unwrap();
    for version in [1, 3] {
        let answer = socket.order(&meant_for(version));
        assert_eq!(answer, Err(RefusalCode::Stale), "{version}");
    }
    assert_eq!(socket.order(&meant_for(2)), Ok(Version(3)));
}

#[test]
fn everybody_who_watches_sees_every_change() {
    let server = Running::start();
    let id = two_people(&server);
    let mut one = Socket::open(server.address, &id);
    let mut other = Socket::open(server.address, &id);
    one.play(Player::One, "4").unwrap();
    assert_eq!(other.wait(|state| state.version == Version(2)).record.moves, ["4"]);
    other.play(Player::Two, "5").unwrap();
    assert_eq!(one.wait(|state| state.version == Version(3)).record.moves, ["4", "5"]);
    // Who comes later sees the same.
    let late = Socket::open(server.address, &id);
    assert_eq!(late.state.view, one.state.view);
}

#[test]
fn a_refusal_says_why() {
    let server = Running::start();
    let id = create(server.address, "connect-four", &human(), &computer("easy"));
    let mut socket = Socket::open(server.address, &id);
    assert_eq!(socket.play(Player::One, "9"), Err(RefusalCode::Unreadable));
    assert_eq!(socket.command(Player::One, Command::Undo), Err(RefusalCode::NoSuchMove));
    let not_yours = Err(RefusalCode::NotYours);
    assert_eq!(socket.play(Player::Two, "4"), not_yours);
    socket.command(Player::One, Command::Resign).unwrap();
    assert_eq!(socket.play(Player::One, "4"), Err(RefusalCode::Over));
}

#[test]
fn garbage_is_refused_and_the_socket_stays() {
    let server = Running::start();
    let id = two_people(&server);
    let mut socket = Socket::open(server.address, &id);
    let long = json!({ "type": "command", "id": "x".repeat(65), "player": "one", "command": { "type": "undo" } });
    let unknown = json!({ "type": "ping", "n": 1, "more": 2 });
    for garbage in [
        Message::text(""),
        Message::text("hello"),
        Message::text("{}"),
        Message::text(r#"{"type":"command"}"#),
        Message::text("[".repeat(10_000)),
        Message::text(long.to_string()),
        Message::text(unknown.to_string()),
        Message::binary(vec![0, 255]),
    ] {
        socket.send_raw(garbage.clone());
        let answer = socket.next();
        let refused = matches!(
            answer,
            Some(ToClient::Refused { id: None, code: RefusalCode::BadMessage, .. })
        );
        assert!(refused, "{garbage:?}: {answer:?}");
    }
    socket.send(&ToServer::Ping { n: 7 });
    assert!(matches!(socket.next(), Some(ToClient::Pong { n: 7, .. })));
    socket.play(Player::One, "4").unwrap();
}

#[test]
fn a_message_that_is_too_long_ends_its_socket_and_no_other() {
    let server = Running::start();
    let id = two_people(&server);
    let mut good = Socket::open(server.address, &id);
    let mut bad = Socket::open(server.address, &id);
    bad.send_raw(Message::text("x".repeat(17 << 10)));
    assert_eq!(bad.next(), None);
    good.play(Player::One, "4").unwrap();
    assert_eq!(Socket::open(server.address, &id).moves(), ["4"]);
}

#[test]
fn a_greeting_comes_first_and_names_the_protocol() {
    let server = Running::start();
    let id = two_people(&server);
    let mut stream = open(server.address, &id, None).unwrap();
    let code = |stream: &mut _, message: &ToServer| {
        say(stream, message);
        match crate::client::hear(stream) {
            Some(ToClient::Refused { code, .. }) => code,
            other => panic!("{other:?}"),
        }
    };
    let early = order(Player::One, Command::Move { notation: "4".to_owned() });
    assert_eq!(code(&mut stream, &early), RefusalCode::BadMessage);
    let other = ToServer::Hello { protocol: PROTOCOL + 1, since: Version(0), seat: None };
    assert_eq!(code(&mut stream, &other), RefusalCode::Protocol);
    let state = get(server.address, &format!("/api/matches/{id}"));
    assert_eq!(state.json::<wire::MatchState>().record.moves, [""; 0]);
}

#[test]
fn pages_from_elsewhere_get_no_socket() {
    let server = Running::start();
    let id = two_people(&server);
    let own = format!("http://{}", server.address);
    assert!(open(server.address, &id, Some(&own)).is_ok());
    for origin in ["http://evil.test", "null", "http://127.0.0.1:1"] {
        assert_eq!(open(server.address, &id, Some(origin)).err(), Some(403), "{origin}");
    }
    assert_eq!(open(server.address, "no-such-match", None).err(), Some(404));
}

#[test]
fn a_server_that_ends_closes_its_sockets() {
    let server = Running::start();
    let id = create(server.address, "othello", &human(), &computer("maximum"));
    let mut socket = Socket::open(server.address, &id);
    let first = socket.state.view.choices[0].notation.clone();
    socket.play(Player::One, &first).unwrap();
    // Though the computer is thinking.
    drop(server);
    while socket.next().is_some() {}
}
