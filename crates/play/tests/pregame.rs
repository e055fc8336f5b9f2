//! A match before its start: seats, and the board that both lay.

use play::{
    Command, Event, Kind, Opening, Player, RefusalCode, SeatHolder, SeatKey, Time, TimeControl,
};
use rules::BySeat;

use crate::table::{One, Table, Two, find, holder, human, key, moves_to, opening, position};

const AT: Time = Time(1000);
const GAME: &str = "connect-four";
const TILES: &str = "katarenga";

fn opened(opening: Opening) -> Table {
    Table::replay(vec![Event::Opened { opening, at: AT }])
}

/// A table at which the board is laid.
fn laying() -> Table {
    opened(Opening { position: None, ..opening(TILES) })
}

fn join(table: &mut Table, player: Option<Player>, of: SeatKey) -> Result<Vec<Event>, RefusalCode> {
    let events = table.session.join(of, player, " Bo ", AT).map_err(|refusal| refusal.code)?;
    table.apply(&events);
    Ok(events)
}

fn lay(half: &str) -> Command {
    Command::Lay { half: half.to_owned() }
}

#[test]
fn whoever_takes_the_last_seat_starts_the_match() {
    let mut table = opened(opening(GAME));
    let pregame = table.session.pregame().unwrap();
    assert_eq!(
        (pregame.free(), pregame.lays_board(), pregame.is_closed()),
        (Some(Two), false, false)
    );
    assert_eq!(pregame.seated(One), Some(&holder(One, "Ana")));
    assert_eq!((table.session.who(One), table.session.who(Two)), (Some(&human("Ana")), None));
    let start = find(GAME).unwrap().open(&rules::Record::new(position(GAME))).unwrap();
    assert_eq!(pregame.board(find(GAME).unwrap()), Some(start.view().board));
    assert_eq!((table.session.kind(), table.session.is_over()), (Kind::Online, false));
    // Taken seats, the own key, and a name that cannot be.
    assert_eq!(join(&mut table, Some(One), key(Two)), Err(RefusalCode::Taken));
    assert_eq!(join(&mut table, None, key(One)), Err(RefusalCode::Taken));
    let refused = table.session.join(key(Two), None, &"x".repeat(61), AT);
    assert_eq!(refused.unwrap_err().code, RefusalCode::NotAllowed);
    for command in [moves_to("4"), Command::Resign] {
        assert_eq!(table.ask(One, command), Err(RefusalCode::NotReady));
    }
    let events = join(&mut table, None, key(Two)).unwrap();
    let joined = Event::Joined { player: Two, seated: holder(Two, "Bo"), at: AT };
    assert_eq!((events.len(), &events[0]), (2, &joined));
    let start = table.game().start();
    assert_eq!((start.kind, start.position.as_str()), (Kind::Online, position(GAME).as_str()));
    assert_eq!((&start.players.first, &start.players.second), (&human("Ana"), &human("Bo")));
    assert_eq!([key(One), key(Two)].map(|key| table.session.holder(&key)), [Some(One), Some(Two)]);
    assert_eq!(table.session.holder(&SeatKey([99; 32])), None);
    // Too late, and in a seat already.
    let late = |key| table.session.join(key, None, "", AT).unwrap_err();
    assert_eq!(
        (late(SeatKey([9; 32])).code, late(key(Two)).code),
        (RefusalCode::Taken, RefusalCode::Taken)
    );
    assert_ne!(late(SeatKey([9; 32])), late(key(Two)));
}

#[test]
fn a_guest_may_go_and_the_host_ends_it() {
    let mut table = laying();
    join(&mut table, None, key(Two)).unwrap();
    table.ask(Two, lay("1 2")).unwrap();
    table.ask(One, lay("3 4")).unwrap();
    table.ask(One, Command::Confirm).unwrap();
    assert_eq!(table.ask(Two, Command::Leave), Ok(vec![Event::Left { player: Two, at: AT }]));
    let pregame = table.session.pregame().unwrap();
    assert_eq!((pregame.free(), pregame.half(One), pregame.half(Two)), (Some(Two), "3 4", "- -"));
    assert!(!pregame.has_confirmed(One), "it was another's board");
    assert_eq!(table.session.holder(&key(Two)), None);
    assert_eq!(table.ask(One, Command::Confirm), Err(RefusalCode::NotReady));
    assert_eq!(table.ask(One, Command::Leave), Ok(vec![Event::Aborted { at: AT }]));
    assert!(table.session.is_over() && table.session.pregame().unwrap().is_closed());
    assert_eq!(table.ask(One, lay("1 2")), Err(RefusalCode::Over));
    assert_eq!(join(&mut table, None, key(Two)), Err(RefusalCode::Over));
    // A guest may call it off too.
    let mut other = laying();
    join(&mut other, None, key(Two)).unwrap();
    assert_eq!(other.ask(Two, Command::Abort), Ok(vec![Event::Aborted { at: AT }]));
}

