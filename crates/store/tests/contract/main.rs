//! One suite for every backend: what a store promises, whoever keeps the data.

mod history;
mod lists;
mod presence;
mod puzzles;
mod quotas;
mod retention;
mod rows;
mod texts;
mod tiles;
mod visitors;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use play::{Event, Kind, Offer, Player, Start, Time, TimeControl, Version, Who};
use rules::BySeat;
use store::{
    Actor, Append, AppendOutcome, Backend, Error, Memory, NewMatch, PageRequest, Postgres,
    PutAnalysis, Sqlite, Store,
};
use testkit::{Folder, PostgresServer};
use tokio::task::JoinSet;

use history::{
    accuracies_belong_to_a_finished_game, everything_of_a_profile_is_deleted,
    lists_are_filtered_and_searched, players_are_known_by_their_profiles,
    shared_matches_are_left_to_the_other,
};
use lists::{
    lists_have_pages, summaries_are_listed_while_they_are_true,
    summaries_of_analyses_are_listed_while_they_are_true,
};
use presence::{an_absence_ends_with_an_arrival, outages_are_remembered};
use puzzles::{puzzle_results_go_with_their_profile, the_first_attempt_at_a_puzzle_counts};
use quotas::{
    a_match_is_played_by_whom_it_belongs_to, a_network_stores_as_much_as_it_may,
    a_profile_stores_as_much_as_it_may, everything_old_is_forgotten,
    larger_networks_are_measured_and_refused, moves_count_towards_the_quota,
    rematches_count_towards_the_quota,
};
use retention::{
    a_retention_takes_as_many_changes_as_it_needs, all_that_is_deleted_is_counted,
    tiles_count_with_their_size,
};
pub(crate) use rows::KeptRows;
use texts::{any_text_is_found_again, the_time_is_that_of_the_store};

use tiles::{
    a_shelf_has_an_end, a_tile_is_changed_once, a_tile_is_changed_only_as_it_was_known,
    added_tiles_replace_none, tile, tiles_are_kept_in_their_order,
};
use visitors::{
    a_helped_match_is_marked, a_profile_link_adds_one_device_once, old_visitors_are_forgotten,
    reports_are_kept_within_bounds,
};

fn running<B: Backend>((store, actor): (Store, Actor<B>)) -> Store {
    tokio::spawn(actor.run());
    store
}

/// A store whose actor is one task, as where there is no runtime.
fn running_in_task<B: Backend>(backend: B) -> Store {
    let (store, actor) = store::channel(backend);
    tokio::spawn(actor.run_in_task());
    store
}

/// All at once, so that they share transactions.
async fn all_at_once<T: Send + 'static>(
    all: impl Iterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let tasks: Vec<_> = all.map(tokio::spawn).collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.unwrap());
    }
    done
}

/// Runs a test on every backend.
macro_rules! contract {
    ($($name:ident)*) => {$(
        mod $name {
            #[tokio::test]
            async fn memory() {
                super::$name(super::running(store::channel(super::Memory::default()))).await;
                super::$name(super::running_in_task(super::Memory::default())).await;
            }

            #[tokio::test]
            async fn rows() {
                let rows = super::KeptRows::default();
                super::$name(super::running(store::channel(rows.open()))).await;
                // Whatever was stored can be read again.
                rows.open();
            }

            #[tokio::test]
            async fn sqlite() {
                let folder = super::Folder::new(stringify!($name));
                let backend = super::Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
                super::$name(super::running(store::channel(backend))).await;
            }
        }
    )*

        /// All on one server, each in a database of its own.
        #[tokio::test]
        #[ignore = "needs postgresql"]
        async fn everything_on_postgres() {
            let server = PostgresServer::start();
            $(
                println!("{}", stringify!($name));
                let url = server.create_database().parse().unwrap();
                let (store, actor) = store::channel(Postgres::open(&url).await.unwrap());
                let actor = tokio::spawn(actor.run());
                $name(store.clone()).await;
                store.close().await;
                actor.await.unwrap().unwrap();
            )*
        }
    };
}

