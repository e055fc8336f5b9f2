//! Who is bound to which positions, and for how long.

use super::*;
use crate::tic_tac_toe::TicTacToeEngine;
use engine::Entry;
use play::{Event, Player, Start, Time, TimeControl, Who};
use rules::BySeat;

const ABSENCE: Duration = Duration::from_mins(10);
const ABSENCE_MS: u64 = ABSENCE.as_millis() as u64;
const START: &str = "3/3/3 x";
/// Six entries, and nobody has won.
const MOVES: [&str; 6] = ["b2", "a1", "c1", "a3", "a2", "c2"];

fn game() -> &'static dyn AnyGame {
    Entry::of::<TicTacToeEngine>().game
}

/// A match of two people, or of one and the computer, after these moves.
fn after(moves: &[&str], second: Who) -> Match {
    let players = BySeat { first: Who::Human { name: String::new() }, second };
    let (kind, time) = (Kind::Online, TimeControl::None);
    let (game_id, position) = (game().info().id.to_owned(), START.to_owned());
    let start = Start { game: game_id, position, swap: false, players, kind, time };
    let moved = moves.iter().map(|notation| Event::Moved {
        notation: (*notation).to_owned(),
        at: Time(0),
        lag: 0,
    });
    let events: Vec<_> = [Event::Started { start, at: Time(0) }].into_iter().chain(moved).collect();
    Match::replay(|_| Some(game()), &events).unwrap()
}

fn person() -> Who {
    Who::Human { name: String::new() }
}

fn visitor(profile: &str, address: u8) -> VisitorId {
    VisitorId { profile: profile.into(), tenant: Tenant::Remote([192, 0, 2, address].into()) }
}

/// Whether help is refused in the position after these moves from `start`.
fn forbids(fair_play: &FairPlay, who: &VisitorId, start: &str, moves: &[&str], now: u64) -> bool {
    let moves = moves.iter().map(|notation| (*notation).to_owned()).collect();
    let record = Record { start: start.to_owned(), swap: false, moves };
    let live = game().open(&record).unwrap();
    fair_play.forbids(who, game(), live.as_ref(), Lookahead::TwoPlies, Monotonic(now))
}

#[test]
fn players_are_bound_to_their_game_and_others_are_not() {
    let fair_play = FairPlay::new(ABSENCE);
    let (ana, bo, eve) = (visitor("ana", 1), visitor("bo", 2), visitor("eve", 3));
    let current = after(&MOVES, person());
    fair_play.update("m", game(), &current, &[&ana, &bo], Monotonic(0));
    let now = current.live().position();
    let ahead = |plies: &[&str]| {
        let mut live = current.live().boxed_clone();
        for notation in plies {
            live.play(notation).unwrap();
        }
        live.position()
    };
    let transposed = ["a2", "c2", "c1", "a3", "b2", "a1"];
    for who in [&ana, &bo] {
        for (start, moves) in [
            (START, &MOVES[..]),
            (START, &transposed),
            (now.as_str(), &[]),
            (now.as_str(), &["b1"]),
            (now.as_str(), &["b1", "b3"]),
            (ahead(&["b1"]).as_str(), &[]),
            (ahead(&["b1", "b3"]).as_str(), &["c3"]),
        ] {
            assert!(forbids(&fair_play, who, start, moves, 1), "{start} {moves:?}");
            assert!(!forbids(&fair_play, &eve, start, moves, 1), "{start} {moves:?}");
        }
        // The opening, and what left the game before.
        for moves in [&[][..], &["a1"], &["b2", "a1", "c3"], &MOVES[..5]] {
            assert!(!forbids(&fair_play, who, START, moves, 1), "{moves:?}");
        }
    }
}

