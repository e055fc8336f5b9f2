//! What is pasted, looked at and kept.

use serde_json::{Value, json};
use wire::http::{Analysis, AnalysisSummary, Look, Problem, Recognised, Saved};

use crate::client::{Answer, Socket, computer, create, get, human, post, request};
use crate::running::{Folder, Running};

use play::{Command, Player, Version};

fn put(server: &Running, id: &str, body: &Value) -> Answer {
    let path = format!("/api/analyses/{id}");
    request(server.address, "PUT", &path, "", body.to_string().as_bytes())
}

fn show(server: &Running, id: &str) -> Analysis {
    get(server.address, &format!("/api/analyses/{id}")).json()
}

/// A tree of Connect Four: 4 4 5, and 3 with a comment instead of the second 4.
fn tree() -> Value {
    json!([
        { "parent": null, "notation": "4", "mark": "!" },
        { "parent": 0, "notation": "4" },
        { "parent": 0, "notation": "3", "comment": "« plus calme »\nou non ?", "notes": ["clock 4:59.2", "depth 12"] },
        { "parent": 1, "notation": "5" },
    ])
}

fn new_analysis(server: &Running) -> Analysis {
    let wanted = json!({ "from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x", "comment": "start", "moves": tree() });
    let answer = post(server.address, "/api/analyses", &wanted);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn an_analysis_is_kept_with_all_that_is_said() {
    let folder = Folder::new("analyses");
    let server = Running::at(&folder);
    let made = new_analysis(&server);
    assert_eq!((made.version, made.of_match, made.comment.as_str()), (Version(1), false, "start"));
    assert_eq!(made.moves.len(), 4);
    drop(server);
    let server = Running::at(&folder);
    let found = show(&server, &made.id);
    assert_eq!(found, made);
    let aside = found.moves.iter().find(|found| found.notation == "3").unwrap();
    assert_eq!(aside.comment, "« plus calme »\nou non ?");
    assert_eq!(aside.notes, ["clock 4:59.2", "depth 12"]);
    // It is a file that can be opened again.
    let file = get(server.address, &format!("/api/analyses/{}/record", made.id));
    assert!(file.text().contains("1. 4 {mark !} 4 (1... 3 {"), "{}", file.text());
    let again = json!({ "from": "file", "text": file.text() });
    let again: Analysis = post(server.address, "/api/analyses", &again).json();
    assert_ne!(again.id, made.id);
    assert_eq!((&again.moves, &again.comment), (&made.moves, &made.comment));
    let list: Vec<AnalysisSummary> = get(server.address, "/api/analyses").json();
    let counts: Vec<_> = list.iter().map(|found| (found.entries, found.variations)).collect();
    assert_eq!(counts, [(3, 1), (3, 1)]);
    let gone = request(server.address, "DELETE", &format!("/api/analyses/{}", made.id), "", b"");
    assert_eq!(gone.status, 204);
    assert_eq!(get(server.address, &format!("/api/analyses/{}", made.id)).status, 404);
}

#[test]
fn two_tabs_do_not_overwrite_each_other() {
    let server = Running::start();
    let made = new_analysis(&server);
    let save = |version: u64, comment: &str| {
        put(&server, &made.id, &json!({ "version": version, "comment": comment, "moves": tree() }))
    };
    assert_eq!(save(1, "one tab").json::<Saved>().version, Version(2));
    let late = save(1, "the other");
    assert_eq!((late.status, late.json::<Problem>().code.as_str()), (409, "stale"));
    assert_eq!(show(&server, &made.id).comment, "one tab");
    assert_eq!(save(2, "the other, later").json::<Saved>().version, Version(3));
    assert_eq!(put(&server, "nothing", &json!({ "version": 0, "moves": [] })).status, 404);
}

#[test]
fn a_match_has_an_analysis_of_its_own() {
    let server = Running::start();
    let id = create(server.address, "connect-four", &human(), &computer("easy"));
    let mut socket = Socket::open(server.address, &id);
    socket.play(Player::One, "4").unwrap();
    socket.wait(|state| state.record.moves.len() == 2);
    let found = show(&server, &id);
    assert_eq!((found.version, found.of_match, found.moves.len()), (Version(0), true, 2));
    assert_eq!(found.players.second.as_deref(), Some("easy"));
    let answer = found.moves[1].notation.clone();
    let other = if answer == "1" { "2" } else { "1" };
    let moves = json!([
        { "parent": null, "notation": "4" },
        { "parent": 0, "notation": other, "comment": "why not?" },
        { "parent": 0, "notation": answer },
    ]);
    let saved = put(&server, &id, &json!({ "version": 0, "moves": moves }));
    assert_eq!(saved.json::<Saved>().version, Version(1), "{}", saved.text());
    // What is played afterwards is added to it.
    socket.play(Player::One, "5").unwrap();
    socket.wait(|state| state.record.moves.len() == 4);
    socket.command(Player::One, Command::Resign).unwrap();
    let found = show(&server, &id);
    assert_eq!((found.version, found.moves.len()), (Version(1), 5));
    assert!(found.moves.iter().any(|found| found.comment == "why not?"));
    let played: Vec<_> = socket.moves().to_vec();
    let mut parent = None;
    for entry in played {
        let next =
            found.moves.iter().position(|found| found.parent == parent && found.notation == entry);
        parent = Some(next.expect("what was played is there"));
    }
    let list: Vec<AnalysisSummary> = get(server.address, "/api/analyses").json();
    assert!(list.len() == 1 && list[0].of_match);
}

#[test]
fn what_makes_no_sense_is_not_kept() {
    let server = Running::start();
    let made = new_analysis(&server);
    let long = "x".repeat(4001);
    let many: Vec<_> = (0..2001).map(|_| json!({ "parent": null, "notation": "1" })).collect();
    for moves in [
        json!([{ "parent": null, "notation": "9" }]),
        json!([{ "parent": 0, "notation": "4" }]),
        json!([{ "parent": 7, "notation": "4" }]),
        json!([{ "parent": null, "notation": "4", "mark": "???" }]),
        json!([{ "parent": null, "notation": "4", "comment": long }]),
        json!([{ "parent": null, "notation": "4", "notes": ["}{"] }]),
        json!(many),
        json!("4"),
    ] {
        let answer = put(&server, &made.id, &json!({ "version": 1, "moves": moves }));
        assert_eq!(answer.status, 400, "{}", answer.text());
    }
    for wanted in [
        json!({}),
        json!({ "from": "file", "text": "" }),
        json!({ "from": "file", "text": "4453" }),
        json!({ "from": "file", "text": "Game: othello\nStart: x" }),
        json!({ "from": "tree", "game": "chess", "start": "x", "moves": [] }),
        json!({ "from": "tree", "game": "othello", "start": "x", "moves": [] }),
    ] {
        assert_eq!(post(server.address, "/api/analyses", &wanted).status, 400, "{wanted}");
    }
    assert_eq!(show(&server, &made.id), made);
    let large = vec![b' '; (512 << 10) + 1];
    assert_eq!(request(server.address, "POST", "/api/analyses", "", &large).status, 413);
}

#[test]
fn what_is_pasted_leads_to_a_screen() {
    let server = Running::start();
    let id = create(server.address, "othello", &human(), &human());
    let made = new_analysis(&server);
    let terrain = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
    let both = format!("1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x {terrain}");
    let match_path = format!("/m/{id}/analyse");
    let own_path = format!("/analyse/{}", made.id);
    let read = |text: &str| -> Vec<(String, String, Option<String>)> {
        let answer = post(server.address, "/api/read", &json!({ "text": text }));
        assert_eq!(answer.status, 200, "{text}: {}", answer.text());
        let found = answer.json::<Recognised>().found;
        found.into_iter().map(|found| (found.kind, found.game, found.path)).collect()
    };
    let one = |kind: &str, game: &str, path: &str| {
        vec![(kind.to_owned(), game.to_owned(), Some(path.to_owned()))]
    };
    let four = "connect-four";
    assert_eq!(read("4453"), one("moves", four, "/analyse/connect-four/4453"));
    assert_eq!(read("F5 d6 c3"), one("moves", "othello", "/analyse/othello/f5d6c3"));
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    assert_eq!(read(&board), one("position", "othello", "/analyse/othello"));
    let position = "/analyse/connect-four?start=7/7/7/7/7/3x3%20o";
    assert_eq!(read("7/7/7/7/7/3x3 o"), one("position", four, position));
    for link in [format!("http://{}/m/{id}", server.address), match_path.clone()] {
        assert_eq!(read(&link), one("link", "othello", &match_path));
    }
    assert_eq!(read(&own_path), one("link", four, &own_path));
    let link = "https://elsewhere.test/analyse/connect-four/4,4?x=1";
    assert_eq!(read(link), one("link", four, "/analyse/connect-four/44"));
    let games: Vec<_> = read(&both).into_iter().map(|(_, game, _)| game).collect();
    assert_eq!(games, ["katarenga", "congress"]);
    let files = "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\nf5\nGame: connect-four\nStart: 7/7/7/7/7/7 x\n4 (5)";
    let found = read(files);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|(kind, _, path)| kind == "record" && path.is_none()));
    let opened = json!({ "from": "file", "text": files, "index": 1 });
    let opened: Analysis = post(server.address, "/api/analyses", &opened).json();
    assert_eq!((opened.game.as_str(), opened.moves.len()), (four, 2));
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    let server = Running::start();
    for (text, wrong) in [
        ("445x3", "x"),
        ("f5d6c3a1", "a1"),
        ("7/7/7/7/7/7 y", "y"),
        ("hello", "hello"),
        ("Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 (1. 9)", "9"),
        ("Game: chess\nStart: x", "chess"),
        ("http://localhost/m/nothing", "nothing"),
        ("http://localhost/rules/othello", "/rules/othello"),
        ("/analyse/chess/4", "chess"),
        ("/analyse/connect-four/49", "/analyse/connect-four/49"),
        ("", ""),
    ] {
        let answer = post(server.address, "/api/read", &json!({ "text": text }));
        assert_eq!(answer.status, 400, "{text}: {}", answer.text());
        let problem = answer.json::<Problem>();
        let [start, end] = problem.at.expect("a place");
        assert_eq!(&text[start..end], wrong, "{text}");
        assert_eq!(problem.field.as_deref(), Some("text"));
        assert_ne!(problem.text.en, problem.text.fr);
    }
    let unknown = json!({ "text": "4453", "game": "chess" });
    assert_eq!(post(server.address, "/api/read", &unknown).status, 400);
    let other = json!({ "text": "4453", "game": "othello" });
    assert_eq!(post(server.address, "/api/read", &other).json::<Problem>().at, Some([0, 2]));
}