contract! {
    a_match_is_its_events
    events_follow_a_version
    a_command_counts_once
    a_tail_is_what_comes_after_a_version
    matches_are_listed_the_last_changed_first
    profiles_are_replaced
    analyses_are_replaced_by_who_knows_them
    analyses_are_listed_the_last_changed_first
    nothing_is_found_where_nothing_is
    whoever_comes_first_is_stored
    a_match_follows_another_or_nothing_happens
    matches_are_found_by_how_their_names_begin
    what_is_old_is_forgotten
    outages_are_remembered
    an_absence_ends_with_an_arrival
    several_are_made_together_or_none
    summaries_are_listed_while_they_are_true
    lists_have_pages
    summaries_of_analyses_are_listed_while_they_are_true
    tiles_are_kept_in_their_order
    a_tile_is_changed_only_as_it_was_known
    a_tile_is_changed_once
    added_tiles_replace_none
    a_shelf_has_an_end
    a_profile_stores_as_much_as_it_may
    moves_count_towards_the_quota
    rematches_count_towards_the_quota
    a_network_stores_as_much_as_it_may
    larger_networks_are_measured_and_refused
    everything_old_is_forgotten
    a_match_is_played_by_whom_it_belongs_to
    any_text_is_found_again
    the_time_is_that_of_the_store
    a_helped_match_is_marked
    a_profile_link_adds_one_device_once
    reports_are_kept_within_bounds
    old_visitors_are_forgotten
    accuracies_belong_to_a_finished_game
    everything_of_a_profile_is_deleted
    lists_are_filtered_and_searched
    players_are_known_by_their_profiles
    shared_matches_are_left_to_the_other
    the_first_attempt_at_a_puzzle_counts
    puzzle_results_go_with_their_profile
    a_retention_takes_as_many_changes_as_it_needs
    all_that_is_deleted_is_counted
    tiles_count_with_their_size
}

async fn a_tail_is_what_comes_after_a_version(store: Store) {
    for id in ["tail00000001", "tail00000002"] {
        let new = NewMatch { id: id.to_owned(), events: vec![started(1)], summary: None };
        store.create_match("ana", new).await.unwrap();
    }
    let append = |version, count: usize| Append {
        match_id: "tail00000001".to_owned(),
        expected_version: Version(version),
        events: vec![Event::Offered { by: Player::One, offer: Offer::Draw }; count],
        idempotency_key: None,
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    };
    store.append(append(1, 2)).await.unwrap();
    let all = store.load("tail00000001").await.unwrap();
    for after in 0..=3 {
        let tail = store.load_tail("tail00000001", Version(after)).await.unwrap();
        assert_eq!(tail, all[after as usize..], "after {after}");
    }
    assert_eq!(store.load_tail("tail00000001", Version(9)).await, Ok(Vec::new()));
    assert_eq!(store.load_tail("nothing", Version(0)).await, Ok(Vec::new()));
    let ids = ["tail00000002", "nothing", "tail00000001"].map(ToOwned::to_owned).to_vec();
    let mut versions = store.versions(ids).await.unwrap();
    versions.sort();
    let expected = [("tail00000001", 3), ("tail00000002", 1)];
    assert_eq!(versions, expected.map(|(id, version)| (id.to_owned(), Version(version))));
}

fn started(at: u64) -> Event {
    let human = || Who::Human { name: "Ana « 1 »".to_owned() };
    let start = Start {
        game: "connect-four".to_owned(),
        position: "7/7/7/7/7/7 x".to_owned(),
        swap: false,
        players: BySeat { first: human(), second: human() },
        kind: Kind::Local,
        time: TimeControl::Game { total: 300_000, increment: 2_000 },
    };
    Event::Started { start, at: Time(at) }
}

fn moved(notation: &str, at: u64) -> Event {
    Event::Moved { notation: notation.to_owned(), at: Time(at), lag: 7 }
}

fn new(id: &str, events: Vec<Event>) -> NewMatch {
    NewMatch { id: id.to_owned(), events, summary: None }
}

