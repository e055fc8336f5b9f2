//! Figures and ratings of a visitor, a profile on several devices, and reported names.

use std::net::SocketAddr;

use play::{Command, Player};
use serde_json::{Value, json};
use server::{RateLimit, ServerLimits};
use wire::http::{GameFigures, MatchSummary, ProfileLinkCreated, You};

use crate::client::{
    Answer, Socket, Visitor, computer, create, create_with, get, human, post, request,
};
use crate::online::pair;
use crate::program::damier;
use crate::running::{Folder, Running};
use crate::time_limit::wait_until;

fn figures(address: SocketAddr, game: &str) -> Option<GameFigures> {
    let you: You = get(address, &format!("/api/you?game={game}")).json();
    assert!(you.games.len() <= 1);
    you.games.into_iter().next()
}

/// A match against a level that the person gives up after a move.
fn lost(address: SocketAddr, level: &str, first: bool) -> String {
    let (one, two) = (human(), computer(level));
    let (one, two) = if first { (one, two) } else { (two, one) };
    let id = create(address, "connect-four", &one, &two);
    let mut socket = Socket::open(address, &id);
    let player = if first { Player::One } else { Player::Two };
    socket.wait(|state| state.to_move == Some(player));
    socket.play(player, "4").unwrap();
    socket.command(player, Command::Resign).unwrap();
    id
}

#[test]
fn figures_come_from_finished_games() {
    let server = Running::start();
    let address = server.address;
    assert_eq!(figures(address, "connect-four"), None);
    lost(address, "easy", true);
    let one = figures(address, "connect-four").expect("figures");
    let rating = one.rating.clone().expect("a rating");
    assert_eq!((rating.matches, one.results.len()), (1, 1));
    assert!(rating.rating < 1500 && rating.error > 300, "{rating:?}");
    assert_eq!(rating.even_level, None);
    let normal = one.levels.iter().find(|level| level.level == "normal").expect("a level");
    assert_eq!((normal.rating, normal.error), (1500, 0));
    for _ in 0..9 {
        lost(address, "very-easy", false);
    }
    // The list of finished matches follows the answer to the last command.
    let counted = |found: &GameFigures| found.rating.as_ref().map(|rating| rating.matches);
    wait_until("ten matches are counted", || {
        figures(address, "connect-four").as_ref().and_then(counted) == Some(10)
    });
    let more = figures(address, "connect-four").expect("figures");
    let sure = more.rating.expect("a rating");
    assert!(sure.error < rating.error && sure.rating < rating.rating, "{sure:?}");
    assert_eq!(sure.even_level.as_deref(), Some("very-easy"));
    let count = |opponent: &str| {
        let found = more.results.iter().filter(|one| one.opponent.as_deref() == Some(opponent));
        found.map(|one| (one.seat, one.wins, one.draws, one.losses)).collect::<Vec<_>>()
    };
    assert_eq!(count("easy"), [(rules::Seat::First, 0, 0, 1)]);
    assert_eq!(count("very-easy"), [(rules::Seat::Second, 0, 0, 9)]);
    // The same games give the same figures.
    assert_eq!(figures(address, "connect-four").expect("figures").rating, Some(sure));
    assert_eq!(figures(address, "othello"), None);
    assert_eq!(get(address, "/api/you?what=1").status, 400);
}

