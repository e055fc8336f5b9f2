//! Visitors who store too much, too often, or under names that nobody can read.

use play::{Command, Player};
use serde_json::{Value, json};
use server::{RateLimit, ServerLimits, StorageAmount, StorageQuota};
use tungstenite::Message;
use wire::http::{Analysis, LobbyMessage, Problem, RoomSummary, Stage};

use crate::client::{Answer, Socket, Visitor, create, hear, human, post};
use crate::hostile::open_from;
use crate::online::{ANA, secret, table};
use crate::running::Running;

const HOUR_MS: u64 = 3_600_000;

fn analysis(comment: &str, name: &str) -> String {
    let moves = json!([{ "parent": null, "notation": "4" }]);
    let new = json!({ "from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x",
        "players": { "first": name, "second": null }, "comment": comment, "moves": moves });
    new.to_string()
}

fn code(answer: &Answer) -> (u16, String) {
    let code = if answer.status == 200 { String::new() } else { answer.json::<Problem>().code };
    (answer.status, code)
}

/// A server that keeps so much for a profile and a network, and is never too busy.
fn keeping(profile: [u64; 2], network: [u64; 2]) -> Running {
    let amount = |[items, bytes]: [u64; 2]| StorageAmount { items, bytes };
    let often = RateLimit { burst: 10_000, interval_ms: 1 };
    Running::limited(ServerLimits {
        storage: StorageQuota {
            profile: amount(profile),
            network: amount(network),
            ..StorageQuota::default()
        },
        efforts: often,
        writes: often,
        ..ServerLimits::default()
    })
}