fn append(id: &str, after: u64, command: Option<&str>, events: Vec<Event>) -> Append {
    let idempotency_key = command.map(ToOwned::to_owned);
    let (match_id, expected_version) = (id.to_owned(), Version(after));
    let (summary, next, next_quota, absence) = (None, None, None, None);
    Append {
        match_id,
        expected_version,
        idempotency_key,
        events,
        summary,
        next,
        next_quota,
        absence,
    }
}

async fn a_match_is_its_events(store: Store) {
    let mut events = vec![started(1), moved("4", 2)];
    assert_eq!(store.create_match("ana", new("a", events.clone())).await, Ok(Version(2)));
    let offered = Event::Offered { by: Player::One, offer: Offer::Draw };
    let more = vec![moved("5", 3), offered];
    assert_eq!(
        store.append(append("a", 2, None, more.clone())).await,
        Ok(AppendOutcome::Stored(Version(4)))
    );
    events.extend(more);
    assert_eq!(store.load("a").await, Ok(events));
    assert_eq!(store.create_match("bob", new("a", vec![started(9)])).await, Err(Error::Taken));
}

async fn events_follow_a_version(store: Store) {
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    store.create_match("ana", new("b", vec![started(1), moved("1", 2)])).await.unwrap();
    for after in [0, 2, 7] {
        let answer = store.append(append("a", after, None, vec![moved("4", 2)])).await;
        assert_eq!(answer, Err(Error::Conflict { version: Version(1) }), "after {after}");
    }
    assert_eq!(store.load("a").await, Ok(vec![started(1)]));
    assert_eq!(
        store.append(append("a", 1, None, vec![moved("4", 2)])).await,
        Ok(AppendOutcome::Stored(Version(2)))
    );
}

async fn a_command_counts_once(store: Store) {
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    store.create_match("ana", new("b", vec![started(1)])).await.unwrap();
    let two = vec![moved("4", 2), moved("5", 3)];
    assert_eq!(
        store.append(append("a", 1, Some("one"), two)).await,
        Ok(AppendOutcome::Stored(Version(3)))
    );
    // Also when it comes again later, or is meant for what it led to.
    for after in [1, 3] {
        let again = append("a", after, Some("one"), vec![moved("4", 4)]);
        assert_eq!(store.append(again).await, Ok(AppendOutcome::AlreadyApplied(Version(3))));
    }
    assert_eq!(store.load("a").await.unwrap().len(), 3);
    assert_eq!(store.find_command("a", "one").await, Ok(Some(Version(3))));
    assert_eq!(store.find_command("a", "two").await, Ok(None));
    // Names of commands belong to their match.
    assert_eq!(store.find_command("b", "one").await, Ok(None));
    let other = append("b", 1, Some("one"), vec![moved("4", 2)]);
    assert_eq!(store.append(other).await, Ok(AppendOutcome::Stored(Version(2))));
}

async fn matches_are_listed_the_last_changed_first(store: Store) {
    for (id, owner, at) in [("a", "ana", 10), ("b", "ana", 20), ("c", "bob", 30), ("d", "ana", 5)] {
        store.create_match(owner, new(id, vec![started(at)])).await.unwrap();
    }
    store.append(append("a", 1, None, vec![moved("4", 40)])).await.unwrap();
    let listed = store.list_matches("ana", PageRequest::first(2)).await.unwrap();
    let ids: Vec<_> = listed.iter().map(|stored| (stored.id.as_str(), stored.changed.0)).collect();
    assert_eq!(ids, [("a", 40), ("b", 20)]);
    assert_eq!(store.list_matches("nobody", PageRequest::first(9)).await, Ok(Vec::new()));
}

async fn profiles_are_replaced(store: Store) {
    assert_eq!(store.profile("ana").await, Ok(None));
    for document in ["{}", "{\"thème\":\"sombre\"}"] {
        store.put_profile("ana", document).await.unwrap();
        assert_eq!(store.profile("ana").await, Ok(Some(document.to_owned())));
    }
    assert_eq!(store.profile("bob").await, Ok(None));
}

