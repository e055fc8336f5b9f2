//! Pages and questions.

use serde_json::{Value, json};
use server::ServerMode;
use store::Memory;
use wire::http::{
    Catalogue, Health, IntroductionAnswer, IntroductionInfo, Preview, Problem, Rules,
};

use crate::client::{create, get, human, post, request};
use crate::running::Running;

#[test]
fn every_route_of_the_page_is_the_page() {
    let server = Running::start();
    let paths = ["/", "/play/othello?level=easy", "/m/abc", "/settings", "/rules/x", "/quadrants"];
    for path in paths {
        let answer = get(server.address, path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        assert!(!answer.text().contains("{{"), "{path}");
    }
    // The page says that nothing is there, and so does the status.
    for path in
        ["/nosuch", "/play", "/play/othello/", "/m/abc/x", "/settings/", "//", "/index.html"]
    {
        let answer = get(server.address, path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
        assert!(answer.text().contains("js/app/main.js"), "{path}");
    }
    for path in ["/api/nothing", "/a/nothing", "/a/x/nothing.js", "/a/x/../Cargo.toml"] {
        let answer = get(server.address, path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json::<Problem>().code, "not-found", "{path}");
    }
}

/// Whatever cannot be read is refused in words of the program, in both languages.
#[test]
fn what_cannot_be_read_is_refused_in_words() {
    let server = Running::start();
    for (method, path, body, en, fr) in [
        (
            "POST",
            "/api/rooms",
            &b"{\"game\": 7}"[..],
            "that cannot be read: game: a text belongs here",
            "cela ne peut pas être lu : game : il faut ici un texte",
        ),
        (
            "POST",
            "/api/matches",
            b"{\"game\": \"othello\"}",
            "that cannot be read: the field 'players' is missing",
            "cela ne peut pas être lu : le champ « players » manque",
        ),
        (
            "POST",
            "/api/files",
            b"{\"files\": 3}\n",
            "that cannot be read: files: a list belongs here",
            "cela ne peut pas être lu : files : il faut ici une liste",
        ),
        (
            "POST",
            "/api/files",
            b"{\"files\": [{\"name\": \"a\", \"length\": 3}]}\n",
            "that cannot be read: the lengths are not those of the files",
            "cela ne peut pas être lu : les longueurs ne sont pas celles des fichiers",
        ),
        (
            "GET",
            "/api/qr",
            b"",
            "that cannot be read: the field 'text' is missing",
            "cela ne peut pas être lu : le champ « text » manque",
        ),
        ("GET", "/api/qr?text=", b"", "a code needs a text", "il faut un texte pour faire un code"),
        ("POST", "/api/qr", b"", "a code needs a text", "il faut un texte pour faire un code"),
        (
            "POST",
            "/api/qr",
            b"\xff",
            "that cannot be read: this is no text in UTF-8",
            "cela ne peut pas être lu : ce n'est pas du texte en UTF-8",
        ),
        (
            "GET",
            "/api/codes/%ff",
            b"",
            "that cannot be read: this is no text in UTF-8",
            "cela ne peut pas être lu : ce n'est pas du texte en UTF-8",
        ),
        (
            "GET",
            "/api/rooms/socket",
            b"",
            "that cannot be read: this address is for a WebSocket",
            "cela ne peut pas être lu : cette adresse est celle d'un WebSocket",
        ),
    ] {
        let answer = request(server.address, method, path, "", body);
        assert_eq!(answer.status, 400, "{method} {path}");
        let problem: Problem = answer.json();
        assert_eq!((&*problem.text.en, &*problem.text.fr), (en, fr), "{method} {path}");
    }
}

#[test]
fn every_answer_is_strict_with_browsers() {
    let server = Running::start();
    for path in ["/", "/api/catalogue", "/api/nothing", "/healthz"] {
        let answer = get(server.address, path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
    }
}

/// The files that the page itself asks for.
#[test]
fn files_are_kept_for_ever_and_packed() {
    let server = Running::start();
    let page = get(server.address, "/");
    let files: Vec<_> = page
        .text()
        .split('"')
        .filter(|word| word.starts_with("/a/"))
        .map(ToOwned::to_owned)
        .collect();
    for path in files {
        let plain = get(server.address, &path);
        assert_eq!(plain.status, 200, "{path}");
        let cache = plain.header("cache-control").unwrap();
        assert!(cache.contains("immutable"), "{path}");
        let packed = request(server.address, "GET", &path, "Accept-Encoding: gzip\r\n", b"");
        if packed.header("content-encoding").is_some() {
            assert!(packed.body.starts_with(&[0x1f, 0x8b]), "{path}");
            assert!(packed.body.len() < plain.body.len(), "{path}");
        }
        // Under another hash it is found, but not kept.
        let old = path.replacen(path.split('/').nth(2).unwrap(), "old", 1);
        assert_eq!(get(server.address, &old).header("cache-control"), Some("no-cache"), "{path}");
    }
}

#[test]
fn long_answers_are_packed_for_those_who_can_unpack_them() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let path = format!("/api/rules/{}", entry.game.info().id);
        let plain = get(server.address, &path);
        let rules = plain.json::<Rules>();
        assert_eq!(rules.text, entry.game.info().rules, "{path}");
        assert!(rules.diagrams.len() >= 2, "{path}");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let packed = request(server.address, "GET", &path, "Accept-Encoding: gzip\r\n", b"");
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.body.starts_with(&[0x1f, 0x8b]), "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
    }
    let short = request(server.address, "GET", "/healthz", "Accept-Encoding: gzip\r\n", b"");
    assert_eq!(short.header("content-encoding"), None);
    assert_eq!(get(server.address, "/api/rules/draughts").status, 404);
}

#[test]
fn only_this_machine_s_own_names_are_answered() {
    let server = Running::start();
    for (host, status) in [
        ("localhost", 200),
        ("localhost:1", 200),
        ("127.0.0.1", 200),
        ("evil.test", 403),
        ("192.168.1.1", 403),
        ("", 403),
    ] {
        let answer = request(server.address, "GET", "/healthz", &format!("Host: {host}\r\n"), b"");
        assert_eq!(answer.status, status, "{host}");
    }
}

#[test]
fn pages_from_elsewhere_change_nothing() {
    let server = Running::start();
    let body = json!({ "game": "othello", "players": { "first": human(), "second": human() } });
    let body = body.to_string();
    for (origin, status) in [
        (format!("http://{}", server.address), 200),
        ("http://evil.test".to_owned(), 403),
        ("null".to_owned(), 403),
    ] {
        let header = format!("Origin: {origin}\r\n");
        let answer = request(server.address, "POST", "/api/matches", &header, body.as_bytes());
        assert_eq!(answer.status, status, "{origin}");
    }
}

#[test]
fn what_is_too_long_is_refused() {
    let server = Running::start();
    let long = vec![b' '; (64 << 10) + 1];
    for (method, path) in
        [("POST", "/api/matches"), ("POST", "/api/records"), ("PUT", "/api/profile")]
    {
        let answer = request(server.address, method, path, "", &long);
        assert_eq!(answer.status, 413, "{path}");
        assert_eq!(answer.json::<Problem>().code, "too-large", "{path}");
    }
}

#[test]
fn the_catalogue_has_every_game_and_who_plays_it() {
    let server = Running::start();
    let catalogue = get(server.address, "/api/catalogue").json::<Catalogue>();
    let ids: Vec<_> = catalogue.games.iter().map(|game| game.id.as_str()).collect();
    let expected: Vec<_> = games::CATALOGUE.iter().map(|entry| entry.game.info().id).collect();
    assert_eq!(ids, expected);
    assert!(catalogue.games.iter().all(|game| game.levels.len() == 6));
    assert!(!catalogue.owner);
    assert_eq!(get(server.address, "/healthz").json::<Health>().damier, "test");
    for (lang, status) in [("en", 200), ("fr", 200), ("de", 404)] {
        assert_eq!(get(server.address, &format!("/api/texts/{lang}")).status, status);
    }
}

#[test]
fn what_is_wrong_with_a_match_is_pointed_out() {
    let server = Running::start();
    let players = json!({ "first": human(), "second": human() });
    let computers =
        json!({ "first": human(), "second": { "type": "computer", "opponent": "god", "seed": 1 } });
    let broken = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "9"] });
    for (wanted, field) in [
        (json!({ "game": "chess", "players": players }), Some("game")),
        (json!({ "game": "othello", "players": computers }), Some("players")),
        (
            json!({ "game": "othello", "players": players, "time": { "kind": "move", "limit": 1 } }),
            Some("time"),
        ),
        (
            json!({ "game": "katarenga", "players": players, "setup": { "board": "?" } }),
            Some("board"),
        ),
        (
            json!({ "game": "katarenga", "players": players, "setup": { "rules": "?" } }),
            Some("rules"),
        ),
        (json!({ "game": "connect-four", "players": players, "record": broken }), Some("record")),
        (json!({ "game": "connect-four", "players": players, "swap": 1 }), None),
        (json!([]), None),
    ] {
        let answer = post(server.address, "/api/matches", &wanted);
        assert_eq!(answer.status, 400, "{wanted}");
        let problem = answer.json::<Problem>();
        assert_eq!(problem.field.as_deref(), field, "{wanted}");
        assert_ne!(problem.text.en, problem.text.fr, "{wanted}");
    }
    for record in ["nonsense", "", "Game: chess\nStart: x\n", "Game: connect-four\nStart: x\n"] {
        let answer = request(server.address, "POST", "/api/records", "", record.as_bytes());
        assert_eq!(answer.status, 400, "{record}");
        assert_eq!(answer.json::<Problem>().field.as_deref(), Some("record"), "{record}");
    }
    assert_eq!(get(server.address, "/api/matches").json::<Vec<Value>>().len(), 0);
}

