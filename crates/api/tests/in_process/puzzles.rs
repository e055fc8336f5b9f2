//! Puzzles: solved, failed, refuted, with hints; each counts once.

use api::Method;
use engine::{DataFile, PuzzleCollection};
use serde_json::{Value, json};

use crate::local::Local;

/// Two puzzles. In the first a3 parries the threat and makes two; in the second c3 wins.
pub(crate) static PUZZLES: DataFile = DataFile::new(
    "tic-tac-toe-puzzles.txt",
    Some(
        b"damier puzzles 1\ngame tic-tac-toe\ncommand by hand\n\
          quick1 1:3 win - c3 3/ox1/x1o x\n\
          fork1 2:40 win double-threat a3,a2,b3 2x/1o1/x1o x\n",
    ),
    is_valid,
);
static NOT_LOADED: DataFile = DataFile::new("absent.txt", None, is_valid);

fn is_valid(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|file| PuzzleCollection::read(file).is_ok())
}

async fn attempt(local: &Local, id: &str, moves: &[&str]) -> Value {
    let body = json!({ "moves": moves }).to_string();
    local.json(Method::Post, &format!("/api/puzzles/{id}"), &body).await
}

async fn hint(local: &Local, moves: &[&str], step: &str) -> Value {
    let body = json!({ "moves": moves, "step": step }).to_string();
    local.json(Method::Post, "/api/puzzles/fork1/hint", &body).await
}

async fn game(local: &Local) -> Value {
    local.json(Method::Get, "/api/puzzles", "").await["games"][0].clone()
}

#[tokio::test]
async fn a_puzzle_is_refuted_solved_and_counts_once() {
    let local = Local::new();
    let overview = local.json(Method::Get, "/api/puzzles", "").await;
    assert_eq!(overview["streak"], 0);
    assert_eq!(overview["daily"]["state"], "new", "{overview}");
    assert_eq!(overview["games"][0]["total"], json!({"puzzles": 2, "solved": 0}));
    assert_eq!(overview["games"][0]["rating"], Value::Null);

    let (status, shown) = local.ask(Method::Get, "/api/puzzles/fork1", "").await;
    assert_eq!(status, 200, "{shown}");
    assert!(!shown.contains("solution") && !shown.contains("double-threat"), "{shown}");
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((&shown["moves"], &shown["goal"]["type"]), (&json!(2), &json!("win")));

    // Not a3: the opponent plays there and wins. Nothing says so before it is found.
    let wrong = attempt(&local, "fork1", &["b3"]).await;
    assert_eq!(wrong["verdict"], "wrong");
    assert_eq!(wrong["refutation"]["moves"][0], "a3", "{wrong}");
    assert_eq!(wrong["refutation"]["worth"]["kind"], "loss");
    assert_eq!(wrong["views"].as_array().map(Vec::len), Some(2));
    assert_eq!(wrong["summary"], Value::Null);
    for reason in wrong["refutation"]["reasons"].as_array().expect("reasons") {
        assert!(!reason.to_string().contains("a3"), "{reason}");
    }
    let failed = game(&local).await;
    assert_eq!(failed["rating"]["puzzles"], 1);

    let right = attempt(&local, "fork1", &["a3"]).await;
    assert_eq!(right["verdict"], "right");
    assert_eq!(right["views"].as_array().map(Vec::len), Some(2), "the move and the reply");
    let solved = attempt(&local, "fork1", &["a3", "b3"]).await;
    assert_eq!(solved["verdict"], "solved");
    let summary = &solved["summary"];
    assert_eq!(summary["state"], "solved", "{summary}");
    assert_eq!(summary["change"], Value::Null, "the first try counted");
    assert_eq!(summary["solution"], json!(["a3", "a2", "b3"]));
    assert_eq!(summary["themes"][0]["id"], "double-threat");
    let after = game(&local).await;
    assert_eq!(after["total"]["solved"], 1);
    assert_eq!(after["rating"]["rating"], failed["rating"]["rating"]);
    assert_eq!(after["rating"]["won"], 0);

    let won = attempt(&local, "quick1", &["c3"]).await;
    assert_eq!(won["summary"]["state"], "won");
    assert!(won["summary"]["change"].as_i64().is_some_and(|change| change > 0), "{won}");
    // Today's puzzle is one of the two.
    assert_eq!(won["summary"]["streak"], 1, "{won}");
    let again = attempt(&local, "quick1", &["c3"]).await;
    assert_eq!(again["summary"]["change"], Value::Null);
    assert_eq!(again["summary"]["rating"], won["summary"]["rating"]);
}

