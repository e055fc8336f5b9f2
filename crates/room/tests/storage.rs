//! What a room does while the store is slow, fails, or knows more.

use play::{Event, Player, RefusalCode, Time, TimeControl, Version};
use room::{Input, Output, Settings, StoreReply, StoreRequest};
use store::{Error, Outage, Owner, StorageAmount, StorageQuota};
use wire::ToClient;

use crate::world::{ANA, BO, CLOCK, ID, OPENED, World, human, local, online, play};

const NONE: TimeControl = TimeControl::None;

fn world(time: TimeControl) -> World {
    let mut world = World::new(online(human("Bo"), time));
    world.hello_both();
    world
}

fn fail(world: &mut World) {
    let failed = Err(Error::Failed("as it happens".to_owned()));
    world.asked.take().expect("a request");
    world.input(Input::Stored(StoreReply::Appended(failed)));
}

#[test]
fn nothing_is_acknowledged_before_it_is_stored() {
    let mut world = world(NONE);
    world.store_answers = false;
    assert_eq!(world.command(ANA, "a", Player::One, play("4")), None);
    assert_eq!((world.moves().as_str(), world.version()), ("", Version(2)));
    assert!(!world.room.is_idle());
    // What comes meanwhile waits.
    assert_eq!(world.command(BO, "b", Player::Two, play("5")), None);
    assert_eq!(world.room.backlog(), 1);
    world.answer();
    assert_eq!(world.answered(ANA, "a"), Some(Ok(Version(3))));
    assert_eq!((world.moves().as_str(), world.answered(BO, "b")), ("4", None));
    assert!(world.done.iter().any(|output| matches!(output, Output::Appended(Version(3)))));
    world.answer();
    assert_eq!((world.moves().as_str(), world.answered(BO, "b")), ("4 5", Some(Ok(Version(4)))));
    assert_eq!(world.room.backlog(), 0);
}

#[test]
fn a_store_that_fails_is_asked_again_later_and_later() {
    let mut world = world(NONE);
    world.store_answers = false;
    world.command(ANA, "a", Player::One, play("4"));
    for wait in [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000] {
        fail(&mut world);
        assert!(world.shown_last().unstored);
        assert_eq!(world.room.wakes_at(), Some(world.now.monotonic.after(wait)));
        world.pass(wait - 1);
        assert!(world.asked.is_none());
        world.pass(1);
        assert!(matches!(world.asked, Some(StoreRequest::Append(_))), "after {wait}");
    }
    world.answer();
    assert_eq!(world.answered(ANA, "a"), Some(Ok(Version(3))));
    assert!(!world.shown_last().unstored);
    assert_eq!((world.room.wakes_at(), world.moves().as_str()), (None, "4"));
    // The next failure begins from the shortest wait.
    world.command(BO, "b", Player::Two, play("4"));
    fail(&mut world);
    assert_eq!(world.room.wakes_at(), Some(world.now.monotonic.after(250)));
}

#[test]
fn nobody_is_charged_for_the_time_in_which_the_store_failed() {
    let mut world = world(CLOCK);
    world.pass(1_000);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.pass(1_000);
    world.store_answers = false;
    world.command(BO, "b", Player::Two, play("5"));
    fail(&mut world);
    let failed_at = world.now.wall;
    world.pass(250);
    world.now.wall.0 += 600;
    world.now.monotonic = world.now.monotonic.after(600);
    world.store_answers = true;
    world.answer();
    let from = failed_at;
    assert_eq!(
        world.events()[1..],
        [
            Event::Moved { notation: "5".to_owned(), at: failed_at, lag: 0 },
            Event::Resumed { from, at: world.now.wall },
        ]
    );
    // It is Ana's clock that runs, and it has lost nothing.
    let clock = world.shown_last().clock.unwrap();
    assert_eq!((clock.left.first, clock.left.second), (180_000, 181_000));
    assert!(!world.room.is_resuming());
}

#[test]
fn an_append_that_came_through_after_all_is_not_repeated() {
    let mut world = world(NONE);
    world.store_answers = false;
    world.command(ANA, "a", Player::One, play("4"));
    // The store has done it, but its answer says that it failed.
    let Some(StoreRequest::Append(append)) = world.asked.clone() else { panic!() };
    world.store.append_now(&append).unwrap();
    fail(&mut world);
    world.store_answers = true;
    world.pass(250);
    assert_eq!(world.answered(ANA, "a"), Some(Ok(Version(3))));
    assert_eq!((world.moves().as_str(), world.store.version(ID)), ("4", Version(3)));
}

#[test]
fn a_match_that_changed_elsewhere_is_loaded_and_the_command_judged_again() {
    let mut here = world(NONE);
    let mut there = World::open(here.store.clone(), Settings::default(), &[]);
    there.hello_both();
    there.command(ANA, "a", Player::One, play("1")).unwrap().unwrap();
    // Here nothing has been heard of it.
    assert_eq!(here.command(ANA, "b", Player::One, play("2")), Some(Err(RefusalCode::NotYourTurn)));
    assert_eq!(here.moves(), "1");
    assert_eq!(here.command(BO, "c", Player::Two, play("3")), Some(Ok(Version(4))));
    // News of a version are taken once.
    there.store_answers = false;
    there.input(Input::NewVersion(Version(3)));
    assert!(there.asked.is_none());
    there.input(Input::NewVersion(Version(4)));
    assert!(matches!(there.asked, Some(StoreRequest::LoadTail { after: Version(3), .. })));
    there.input(Input::NewVersion(Version(4)));
    there.answer();
    assert!(there.asked.is_none() && there.moves() == "1 3");
}

