//! The history of a visitor: listed, deleted, exported, taken in again.

use play::{Command, Player};
use serde_json::{Value, json};
use server::{RateLimit, ServerLimits, StorageAmount, StorageQuota};
use store::{Backend, Sqlite};
use wire::ToAnalyst;
use wire::http::{
    MatchDeletions, MatchSummary, Problem, ProfileDeletion, ProfileFile, ProfileImport, RoomCreated,
};

use crate::analysis::{Analyst, question};
use crate::client::{Socket, Visitor, computer, human};
use crate::online::{ANA, BO, secret};
use crate::running::{Folder, Running};

const ANA_ADDRESS: &str = "192.0.2.1";
const BO_ADDRESS: &str = "192.0.2.2";

/// Ana and Bo, with profiles of their own.
fn visitors(server: &Running) -> [Visitor; 2] {
    [Visitor::new(server.address, ANA_ADDRESS, 1), Visitor::new(server.address, BO_ADDRESS, 2)]
}

fn list(visitor: &Visitor, query: &str) -> Vec<MatchSummary> {
    let answer = visitor.ask("GET", &format!("/api/matches{query}"), "");
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn ids(visitor: &Visitor, query: &str) -> Vec<String> {
    list(visitor, query).into_iter().map(|one| one.id).collect()
}

fn delete(visitor: &Visitor, ids: &[&str]) -> MatchDeletions {
    let answer = visitor.post("/api/matches/delete", &json!({ "ids": ids }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// A match of Ana's in which the first player has won.
fn finished(visitor: &Visitor, first: &Value, second: &Value) -> String {
    let record = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] });
    let players = json!({ "first": first, "second": second });
    visitor.create(&json!({ "game": "connect-four", "record": record, "players": players }))
}

/// A game between Ana, who has opened the table, and Bo.
fn pair(ana: &Visitor, bo: &Visitor) -> (String, Socket, Socket) {
    let wanted = json!({ "game": "connect-four", "listing": "unlisted", "side": "first", "name": "Ana", "seat": secret(ANA) });
    let id = ana.post("/api/rooms", &wanted).json::<RoomCreated>().id;
    let mut host = Socket::open_by(ana, &id, Some(secret(ANA)));
    let mut guest = Socket::open_by(bo, &id, Some(secret(BO)));
    guest.join("Bo").unwrap();
    host.wait(|state| state.to_move == Some(Player::One));
    host.play(Player::One, "4").unwrap();
    guest.wait(|state| state.to_move == Some(Player::Two));
    guest.play(Player::Two, "4").unwrap();
    (id, host, guest)
}

#[test]
fn games_are_filtered_from_the_side_of_whoever_asks() {
    let folder = Folder::new("history-filter");
    let server = Running::at(&folder);
    let [ana, bo] = visitors(&server);
    let won = finished(&ana, &human(), &computer("easy"));
    let lost = finished(&ana, &computer("easy"), &human());
    let shared = finished(&ana, &json!({ "type": "human", "name": "Zoé" }), &human());
    let running = ana
        .create(&json!({ "game": "othello", "players": { "first": human(), "second": human() } }));
    let (online, mut host, _guest) = pair(&ana, &bo);
    host.command(Player::One, Command::Resign).unwrap();
    assert_eq!(ids(&ana, "?result=won"), [won.as_str()]);
    assert_eq!(ids(&ana, "?result=lost"), [online.as_str(), lost.as_str()]);
    assert_eq!(ids(&ana, "?over=false"), [running.as_str()]);
    assert_eq!(ids(&ana, "?game=othello"), [running.as_str()]);
    assert_eq!(ids(&ana, "?opponent=screen&over=true"), [shared.as_str()]);
    assert_eq!(ids(&ana, "?opponent=computer&limit=1"), [lost.as_str()]);
    assert_eq!(ids(&ana, "?search=ZO%C3%89"), [shared.as_str()]);
    assert_eq!(ids(&ana, &format!("?search={}", &won[..8])), [won.as_str()]);
    assert!(ids(&ana, "?search=nobody").is_empty());
    // Bo sees that game alone, from the other side, while still sitting there.
    let his = list(&bo, "?result=won");
    assert_eq!(his.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), [online.as_str()]);
    assert_eq!(his[0].you, Some(Player::Two));
    assert_eq!(list(&bo, "").len(), 1);
    for wrong in ["?result=abandoned", "?opponent=cat", "?over=perhaps", "?unknown=1"] {
        assert_eq!(ana.ask("GET", &format!("/api/matches{wrong}"), "").status, 400, "{wrong}");
    }
    let long = ana.ask("GET", &format!("/api/matches?search={}", "x".repeat(200)), "");
    assert_eq!(long.json::<Problem>().field.as_deref(), Some("search"));
}

