//! The requests and messages of the page, answered without a server.

mod driver;
mod local;
mod puzzles;
#[path = "../../../games/tests/tic_tac_toe/mod.rs"]
#[expect(unreachable_pub, reason = "the tests of other crates use it too")]
mod tic_tac_toe;

use api::{
    AnalysisReply, AnalysisSession, MatchClient, MatchReply, MessageVerdict, Method,
    answer_question, find_route, routes,
};
use local::{Local, LocalAnalyst, LocalConnection};
use play::Time;
use room::SubscriberId;
use serde_json::{Value, json};
use wire::{FromAnalyst, MatchState, PROTOCOL, ToClient};

const GAME: &str = "tic-tac-toe";

/// Creates a match of a person against the strongest level.
async fn new_match(local: &Local) -> String {
    let catalogue = local.json(Method::Get, "/api/catalogue", "").await;
    let levels = catalogue["games"][0]["levels"].as_array().expect("levels").clone();
    let level = levels.last().expect("a level")["id"].clone();
    let computer = json!({"type": "computer", "opponent": level, "seed": 1});
    let players = json!({"first": {"type": "human", "name": "Ana"}, "second": computer});
    let wanted = json!({"game": GAME, "players": players, "time": {"kind": "none"}}).to_string();
    let created = local.json(Method::Post, "/api/matches", &wanted).await;
    created["id"].as_str().expect("an id").to_owned()
}

/// Sends a message to the room of a match; the last state that it has sent back.
async fn send(
    client: &mut MatchClient<Local, LocalConnection>,
    sent: &std::sync::Mutex<Vec<(SubscriberId, ToClient)>>,
    message: &Value,
) -> MatchState {
    let reply = client.receive(Some(&message.to_string()), MessageVerdict::Allowed).await;
    assert!(matches!(reply, MatchReply::None), "{message}");
    let messages = std::mem::take(&mut *sent.lock().expect("messages"));
    let states = messages.into_iter().filter_map(|(_, message)| match message {
        ToClient::State(state) => Some(*state),
        ToClient::Refused { text, .. } => panic!("{text:?}"),
        _ => None,
    });
    states.collect::<Vec<_>>().pop().expect("a state")
}

/// Plays a match against the computer to its end.
async fn play(local: &Local, id: &str) -> MatchState {
    let connection = LocalConnection::open(local, id).await;
    let sent = connection.sent();
    let mut client = MatchClient::new(local.clone(), connection, id.to_owned(), SubscriberId(1));
    let early = json!({"type": "move-now"}).to_string();
    let refused = client.receive(Some(&early), MessageVerdict::Allowed).await;
    assert!(matches!(refused, MatchReply::Send(ToClient::Refused { .. })));
    let mut state = send(&mut client, &sent, &json!({"type": "hello", "protocol": PROTOCOL})).await;
    let mut number = 0;
    while state.end.is_none() {
        let notation = &state.view.choices[0].notation;
        let command = json!({"type": "move", "notation": notation});
        number += 1;
        let id = format!("command-{number}");
        let message = json!({"type": "command", "id": id, "player": "one", "command": command});
        state = send(&mut client, &sent, &message).await;
    }
    client.closed().await;
    state
}

#[tokio::test]
async fn a_match_is_played_reviewed_exported_and_taken_in_again() {
    let local = Local::new();
    let id = new_match(&local).await;
    let hint = local.json(Method::Post, &format!("/api/matches/{id}/hint"), "").await;
    assert!(hint["notation"].is_string(), "{hint}");
    let end = play(&local, &id).await;
    let listed = local.json(Method::Get, "/api/matches?over=true", "").await;
    assert_eq!((&listed[0]["id"], &listed[0]["over"]), (&json!(id), &json!(true)), "{listed}");
    let shown = local.json(Method::Get, &format!("/api/matches/{id}?entries=1"), "").await;
    assert_eq!(shown["record"]["moves"].as_array().map(Vec::len), Some(1));
    let (_, picture) = local.ask(Method::Get, &format!("/api/matches/{id}/picture.svg"), "").await;
    assert!(picture.starts_with("<svg"), "{picture}");

    let question = json!({
        "type": "review", "question": 1, "game": GAME, "record": end.record, "match": id,
    });
    let messages = analyse(&local, &question).await;
    assert!(matches!(messages.last(), Some(FromAnalyst::ReviewOver { .. })));
    let reviewed = messages.iter().filter(|one| matches!(one, FromAnalyst::Reviewed { .. }));
    assert_eq!(reviewed.count(), end.record.moves.len());
    let you = local.json(Method::Get, "/api/you", "").await;
    assert_eq!(you["games"][0]["accuracies"].as_array().map(Vec::len), Some(1), "{you}");

    let (_, file) = local.ask(Method::Get, "/api/profile/file", "").await;
    let other = Local::new();
    let imported = other.json(Method::Post, "/api/profile/file", &file).await;
    assert_eq!(imported["matches"], 1, "{imported}");
    let taken_in = other.json(Method::Get, &format!("/api/matches/{id}"), "").await;
    assert_eq!(taken_in["record"], json!(end.record));
    let (_, record) = local.ask(Method::Get, &format!("/api/matches/{id}/record"), "").await;
    assert!(record.contains("First: Ana"), "{record}");
    let deleted = local.json(Method::Delete, "/api/profile", "").await;
    assert_eq!(deleted["matches"], 1, "{deleted}");
    assert_eq!(local.json(Method::Get, "/api/matches", "").await, json!([]));
}