/// A body of files: a line of JSON, and their bytes.
fn files(files: &[(&str, &[u8])]) -> Vec<u8> {
    let info: Vec<_> =
        files.iter().map(|(name, file)| json!({ "name": name, "length": file.len() })).collect();
    let mut body = format!("{}\n", json!({ "files": info })).into_bytes();
    body.extend(files.iter().flat_map(|(_, file)| *file));
    body
}

/// A file of WTHOR with these first moves, one a game.
fn wthor(moves: &[u8]) -> Vec<u8> {
    let mut file = vec![20, 1, 1, 1, moves.len() as u8, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 22, 0];
    for square in moves {
        let mut game = [0; 68];
        (game[2], game[4], game[6], game[8]) = (1, 2, 40, *square);
        file.extend(game);
    }
    file
}

#[test]
fn files_of_other_programs_are_listed_and_opened() {
    let server = Running::start();
    let send = |path: &str, body: &[u8]| request(server.address, "POST", path, "", body);
    let mut names = vec![0; 16];
    for (number, name) in [&b"???"[..], b"Ana", b"Zo\xe9"].iter().enumerate() {
        names.extend(*name);
        names.resize(16 + 20 * (number + 1), 0);
    }
    let body = files(&[("names.JOU", &names), ("a.wtb", &wthor(&[56, 11, 43]))]);
    let listed: Recognised = send("/api/files", &body).json();
    let found: Vec<_> = listed.found.iter().map(|one| (one.index, one.entries)).collect();
    assert_eq!(found, [(0, 1), (2, 1)]);
    assert_eq!((listed.refused, listed.problems.len()), (1, 1));
    assert!(listed.problems[0].fr.starts_with("partie 2, octet 92 : "), "{:?}", listed.problems);
    let last = &listed.found[1];
    assert_eq!((last.date.as_deref(), last.result.as_str()), (Some("2001"), "1-0"));
    assert_eq!(last.players.second.as_deref(), Some("Zo\u{e9}"));
    let opened: Analysis = send("/api/files/2", &body).json();
    assert_eq!((opened.moves[0].notation.as_str(), opened.result.as_str()), ("c4", "1-0"));
    let again = get(server.address, &format!("/api/analyses/{}/record", opened.id));
    assert!(again.text().contains("Second: Zo\u{e9}\nDate: 2001\n"), "{}", again.text());
    for (index, said) in [(1, "game 2, byte 92"), (3, "no game")] {
        let answer = send(&format!("/api/files/{index}"), &body);
        assert_eq!(answer.status, 400);
        assert!(answer.json::<Problem>().text.en.contains(said), "{}", answer.text());
    }
    // Several files, and only the first boards.
    let game = b"(;GM[Othello]B[f5];)";
    let body = files(&[("a.ggf", &game.repeat(15)), ("b.wtb", &wthor(&[56]))]);
    let listed: Recognised = send("/api/files", &body).json();
    assert_eq!(listed.found.len(), 16);
    assert_eq!(listed.found.iter().filter(|one| one.board.is_some()).count(), 12);
    assert_eq!(listed.found[15].date.as_deref(), Some("2001"));
    let text: Recognised = send("/api/files", &files(&[("a.txt", b"4453")])).json();
    assert_eq!(text.found[0].path.as_deref(), Some("/analyse/connect-four/4453"));
    // A match can be made of any of them.
    let made = send("/api/records", game).json::<Value>();
    let state = get(server.address, &format!("/api/matches/{}", made["id"].as_str().unwrap()));
    assert_eq!(state.json::<Value>()["game"], "othello");
}