fn analysis(owner: &str, id: &str, after: u64, document: &str) -> PutAnalysis {
    let (owner, id, document) = (owner.into(), id.to_owned(), document.to_owned());
    let (expected_version, changed) = (Version(after), Time(after + 5));
    PutAnalysis { owner, id, expected_version, changed, document, summary: None }
}

async fn analyses_are_replaced_by_who_knows_them(store: Store) {
    assert_eq!(store.put_analysis(analysis("ana", "a", 0, "one")).await, Ok(Version(1)));
    assert_eq!(store.put_analysis(analysis("ana", "a", 1, "« two »")).await, Ok(Version(2)));
    // Somebody else was quicker.
    for after in [0, 1, 3] {
        let late = store.put_analysis(analysis("ana", "a", after, "lost")).await;
        assert_eq!(late, Err(Error::Conflict { version: Version(2) }));
    }
    let kept = store.analysis("ana", "a").await.unwrap().unwrap();
    assert_eq!((kept.version, kept.changed, &*kept.document), (Version(2), Time(6), "« two »"));
    // Another visitor has another of that name.
    assert_eq!(store.analysis("bo", "a").await, Ok(None));
    assert_eq!(store.put_analysis(analysis("bo", "a", 0, "other")).await, Ok(Version(1)));
    store.delete_analysis("ana", "a").await.unwrap();
    store.delete_analysis("ana", "a").await.unwrap();
    assert_eq!(store.analysis("ana", "a").await, Ok(None));
    let gone = store.put_analysis(analysis("ana", "a", 2, "back")).await;
    assert_eq!(gone, Err(Error::Conflict { version: Version(0) }));
    assert_eq!(store.analysis("bo", "a").await.unwrap().unwrap().document, "other");
}

async fn analyses_are_listed_the_last_changed_first(store: Store) {
    for (id, times) in [("a", 1), ("b", 3), ("c", 2)] {
        for after in 0..times {
            store.put_analysis(analysis("ana", id, after, id)).await.unwrap();
        }
    }
    store.put_analysis(analysis("bo", "d", 0, "d")).await.unwrap();
    let listed = store.list_analyses("ana", PageRequest::first(2)).await.unwrap();
    let ids: Vec<_> = listed.iter().map(|analysis| analysis.id.as_str()).collect();
    assert_eq!(ids, ["b", "c"]);
    assert_eq!(store.list_analyses("nobody", PageRequest::first(9)).await, Ok(Vec::new()));
}

async fn nothing_is_found_where_nothing_is(store: Store) {
    assert_eq!(store.load("a").await, Err(Error::NotFound));
    let lost = append("a", 0, Some("one"), vec![moved("4", 2)]);
    assert_eq!(store.append(lost).await, Err(Error::NotFound));
    assert_eq!(store.find_command("a", "one").await, Ok(None));
}

async fn a_match_follows_another_or_nothing_happens(store: Store) {
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    store.add_participant("a", "bob", None).await.unwrap();
    store.add_participant("a", "bob", None).await.unwrap();
    assert_eq!(store.add_participant("z", "bob", None).await, Err(Error::NotFound));
    let mut follows = append("a", 1, Some("one"), vec![moved("4", 2)]);
    follows.next = Some(Box::new(new("b", vec![started(3)])));
    // Too late, and it is not made either.
    let late = Append { expected_version: Version(0), ..follows.clone() };
    assert_eq!(store.append(late).await, Err(Error::Conflict { version: Version(1) }));
    assert_eq!(store.load("b").await, Err(Error::NotFound));
    assert_eq!(store.append(follows.clone()).await, Ok(AppendOutcome::Stored(Version(2))));
    assert_eq!(store.load("b").await, Ok(vec![started(3)]));
    assert_eq!(store.append(follows).await, Ok(AppendOutcome::AlreadyApplied(Version(2))));
    // A name that is taken leaves everything as it was.
    let mut taken = append("a", 2, Some("two"), vec![moved("5", 4)]);
    taken.next = Some(Box::new(new("b", vec![started(5)])));
    assert_eq!(store.append(taken).await, Err(Error::Taken));
    assert_eq!(store.load("a").await.unwrap().len(), 2);
    assert_eq!(store.load("b").await, Ok(vec![started(3)]));
    for (owner, ids) in [("ana", vec!["b", "a"]), ("bob", vec!["b", "a"]), ("eve", vec![])] {
        let listed = store.list_matches(owner, PageRequest::first(9)).await.unwrap();
        assert_eq!(
            listed.iter().map(|stored| stored.id.as_str()).collect::<Vec<_>>(),
            ids,
            "{owner}"
        );
    }
}

