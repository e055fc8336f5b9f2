//! Matches at one screen: who may play, and what counts once.

use play::{Command, Event, Offer, Player, RefusalCode, TimeControl, Version};
use room::{Input, StoreRequest};

use crate::world::{ANA, BO, EVE, World, computer, human, local, online, play};

const NONE: TimeControl = TimeControl::None;

fn screen() -> World {
    let mut world = World::new(local([human("Ana"), human("Bo")], NONE));
    world.input(Input::Grant(ANA));
    world.hello(ANA, None);
    world
}

#[test]
fn only_whoever_was_granted_it_plays() {
    let mut world = screen();
    world.hello(EVE, None);
    assert!(world.room.may_command(ANA) && !world.room.may_command(EVE));
    assert_eq!(world.command(EVE, "e", Player::One, play("4")), Some(Err(RefusalCode::NotYours)));
    for (id, player) in [("a", Player::One), ("b", Player::Two)] {
        assert!(world.command(ANA, id, player, play("4")).unwrap().is_ok(), "both at one screen");
    }
    // Who only watches sees neither moves to make nor to take back.
    let (shown, watched) = (world.shown(ANA), world.shown(EVE));
    assert!(!shown.watching && shown.undoable == 1 && !shown.view.choices.is_empty());
    assert!(watched.watching && watched.undoable == 0 && watched.view.choices.is_empty());
    // A grant ends with its connection.
    world.input(Input::Gone(ANA));
    world.hello(ANA, None);
    assert_eq!(world.command(ANA, "c", Player::One, play("1")), Some(Err(RefusalCode::NotYours)));
    assert_eq!(world.moves(), "4 4");
}

#[test]
fn a_command_that_is_sent_again_counts_once() {
    let mut world = screen();
    assert_eq!(world.command(ANA, "a", Player::One, play("4")), Some(Ok(Version(2))));
    // From the same client, and from another screen after a connection was lost.
    world.input(Input::Grant(BO));
    world.hello(BO, None);
    for from in [ANA, BO] {
        assert_eq!(world.command(from, "a", Player::One, play("4")), Some(Ok(Version(2))));
    }
    // Also where it would be allowed a second time.
    assert_eq!(
        world.command(ANA, "u", Player::One, play("9")),
        Some(Err(RefusalCode::NotYourTurn))
    );
    world.command(ANA, "b", Player::Two, play("4")).unwrap().unwrap();
    assert_eq!(world.command(ANA, "a", Player::One, play("4")), Some(Ok(Version(2))));
    assert_eq!((world.moves(), world.version()), ("4 4".to_owned(), Version(3)));
    assert_eq!(world.command(ANA, "c", Player::One, play("4")), Some(Ok(Version(4))));
}

#[test]
fn ids_of_one_client_are_not_those_of_another() {
    let mut world = World::new(online(human("Bo"), NONE));
    world.hello_both();
    assert_eq!(world.command(ANA, "1", Player::One, play("4")), Some(Ok(Version(3))));
    assert_eq!(world.command(BO, "1", Player::Two, play("4")), Some(Ok(Version(4))));
    assert_eq!(world.command(ANA, "1", Player::One, play("4")), Some(Ok(Version(3))));
    // Somebody without a seat has no key, and asks the store nothing.
    world.hello(EVE, None);
    world.store_answers = false;
    assert_eq!(world.command(EVE, "1", Player::One, play("4")), Some(Err(RefusalCode::NotYours)));
    assert!(world.asked.is_none());
    // A refused command is looked for by its whole key.
    assert_eq!(world.command(BO, "2", Player::Two, play("4")), None);
    let Some(StoreRequest::FindCommand { idempotency_key, .. }) = &world.asked else {
        panic!("{:?}", world.asked);
    };
    let key = room::key(&crate::world::secret(Player::Two)).to_string();
    assert_eq!(*idempotency_key, format!("{}:2", &key[..16]));
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut world = World::new(local([human("Ana"), computer()], NONE));
    world.input(Input::Grant(ANA));
    world.hello(ANA, None);
    world.command(ANA, "1", Player::One, Command::Resign).unwrap().unwrap();
    assert_eq!(world.shown(ANA).undoable, 1, "before the first move, too");
    world.command(ANA, "2", Player::One, Command::Undo).unwrap().unwrap();
    let state = world.shown(ANA);
    assert_eq!((state.undoable, state.end.as_ref()), (0, None));
}

