//! What may come over a socket, and what follows.

use play::{Command, Player, RefusalCode, Version};
use serde_json::json;
use tungstenite::Message;
use wire::{PROTOCOL, ToClient, ToServer};

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
