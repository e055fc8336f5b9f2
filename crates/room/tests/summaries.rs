//! What lists and record files say of a match.

use play::{Claim, Command, End, Event, Player, Time, TimeControl, Version};
use room::{Detail, export, match_end, saved, summarise};
use rules::{Score, Seat};

use crate::world::{
    ANA, BO, CLOCK, Games, OPENED, World, computer, human, local, online, play, waiting,
};

fn find(id: &str) -> Option<&'static dyn rules::AnyGame> {
    room::Catalogue::game(&Games, id)
}

const WON: [&str; 7] = ["1", "2", "1", "2", "1", "2", "1"];

fn moved(notation: &str, millis: u64) -> Event {
    Event::Moved { notation: notation.to_owned(), at: Time(OPENED.0 + millis), lag: 0 }
}

#[test]
fn a_summary_says_how_a_match_went() {
    let mut events = local([human("Ana"), computer()], CLOCK);
    events.extend((1..).zip(&WON[..6]).map(|(number, notation)| moved(notation, number * 1_000)));
    let running = summarise(find, &events).unwrap();
    assert_eq!((running.version, running.entries, running.finished), (Version(7), 6, false));
    assert_eq!(
        (running.winner, &running.reason, running.ended, running.conduct.is_none()),
        (None, &None, None, true)
    );
    // A break does not count as played.
    events.push(moved("1", 6_000 + 3_600_000));
    let summary = summarise(find, &events).unwrap();
    let ended = Time(OPENED.0 + 3_606_000);
    assert_eq!((summary.finished, summary.winner, summary.entries), (true, Some(Player::One), 7));
    assert_eq!((summary.created, summary.ended), (OPENED, Some(ended)));
    let conduct = summary.conduct.unwrap();
    assert_eq!(conduct.played_ms, 6_000 + 300_000);
    assert!(conduct.from_start && conduct.usual_rules && !conduct.taken_back && !conduct.swapped);
    assert_eq!((conduct.opening.as_deref(), conduct.start), (Some("1 2 1 2"), None));
    // Moves after the end, and moves that were given beforehand.
    events.push(Event::Undone { to: 6, at: Time(ended.0 + 1_000) });
    assert_eq!(summarise(find, &events).unwrap().ended, None);
    events.push(moved("1", 3_700_000));
    let again = summarise(find, &events).unwrap();
    assert!(again.conduct.unwrap().taken_back);
    assert_eq!(again.ended, Some(Time(OPENED.0 + 3_700_000)));
    let mut continued = local([human("Ana"), computer()], CLOCK);
    continued.extend(WON.map(|notation| moved(notation, 0)));
    assert!(!summarise(find, &continued).unwrap().conduct.unwrap().from_start);
}

#[test]
fn a_table_that_was_called_off_is_aborted() {
    let mut events = waiting(|opening| opening.rules = Some("classic".to_owned()));
    let open = summarise(find, &events).unwrap();
    assert_eq!((open.finished, &open.reason, open.players.second), (false, &None, None));
    assert_eq!(open.rules.as_deref(), Some("classic"));
    events.push(Event::Aborted { at: Time(OPENED.0 + 5) });
    let closed = summarise(find, &events).unwrap();
    assert_eq!((closed.finished, closed.reason.as_deref()), (true, Some("aborted")));
    assert_eq!((closed.entries, closed.conduct), (0, None));
    assert_eq!(export(find, &events, Detail::Public).unwrap(), None, "it never began");
}

