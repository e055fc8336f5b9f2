//! Own tiles: kept, changed by several tabs, taken in and given out, and shared with the terminal.

use std::net::SocketAddr;

use serde_json::{Value, json};
use wire::http::{OwnTile, Problem, TileAnswer, TileReport};

use crate::client::{Answer, create_with, get, human, post, request};
use crate::keeping;
use crate::running::{Folder, Running};

const ROWS: &str = "YBGR/RGYY/GRBB/BYRG";
const OTHER: &str = "RGBY/YYGR/BBRG/GRYB";
const ORIGINAL: &str = include_str!("../../../games/src/terrain/data/files/original.json");
const DAMAGED: &str = include_str!("../../../games/src/terrain/data/files/original-damaged.json");

fn encoded(name: &str) -> String {
    let bytes: Vec<_> = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
    bytes.concat()
}

fn put(address: SocketAddr, name: &str, rows: &str, before: Option<[&str; 2]>) -> Answer {
    let before = before.map(|[name, rows]| json!({ "name": name, "rows": rows }));
    let body = json!({ "rows": rows, "before": before }).to_string();
    request(address, "PUT", &format!("/api/tiles/{}", encoded(name)), "", body.as_bytes())
}

fn delete(address: SocketAddr, name: &str, rows: &str) -> Answer {
    let path = format!("/api/tiles/{}?rows={rows}", encoded(name));
    request(address, "DELETE", &path, "", b"")
}