#[test]
fn a_preview_is_what_the_match_will_be() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let preview = post(server.address, "/api/preview", &json!({ "game": game }));
        let Preview { board, setup } = preview.json();
        let players = json!({ "first": human(), "second": human() });
        let wanted = json!({ "game": game, "setup": setup, "players": players });
        let id = crate::client::create_with(server.address, &wanted);
        let state = get(server.address, &format!("/api/matches/{id}"));
        assert_eq!(state.json::<wire::MatchState>().view.board, board, "{game}");
    }
}

#[test]
fn a_profile_is_kept() {
    let server = Running::start();
    assert_eq!(get(server.address, "/api/profile").json::<Value>(), json!({}));
    let profile = json!({ "settings": { "thème": "sombre" }, "scores": [1, 2.5] });
    let body = profile.to_string();
    let put = request(server.address, "PUT", "/api/profile", "", body.as_bytes());
    assert_eq!(put.status, 204);
    assert_eq!(get(server.address, "/api/profile").json::<Value>(), profile);
    for damaged in ["", "[]", "{", "\"x\""] {
        let put = request(server.address, "PUT", "/api/profile", "", damaged.as_bytes());
        assert_eq!(put.status, 400, "{damaged}");
    }
    assert_eq!(get(server.address, "/api/profile").json::<Value>(), profile);
}

