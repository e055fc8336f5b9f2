//! Commands in a match: what is allowed to whom, and what follows.

use play::{Claim, Command, End, Event, Kind, Offer, RefusalCode, Time, TimeControl, Version};
use rules::{BySeat, SWAP, Seat};

use crate::table::{
    One, Table, Two, accept, claim, computer, decline, human, moves_to, offer, opening,
    person_and_computer, started, two_people,
};

const GAME: &str = "connect-four";
const NONE: TimeControl = TimeControl::None;

fn online() -> Table {
    Table::online(GAME, two_people(), NONE)
}

#[test]
fn moves_are_made_in_turn_until_the_end() {
    let mut table = online();
    assert_eq!(table.game().to_move(), Some(One));
    assert_eq!(table.ask(Two, moves_to("4")), Err(RefusalCode::NotYourTurn));
    assert_eq!(table.ask(One, moves_to("9")), Err(RefusalCode::Unreadable));
    table.play("1 2 1 2 1 2");
    assert_eq!((table.game().end(), table.game().winner()), (None, None));
    table.play("1");
    assert!(
        matches!(table.game().end(), Some(End::Rules(ending)) if ending.winner == Some(Seat::First))
    );
    assert_eq!((table.game().winner(), table.game().to_move()), (Some(One), None));
    assert_eq!(table.ask(Two, moves_to("2")), Err(RefusalCode::Over));
    assert_eq!(table.ask(Two, Command::Resign), Err(RefusalCode::Over));
    assert!(table.session.is_over());
    // A column that is full, which is a move of the game and not legal.
    let mut full = online();
    full.play("1 1 1 1 1 1");
    assert_eq!(full.ask(One, moves_to("1")), Err(RefusalCode::Illegal));
    assert!(!full.session.is_over());
}

#[test]
fn whoever_gives_up_loses() {
    for (by, winner) in [(One, Two), (Two, One)] {
        let mut table = online();
        let at = Time(table.now);
        assert_eq!(table.ask(by, Command::Resign), Ok(vec![Event::Resigned { by, at }]));
        assert_eq!(
            (table.game().end(), table.game().winner()),
            (Some(&End::Resigned(by)), Some(winner))
        );
    }
}

#[test]
fn a_match_is_called_off_before_the_second_move_alone() {
    for (moves, allowed) in [("", true), ("4", true), ("4 4", false)] {
        let mut table = online();
        table.play(moves);
        assert_eq!(table.game().may_abort(), allowed, "{moves}");
        let asked = table.ask(Two, Command::Abort);
        let at = Time(table.now);
        let expected =
            if allowed { Ok(vec![Event::Aborted { at }]) } else { Err(RefusalCode::NotAllowed) };
        assert_eq!(asked, expected, "{moves}");
        assert_eq!(table.session.is_over(), allowed);
        assert_eq!(table.game().winner(), None);
        assert!(!table.session.is_over() || !table.game().may_abort());
    }
}

#[test]
fn a_draw_is_agreed_on() {
    let mut table = online();
    assert_eq!(table.ask(Two, accept(Offer::Draw)), Err(RefusalCode::NoSuchOffer));
    assert_eq!(table.ask(Two, decline(Offer::Draw)), Err(RefusalCode::NoSuchOffer));
    table.ask(One, offer(Offer::Draw)).unwrap();
    assert_eq!(table.game().offered(Offer::Draw), Some(One));
    assert_eq!(table.game().offered(Offer::Takeback), None);
    assert_eq!(table.ask(One, offer(Offer::Draw)), Err(RefusalCode::NoSuchOffer));
    // Nobody agrees with themselves.
    assert_eq!(table.ask(One, accept(Offer::Draw)), Err(RefusalCode::NoSuchOffer));
    table.ask(Two, decline(Offer::Draw)).unwrap();
    assert_eq!(table.game().offered(Offer::Draw), None);
    table.ask(Two, offer(Offer::Draw)).unwrap();
    // To offer the same is to agree.
    let at = Time(table.now);
    assert_eq!(table.ask(One, offer(Offer::Draw)), Ok(vec![Event::DrawAgreed { at }]));
    assert_eq!((table.game().end(), table.game().winner()), (Some(&End::Agreed), None));
    assert_eq!(table.game().offered(Offer::Draw), None);
}

