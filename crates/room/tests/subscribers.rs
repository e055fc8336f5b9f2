//! Connections: who may come, what they are shown, and how much they may say.

use play::{Player, RefusalCode, TimeControl, Version};
use room::{Input, Output, RateLimit, Settings, SubscriberId, code};
use wire::{Greeting, PREVIOUS_PROTOCOL, PROTOCOL, ToClient, ToServer};

use crate::world::{ANA, BO, EVE, ID, World, human, online, play, waiting};

fn world(settings: Settings) -> World {
    let mut world = World::with(online(human("Bo"), TimeControl::None), settings);
    world.hello_both();
    world
}

#[test]
fn a_hello_comes_first() {
    let mut world = World::new(online(human("Bo"), TimeControl::None));
    let refused = Some(Err(RefusalCode::BadMessage));
    assert_eq!(world.command(ANA, "a", Player::One, play("4")), refused);
    world.greet(ANA);
    assert_eq!(world.refused(ANA), [RefusalCode::BadMessage]);
    let hello = |protocol| ToServer::Hello { protocol, since: Version(0), seat: None };
    for (protocol, is_spoken) in
        [(PROTOCOL, true), (PREVIOUS_PROTOCOL, true), (PROTOCOL + 1, false), (0, false)]
    {
        world.said.clear();
        world.receive(EVE, hello(protocol));
        let refused = world.refused(EVE) == [RefusalCode::Protocol];
        assert_eq!((world.room.has_subscribers(), refused), (is_spoken, !is_spoken), "{protocol}");
        world.input(Input::Gone(EVE));
    }
    assert!(!world.room.has_subscribers() && world.room.is_idle());
}

#[test]
fn everybody_sees_the_match_as_it_is_theirs() {
    let mut world = world(Settings::default());
    world.hello(EVE, None);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    for (whom, you, choices) in
        [(ANA, Some(Player::One), 0), (BO, Some(Player::Two), 7), (EVE, None, 0)]
    {
        let shown = world.shown(whom);
        assert_eq!(
            (shown.you, shown.watching, shown.view.choices.len()),
            (you, you.is_none(), choices)
        );
        assert_eq!((shown.version, shown.to_move), (Version(3), Some(Player::Two)));
    }
    assert_eq!(world.shown(EVE).online.as_ref().unwrap().code, ID[..6]);
    assert_eq!((code(ID), code("abc")), (&ID[..6], "abc"));
    let state = world.room.state(world.now);
    assert!(state.watching && state.view.choices.is_empty());
    assert_eq!(
        [ANA, BO, EVE].map(|who| world.room.holder(who)),
        [Some(Player::One), Some(Player::Two), None]
    );
    assert_eq!([ANA, EVE].map(|who| world.room.may_command(who)), [true, false]);
    assert_eq!((world.room.id(), world.room.game().info().id), (ID, "connect-four"));
    // Nobody plays for another.
    for (from, player) in [(ANA, Player::Two), (EVE, Player::Two)] {
        assert_eq!(world.command(from, "x", player, play("4")), Some(Err(RefusalCode::NotYours)));
    }
}

#[test]
fn an_audience_has_a_limit_which_players_do_not_count_for() {
    let mut world = World::with(
        online(human("Bo"), TimeControl::None),
        Settings { max_watchers: 2, ..Settings::default() },
    );
    for watcher in [10, 11] {
        world.hello(SubscriberId(watcher), None);
    }
    world.said.clear();
    world.hello(EVE, None);
    assert_eq!(world.refused(EVE), [RefusalCode::Full]);
    assert!(world.done.iter().any(|output| matches!(output, Output::Disconnect(EVE))));
    world.hello_both();
    assert_eq!(world.shown(ANA).online.as_ref().unwrap().watchers, 2);
    // One who is there already may say hello again.
    world.said.clear();
    world.hello(SubscriberId(10), None);
    assert!(world.refused(SubscriberId(10)).is_empty());
    world.input(Input::Gone(SubscriberId(11)));
    world.hello(EVE, None);
    assert!(world.refused(EVE).is_empty());
}