#[test]
fn a_visitor_stores_as_much_as_the_server_keeps_for_one() {
    let server = keeping([3, 10_000], [100, 100_000]);
    let ana = Visitor::welcomed(server.address, Some("192.0.2.1"));
    let text = "x".repeat(3900);
    let made = ana.ask("POST", "/api/analyses", &analysis(&text, "Ana"));
    assert_eq!(made.status, 200, "{}", made.text());
    let first: Analysis = made.json();
    assert_eq!(ana.ask("POST", "/api/analyses", &analysis(&text, "Ana")).status, 200);
    let refused = ana.ask("POST", "/api/analyses", &analysis(&text, "Ana"));
    assert_eq!(code(&refused), (403, "quota".to_owned()));
    let problem: Problem = refused.json();
    assert!(problem.text.en.contains("stored") && problem.text.fr.contains("enregistré"));
    // What grows is refused, what shrinks is not, and what is gone makes room.
    let path = format!("/api/analyses/{}", first.id);
    let save = |version: u64, comment: &str, note: &str| {
        let moves = json!([{ "parent": null, "notation": "4", "comment": note }]);
        let body = json!({ "version": version, "comment": comment, "moves": moves });
        ana.ask("PUT", &path, &body.to_string())
    };
    assert_eq!(code(&save(1, &text, &text)), (403, "quota".to_owned()));
    assert_eq!(save(1, "", "").status, 200);
    assert_eq!(ana.ask("POST", "/api/analyses", &analysis("", "Ana")).status, 200);
    let match_of =
        json!({ "game": "connect-four", "players": { "first": human(), "second": human() } });
    let match_of = match_of.to_string();
    let fourth = ana.ask("POST", "/api/matches", &match_of);
    assert_eq!(code(&fourth), (403, "quota".to_owned()));
    let record =
        ana.ask("POST", "/api/records", "Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4\n");
    assert_eq!(code(&record), (403, "quota".to_owned()));
    let room = json!({ "game": "othello", "listing": "unlisted", "seat": "9f86d081884c7d659a2feaa0c55ad015" });
    let room = ana.ask("POST", "/api/rooms", &room.to_string());
    assert_eq!(code(&room), (403, "quota".to_owned()));
    let tile = ana.ask("PUT", "/api/tiles/mine", r#"{"rows":"YBGR/RGYY/GRBB/BYRG"}"#);
    assert_eq!(code(&tile), (403, "quota".to_owned()));
    let settings = ana.ask("PUT", "/api/profile", r#"{"theme":"dark"}"#);
    assert_eq!(code(&settings), (403, "quota".to_owned()));
    assert_eq!(ana.ask("DELETE", &path, "").status, 204);
    assert_eq!(ana.ask("POST", "/api/matches", &match_of).status, 200);
    // Others have a quota of their own, and the machine itself has none.
    let bo = Visitor::welcomed(server.address, Some("192.0.2.2"));
    assert_eq!(bo.ask("POST", "/api/analyses", &analysis(&text, "Bo")).status, 200);
    for _ in 0..5 {
        create(server.address, "connect-four", &human(), &human());
    }
}

#[test]
fn a_network_cannot_store_more_by_forgetting_its_cookies() {
    let server = keeping([100, 100_000], [3, 100_000]);
    let mut stored = 0;
    for number in 0..6 {
        // Every request without a cookie is a new profile, and every address of a /64 is the same network.
        let from = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"][number % 2];
        let new = Visitor::new(server.address, from, 0);
        let answer = new.ask("POST", "/api/analyses", &analysis("", "Ana"));
        stored += usize::from(answer.status == 200);
        if answer.status != 200 {
            assert_eq!(code(&answer), (403, "quota".to_owned()));
        }
    }
    assert_eq!(stored, 3);
    let other = Visitor::new(server.address, "2001:db8:1:3::1", 0);
    assert_eq!(other.ask("POST", "/api/analyses", &analysis("", "Ana")).status, 200);
}

#[test]
fn a_flood_of_analyses_is_slowed_down() {
    // Nothing is allowed anew in the time that a busy machine takes for the flood.
    let usual = ServerLimits::default().efforts;
    let efforts = RateLimit { interval_ms: HOUR_MS, ..usual };
    let server = Running::limited(ServerLimits { efforts, ..ServerLimits::default() });
    let eve = Visitor::welcomed(server.address, Some("192.0.2.1"));
    let text = "x".repeat(3900);
    let answers: Vec<_> = (0..120)
        .map(|_| code(&eve.ask("POST", "/api/analyses", &analysis(&text, "Eve"))))
        .collect();
    let stored = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(stored, usual.burst as usize);
    assert_eq!(answers.last().unwrap(), &(429, "too-many".to_owned()));
    let limits = ServerLimits {
        writes: RateLimit { burst: 3, interval_ms: HOUR_MS },
        ..ServerLimits::default()
    };
    let server = Running::limited(limits);
    let eve = Visitor::welcomed(server.address, Some("192.0.2.1"));
    let settings = |_| eve.ask("PUT", "/api/profile", r#"{"theme":"dark"}"#).status;
    assert_eq!([0; 5].map(settings), [204, 204, 204, 429, 429]);
}

#[test]
fn names_that_cannot_be_read_are_refused_or_cleaned() {
    let server = Running::start();
    let ana = Visitor::welcomed(server.address, Some("192.0.2.1"));
    for name in [&*"x".repeat(61), "A\u{202e}na", "A\u{7}na", "A\nna", "A\u{200b}na", "A\u{2066}na"]
    {
        let answer = ana.ask("POST", "/api/analyses", &analysis("", name));
        let problem: Problem = answer.json();
        assert_eq!((answer.status, problem.field.as_deref()), (400, Some("players")), "{name:?}");
    }
    // Those of files are cleaned, and so is everything else in their heads.
    let text = format!(
        "Game: connect-four\nStart: 7/7/7/7/7/7 x\nFirst: {}\nSecond: \"B\\u{{202e}}o\"\nEvent: \"A\\u{{2066}}B\"\n\
         Site: {}\n\n1. 4 4\n",
        "é".repeat(20_000),
        "x".repeat(20_000),
    );
    let body = json!({ "from": "file", "text": text }).to_string();
    let made = ana.ask("POST", "/api/analyses", &body);
    assert_eq!(made.status, 200, "{}", made.text());
    let made: Analysis = made.json();
    assert_eq!(made.players.first.as_deref(), Some(&*"é".repeat(30)));
    assert_eq!(made.players.second.as_deref(), Some("Bo"));
    let file = ana.ask("GET", &format!("/api/analyses/{}/record", made.id), "");
    assert!(file.text().contains("Event: AB\n"), "{}", file.text());
    assert!(file.text().len() < 2000, "{}", file.text().len());
    let record = ana.ask("POST", "/api/records", &text);
    assert_eq!(record.status, 200, "{}", record.text());
    let id = record.json::<wire::http::Created>().id;
    let state: Value = ana.ask("GET", &format!("/api/matches/{id}"), "").json();
    assert_eq!(state["players"][0]["who"]["name"], "é".repeat(30));
    assert_eq!(state["players"][1]["who"]["name"], "Bo");
    // Tiles have the same check.
    let tile = ana.ask("PUT", "/api/tiles/my%E2%80%AEcastle", r#"{"rows":"YBGR/RGYY/GRBB/BYRG"}"#);
    assert_eq!(code(&tile), (400, "bad-request".to_owned()));
}

#[test]
fn control_frames_and_the_text_of_the_lobby_are_rationed() {
    let limits = ServerLimits {
        messages: RateLimit { burst: 5, interval_ms: HOUR_MS },
        ..ServerLimits::default()
    };
    let server = Running::limited(limits);
    let id = create(server.address, "connect-four", &human(), &human());
    let of_match = format!("/api/matches/{id}/socket");
    let text = || Message::text("x");
    let ping = || Message::Ping("x".into());
    let pong = || Message::Pong("x".into());
    for (path, frame) in [
        ("/api/rooms/socket", &text as &dyn Fn() -> Message),
        ("/api/rooms/socket", &ping),
        ("/api/rooms/socket", &pong),
        (&*of_match, &ping),
        ("/api/analysis/socket", &ping),
    ] {
        let mut flood = open_from(server.address, "192.0.2.1", path).unwrap();
        let mut sent = 0;
        while flood.send(frame()).is_ok() && sent < 20_000 {
            sent += 1;
            // The answers have to be taken, or the server waits.
            if sent % 100 == 0 && sent >= 300 {
                flood.get_mut().set_nonblocking(true).unwrap();
                while let Ok(message) = flood.read() {
                    if message.is_close() {
                        break;
                    }
                }
                flood.get_mut().set_nonblocking(false).unwrap();
            }
        }
        assert!((200..20_000).contains(&sent), "{path}: {sent}");
    }
    // The machine itself is not rationed.
    let mut here = crate::client::open_at(server.address, "/api/rooms/socket", None).unwrap();
    for _ in 0..400 {
        here.send(Message::Ping("x".into())).unwrap();
    }
    here.send(Message::text(r#"{"type":"ping","n":1}"#)).unwrap();
    while hear::<Value>(&mut here).is_some_and(|message| message["type"] != "pong") {}
}

/// A list that follows the messages of the lobby, as the page does.
#[derive(Default)]
struct Followed {
    sequence: u64,
    rooms: Vec<RoomSummary>,
    total: usize,
    lists: usize,
}

impl Followed {
    fn apply(&mut self, message: LobbyMessage) {
        match message {
            LobbyMessage::List { sequence, rooms, total } => {
                (self.sequence, self.rooms, self.total) = (sequence, rooms, total);
                self.lists += 1;
            }
            LobbyMessage::Changes { sequence, added, changed, removed, total } => {
                assert_eq!(sequence, self.sequence + 1);
                let is_new = |room: &RoomSummary| added.iter().any(|new| new.id == room.id);
                self.rooms.retain(|room| !removed.contains(&room.id) && !is_new(room));
                for change in changed {
                    let mut rooms = self.rooms.iter_mut();
                    rooms.find(|room| room.id == change.id).expect("a room").apply(change);
                }
                self.rooms.extend(added);
                self.rooms.sort_by(|a, b| (a.stage, b.at, &a.id).cmp(&(b.stage, a.at, &b.id)));
                (self.sequence, self.total) = (sequence, total);
            }
        }
    }
}

#[test]
fn followers_of_the_lobby_are_sent_changes() {
    let server = Running::start();
    let public = json!({ "game": "connect-four", "listing": "public" });
    let first = table(server.address, &public).id;
    let mut ana = Socket::open_as(server.address, &first, &secret(ANA));
    let path = "/api/rooms/socket?game=connect-four&changes=true";
    let mut socket = crate::client::open_at(server.address, path, None).unwrap();
    let mut followed = Followed::default();
    let mut follow = |followed: &mut Followed, until: &dyn Fn(&Followed) -> bool| {
        while !until(followed) {
            followed.apply(hear(&mut socket).expect("a message"));
        }
    };
    follow(&mut followed, &|followed| followed.total == 1);
    assert_eq!(followed.lists, 1);
    let second = table(server.address, &public).id;
    let _second = Socket::open_as(server.address, &second, &secret(ANA));
    follow(&mut followed, &|followed| followed.total == 2);
    let mut bo = Socket::open_as(server.address, &first, &wire::SeatSecret::new(77));
    bo.join("Bo").unwrap();
    ana.wait(|state| state.to_move == Some(Player::One));
    ana.play(Player::One, "4").unwrap();
    follow(&mut followed, &|followed| followed.rooms.iter().any(|room| room.entries == 1));
    let whole: wire::http::Lobby =
        crate::client::get(server.address, "/api/rooms?game=connect-four").json();
    assert_eq!((&followed.rooms, followed.total), (&whole.rooms, whole.total));
    assert_eq!(followed.rooms[0].id, second);
    assert_eq!(followed.rooms[1].stage, Stage::Playing);
    ana.command(Player::One, Command::Resign).unwrap();
    follow(&mut followed, &|followed| followed.total == 1);
    assert_eq!(followed.rooms.len(), 1);
    // It was told what the list is only once.
    assert_eq!(followed.lists, 1);
    // A filter that nobody knows is refused, as ever.
    assert_eq!(post(server.address, "/api/rooms/socket?change=true", &json!({})).status, 405);
    let unknown = crate::client::open_at(server.address, "/api/rooms/socket?other=1", None);
    assert_eq!(unknown.unwrap_err(), 400);
}
