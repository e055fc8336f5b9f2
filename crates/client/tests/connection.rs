//! The connection against a peer that follows a script: what is sent, when, and what the screen is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::{
    ConnectError, ConnectionStatus, Disconnection, MatchConnection, News, NoOutbox, Outbox, Output,
    backoff,
};
use play::{Command, Player, RefusalCode, Version};
use serde_json::{Value, json};
use wire::{CommandId, Greeting, PROTOCOL, SeatSecret, ToServer};

const SECOND: Duration = Duration::from_secs(1);

/// A state of a match with one cell.
fn state(version: u64) -> String {
    let player = |number: &str, seat: &str| json!({ "player": number, "who": { "type": "human", "name": "" }, "seat": seat, "gone": null });
    json!({
        "type": "state", "id": "abc", "version": version, "game": "connect-four", "kind": "local", "rules": null,
        "record": { "start": "7/7/7/7/7/7 x", "swap": false, "moves": [] },
        "position": "7/7/7/7/7/7 x",
        "view": {
            "board": { "columns": 1, "cells": [{ "spot": 0, "ground": 0, "piece": null, "label": "a1" }], "tallies": [] },
            "turn": "first", "outcome": null, "last": null, "marks": { "winning": [], "forbidden": [] }, "choices": []
        },
        "players": [player("one", "first"), player("two", "second")],
        "to_move": "one", "end": null, "offers": [], "undoable": 0, "redoable": 0, "may_abort": true,
        "clock": null, "thinking": false, "you": null, "online": null
    })
    .to_string()
}

fn refused(id: Option<&CommandId>, code: &str) -> String {
    json!({ "type": "refused", "id": id, "code": code, "text": { "en": "no", "fr": "non" } })
        .to_string()
}

fn applied(id: &CommandId, version: u64) -> String {
    json!({ "type": "applied", "id": id, "version": version }).to_string()
}

fn sent(outputs: &[Output]) -> Vec<ToServer> {
    outputs
        .iter()
        .filter_map(|output| match output {
            Output::Send(message) => Some(message.clone()),
            _ => None,
        })
        .collect()
}

fn told(outputs: &[Output]) -> Vec<News> {
    outputs
        .iter()
        .filter_map(|output| match output {
            Output::Tell(news) => Some(news.clone()),
            _ => None,
        })
        .collect()
}

fn play(connection: &mut MatchConnection, notation: &str) -> Vec<Output> {
    let command = Command::Move { notation: notation.to_owned() };
    connection.command(Player::One, command, Some(Version(1)))
}

/// The id of the only message.
fn only_id(messages: &[ToServer]) -> CommandId {
    let [message] = messages else { panic!("{messages:?}") };
    message.command_id().expect("an id").clone()
}

/// A connection that is open at time zero.
fn open() -> MatchConnection {
    let (mut connection, outputs) =
        MatchConnection::open(None, Box::new(NoOutbox), 7, Duration::ZERO);
    assert_eq!(outputs, [Output::Connect]);
    connection.connected(Duration::ZERO);
    connection.received(Duration::ZERO, &state(1));
    connection
}

#[test]
fn the_greeting_comes_first_with_the_secret_and_the_version_that_was_seen() {
    let seat = SeatSecret::new(9);
    let (mut connection, _) =
        MatchConnection::open(Some(seat.clone()), Box::new(NoOutbox), 7, Duration::ZERO);
    let hello = |since| ToServer::Hello { protocol: PROTOCOL, since, seat: Some(seat.clone()) };
    assert_eq!(sent(&connection.connected(SECOND)), [hello(Version(0))]);
    let news = told(&connection.received(SECOND, &state(5)));
    assert_eq!(news[0], News::Status(ConnectionStatus::Open));
    assert!(matches!(&news[1], News::State(state) if state.version == Version(5)));
    let lost = connection.disconnected(SECOND, &Disconnection::Closed(None));
    assert_eq!(told(&lost), [News::Status(ConnectionStatus::Lost(None))]);
    let at = connection.deadline().expect("another attempt");
    assert_eq!(connection.tick(at), [Output::Connect]);
    assert_eq!(sent(&connection.connected(at)), [hello(Version(5))]);
}

