//! Lists of matches and analyses: they read summaries, in pages, and delay nobody.

use std::net::SocketAddr;

use play::{Event, Kind, Player, Start, Time, TimeControl, Version, Who};
use rules::BySeat;
use store::{LOCAL, NewMatch, PutAnalysis, Sqlite};
use wire::http::{AnalysisSummary, MatchSummary};

use crate::client::{Socket, create, get, human};
use crate::running::{Folder, Running};

/// Matches with many events, and how many those are.
const LARGE: usize = 20;
const EVENTS: usize = 2_000;
/// Matches with one event.
const SMALL: usize = 100;
/// Analyses, and how long a comment in each of them is.
const ANALYSES: usize = 30;
const COMMENT: usize = 50_000;

fn started(at: u64) -> Event {
    let human = || Who::Human { name: "Ana".to_owned() };
    let start = Start {
        game: "connect-four".to_owned(),
        position: "7/7/7/7/7/7 x".to_owned(),
        swap: false,
        players: BySeat { first: human(), second: human() },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    Event::Started { start, at: Time(at) }
}

/// A match in which a move is made and taken back again and again.
fn long_match(number: usize) -> NewMatch {
    let at = Time(1_000 + number as u64);
    let moved = || Event::Moved { notation: "4".to_owned(), at, lag: 0 };
    let undone = || Event::Undone { to: 0, at };
    let rest = (1..EVENTS).map(|n| if n % 2 == 1 { moved() } else { undone() });
    let events = [started(at.0)].into_iter().chain(rest).collect();
    // As earlier versions of the program left them.
    NewMatch { id: format!("large{number:04}"), events, summary: None }
}

/// A data folder with much in it.
fn filled(test: &str) -> Folder {
    let folder = Folder::new(test);
    let file = folder.path().join("damier.sqlite");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
        let actor = tokio::spawn(actor.run());
        let small = (0..SMALL).map(|number| NewMatch {
            id: format!("small{number:04}"),
            // Many at the same time.
            events: vec![started(10 + number as u64 / 7)],
            summary: None,
        });
        let new = (0..LARGE).map(long_match).chain(small).collect();
        store.create_matches(LOCAL, new).await.unwrap();
        for number in 0..ANALYSES {
            let comment = "x".repeat(COMMENT);
            let put = PutAnalysis {
                owner: LOCAL.into(),
                id: format!("analysis{number:04}"),
                expected_version: Version(0),
                changed: Time(number as u64 / 4),
                document: format!(
                    "Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 {{\"{comment}\"}} (1. 3) 4\n"
                ),
                summary: None,
            };
            store.put_analysis(put).await.unwrap();
        }
        store.close().await;
        actor.await.unwrap().unwrap();
    });
    folder
}

/// A figure of the server.
fn metric(address: SocketAddr, name: &str) -> u64 {
    let answer = get(address, "/metrics");
    let mut lines = answer.text().lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name}: {}", answer.text())).parse().unwrap()
}

#[test]
fn lists_read_no_events_and_write_nothing_while_others_play() {
    let folder = filled("lists-play");
    let server = Running::at(&folder);
    let address = server.address;
    let id = create(address, "othello", &human(), &human());
    let mut socket = Socket::open(address, &id);
    // What earlier versions left is read once.
    for _ in 0..2 {
        let listed: Vec<MatchSummary> = get(address, "/api/matches").json();
        assert_eq!(listed.len(), 100);
        assert_eq!(listed.iter().filter(|one| one.version.0 == EVENTS as u64).count(), LARGE);
        let read = metric(address, "damier_store_events_read_total");
        assert_eq!(read, (LARGE * EVENTS + 100 - LARGE - 1 + 1) as u64);
    }
    let count = || {
        let names = ["damier_store_events_read_total", "damier_commits_total"];
        names.map(|name| metric(address, name))
    };
    let [events, commits] = count();
    let moves = 10;
    for turn in 0..moves {
        for path in ["/api/matches", "/api/matches?limit=20"] {
            let answer = get(address, path);
            assert_eq!(answer.status, 200);
            assert!(answer.body.len() < 64 << 10, "{} bytes", answer.body.len());
        }
        let player = Player::ALL[turn % 2];
        let state = socket.wait(|state| state.to_move == Some(player));
        let choice = state.view.choices[0].notation.clone();
        socket.play(player, &choice).unwrap();
    }
    assert_eq!(count(), [events, commits + moves as u64]);
    // The list knows of the moves at once.
    let listed: Vec<MatchSummary> = get(address, "/api/matches?limit=1").json();
    assert_eq!((listed[0].id.as_str(), listed[0].entries), (id.as_str(), moves));
}

#[test]
fn a_list_has_pages() {
    let folder = filled("lists-pages");
    let server = Running::at(&folder);
    let mut ids = Vec::new();
    let mut path = "/api/matches?limit=7".to_owned();
    loop {
        let page: Vec<MatchSummary> = get(server.address, &path).json();
        assert!(page.len() <= 7);
        let Some(last) = page.last() else { break };
        path = format!("/api/matches?limit=7&before={}-{}", last.at, last.id);
        ids.extend(page.into_iter().map(|one| one.id));
    }
    assert_eq!(ids.len(), LARGE + SMALL);
    for wrong in ["before=yesterday", "before=-", "limit=many", "page=2"] {
        assert_eq!(get(server.address, &format!("/api/matches?{wrong}")).status, 400, "{wrong}");
    }
    let longest: Vec<MatchSummary> = get(server.address, "/api/matches?limit=100000").json();
    assert_eq!(longest.len(), 100);
}

#[test]
fn a_list_of_analyses_has_no_documents() {
    let folder = filled("lists-analyses");
    let server = Running::at(&folder);
    let answer = get(server.address, "/api/analyses");
    assert!(answer.body.len() < 16 << 10, "{} bytes", answer.body.len());
    let all: Vec<AnalysisSummary> = answer.json();
    assert_eq!(all.len(), ANALYSES);
    assert!(all.iter().all(|one| (one.entries, one.variations) == (2, 1)), "{all:?}");
    let last = &all[9];
    let path = format!("/api/analyses?limit=5&before={}-{}", last.at, last.id);
    assert_eq!(get(server.address, &path).json::<Vec<AnalysisSummary>>(), all[10..15]);
}