#[test]
fn the_owner_alone_ends_the_program() {
    let server = Running::start();
    assert_eq!(post(server.address, "/api/quit", &json!({})).status, 409);
    create(server.address, "othello", &human(), &human());
    let server = Running::with(Memory::default(), ServerMode::Personal);
    assert!(get(server.address, "/api/catalogue").json::<Catalogue>().owner);
    // Who comes through a proxy on the same machine is not the owner.
    let ask = |method, path| {
        request(server.address, method, path, "X-Forwarded-For: 192.0.2.1\r\n", b"{}")
    };
    assert!(!ask("GET", "/api/catalogue").json::<Catalogue>().owner);
    assert_eq!(ask("POST", "/api/quit").status, 409);
    assert_eq!(post(server.address, "/api/quit", &json!({})).status, 204);
    server.wait();
}

#[test]
fn the_fairness_of_a_board_is_measured_bit_by_bit() {
    let server = Running::start();
    let setup = json!({ "rules": null, "board": "1 2 5 7", "seed": 0 });
    let ask = |game: &str, setup: &Value, games: &Value| {
        post(
            server.address,
            "/api/fairness",
            &json!({ "game": game, "setup": setup, "games": games }),
        )
    };
    let first: Value = ask("katarenga", &setup, &json!([])).json();
    let games = first["games"].as_array().unwrap();
    assert!(!games.is_empty() && first["proved"].is_null());
    let more: Value = ask("katarenga", &setup, &first["games"]).json();
    let longer = more["games"].as_array().unwrap();
    assert!(longer.len() > games.len() && longer.starts_with(games));
    assert!(longer[0]["turned"] == json!(false) && longer[1]["turned"] == json!(true));

    let mutual = json!({ "rules": "mutual", "board": "1 2 5 7", "seed": 0 });
    let solved: Value = ask("isolation", &mutual, &json!([])).json();
    assert_eq!((&solved["proved"], &solved["games"]), (&json!("first"), &json!([])));

    let lie = json!([{ "turned": false, "score": 7.0, "plies": 3 }]);
    assert_eq!(ask("katarenga", &setup, &lie).status, 400);
    assert_eq!(ask("chess", &setup, &json!([])).status, 400);
    let broken = json!({ "rules": null, "board": "1 2 5", "seed": 0 });
    assert_eq!(ask("congress", &broken, &json!([])).status, 400);
}

