//! Every example in docs/protocol.md is what it claims to be, and every message of a socket has one. Requests by HTTP are in
//! docs/openapi.json.

use std::collections::BTreeSet;

use play::Command;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wire::http::{
    Created, Health, Lobby, LobbyMessage, MatchSummary, NewMatch, NewRoom, Pairing, PairingRequest,
    Problem, RoomCreated,
};
use wire::{EndState, FromAnalyst, PROTOCOL, ToAnalyst, ToClient, ToServer};

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The examples: what they claim to be, and their text.
fn examples() -> Vec<(&'static str, &'static str)> {
    let mut examples = Vec::new();
    let mut rest = PAGE;
    while let Some((_, after)) = rest.split_once("```json ") {
        let (name, after) = after.split_once('\n').expect("a line");
        let (example, after) = after.split_once("```").expect("an end");
        examples.push((name, example));
        rest = after;
    }
    examples
}

/// Reads the example and writes it again.
fn round_trip<T: DeserializeOwned + Serialize>(example: &str) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_str::<T>(example)?)
}

#[test]
fn every_example_is_what_it_claims_to_be() {
    for (name, example) in examples() {
        let (kind, variant) = name.split_once(' ').unwrap_or((name, ""));
        let again = match kind {
            "ToServer" => round_trip::<ToServer>(example),
            "ToClient" => round_trip::<ToClient>(example),
            "ToAnalyst" => round_trip::<ToAnalyst>(example),
            "FromAnalyst" => round_trip::<FromAnalyst>(example),
            "Command" => round_trip::<Command>(example),
            "EndState" => round_trip::<EndState>(example),
            "Problem" => round_trip::<Problem>(example),
            "Health" => round_trip::<Health>(example),
            "NewMatch" => round_trip::<NewMatch>(example),
            "NewRoom" => round_trip::<NewRoom>(example),
            "RoomCreated" => round_trip::<RoomCreated>(example),
            "Pairing" => round_trip::<Pairing>(example),
            "PairingRequest" => round_trip::<PairingRequest>(example),
            "Lobby" => round_trip::<Lobby>(example),
            "LobbyMessage" => round_trip::<LobbyMessage>(example),
            "Created" => round_trip::<Created>(example),
            "MatchSummary" => round_trip::<MatchSummary>(example),
            other => panic!("there is no message '{other}'"),
        };
        let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
        let example: Value = serde_json::from_str(example).expect("it was just read");
        assert_eq!(again, example, "{name}");
        assert_eq!(example["type"].as_str().unwrap_or_default(), variant, "{name}");
    }
}

/// The names of an enum's variants, as serde lists them when it meets one that it does not know.
fn variants<T: DeserializeOwned>() -> Vec<String> {
    let Err(error) = serde_json::from_str::<T>(r#"{"type": "?"}"#) else { panic!("'?' is one") };
    let error = error.to_string();
    let names = error.split('`').skip(3).step_by(2);
    names.map(ToOwned::to_owned).collect()
}

#[test]
fn every_message_has_an_example() {
    let shown: BTreeSet<_> = examples().into_iter().map(|(name, _)| name.to_owned()).collect();
    for (kind, names) in [
        ("ToServer", variants::<ToServer>()),
        ("ToClient", variants::<ToClient>()),
        ("Command", variants::<Command>()),
        ("ToAnalyst", variants::<ToAnalyst>()),
        ("FromAnalyst", variants::<FromAnalyst>()),
        ("LobbyMessage", variants::<LobbyMessage>()),
    ] {
        assert!(names.len() >= 2, "{kind}: {names:?}");
        for name in names {
            assert!(shown.contains(&format!("{kind} {name}")), "no example of {kind} {name}");
        }
    }
}

#[test]
fn every_refusal_is_explained() {
    let codes = |error: serde_json::Error| -> Vec<String> {
        error.to_string().split('`').skip(3).step_by(2).map(ToOwned::to_owned).collect()
    };
    let of_commands = serde_json::from_str::<play::RefusalCode>("\"?\"").expect_err("no code");
    for greeting in wire::Greeting::ALL {
        let word = serde_json::to_string(&greeting).expect("a word").replace('"', "`");
        assert!(PAGE.contains(&word), "{word}");
    }
    let by_analyst = serde_json::from_str::<wire::AnalysisRefusal>("\"?\"").expect_err("no code");
    for code in [of_commands, by_analyst].into_iter().flat_map(codes) {
        assert!(PAGE.contains(&format!("| `{code}` |")), "{code}");
    }
}

#[test]
fn the_page_is_about_this_version() {
    assert!(PAGE.contains(&format!("version {PROTOCOL}.")));
}