#[test]
fn a_match_of_two_computers_may_only_be_ended_or_taken_back() {
    for (command, expected) in [
        (play("5"), Err(RefusalCode::NotYours)),
        (Command::Offer { offer: Offer::Draw }, Err(RefusalCode::NotYours)),
        (Command::Undo, Ok(Version(4))),
        (Command::Resign, Ok(Version(4))),
    ] {
        let mut world = World::new(local([computer(), computer()], NONE));
        world.input(Input::Grant(ANA));
        world.hello(ANA, None);
        for version in 1..3 {
            let command = Some(play("4"));
            world.input(Input::EngineReply { version: Version(version), command });
        }
        assert_eq!(world.moves(), "4 4");
        assert_eq!(
            world.command(ANA, "a", Player::One, command.clone()),
            Some(expected),
            "{command:?}"
        );
    }
    let mut world = World::new(local([computer(), computer()], NONE));
    world.input(Input::Grant(ANA));
    world.hello(ANA, None);
    assert_eq!(world.command(ANA, "a", Player::Two, Command::Abort), Some(Ok(Version(2))));
    // Against a person nobody moves, gives up or takes back for the computer.
    for command in [play("4"), Command::Resign, Command::Undo, Command::Redo, Command::Abort] {
        let mut world = World::new(local([computer(), human("Ana")], NONE));
        world.input(Input::Grant(ANA));
        world.hello(ANA, None);
        let asked = world.command(ANA, "a", Player::One, command.clone());
        assert_eq!(asked, Some(Err(RefusalCode::NotYours)), "{command:?}");
    }
}

#[test]
fn nobody_leaves_or_offers_at_one_screen() {
    let mut world = screen();
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    for command in [Command::Leave, Command::Offer { offer: Offer::Takeback }] {
        let asked = world.command(ANA, "b", Player::One, command);
        assert_eq!(asked, Some(Err(RefusalCode::NotAllowed)));
    }
    assert!(matches!(world.events()[..], [Event::Moved { .. }]));
    world.hello(ANA, None);
    assert!(world.shown_last().players.iter().all(|player| player.gone.is_none()));
}

#[test]
fn another_program_may_have_played_on() {
    let mut world = screen();
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    // The terminal plays for Bo, in the same file.
    let mut other = World::open(world.store.clone(), room::Settings::default(), &[]);
    other.input(Input::Grant(BO));
    other.hello(BO, None);
    other.command(BO, "t", Player::Two, play("5")).unwrap().unwrap();
    // Here it still is Bo's turn: what is refused is judged again by what the store has.
    assert_eq!(world.command(ANA, "b", Player::One, play("6")), Some(Ok(Version(4))));
    assert_eq!(world.moves(), "4 5 6");
    // Not each time: once a second.
    other.hello(BO, None);
    world.store_answers = false;
    assert_eq!(world.command(ANA, "c", Player::One, play("7")), None);
    world.answer();
    assert!(
        world.asked.is_none() && world.answered(ANA, "c") == Some(Err(RefusalCode::NotYourTurn))
    );
    world.pass(1_000);
    assert_eq!(world.command(ANA, "d", Player::One, play("7")), None);
    world.answer();
    assert!(matches!(world.asked, Some(StoreRequest::Load { .. })), "{:?}", world.asked);
    world.answer();
    world.answer();
    assert_eq!(world.answered(ANA, "d"), Some(Err(RefusalCode::NotYourTurn)));
}
