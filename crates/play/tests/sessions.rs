//! Sessions: what is the same before and after the start, and what a look ahead leaves behind.

use play::{
    Command, Event, Kind, Match, MatchSession, Offer, Opening, Player, RefusalCode, SeatKey, Time,
    TimeControl, Version,
};
use rules::SWAP;

use crate::table::{
    One, Table, Two, find, holder, human, key, moves_to, offer, opening, position, seen, started,
    two_people,
};

const GAME: &str = "connect-four";
const CLOCK: TimeControl = TimeControl::Game { total: 60_000, increment: 0 };

#[test]
fn a_look_ahead_leaves_no_trace() {
    let at = Time(9_000);
    let moved = |notation: &str| Event::Moved { notation: notation.to_owned(), at, lag: 3 };
    let mut table = Table::local(GAME, two_people(), CLOCK);
    table.play("1 2 3 4").ask(One, Command::Undo).unwrap();
    for (events, record) in [
        (vec![], "1 2 3"),
        (vec![moved("7")], "1 2 3 7"),
        (vec![Event::Undone { to: 1, at }], "1"),
        (vec![Event::Undone { to: 2, at }, Event::Undone { to: 0, at }, moved("5")], "5"),
        (vec![Event::TakenBack { to: 2, at }], "1 2"),
        (vec![Event::Redone { to: 4, at }], "1 2 3 4"),
        (vec![Event::Offered { by: One, offer: Offer::Draw }, Event::DrawAgreed { at }], "1 2 3"),
        (vec![Event::Resigned { by: Two, at }, Event::Rematched { id: "n".into(), at }], "1 2 3"),
        (vec![Event::Resumed { from: Time(1), at }], "1 2 3"),
    ] {
        let before = (seen(&table.session), table.session.version());
        let there = table.session.preview(&events, |session| {
            let found = session.current_match().unwrap();
            assert_eq!(session.version().0, before.1.0 + events.len() as u64);
            found.live().record().moves.join(" ")
        });
        assert_eq!(there.as_deref(), Ok(record), "{events:?}");
        assert_eq!((seen(&table.session), table.session.version()), before, "{events:?}");
    }
    // Also when the events do not fit.
    let before = seen(&table.session);
    let wrong = table.session.preview(&[moved("5"), moved("9")], |_| ());
    assert_eq!(wrong.unwrap_err().version, Version(8));
    assert_eq!(seen(&table.session), before);
}

#[test]
fn a_look_ahead_before_the_start_leaves_none_either() {
    let at = Time(9_000);
    let mut table = Table::replay(vec![Event::Opened { opening: opening(GAME), at }]);
    let events = table.session.join(key(Two), None, "Bo", at).unwrap();
    let before = seen(&table.session);
    let starts = table
        .session
        .preview(&events, |session| (session.current_match().is_some(), session.holder(&key(Two))));
    assert_eq!(starts, Ok((true, Some(Two))));
    assert_eq!((seen(&table.session), table.session.version()), (before, Version(1)));
    assert!(table.session.pregame().is_some() && table.session.holder(&key(Two)).is_none());
    // The start comes only once, and a move not before it.
    for event in [Event::Resigned { by: One, at }, Event::Undone { to: 0, at }] {
        let error = table.session.apply(&event).unwrap_err();
        assert_eq!(error.version, Version(2));
    }
    assert_eq!(table.session.version(), Version(1));
}

#[test]
fn a_command_is_current_until_something_it_depends_on_changes() {
    let mut table = Table::online(GAME, two_people(), CLOCK);
    table.play("1");
    let (played, at) = (table.session.version(), Time(50_000));
    let (moves, draw) = (moves_to("2"), offer(Offer::Draw));
    let current = |table: &Table, command: &Command| table.session.is_current(command, played);
    assert!(current(&table, &moves) && current(&table, &draw));
    let next = Version(played.0 + 1);
    assert!(!table.session.is_current(&moves, next), "it has not been seen");
    table.apply(&[Event::Resumed { from: Time(1), at }]);
    assert!(current(&table, &moves) && current(&table, &draw));
    table.apply(&[Event::Offered { by: One, offer: Offer::Takeback }]);
    assert!(current(&table, &moves) && !current(&table, &draw));
    table.play("2");
    assert!(!current(&table, &moves) && !current(&table, &draw));
}

