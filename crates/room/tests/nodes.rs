//! Several nodes with the same match open.

use play::{Claim, Command, Event, Player, RefusalCode, TimeControl, Version};
use room::{Hearing, Input, NodeRole, Output, PeerPlayer, PeerView};
use store::Arrival;

use crate::world::{ANA, BO, CLOCK, EVE, ID, World, human, online, play, waiting};

const THERE: PeerPlayer = PeerPlayer { present: true, left: false, lag_ms: 40 };
const LEFT: PeerPlayer = PeerPlayer { present: false, left: true, lag_ms: 0 };
const NOT: PeerPlayer = PeerPlayer { present: false, left: false, lag_ms: 0 };

fn peers(two: PeerPlayer) -> PeerView {
    PeerView { players: [NOT, two], ..PeerView::default() }
}

fn claim() -> Command {
    Command::Claim { claim: Claim::Win }
}

/// Ana plays here, and it is her turn; Bo is on another node.
fn world(time: TimeControl) -> World {
    let mut world = World::new(online(human("Bo"), time));
    world.hello_both();
    world.command(ANA, "1", Player::One, play("1")).unwrap().unwrap();
    world.command(BO, "2", Player::Two, play("2")).unwrap().unwrap();
    world.input(Input::Peers(peers(THERE)));
    world.input(Input::Gone(BO));
    world
}

#[test]
fn whoever_is_on_another_node_is_there() {
    let mut world = world(TimeControl::None);
    assert_eq!(world.shown(ANA).players[1].gone, None);
    world.input(Input::Peers(peers(NOT)));
    let gone = world.shown(ANA).players[1].gone.unwrap();
    assert_eq!(gone.until - gone.since, 180_000);
    // Who has said there that they leave is waited for less long.
    world.pass(5_000);
    world.input(Input::Peers(peers(LEFT)));
    let gone = world.shown(ANA).players[1].gone.unwrap();
    assert_eq!(gone.until - gone.since, 15_000);
    world.pass(5_000);
    world.input(Input::Peers(peers(LEFT)));
    assert_eq!(world.shown(ANA).players[1].gone, Some(gone), "said once");
    world.pass(5_000);
    assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Ok(Version(5))));
}

