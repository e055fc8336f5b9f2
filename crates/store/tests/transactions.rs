//! Transactions of the backends that have them: all of their changes or none, whoever looks at the file.

use std::fs;
use std::path::Path;

use play::{Event, Player, Time, Version};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use store::{
    Append, AppendOutcome, Backend, Error, NewMatch, Owner, ProfileWriter, ReaderConnection,
    ServiceWriter, Sqlite, Store, Writer,
};

use testkit::Folder;

use crate::contract::KeptRows;

/// Runs SQL in a file, as another program would.
async fn run(file: &Path, sql: &'static str) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await?;
    let done = sqlx::raw_sql(sql).execute(&mut connection).await;
    connection.close().await?;
    done.map(drop)
}

fn aborted(at: u64) -> Event {
    Event::Aborted { at: Time(at) }
}

fn new(id: &str, events: Vec<Event>) -> NewMatch {
    NewMatch { id: id.to_owned(), events, summary: None }
}

fn append(id: &str, after: u64) -> Append {
    Append {
        match_id: id.to_owned(),
        expected_version: Version(after),
        idempotency_key: Some(format!("command {after}")),
        events: vec![aborted(after + 1)],
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    }
}

/// Several changes of different tables.
async fn change(writer: &mut impl Writer) -> Result<(), Error> {
    writer.create_match(Owner::from("ana"), new("a", vec![aborted(1)])).await?;
    let answers = writer.append_all(&[&append("a", 1)]).await?;
    assert_eq!(answers, [Ok(AppendOutcome::Stored(Version(2)))]);
    writer.put_profile(Owner::from("ana"), "{}".to_owned()).await
}

/// Whether all of the changes are there; none of them, if not.
async fn is_changed(reader: &mut impl ReaderConnection) -> bool {
    let reader = reader.connected().await.unwrap();
    let events = reader.load("a".to_owned()).await;
    let found = (events, reader.profile("ana".to_owned()).await.unwrap());
    match found {
        (Err(Error::NotFound), None) => false,
        (Ok(events), Some(_)) if events.len() == 2 => true,
        found => panic!("half of it is there: {found:?}"),
    }
}

async fn a_transaction_is_seen_when_it_is_over(mut backend: impl Backend) {
    let mut reader = backend.reader();
    for _ in 0..2 {
        change(backend.begin().await.unwrap()).await.unwrap();
        assert!(!is_changed(&mut reader).await, "nobody sees what may not last");
        backend.rollback().await;
        assert!(!is_changed(&mut reader).await, "it is as if it had not been begun");
    }
    change(backend.begin().await.unwrap()).await.unwrap();
    assert!(!is_changed(&mut reader).await);
    backend.commit().await.unwrap();
    assert!(is_changed(&mut reader).await);
    // An end without a beginning is none.
    let writer = backend.begin().await.unwrap();
    writer.put_profile(Owner::from("ana"), "[]".to_owned()).await.unwrap();
    backend.commit().await.unwrap();
    let profile = reader.connected().await.unwrap().profile("ana".to_owned()).await;
    assert_eq!(profile, Ok(Some("[]".to_owned())));
    reader.disconnect().await;
    backend.close().await.unwrap();
}

#[tokio::test]
async fn a_transaction_of_rows_is_seen_when_it_is_over() {
    a_transaction_is_seen_when_it_is_over(KeptRows::default().open()).await;
}

#[tokio::test]
async fn a_transaction_of_a_file_is_seen_when_it_is_over() {
    let folder = Folder::new("seen");
    a_transaction_is_seen_when_it_is_over(
        Sqlite::open(&folder.join("damier.sqlite")).await.unwrap(),
    )
    .await;
}

/// What a crash in the middle of a transaction leaves behind is what was there before it.
#[tokio::test]
async fn a_transaction_that_a_crash_ends_has_changed_nothing() {
    let folder = Folder::new("crash");
    let mut backend = Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
    change(backend.begin().await.unwrap()).await.unwrap();
    let after_a_crash = async |name: &str| {
        let left = Folder::new(name);
        for entry in fs::read_dir(folder.path()).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), left.join(entry.file_name())).unwrap();
        }
        let backend = Sqlite::open(&left.join("damier.sqlite")).await.unwrap();
        is_changed(&mut backend.reader()).await
    };
    assert!(!after_a_crash("crash-within").await);
    backend.commit().await.unwrap();
    assert!(after_a_crash("crash-after").await);
}

/// While one program changes something, another one waits, and does not read what it is about to change before.
#[tokio::test]
async fn a_transaction_has_the_file_to_itself_until_it_is_over() {
    const WRITE: &str =
        "PRAGMA busy_timeout = 0; INSERT INTO profiles (id, document) VALUES ('bob', '{}')";
    let folder = Folder::new("alone");
    let mut backend = Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
    backend.begin().await.unwrap();
    let refused = run(&folder.join("damier.sqlite"), WRITE).await.unwrap_err();
    assert!(refused.to_string().contains("locked"), "{refused}");
    backend.rollback().await;
    run(&folder.join("damier.sqlite"), WRITE).await.unwrap();
    backend.begin().await.unwrap();
    backend.commit().await.unwrap();
    run(&folder.join("damier.sqlite"), "DELETE FROM profiles").await.unwrap();
}