#[test]
fn somebody_elses_game_is_neither_listed_nor_deleted_nor_exported() {
    let server = Running::start();
    let [ana, eve] = visitors(&server);
    let id = finished(&ana, &human(), &computer("easy"));
    assert!(ids(&eve, "").is_empty());
    assert_eq!(delete(&eve, &[&id]), MatchDeletions { deleted: 0, running: Vec::new() });
    assert_eq!(eve.ask("GET", &format!("/api/records?ids={id}"), "").text(), "");
    assert_eq!(eve.ask("GET", "/api/records", "").text(), "");
    assert_eq!(ids(&ana, ""), [id.as_str()]);
    assert_eq!(delete(&ana, &[&id, &id, "nothing"]).deleted, 1);
    assert!(ids(&ana, "").is_empty());
    assert_eq!(ana.ask("GET", &format!("/api/matches/{id}"), "").status, 404);
    let many: Vec<_> = (0..101).map(|number| number.to_string()).collect();
    let many = ana.post("/api/matches/delete", &json!({ "ids": many }));
    assert_eq!(many.status, 400);
}

#[test]
fn a_shared_game_stays_with_the_other_without_the_name() {
    let folder = Folder::new("history-shared");
    let server = Running::at(&folder);
    let [ana, bo] = visitors(&server);
    let (id, mut host, mut guest) = pair(&ana, &bo);
    // Nobody disappears from a running game.
    let kept = MatchDeletions { deleted: 0, running: vec![id.clone()] };
    assert_eq!(delete(&ana, &[&id]), kept);
    assert_eq!(delete(&bo, &[&id]), kept);
    host.command(Player::One, Command::Resign).unwrap();
    guest.wait(|state| state.end.is_some());
    assert_eq!(delete(&ana, &[&id]).deleted, 1);
    assert!(ids(&ana, "").is_empty());
    let his = &list(&bo, "")[0];
    assert_eq!((his.winner, his.you), (Some(Player::Two), Some(Player::Two)));
    let record = bo.ask("GET", &format!("/api/matches/{id}/record"), "");
    assert!(record.text().contains("Bo") && !record.text().contains("Ana"), "{}", record.text());
    let state = bo.ask("GET", &format!("/api/matches/{id}"), "");
    assert!(!state.text().contains("Ana"), "{}", state.text());
    assert_eq!(delete(&bo, &[&id]).deleted, 1);
    assert_eq!(bo.ask("GET", &format!("/api/matches/{id}"), "").status, 404);
}

#[test]
fn a_complete_review_of_a_finished_game_leaves_its_accuracy() {
    let server = Running::start();
    let [ana, _] = visitors(&server);
    let id = finished(&ana, &human(), &computer("easy"));
    assert_eq!(list(&ana, "")[0].accuracy, None);
    let mut analyst = Analyst::open_by(&ana);
    let moves = "4 1 5 1 6 1 7";
    // Another game, and a part of this one, say nothing of it.
    for (number, other) in [(1, "4 1 5"), (2, "4 1 5 1 6 2 7")] {
        let asked = question(number, "connect-four", "7/7/7/7/7/7 x", other);
        analyst.send(&ToAnalyst::Review(wire::Question { of: Some(id.clone()), ..asked }));
        analyst.review(number);
        assert_eq!(list(&ana, "")[0].accuracy, None);
    }
    // Also where the review itself is known already.
    let asked = question(3, "connect-four", "7/7/7/7/7/7 x", moves);
    analyst.send(&ToAnalyst::Review(asked.clone()));
    let (_, accuracy) = analyst.review(3);
    analyst.send(&ToAnalyst::Review(wire::Question { of: Some(id), question: 4, ..asked }));
    analyst.review(4);
    // It is stored before the last message is sent: the next question would cancel this one.
    let percent = |one: Option<f32>| one.map(|one| one.round() as u8);
    let stored = list(&ana, "")[0].accuracy.expect("an accuracy");
    assert_eq!(stored, accuracy.map(percent));
    assert!(stored.first.is_some() && stored.second.is_some(), "{stored:?}");
}