async fn matches_are_found_by_how_their_names_begin(store: Store) {
    for id in ["ab1", "ab2", "abc", "b", "é"] {
        store.create_match("ana", new(id, vec![started(1)])).await.unwrap();
    }
    for (prefix, after, limit, found) in [
        ("", "", 9, vec!["ab1", "ab2", "abc", "b", "é"]),
        ("ab", "", 9, vec!["ab1", "ab2", "abc"]),
        ("ab", "ab1", 1, vec!["ab2"]),
        ("", "abc", 9, vec!["b", "é"]),
        ("ab%", "", 9, vec![]),
    ] {
        assert_eq!(store.match_ids(prefix, after, limit).await.unwrap(), found, "{prefix} {after}");
    }
}

async fn what_is_old_is_forgotten(store: Store) {
    for (id, at) in [("a", 10), ("b", 20), ("c", 30)] {
        store.create_match("ana", new(id, vec![started(at), moved("4", at)])).await.unwrap();
        store.add_participant(id, "bob", None).await.unwrap();
    }
    store.append(append("a", 2, Some("one"), vec![moved("4", 40)])).await.unwrap();
    assert_eq!(store.delete_older_than(Time(30), Time(90)).await, Ok(1));
    assert_eq!(store.match_ids("", "", 9).await.unwrap(), ["a", "c"]);
    assert_eq!(store.load("b").await, Err(Error::NotFound));
    assert_eq!(store.list_matches("bob", PageRequest::first(9)).await.unwrap().len(), 2);
    assert_eq!(store.delete_older_than(Time(30), Time(90)).await, Ok(0));
}

async fn several_are_made_together_or_none(store: Store) {
    let made = |ids: &[&str]| ids.iter().map(|id| new(id, vec![started(1)])).collect();
    store.create_matches("ana", made(&["a", "b"])).await.unwrap();
    assert_eq!(store.create_matches("ana", made(&["c", "b"])).await, Err(Error::Taken));
    assert_eq!(store.match_ids("", "", 9).await.unwrap(), ["a", "b"]);
}

async fn whoever_comes_first_is_stored(store: Store) {
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    let mut racers = JoinSet::new();
    for racer in 0..20 {
        let store = store.clone();
        racers.spawn(async move {
            store.append(append("a", 1, Some(&racer.to_string()), vec![moved("4", 2)])).await
        });
    }
    let answers = racers.join_all().await;
    assert_eq!(
        answers.iter().filter(|answer| **answer == Ok(AppendOutcome::Stored(Version(2)))).count(),
        1
    );
    let conflict = Err(Error::Conflict { version: Version(2) });
    assert_eq!(answers.iter().filter(|answer| **answer == conflict).count(), 19);
    assert_eq!(store.load("a").await.unwrap().len(), 2);
}

#[tokio::test]
async fn two_programs_share_a_file() {
    let folder = Folder::new("two");
    let mut programs = Vec::new();
    for _ in 0..2 {
        programs.push(running(store::channel(
            Sqlite::open(&folder.join("damier.sqlite")).await.unwrap(),
        )));
    }
    let mut writers = JoinSet::new();
    for number in 0..40 {
        let store = programs[number % 2].clone();
        writers.spawn(async move {
            store.change_tile("ana", None, Some(tile(&number.to_string(), "1"))).await.unwrap();
        });
    }
    writers.join_all().await;
    for store in programs {
        assert_eq!(store.tiles("ana").await.unwrap().len(), 40);
    }
}