/// Sends a question, and returns all answers.
async fn analyse(local: &Local, question: &Value) -> Vec<FromAnalyst> {
    let (mut session, analyst) = (AnalysisSession::default(), LocalAnalyst::new(local));
    let mut receive = |message: &Value| {
        session.receive(Some(&message.to_string()), MessageVerdict::Allowed, Time(0))
    };
    assert!(matches!(receive(question), AnalysisReply::Send(FromAnalyst::Refused { .. })));
    let hello = json!({"type": "hello", "protocol": PROTOCOL});
    assert!(matches!(receive(&hello), AnalysisReply::Send(FromAnalyst::Ready)));
    let AnalysisReply::Answer(scope, question) = receive(question) else {
        panic!("it is no question");
    };
    answer_question(local.clone(), analyst.clone(), scope, question).await;
    analyst.take()
}

#[tokio::test]
async fn a_position_is_analysed() {
    let local = Local::new();
    let look = json!({"game": GAME, "moves": ""}).to_string();
    let look = local.json(Method::Post, "/api/look", &look).await;
    let question = |record: &Value| json!({"type": "analyse", "question": 7, "game": GAME, "record": record, "lines": 3});
    let messages = analyse(&local, &question(&look["record"])).await;
    let Some(FromAnalyst::Report(report)) = messages.last() else { panic!("{messages:?}") };
    assert_eq!((report.question, report.done, report.lines.len()), (7, true, 3));
    let wrong = json!({"start": look["record"]["start"], "swap": false, "moves": ["z9"]});
    let messages = analyse(&local, &question(&wrong)).await;
    assert!(matches!(&messages[..], [FromAnalyst::Refused { question: Some(7), .. }]));
}

#[tokio::test]
async fn what_is_wrong_is_refused_with_a_code() {
    let local = Local::new();
    for (method, url, body, status, code) in [
        (Method::Post, "/api/look", "{", 400, "bad-request"),
        (Method::Post, "/api/look", r#"{"game": "nim", "moves": ""}"#, 400, "bad-request"),
        (Method::Get, "/api/matches?limit=many", "", 400, "bad-request"),
        (Method::Get, "/api/matches/none", "", 404, "not-found"),
        (Method::Get, "/api/rules/nim", "", 404, "not-found"),
        (Method::Get, "/api/nothing", "", 404, "not-found"),
        (Method::Put, "/api/catalogue", "", 404, "not-found"),
    ] {
        let (answered, problem) = local.ask(method, url, body).await;
        let problem: Value = serde_json::from_str(&problem).expect("a problem");
        assert_eq!((answered, &problem["code"]), (status, &json!(code)), "{url}: {problem}");
    }
}

#[test]
fn every_route_is_found_by_its_path() {
    let routes = routes::<Local>();
    for route in &routes {
        let path: Vec<_> = route.path.split('/').collect();
        let path = path.iter().map(|part| if part.starts_with('{') { "a%20b" } else { part });
        let path = path.collect::<Vec<_>>().join("/");
        let (found, params) = find_route(&routes, route.method, &path).expect("a route");
        assert_eq!(found.path, route.path);
        assert!(params.iter().all(|param| param == "a b"), "{params:?}");
    }
}
