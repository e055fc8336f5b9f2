//! What a store does when its backend fails: nothing is acknowledged that is not stored, and it goes on by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use play::{Event, Time, Version};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use store::{Append, AppendOutcome, Backend, Error, Memory, NewMatch, Sqlite, Store};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

const WORKS: u8 = 0;
const FULL: u8 = 1;
const GONE: u8 = 2;

/// A backend that fails as long as it is told to.
#[derive(Clone, Default)]
struct Faulty {
    memory: Memory,
    fault: Arc<AtomicU8>,
    /// How often it was asked to begin a transaction.
    begun: Arc<AtomicUsize>,
}

impl Backend for Faulty {
    type Writer = Memory;
    type Reader = Memory;

    fn reader(&self) -> Memory {
        self.memory.clone()
    }

    async fn begin(&mut self) -> Result<&mut Memory, Error> {
        self.begun.fetch_add(1, SeqCst);
        match self.fault.load(SeqCst) {
            FULL => Err(Error::DiskFull("full".to_owned())),
            GONE => Err(Error::Unopenable("gone".to_owned())),
            _ => Ok(&mut self.memory),
        }
    }

    async fn commit(&mut self) -> Result<(), Error> {
        Ok(())
    }

    async fn rollback(&mut self) {}

    async fn close(self) -> Result<(), Error> {
        Ok(())
    }
}

fn start(reopen_timeout: Duration) -> (Store, Arc<AtomicU8>, JoinHandle<Result<(), Error>>) {
    let backend = Faulty::default();
    let fault = Arc::clone(&backend.fault);
    let (store, actor) = store::channel(backend);
    (store, fault, tokio::spawn(actor.with_reopen_timeout(reopen_timeout).run()))
}

fn aborted(at: u64) -> Vec<Event> {
    vec![Event::Aborted { at: Time(at) }]
}