#[test]
fn nobody_is_gone_while_a_node_is_not_heard() {
    let mut world = world(TimeControl::None);
    world.input(Input::Peers(peers(NOT)));
    world.pass(170_000);
    let silent = PeerView { hearing: Hearing::Interrupted, ..peers(NOT) };
    world.input(Input::Peers(silent));
    world.pass(600_000);
    assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
    // Heard again, the wait begins anew.
    world.input(Input::Peers(peers(NOT)));
    world.pass(179_999);
    assert_eq!(world.command(ANA, "d", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
    world.pass(1);
    assert!(world.command(ANA, "e", Player::One, claim()).unwrap().is_ok());
}

#[test]
fn who_is_here_is_told_of_when_another_node_thinks_otherwise() {
    let mut world = World::new(online(human("Bo"), TimeControl::None));
    let arrivals = |world: &mut World| {
        let done = std::mem::take(&mut world.done);
        let arrived = done.into_iter().filter_map(|output| match output {
            Output::Arrived(player) => Some(player),
            _ => None,
        });
        arrived.collect::<Vec<_>>()
    };
    world.hello(BO, Some(Player::Two));
    assert_eq!(arrivals(&mut world), [Player::Two]);
    world.hello(ANA, Some(Player::One));
    assert_eq!(arrivals(&mut world), [Player::One]);
    world.hello(EVE, Some(Player::One));
    assert_eq!(arrivals(&mut world), [], "she is here already");
    for (view, expected) in
        [(THERE, vec![]), (NOT, vec![Player::Two]), (NOT, vec![]), (THERE, vec![])]
    {
        world.input(Input::Peers(peers(view)));
        assert_eq!(arrivals(&mut world), expected);
    }
    world.input(Input::Gone(BO));
    world.input(Input::Peers(peers(NOT)));
    assert_eq!(arrivals(&mut world), [], "he is not here");
}

#[test]
fn a_claim_fails_against_whoever_has_come_to_another_node() {
    let mut world = world(TimeControl::None);
    world.input(Input::Peers(peers(NOT)));
    world.pass(180_000);
    // The store knows better.
    let arrival = Arrival { match_id: ID.to_owned(), player: Player::Two };
    world.store.record_arrival_now(&arrival, play::Time(world.now.wall.0 - 30_000));
    assert_eq!(world.command(ANA, "c", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
    assert!(!world.room.session().is_over());
    // From then on the wait is that of the arrival, with what two clocks may err.
    world.pass(180_000 - 30_000 + 499);
    assert_eq!(world.command(ANA, "d", Player::One, claim()), Some(Err(RefusalCode::TooSoon)));
    world.pass(1_001);
    assert!(world.command(ANA, "e", Player::One, claim()).unwrap().is_ok());
}

#[test]
fn a_deputy_waits_for_the_preferred_node() {
    for (role, late) in [(NodeRole::Preferred, 0), (NodeRole::Deputy, 1_500)] {
        let mut world = World::new(waiting(|opening| opening.position = None));
        world.hello_both();
        world.join(BO, "j").unwrap().unwrap();
        world.input(Input::Peers(PeerView { role, ..PeerView::default() }));
        world.input(Input::Gone(BO));
        world.pass(30_000 + late - 1);
        assert!(world.room.session().pregame().unwrap().free().is_none(), "{role:?}");
        world.pass(1);
        assert!(world.room.session().pregame().unwrap().free().is_some(), "{role:?}");
    }
}

#[test]
fn the_node_of_a_player_says_that_the_flag_has_fallen() {
    // Bo's clock runs, and Bo is elsewhere; or nobody knows where, and this node is the deputy; or here.
    for (two, role, is_here, late) in [
        (THERE, NodeRole::Preferred, false, 1_500),
        (NOT, NodeRole::Deputy, false, 1_500),
        (NOT, NodeRole::Preferred, false, 0),
        (THERE, NodeRole::Deputy, true, 0),
    ] {
        let mut world = World::new(online(human("Bo"), CLOCK));
        world.hello_both();
        world.pass(1_000);
        world.command(ANA, "1", Player::One, play("1")).unwrap().unwrap();
        world.input(Input::Peers(PeerView { role, ..peers(PeerPlayer { lag_ms: 0, ..two }) }));
        if !is_here {
            world.input(Input::Gone(BO));
        }
        world.pass(180_000 + late - 1);
        assert!(!world.room.session().is_over(), "{two:?} {role:?} {is_here}");
        world.pass(1);
        let last = world.events().pop();
        assert!(matches!(last, Some(Event::Flagged { player: Player::Two, .. })), "{last:?}");
    }
}

#[test]
fn the_lag_of_a_player_is_that_of_the_shortest_way() {
    let tab = room::SubscriberId(8);
    let mut world = World::new(online(human("Bo"), CLOCK));
    world.hello_both();
    world.hello(tab, Some(Player::Two));
    assert_eq!(world.room.local_player(Player::Two).lag_ms, 0);
    world.input(Input::Lag { of: BO, millis: 300 });
    world.input(Input::Lag { of: tab, millis: 200 });
    assert_eq!(world.room.local_player(Player::Two).lag_ms, 200);
    world.input(Input::Lag { of: ANA, millis: 90 });
    assert_eq!(world.room.local_player(Player::One).lag_ms, 90);
    world.command(ANA, "1", Player::One, play("1")).unwrap().unwrap();
    world.pass(1_000);
    world.command(BO, "2", Player::Two, play("2")).unwrap().unwrap();
    assert!(matches!(world.events()[1], Event::Moved { lag: 200, .. }), "{:?}", world.events());
    // A flag waits for what is on its way: from another node, as that says.
    world.input(Input::Gone(ANA));
    let elsewhere = PeerView { players: [THERE, NOT], ..PeerView::default() };
    world.input(Input::Peers(elsewhere));
    world.pass(180_000 + 40 + 1_500 - 1);
    assert!(!world.room.session().is_over());
    world.pass(1);
    assert!(world.room.session().is_over());
}

#[test]
fn watchers_are_counted_on_all_nodes() {
    let mut world = World::new(online(human("Bo"), CLOCK));
    world.hello_both();
    world.hello(EVE, None);
    world.input(Input::Peers(PeerView { watchers: 3, ..PeerView::default() }));
    let shown = world.shown(ANA).online.clone().unwrap();
    assert_eq!((shown.watchers, world.room.local_watchers()), (4, 1));
}
