//! What is exported is imported as it was: the law of record files and matches.

use games::CATALOGUE;
use play::{
    Claim, Command, Event, Kind, Match, Offer, Player, Start, Time, TimeControl, Version, Who,
};
use room::{Detail, ImportedMatch, export, import};
use rules::{AnyGame, BySeat, RecordFile, SavedGame, Seat, Setup, SplitMix64};

const ID: &str = "5w5fvrpbd6pq";
const BEGAN: Time = Time(1_700_000_000_123);
const NOW: Time = Time(1_800_000_000_000);

fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
}

fn one_of<T: Clone>(all: &[T], random: &mut SplitMix64) -> T {
    all[random.below(all.len() as u64) as usize].clone()
}

/// Events of a match in which all kinds of things happen.
fn random_events(round: usize, random: &mut SplitMix64) -> Vec<Event> {
    let game = CATALOGUE[round % CATALOGUE.len()].game;
    let human = |name: &str| Who::Human { name: name.to_owned() };
    let computer = Who::Computer { opponent: "easy".to_owned(), seed: random.draw() };
    let players = [human("Ana"), human(""), human("  \"Zoé\": {x}"), computer];
    let times = [
        TimeControl::None,
        TimeControl::Game { total: 60_500, increment: 1_250 },
        TimeControl::Game { total: 300_000, increment: 0 },
        TimeControl::Move { limit: 90_000 },
    ];
    let kind = one_of(&[Kind::Local, Kind::Online], random);
    let setup = Setup { seed: 1 + random.below(1000), ..Setup::default() };
    let start = Start {
        game: game.info().id.to_owned(),
        position: game.start(&setup).unwrap(),
        swap: game.info().swap,
        players: BySeat { first: one_of(&players, random), second: one_of(&players, random) },
        kind,
        time: one_of(&times, random),
    };
    let mut events = vec![Event::Started { start, at: BEGAN }];
    let mut state = Match::replay(find, &events).unwrap();
    let mut now = BEGAN;
    for _ in 0..random.below(90) {
        now.0 += random.below(9_000);
        let by = one_of(&Player::ALL, random);
        let choices = state.live().view().choices;
        let command = match random.below(60) {
            0 => Command::Resign,
            1 => Command::Abort,
            2 => Command::Claim { claim: one_of(&[Claim::Win, Claim::Draw], random) },
            3 | 4 => Command::Offer { offer: one_of(&[Offer::Draw, Offer::Takeback], random) },
            5 | 6 => Command::Accept { offer: one_of(&[Offer::Draw, Offer::Takeback], random) },
            7..=9 => Command::Undo,
            10 => Command::Redo,
            _ if choices.is_empty() => break,
            _ => Command::Move { notation: one_of(&choices, random).notation },
        };
        let by = match command {
            Command::Move { .. } => state.to_move().unwrap_or(by),
            _ => by,
        };
        let flagged = state.tick(now, 0);
        let events_now = match flagged {
            Some(event) => vec![event],
            None => state.decide(by, &command, now, random.below(200)).unwrap_or_default(),
        };
        for event in events_now {
            state.apply(&event).unwrap();
            events.push(event);
        }
    }
    events
}

fn exported(events: &[Event]) -> String {
    export(find, events, Detail::Backup(ID)).unwrap().unwrap().to_string()
}

fn first_game(text: &str) -> SavedGame {
    text.parse::<RecordFile>().unwrap().games.remove(0)
}

fn imported(text: &str) -> ImportedMatch {
    let saved = first_game(text);
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == saved.game).unwrap();
    import(entry.game, saved, NOW, |id| entry.opponent(id).is_some()).unwrap()
}

/// All of a match that a record file keeps: where it was played and what could be played again is not.
fn state(events: &[Event], now: Time) -> String {
    let found = Match::replay(find, events).unwrap();
    let start = Start { kind: Kind::Local, ..found.start().clone() };
    // Names lose the space around them.
    let players = start.players.map(|who| match who {
        Who::Human { name } => Who::Human { name: name.trim().to_owned() },
        computer @ Who::Computer { .. } => computer,
    });
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        start.game,
        start.time,
        players,
        found.live().record(),
        found.end(),
        found.to_move(),
        found.winner(),
        found.clock().map(|clock| Seat::ALL.map(|seat| clock.left(seat, now))),
    )
}