#[test]
fn an_offer_lapses_when_its_receiver_moves() {
    let mut table = online();
    table.ask(One, offer(Offer::Draw)).unwrap();
    table.play("4");
    assert_eq!(table.game().offered(Offer::Draw), Some(One), "it is One's own");
    table.play("4");
    assert_eq!(table.game().offered(Offer::Draw), None);
}

#[test]
fn the_other_must_agree_to_take_a_move_back() {
    let mut table = online();
    assert_eq!(table.ask(One, offer(Offer::Takeback)), Err(RefusalCode::NoSuchMove));
    assert_eq!(table.ask(One, Command::Undo), Err(RefusalCode::NotAllowed));
    assert_eq!(table.ask(One, Command::Redo), Err(RefusalCode::NotAllowed));
    table.play("1 2 3 4");
    assert_eq!(table.ask(One, Command::Undo), Err(RefusalCode::NotAllowed));
    // Two has moved last, and takes one back; One takes two back.
    for (by, other, to) in [(Two, One, "1 2 3"), (One, Two, "1 2")] {
        let mut table = table.clone();
        table.ask(by, offer(Offer::Takeback)).unwrap();
        table.ask(other, accept(Offer::Takeback)).unwrap();
        assert_eq!(table.record(), to);
        assert_eq!((table.game().redoable(), table.game().offered(Offer::Takeback)), (0, None));
    }
    // The computer always agrees.
    let mut against = Table::online(GAME, person_and_computer(), NONE);
    against.play("1 2");
    let at = Time(against.now);
    assert_eq!(against.ask(One, offer(Offer::Takeback)), Ok(vec![Event::TakenBack { to: 0, at }]));
    assert_eq!(against.record(), "");
}

#[test]
fn at_one_screen_moves_are_taken_back_and_played_again() {
    let mut table = Table::local(GAME, two_people(), NONE);
    assert_eq!(table.ask(One, Command::Undo), Err(RefusalCode::NoSuchMove));
    assert_eq!(table.ask(One, Command::Redo), Err(RefusalCode::NoSuchMove));
    assert_eq!(table.ask(One, offer(Offer::Takeback)), Err(RefusalCode::NotAllowed));
    table.play("1 2 3");
    assert_eq!(table.ask(One, offer(Offer::Takeback)), Err(RefusalCode::NotAllowed));
    // Two people go back one by one, whoever of them asks.
    for (left, redoable) in [("1 2", 1), ("1", 2), ("", 3)] {
        table.ask(One, Command::Undo).unwrap();
        assert_eq!((table.record().as_str(), table.game().redoable()), (left, redoable));
    }
    for left in ["1", "1 2", "1 2 3"] {
        table.ask(Two, Command::Redo).unwrap();
        assert_eq!(table.record(), left);
    }
    assert_eq!(table.ask(Two, Command::Redo), Err(RefusalCode::NoSuchMove));
    // A new move forgets what was undone.
    table.ask(One, Command::Undo).unwrap();
    table.play("7");
    assert_eq!((table.record().as_str(), table.game().redoable()), ("1 2 7", 0));
}

#[test]
fn against_the_computer_one_goes_back_to_the_last_own_turn() {
    let mut table = Table::local(GAME, person_and_computer(), NONE);
    table.play("1 2 3 4");
    table.ask(One, Command::Undo).unwrap();
    assert_eq!((table.record().as_str(), table.game().redoable()), ("1 2", 2));
    table.ask(One, Command::Redo).unwrap();
    assert_eq!(table.record(), "1 2 3 4");
    // While the computer thinks, only the own move.
    table.play("5");
    table.ask(One, Command::Undo).unwrap();
    assert_eq!(table.record(), "1 2 3 4");
    table.ask(One, Command::Redo).unwrap();
    assert_eq!(table.record(), "1 2 3 4 5");
    // Where the computer begins, there is nothing to take back after its first move.
    let other = BySeat { first: computer(), second: human("Ana") };
    let mut table = Table::local(GAME, other, NONE);
    table.play("1");
    assert_eq!(table.ask(Two, Command::Undo), Err(RefusalCode::NoSuchMove));
    table.play("2 3");
    table.ask(Two, Command::Undo).unwrap();
    assert_eq!(table.record(), "1");
    table.ask(Two, Command::Redo).unwrap();
    assert_eq!(table.record(), "1 2 3");
}

