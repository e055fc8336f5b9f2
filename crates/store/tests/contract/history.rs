//! The history of a profile: filtered, searched, deleted.

use play::{
    Event, Kind, Listing, Opening, Player, SeatHolder, SeatKey, Start, Time, TimeControl, Version,
    Who,
};
use rules::BySeat;
use store::{
    Accuracy, Append, Error, MatchFilter, MatchResult, MatchSummary, NewMatch, OpponentKind, Owner,
    PageRequest, Participant, Store,
};

use super::{analysis, append, moved, new, started, tile};

fn human(name: &str) -> Who {
    Who::Human { name: name.to_owned() }
}

fn computer(opponent: &str) -> Who {
    Who::Computer { opponent: opponent.to_owned(), seed: 1 }
}

/// A table that `host` has opened, and at which `guest` has sat down; both have begun to play.
fn opened(at: u64, host: Player, names: [&str; 2]) -> Vec<Event> {
    let holder =
        |name: &str, key: u8| SeatHolder { who: human(name), key: Some(SeatKey([key; 32])) };
    let guest = host.other();
    let mut players = BySeat::default();
    players[host.first_seat()] = Some(holder(names[0], 1));
    let opening = Opening {
        game: "othello".to_owned(),
        rules: None,
        position: Some("start".to_owned()),
        swap: false,
        time: TimeControl::None,
        listing: Listing::Unlisted,
        seek: false,
        host,
        players,
    };
    let mut playing = BySeat { first: human(names[0]), second: human(names[0]) };
    playing[guest.first_seat()] = human(names[1]);
    let start = Start {
        game: "othello".to_owned(),
        position: "start".to_owned(),
        swap: false,
        players: playing,
        kind: Kind::Online,
        time: TimeControl::None,
    };
    vec![
        Event::Opened { opening, at: Time(at) },
        Event::Joined { player: guest, seated: holder(names[1], 2), at: Time(at) },
        Event::Started { start, at: Time(at) },
    ]
}

/// What is said of a finished match after these many events.
fn summary(kind: Kind, players: [Who; 2], version: u64, winner: Option<Player>) -> MatchSummary {
    let [first, second] = players.map(Some);
    MatchSummary {
        version: Version(version),
        game: "othello".to_owned(),
        rules: None,
        kind,
        players: BySeat { first, second },
        entries: 12,
        finished: true,
        winner,
        reason: Some("rules".to_owned()),
        created: Time(1),
        ended: Some(Time(9)),
        conduct: None,
    }
}

fn online(id: &str, at: u64, host: Player, winner: Option<Player>) -> NewMatch {
    let events = opened(at, host, ["Ana", "Bob"]);
    let mut players = BySeat { first: human("Ana"), second: human("Ana") };
    players[host.other().first_seat()] = human("Bob");
    let players = [players.first, players.second];
    let summary = Some(summary(Kind::Online, players, 3, winner));
    NewMatch { id: id.to_owned(), events, summary }
}

fn local(id: &str, at: u64, players: [Who; 2], change: impl FnOnce(&mut MatchSummary)) -> NewMatch {
    let mut summary = summary(Kind::Local, players, 1, None);
    change(&mut summary);
    NewMatch { summary: Some(summary), ..new(id, vec![started(at)]) }
}

async fn found(store: &Store, profile: &str, filter: MatchFilter) -> Vec<String> {
    let listed = store.find_matches(profile, filter, PageRequest::first(99)).await.unwrap();
    listed.into_iter().map(|listed| listed.id).collect()
}

async fn ids(store: &Store, profile: &str) -> Vec<String> {
    found(store, profile, MatchFilter::default()).await
}