fn import(address: SocketAddr, text: &str) -> TileReport {
    let answer = request(address, "POST", "/api/tile-file", "", text.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn list(address: SocketAddr) -> Vec<(String, String)> {
    let tiles = get(address, "/api/tiles").json::<Vec<OwnTile>>();
    tiles.into_iter().map(|tile| (tile.name, tile.rows)).collect()
}

fn pair(name: &str, rows: &str) -> (String, String) {
    (name.to_owned(), rows.to_owned())
}

#[test]
fn tiles_are_made_changed_renamed_and_removed() {
    let server = Running::start();
    let address = server.address;
    assert_eq!(list(address), []);
    // Names that are also words of the routes, or of addresses, are names like any other.
    let names = ["mine", "My castle é 🏰", "check", "a.b", "100 %", "what?"];
    for name in names {
        for _ in 0..2 {
            let answer = put(address, &format!("  {name} "), &ROWS.to_lowercase(), None);
            assert_eq!(answer.status, 200, "{name}: {}", answer.text());
            let tile = answer.json::<OwnTile>();
            assert_eq!((tile.name.as_str(), tile.rows.as_str()), (name, ROWS));
            assert_eq!(tile.games, ["katarenga", "congress", "isolation"]);
        }
    }
    let expected: Vec<_> = names.iter().map(|name| pair(name, ROWS)).collect();
    assert_eq!(list(address), expected);
    assert_eq!(put(address, "mine", OTHER, Some(["mine", ROWS])).status, 200);
    assert_eq!(put(address, "yours", OTHER, Some(["mine", OTHER])).status, 200);
    assert_eq!(list(address)[0], pair("yours", OTHER));
    for _ in 0..2 {
        assert_eq!(delete(address, "yours", OTHER).status, 204);
    }
    assert_eq!(list(address), expected[1..]);
    // Two tabs that know a tile as it was do not undo each other's work.
    let [new, late] = [None, Some(["a.b", OTHER])].map(|before| put(address, "A.B", OTHER, before));
    assert_eq!((new.status, new.json::<Problem>().code.as_str()), (409, "taken"));
    for late in [late, delete(address, "a.b", OTHER)] {
        assert_eq!((late.status, late.json::<Problem>().code.as_str()), (409, "changed"));
    }
    assert_eq!(put(address, "yours", OTHER, None).status, 200);
    let unusual = put(address, "yellow", "YYYY/YYYY/YYYY/YYYY", None).json::<OwnTile>();
    assert_eq!(unusual.warnings.len(), 1);
}

#[test]
fn what_is_no_tile_is_refused_with_its_place() {
    let server = Running::start();
    let address = server.address;
    assert_eq!(put(address, "mine", ROWS, None).status, 200);
    for (name, rows, field, at) in [
        ("new", "YBGR/RG.Y/GRBB/BYRG", "rows", [7, 8]),
        ("new", "YBGR", "rows", [0, 4]),
        ("a/b", ROWS, "name", [1, 2]),
        ("Bf", ROWS, "name", [0, 2]),
        ("..", ROWS, "name", [0, 2]),
    ] {
        let answer = put(address, name, rows, None);
        assert_eq!(answer.status, 400, "{name}");
        let problem = answer.json::<Problem>();
        assert_eq!((problem.field.as_deref(), problem.at), (Some(field), Some(at)), "{name}");
        assert_ne!(problem.text.en, problem.text.fr, "{name}");
    }
    for body in ["", "[]", "{}", "{\"rows\": 1}"] {
        let answer = request(address, "PUT", "/api/tiles/x", "", body.as_bytes());
        assert_eq!(answer.status, 400, "{body}");
    }
    let blind = request(address, "DELETE", "/api/tiles/mine", "", b"");
    assert_eq!(blind.json::<Problem>().code, "bad-request");
    assert_eq!(list(address), [pair("mine", ROWS)]);
}

#[test]
fn a_drawing_is_judged_while_it_grows() {
    let server = Running::start();
    let ask = |game: &str, rows: &str| {
        post(server.address, "/api/tile-check", &json!({ "game": game, "rows": rows }))
    };
    let answer = ask("congress", "YYYY/Y.../..../....").json::<TileAnswer>();
    let problem = answer.problem.expect("squares without a colour");
    assert_eq!((problem.at, problem.line, problem.column), ([6, 7], 1, 7));
    assert_eq!(answer.warnings.len(), 1);
    let answer = ask("congress", ROWS).json::<TileAnswer>();
    assert_eq!(answer, TileAnswer { problem: None, warnings: Vec::new() });
    for game in ["othello", "chess"] {
        let answer = ask(game, ROWS);
        assert_eq!(answer.json::<Problem>().field.as_deref(), Some("game"), "{game}");
    }
}

#[test]
fn files_are_taken_in_and_given_out_in_every_form() {
    let server = Running::start();
    let address = server.address;
    let report = import(address, ORIGINAL);
    assert_eq!(report.problems, []);
    assert!(report.tiles.iter().all(|tile| tile.new && tile.kept.as_ref() == Some(&tile.name)));
    let all = list(address);
    assert_eq!(all.len(), 3);
    assert!(import(address, ORIGINAL).tiles.iter().all(|tile| !tile.new));
    for (form, mime, file) in [
        ("text", "text/plain; charset=utf-8", "quadrants.txt"),
        ("json", "application/json", "my-quadrants.json"),
        ("original", "application/json", "quadrants.json"),
    ] {
        let answer = get(address, &format!("/api/tile-file?form={form}"));
        assert_eq!(answer.header("content-type"), Some(mime));
        let named = format!("attachment; filename=\"{file}\"");
        assert_eq!(answer.header("content-disposition"), Some(&*named));
        let other = Running::start();
        assert_eq!(import(other.address, answer.text()).problems, []);
        assert_eq!(list(other.address), all, "{form}");
    }
    let one = get(address, "/api/tile-file?form=text&name=quadrant_2");
    assert_eq!(one.text(), format!("quadrant_2: {OTHER}\n"));
    assert_eq!(get(address, "/api/tile-file?form=text&name=nobody").status, 404);
    let unknown = get(address, "/api/tile-file?form=pdf");
    assert_eq!(unknown.json::<Problem>().code, "bad-request");
}

#[test]
fn what_is_damaged_in_a_file_is_reported_and_the_rest_taken_in() {
    let server = Running::start();
    let address = server.address;
    assert_eq!(put(address, "good", OTHER, None).status, 200);
    let report = import(address, DAMAGED);
    let kept: Vec<_> = report.tiles.iter().map(|tile| tile.kept.clone().unwrap()).collect();
    assert_eq!(kept, ["good 2", "last"]);
    assert_eq!(report.problems.len(), 10);
    for problem in report.problems {
        let line = DAMAGED.lines().nth(problem.line - 1).unwrap();
        let wrong = &DAMAGED[problem.at[0]..problem.at[1]];
        assert!(line.contains(wrong), "{problem:?}");
        assert_ne!(problem.text.en, problem.text.fr);
    }
    assert_eq!(list(address)[0], pair("good", OTHER));
    assert_eq!(import(address, "").problems.len(), 1);
    let long = vec![b'#'; (256 << 10) + 1];
    let answer = request(address, "POST", "/api/tile-file", "", &long);
    assert_eq!((answer.status, answer.json::<Problem>().code.as_str()), (413, "too-large"));
    let answer = request(address, "POST", "/api/tile-file", "", &[0xff, 0xfe]);
    assert_eq!(answer.status, 400);
}

#[test]
fn there_is_an_end_of_tiles() {
    let server = Running::start();
    let lines: Vec<_> = (0..201).map(|n| format!("t{n}: {ROWS}\n")).collect();
    let report = import(server.address, &lines.concat());
    assert_eq!(report.tiles[199].kept.as_deref(), Some("t199"));
    assert_eq!(report.tiles[200].kept, None);
    let answer = put(server.address, "more", ROWS, None);
    assert_eq!((answer.status, answer.json::<Problem>().code.as_str()), (409, "refused"));
}

#[test]
fn a_match_on_own_tiles_outlives_them() {
    let server = Running::start();
    let address = server.address;
    let rows = "YYYY/GGGG/BBBB/RRRR";
    put(address, "mine", rows, None);
    let board = format!("{rows} {rows}+90 {rows}f+180 A");
    let id = create_with(
        address,
        &json!({
            "game": "katarenga",
            "setup": { "board": board },
            "players": { "first": human(), "second": human() },
        }),
    );
    delete(address, "mine", rows);
    let state = get(address, &format!("/api/matches/{id}")).json::<Value>();
    let start = state["record"]["start"].as_str().unwrap();
    assert!(start.contains("YYYYRBGY/GGGGRBGY/BBBBRBGY/RRRRRBGY"), "{start}");
}

/// Runs the program with the data of a folder; what it prints.
fn damier(folder: &Folder, args: &[&str]) -> String {
    let (status, out, err) = keeping::damier(folder, args);
    assert_eq!(status, 0, "{err}");
    out
}

#[test]
fn the_terminal_shares_the_tiles_of_a_running_page() {
    let folder = Folder::new("tiles");
    let server = Running::at(&folder);
    assert_eq!(put(server.address, "My castle", ROWS, None).status, 200);
    assert_eq!(damier(&folder, &["quadrants", "export"]), format!("My castle: {ROWS}\n"));
    let line = format!("from there: {OTHER}");
    damier(&folder, &["quadrants", "add", &line]);
    assert_eq!(list(server.address), [pair("My castle", ROWS), pair("from there", OTHER)]);
    let board = ["A", "my_castle+90", "C", "from_theref"].join(" ");
    let json = damier(&folder, &["show", "isolation", "--board", &board, "--json"]);
    let shown: Value = serde_json::from_str(&json).unwrap();
    let terrain = shown["position"].as_str().unwrap().split(' ').nth(2).unwrap().to_owned();
    assert!(terrain.starts_with("RYBGBGRY/"), "{terrain}");
    // The page goes on as before.
    assert_eq!(delete(server.address, "from there", OTHER).status, 204);
}