#[test]
fn what_the_store_is_told_is_what_the_match_becomes() {
    let mut world = World::new(online(human("Bo"), CLOCK));
    world.hello_both();
    for (from, player, notation) in [(ANA, Player::One, "4"), (BO, Player::Two, "4")] {
        world.command(from, notation, player, play(notation)).unwrap().unwrap();
    }
    world.command(ANA, "r", Player::One, Command::Resign).unwrap().unwrap();
    let events = world.store.events(crate::world::ID).unwrap();
    let summary = summarise(find, &events).unwrap();
    assert_eq!((summary.winner, summary.reason.as_deref()), (Some(Player::Two), Some("resigned")));
    let end = match_end(world.room.session().current_match().unwrap()).unwrap();
    assert_eq!((end.winner, end.reason.as_str()), (Some(Player::Two), "resigned"));
    assert_eq!(world.shown(BO).end, Some(end));
}

#[test]
fn every_end_has_its_words() {
    let world = World::new(online(human("Bo"), CLOCK));
    let playing = world.room.session().current_match().unwrap();
    let mut texts = std::collections::BTreeSet::new();
    for (end, reason) in [
        (End::Agreed, "agreed"),
        (End::Resigned(Player::One), "resigned"),
        (End::Flagged(Player::One), "flagged"),
        (End::Abandoned(Player::One, Claim::Win), "abandoned"),
        (End::Abandoned(Player::One, Claim::Draw), "abandoned"),
        (End::Aborted, "aborted"),
    ] {
        let state = room::end_state(playing, &end);
        assert_eq!(state.reason, reason);
        assert!(!state.text.en.is_empty() && !state.text.fr.is_empty());
        texts.insert(state.text.en.into_owned());
    }
    assert_eq!(texts.len(), 6, "each its own");
}

#[test]
fn a_match_is_written_into_a_record_file() {
    let mut events = online(computer(), CLOCK);
    events.extend((1..).zip(&WON[..3]).map(|(number, notation)| moved(notation, number * 1_000)));
    let public = export(find, &events, Detail::Public).unwrap().unwrap();
    assert_eq!(public.players.first.as_deref(), Some("Ana"));
    assert_eq!(public.players.second.as_deref(), Some("easy"));
    assert_eq!((public.record.moves.len(), public.score), (3, Score::Open));
    assert_eq!(
        (public.extra("Id"), public.extra("Second-Seed"), public.extra("Clocks")),
        (None, None, None)
    );
    let backup = export(find, &events, Detail::Backup("5w5fvrpbd6pq")).unwrap().unwrap();
    assert_eq!(backup.extra("Id"), Some("5w5fvrpbd6pq"));
    assert_eq!((backup.extra("First-Seed"), backup.extra("Second-Seed")), (None, Some("7")));
    assert!(backup.extra("Clocks").is_some() && backup.extra("Ended").is_none());
    for (end, score) in [
        (Event::Resigned { by: Player::One, at: Time(OPENED.0 + 9_000) }, Score::Win(Seat::Second)),
        (Event::DrawAgreed { at: Time(OPENED.0 + 9_000) }, Score::Draw),
        (Event::Aborted { at: Time(OPENED.0 + 9_000) }, Score::Open),
    ] {
        let mut events = events.clone();
        events.push(end);
        let written = export(find, &events, Detail::Backup("x")).unwrap().unwrap();
        assert_eq!(written.score, score);
        assert!(written.extra("Ended").is_some());
    }
    events.push(Event::Abandoned {
        by: Player::One,
        claim: Claim::Draw,
        at: Time(OPENED.0 + 9_000),
    });
    let written = export(find, &events, Detail::Backup("x")).unwrap().unwrap();
    assert_eq!((written.extra("Absent"), written.score), (Some("first"), Score::Draw));
}

#[test]
fn a_match_without_clocks_or_names_has_none_in_its_file() {
    let events = local([human(""), human("Bo")], TimeControl::None);
    let written = export(find, &events, Detail::Backup("x")).unwrap().unwrap();
    assert_eq!(written.extra("Clocks"), None);
    assert_eq!((written.players.first, written.time), (None, None));
    let world = World::new(events);
    let plain = saved(world.room.session().current_match().unwrap());
    assert_eq!((plain.players.second.as_deref(), plain.date), (Some("Bo"), None));
}