#[test]
fn commands_without_an_answer_are_sent_again_in_their_order() {
    let mut connection = open();
    let first = only_id(&sent(&play(&mut connection, "1")));
    let second = only_id(&sent(&play(&mut connection, "2")));
    assert_ne!(first, second);
    assert_eq!(
        told(&connection.received(SECOND, &applied(&first, 2))),
        [News::Applied(first, Version(2))]
    );
    connection.disconnected(SECOND, &Disconnection::Closed(None));
    // Given while there is no connection: kept.
    assert_eq!(play(&mut connection, "3"), []);
    let at = connection.deadline().expect("another attempt");
    connection.tick(at);
    let messages = sent(&connection.connected(at));
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert_eq!(messages[1].command_id(), Some(&second));
    // Given between the greeting and its answer: follows at once.
    assert_eq!(sent(&play(&mut connection, "4")).len(), 1);
    assert_eq!(connection.pending_count(), 3);
}

#[test]
fn refusals_of_a_busy_server_are_tried_again_later_and_others_are_told() {
    let mut connection = open();
    let id = only_id(&sent(&play(&mut connection, "1")));
    assert_eq!(connection.received(SECOND, &refused(Some(&id), "try-again")), []);
    assert_eq!(connection.deadline(), Some(2 * SECOND));
    assert_eq!(only_id(&sent(&connection.tick(2 * SECOND))), id);
    assert_eq!(connection.received(2 * SECOND, &refused(Some(&id), "slow-down")), []);
    assert_eq!(connection.deadline(), Some(4 * SECOND + SECOND / 2));
    let news = told(&connection.received(3 * SECOND, &refused(Some(&id), "illegal")));
    assert!(matches!(&*news, [News::Refused { command: Some(_), code: RefusalCode::Illegal, .. }]));
    assert_eq!(connection.pending_count(), 0);
    // A code of a later version is no reason to wait for ever.
    let id = only_id(&sent(&play(&mut connection, "1")));
    let news = told(&connection.received(3 * SECOND, &refused(Some(&id), "of-tomorrow")));
    assert!(matches!(&*news, [News::Refused { code: RefusalCode::NotAllowed, .. }]), "{news:?}");
}

#[test]
fn a_silent_server_is_asked_and_then_given_up() {
    let mut connection = open();
    // How far away it is.
    let pong = |n: u64| json!({ "type": "pong", "n": n, "now": 0 }).to_string();
    let lag = told(&connection.received(SECOND / 5, &pong(1)));
    assert_eq!(lag, [News::Lag(SECOND / 5)]);
    let at = connection.deadline().expect("a heartbeat");
    assert_eq!(at, SECOND / 5 + 15 * SECOND);
    assert_eq!(sent(&connection.tick(at)), [ToServer::Ping { n: 2 }]);
    assert_eq!(connection.tick(at + 7 * SECOND), []);
    let outputs = connection.tick(at + 8 * SECOND);
    assert_eq!(outputs[0], Output::Disconnect);
    assert!(matches!(&*told(&outputs), [News::Status(ConnectionStatus::Lost(Some(_)))]));
    // What a dropped socket still says does not count.
    assert_eq!(connection.received(at + 8 * SECOND, &state(9)), []);
}

#[test]
fn attempts_become_rarer_and_begin_anew_after_a_success() {
    let (mut connection, _) = MatchConnection::open(None, Box::new(NoOutbox), 7, Duration::ZERO);
    let mut now = Duration::ZERO;
    let mut waits = Vec::new();
    for _ in 0..12 {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        let failed = Disconnection::Failed(ConnectError::Unreachable(refused));
        connection.disconnected(now, &failed);
        let next = connection.deadline().expect("another attempt");
        waits.push(next.saturating_sub(now));
        now = next;
        assert_eq!(connection.tick(now), [Output::Connect]);
    }
    for (attempt, wait) in (0..).zip(&waits) {
        assert!((backoff(attempt, 0.0)..=backoff(attempt, 1.0)).contains(wait), "{waits:?}");
    }
    assert!(waits[11] >= 6 * SECOND && waits[11] <= 10 * SECOND, "{waits:?}");
    connection.connected(now);
    connection.received(now, &state(1));
    connection.disconnected(now, &Disconnection::Closed(Some(1001)));
    let wait = connection.deadline().expect("another attempt").saturating_sub(now);
    assert!(wait < SECOND / 2, "{wait:?}");
}

