//! Pictures of matches and positions, texts to paste, and previews of links.

use std::net::SocketAddr;
use std::path::PathBuf;

use engine::Entry;
use rules::{AnyGame, Record, Setup, SplitMix64};
use serde_json::json;
use wire::http::Problem;

use crate::client::{Answer, Socket, create_with, get, post, request};
use crate::online::{BO, pair, secret, table};
use crate::program::Program;
use crate::running::{Folder, Running};

/// A random game of at most `plies` plies.
fn played(game: &dyn AnyGame, plies: usize) -> Record {
    let setup = Setup { seed: 7, ..Setup::default() };
    let mut record = Record::new(game.start(&setup).unwrap());
    let mut random = SplitMix64::new(2026);
    loop {
        let choices = game.open(&record).unwrap().view().choices;
        if record.moves.len() >= plies || choices.is_empty() {
            return record;
        }
        let index = random.below(choices.len() as u64) as usize;
        record.moves.push(choices[index].notation.clone());
    }
}

/// Makes a match of Ana against the computer with these moves.
fn match_of(address: SocketAddr, entry: &Entry, record: &Record) -> String {
    let second = json!({ "type": "computer", "opponent": "easy", "seed": 7 });
    create_with(
        address,
        &json!({
            "game": entry.game.info().id,
            "players": { "first": { "type": "human", "name": "Ana & Zoé" }, "second": second },
            "record": record,
        }),
    )
}