/// Changes that wait together share a transaction, and its end.
#[tokio::test]
async fn what_shares_a_transaction_fails_with_it() {
    let folder = Folder::new("shared");
    let (store, actor) = store::channel(Sqlite::open(&folder.join("damier.sqlite")).await.unwrap());
    run(
        &folder.join("damier.sqlite"),
        "CREATE TRIGGER full BEFORE INSERT ON tiles BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    .await
    .unwrap();
    let tile = rules::Tile { name: "x".into(), rows: "1".into() };
    let mut running = None;
    // Each waits for its answer, until there is somebody who gives it.
    let (created, profile, refused, late, ()) = tokio::join!(
        store.create_match("ana", new("a", vec![aborted(1)])),
        store.put_profile("ana", "{}"),
        store.change_tile("ana", None, Some(tile)),
        store.put_profile("bob", "{}"),
        async { running = Some(tokio::spawn(actor.run())) },
    );
    let refused = refused.unwrap_err();
    assert!(refused.is_retryable(), "{refused:?}");
    assert_eq!(created, Err(refused.clone()));
    assert_eq!([profile, late], [Err(refused.clone()), Err(refused)]);
    assert!(store.meter().is_failing());
    assert_eq!(store.meter().errors(), 1);
    assert_eq!(store.load("a").await, Err(Error::NotFound));
    assert_eq!(store.profile("ana").await, Ok(None));
    assert_eq!(store.profile("bob").await, Ok(None));
    run(&folder.join("damier.sqlite"), "DROP TRIGGER full").await.unwrap();
    // The next ones are not affected.
    store.create_match("ana", new("a", vec![aborted(1)])).await.unwrap();
    assert_eq!(store.append(append("a", 1)).await, Ok(AppendOutcome::Stored(Version(2))));
    assert!(!store.meter().is_failing());
    close(store, running.unwrap()).await;
}

async fn close(store: Store, actor: tokio::task::JoinHandle<Result<(), Error>>) {
    store.close().await;
    actor.await.unwrap().unwrap();
}

/// A probe finds out whether there is room by writing, though it changes nothing.
#[tokio::test]
async fn a_probe_writes_to_the_disk() {
    let folder = Folder::new("probe");
    let log = folder.join("damier.sqlite-wal");
    // It may begin anew, with the same length.
    let logged = || fs::read(&log).unwrap();
    let mut backend = Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
    let before = logged();
    backend.begin().await.unwrap().probe().await.unwrap();
    backend.commit().await.unwrap();
    assert!(logged() != before, "nothing is written");
}

/// A match of Ana and Bob, of which one event is not what it was.
async fn with_event(folder: &Folder, event: &'static str) -> Store {
    let (store, actor) = store::channel(Sqlite::open(&folder.join("damier.sqlite")).await.unwrap());
    tokio::spawn(actor.run());
    store.create_match("ana", new("a", vec![aborted(1), aborted(2)])).await.unwrap();
    store.add_participant("a", "bob", Some(Player::Two)).await.unwrap();
    run(&folder.join("damier.sqlite"), event).await.unwrap();
    store
}

/// What cannot be read does not keep anybody from leaving it.
#[tokio::test]
async fn a_damaged_match_can_be_forgotten() {
    for (name, event) in [
        ("text", "UPDATE events SET event = '{' WHERE version = 2"),
        ("gap", "DELETE FROM events WHERE version = 1"),
        ("unknown", "UPDATE events SET event = '{\"type\":\"exploded\"}' WHERE version = 1"),
    ] {
        let folder = Folder::new(&format!("damaged-{name}"));
        let store = with_event(&folder, event).await;
        assert!(store.load("a").await.is_err(), "{name}");
        assert_eq!(store.forget_matches("bob", vec!["a".to_owned()]).await, Ok(1), "{name}");
        assert_eq!(store.may_command("a", "bob", None).await, Ok(false), "{name}");
        assert_eq!(store.may_command("a", "ana", None).await, Ok(true), "{name}");
        assert!(!store.meter().is_failing());
    }
}

/// But a database that fails is no damage: who asks for a name to be forgotten asks again.
#[tokio::test]
async fn a_failure_while_a_name_is_forgotten_forgets_nothing() {
    let folder = Folder::new("not-forgotten");
    // Only the events themselves cannot be read: what is asked before finds all that it needs in an index.
    let store = with_event(
        &folder,
        "ALTER TABLE events RENAME TO kept;
         CREATE VIEW events AS
           SELECT match_id, version, command, json_extract(event, 'no path') AS event FROM kept",
    )
    .await;
    let refused = store.forget_matches("bob", vec!["a".to_owned()]).await.unwrap_err();
    assert!(refused.is_retryable(), "{refused:?}");
    assert_eq!(store.may_command("a", "bob", None).await, Ok(true));
}