/// Counts the transactions of a backend.
struct Counting<B> {
    backend: B,
    transactions: Arc<AtomicUsize>,
}

impl<B: Backend> Backend for Counting<B> {
    type Writer = B::Writer;
    type Reader = B::Reader;

    fn reader(&self) -> B::Reader {
        self.backend.reader()
    }

    async fn begin(&mut self) -> Result<&mut B::Writer, Error> {
        self.transactions.fetch_add(1, SeqCst);
        self.backend.begin().await
    }

    async fn commit(&mut self) -> Result<(), Error> {
        self.backend.commit().await
    }

    async fn rollback(&mut self) {
        self.backend.rollback().await;
    }

    async fn close(self) -> Result<(), Error> {
        self.backend.close().await
    }
}

#[tokio::test]
async fn many_matches_share_a_commit() {
    const MATCHES: usize = 100;
    let folder = Folder::new("share");
    let transactions = Arc::new(AtomicUsize::new(0));
    let backend = Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
    let store =
        running(store::channel(Counting { backend, transactions: Arc::clone(&transactions) }));
    let mut writers = JoinSet::new();
    for number in 0..MATCHES {
        let store = store.clone();
        writers.spawn(async move {
            let id = number.to_string();
            store.create_match("ana", new(&id, vec![started(1)])).await.unwrap();
            store.append(append(&id, 1, None, vec![moved("4", 2)])).await.unwrap()
        });
    }
    assert_eq!(writers.join_all().await, vec![AppendOutcome::Stored(Version(2)); MATCHES]);
    let transactions = transactions.load(SeqCst);
    assert!(transactions <= MATCHES / 4, "{transactions} transactions");
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_crash() {
    let folder = Folder::new("crash");
    let store = running(store::channel(Sqlite::open(&folder.join("damier.sqlite")).await.unwrap()));
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    for after in 1..20 {
        let command = format!("command {after}");
        let events = vec![moved("4", after)];
        store.append(append("a", after, Some(&command), events)).await.unwrap();
    }
    store.put_profile("ana", "{}").await.unwrap();
    // What a crash leaves behind: the files as they are, with nothing closed.
    let left = Folder::new("crash-left");
    for entry in fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), left.join(entry.file_name())).unwrap();
    }
    let again = running(store::channel(Sqlite::open(&left.join("damier.sqlite")).await.unwrap()));
    assert_eq!(again.load("a").await.unwrap().len(), 20);
    assert_eq!(again.find_command("a", "command 19").await, Ok(Some(Version(20))));
    assert_eq!(again.profile("ana").await, Ok(Some("{}".to_owned())));
    assert_eq!(
        again.append(append("a", 20, None, vec![moved("5", 99)])).await,
        Ok(AppendOutcome::Stored(Version(21)))
    );
}

#[tokio::test]
async fn a_closed_store_is_one_tidy_file() {
    let folder = Folder::new("closed");
    let (store, actor) = store::channel(Sqlite::open(&folder.join("damier.sqlite")).await.unwrap());
    let actor = tokio::spawn(actor.run());
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    store.close().await;
    actor.await.unwrap().unwrap();
    assert_eq!(store.load("a").await, Err(Error::Closed));
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(files.len(), 1);
    let again = running(store::channel(Sqlite::open(&folder.join("damier.sqlite")).await.unwrap()));
    assert_eq!(again.load("a").await, Ok(vec![started(1)]));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_kept() {
    let folder = Folder::new("damaged");
    let words = "x".repeat(10_000);
    fs::write(folder.join("damier.sqlite"), &words).unwrap();
    assert!(Sqlite::open(&folder.join("damier.sqlite")).await.is_err());
    assert_eq!(fs::read_to_string(folder.join("damier.sqlite")).unwrap(), words);
}
