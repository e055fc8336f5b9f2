//! Matches between people at two screens.

use std::net::SocketAddr;

use play::{Command, Offer, Player, RefusalCode};
use serde_json::{Value, json};
use wire::SeatSecret;
use wire::http::{Created, Lobby, MatchSummary, RoomCreated, Stage};

use crate::client::{Socket, connect, get, post, request};
use crate::running::{Folder, Running};

pub(crate) const ANA: u128 = 0xa0a0;
pub(crate) const BO: u128 = 0xb0b0;

pub(crate) fn secret(bits: u128) -> SeatSecret {
    SeatSecret::new(bits)
}

/// Opens a table with Ana in seat First.
#[track_caller]
pub(crate) fn table(address: SocketAddr, more: &Value) -> RoomCreated {
    let mut wanted = json!({
        "game": "connect-four",
        "listing": "public",
        "side": "first",
        "name": "Ana",
        "seat": secret(ANA),
    });
    for (field, value) in more.as_object().unwrap() {
        wanted[field] = value.clone();
    }
    let answer = post(address, "/api/rooms", &wanted);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// A match with Ana in seat First and Bo in seat Second.
pub(crate) fn pair(address: SocketAddr, more: &Value) -> (String, Socket, Socket) {
    let id = table(address, more).id;
    let mut ana = Socket::open_as(address, &id, &secret(ANA));
    let mut bo = Socket::open_as(address, &id, &secret(BO));
    bo.join("Bo").unwrap();
    let begins = |state: &wire::MatchState| {
        state.players.iter().all(|player| player.who.is_some() && player.gone.is_none())
    };
    ana.wait(begins);
    bo.wait(begins);
    (id, ana, bo)
}

const NOT_YOURS: RefusalCode = RefusalCode::NotYours;

#[test]
fn two_people_play_and_a_third_watches() {
    let server = Running::start();
    let (id, mut ana, mut bo) = pair(server.address, &json!({}));
    let mut eve = Socket::open(server.address, &id);
    assert_eq!(
        (ana.state.you, bo.state.you, eve.state.you),
        (Some(Player::One), Some(Player::Two), None)
    );
    // Moves are offered to whoever makes them, and to nobody else.
    assert_eq!(ana.state.view.choices.len(), 7);
    assert!(bo.state.view.choices.is_empty() && eve.state.view.choices.is_empty());
    ana.play(Player::One, "4").unwrap();
    assert_eq!(bo.wait(|state| state.record.moves == ["4"]).view.choices.len(), 7);
    assert!(eve.wait(|state| state.record.moves == ["4"]).view.choices.is_empty());
    assert_eq!(eve.state.online.as_ref().unwrap().watchers, 1);
    // A seat is its holder's alone.
    assert_eq!(ana.play(Player::Two, "4"), Err(NOT_YOURS));
    assert_eq!(eve.play(Player::Two, "4"), Err(NOT_YOURS));
    assert_eq!(
        Socket::open_as(server.address, &id, &secret(1)).play(Player::Two, "4"),
        Err(NOT_YOURS)
    );
    bo.play(Player::Two, "5").unwrap();
    // Who comes back is at the same place.
    drop(ana);
    let mut ana = Socket::open_as(server.address, &id, &secret(ANA));
    assert_eq!(ana.state.you, Some(Player::One));
    for (column, other) in [("4", "5"), ("4", "5")] {
        ana.play(Player::One, column).unwrap();
        bo.wait(|state| state.to_move == Some(Player::Two));
        bo.play(Player::Two, other).unwrap();
        ana.wait(|state| state.to_move == Some(Player::One));
    }
    ana.play(Player::One, "4").unwrap();
    for socket in [&mut ana, &mut bo, &mut eve] {
        assert_eq!(
            socket.wait(|state| state.end.is_some()).end.as_ref().unwrap().winner,
            Some(Player::One)
        );
    }
    // Nobody is told what opens a seat.
    let state = get(server.address, &format!("/api/matches/{id}"));
    for told in [
        state.text(),
        &serde_json::to_string(&eve.state).unwrap(),
        &serde_json::to_string(&bo.state).unwrap(),
    ] {
        assert!(
            !told.contains(secret(ANA).digits())
                && !told.contains(&room::key(&secret(ANA)).to_string())
        );
    }
}

#[test]
fn a_code_finds_a_match_that_is_not_over() {
    let server = Running::start();
    let RoomCreated { id, code, player } =
        table(server.address, &json!({ "listing": "unlisted", "side": "second" }));
    assert_eq!(player, Player::Two);
    assert!(id.starts_with(&code));
    let typed = format!("/api/codes/{}-{}", &code[..3].to_uppercase(), &code[3..]);
    assert_eq!(get(server.address, &typed).json::<Created>().id, id);
    for wrong in ["zzzzzz", "1", "%20", "é"] {
        assert_eq!(get(server.address, &format!("/api/codes/{wrong}")).status, 404, "{wrong}");
    }
    let mut ana = Socket::open_as(server.address, &id, &secret(ANA));
    ana.command(Player::Two, Command::Leave).unwrap();
    assert_eq!(ana.wait(|state| state.end.is_some()).end.as_ref().unwrap().reason, "aborted");
    assert_eq!(get(server.address, &typed).status, 404);
}

#[test]
fn the_lobby_is_live() {
    let server = Running::start();
    let mut all = lobby(server.address, "");
    assert_eq!(next(&mut all), Lobby::default());
    let othello = table(
        server.address,
        &json!({ "game": "othello", "time": { "kind": "move", "limit": 5000 } }),
    )
    .id;
    // Nobody waits there yet.
    assert_eq!(get(server.address, "/api/rooms").json::<Lobby>().total, 0);
    let mut ana = Socket::open_as(server.address, &othello, &secret(ANA));
    let listed = next(&mut all);
    assert_eq!(
        (listed.total, listed.rooms[0].id.as_str(), listed.rooms[0].stage),
        (1, othello.as_str(), Stage::Open)
    );
    let hidden = table(server.address, &json!({ "listing": "unlisted", "seat": secret(5) })).id;
    let _hidden = Socket::open_as(server.address, &hidden, &secret(5));
    for (query, count) in [
        ("", 1),
        ("?game=othello", 1),
        ("?game=katarenga", 0),
        ("?stage=open&timed=true", 1),
        ("?stage=playing", 0),
        ("?timed=false", 0),
    ] {
        assert_eq!(
            get(server.address, &format!("/api/rooms{query}")).json::<Lobby>().total,
            count,
            "{query}"
        );
    }
    let mut open = lobby(server.address, "?stage=open");
    assert_eq!(next(&mut open).total, 1);
    let mut bo = Socket::open_as(server.address, &othello, &secret(BO));
    bo.join("Bo").unwrap();
    while next(&mut all).rooms.first().is_none_or(|room| room.stage != Stage::Playing) {}
    assert_eq!(next(&mut open).total, 0);
    ana.command(Player::One, Command::Abort).unwrap();
    while next(&mut all).total > 0 {}
}

type LobbySocket = tungstenite::WebSocket<std::net::TcpStream>;

fn lobby(address: SocketAddr, query: &str) -> LobbySocket {
    let url = format!("ws://{address}/api/rooms/socket{query}");
    tungstenite::client::client(url, connect(address)).unwrap().0
}

fn next(socket: &mut LobbySocket) -> Lobby {
    loop {
        if let tungstenite::Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[test]
fn a_board_is_laid_by_both() {
    let server = Running::start();
    let lay = |half: &str| Command::Lay { half: half.to_owned() };
    let halves = |state: &wire::MatchState| {
        state.online.as_ref().and_then(|online| online.gathering.as_ref()?.halves.clone())
    };
    for game in ["katarenga", "congress", "isolation"] {
        let (_, mut ana, mut bo) =
            pair(server.address, &json!({ "game": game, "lay_board": true }));
        assert_eq!(ana.play(Player::One, "4"), Err(RefusalCode::NotReady));
        for wrong in ["A", "A B C", "Q A", "A B+45", ""] {
            assert_eq!(
                ana.command(Player::One, lay(wrong)),
                Err(RefusalCode::Unreadable),
                "{wrong}"
            );
        }
        ana.command(Player::One, lay("A -")).unwrap();
        assert_eq!(ana.command(Player::One, Command::Confirm), Err(RefusalCode::NotReady));
        bo.command(Player::Two, lay("C+180 YBGR/RGYY/GRBB/BYRG")).unwrap();
        ana.command(Player::One, lay("A Bf+90")).unwrap();
        let seen = bo
            .wait(|state| halves(state).is_some_and(|halves| halves[0].tiles == "A Bf+90"))
            .view
            .board
            .clone();
        ana.command(Player::One, Command::Confirm).unwrap();
        // Whoever changes a half withdraws what both have agreed with.
        bo.command(Player::Two, lay("C+180 D")).unwrap();
        let state =
            bo.wait(|state| halves(state).is_some_and(|halves| halves[1].tiles == "C+180 D"));
        assert!(halves(state).unwrap().iter().all(|half| !half.confirmed));
        assert_ne!(state.view.board, seen);
        let assembled = state.view.board.clone();
        for (socket, player) in [(&mut bo, Player::Two), (&mut ana, Player::One)] {
            socket.command(player, Command::Confirm).unwrap();
        }
        let start = ana.wait(|state| state.to_move.is_some());
        let grounds =
            |board: &rules::Board| board.cells.iter().map(|cell| cell.ground).collect::<Vec<_>>();
        assert_eq!(grounds(&start.view.board), grounds(&assembled), "{game}");
        let direct = json!({ "game": game, "setup": { "board": "A Bf+90 C+180 D" } });
        let direct = post(server.address, "/api/preview", &direct).json::<wire::http::Preview>();
        assert_eq!(start.view.board, direct.board, "{game}");
        assert_eq!(ana.command(Player::One, lay("A B")), Err(RefusalCode::NotAllowed));
    }
    let wanted =
        json!({ "game": "othello", "lay_board": true, "listing": "public", "seat": secret(ANA) });
    assert_eq!(post(server.address, "/api/rooms", &wanted).status, 400);
}

#[test]
fn the_computer_sits_down_where_a_seat_is_free() {
    let server = Running::start();
    for lay_board in [false, true] {
        let id = table(server.address, &json!({ "game": "katarenga", "lay_board": lay_board })).id;
        let mut ana = Socket::open_as(server.address, &id, &secret(ANA));
        let invite = |opponent: &str| Command::Invite { opponent: opponent.to_owned(), seed: 7 };
        assert_eq!(ana.command(Player::One, invite("god")), Err(RefusalCode::NotAllowed));
        ana.command(Player::One, invite("very-easy")).unwrap();
        if lay_board {
            ana.command(Player::One, Command::Lay { half: "A B".to_owned() }).unwrap();
            ana.command(Player::One, Command::Confirm).unwrap();
        }
        let choice =
            ana.wait(|state| !state.view.choices.is_empty()).view.choices[0].notation.clone();
        ana.play(Player::One, &choice).unwrap();
        ana.wait(|state| state.record.moves.len() == 2);
        // It lets everybody take back, and play again.
        ana.command(Player::One, Command::Offer { offer: Offer::Takeback }).unwrap();
        ana.wait(|state| state.record.moves.is_empty());
        ana.command(Player::One, Command::Resign).unwrap();
        ana.command(Player::One, Command::Offer { offer: Offer::Rematch }).unwrap();
        let next = ana.wait(|state| state.online.as_ref().unwrap().rematch.is_some());
        let next = next.online.as_ref().unwrap().rematch.clone().unwrap();
        let mut again = Socket::open_as(server.address, &next, &secret(ANA));
        assert_eq!(again.state.you, Some(Player::Two));
        again.wait(|state| state.record.moves.len() == 1);
    }
}

#[test]
fn a_clock_is_the_server_s_and_flags_by_itself() {
    let server = Running::start();
    for time in [
        json!({ "kind": "move", "limit": 1000 }),
        json!({ "kind": "game", "total": 1000, "increment": 0 }),
    ] {
        let (_, mut ana, mut bo) = pair(server.address, &json!({ "time": time }));
        assert_eq!(ana.state.clock.unwrap().running, None);
        ana.play(Player::One, "4").unwrap();
        let end = bo.wait(|state| state.end.is_some()).end.clone().unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Player::One), "flagged"));
        assert_eq!(bo.state.clock.unwrap().left.second, 0);
    }
}