#[test]
fn a_finished_game_is_taken_back_unless_it_was_called_off_or_lost_on_time() {
    let mut won = Table::local(GAME, two_people(), NONE);
    won.play("1 2 1 2 1 2 1");
    assert!(won.session.is_over());
    won.ask(Two, Command::Undo).unwrap();
    assert!(!won.session.is_over());
    won.ask(Two, Command::Redo).unwrap();
    assert!(won.session.is_over(), "it is won again");
    let mut resigned = Table::local(GAME, two_people(), NONE);
    resigned.play("1 2").ask(One, Command::Resign).unwrap();
    resigned.ask(One, Command::Undo).unwrap();
    assert_eq!(resigned.game().end(), None);
    assert_eq!(resigned.game().live().record().moves, ["1", "2"], "only the resignation");
    assert_eq!(resigned.ask(One, Command::Redo), Err(RefusalCode::NoSuchMove));
    let mut at_once = Table::local(GAME, person_and_computer(), NONE);
    at_once.ask(One, Command::Resign).unwrap();
    at_once.ask(One, Command::Undo).unwrap();
    assert_eq!(at_once.game().end(), None, "also before the first move");
    let mut aborted = Table::local(GAME, two_people(), NONE);
    aborted.play("1").ask(One, Command::Abort).unwrap();
    assert_eq!(aborted.ask(One, Command::Undo), Err(RefusalCode::NotAllowed));
    let time = TimeControl::Move { limit: 5000 };
    let mut flagged = Table::local(GAME, two_people(), time);
    flagged.play("1");
    let flag = flagged.session.tick(Time(flagged.now + 5000), 0).unwrap();
    flagged.apply(&[flag]);
    assert_eq!(flagged.ask(One, Command::Undo), Err(RefusalCode::NotAllowed));
}

fn with_swap() -> Table {
    Table::online("isolation", two_people(), NONE).with_swap()
}

#[test]
fn whoever_swaps_has_the_others_seat_and_moves() {
    let mut table = with_swap();
    table.play_any(1).play(SWAP);
    let game = table.game();
    assert_eq!((game.seat(One), game.seat(Two)), (Seat::Second, Seat::First));
    assert_eq!((game.player(Seat::First), game.player(Seat::Second)), (Two, One));
    assert_eq!(game.to_move(), Some(One), "One sits in seat Second now");
    assert_eq!(game.who(One), &human("Ana"));
    assert!(table.game().may_abort(), "nothing has been played but one move");
    table.play_any(1);
    assert!(!table.game().may_abort());
    // A seat wins, and with it the player who sits there.
    while table.game().end().is_none() {
        table.play_any(1);
    }
    let Some(End::Rules(ending)) = table.game().end() else { panic!("it was played to its end") };
    let expected = if ending.winner.unwrap() == Seat::First { Two } else { One };
    assert_eq!(table.game().winner(), Some(expected));
}

#[test]
fn turns_are_known_across_a_swap() {
    let mut table = with_swap();
    table.play_any(1).play(SWAP).play_any(2);
    // Two has moved last; before that One; the swap was Two's; the first move One's.
    for (by, other, then, before) in [(Two, One, 3, 1), (One, Two, 2, 0)] {
        let mut table = table.clone();
        for to in [then, before] {
            let at = Time(table.now);
            table.ask(by, offer(Offer::Takeback)).unwrap();
            let taken_back = vec![Event::TakenBack { to, at }];
            assert_eq!(table.ask(other, accept(Offer::Takeback)), Ok(taken_back), "{by:?}");
            assert_eq!((table.entries(), table.game().to_move()), (to, Some(by)));
        }
        assert_eq!(table.game().seat(One), Seat::First, "the swap is gone");
    }
}