#[test]
fn games_with_help_do_not_count_for_the_rating() {
    let server = Running::start();
    let address = server.address;
    lost(address, "easy", true);
    let counted = || {
        let figures = figures(address, "connect-four").expect("figures");
        let losses = figures.results.iter().map(|one| one.losses).sum::<u32>();
        let wins = figures.results.iter().map(|one| one.wins).sum::<u32>();
        (figures.rating.expect("a rating").matches, wins, losses)
    };
    assert_eq!(counted(), (1, 0, 1));
    // A move taken back.
    let id = create(address, "connect-four", &human(), &computer("easy"));
    let mut socket = Socket::open(address, &id);
    socket.play(Player::One, "4").unwrap();
    socket.wait(|state| state.record.moves.len() == 2);
    socket.command(Player::One, Command::Undo).unwrap();
    socket.command(Player::One, Command::Resign).unwrap();
    assert_eq!(counted(), (1, 0, 2));
    // A hint, and the analysis of a game that is not over.
    for help in ["hint", "analysis"] {
        let id = create(address, "connect-four", &human(), &computer("easy"));
        let mut socket = Socket::open(address, &id);
        let answer = match help {
            "hint" => post(address, &format!("/api/matches/{id}/hint"), &json!({})),
            _ => get(address, &format!("/api/analyses/{id}")),
        };
        assert_eq!(answer.status, 200, "{help}: {}", answer.text());
        socket.command(Player::One, Command::Resign).unwrap();
    }
    assert_eq!(counted(), (1, 0, 4));
    // Help afterwards is no help.
    let id = lost(address, "easy", true);
    assert_eq!(get(address, &format!("/api/analyses/{id}")).status, 200);
    assert_eq!(counted(), (2, 0, 5));
    // Whoever only watches helps nobody.
    let id = create(address, "connect-four", &human(), &computer("easy"));
    let stranger = Visitor::new(address, "192.0.2.9", 9);
    stranger.ask("GET", &format!("/api/analyses/{id}"), "");
    Socket::open(address, &id).command(Player::One, Command::Resign).unwrap();
    assert_eq!(counted(), (3, 0, 6));
    // A game that was won beforehand is none.
    let record = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] });
    let players = json!({ "first": human(), "second": computer("maximum") });
    create_with(address, &json!({ "game": "connect-four", "record": record, "players": players }));
    // Nor is one that was called off.
    let id = create(address, "connect-four", &human(), &computer("easy"));
    Socket::open(address, &id).command(Player::One, Command::Abort).unwrap();
    assert_eq!(counted(), (3, 0, 6));
}

/// A request with cookies of one's own.
fn ask(server: SocketAddr, cookies: &str, method: &str, path: &str, body: &Value) -> Answer {
    let headers = format!("X-Forwarded-For: 192.0.2.7\r\nCookie: {cookies}\r\n");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(server, method, path, &headers, body.as_bytes())
}

fn cookie(secret: u128) -> String {
    format!("damier={secret:032x}")
}

fn link(server: SocketAddr, cookies: &str) -> ProfileLinkCreated {
    ask(server, cookies, "POST", "/api/profile/link", &json!({})).json()
}

fn take(server: SocketAddr, cookies: &str, secret: &wire::SeatSecret) -> Result<String, u16> {
    let answer = ask(server, cookies, "POST", "/api/profile/take", &json!({ "secret": secret }));
    if answer.status != 204 {
        return Err(answer.status);
    }
    let device = answer.header("set-cookie").expect("a cookie");
    assert!(device.contains("HttpOnly") && device.contains("SameSite=Strict"), "{device}");
    Ok(format!("{cookies}; {}", device.split(';').next().unwrap()))
}

fn listed(server: SocketAddr, cookies: &str) -> usize {
    let listed: Vec<MatchSummary> =
        ask(server, cookies, "GET", "/api/matches", &Value::Null).json();
    listed.len()
}

#[test]
fn a_profile_comes_to_another_device_once_and_goes_again() {
    let folder = Folder::new("devices");
    let running = Running::at(&folder);
    let server = running.address;
    let [ana, phone, eve] = [1, 2, 3].map(cookie);
    let players = json!({ "first": human(), "second": human() });
    let wanted = json!({ "game": "connect-four", "players": players });
    assert_eq!(ask(server, &ana, "POST", "/api/matches", &wanted).status, 200);
    assert_eq!((listed(server, &ana), listed(server, &phone)), (1, 0));
    // Guessed, malformed, and of an earlier link.
    let earlier = link(server, &ana);
    let current = link(server, &ana);
    assert_eq!(take(server, &eve, &wire::SeatSecret::new(7)), Err(409));
    assert_eq!(take(server, &eve, &earlier.secret), Err(409));
    let short = ask(server, &eve, "POST", "/api/profile/take", &json!({ "secret": "1" }));
    assert_eq!(short.status, 400);
    let phone = take(server, &phone, &current.secret).expect("the profile");
    assert_eq!((listed(server, &phone), listed(server, &ana)), (1, 1));
    // It is used up.
    assert_eq!(take(server, &eve, &current.secret), Err(409));
    assert_eq!(listed(server, &eve), 0);
    // Both go on with it, and both see that.
    assert_eq!(ask(server, &phone, "POST", "/api/matches", &wanted).status, 200);
    assert_eq!((listed(server, &phone), listed(server, &ana)), (2, 2));
    let devices = |cookies: &str| {
        let you: You = ask(server, cookies, "GET", "/api/you", &Value::Null).json();
        you.devices.iter().map(|device| device.is_this).collect::<Vec<_>>()
    };
    assert_eq!((devices(&ana), devices(&phone)), (vec![false], vec![true]));
    // It survives the server.
    drop(running);
    let running = Running::at(&folder);
    let server = running.address;
    assert_eq!(listed(server, &phone), 2);
    // The owner removes it: the browser has its own profile again, and loses the cookie.
    assert_eq!(ask(server, &ana, "DELETE", "/api/profile/devices", &Value::Null).status, 204);
    let answer = ask(server, &phone, "GET", "/api/matches", &Value::Null);
    assert_eq!(answer.json::<Vec<MatchSummary>>().len(), 0);
    let expired = answer.header("set-cookie").expect("a cookie");
    assert!(expired.starts_with("damier-device=;") && expired.contains("Max-Age=0"), "{expired}");
    // A device leaves by itself, and cannot remove itself as one of the others.
    let secret = link(server, &ana).secret;
    let tablet = take(server, &cookie(4), &secret).expect("the profile");
    assert_eq!(ask(server, &tablet, "DELETE", "/api/profile/devices", &Value::Null).status, 204);
    assert_eq!(listed(server, &tablet), 2);
    assert_eq!(ask(server, &tablet, "POST", "/api/profile/leave", &json!({})).status, 204);
    assert_eq!((listed(server, &tablet), listed(server, &ana)), (0, 2));
}