pub(crate) async fn players_are_known_by_their_profiles(store: Store) {
    let you = async |profile: &str, id: &str| {
        let listed = store.list_matches(profile, PageRequest::first(9)).await.unwrap();
        listed
            .into_iter()
            .find(|listed| listed.id == id)
            .map(|listed| (listed.you, listed.result()))
    };
    store.create_match("ana", online("a", 1, Player::Two, Some(Player::One))).await.unwrap();
    assert_eq!(you("ana", "a").await, Some((Some(Player::Two), Some(MatchResult::Lost))));
    assert_eq!(you("bob", "a").await, None);
    store.add_participant("a", "bob", Some(Player::One)).await.unwrap();
    store.add_participant("a", "bob", Some(Player::One)).await.unwrap();
    assert_eq!(you("bob", "a").await, Some((Some(Player::One), Some(MatchResult::Won))));
    let who = async |player| store.participant("a", player).await.unwrap();
    let participant = |profile: &str, network: Option<&str>| {
        let network = network.map(ToOwned::to_owned);
        Some(Participant { profile: profile.to_owned(), network })
    };
    assert_eq!(who(Player::Two).await, participant("ana", None));
    assert_eq!(who(Player::One).await, participant("bob", None));
    let network = Some("n-1".to_owned());
    let bob = Owner { profile: "bob".to_owned(), network, quota: None };
    store.put_profile(bob, "{}").await.unwrap();
    assert_eq!(who(Player::One).await, participant("bob", Some("n-1")));
    assert_eq!(store.participant("none", Player::One).await, Ok(None));
    // They play again, with sides exchanged.
    let again = Append {
        next: Some(Box::new(online("b", 2, Player::One, None))),
        ..append("a", 3, None, vec![moved("4", 2)])
    };
    store.append(again).await.unwrap();
    assert_eq!(you("ana", "b").await, Some((Some(Player::One), Some(MatchResult::Drawn))));
    assert_eq!(you("bob", "b").await, Some((Some(Player::Two), Some(MatchResult::Drawn))));
    // Nothing is known of a match whose summary is out of date.
    assert_eq!(you("ana", "a").await, Some((None, None)));
    // Two browsers of one machine share a profile, which is neither player then.
    store.create_match("local", online("c", 3, Player::One, Some(Player::One))).await.unwrap();
    store.add_participant("c", "local", Some(Player::Two)).await.unwrap();
    assert_eq!(you("local", "c").await, Some((None, None)));
    store.add_participant("c", "local", Some(Player::Two)).await.unwrap();
    assert_eq!(you("local", "c").await, Some((None, None)));
    // At one screen it is the only person.
    let won = |summary: &mut MatchSummary| summary.winner = Some(Player::Two);
    let against = local("d", 4, [computer("easy"), human("")], won);
    store.create_match("ana", against).await.unwrap();
    assert_eq!(you("ana", "d").await, Some((Some(Player::Two), Some(MatchResult::Won))));
    let two = local("e", 5, [human("Ana"), human("Bob")], won);
    store.create_match("ana", two).await.unwrap();
    assert_eq!(you("ana", "e").await, Some((None, None)));
}

