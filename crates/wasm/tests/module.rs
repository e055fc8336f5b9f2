//! The WebAssembly module in node, compared with the same code in this process.

mod node;

use std::fs;

use engine::{BENCH_DEPTH, bench_positions};
use games::CATALOGUE;
use rules::Record;
use serde_json::{Value, json};

use node::{ask_module, ask_natively, ask_script, search};

/// Takes the time out of a reply, and the expected scores, whose last digit depends on the exponential function of the
/// platform.
fn take_scores(reply: &mut Value) -> Vec<f64> {
    let Some(report) = reply["result"]["report"].as_object_mut() else { return Vec::new() };
    report.remove("time");
    let lines = report["lines"].as_array_mut().expect("lines");
    lines.iter_mut().map(|line| line["chance"].take().as_f64().expect("a score")).collect()
}

fn compare(requests: &[Value]) {
    let found = ask_module(requests);
    assert_eq!(found.len(), requests.len());
    for (request, mut found) in requests.iter().zip(found) {
        let mut expected = ask_natively(request);
        assert_ne!(expected["type"], "failed", "{request}: {expected}");
        found.as_object_mut().expect("a reply").remove("updates");
        let scores = take_scores(&mut expected).into_iter().zip(take_scores(&mut found));
        for (expected, found) in scores {
            assert!((expected - found).abs() < 1e-6, "{request}: {expected} {found}");
        }
        assert_eq!(found, expected, "{request}");
    }
}

#[test]
#[ignore = "needs web"]
fn searches_visit_the_same_nodes_and_find_the_same_values() {
    let mut requests = Vec::new();
    for entry in CATALOGUE {
        let game = entry.game.info().id;
        for record in bench_positions(entry.game) {
            requests.push(search(game, &record, Some(BENCH_DEPTH), 1));
        }
    }
    for (game, set, depth, lines) in [
        ("connect-four", node::connect_four_set("Test_L2_R2", 10), None, 1),
        ("connect-four", node::connect_four_set("Test_L3_R1", 10), None, 7),
        ("othello", node::othello_set("fforum-1-19", 4), None, 64),
        ("othello", node::othello_set("fforum-20-39", 20), Some(12), 1),
    ] {
        requests.extend(set.iter().map(|record| search(game, record, depth, lines)));
    }
    compare(&requests);
}

#[test]
#[ignore = "needs web"]
fn opponents_play_the_same_moves_and_games_look_the_same() {
    let mut requests = vec![];
    for entry in CATALOGUE {
        let game = entry.game.info().id;
        let position = bench_positions(entry.game).pop().expect("a position");
        requests.push(json!({ "type": "open", "game": game, "record": position }));
        if entry.tree_demo.is_some() {
            let plan = json!({ "depth": 3, "method": "alpha-beta", "order": "best" });
            let limits = node::limits(None, 1);
            let task = json!({ "tree": { "record": position, "plan": plan, "limits": limits } });
            requests.push(json!({ "type": "run", "request": { "game": game, "task": task } }));
        }
        for opponent in entry.opponents().filter(|opponent| opponent.expected_nodes() < 100_000) {
            let task = json!({ "move": {
                "opponent": opponent.id, "seed": 7, "record": position,
                "limits": node::limits(None, 1),
            } });
            requests.push(json!({ "type": "run", "request": { "game": game, "task": task } }));
        }
    }
    compare(&requests);
}

#[test]
#[ignore = "needs web"]
fn the_host_stops_a_search_and_bad_requests_are_refused() {
    let start = Record::new(CATALOGUE[1].game.start(&rules::Setup::default()).expect("a start"));
    let mut endless = search("othello", &start, None, 1);
    endless["stop_after"] = json!(12);
    let wrong =
        json!({ "type": "open", "game": "othello", "record": { "start": "?", "moves": [] } });
    let replies =
        ask_module(&[json!({ "type": "fly" }), endless, wrong, json!({ "type": "games" })]);
    assert_eq!(replies[0]["error"]["code"], "bad-request");
    assert!(replies[1]["result"]["report"]["choice"].is_string(), "{}", replies[1]);
    assert!(replies[1]["updates"].as_u64().is_some_and(|updates| updates < 40), "{}", replies[1]);
    assert_eq!(replies[2]["error"]["code"], "bad-record");
    let games = replies[3]["games"].as_array().expect("games");
    assert_eq!(games.len(), CATALOGUE.len());
    // The weights were loaded when the search needed them.
    let loaded =
        |id| games.iter().find(|game| game["id"] == id).map(|game| &game["data"]["is_loaded"]);
    assert_eq!(loaded("othello"), Some(&Value::Bool(true)));
    assert_eq!(loaded("connect-four"), Some(&Value::Bool(false)));
}

/// Nodes and moves of equal value depend on the threads, values do not.
#[test]
#[ignore = "needs web"]
fn threads_that_share_memory_find_the_same_values() {
    let manifest = fs::read(node::folder().join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    if manifest["threads"].is_null() {
        eprintln!("not compared: this folder has no engines with threads");
        return;
    }
    let mut requests = Vec::new();
    for (game, set) in [
        ("connect-four", node::connect_four_set("Test_L2_R2", 4)),
        ("othello", node::othello_set("fforum-1-19", 6)),
    ] {
        requests.extend(set.iter().map(|record| search(game, record, None, 1)));
    }
    let mut found = ask_script("threads.mjs", &["2"], &requests);
    let looks = found.pop().expect("how often helpers looked at the clock");
    assert_eq!(found.len(), requests.len());
    for (request, found) in requests.iter().zip(found) {
        let value = |reply: &Value| reply["result"]["report"]["lines"][0]["value"].clone();
        let expected = value(&ask_natively(request));
        assert!(!expected.is_null(), "{request}");
        assert_eq!(value(&found), expected, "{request}");
    }
    assert!(looks.as_u64().is_some_and(|looks| looks > 0), "no helper has searched");
}