#[test]
fn secrets_of_profiles_are_not_guessed() {
    // Nothing is allowed anew in the time that a busy machine takes for the tries.
    let codes = RateLimit { burst: 10, interval_ms: 3_600_000 };
    let running = Running::limited(ServerLimits { codes, ..ServerLimits::default() });
    let server = running.address;
    link(server, &cookie(1));
    let tries = (0..40).map(|number| take(server, &cookie(2), &wire::SeatSecret::new(number)));
    let refused: Vec<_> = tries.map(|answer| answer.expect_err("no profile")).collect();
    assert!(refused.iter().all(|status| [409, 429].contains(status)), "{refused:?}");
    assert_eq!(refused.iter().filter(|status| **status == 409).count(), 10, "{refused:?}");
}

#[test]
fn the_machine_s_own_profile_goes_along_but_not_its_rights() {
    let folder = Folder::new("devices-local");
    let running = Running::owned(&folder);
    let server = running.address;
    create(server, "connect-four", &human(), &human());
    let made: ProfileLinkCreated = post(server, "/api/profile/link", &json!({})).json();
    // The machine itself takes none.
    let body = json!({ "secret": made.secret });
    assert_eq!(post(server, "/api/profile/take", &body).status, 409);
    let phone = take(server, &cookie(5), &made.secret).expect("the profile");
    assert_eq!(listed(server, &phone), 1);
    let catalogue = ask(server, &phone, "GET", "/api/catalogue", &Value::Null);
    assert!(!catalogue.json::<wire::http::Catalogue>().owner);
    assert_ne!(ask(server, &phone, "POST", "/api/quit", &json!({})).status, 204);
    assert_eq!(listed(server, &phone), 1);
}

#[test]
fn a_name_is_reported_to_the_operator() {
    let folder = Folder::new("reports");
    let running = Running::at(&folder);
    let server = running.address;
    let (id, ..) = pair(server, &json!({}));
    let report =
        |player: &str| post(server, "/api/reports", &json!({ "match": id, "player": player }));
    assert_eq!(report("two").status, 204);
    assert_eq!(report("two").status, 204);
    let local = create(server, "connect-four", &human(), &human());
    let nobody = json!({ "match": local, "player": "one" });
    assert_eq!(post(server, "/api/reports", &nobody).status, 409);
    let nowhere = json!({ "match": "nowhere", "player": "one" });
    assert_eq!(post(server, "/api/reports", &nowhere).status, 404);
    assert_eq!(report("three").status, 400);
    // Others are limited.
    let eve = Visitor::new(server, "192.0.2.2", 3);
    let body = json!({ "match": id, "player": "one" });
    let answers: Vec<_> = (0..8).map(|_| eve.post("/api/reports", &body).status).collect();
    assert_eq!(answers, [204, 204, 204, 204, 204, 429, 429, 429]);
    let metrics = get(server, "/metrics");
    assert!(metrics.text().contains("damier_reports_total 7"), "{}", metrics.text());
    // The operator reads them while the server runs, and then they are gone.
    let run = |how: &str| {
        let output = damier(&folder, &["serve", how]).env("LC_ALL", "C.UTF-8").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for how in ["--reports", "--reports=delete"] {
        let text = run(how);
        assert!(text.contains("“Bo”") && text.contains("“Ana”") && text.contains(&id), "{text}");
        assert!(text.contains("2 names reported"), "{text}");
    }
    assert_eq!(run("--reports").trim(), "No names have been reported");
}
