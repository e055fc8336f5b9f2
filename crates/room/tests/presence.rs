//! Who is there, how long the other waits, and what may be claimed then.

use play::{Claim, Command, Event, Player, RefusalCode, TimeControl, Version};
use room::{Input, Monotonic};

use crate::world::{ANA, BO, CLOCK, EVE, World, human, online, play, waiting};

fn claim() -> Command {
    Command::Claim { claim: Claim::Win }
}

/// Ana and Bo in the middle of a game; Bo is to move.
fn playing(time: TimeControl) -> World {
    let mut world = World::new(online(human("Bo"), time));
    world.hello_both();
    for (from, player, notation) in
        [(ANA, Player::One, "1"), (BO, Player::Two, "2"), (ANA, Player::One, "3")]
    {
        world.command(from, notation, player, play(notation)).unwrap().unwrap();
    }
    world
}

/// How many milliseconds pass until Ana may claim that Bo has gone.
fn claimable_after(world: &mut World) -> u64 {
    for tries in 0..400 {
        match world.command(ANA, &format!("claim {tries}"), Player::One, claim()).unwrap() {
            Ok(_) => return tries * 500,
            Err(code) => assert_eq!(code, RefusalCode::TooSoon),
        }
        world.pass(500);
    }
    panic!("it is never allowed");
}

#[test]
fn whoever_stays_away_can_be_claimed_against_after_a_while() {
    for (time, wait) in [(TimeControl::None, 180_000), (CLOCK, 22_500)] {
        let mut world = playing(time);
        assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
        world.said.clear();
        world.input(Input::Gone(BO));
        let gone = world.shown(ANA).players[1].gone.unwrap();
        assert_eq!(gone.until - gone.since, wait);
        assert_eq!(world.shown(ANA).players[0].gone, None);
        assert_eq!(claimable_after(&mut world), wait);
        assert!(matches!(world.events().last(), Some(Event::Abandoned { by: Player::Two, .. })));
    }
}

#[test]
fn leaving_shortens_the_wait() {
    let mut world = playing(TimeControl::None);
    assert_eq!(world.command(BO, "l", Player::Two, Command::Leave), Some(Ok(world.version())));
    assert_eq!(world.version(), Version(5), "nothing has happened to the match");
    let gone = world.shown(ANA).players[1].gone.unwrap();
    assert_eq!(gone.until - gone.since, 10_000);
    // The connection ends a moment later, which changes nothing of that.
    world.pass(1_000);
    world.input(Input::Gone(BO));
    assert_eq!(claimable_after(&mut world), 9_000);
}

#[test]
fn leaving_does_not_lengthen_the_wait() {
    let mut world = playing(TimeControl::None);
    world.input(Input::Gone(BO));
    world.pass(175_000);
    // From another tab, which opens for that alone.
    world.hello(EVE, None);
    world.input(Input::Gone(EVE));
    assert_eq!(claimable_after(&mut world), 5_000);
}

#[test]
fn whoever_leaves_leaves_on_all_connections_and_comes_back_with_one() {
    let tab = room::SubscriberId(9);
    let mut world = playing(TimeControl::None);
    world.hello(tab, Some(Player::Two));
    world.command(BO, "l", Player::Two, Command::Leave).unwrap().unwrap();
    assert!(world.shown(ANA).players[1].gone.is_some(), "the other tab does not count");
    assert!(world.room.local_player(Player::Two).left);
    // Ana has not left.
    assert!(world.shown(ANA).players[0].gone.is_none());
    world.hello(tab, Some(Player::Two));
    assert!(world.shown(ANA).players[1].gone.is_none());
    let here = world.room.local_player(Player::Two);
    assert!(here.present && !here.left);
    assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
}

#[test]
fn the_absence_of_whoever_comes_back_begins_anew() {
    let mut world = playing(CLOCK);
    world.input(Input::Gone(BO));
    world.pass(20_000);
    world.hello(BO, Some(Player::Two));
    assert_eq!(world.shown(ANA).players[1].gone, None);
    world.input(Input::Gone(BO));
    assert_eq!(claimable_after(&mut world), 22_500);
}

#[test]
fn the_guest_of_a_table_is_waited_for_and_then_another_may_come() {
    let mut world = World::new(waiting(|opening| opening.position = None));
    world.hello_both();
    assert!(world.join(BO, "j").unwrap().is_ok());
    assert!(world.room.session().pregame().unwrap().free().is_none());
    world.input(Input::Gone(BO));
    world.pass(29_999);
    assert!(world.room.session().pregame().unwrap().free().is_none());
    world.pass(1);
    assert_eq!(world.room.session().pregame().unwrap().free(), Some(Player::Two));
    assert!(matches!(world.events().last(), Some(Event::Left { player: Player::Two, .. })));
    // The host may stay away as long as it likes.
    world.input(Input::Gone(ANA));
    world.pass(3_600_000);
    assert!(!world.room.session().is_over());
}

#[test]
fn a_seek_closes_when_its_host_goes_or_nobody_comes() {
    let seek = || World::new(waiting(|opening| opening.seek = true));
    let mut world = seek();
    world.hello(ANA, Some(Player::One));
    world.pass(599_999);
    assert!(!world.room.session().is_over());
    world.pass(1);
    assert!(world.room.session().is_over(), "nobody has come");
    let mut world = seek();
    world.hello(ANA, Some(Player::One));
    world.pass(60_000);
    world.input(Input::Gone(ANA));
    world.pass(29_999);
    assert!(!world.room.session().is_over());
    world.pass(1);
    assert!(world.room.session().is_over(), "its host has gone");
    assert_eq!(world.events().len(), 1);
    assert!(matches!(world.events()[0], Event::Aborted { .. }));
    assert_eq!(world.room.wakes_at(), None);
}

#[test]
fn waits_are_longer_once_the_match_has_started() {
    let mut world = World::new(waiting(|_| {}));
    world.hello_both();
    world.input(Input::Gone(ANA));
    world.pass(20_000);
    world.join(BO, "j").unwrap().unwrap();
    let gone = world.shown(BO).players[0].gone.unwrap();
    assert_eq!(gone.until - gone.since, 180_000);
    assert_eq!(world.now.monotonic, Monotonic(70_000));
}

#[test]
fn the_computer_is_always_there() {
    let mut world = World::new(online(crate::world::computer(), TimeControl::None));
    world.hello(ANA, Some(Player::One));
    assert_eq!(world.shown(ANA).players[1].gone, None);
    world.pass(3_600_000);
    assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
}