#[test]
fn what_no_attempt_can_mend_ends_the_connection() {
    let is_closed = |outputs: &[Output]| {
        matches!(told(outputs)[..], [News::Status(ConnectionStatus::Closed(_))])
    };
    for (code, is_final) in [("protocol", true), ("full", true), ("bad-message", false)] {
        let mut connection = open();
        assert_eq!(
            is_closed(&connection.received(SECOND, &refused(None, code))),
            is_final,
            "{code}"
        );
        assert_eq!(connection.deadline().is_none(), is_final, "{code}");
    }
    for error in [ConnectError::Status(404), ConnectError::Untrusted("self-signed".to_owned())] {
        let (mut connection, _) =
            MatchConnection::open(None, Box::new(NoOutbox), 7, Duration::ZERO);
        assert!(is_closed(&connection.disconnected(SECOND, &Disconnection::Failed(error))));
        assert_eq!(play(&mut connection, "1"), [], "nothing more is sent");
    }
    // A match that was there is waited for.
    let mut connection = open();
    connection.disconnected(SECOND, &Disconnection::Closed(None));
    let at = connection.deadline().expect("another attempt");
    connection.tick(at);
    let outputs = connection.disconnected(at, &Disconnection::Failed(ConnectError::Status(404)));
    assert!(!is_closed(&outputs), "{outputs:?}");
}

#[test]
fn the_end_of_sharing_is_told() {
    let mut connection = open();
    let news = told(&connection.disconnected(SECOND, &Disconnection::Closed(Some(4001))));
    assert_eq!(news, [News::SharingEnded, News::Status(ConnectionStatus::Lost(None))]);
}

#[test]
fn a_server_that_ends_hands_the_connection_over_without_a_word() {
    let mut connection = open();
    let restart = Disconnection::Closed(Some(1012));
    assert_eq!(connection.disconnected(SECOND, &restart), [Output::Connect]);
    let mut now = SECOND;
    for attempt in 0..5 {
        let outputs = connection.disconnected(now, &Disconnection::Closed(None));
        assert_eq!(told(&outputs).is_empty(), attempt < 4, "{outputs:?}");
        now = connection.deadline().expect("another attempt");
        connection.tick(now);
    }
    connection.connected(now);
    connection.received(now, &state(2));
    assert_eq!(connection.disconnected(now, &restart), [Output::Connect], "the next time, too");
}

#[test]
fn nonsense_is_left_alone() {
    let mut connection = open();
    let deep = "[".repeat(100_000);
    for text in ["", "{", "null", r#"{"type":"state"}"#, r#"{"type":"of-tomorrow"}"#, &deep] {
        assert_eq!(connection.received(SECOND, text), [], "{text:.40}");
    }
    let greeted = json!({ "type": "greeted", "player": "two", "greeting": "hello" }).to_string();
    assert_eq!(
        told(&connection.received(SECOND, &greeted)),
        [News::Greeted(Player::Two, Greeting::Hello)]
    );
}

#[test]
fn commands_that_wait_are_bounded() {
    let mut connection = open();
    connection.disconnected(SECOND, &Disconnection::Closed(None));
    for _ in 0..1000 {
        play(&mut connection, "1");
    }
    assert!(connection.pending_count() <= 64);
}

/// An outbox that several connections use, one after the other.
#[derive(Clone, Default)]
struct SharedOutbox(Arc<Mutex<Vec<(CommandId, ToServer)>>>);

impl Outbox for SharedOutbox {
    fn read(&mut self) -> Vec<(CommandId, ToServer)> {
        self.0.lock().unwrap().clone()
    }

    fn add(&mut self, id: &CommandId, message: &ToServer) {
        self.0.lock().unwrap().push((id.clone(), message.clone()));
    }

    fn remove(&mut self, id: &CommandId) {
        self.0.lock().unwrap().retain(|(one, _)| one != id);
    }
}

#[test]
fn commands_outlive_the_program() {
    let outbox = SharedOutbox::default();
    let connect = || MatchConnection::open(None, Box::new(outbox.clone()), 7, Duration::ZERO).0;
    let mut before = connect();
    play(&mut before, "1");
    drop(before);
    let mut after = connect();
    let messages = sent(&after.connected(SECOND));
    let id = messages[1].command_id().expect("the command").clone();
    after.received(SECOND, &state(1));
    after.received(SECOND, &applied(&id, 2));
    assert!(outbox.0.lock().unwrap().is_empty());
    let value: Value = serde_json::to_value(&messages[1]).expect("a message");
    assert_eq!(value["command"]["notation"], "1");
}