#[test]
fn a_large_audience_is_not_announced_one_by_one() {
    let mut world = world(Settings::default());
    for watcher in 0..30 {
        world.said.clear();
        world.hello(SubscriberId(100 + watcher), None);
        let told = world.said.iter().any(|(to, _)| *to == ANA);
        assert_eq!(told, watcher < 20, "{watcher}");
        let shown = world.shown(SubscriberId(100 + watcher)).online.clone().unwrap();
        assert_eq!(shown.watchers as u64, watcher + 1, "whoever comes is shown the match");
    }
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    assert_eq!(world.shown(ANA).online.as_ref().unwrap().watchers, 30);
}

#[test]
fn greetings_go_to_everybody_and_not_too_often() {
    let settings =
        Settings { greetings: RateLimit { burst: 2, interval_ms: 4_000 }, ..Settings::default() };
    let mut world = world(settings);
    world.hello(EVE, None);
    world.greet(EVE);
    assert_eq!(world.refused(EVE), [RefusalCode::NotYours]);
    for _ in 0..2 {
        world.greet(ANA);
        let hello = ToClient::Greeted { player: Player::One, greeting: Greeting::Hello };
        let to: Vec<_> = world.said.iter().map(|(to, message)| (*to, message == &hello)).collect();
        assert_eq!(to, [(ANA, true), (BO, true), (EVE, true)]);
    }
    let told = |output: &&Output| matches!(output, Output::Greeted { player: Player::One, .. });
    assert_eq!(world.done.iter().filter(told).count(), 2, "other nodes are told");
    world.greet(ANA);
    assert_eq!(world.refused(ANA), [RefusalCode::SlowDown]);
    world.greet(BO);
    assert!(world.refused(BO).is_empty(), "each has a limit of their own");
    world.pass(4_000);
    world.greet(ANA);
    assert!(world.refused(ANA).is_empty());
    // From another node it is shown, and not told again.
    world.said.clear();
    world.done.clear();
    world.input(Input::Greeted { player: Player::Two, greeting: Greeting::Thanks });
    assert_eq!((world.said.len(), world.done.len()), (3, 0));
}

#[test]
fn commands_are_limited_over_all_connections_of_a_player() {
    let settings =
        Settings { commands: RateLimit { burst: 2, interval_ms: 1_000 }, ..Settings::default() };
    let mut world = world(settings);
    world.hello(EVE, Some(Player::One));
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.command(EVE, "b", Player::One, play("4")).unwrap().unwrap_err();
    assert_eq!(world.command(ANA, "c", Player::One, play("4")), Some(Err(RefusalCode::SlowDown)));
    assert!(world.command(BO, "d", Player::Two, play("4")).unwrap().is_ok());
    world.pass(1_000);
    assert!(world.command(EVE, "e", Player::One, play("4")).unwrap().is_ok());
}

#[test]
fn a_match_that_is_too_long_can_only_be_ended() {
    let settings = Settings { max_events: 4, ..Settings::default() };
    let mut world = world(settings);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.command(BO, "b", Player::Two, play("4")).unwrap().unwrap();
    assert_eq!(world.command(ANA, "c", Player::One, play("4")), Some(Err(RefusalCode::NotAllowed)));
    assert!(world.command(ANA, "d", Player::One, play::Command::Resign).unwrap().is_ok());
}

#[test]
fn a_seat_needs_a_secret_and_a_computer_a_name_that_exists() {
    let mut world = World::new(waiting(|_| {}));
    world.hello(ANA, Some(Player::One));
    world.hello(EVE, None);
    assert_eq!(world.join(EVE, "j"), Some(Err(RefusalCode::BadMessage)));
    let invite = |opponent: &str| play::Command::Invite { opponent: opponent.to_owned(), seed: 1 };
    let refused = world.command(ANA, "a", Player::One, invite("nobody"));
    assert_eq!(refused, Some(Err(RefusalCode::NotAllowed)));
    assert!(world.command(ANA, "b", Player::One, invite("easy")).unwrap().is_ok());
    // A join that is sent again is one.
    let mut world = World::new(waiting(|_| {}));
    world.hello(BO, Some(Player::Two));
    assert_eq!(world.join(BO, "j"), Some(Ok(Version(3))));
    assert_eq!(world.join(BO, "j"), Some(Ok(Version(3))));
    assert_eq!(world.join(BO, "k"), Some(Err(RefusalCode::Taken)));
    // A ping is answered by the connection.
    world.said.clear();
    world.receive(BO, ToServer::Ping { n: 1 });
    assert!(world.said.is_empty());
}
