//! Matches of a program that plays by itself: what reaches the file, and what goes on without it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::{env, fs, process};

use play::{Event, Kind, Player, Start, Time, TimeControl, Version, Who};
use rules::BySeat;
use store::{
    Append, AppendOutcome, Error, LOCAL, LazySqlite, NewMatch, PageRequest, Sqlite, Store,
};

/// A data folder that is not there yet, and may be impossible to make.
struct Folder {
    path: PathBuf,
    is_writable: Arc<AtomicBool>,
}

impl Folder {
    fn new(test: &str) -> Self {
        let path = env::temp_dir().join(format!("damier-drafts-{test}-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        Self { path, is_writable: Arc::new(AtomicBool::new(true)) }
    }

    fn file(&self) -> PathBuf {
        self.path.join("games.sqlite")
    }

    /// The store of a program on the folder.
    fn program(&self) -> Store {
        let (folder, file, is_writable) =
            (self.path.clone(), self.file(), Arc::clone(&self.is_writable));
        let backend = LazySqlite::new(Some(self.file()), move || {
            if !is_writable.load(SeqCst) {
                return Err(Error::Unopenable("no folder".to_owned()));
            }
            fs::create_dir_all(&folder).expect("a folder");
            Ok(file.clone())
        });
        let (store, actor) = store::channel(backend);
        tokio::spawn(actor.run());
        store.with_drafts()
    }

    /// The events of a match in the file.
    async fn stored(&self, id: &str) -> Vec<Event> {
        let (store, actor) = store::channel(Sqlite::open(&self.file()).await.expect("a file"));
        tokio::spawn(actor.run());
        let events = store.load(id).await.unwrap_or_default();
        store.close().await;
        events
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn new_match(id: &str) -> NewMatch {
    let human = || Who::Human { name: String::new() };
    let start = Start {
        game: "connect-four".to_owned(),
        position: "7/7/7/7/7/7 x".to_owned(),
        swap: false,
        players: BySeat { first: human(), second: human() },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    let events = vec![Event::Started { start, at: Time(0) }];
    NewMatch { id: id.to_owned(), events, summary: None }
}

fn resigned(id: &str, after: u64) -> Append {
    Append {
        match_id: id.to_owned(),
        expected_version: Version(after),
        idempotency_key: None,
        events: vec![Event::Resigned { by: Player::One, at: Time(after) }],
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    }
}

async fn add(store: &Store, id: &str, after: u64) {
    let stored = AppendOutcome::Stored(Version(after + 1));
    assert_eq!(store.append(resigned(id, after)).await, Ok(stored));
}

fn drafts(store: &Store) -> &store::Drafts {
    store.drafts().expect("drafts")
}

#[tokio::test]
async fn a_match_is_created_with_its_first_change() {
    let folder = Folder::new("created");
    let store = folder.program();
    store.create_match(LOCAL, new_match("a")).await.expect("a match");
    assert_eq!(store.load("a").await.map(|events| events.len()), Ok(1));
    assert_eq!(store.may_command("a", LOCAL, None).await, Ok(true));
    assert_eq!(store.create_match(LOCAL, new_match("a")).await, Err(Error::Taken));
    assert_eq!(store.list_matches(LOCAL, PageRequest::first(9)).await, Ok(Vec::new()));
    assert!(!folder.path.exists(), "nothing is stored of a match without a move");
    add(&store, "a", 1).await;
    assert!(drafts(&store).is_stored("a"));
    assert_eq!(folder.stored("a").await.len(), 2);
    assert_eq!(store.list_matches(LOCAL, PageRequest::first(9)).await.map(|it| it.len()), Ok(1));
    assert_eq!(folder.program().create_match(LOCAL, new_match("a")).await, Err(Error::Taken));
}

#[tokio::test]
async fn a_match_that_is_held_is_never_stored() {
    let folder = Folder::new("held");
    let store = folder.program();
    store.create_match(LOCAL, new_match("a")).await.expect("a match");
    drafts(&store).hold("a");
    for after in 1..4 {
        add(&store, "a", after).await;
    }
    assert_eq!(store.load("a").await.map(|events| events.len()), Ok(4));
    assert_eq!(drafts(&store).take_failure(), None);
    assert!(!folder.path.exists() && !drafts(&store).is_stored("a"));
}

#[tokio::test]
async fn what_the_file_refuses_goes_on_in_memory_with_one_warning() {
    let folder = Folder::new("refused");
    folder.is_writable.store(false, SeqCst);
    let store = folder.program();
    store.create_match(LOCAL, new_match("a")).await.expect("a match");
    store.mark_helped("a").await.expect("a match");
    add(&store, "a", 1).await;
    add(&store, "a", 2).await;
    let failure = drafts(&store).take_failure();
    assert_eq!(failure, Some(Error::Unopenable("no folder".to_owned())));
    add(&store, "a", 3).await;
    assert_eq!(drafts(&store).take_failure(), None, "told once");
    assert_eq!(store.load("a").await.map(|events| events.len()), Ok(4));
    assert!(!drafts(&store).is_stored("a"));
    // The next change takes along what is missing.
    folder.is_writable.store(true, SeqCst);
    add(&store, "a", 4).await;
    assert!(drafts(&store).is_stored("a"));
    assert_eq!(folder.stored("a").await.len(), 5);
    let listed = store.list_matches(LOCAL, PageRequest::first(9)).await.expect("a list");
    assert!(listed.iter().all(|one| one.is_helped), "{listed:?}");
}

#[tokio::test]
async fn a_file_that_fails_in_the_middle_of_a_game_is_taken_up_again() {
    let folder = Folder::new("middle");
    let store = folder.program();
    store.create_match(LOCAL, new_match("a")).await.expect("a match");
    add(&store, "a", 1).await;
    // The lock of another program is an error, too, once it has been waited for: here the table is gone.
    let other = folder.path.join("other.sqlite");
    fs::rename(folder.file(), &other).expect("another name");
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(folder.path.join(format!("games.sqlite{suffix}")));
    }
    fs::create_dir(folder.file()).expect("a folder in place of the file");
    let again = folder.program();
    assert!(again.load("a").await.is_err(), "nobody else can read it");
    add(&store, "a", 2).await;
    assert_eq!(store.load("a").await.map(|events| events.len()), Ok(3), "play goes on");
}

#[tokio::test]
async fn two_programs_play_in_one_file() {
    let folder = Folder::new("two");
    let (one, two) = (folder.program(), folder.program());
    one.create_match(LOCAL, new_match("a")).await.expect("a match");
    add(&one, "a", 1).await;
    assert_eq!(two.load("a").await.map(|events| events.len()), Ok(2));
    let events = vec![Event::Resigned { by: Player::Two, at: Time(2) }];
    two.append(Append { events, ..resigned("a", 2) }).await.expect("an append");
    let conflict = one.append(resigned("a", 2)).await;
    assert_eq!(conflict, Err(Error::Conflict { version: Version(3) }));
    assert_eq!(one.load("a").await.map(|events| events.len()), Ok(3));
    add(&one, "a", 3).await;
    assert_eq!(two.load("a").await.map(|events| events.len()), Ok(4), "nothing of it is held back");
}