#[test]
fn a_rematch_has_the_sides_exchanged() {
    let mut table = Table::online(GAME, two_people(), CLOCK);
    table.play("1 2").ask(Two, Command::Resign).unwrap();
    let at = Time(77);
    let events = table.session.rematch_events(at).unwrap();
    let [Event::Opened { opening: again, .. }, Event::Started { start, .. }] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(
        (again.host, again.seek, again.position.as_deref()),
        (Two, false, Some(&*position(GAME)))
    );
    assert_eq!((&start.players.first, &start.players.second), (&human("Bo"), &human("Ana")));
    let session = MatchSession::replay(find, &events).unwrap();
    assert_eq!(session.holder(&key(One)), Some(Two), "Ana has her key");
    assert_eq!(session.holder(&key(Two)), Some(One));
    assert_eq!(session.current_match().unwrap().who(Two), &human("Ana"));
    assert_eq!(session.current_match().unwrap().start().time, CLOCK);
    // At one screen, and before the start, there is none.
    let local = Table::local(GAME, two_people(), CLOCK);
    assert_eq!(local.session.rematch_events(at), None);
    let waiting = Table::replay(vec![Event::Opened { opening: opening(GAME), at }]);
    assert_eq!(waiting.session.rematch_events(at), None);
}

#[test]
fn what_is_no_match_says_why() {
    let at = Time(1);
    let no_game = Opening { game: "go".to_owned(), ..opening(GAME) };
    let moved = Event::Moved { notation: "1".to_owned(), at, lag: 0 };
    let mut wrong = started(GAME, two_people(), Kind::Local, CLOCK);
    if let Event::Started { start, .. } = &mut wrong {
        start.position = "nothing".to_owned();
    }
    for (events, version, words) in [
        (vec![], 1, "begins with its start"),
        (vec![moved.clone()], 1, "begins with its start"),
        (vec![Event::Opened { opening: no_game, at }], 1, "no game 'go'"),
        (vec![wrong], 1, "rows"),
        (vec![Event::Opened { opening: opening(GAME), at }, moved], 2, "before the start"),
    ] {
        let error = MatchSession::replay(find, &events).err().unwrap();
        assert_eq!(error.version, Version(version), "{events:?}");
        assert!(error.text.en.contains(words), "{error}");
    }
    let error = Match::replay(|_| None, &[started(GAME, two_people(), Kind::Local, CLOCK)]);
    assert!(error.err().unwrap().text.en.contains("no game"));
}

#[test]
fn a_match_at_one_screen_has_no_keys() {
    let table = Table::local(GAME, two_people(), CLOCK);
    assert_eq!((table.session.kind(), table.session.opening()), (Kind::Local, None));
    assert_eq!(table.session.holder(&SeatKey([0; 32])), None);
    assert_eq!(table.session.game().info().id, GAME);
    assert!(table.session.pregame().is_none() && !table.session.is_over());
    let refused = table.session.join(key(Two), None, "", Time(1)).unwrap_err();
    assert_eq!(refused.code, RefusalCode::Taken);
}

#[test]
fn a_key_stays_with_its_player_when_seats_are_swapped() {
    let at = Time(1);
    let swapping = Opening { swap: true, ..opening("isolation") };
    let mut table = Table::replay(vec![Event::Opened { opening: swapping, at }]);
    let events = table.session.join(key(Two), Some(Two), "Bo", at).unwrap();
    assert_eq!(events[0], Event::Joined { player: Two, seated: holder(Two, "Bo"), at });
    table.apply(&events);
    table.play_any(1).play(SWAP);
    let holders: Vec<Option<Player>> =
        [One, Two].map(|player| table.session.holder(&key(player))).into();
    assert_eq!(holders, [Some(One), Some(Two)]);
    assert_eq!(table.game().to_move(), Some(One));
}