#[test]
fn a_rematch_beyond_the_quota_is_refused_in_words() {
    let nothing = StorageAmount { items: 1, bytes: 1 };
    let quota = StorageQuota { profile: nothing, network: nothing, ..StorageQuota::default() };
    let settings = Settings { storage: Some(quota), ..Settings::default() };
    let store = store::Memory::default();
    let new = room::new_match(
        |game| room::Catalogue::game(&crate::world::Games, game),
        ID.to_owned(),
        online(human("Bo"), NONE),
    );
    let owner = Owner { profile: "ana".into(), network: Some("n".into()), quota: None };
    store.create_now(owner, &new).unwrap();
    let mut world = World::open(store, settings, &[]);
    world.hello_both();
    world.command(ANA, "a", Player::One, play::Command::Resign).unwrap().unwrap();
    let rematch = play::Offer::Rematch;
    world.command(ANA, "b", Player::One, play::Command::Offer { offer: rematch }).unwrap().unwrap();
    let refused = world.command(BO, "c", Player::Two, play::Command::Accept { offer: rematch });
    assert_eq!(refused, Some(Err(RefusalCode::NotAllowed)));
    assert!(world.store.events("next").is_none());
    let quota = world.said.iter().find_map(|(_, message)| match message {
        ToClient::Refused { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert!(quota.is_some());
}

#[test]
fn the_match_after_next_is_stored_with_the_agreement() {
    let mut world = world(NONE);
    world.command(ANA, "a", Player::One, play::Command::Resign).unwrap().unwrap();
    let rematch = play::Offer::Rematch;
    world.command(ANA, "b", Player::One, play::Command::Offer { offer: rematch }).unwrap().unwrap();
    world.command(BO, "c", Player::Two, play::Command::Accept { offer: rematch }).unwrap().unwrap();
    let online = world.shown_last().online.clone().unwrap();
    assert_eq!(
        (online.rematch.as_deref(), world.store.events("next").unwrap().len()),
        (Some("next"), 2)
    );
}

#[test]
fn clocks_are_credited_with_what_the_server_missed() {
    let mut before = world(CLOCK);
    before.pass(1_000);
    before.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    let outage = |began: u64, ended: u64| Outage {
        began: Time(OPENED.0 + began),
        ended: Time(OPENED.0 + ended),
    };
    let back = Time(OPENED.0 + 61_000);
    let outages = [outage(3_000, 61_000)];
    let mut after = World::open_at(back, before.store.clone(), Settings::default(), &outages);
    let resumed = Event::Resumed { from: Time(OPENED.0 + 3_000), at: back };
    assert_eq!(after.events()[1..], [resumed]);
    after.hello_both();
    let clock = after.shown_last().clock.unwrap();
    assert_eq!((clock.left.first, clock.left.second), (180_000, 178_000));
    // Nothing is credited twice, nor to a clock that does not run.
    let again = World::open_at(back, after.store.clone(), Settings::default(), &outages);
    assert_eq!(again.events().len(), 2);
    let still = world(CLOCK);
    let still = World::open_at(back, still.store.clone(), Settings::default(), &outages);
    assert_eq!(still.events(), []);
}

#[test]
fn a_paused_process_charges_nobody() {
    let mut world = world(CLOCK);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    world.pass(2_000);
    let paused = world.now.wall;
    world.now.wall.0 += 900_000;
    world.input(Input::Wake);
    assert_eq!(world.events()[1..], [Event::Resumed { from: paused, at: world.now.wall }]);
    assert_eq!(world.room.time(world.now), world.now.wall);
    assert!(!world.room.session().is_over());
}

#[test]
fn a_flag_falls_and_ends_the_match() {
    let mut world = World::new(local([human("Ana"), human("Bo")], CLOCK));
    world.input(Input::Grant(ANA));
    world.hello(ANA, None);
    assert_eq!(world.room.wakes_at(), None);
    assert!(!world.room.has_running_clock());
    world.pass(1_000);
    world.command(ANA, "a", Player::One, play("4")).unwrap().unwrap();
    assert!(world.room.has_running_clock() && !world.room.is_idle());
    world.pass(179_999);
    assert!(!world.room.session().is_over());
    world.pass(1);
    assert!(matches!(world.events().last(), Some(Event::Flagged { player: Player::Two, .. })));
    // A move that came in before it fell counts; one afterwards does not.
    assert_eq!(world.command(ANA, "b", Player::Two, play("4")), Some(Err(RefusalCode::Over)));
    world.input(Input::Gone(ANA));
    assert!(world.room.is_idle());
}