#[tokio::test]
async fn hints_come_in_steps_and_the_solution_is_for_who_gives_up() {
    let local = Local::new();
    let theme = hint(&local, &[], "theme").await;
    assert_eq!(theme["themes"][0]["id"], "double-threat");
    assert_eq!((&theme["spots"], &theme["choice"]), (&json!([]), &Value::Null));
    assert_eq!(game(&local).await["rating"], Value::Null, "the theme costs nothing");
    let square = hint(&local, &[], "square").await;
    assert_eq!(square["spots"].as_array().map(Vec::len), Some(3), "one of them is right");
    assert_eq!(square["choice"], Value::Null);
    assert_eq!(game(&local).await["rating"]["won"], 0);
    assert_eq!(hint(&local, &[], "move").await["choice"]["notation"], "a3");
    assert_eq!(hint(&local, &["a3"], "move").await["choice"]["notation"], "b3");

    let other = Local::new();
    let shown = other.json(Method::Post, "/api/puzzles/fork1/solution", "").await;
    assert_eq!(shown["views"].as_array().map(Vec::len), Some(3));
    assert_eq!(shown["summary"]["state"], "failed");
    assert!(shown["summary"]["change"].as_i64().is_some_and(|change| change < 0), "{shown}");
    let solved = attempt(&other, "fork1", &["a3", "b3"]).await;
    assert_eq!(solved["summary"]["state"], "solved");
}

#[tokio::test]
async fn the_next_puzzle_is_one_that_was_not_tried() {
    let local = Local::new();
    let next = async |query: &str| {
        let path = format!("/api/puzzles/next{query}");
        local.json(Method::Get, &path, "").await["id"].clone()
    };
    assert_eq!(next("?theme=double-threat").await, "fork1");
    assert_eq!(next("?grade=1").await, "quick1");
    assert_eq!(next("?after=quick1").await, "fork1");
    attempt(&local, "fork1", &["b3"]).await;
    for _ in 0..5 {
        assert_eq!(next("?game=tic-tac-toe").await, "quick1");
    }
    attempt(&local, "quick1", &["c3"]).await;
    assert_eq!(next("").await, "fork1", "failed before solved");
    for query in ["?game=nim", "?theme=nothing", "?grade=6"] {
        let (status, _) = local.ask(Method::Get, &format!("/api/puzzles/next{query}"), "").await;
        assert_eq!(status, 404, "{query}");
    }
}

#[tokio::test]
async fn what_is_no_try_is_refused_and_does_not_count() {
    let local = Local::new();
    for (path, body, status, code) in [
        ("fork1", r#"{"moves": []}"#, 400, "bad-request"),
        ("fork1", r#"{"moves": ["z9"]}"#, 400, "bad-request"),
        ("fork1", r#"{"moves": ["b2"]}"#, 400, "bad-request"),
        ("fork1", r#"{"moves": ["b3", "a3"]}"#, 400, "bad-request"),
        ("fork1", r#"{"moves": ["a3", "b3", "c2"]}"#, 400, "bad-request"),
        ("fork1", "{}", 400, "bad-request"),
        ("none", r#"{"moves": ["a3"]}"#, 404, "not-found"),
        ("fork1/hint", r#"{"moves": ["b3"], "step": "theme"}"#, 400, "bad-request"),
        ("fork1/hint", r#"{"moves": ["a3", "b3"], "step": "theme"}"#, 400, "bad-request"),
        ("fork1/hint", r#"{"moves": [], "step": "all"}"#, 400, "bad-request"),
        ("none/solution", "", 404, "not-found"),
    ] {
        let (answered, problem) =
            local.ask(Method::Post, &format!("/api/puzzles/{path}"), body).await;
        let problem: Value = serde_json::from_str(&problem).expect("a problem");
        assert_eq!((answered, &problem["code"]), (status, &json!(code)), "{path} {body}");
    }
    assert_eq!(game(&local).await["rating"], Value::Null);
    let absent = Local::with_puzzles(&NOT_LOADED);
    let (status, problem) = absent.ask(Method::Get, "/api/puzzles", "").await;
    assert_eq!(status, 503);
    assert!(problem.contains("missing-data"), "{problem}");
}

#[tokio::test]
async fn results_go_with_the_profile() {
    let local = Local::new();
    attempt(&local, "fork1", &["b3"]).await;
    attempt(&local, "quick1", &["c3"]).await;
    let (_, file) = local.ask(Method::Get, "/api/profile/file", "").await;
    let other = Local::new();
    let imported = other.json(Method::Post, "/api/profile/file", &file).await;
    assert_eq!(imported["puzzles"], 2, "{imported}");
    assert_eq!(game(&other).await, game(&local).await);
    let again = other.json(Method::Post, "/api/profile/file", &file).await;
    assert_eq!((&again["puzzles"], &again["same"]), (&json!(0), &json!(2)), "{again}");
    let strange = file.replace("fork1", "fork9");
    let imported = Local::new().json(Method::Post, "/api/profile/file", &strange).await;
    assert_eq!((&imported["puzzles"], &imported["unreadable"]), (&json!(1), &json!(1)));
    local.json(Method::Delete, "/api/profile", "").await;
    assert_eq!(game(&local).await["rating"], Value::Null);
}
