//! Trees of minimax, asked for by HTTP.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use cli::{Environment, Terminal};
use serde_json::{Value, json};
use wire::http::Problem;
use wire::tree::{PositionInfo, TreeDemoInfo, TreeInfo};

use crate::client::{get, post, request};
use crate::running::Running;

/// What `damier think … --json` prints.
fn printed(args: &str) -> TreeInfo {
    let args = ["damier", "think"].into_iter().chain(args.split(' ')).chain(["--json"]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let environment = Environment {
        env: &|_| None,
        entropy: 1,
        elapsed: &|| Duration::ZERO,
        now: SystemTime::UNIX_EPOCH,
        stop: &AtomicBool::new(false),
        slow_shutdown: &AtomicBool::new(false),
        input: &mut &b""[..],
        out: &mut out,
        err: &mut err,
        terminal: Terminal::default(),
    };
    assert_eq!(cli::run(args.map(OsString::from), games::CATALOGUE, environment), 0);
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn a_tree_is_the_one_that_the_program_prints() {
    let server = Running::start();
    let wanted = json!({ "game": "othello", "moves": "f5d6c3", "depth": 3, "alpha_beta": true });
    let tree: TreeInfo = post(server.address, "/api/think", &wanted).json();
    assert_eq!(tree, printed("othello f5d6c3 --depth 3 --alpha-beta"));
    assert!(tree.nodes.iter().any(|node| node.cut.is_some()));
    assert_eq!(tree.nodes.len() as u64, tree.pruned.positions);
    assert!(tree.pruned.positions < tree.minimax.positions);
    assert_eq!(tree.steps.last(), Some(&(0, engine::tree::StepKind::Leave)));
    let sum = |terms: &[(usize, i32)]| -> i32 {
        terms.iter().map(|&(label, count)| count * tree.labels[label].weight).sum()
    };
    for leaf in tree.nodes.iter().filter(|node| !node.terms.is_empty()) {
        assert_eq!(leaf.value, Some(sum(&leaf.terms)));
    }
}

#[test]
fn every_example_can_be_looked_at_and_so_can_its_positions() {
    let server = Running::start();
    let demos: Vec<TreeDemoInfo> = get(server.address, "/api/think").json();
    let games: Vec<_> = demos.iter().map(|demo| demo.game.as_str()).collect();
    let expected: Vec<_> = games::CATALOGUE.iter().map(|entry| entry.game.info().id).collect();
    assert_eq!(games, expected);
    for demo in demos {
        for example in demo.examples {
            let wanted = json!({
                "game": demo.game, "start": example.start, "depth": example.depth,
                "alpha_beta": example.alpha_beta, "order": example.order,
            });
            let tree: TreeInfo = post(server.address, "/api/think", &wanted).json();
            assert_eq!(tree.position, example.start);
            let best = tree.nodes[0].best.and_then(|best| tree.nodes[best].notation.clone());
            let record = json!({ "start": example.start, "moves": [best.unwrap()] });
            let asked = json!({ "game": demo.game, "record": record });
            let after: PositionInfo = post(server.address, "/api/think/position", &asked).json();
            assert!(after.view.last.is_some() && after.position != tree.position);
        }
    }
}

#[test]
fn a_tree_that_is_too_large_is_cut_short_and_says_so() {
    let server = Running::start();
    let wanted = json!({ "game": "isolation", "depth": 8, "alpha_beta": false });
    let tree: TreeInfo = post(server.address, "/api/think", &wanted).json();
    assert!(tree.stopped && !tree.minimax.complete && tree.nodes[0].value.is_none());
    assert!(tree.nodes.len() <= engine::tree::TREE_MAX_NODES);
    let body = wanted.to_string();
    let packed =
        request(server.address, "POST", "/api/think", "Accept-Encoding: gzip\r\n", body.as_bytes());
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
}

#[test]
fn what_is_wrong_is_pointed_out() {
    let server = Running::start();
    for (wanted, field) in [
        (json!({ "game": "chess", "depth": 2 }), Some("game")),
        (json!({ "game": "othello", "depth": 0 }), Some("depth")),
        (json!({ "game": "othello", "depth": 9 }), Some("depth")),
        (json!({ "game": "othello", "depth": 2, "start": "x" }), Some("start")),
        (json!({ "game": "othello", "depth": 2, "moves": "f5f5" }), Some("moves")),
        (json!({ "game": "othello", "depth": 2, "order": "random" }), None),
        (json!({ "game": "othello", "depth": -1 }), None),
        (json!({ "game": "othello" }), None),
        (json!({ "game": "othello", "depth": 2, "nodes": 1 }), None),
    ] {
        let answer = post(server.address, "/api/think", &wanted);
        assert_eq!(answer.status, 400, "{wanted}");
        let problem = answer.json::<Problem>();
        assert_eq!(problem.field.as_deref(), field, "{wanted}");
        assert_ne!(problem.text.en, problem.text.fr, "{wanted}");
    }
    for record in [json!({ "start": "x" }), json!({ "start": "7/7/7/7/7/7 x", "moves": ["9"] })] {
        let asked = json!({ "game": "connect-four", "record": record });
        let answer = post(server.address, "/api/think/position", &asked);
        assert_eq!(answer.status, 400, "{asked}");
        assert_eq!(answer.json::<Problem>().field.as_deref(), Some("record"));
    }
}

#[test]
fn words_of_one_screen_are_sent_apart() {
    let server = Running::start();
    for lang in ["en", "fr"] {
        let all: Value = get(server.address, &format!("/api/texts/{lang}")).json();
        let part: Value = get(server.address, &format!("/api/texts/{lang}/think")).json();
        let (all, part) = (all.as_object().unwrap(), part.as_object().unwrap());
        assert!(all.contains_key("watch-thinking") && part.contains_key("think-step"));
        assert!(part.keys().all(|id| id.starts_with("think-") && !all.contains_key(id)));
        let keys: Value = get(server.address, &format!("/api/texts/{lang}/key")).json();
        assert!(keys.get("key-enter").is_some() && !all.contains_key("key-enter"));
    }
    assert_eq!(get(server.address, "/api/texts/en/nothing").status, 404);
    assert_eq!(get(server.address, "/api/texts/de/think").status, 404);
}