#[test]
fn a_network_is_bound_beyond_the_opening() {
    let fair_play = FairPlay::new(ABSENCE);
    let (ana, other_profile) = (visitor("ana", 1), visitor("private", 1));
    fair_play.update("m", game(), &after(&MOVES[..5], person()), &[&ana], Monotonic(0));
    assert!(forbids(&fair_play, &ana, START, &MOVES[..5], 1));
    assert!(!forbids(&fair_play, &other_profile, START, &MOVES[..5], 1));
    fair_play.update("m", game(), &after(&MOVES, person()), &[&ana], Monotonic(2));
    assert!(forbids(&fair_play, &other_profile, START, &MOVES, 3));
    // Earlier positions, with lines that may lead to the present one.
    let further: Vec<_> = MOVES.into_iter().chain(["b1"]).collect();
    fair_play.update("m", game(), &after(&further, person()), &[&ana], Monotonic(3));
    assert!(forbids(&fair_play, &other_profile, START, &MOVES, 3));
    assert!(!forbids(&fair_play, &other_profile, START, &MOVES[..5], 3));
    // The same profile elsewhere.
    assert!(forbids(&fair_play, &visitor("ana", 9), START, &MOVES, 3));
}

#[test]
fn players_who_have_left_are_free_after_a_while() {
    let fair_play = FairPlay::new(ABSENCE);
    let (ana, bo) = (visitor("ana", 1), visitor("bo", 2));
    let current = after(&MOVES, person());
    fair_play.update("m", game(), &current, &[&ana, &bo], Monotonic(0));
    // Ana leaves; Bo stays for long.
    fair_play.update("m", game(), &current, &[&bo], Monotonic(1_000));
    let released = 1_000 + ABSENCE_MS;
    assert!(forbids(&fair_play, &ana, START, &MOVES, released - 1));
    assert!(!forbids(&fair_play, &ana, START, &MOVES, released));
    assert!(forbids(&fair_play, &bo, START, &MOVES, 2 * released));
    assert!(fair_play.is_live("m", Monotonic(2 * released)));
    // A second visit does not begin the time anew unless she is there.
    fair_play.update("m", game(), &current, &[&bo], Monotonic(released));
    assert!(!forbids(&fair_play, &ana, START, &MOVES, released));
    fair_play.update("m", game(), &current, &[], Monotonic(released));
    assert!(!fair_play.is_live("m", Monotonic(released + ABSENCE_MS)));
    assert!(!forbids(&fair_play, &bo, START, &MOVES, released + ABSENCE_MS));
}

#[test]
fn games_that_are_over_or_against_the_computer_bind_nobody() {
    let fair_play = FairPlay::new(ABSENCE);
    let ana = visitor("ana", 1);
    let computer = || Who::Computer { opponent: "easy".into(), seed: 1 };
    fair_play.update("c", game(), &after(&MOVES, computer()), &[&ana], Monotonic(0));
    assert!(!forbids(&fair_play, &ana, START, &MOVES, 1));
    let mut current = after(&MOVES, person());
    fair_play.update("m", game(), &current, &[&ana], Monotonic(0));
    assert!(forbids(&fair_play, &ana, START, &MOVES, 1));
    let resigned = Event::Resigned { by: Player::One, at: Time(2) };
    current.apply(&resigned).unwrap();
    fair_play.update("m", game(), &current, &[&ana], Monotonic(2));
    assert!(!forbids(&fair_play, &ana, START, &MOVES, 3));
    assert!(fair_play.lock().by_match.is_empty() && fair_play.lock().by_player.is_empty());
}

#[test]
fn abandoned_games_are_forgotten() {
    let fair_play = FairPlay::new(ABSENCE);
    let current = after(&MOVES, person());
    for number in 0..4 * TRACKED_GAMES_MIN as u64 {
        let (id, now) = (number.to_string(), Monotonic(number * ABSENCE_MS / 16));
        fair_play.update(&id, game(), &current, &[&visitor(&id, 1)], now);
        fair_play.update(&id, game(), &current, &[], now);
    }
    let games = fair_play.lock();
    assert!(games.by_match.len() <= TRACKED_GAMES_MIN);
    assert_eq!(games.by_player.len(), games.by_match.len() + 1);
}