#[test]
fn measured_boards_are_listed() {
    let server = Running::start();
    for game in ["katarenga", "congress"] {
        let boards: Value = get(server.address, &format!("/api/boards/{game}")).json();
        let boards = boards.as_array().unwrap();
        assert!(boards.len() >= 48, "{game}: {}", boards.len());
        assert!(boards.iter().any(|board| board["fair"] == json!(true)), "{game}");
        assert!(boards.iter().any(|board| board["fair"] == json!(false)), "{game}");
    }
    assert_eq!(get(server.address, "/api/boards/chess").status, 404);
}

#[test]
fn introductions_are_told_and_tries_at_them_are_judged() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let info = entry.game.info();
        let path = format!("/api/introductions/{}", info.id);
        let told = get(server.address, &path).json::<IntroductionInfo>();
        assert_eq!(told.steps.len(), info.introduction.len(), "{path}");
        for (step, (told, known)) in told.steps.iter().zip(info.introduction).enumerate() {
            assert_eq!(told.task, known.task, "{path}");
            let example = told.example.as_ref().unwrap();
            let by_name = json!({ "step": step, "notation": example.notation });
            let by_name = post(server.address, &path, &by_name).json::<IntroductionAnswer>();
            assert!(by_name.finished, "{path}, step {step}");
            assert_eq!(by_name.comment.as_ref(), Some(&known.success), "{path}, step {step}");
            let pointed = json!({ "step": step, "spots": example.steps });
            let pointed = post(server.address, &path, &pointed).json::<IntroductionAnswer>();
            assert!(pointed == by_name || example.steps.is_empty(), "{path}, step {step}");
        }
        let far = post(server.address, &path, &json!({ "step": 99, "spots": [] }));
        assert_eq!((far.status, far.json::<Problem>().field.as_deref()), (400, Some("step")));
        // What is no move, and spots that are on no board, change nothing.
        for wrong in [
            json!({ "step": 0, "notation": "what?" }),
            json!({ "step": 0, "spots": [200] }),
            json!({ "step": 0, "spots": [200, 201] }),
            json!({ "step": 0, "spots": [0, 64, 65, 255] }),
            json!({ "step": 0 }),
        ] {
            let answer = post(server.address, &path, &wrong);
            assert_eq!(answer.status, 200, "{path} {wrong}");
            let answer = answer.json::<IntroductionAnswer>();
            assert!(!answer.finished && answer.views.is_empty(), "{path} {wrong}");
        }
    }
    assert_eq!(get(server.address, "/api/introductions/nothing").status, 404);
    let tried = post(server.address, "/api/introductions/nothing", &json!({ "step": 0 }));
    assert_eq!(tried.status, 404);
}