#[test]
fn whoever_has_gone_is_claimed_against() {
    let mut table = online();
    let at = Time(table.now);
    assert_eq!(table.clone().ask(One, claim(Claim::Win)), Ok(vec![Event::Aborted { at }]));
    table.play("1 2");
    let at = Time(table.now);
    for (claimed, winner) in [(Claim::Win, Some(One)), (Claim::Draw, None)] {
        let mut table = table.clone();
        let expected = vec![Event::Abandoned { by: Two, claim: claimed, at }];
        assert_eq!(table.ask(One, claim(claimed)), Ok(expected));
        assert_eq!(table.game().end(), Some(&End::Abandoned(Two, claimed)));
        assert_eq!(table.game().winner(), winner);
    }
    // The computer never goes, and at one screen nobody does.
    let mut against = Table::online(GAME, person_and_computer(), NONE);
    assert_eq!(against.ask(One, claim(Claim::Win)), Err(RefusalCode::NotAllowed));
    let mut local = Table::local(GAME, two_people(), NONE);
    assert_eq!(local.ask(One, claim(Claim::Win)), Err(RefusalCode::NotAllowed));
}

#[test]
fn what_belongs_before_the_start_is_refused_in_a_match() {
    for mut table in [online(), Table::local(GAME, two_people(), NONE)] {
        for command in [
            Command::Lay { half: "- -".to_owned() },
            Command::Confirm,
            Command::Invite { opponent: "easy".to_owned(), seed: 1 },
        ] {
            assert_eq!(
                table.ask(One, command.clone()),
                Err(RefusalCode::NotAllowed),
                "{command:?}"
            );
        }
    }
    // Whoever leaves a match between two screens changes nothing of it; at one screen nobody leaves.
    assert_eq!(online().ask(One, Command::Leave), Ok(Vec::new()));
    let mut local = Table::local(GAME, two_people(), NONE);
    assert_eq!(local.ask(One, Command::Leave), Err(RefusalCode::NotAllowed));
}

#[test]
fn a_rematch_is_agreed_on_after_the_end() {
    let rematch = Offer::Rematch;
    let mut table = online();
    assert_eq!(table.ask(One, offer(rematch)), Err(RefusalCode::NotAllowed));
    table.play("1 2").ask(One, Command::Resign).unwrap();
    assert_eq!(table.ask(Two, accept(rematch)), Err(RefusalCode::NoSuchOffer));
    assert_eq!(table.ask(Two, decline(rematch)), Err(RefusalCode::NoSuchOffer));
    table.ask(One, offer(rematch)).unwrap();
    assert_eq!(table.game().offered(rematch), Some(One));
    assert_eq!(table.ask(One, offer(rematch)), Err(RefusalCode::NoSuchOffer));
    assert_eq!(table.ask(One, accept(rematch)), Err(RefusalCode::NoSuchOffer));
    let mut declined = table.clone();
    declined.ask(Two, decline(rematch)).unwrap();
    assert_eq!(declined.game().offered(rematch), None);
    for command in [accept(rematch), offer(rematch)] {
        let mut table = table.clone();
        let at = Time(table.now);
        let id = "next".to_owned();
        assert_eq!(table.ask(Two, command), Ok(vec![Event::Rematched { id, at }]));
        assert_eq!((table.game().rematch(), table.game().offered(rematch)), (Some("next"), None));
        assert_eq!(table.ask(Two, offer(rematch)), Err(RefusalCode::NotAllowed), "once");
    }
    // The computer always wants one; at one screen a game is simply begun.
    let mut against = Table::online(GAME, person_and_computer(), NONE);
    against.ask(One, Command::Resign).unwrap();
    against.ask(One, offer(rematch)).unwrap();
    assert_eq!(against.game().rematch(), Some("next"));
    let mut local = Table::local(GAME, two_people(), NONE);
    local.ask(One, Command::Resign).unwrap();
    assert_eq!(local.ask(One, offer(rematch)), Err(RefusalCode::NotAllowed));
}

#[test]
fn events_that_do_not_fit_are_refused_with_their_version() {
    let mut table = online();
    table.play("1");
    let at = Time(9);
    let moved = |notation: &str| Event::Moved { notation: notation.to_owned(), at, lag: 0 };
    for event in [
        moved("8"),
        moved("none"),
        Event::Redone { to: 3, at },
        Event::Opened { opening: opening(GAME), at },
        Event::Left { player: One, at },
        Event::Confirmed { player: One },
        started(GAME, two_people(), Kind::Online, NONE),
    ] {
        let error = table.session.apply(&event).unwrap_err();
        assert_eq!(error.version, Version(4), "{event:?}");
        assert!(error.to_string().starts_with("event 4: "), "{error}");
        assert_eq!((table.session.version(), table.game().version()), (Version(3), Version(3)));
    }
}