/// The width and the height in the head of a PNG file.
fn png_size(body: &[u8]) -> (u32, u32) {
    assert_eq!(&body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(body[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_end_of_every_game_is_drawn_and_told() {
    let server = Running::start();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/shared");
    for entry in games::CATALOGUE {
        let record = played(entry.game, usize::MAX);
        let id = match_of(server.address, entry, &record);
        let path = format!("/api/matches/{id}/picture");
        let svg = get(server.address, &format!("{path}.svg"));
        assert_eq!(svg.status, 200, "{}", svg.text());
        assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
        assert!(svg.text().contains("Ana &amp; Zoé"), "{}", &svg.text()[..300]);
        let png = get(server.address, &format!("{path}.png?size=240"));
        assert_eq!(png.header("content-type"), Some("image/png"));
        let (width, height) = png_size(&png.body);
        assert_eq!(width.max(height), 240);
        let card = get(server.address, &format!("{path}.png?shape=card&size=600&theme=dark"));
        assert_eq!(png_size(&card.body), (600, 315));
        let texts = ["en", "fr"].map(|lang| {
            let text = get(server.address, &format!("{path}.txt?lang={lang}"));
            assert_eq!(text.header("content-type"), Some("text/plain; charset=utf-8"));
            text.text().to_owned()
        });
        testkit::golden::check(
            folder.join(format!("{}.txt", entry.game.info().id)),
            &texts.join("\n"),
        );
    }
}

#[test]
fn an_earlier_position_is_drawn_too() {
    let server = Running::start();
    let entry = &games::CATALOGUE[0];
    let record = played(entry.game, usize::MAX);
    let id = match_of(server.address, entry, &record);
    let shown = |query: &str| get(server.address, &format!("/api/matches/{id}/picture.svg{query}"));
    let count = record.moves.len();
    assert_eq!(shown("").body, shown(&format!("?entries={count}")).body);
    let pieces = |answer: &Answer| answer.text().matches("-p0\" transform=").count();
    assert_eq!(pieces(&shown("?entries=0")), 0);
    assert_eq!(pieces(&shown("?entries=1")), 1);
    assert!(shown("?entries=1").text().contains("to move"));
    let beyond = shown(&format!("?entries={}", count + 1));
    assert_eq!(beyond.status, 400);
    assert_eq!(beyond.json::<Problem>().field.as_deref(), Some("entries"));
}

#[test]
fn a_picture_that_is_known_is_not_sent_again() {
    let server = Running::start();
    let id = match_of(server.address, &games::CATALOGUE[0], &played(games::CATALOGUE[0].game, 4));
    for format in ["svg", "png", "txt"] {
        let path = format!("/api/matches/{id}/picture.{format}?size=100");
        let first = get(server.address, &path);
        let tag = first.header("etag").expect("an ETag").to_owned();
        assert_eq!(first.header("cache-control"), Some("private, no-cache"));
        let header = format!("If-None-Match: \"x\", {tag}\r\n");
        let again = request(server.address, "GET", &path, &header, b"");
        assert_eq!((again.status, again.body.len()), (304, 0), "{format}");
        assert_eq!(again.header("etag"), Some(&*tag));
        let other = get(server.address, &format!("{path}&lang=fr&entries=3"));
        assert_eq!(other.status, 200);
        assert_ne!(other.header("etag"), Some(&*tag), "{format}");
        // From the cache, it is the same.
        assert_eq!(get(server.address, &path).body, first.body, "{format}");
    }
}

#[test]
fn wrong_wishes_are_refused_clearly() {
    let server = Running::start();
    let id = match_of(server.address, &games::CATALOGUE[0], &played(games::CATALOGUE[0].game, 4));
    for (query, field) in [
        ("size=31", Some("size")),
        ("size=2049", Some("size")),
        ("size=4294967296", None),
        ("size=large", None),
        ("entries=-1", None),
        ("theme=pink", Some("theme")),
        ("palette=", Some("palette")),
        ("shape=round", Some("shape")),
        ("coordinates=maybe", Some("coordinates")),
        ("flipped=1", Some("flipped")),
        ("lang=de", Some("lang")),
    ] {
        for format in ["svg", "png", "txt"] {
            let answer =
                get(server.address, &format!("/api/matches/{id}/picture.{format}?{query}"));
            assert_eq!(answer.status, 400, "{query}");
            let problem = answer.json::<Problem>();
            assert_eq!(problem.field.as_deref(), field, "{query}: {}", problem.text);
            assert_ne!(problem.text.en, problem.text.fr, "{query}");
        }
    }
    for path in ["/api/matches/nobody/picture.svg", "/api/matches/nobody/picture.gif"] {
        assert_eq!(get(server.address, path).status, 404, "{path}");
    }
}

#[test]
fn positions_are_drawn_without_a_match() {
    let server = Running::start();
    let shown = |path: &str| get(server.address, &format!("/api/games/{path}"));
    let start = shown("othello/picture.txt?lang=en");
    assert_eq!(start.status, 200, "{}", start.text());
    assert!(start.text().contains("🟩🟩🟩⚪⚫🟩🟩🟩\n"), "{}", start.text());
    let moved = shown("othello/picture.txt?lang=en&moves=f5d6c3&entries=1");
    assert!(moved.text().contains("🟩🟩🟩⚫⚫⚫🟩🟩\n"), "{}", moved.text());
    assert_eq!(shown("connect-four/picture.svg?moves=4453").status, 200);
    let (width, height) = png_size(&shown("connect-four/picture.png?moves=4453&size=100").body);
    assert_eq!(width.max(height), 100);
    let game = games::CATALOGUE.iter().map(|entry| entry.game);
    let game = game.clone().find(|game| !game.info().tiles.is_empty()).unwrap();
    let (id, start) = (game.info().id, played(game, 0).start.replace(' ', "+"));
    assert_eq!(shown(&format!("{id}/picture.svg?start={start}")).status, 200);
    for (path, status) in [
        (format!("{id}/picture.svg"), 400),
        ("othello/picture.svg?moves=a1".to_owned(), 400),
        ("othello/picture.svg?moves=f5&entries=2".to_owned(), 400),
        ("othello/picture.svg?start=nonsense".to_owned(), 400),
        ("othello/picture.svg?swap=perhaps".to_owned(), 400),
        ("chess/picture.svg".to_owned(), 400),
    ] {
        let answer = shown(&path);
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.json::<Problem>().field.is_some(), "{path}");
    }
}

fn public(folder: &Folder) -> Program {
    let args = ["serve", "--listen", "127.0.0.1:0", "--public-url", "http://localhost:4747"];
    Program::start(folder, &args)
}

/// The content of a tag in a page, as it is written there.
fn tag<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split('"').next()
}

#[test]
fn links_of_public_matches_have_a_preview() {
    let folder = Folder::new("previews");
    let program = public(&folder);
    let (id, mut ana, _bo) = pair(program.address, &json!({}));
    let page = get(program.address, &format!("/m/{id}"));
    let page = page.text();
    assert_eq!(tag(page, "og:title"), Some("Connect Four: Ana – Bo"));
    assert_eq!(tag(page, "og:url"), Some(&*format!("http://localhost:4747/m/{id}")));
    assert_eq!(tag(page, "twitter:card"), Some("summary_large_image"));
    let picture = tag(page, "og:image").unwrap().replace("&amp;", "&");
    let path = picture.strip_prefix("http://localhost:4747").expect("an absolute URL");
    let picture = get(program.address, path);
    assert_eq!(png_size(&picture.body), (1200, 630));
    assert_eq!(picture.header("cache-control"), Some("no-cache"));
    assert_eq!(picture.header("set-cookie"), None);
    // Another position is another picture, which programs that keep pictures must ask for again.
    ana.play(play::Player::One, "4").unwrap();
    let after = get(program.address, &format!("/m/{id}/analyse"));
    assert_ne!(tag(after.text(), "og:image"), tag(page, "og:image"));
    assert_eq!(tag(after.text(), "og:description"), Some("Bo to move, after 1 move"));
    let french =
        request(program.address, "GET", &format!("/m/{id}"), "Accept-Language: fr\r\n", b"");
    assert_eq!(tag(french.text(), "og:description"), Some("à jouer : Bo, après 1 coup"));
    // A table that waits has one too.
    let waiting = table(program.address, &json!({})).id;
    let page = get(program.address, &format!("/m/{waiting}"));
    assert_eq!(tag(page.text(), "og:title"), Some("Connect Four: Ana – a free seat"));
}

#[test]
fn the_page_of_any_other_match_is_the_plain_one() {
    let folder = Folder::new("no-previews");
    let program = public(&folder);
    let plain = get(program.address, "/m/nobody").body;
    let missing = get(program.address, "/m/nobody/").body;
    let (unlisted, ..) = pair(program.address, &json!({ "listing": "unlisted" }));
    let local =
        match_of(program.address, &games::CATALOGUE[0], &played(games::CATALOGUE[0].game, 4));
    for id in [unlisted, local] {
        for (path, body) in [(format!("/m/{id}"), &plain), (format!("/m/{id}/"), &missing)] {
            let page = get(program.address, &path);
            assert!(page.body == *body, "{path} is not the page of any match");
            assert_eq!(page.header("vary"), Some("accept-encoding"));
        }
        let page = get(program.address, &format!("/m/{id}/analyse"));
        assert!(page.body == get(program.address, "/m/nobody/analyse").body);
    }
    // Nor has a server without a public URL previews: it could not say where its pictures are.
    let server = Running::start();
    let (id, ..) = pair(server.address, &json!({}));
    assert!(get(server.address, &format!("/m/{id}")).body == get(server.address, "/m/nobody").body);
}

#[test]
fn hostile_names_stay_names() {
    let folder = Folder::new("hostile-previews");
    let program = public(&folder);
    for name in [
        "\"><script>alert(1)</script>",
        "</title></head><body onload='x'>",
        "<!-- & ]]> &quot; &lt;",
        "'\" onmouseover=alert(1) x=\"",
    ] {
        let id = table(program.address, &json!({ "name": name })).id;
        let mut bo = Socket::open_as(program.address, &id, &secret(BO));
        bo.join(name).unwrap();
        let page = get(program.address, &format!("/m/{id}"));
        let plain = get(program.address, "/m/nobody");
        let (page, plain) = (page.text(), plain.text());
        let added = page.len() - plain.len();
        let end = plain.find("</head>").unwrap();
        assert_eq!((&page[..end], &page[end + added..]), (&plain[..end], &plain[end..]), "{name}");
        for line in page[end..end + added].lines() {
            let content = line.strip_prefix("<meta ").and_then(|line| line.strip_suffix("\">"));
            let content = content.and_then(|line| line.split_once(" content=\"")).expect(line).1;
            assert!(!content.contains(['"', '<', '>', '\'']), "{line}");
        }
        let title = tag(page, "og:title").unwrap();
        let read = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
        let title = read.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
        assert_eq!(title, format!("Connect Four: {name} – {name}"));
        let svg = get(program.address, &format!("/api/matches/{id}/picture.svg"));
        assert!(!svg.text().contains("<script") && !svg.text().contains("</head"), "{name}");
        assert_eq!(svg.text().matches("<title>").count(), 1, "{name}");
        assert_eq!(
            get(program.address, &format!("/api/matches/{id}/picture.png?size=64")).status,
            200
        );
    }
}

#[test]
fn pictures_are_only_read() {
    let server = Running::start();
    let id = match_of(server.address, &games::CATALOGUE[0], &played(games::CATALOGUE[0].game, 4));
    let answer = post(server.address, &format!("/api/matches/{id}/picture.svg"), &json!({}));
    assert_eq!(answer.status, 405);
}