fn append(after: u64) -> Append {
    Append {
        match_id: "a".to_owned(),
        expected_version: Version(after),
        idempotency_key: Some(format!("command {after}")),
        events: aborted(after),
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_is_reported_and_noticed_when_it_has_room_again() {
    let (store, fault, _actor) = start(Duration::from_mins(1));
    let new = NewMatch { id: "a".to_owned(), events: aborted(0), summary: None };
    store.create_match("ana", new).await.unwrap();
    assert!(!store.meter().is_failing());
    fault.store(FULL, SeqCst);
    let refused = store.append(append(1)).await.unwrap_err();
    assert!(refused.is_retryable(), "{refused:?}");
    assert!(store.meter().is_failing());
    // Reads go on.
    assert_eq!(store.load("a").await.unwrap().len(), 1);
    // It never gives up a backend that is open.
    sleep(Duration::from_mins(10)).await;
    assert!(store.meter().is_failing());
    fault.store(WORKS, SeqCst);
    // It finds out by itself.
    let began = Instant::now();
    while store.meter().is_failing() {
        assert!(began.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(store.append(append(1)).await, Ok(AppendOutcome::Stored(Version(2))));
}

#[tokio::test(start_paused = true)]
async fn a_backend_that_cannot_be_opened_again_ends_the_actor() {
    let (store, fault, actor) = start(Duration::from_mins(1));
    fault.store(GONE, SeqCst);
    let began = Instant::now();
    store.put_profile("ana", "{}").await.unwrap_err();
    let ended = timeout(Duration::from_mins(2), actor).await.unwrap().unwrap();
    assert_eq!(ended, Err(Error::Unopenable("gone".to_owned())));
    assert!(began.elapsed() >= Duration::from_mins(1), "{:?}", began.elapsed());
    assert_eq!(store.put_profile("ana", "{}").await, Err(Error::Closed));
    assert_eq!(store.profile("ana").await, Err(Error::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_backend_that_comes_back_in_time_goes_on() {
    let (store, fault, actor) = start(Duration::from_mins(1));
    fault.store(GONE, SeqCst);
    store.put_profile("ana", "{}").await.unwrap_err();
    sleep(Duration::from_secs(50)).await;
    fault.store(WORKS, SeqCst);
    sleep(Duration::from_secs(10)).await;
    fault.store(GONE, SeqCst);
    store.put_profile("ana", "{}").await.unwrap_err();
    sleep(Duration::from_secs(50)).await;
    fault.store(WORKS, SeqCst);
    store.put_profile("ana", "{}").await.unwrap();
    sleep(Duration::from_mins(10)).await;
    assert!(!actor.is_finished());
}

/// Probes become rarer, and no request that fails in the meantime puts them off or brings them forward.
#[tokio::test(start_paused = true)]
async fn a_failed_backend_is_probed_now_and_then_whoever_asks() {
    for is_asked in [false, true] {
        let backend = Faulty::default();
        let (fault, begun) = (Arc::clone(&backend.fault), Arc::clone(&backend.begun));
        let (store, actor) = store::channel(backend);
        tokio::spawn(actor.run());
        fault.store(FULL, SeqCst);
        let (mut requests, began) = (0, Instant::now());
        let mut probes = Vec::new();
        while began.elapsed() < Duration::from_mins(1) {
            if is_asked || requests == 0 {
                store.put_profile("ana", "{}").await.unwrap_err();
                requests += 1;
            }
            sleep(Duration::from_millis(100)).await;
            probes.push(begun.load(SeqCst) - requests);
        }
        // After 250 ms, then twice as long each time up to 5 s.
        let after = |seconds: usize| probes[seconds * 10 - 1];
        assert_eq!([after(1), after(5), after(10)], [2, 4, 5], "{is_asked}");
        assert!((14..=16).contains(&after(60)), "{is_asked}: {}", after(60));
        fault.store(WORKS, SeqCst);
        sleep(Duration::from_secs(5)).await;
        assert!(!store.meter().is_failing());
    }
}

/// Two writers on the same data.
#[derive(Clone, Default)]
struct Pair {
    first: Faulty,
    second: Faulty,
    is_second: bool,
}

impl Pair {
    fn this(&mut self) -> &mut Faulty {
        if self.is_second { &mut self.second } else { &mut self.first }
    }
}

impl Backend for Pair {
    type Writer = Memory;
    type Reader = Memory;

    fn more_writers(&self) -> Vec<Self> {
        vec![Self { is_second: true, ..self.clone() }]
    }

    fn reader(&self) -> Memory {
        self.first.reader()
    }

    async fn begin(&mut self) -> Result<&mut Memory, Error> {
        self.this().begin().await
    }

    async fn commit(&mut self) -> Result<(), Error> {
        // The second one is slow.
        if self.is_second {
            sleep(Duration::from_secs(3)).await;
        }
        Ok(())
    }

    async fn rollback(&mut self) {}

    async fn close(self) -> Result<(), Error> {
        Ok(())
    }
}

/// Profiles of which both writers have some.
const PROFILES: usize = 20;

#[tokio::test(start_paused = true)]
async fn a_writer_that_is_done_lets_the_others_finish() {
    let pair = Pair::default();
    let begun = [&pair.first, &pair.second].map(|one| Arc::clone(&one.begun));
    let (store, actor) = store::channel(pair);
    let changes = (0..PROFILES).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.put_profile(format!("p{number}"), "{}").await })
    });
    let changes: Vec<_> = changes.collect();
    while store.meter().writes().0 < PROFILES {
        tokio::task::yield_now().await;
    }
    store.close().await;
    // All of them wait, and are done though no more are taken.
    let actor = tokio::spawn(actor.run());
    for change in changes {
        assert_eq!(timeout(Duration::from_mins(5), change).await.unwrap().unwrap(), Ok(()));
    }
    assert!(begun.iter().all(|begun| begun.load(SeqCst) > 0), "both had something to do");
    assert_eq!(timeout(Duration::from_mins(5), actor).await.unwrap().unwrap(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_writer_that_cannot_go_on_ends_the_others() {
    for broken in [0, 1] {
        let pair = Pair::default();
        [&pair.first, &pair.second][broken].fault.store(GONE, SeqCst);
        let (store, actor) = store::channel(pair);
        let actor = tokio::spawn(actor.run());
        let mut failed = 0;
        for number in 0..PROFILES {
            failed += usize::from(store.put_profile(format!("p{number}"), "{}").await.is_err());
        }
        assert!((1..PROFILES).contains(&failed), "{failed} of {PROFILES}");
        let ended = timeout(Duration::from_mins(5), actor).await.unwrap().unwrap();
        assert_eq!(ended, Err(Error::Unopenable("gone".to_owned())), "writer {broken}");
        for number in 0..PROFILES {
            let late = store.put_profile(format!("p{number}"), "{}").await;
            assert_eq!(late, Err(Error::Closed));
        }
    }
}

/// A transaction that the database itself rolls back, as it does when the disk is full.
#[tokio::test]
async fn a_transaction_that_the_database_rolls_back_costs_nothing_else() {
    let folder = testkit::Folder::new("rolled-back");
    let file = folder.join("damier.sqlite");
    let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
    let actor = tokio::spawn(actor.run());
    let options = SqliteConnectOptions::new().filename(&file);
    store.put_profile("ana", "before").await.unwrap();
    sqlx::raw_sql(
        "CREATE TRIGGER full BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
    )
    .execute(&mut options.connect().await.unwrap())
    .await
    .unwrap();
    for _ in 0..3 {
        let refused = store.put_profile("ana", "lost").await.unwrap_err();
        assert!(refused.is_retryable(), "{refused:?}");
        assert!(store.meter().is_failing());
        // Reads go on.
        assert_eq!(store.profile("ana").await, Ok(Some("before".to_owned())));
    }
    sqlx::raw_sql("DROP TRIGGER full")
        .execute(&mut options.connect().await.unwrap())
        .await
        .unwrap();
    store.put_profile("ana", "after").await.unwrap();
    assert!(!store.meter().is_failing());
    assert_eq!(store.profile("ana").await, Ok(Some("after".to_owned())));
    store.close().await;
    actor.await.unwrap().unwrap();
}