#[test]
fn files_that_are_none_are_refused() {
    let server = Running::start();
    let short = wthor(&[56])[..50].to_vec();
    let mut wrong = files(&[("a.txt", b"4453")]);
    wrong.pop();
    for (body, said) in [
        (files(&[("a.wtb", &short)]), "byte 4: the file of 1 games should have 84 bytes"),
        (files(&[("a.wtb", &wthor(&[99]))]), "game 1, byte 24: 99 is no square"),
        (files(&[("a.bin", &[b'a', 0xff])]), "byte 1: this is neither text"),
        (files(&[("a.ggf", b"hello"), ("b.txt", b"4453")]), "a.ggf: line 1, column 1"),
        (files(&[]), "no game in the file"),
        (wrong, "the lengths"),
        (b"nonsense".to_vec(), "cannot be read"),
        (
            br#"{"files":[{"name":"a","length":18446744073709551615},{"name":"b","length":2}]}"#
                .to_vec(),
            "the lengths",
        ),
    ] {
        let answer = request(server.address, "POST", "/api/files", "", &body);
        assert_eq!(answer.status, 400, "{}", answer.text());
        let problem = answer.json::<Problem>();
        assert!(problem.text.en.contains(said), "{said}: {problem:?}");
        assert_ne!(problem.text.en, problem.text.fr);
        assert_eq!(problem.field.as_deref(), Some("files"));
    }
    let long = vec![b' '; (8 << 20) + 1];
    assert_eq!(request(server.address, "POST", "/api/files", "", &long).status, 413);
}