#[test]
fn both_lay_their_half_and_agree() {
    let mut table = laying();
    assert!(table.session.pregame().unwrap().lays_board());
    assert_eq!(table.ask(One, Command::Confirm), Err(RefusalCode::NotReady), "alone");
    join(&mut table, None, key(Two)).unwrap();
    assert!(table.session.current_match().is_none(), "the board is not laid");
    table.ask(One, lay(" 1   2+90 ")).unwrap();
    assert_eq!(table.session.pregame().unwrap().half(One), "1 2+90");
    assert_eq!(table.ask(One, Command::Confirm), Err(RefusalCode::NotReady), "half of it");
    for wrong in ["", "1", "1 2 3", "1 nothing", &"1 2".replace(' ', &" ".repeat(120))] {
        assert_eq!(table.ask(Two, lay(wrong)), Err(RefusalCode::Unreadable), "{wrong}");
    }
    // 120 bytes may be.
    let long = format!("3{}4", " ".repeat(118));
    table.ask(Two, lay(&long)).unwrap();
    assert_eq!(table.session.pregame().unwrap().half(Two), "3 4");
    table.ask(One, Command::Confirm).unwrap();
    let pregame = table.session.pregame().unwrap();
    assert_eq!((pregame.has_confirmed(One), pregame.has_confirmed(Two)), (true, false));
    assert_eq!(table.ask(One, Command::Confirm), Err(RefusalCode::NotAllowed), "twice");
    // Whoever changes a half withdraws what both have agreed with.
    table.ask(Two, lay("4 3")).unwrap();
    assert!(!table.session.pregame().unwrap().has_confirmed(One));
    table.ask(Two, Command::Confirm).unwrap();
    let started = table.ask(One, Command::Confirm).unwrap();
    assert!(matches!(started[..], [Event::Confirmed { player: One }, Event::Started { .. }]));
    let board = rules::Setup { rules: None, board: Some("1 2+90 4 3".to_owned()), seed: 0 };
    assert_eq!(table.game().start().position, find(TILES).unwrap().start(&board).unwrap());
}

#[test]
fn nothing_is_laid_where_the_board_is_known() {
    let mut table = opened(opening(TILES));
    assert_eq!(table.ask(One, lay("1 2")), Err(RefusalCode::NotAllowed));
    assert_eq!(table.ask(One, Command::Confirm), Err(RefusalCode::NotAllowed));
}

#[test]
fn the_computer_lays_two_tiles_and_agrees_with_any_board() {
    let mut halves = std::collections::BTreeSet::new();
    let sets = find(TILES).unwrap().info().tiles;
    let names: Vec<&str> = sets[0].tiles.iter().map(|tile| &*tile.name).collect();
    for seed in 0..200 {
        let mut table = laying();
        let events = table.ask(One, Command::Invite { opponent: "easy".to_owned(), seed }).unwrap();
        let [Event::Joined { player: Two, .. }, Event::Laid { player: Two, half }] = &events[..]
        else {
            panic!("{events:?}");
        };
        let tiles: Vec<_> =
            half.split(' ').map(|tile| tile.split(['f', '+']).next().unwrap()).collect();
        assert!(tiles.len() == 2 && tiles[0] != tiles[1], "{half}");
        assert!(tiles.iter().all(|tile| names.contains(tile)), "{half}");
        halves.insert(half.clone());
        if seed == 0 {
            table.ask(One, lay("1 2")).unwrap();
            assert_eq!(table.ask(One, Command::Confirm).unwrap().len(), 2, "it starts");
            assert!(!table.session.who(Two).unwrap().is_human());
        }
    }
    // Every tile in both places, turned and flipped.
    assert!(halves.len() > 150, "{}", halves.len());
    for sign in ["f", "+90", "+180", "+270"] {
        assert!(halves.iter().any(|half| half.contains(sign)), "{sign}");
    }
    for name in names {
        assert!(halves.iter().any(|half| half.starts_with(name)), "{name} first");
        assert!(halves.iter().any(|half| half.contains(&format!(" {name}"))), "{name} second");
    }
    // Where no board is laid it is there at once, and with it the match.
    let mut table = opened(opening(GAME));
    let invite = Command::Invite { opponent: "easy".to_owned(), seed: 1 };
    let events = table.ask(One, invite.clone()).unwrap();
    assert!(matches!(events[..], [Event::Joined { .. }, Event::Started { .. }]));
    let mut full = laying();
    join(&mut full, None, key(Two)).unwrap();
    assert_eq!(full.ask(One, invite), Err(RefusalCode::Taken));
}

#[test]
fn two_without_keys_are_not_the_same() {
    // Two computers have none.
    let nobody = |seed| {
        let who = play::Who::Computer { opponent: "easy".to_owned(), seed };
        SeatHolder { who, key: None }
    };
    let players = BySeat { first: Some(nobody(1)), second: None };
    let mut table = opened(Opening { players, time: TimeControl::None, ..opening(GAME) });
    table.ask(One, Command::Invite { opponent: "easy".to_owned(), seed: 2 }).unwrap();
    assert!(table.session.current_match().is_some());
}
