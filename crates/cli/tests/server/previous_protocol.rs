//! Clients of the previous version of the protocol, while a site is updated: they send what that version sent, word by
//! word, and are told everything that it was told.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};
use wire::http::RoomCreated;

use crate::client::{hear, open_at, post};
use crate::running::Running;

/// A whole game with a watcher, and a question to the engine.
const FROM_CLIENTS: &str = include_str!("../fixtures/protocol_1/from_clients.jsonl");
/// The examples of every message of the server in the documentation of that version.
const FROM_SERVER: &str = include_str!("../fixtures/protocol_1/from_server.jsonl");

/// The value of a field of a line that is a JSON object.
fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// Whether a value has everything that the example has, with values of the same kind.
fn is_like(example: &Value, value: &Value) -> bool {
    let tag = |value: &Value| value.get("kind").or_else(|| value.get("type")).cloned();
    match (example, value) {
        // Another variant of the same type has other fields.
        (Value::Object(_), Value::Object(_)) if tag(example) != tag(value) => true,
        (Value::Object(example), Value::Object(value)) => example
            .iter()
            .all(|(field, example)| value.get(field).is_some_and(|value| is_like(example, value))),
        (Value::Array(examples), Value::Array(values)) => examples
            .first()
            .is_none_or(|example| values.iter().all(|value| is_like(example, value))),
        (Value::Null, _)
        | (_, Value::Null)
        | (Value::Bool(_), Value::Bool(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::String(_), Value::String(_)) => true,
        _ => false,
    }
}

/// Checks a message against the example of its kind, and says its kind.
fn check(of: &str, message: &Value) -> String {
    let kind = message["type"].as_str().unwrap().to_owned();
    let mut examples = lines(FROM_SERVER).filter(|line| line["of"] == of);
    let is_known = examples.any(|example| {
        example["message"]["type"] == kind.as_str() && is_like(&example["message"], message)
    });
    assert!(is_known, "the previous version does not know this: {message}");
    if !message["end"].is_null() {
        let end = lines(FROM_SERVER).find(|line| line["of"] == "EndState").unwrap();
        assert!(is_like(&end["message"], &message["end"]), "{message}");
    }
    kind
}

/// Clients by their names, with what each was told last of every kind.
struct Clients {
    address: SocketAddr,
    id: String,
    sockets: BTreeMap<String, WebSocket<TcpStream>>,
    told: BTreeMap<(String, String), Value>,
}

impl Clients {
    fn send(&mut self, by: &str, text: &str) {
        let (address, id) = (self.address, &self.id);
        let socket = self.sockets.entry(by.to_owned()).or_insert_with(|| {
            let path = match by {
                "analyst" => "/api/analysis/socket".to_owned(),
                _ => format!("/api/matches/{id}/socket"),
            };
            open_at(address, &path, None).unwrap()
        });
        socket.send(Message::text(text)).unwrap();
    }

    /// Reads messages of a client until one is like that.
    fn wait(&mut self, by: &str, like: impl Fn(&Value) -> bool) -> Value {
        let of = if by == "analyst" { "FromAnalyst" } else { "ToClient" };
        let socket = self.sockets.get_mut(by).unwrap();
        loop {
            let message: Value = hear(socket).expect("a message");
            let kind = check(of, &message);
            self.told.insert((by.to_owned(), kind), message.clone());
            if like(&message) {
                return message;
            }
        }
    }
}

#[test]
fn a_client_of_the_previous_version_plays_a_whole_game() {
    let server = Running::start();
    let wanted = json!({
        "game": "connect-four", "listing": "public", "side": "first", "name": "Ana",
        "seat": "a0".repeat(16),
    });
    let table: RoomCreated = post(server.address, "/api/rooms", &wanted).json();
    let (sockets, told) = (BTreeMap::new(), BTreeMap::new());
    let mut clients = Clients { address: server.address, id: table.id, sockets, told };
    for line in lines(FROM_CLIENTS) {
        let (by, text) = (line["by"].as_str().unwrap(), line["text"].as_str().unwrap());
        clients.send(by, text);
        let sent: Value = serde_json::from_str(text).unwrap();
        let is_of = |kind: &'static str| move |told: &Value| told["type"] == kind;
        match sent["type"].as_str().unwrap() {
            "hello" if by == "analyst" => clients.wait(by, is_of("ready")),
            "hello" => clients.wait(by, is_of("state")),
            "ping" => clients.wait(by, is_of("pong")),
            "greet" => clients.wait("ana", is_of("greeted")),
            "analyse" => clients.wait(by, |told| told["type"] == "thought" && told["done"] == true),
            _ => {
                let answer = clients.wait(by, |told| told["id"] == sent["id"]);
                // Bo once tries a move when it is not his turn.
                let expected = if sent["id"] == "b1-w" { "refused" } else { "applied" };
                assert_eq!(answer["type"], expected, "{answer}");
                answer
            }
        };
    }
    for client in ["ana", "bo", "eve"] {
        let last = clients.wait(client, |told| !told["end"].is_null());
        assert_eq!(last["end"]["winner"], "one");
        assert_eq!(last["record"]["moves"], json!(["4", "5", "4", "5", "4", "5", "4"]));
    }
    assert_eq!(clients.told[&("bo".to_owned(), "refused".to_owned())]["code"], "not-your-turn");
}
