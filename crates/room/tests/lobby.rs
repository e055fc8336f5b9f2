//! What the lobby says of a room, and when it is in there.

use play::{Command, Listing, Player, TimeControl};
use room::Input;
use rules::BySeat;
use wire::http::Stage;

use crate::world::{
    ANA, BO, CLOCK, EVE, ID, OPENED, World, computer, human, local, online, play, waiting,
};

#[test]
fn a_table_is_in_the_lobby_as_long_as_its_host_is_there() {
    let mut world = World::new(waiting(|opening| opening.time = CLOCK));
    assert_eq!(world.room.summary(), None, "nobody has come yet");
    world.hello(ANA, Some(Player::One));
    let summary = world.room.summary().unwrap();
    assert_eq!((summary.id.as_str(), summary.game.as_str()), (ID, "connect-four"));
    assert_eq!((summary.stage, summary.time, summary.entries), (Stage::Open, CLOCK, 0));
    assert_eq!(summary.players, BySeat { first: Some(human("Ana")), second: None });
    assert_eq!((summary.watchers, summary.at, summary.lay_board), (0, OPENED.0, false));
    world.hello(EVE, None);
    assert_eq!(world.room.summary().unwrap().watchers, 1);
    world.input(Input::Gone(ANA));
    assert_eq!(world.room.summary(), None, "a table whose host has gone");
    world.hello(ANA, Some(Player::One));
    assert!(world.room.summary().is_some());
}

#[test]
fn a_board_that_is_laid_belongs_to_its_host() {
    let mut world = World::new(waiting(|opening| opening.position = None));
    world.hello_both();
    world.join(BO, "j").unwrap().unwrap();
    let summary = world.room.summary().unwrap();
    assert_eq!((summary.stage, summary.lay_board), (Stage::Laying, true));
    world.input(Input::Gone(ANA));
    assert_eq!(world.room.summary(), None, "the guest alone does not count");
}

#[test]
fn a_game_is_in_the_lobby_while_somebody_plays() {
    let mut world = World::new(online(human("Bo"), TimeControl::None));
    assert_eq!(world.room.summary(), None);
    world.hello(EVE, None);
    assert_eq!(world.room.summary(), None, "a watcher does not play");
    world.hello_both();
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    let summary = world.room.summary().unwrap();
    assert_eq!((summary.stage, summary.entries, summary.watchers), (Stage::Playing, 1, 1));
    world.input(Input::Gone(ANA));
    assert!(world.room.summary().is_some(), "Bo is there");
    world.input(Input::Gone(BO));
    assert_eq!(world.room.summary(), None);
    world.hello_both();
    world.command(BO, "b", Player::Two, Command::Resign).unwrap().unwrap();
    assert_eq!(world.room.summary(), None, "it is over");
}

#[test]
fn a_computer_keeps_no_game_in_the_lobby() {
    let mut world = World::new(online(computer(), TimeControl::None));
    world.hello(ANA, Some(Player::One));
    assert!(world.room.summary().is_some());
    world.input(Input::Gone(ANA));
    assert_eq!(world.room.summary(), None);
}

#[test]
fn nobody_finds_what_is_not_public() {
    let mut unlisted = World::new(waiting(|opening| opening.listing = Listing::Unlisted));
    unlisted.hello(ANA, Some(Player::One));
    assert_eq!(unlisted.room.summary(), None);
    let mut screen = World::new(local([human("Ana"), human("Bo")], TimeControl::None));
    screen.input(Input::Grant(ANA));
    screen.hello(ANA, None);
    assert_eq!(screen.room.summary(), None);
}