pub(crate) async fn lists_are_filtered_and_searched(store: Store) {
    let add = async |id: &str, at, players, change: fn(&mut MatchSummary)| {
        store.create_match("ana", local(id, at, players, change)).await.unwrap();
    };
    add("a1", 1, [human("Zoé"), computer("easy")], |summary| {
        summary.winner = Some(Player::One);
        "katarenga".clone_into(&mut summary.game);
    })
    .await;
    add("b2", 2, [computer("easy"), human("Zoé")], |summary| {
        summary.winner = Some(Player::One);
        summary.rules = Some("isolation-8x8".to_owned());
    })
    .await;
    add("c3", 3, [human("Ana"), human("Éric 100%")], |summary| summary.winner = Some(Player::One))
        .await;
    add("d4", 4, [human("Ana"), computer("easy")], |_| {}).await;
    add("e5", 5, [human("Ana"), computer("easy")], |summary| {
        summary.finished = false;
        summary.reason = None;
    })
    .await;
    add("f6", 6, [human("Ana"), computer("hard")], |summary| {
        summary.reason = Some("aborted".to_owned());
    })
    .await;
    store.create_match("ana", online("g7", 7, Player::One, Some(Player::One))).await.unwrap();
    store.create_match("eve", online("h8", 8, Player::One, Some(Player::One))).await.unwrap();
    let any = MatchFilter::default;
    let (won, lost) = (Some(MatchResult::Won), Some(MatchResult::Lost));
    let search = |text: &str| MatchFilter { search: Some(text.to_owned()), ..any() };
    for (filter, expected) in [
        (any(), vec!["g7", "f6", "e5", "d4", "c3", "b2", "a1"]),
        (MatchFilter { game: Some("katarenga".to_owned()), ..any() }, vec!["a1"]),
        (MatchFilter { result: won, ..any() }, vec!["g7", "a1"]),
        (MatchFilter { result: lost, ..any() }, vec!["b2"]),
        (MatchFilter { result: Some(MatchResult::Drawn), ..any() }, vec!["d4"]),
        (MatchFilter { opponent: Some(OpponentKind::Online), ..any() }, vec!["g7"]),
        (MatchFilter { opponent: Some(OpponentKind::Screen), ..any() }, vec!["c3"]),
        (MatchFilter { opponent: Some(OpponentKind::Computer), result: lost, ..any() }, vec!["b2"]),
        (MatchFilter { finished: Some(false), ..any() }, vec!["e5"]),
        (MatchFilter { finished: Some(true), result: won, ..any() }, vec!["g7", "a1"]),
        (search("zoÉ"), vec!["b2", "a1"]),
        (search(" éric "), vec!["c3"]),
        (search("100%"), vec!["c3"]),
        (search("%"), vec!["c3"]),
        (search("8x8"), vec!["b2"]),
        (search("BOB"), vec!["g7"]),
        (search("hard"), vec!["f6"]),
        (search("4"), vec!["d4"]),
        (search("  "), vec!["g7", "f6", "e5", "d4", "c3", "b2", "a1"]),
        (search("nobody"), vec![]),
    ] {
        assert_eq!(found(&store, "ana", filter.clone()).await, expected, "{filter:?}");
    }
    // Nothing is known of this one, which is therefore in every list.
    store.create_match("ana", new("x", vec![started(9)])).await.unwrap();
    assert_eq!(found(&store, "ana", search("nobody")).await, ["x"]);
    // Pages of a filtered list.
    let page = PageRequest { limit: 1, ..PageRequest::first(1) };
    let filter = MatchFilter { result: won, finished: Some(true), ..any() };
    let first = store.find_matches("ana", filter.clone(), page).await.unwrap();
    assert_eq!(first[0].id, "x");
    let mut after = Vec::new();
    let mut last = first[0].clone();
    loop {
        let before = Some(store::Cursor { changed: last.changed, id: last.id.clone() });
        let page = PageRequest { before, limit: 1 };
        let Some(next) = store.find_matches("ana", filter.clone(), page).await.unwrap().pop()
        else {
            break;
        };
        after.push(next.id.clone());
        last = next;
    }
    assert_eq!(after, ["g7", "a1"]);
}

pub(crate) async fn accuracies_belong_to_a_finished_game(store: Store) {
    let known =
        async || store.list_matches("ana", PageRequest::first(1)).await.unwrap()[0].accuracy;
    let accuracy = Accuracy { first: Some(913), second: None };
    assert_eq!(store.put_accuracy("a", Version(1), accuracy).await, Err(Error::NotFound));
    let running = |summary: &mut MatchSummary| summary.finished = false;
    let players = || [human("Ana"), computer("easy")];
    store.create_match("ana", local("a", 1, players(), running)).await.unwrap();
    store.put_accuracy("a", Version(1), accuracy).await.unwrap();
    assert_eq!(known().await, None, "it is not over");
    let end = |version: u64, entries: u32, finished: bool| Append {
        summary: Some(MatchSummary {
            entries,
            finished,
            ..summary(Kind::Local, players(), version, None)
        }),
        ..append("a", version - 1, None, vec![moved("4", version)])
    };
    store.append(end(2, 12, true)).await.unwrap();
    store.put_accuracy("a", Version(1), accuracy).await.unwrap();
    assert_eq!(known().await, None, "it was another game then");
    store.put_accuracy("a", Version(2), accuracy).await.unwrap();
    assert_eq!(known().await, Some(accuracy));
    // What follows the end does not change the game.
    store.append(end(3, 12, true)).await.unwrap();
    assert_eq!(known().await, Some(accuracy));
    // But moves that are taken back do.
    store.append(end(4, 11, false)).await.unwrap();
    store.append(end(5, 12, true)).await.unwrap();
    assert_eq!(known().await, None);
}

