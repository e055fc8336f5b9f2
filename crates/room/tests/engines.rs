//! What the computer is asked, and what becomes of its answers.

use play::{Command, Event, Offer, Player, TimeControl, Version};
use room::{EngineTask, Input, NodeRole, Output, PeerView};

use crate::world::{ANA, EVE, World, computer, human, local, online, play};

const NONE: TimeControl = TimeControl::None;

/// What the engine was told since.
fn told(world: &mut World) -> Vec<String> {
    let done = std::mem::take(&mut world.done);
    let told = done.into_iter().filter_map(|output| match output {
        Output::StartEngine { task, version } => Some(format!("{task:?} at {}", version.0)),
        Output::HurryEngine => Some("hurry".to_owned()),
        Output::StopEngine => Some("stop".to_owned()),
        _ => None,
    });
    told.collect()
}

fn reply(world: &mut World, version: u64, command: Option<Command>) {
    world.input(Input::EngineReply { version: Version(version), command });
}

/// Ana, who begins, against the computer.
fn against_computer() -> World {
    let mut world = World::new(online(computer(), NONE));
    world.hello(ANA, Some(Player::One));
    world
}

#[test]
fn the_computer_answers_a_move() {
    let mut world = against_computer();
    assert_eq!(told(&mut world), [""; 0]);
    assert!(!world.shown(ANA).thinking);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    assert_eq!(told(&mut world), ["ChooseMove(Two) at 3"]);
    assert!(world.shown(ANA).thinking && !world.room.is_idle());
    reply(&mut world, 3, Some(play("5")));
    assert_eq!((world.moves().as_str(), told(&mut world)), ("4 5", vec!["stop".to_owned()]));
    assert!(!world.shown(ANA).thinking);
    // An answer about another version is none.
    reply(&mut world, 3, Some(play("5")));
    reply(&mut world, 9, Some(play("5")));
    assert_eq!(world.moves(), "4 5");
}

#[test]
fn whatever_the_engine_does_the_game_goes_on() {
    for wrong in [None, Some(play("9")), Some(play("none")), Some(Command::Confirm)] {
        let mut world = against_computer();
        world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
        reply(&mut world, 3, wrong.clone());
        assert_eq!(world.moves(), "4 1", "{wrong:?}: any legal move");
        // Neither is there a draw that nobody has agreed to.
        world
            .command(ANA, "b", Player::One, Command::Offer { offer: Offer::Draw })
            .unwrap()
            .unwrap();
        reply(&mut world, 5, None);
        assert_eq!(world.events().last(), Some(&Event::Declined { offer: Offer::Draw }));
    }
}

#[test]
fn the_computer_answers_the_offer_of_a_draw() {
    let mut world = against_computer();
    world.command(ANA, "a", Player::One, Command::Offer { offer: Offer::Draw }).unwrap().unwrap();
    assert_eq!(told(&mut world), ["AnswerDraw(Two) at 3"]);
    assert!(!world.shown(ANA).thinking, "it is no move that is waited for");
    reply(&mut world, 3, Some(Command::Accept { offer: Offer::Draw }));
    assert!(world.room.session().is_over());
    assert_eq!(told(&mut world), ["stop"]);
    assert_eq!(EngineTask::of(world.room.session().current_match().unwrap()), None);
    assert_eq!(EngineTask::AnswerDraw(Player::One).player(), Player::One);
}

#[test]
fn an_engine_stops_when_its_move_is_taken_back() {
    let mut world = World::new(local([human("Ana"), computer()], NONE));
    world.input(Input::Grant(ANA));
    world.hello(ANA, None);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.command(ANA, "b", Player::One, Command::Undo).unwrap().unwrap();
    assert_eq!(told(&mut world), ["ChooseMove(Two) at 2", "stop"]);
    reply(&mut world, 2, Some(play("5")));
    assert_eq!(world.moves(), "");
}

#[test]
fn only_who_plays_may_hurry_the_computer() {
    let mut world = against_computer();
    world.hello(EVE, None);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    told(&mut world);
    world.receive(EVE, wire::ToServer::MoveNow);
    assert_eq!(told(&mut world), [""; 0]);
    world.receive(ANA, wire::ToServer::MoveNow);
    assert_eq!(told(&mut world), ["hurry"]);
}

#[test]
fn two_computers_play_while_somebody_watches() {
    let mut world = World::new(local([computer(), computer()], NONE));
    assert_eq!(told(&mut world), [""; 0]);
    assert!(world.room.is_idle());
    world.hello(EVE, None);
    assert_eq!(told(&mut world), ["ChooseMove(One) at 1"]);
    world.input(Input::Gone(EVE));
    assert_eq!(told(&mut world), ["stop"]);
    // Also on another node.
    world.input(Input::Peers(PeerView { watchers: 1, ..PeerView::default() }));
    assert_eq!(told(&mut world), ["ChooseMove(One) at 1"]);
    // A person may come back at any time.
    let mut alone = World::new(local([computer(), human("Ana")], NONE));
    assert_eq!(told(&mut alone), ["ChooseMove(One) at 1"]);
}

#[test]
fn a_deputy_leaves_the_engine_to_the_preferred_node_for_a_while() {
    let mut world = against_computer();
    world.input(Input::Peers(PeerView { role: NodeRole::Deputy, ..PeerView::default() }));
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    assert_eq!(told(&mut world), [""; 0]);
    assert!(world.shown(ANA).thinking, "another node does");
    world.pass(14_999);
    assert_eq!(told(&mut world), [""; 0]);
    world.pass(1);
    assert_eq!(told(&mut world), ["ChooseMove(Two) at 3"]);
    assert!(world.shown(ANA).thinking);
    // Or at once, when it is preferred itself.
    let mut world = against_computer();
    world.input(Input::Peers(PeerView { role: NodeRole::Deputy, ..PeerView::default() }));
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.input(Input::Peers(PeerView::default()));
    assert_eq!(told(&mut world), ["ChooseMove(Two) at 3"]);
}