#[test]
fn everybody_has_a_list_of_their_own() {
    let server = Running::start();
    let from = |address: &str, cookie: &str| format!("X-Forwarded-For: {address}\r\n{cookie}");
    let wanted = json!({ "game": "othello", "players": { "first": crate::client::human(), "second": crate::client::human() } });
    let made = request(
        server.address,
        "POST",
        "/api/matches",
        &from("192.0.2.1", ""),
        wanted.to_string().as_bytes(),
    );
    assert_eq!(made.status, 200);
    let cookie = made.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
    let listed = |cookie: &str| {
        let answer =
            request(server.address, "GET", "/api/matches", &from("192.0.2.9", cookie), b"");
        answer.json::<Vec<MatchSummary>>().len()
    };
    assert_eq!((listed(&cookie), listed("")), (1, 0));
    // At the server's own machine there is one list for all.
    assert_eq!(get(server.address, "/api/matches").json::<Vec<MatchSummary>>().len(), 0);
    assert!(get(server.address, "/api/matches").header("set-cookie").is_none());
}

#[test]
fn a_restart_is_charged_to_nobody() {
    let folder = Folder::new("restart");
    let server = Running::at(&folder);
    let time = json!({ "kind": "game", "total": 60_000, "increment": 0 });
    let (id, mut ana, bo) = pair(server.address, &json!({ "time": time }));
    let moved = ana.play(Player::One, "4").unwrap();
    drop((ana, bo, server));
    // While it was away twice.
    drop(Running::at(&folder));
    let server = Running::at(&folder);
    let mut bo = Socket::open_as(server.address, &id, &secret(BO));
    assert_eq!(bo.state.version.0, moved.0 + 2, "each outage is told of once");
    let clock = bo.state.clock.unwrap();
    assert_eq!(clock.running, Some(rules::Seat::Second));
    assert!(clock.left.second > 50_000, "{clock:?}");
    bo.play(Player::Two, "4").unwrap();
    drop(bo);
    // Nor is it told again by a room that was closed.
    let state = get(server.address, &format!("/api/matches/{id}")).json::<wire::MatchState>();
    assert_eq!(state.version.0, moved.0 + 3);
}