#[test]
fn every_game_is_looked_at_and_its_address_leads_back() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let mut look: Look = post(server.address, "/api/look", &json!({ "game": game })).json();
        for swap in [false, true] {
            if swap && !entry.game.info().swap {
                continue;
            }
            let mut record = look.record.clone();
            (record.swap, record.moves) = (swap, Vec::new());
            for _ in 0..4 {
                let wanted = json!({ "game": game, "record": record });
                look = post(server.address, "/api/look", &wanted).json();
                let swap = look.view.choices.iter().find(|choice| choice.notation == "swap");
                let choice = swap.unwrap_or(&look.view.choices[0]);
                record.moves.push(choice.notation.clone());
            }
            look = post(server.address, "/api/look", &json!({ "game": game, "record": record }))
                .json();
            assert_eq!(look.record, record, "{game}");
            let again: Recognised =
                post(server.address, "/api/read", &json!({ "text": look.path })).json();
            assert_eq!(again.found[0].path.as_deref(), Some(look.path.as_str()), "{game}");
            assert_eq!(again.found[0].entries, 4, "{game}");
        }
    }
    let moves = json!({ "game": "connect-four", "moves": "449" });
    let problem: Problem = post(server.address, "/api/look", &moves).json();
    assert_eq!((problem.field.as_deref(), problem.at), (Some("moves"), Some([2, 3])));
}