#[test]
fn games_are_exported_as_one_file_and_read_again() {
    let server = Running::start();
    let [ana, bo] = visitors(&server);
    let first = finished(&ana, &human(), &computer("easy"));
    let second = finished(&ana, &computer("easy"), &human());
    let two = ana.ask("GET", "/api/records", "");
    assert!(two.header("content-disposition").unwrap().contains("damier-games.txt"));
    let file: rules::RecordFile = two.text().parse().unwrap();
    let written = file.games.iter().map(|game| game.extra("Id").unwrap()).collect::<Vec<_>>();
    assert_eq!(written, [second.as_str(), first.as_str()]);
    let chosen = ana.ask("GET", &format!("/api/records?ids={first}"), "");
    assert_eq!(chosen.text().parse::<rules::RecordFile>().unwrap().games.len(), 1);
    let won = ana.ask("GET", "/api/records?result=won", "");
    assert!(won.text().contains(&first) && !won.text().contains(&second));
    assert_eq!(bo.ask("POST", "/api/records", two.text()).status, 200);
}

/// Analyses, tiles, settings and games of all kinds.
fn fill(ana: &Visitor) {
    finished(ana, &human(), &computer("easy"));
    ana.create(&json!({ "game": "othello", "players": { "first": human(), "second": human() }, "setup": {} }));
    let moves = json!([{ "parent": null, "notation": "4", "comment": "« why? »" }]);
    let analysis = json!({ "from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x",
        "players": { "first": "Ana", "second": null }, "comment": "", "moves": moves });
    assert_eq!(ana.post("/api/analyses", &analysis).status, 200);
    let tile = ana.ask("PUT", "/api/tiles/mine", r#"{"rows":"YBGR/RGYY/GRBB/BYRG"}"#);
    assert_eq!(tile.status, 200, "{}", tile.text());
    let settings = ana.ask("PUT", "/api/profile", r#"{"settings":{"lang":"fr"}}"#);
    assert_eq!(settings.status, 204);
}

fn export(visitor: &Visitor) -> ProfileFile {
    let answer = visitor.ask("GET", "/api/profile/file", "");
    assert_eq!(answer.status, 200);
    answer.json()
}

fn import(visitor: &Visitor, file: &ProfileFile) -> ProfileImport {
    let answer = visitor.post("/api/profile/file", &serde_json::to_value(file).unwrap());
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn everything_of_a_profile_moves_to_another_server() {
    let (here, there) = (Running::start(), Running::start());
    let [ana, _] = visitors(&here);
    fill(&ana);
    let file = export(&ana);
    assert_eq!((file.matches.len(), file.analyses.len(), file.tiles.len()), (2, 1, 1));
    let [again, bo] = visitors(&there);
    let all = ProfileImport { matches: 2, analyses: 1, tiles: 1, ..ProfileImport::default() };
    assert_eq!(import(&again, &file), all);
    assert_eq!(export(&again), file, "nothing is lost on the way");
    let same = ProfileImport { same: 4, ..ProfileImport::default() };
    assert_eq!(import(&again, &file), same);
    assert_eq!(ids(&again, "").len(), 2);
    assert_eq!(list(&again, "?result=won").len(), 1);
    // Somebody else on that server has the same games under other names.
    assert_eq!(import(&bo, &file), all);
    assert_eq!(ids(&bo, "").len(), 2);
    assert_ne!(ids(&bo, ""), ids(&again, ""));
    // What cannot be read stops nothing else.
    let broken = ProfileFile {
        matches: vec!["nonsense".to_owned(), "Game: chess\nStart: x\n\n1. e4\n".to_owned()],
        tiles: vec![rules::Tile { name: "bad".into(), rows: "ZZ".into() }],
        puzzles: vec![wire::http::ProfilePuzzle {
            puzzle: "no-such".into(),
            game: "chess".into(),
            at: u64::MAX,
            won: true,
            solved: true,
            rating: u32::MAX,
            day: Some(u32::MAX),
        }],
        settings: None,
        analyses: vec![wire::http::ProfileAnalysis { id: "x".repeat(99), record: String::new() }],
        format: file.format.clone(),
    };
    let counted = ProfileImport { unreadable: 5, ..ProfileImport::default() };
    assert_eq!(import(&again, &broken), counted);
    let other = ProfileFile { format: "damier-profile-9".to_owned(), ..ProfileFile::default() };
    let refused = again.post("/api/profile/file", &serde_json::to_value(other).unwrap());
    assert_eq!(refused.json::<Problem>().field.as_deref(), Some("format"));
    assert_eq!(again.ask("POST", "/api/profile/file", "{").status, 400);
}

#[test]
fn an_import_counts_towards_the_quota() {
    let amount = |items| StorageAmount { items, bytes: 1 << 20 };
    let often = RateLimit { burst: 1000, interval_ms: 1 };
    let server = Running::limited(ServerLimits {
        storage: StorageQuota {
            profile: amount(2),
            network: amount(100),
            ..StorageQuota::default()
        },
        efforts: often,
        writes: often,
        ..ServerLimits::default()
    });
    let [ana, _] = visitors(&server);
    let game =
        |last: &str| format!("Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 4 2. {last}\n");
    let file = |matches: Vec<String>| json!({ "format": "damier-profile-1", "matches": matches });
    let three = ana.post("/api/profile/file", &file(["1", "2", "3"].map(game).to_vec()));
    assert_eq!((three.status, three.json::<Problem>().code), (403, "quota".to_owned()));
    assert_eq!(ids(&ana, "").len(), 2);
    let many = ana.post("/api/profile/file", &file(vec![game("1"); 201]));
    assert_eq!(many.status, 413);
}

#[test]
fn everything_of_a_profile_is_deleted_and_nothing_else() {
    let folder = Folder::new("history-delete");
    let server = Running::at(&folder);
    let [ana, bo] = visitors(&server);
    fill(&ana);
    fill(&bo);
    let before = export(&bo);
    let (online, host, mut guest) = pair(&ana, &bo);
    let waiting =
        json!({ "game": "othello", "listing": "public", "name": "Ana", "seat": secret(7) });
    let waiting = ana.post("/api/rooms", &waiting).json::<RoomCreated>().id;
    drop(host);
    let answer = ana.ask("DELETE", "/api/profile", "");
    let cookie = answer.header("set-cookie").expect("the cookie expires").to_owned();
    assert!(cookie.starts_with("damier=;") && cookie.contains("Max-Age=0"), "{cookie}");
    assert_eq!(answer.json::<ProfileDeletion>(), ProfileDeletion { matches: 4, done: true });
    let left = export(&ana);
    assert_eq!(
        left,
        ProfileFile {
            format: left.format.clone(),
            settings: Some(serde_json::Map::new()),
            ..ProfileFile::default()
        }
    );
    assert_eq!(bo.ask("GET", &format!("/api/matches/{waiting}"), "").status, 404);
    // Bo has won, against nobody in particular.
    let his = list(&bo, "?opponent=online");
    assert_eq!((his.len(), his[0].winner), (1, Some(Player::Two)));
    assert!(!bo.ask("GET", &format!("/api/matches/{online}"), "").text().contains("Ana"));
    while guest.next().is_some() {}
    let mut after = export(&bo);
    after.matches.retain(|record| !record.contains(&online));
    assert_eq!(after, before);
    // The file has nothing of it any more, also where nobody looks.
    drop(server);
    let path = folder.path().join("damier.sqlite");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async { Sqlite::open(&path).await.unwrap().close().await.unwrap() });
    let file = std::fs::read(&path).unwrap();
    let has = |text: &str| file.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(has("\"Bo\"") && !has("\"Ana\""));
}
