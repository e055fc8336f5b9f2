//! The driver of a room: searches of its computer player, their progress, and when they are tried again.

use std::sync::Arc;

use api::{DriverInput, Effect, Games, RoomDriver};
use engine::{AnyReport, Entry};
use play::{Event, Kind, Start, Time, TimeControl, Version, Who};
use room::{ClientMessage, Input, Monotonic, Now, Room, Settings, StoreRequest, SubscriberId};
use rules::{BySeat, Text};
use wire::{PROTOCOL, ToClient, ToServer};

use crate::tic_tac_toe::TicTacToeEngine;

const SCREEN: SubscriberId = SubscriberId(7);

fn at(millis: u64) -> Now {
    Now { wall: Time(millis), monotonic: Monotonic(millis) }
}

/// A match that the computer begins, and what follows from its opening.
fn opened() -> (RoomDriver, Vec<Effect>) {
    let entry = Entry::of::<TicTacToeEngine>();
    let first = Who::Computer { opponent: "easy".to_owned(), seed: 1 };
    let start = Start {
        game: "tic-tac-toe".to_owned(),
        position: "3/3/3 x".to_owned(),
        swap: false,
        players: BySeat { first, second: Who::Human { name: "Bo".to_owned() } },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    let events = [Event::Started { start, at: Time(0) }];
    let games = Arc::new(Games::new(Arc::new([entry])));
    let opened = Room::open("a".to_owned(), &events, games, Settings::default(), &[], at(0));
    let (room, outputs) = opened.expect("a room");
    RoomDriver::new(room, entry, None, outputs, at(0))
}

/// The version that a search is about, if these effects start one.
fn searched(effects: &[Effect]) -> Option<Version> {
    effects.iter().find_map(|effect| match effect {
        Effect::Search { version, .. } => Some(*version),
        _ => None,
    })
}

/// What the screen is told.
fn told(effects: Vec<Effect>) -> Vec<ToClient> {
    let sent = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send { to, message } if to == [SCREEN] => Some(message),
        _ => None,
    });
    sent.collect()
}

/// The screen follows the match.
fn follow(driver: &mut RoomDriver) {
    let message = ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat: None };
    let (at_ms, rematch_id) = (Monotonic(0), String::new());
    let hello = ClientMessage { from: SCREEN, message, at: at_ms, rematch_id };
    driver.handle(DriverInput::Room(Input::Grant(SCREEN)), at(0));
    let greeted = driver.handle(DriverInput::Room(Input::Message(Box::new(hello))), at(0));
    assert!(matches!(&told(greeted)[..], [ToClient::State(_)]));
}

#[test]
fn a_search_that_cannot_be_done_is_tried_again() {
    let (mut driver, effects) = opened();
    let version = searched(&effects).expect("a search");
    follow(&mut driver);
    let notice = Some(Text::new("busy", "occupé"));
    let postponed = DriverInput::SearchPostponed { version, retry_ms: 250, notice };
    let effects = driver.handle(postponed, at(100));
    assert!(matches!(&told(effects)[..], [ToClient::Refused { id: None, .. }]));
    assert_eq!((driver.wakes_at(), driver.closes_at()), (Some(Monotonic(350)), None));
    assert_eq!(searched(&driver.handle(DriverInput::Wake, at(349))), None);
    assert_eq!(searched(&driver.handle(DriverInput::Wake, at(350))), Some(version));
    assert_eq!(driver.wakes_at(), None);
}

#[test]
fn progress_is_told_now_and_then() {
    let (mut driver, effects) = opened();
    let version = searched(&effects).expect("a search");
    follow(&mut driver);
    let found =
        |depth| DriverInput::SearchUpdated(version, AnyReport { depth, ..AnyReport::default() });
    for depth in 1..4 {
        assert!(driver.handle(found(depth), at(10)).is_empty());
    }
    assert_eq!(driver.wakes_at(), Some(Monotonic(100)));
    let depth = |effects| match &told(effects)[..] {
        [ToClient::Thinking(progress)] => progress.depth,
        other => panic!("{other:?}"),
    };
    assert_eq!(depth(driver.handle(DriverInput::Wake, at(100))), 3);
    assert_eq!(driver.wakes_at(), None);
    assert_eq!(depth(driver.handle(found(4), at(200))), 4);
}

#[test]
fn the_result_of_another_search_is_ignored() {
    let (mut driver, effects) = opened();
    let version = searched(&effects).expect("a search");
    let choice = Some("b2".to_owned());
    let report = AnyReport { choice, ..AnyReport::default() };
    let stale = DriverInput::SearchEnded(Version(version.0 + 1), Some(report.clone()));
    assert!(driver.handle(stale, at(1)).is_empty());
    let ended = driver.handle(DriverInput::SearchEnded(version, Some(report)), at(2));
    let [Effect::Store(StoreRequest::Append(append))] = &ended[..] else { panic!("{ended:?}") };
    assert!(matches!(&append.events[..], [Event::Moved { notation, .. }] if notation == "b2"));
}

#[test]
fn an_engine_that_fails_plays_any_move() {
    let (mut driver, effects) = opened();
    let version = searched(&effects).expect("a search");
    let ended = driver.handle(DriverInput::SearchEnded(version, None), at(1));
    assert!(matches!(&ended[..], [Effect::Store(StoreRequest::Append(_))]), "{ended:?}");
}