#[test]
fn what_is_exported_is_imported_as_it_was() {
    let mut random = SplitMix64::new(15);
    let mut ends = std::collections::BTreeSet::new();
    for round in 0..400 {
        let events = random_events(round, &mut random);
        let text = exported(&events);
        let ImportedMatch { id, events: again, .. } = imported(&text);
        assert_eq!(id.as_deref(), Some(ID));
        assert_eq!(exported(&again), text, "round {round}");
        let newest = events.iter().rev().find_map(Event::at).unwrap();
        assert_eq!(state(&again, NOW), state(&events, newest), "round {round}:\n{text}");
        let dates = |events: &[Event]| {
            let summary = room::summarise(find, events).unwrap();
            (summary.created, summary.ended, summary.reason)
        };
        assert_eq!(dates(&again), dates(&events), "round {round}:\n{text}");
        ends.insert(first_game(&text).reason);
    }
    let ends: Vec<_> = ends.iter().flatten().map(String::as_str).collect();
    for end in ["abandoned", "aborted", "agreed", "flagged", "resigned"] {
        assert!(ends.contains(&end), "{end} was not tried: {ends:?}");
    }
}

#[test]
fn files_of_people_are_kept_to_the_letter() {
    for text in [
        "Game: connect-four\nStart: 7/7/7/7/7/7 x\nFirst: Ana\nSecond: Bo\nDate: 2001\nTime: blitz\nRound: 3\nResult: 1-0 time\n\n1. 4 {clock 4:59.2, \"the \\\"centre\\\"\", mark !} (1. 3 {\"slower\"} 3 2. 4) 4 2. 3\n",
        "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\nDate: 1998-05-03\nEvent: Paris\nResult: *\nComment: good\n\n1. f5 d6\n",
        "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\nDate: 2100-01-01\nResult: 1/2-1/2\n",
    ] {
        let one = imported(text);
        assert_eq!(one.id, None);
        let backup = exported(&one.events);
        let without_id = backup.replace(&format!("Id: {ID}\n"), "");
        assert_eq!(without_id, first_game(text).to_string());
        // The same game is the same match, whenever and wherever it is read.
        assert_eq!(imported(text).content_id, one.content_id);
        assert_eq!(imported(&backup).content_id, one.content_id);
        assert_eq!(exported(&imported(&backup).events), backup);
    }
}

#[test]
fn remarks_stay_with_their_moves_when_the_game_goes_on() {
    let text = "Game: connect-four\nStart: 7/7/7/7/7/7 x\nEvent: club\nResult: *\n\n\
                1. 4 {\"centre\"} 4 (1. 3) 2. 5 {\"too far\"}\n";
    let mut events = imported(text).events;
    let mut state = Match::replay(find, &events).unwrap();
    for (by, command) in [
        (Player::One, Command::Undo),
        (Player::One, Command::Move { notation: "3".to_owned() }),
        (Player::Two, Command::Resign),
    ] {
        for event in state.decide(by, &command, NOW, 0).unwrap() {
            state.apply(&event).unwrap();
            events.push(event);
        }
    }
    let text = exported(&events);
    for kept in ["Event: club", "{\"centre\"}", "(1... 3)", "Result: 1-0 resigned"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert!(!text.contains("too far"), "{text}");
    assert_eq!(state.version(), Version(events.len() as u64));
    assert_eq!(exported(&imported(&text).events), text);
}

#[test]
fn what_others_see_has_neither_ids_nor_seeds() {
    let mut random = SplitMix64::new(3);
    for round in 0..50 {
        let events = random_events(round, &mut random);
        let text = export(find, &events, Detail::Public).unwrap().unwrap().to_string();
        for secret in ["Id:", "Seed:", "Clocks:"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}