pub(crate) async fn shared_matches_are_left_to_the_other(store: Store) {
    let all = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    for (id, at) in [("a", 1), ("b", 2), ("c", 3)] {
        store.create_match("ana", online(id, at, Player::One, Some(Player::One))).await.unwrap();
        store.add_participant(id, "bob", Some(Player::Two)).await.unwrap();
    }
    store.create_match("ana", new("d", vec![started(4)])).await.unwrap();
    store.create_match("eve", new("e", vec![started(5)])).await.unwrap();
    // Nobody disappears from a game that is still played with another.
    let mut running = online("r", 1, Player::One, None);
    running.summary.as_mut().unwrap().finished = false;
    store.create_match("cleo", running).await.unwrap();
    store.add_participant("r", "dan", Some(Player::Two)).await.unwrap();
    for profile in ["cleo", "dan"] {
        assert_eq!(store.forget_matches(profile, all(&["r"])).await, Ok(0));
        assert_eq!(ids(&store, profile).await, ["r"]);
    }
    let mut waiting = online("w", 1, Player::One, None);
    let summary = waiting.summary.as_mut().unwrap();
    summary.finished = false;
    summary.players.second = None;
    store.create_match("cleo", waiting).await.unwrap();
    assert_eq!(store.forget_matches("cleo", all(&["w"])).await, Ok(1));
    // Nobody forgets what is somebody else's, or what does not exist.
    assert_eq!(store.forget_matches("eve", all(&["a", "d", "x"])).await, Ok(0));
    assert_eq!(ids(&store, "ana").await, ["d", "c", "b", "a"]);
    assert_eq!(store.forget_matches("ana", all(&["a", "d", "e"])).await, Ok(2));
    assert_eq!(ids(&store, "ana").await, ["c", "b"]);
    assert_eq!(store.load("d").await, Err(Error::NotFound));
    assert_eq!(store.load("e").await.unwrap().len(), 1);
    // Bob keeps it, as it was but for a name.
    assert_eq!(ids(&store, "bob").await, ["c", "b", "a"]);
    let kept = store.load("a").await.unwrap();
    assert_eq!(kept, opened(1, Player::One, ["", "Bob"]));
    let listed = store.list_matches("bob", PageRequest::first(9)).await.unwrap();
    let listed = listed.into_iter().find(|listed| listed.id == "a").unwrap();
    assert_eq!(listed.result(), Some(MatchResult::Lost));
    assert_eq!(listed.summary.unwrap().players.first, Some(human("")));
    let search = |text: &str| MatchFilter { search: Some(text.to_owned()), ..Default::default() };
    assert_eq!(found(&store, "bob", search("ana")).await, ["c", "b"]);
    // It is Bob's alone now, and gone with him. The guest's name goes the same way.
    assert_eq!(store.may_command("a", "ana", None).await, Ok(false));
    assert_eq!(store.forget_matches("bob", all(&["a", "b"])).await, Ok(2));
    assert_eq!(store.load("a").await, Err(Error::NotFound));
    assert_eq!(store.load("b").await.unwrap(), opened(2, Player::One, ["Ana", ""]));
    assert_eq!(ids(&store, "ana").await, ["c", "b"]);
}

pub(crate) async fn everything_of_a_profile_is_deleted(store: Store) {
    for profile in ["ana", "bob"] {
        store.put_analysis(analysis(profile, "a", 0, "one")).await.unwrap();
        store.change_tile(profile, None, Some(tile("x", "1"))).await.unwrap();
        store.put_profile(profile, "{}").await.unwrap();
    }
    store.delete_profile("ana").await.unwrap();
    store.delete_profile("nobody").await.unwrap();
    assert_eq!(store.analysis("ana", "a").await, Ok(None));
    assert_eq!(store.tiles("ana").await, Ok(Vec::new()));
    assert_eq!(store.profile("ana").await, Ok(None));
    assert!(store.analysis("bob", "a").await.unwrap().is_some());
    assert_eq!(store.tiles("bob").await.unwrap().len(), 1);
    assert_eq!(store.profile("bob").await, Ok(Some("{}".to_owned())));
}
