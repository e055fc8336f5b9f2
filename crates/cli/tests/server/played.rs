//! Whole matches: with the computer, with clocks, with second thoughts.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Limits, Opponent, PlayerClock};
use play::{Command, Offer, Player};
use rules::{Record, ReplayError, Text};
use serde_json::json;
use wire::MatchState;
use wire::http::{Hint, MatchSummary};

use crate::client::{Socket, computer, create, create_with, get, human, post, request};
use crate::running::Running;

/// Plays the first choice whenever it is `player`'s turn, until the end.
fn play_out(socket: &mut Socket, player: Player) {
    loop {
        let state =
            socket.wait(|state| state.end.is_some() || state.to_move == Some(player)).clone();
        if state.end.is_some() {
            return;
        }
        let choice = &state.view.choices[0];
        let version = socket.play(player, &choice.notation).unwrap();
        socket.wait(|state| state.version >= version);
    }
}

#[test]
fn every_game_can_be_played_against_the_computer() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let id = create(server.address, game, &computer("very-easy"), &human());
        let mut socket = Socket::open(server.address, &id);
        play_out(&mut socket, Player::Two);
        let state = &socket.state;
        assert_eq!(state.to_move, None, "{game}");
        assert!(state.view.outcome.is_some(), "{game}");
        // The file of it makes the same game again.
        let file = get(server.address, &format!("/api/matches/{id}/record"));
        let made = request(server.address, "POST", "/api/records", "", &file.body);
        let made = made.json::<wire::http::Created>().id;
        let again = get(server.address, &format!("/api/matches/{made}")).json::<MatchState>();
        assert_eq!((&again.record, &again.view), (&state.record, &state.view), "{game}");
    }
    let list = get(server.address, "/api/matches").json::<Vec<MatchSummary>>();
    assert_eq!(list.len(), games::CATALOGUE.len() * 2);
    assert!(list.iter().all(|summary| summary.over));
}

#[test]
fn a_reload_in_mid_game_loses_nothing() {
    let server = Running::start();
    let id = create(server.address, "othello", &human(), &computer("normal"));
    let mut socket = Socket::open(server.address, &id);
    let choice = socket.state.view.choices[0].notation.clone();
    socket.play(Player::One, &choice).unwrap();
    // The computer answers whether anybody listens or not.
    drop(socket);
    let mut socket = Socket::open(server.address, &id);
    socket.wait(|state| state.record.moves.len() == 2);
    assert_eq!(socket.state.to_move, Some(Player::One));
    let earlier = get(server.address, &format!("/api/matches/{id}?entries=1")).json::<MatchState>();
    assert_eq!(earlier.record.moves, [choice]);
    assert_eq!(earlier.version, socket.state.version);
}

#[test]
fn the_computer_moves_now_when_told_to() {
    let server = Running::start();
    // Long enough to be caught at it.
    let id = create(server.address, "othello", &computer("minimax:8"), &human());
    let mut socket = Socket::open(server.address, &id);
    assert!(socket.state.thinking || socket.state.record.moves.len() == 1);
    socket.send(&wire::ToServer::MoveNow);
    let state = socket.wait(|state| state.record.moves.len() == 1);
    assert!(!state.thinking);
}

#[test]
fn the_computer_takes_a_draw_only_when_it_is_not_winning() {
    let server = Running::start();
    let offer = Offer::Draw;
    // Three in the bottom row with both ends free: first the computer's, then the person's.
    for (moves, agrees) in [("141526", false), ("41516", true)] {
        let moves: Vec<_> = moves.chars().map(String::from).collect();
        let wanted = json!({
            "game": "connect-four",
            "record": { "start": "7/7/7/7/7/7 x", "moves": moves },
            "players": { "first": human(), "second": computer("easy") },
        });
        let id = create_with(server.address, &wanted);
        let mut socket = Socket::open(server.address, &id);
        let offered = socket.command(Player::One, Command::Offer { offer }).unwrap();
        let state = socket.wait(|state| state.version > offered && state.offers.is_empty());
        let agreed = state.end.as_ref().is_some_and(|end| end.reason == "agreed");
        assert_eq!(agreed, agrees, "{:?}", state.end);
        assert_eq!(state.end.is_some(), agrees);
    }
}

/// Clocks that the player below was told.
static TOLD_CLOCKS: Mutex<Vec<PlayerClock>> = Mutex::new(Vec::new());

/// Computer player that notes its clock, and plays in the columns from left to right.
struct Timed;

impl AnySearcher for Timed {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        TOLD_CLOCKS.lock().unwrap().push(limits.clock.expect("a clock"));
        let column = record.moves.len() + 1;
        Ok(AnyReport { choice: Some(column.to_string()), ..AnyReport::default() })
    }
}

static TIMED: [Opponent; 1] = [Opponent::new("timed", Text::new("", ""), |_| Box::new(Timed))];

/// That engines keep within the time that they are told is tested where they are, by a clock of the tests'
/// own (`engines_keep_within_their_clocks`).
#[test]
fn the_computer_is_told_its_time() {
    const INCREMENT_MS: u64 = 1000;
    let mut entry = games::CATALOGUE[0];
    entry.classics = &TIMED;
    let server = Running::playing(Arc::new([entry]));
    let wanted = json!({
        "game": entry.game.info().id,
        "players": { "first": computer("timed"), "second": human() },
        "time": { "kind": "game", "total": 3_600_000, "increment": INCREMENT_MS },
    });
    let id = create_with(server.address, &wanted);
    let mut socket = Socket::open(server.address, &id);
    let mut left_before = 3_600_000;
    for turn in 0..3 {
        socket.wait(|state| state.record.moves.len() == 2 * turn + 1);
        let left_after = socket.state.clock.unwrap().left.first;
        let told = TOLD_CLOCKS.lock().unwrap()[turn];
        assert_eq!(told.increment, Duration::from_millis(INCREMENT_MS));
        let remaining = told.remaining.as_millis() as u64;
        // Only the time that it takes to move passes between them.
        assert!(remaining <= left_before, "{turn}: {remaining} of {left_before} ms");
        assert!(left_after <= remaining + INCREMENT_MS, "{turn}: {left_after}, {remaining} ms");
        left_before = left_after;
        socket.play(Player::Two, &(2 * turn + 2).to_string()).unwrap();
    }
}

#[test]
fn a_hint_is_a_legal_move() {
    let server = Running::start();
    for entry in games::CATALOGUE {
        let id = create(server.address, entry.game.info().id, &human(), &human());
        let hint = post(server.address, &format!("/api/matches/{id}/hint"), &json!({}));
        let hint = hint.json::<Hint>();
        let mut socket = Socket::open(server.address, &id);
        assert_eq!(hint.version, socket.state.version);
        socket.play(Player::One, &hint.notation.unwrap()).unwrap();
    }
}
