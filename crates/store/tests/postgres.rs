//! A database that several servers share, and that goes away and comes back.

use std::sync::Arc;
use std::time::Duration;

use play::{Event, Time, Version};
use store::{Append, AppendOutcome, Error, NewMatch, Postgres, PostgresUrl, PutAnalysis, Store};
use testkit::{PostgresServer, PostgresSettings};
use tokio::sync::Barrier;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep};

/// Time for what must happen.
const TIMEOUT: Duration = Duration::from_mins(2);

async fn open(url: &str) -> (Store, JoinHandle<Result<(), Error>>) {
    let url: PostgresUrl = url.parse().unwrap();
    let (store, actor) = store::channel(Postgres::open(&url).await.unwrap());
    (store, tokio::spawn(actor.run()))
}

fn aborted(at: u64) -> Vec<Event> {
    vec![Event::Aborted { at: Time(at) }]
}

fn new(id: &str) -> NewMatch {
    NewMatch { id: id.to_owned(), events: aborted(0), summary: None }
}

fn append(id: &str, after: u64, command: &str, events: usize) -> Append {
    Append {
        match_id: id.to_owned(),
        expected_version: Version(after),
        idempotency_key: Some(command.to_owned()),
        events: (0..events).flat_map(|_| aborted(after)).collect(),
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    }
}

/// Two servers play the same matches, and neither knows of the other. Each command is sent by both.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs postgresql"]
async fn two_servers_never_store_the_same_version_twice() {
    const MATCHES: usize = 12;
    const ROUNDS: u64 = 25;
    let server = PostgresServer::start();
    let url = server.create_database();
    let stores = [open(&url).await.0, open(&url).await.0];
    for number in 0..MATCHES {
        stores[0].create_match("ana", new(&format!("m{number}"))).await.unwrap();
    }
    for round in 0..ROUNDS {
        let barrier = Arc::new(Barrier::new(MATCHES * 4));
        let mut racers = JoinSet::new();
        for number in 0..MATCHES {
            for racer in 0..4 {
                let (store, barrier) = (stores[racer % 2].clone(), Arc::clone(&barrier));
                // Each command comes to both servers; the two commands of a round have one and two events.
                let command = format!("{round}-{}", racer / 2);
                let events = 1 + racer / 2;
                racers.spawn(async move {
                    let id = format!("m{number}");
                    let version = store.load(&id).await.unwrap().len() as u64;
                    barrier.wait().await;
                    let answer = store.append(append(&id, version, &command, events)).await;
                    (number, command, version, events as u64, answer)
                });
            }
        }
        let answers = racers.join_all().await;
        for number in 0..MATCHES {
            let of_match: Vec<_> = answers.iter().filter(|answer| answer.0 == number).collect();
            let mut stored =
                of_match.iter().filter(|answer| matches!(answer.4, Ok(AppendOutcome::Stored(_))));
            let (_, command, version, events, _) = stored.next().expect("one is stored");
            assert!(stored.next().is_none(), "{of_match:?}");
            let after = Version(version + events);
            for (_, other, _, _, answer) in &of_match {
                let expected: &[_] = if other == command {
                    &[Ok(AppendOutcome::Stored(after)), Ok(AppendOutcome::AlreadyApplied(after))]
                } else {
                    &[Err(Error::Conflict { version: after })]
                };
                assert!(expected.contains(answer), "{answer:?} {of_match:?}");
            }
        }
    }
    for number in 0..MATCHES {
        let id = format!("m{number}");
        let events = stores[0].load(&id).await.unwrap();
        assert_eq!(stores[1].load(&id).await, Ok(events));
    }
    assert_eq!(stores.each_ref().map(|store| store.meter().errors()), [0, 0]);
}

/// What two servers do for one profile at the same moment is done one after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs postgresql"]
async fn two_servers_change_one_profile() {
    let server = PostgresServer::start();
    let url = server.create_database();
    let stores = [open(&url).await.0, open(&url).await.0];
    let mut writers = JoinSet::new();
    for number in 0..40 {
        let store = stores[number % 2].clone();
        writers.spawn(async move {
            let tile = rules::Tile { name: number.to_string().into(), rows: "1".to_owned().into() };
            store.change_tile("ana", None, Some(tile)).await.unwrap();
            let put = PutAnalysis {
                owner: "ana".into(),
                id: format!("a{}", number % 4),
                expected_version: Version(0),
                changed: Time(1),
                document: "one".to_owned(),
                summary: None,
            };
            let created = store.put_analysis(put).await;
            store.create_match("ana", new(&format!("m{}", number % 5))).await.map_or_else(
                |error| assert_eq!(error, Error::Taken),
                |version| assert_eq!(version, Version(1)),
            );
            created
        });
    }
    let created = writers.join_all().await;
    assert_eq!(created.iter().filter(|created| **created == Ok(Version(1))).count(), 4);
    let conflict = Err(Error::Conflict { version: Version(1) });
    assert_eq!(created.iter().filter(|created| **created == conflict).count(), 36);
    for store in stores {
        assert_eq!(store.tiles("ana").await.unwrap().len(), 40);
        assert_eq!(store.match_ids("", "", 99).await.unwrap().len(), 5);
    }
}

/// Appends again and again until it is stored, as a room does. `AlreadyApplied`: an answer was lost.
async fn append_for_sure(store: &Store, append: Append) {
    let began = Instant::now();
    loop {
        match store.append(append.clone()).await {
            Ok(_) => return,
            Err(error) => {
                assert!(error.is_retryable(), "{error:?}");
                assert!(began.elapsed() < TIMEOUT, "{error:?}");
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs postgresql"]
async fn a_server_that_restarts_loses_nothing_that_was_acknowledged() {
    const MATCHES: usize = 8;
    const MOVES: u64 = 60;
    let mut server = PostgresServer::start_own(PostgresSettings::default());
    let url = server.create_database();
    let (store, actor) = open(&url).await;
    let mut players = JoinSet::new();
    for number in 0..MATCHES {
        let id = format!("m{number}");
        store.create_match("ana", new(&id)).await.unwrap();
        let store = store.clone();
        players.spawn(async move {
            for after in 1..=MOVES {
                append_for_sure(&store, append(&id, after, &format!("c{after}"), 1)).await;
                sleep(Duration::from_millis(20)).await;
            }
        });
    }
    // The server is stopped in good order, then killed.
    for end in [PostgresServer::stop, PostgresServer::kill] {
        sleep(Duration::from_millis(200)).await;
        tokio::task::block_in_place(|| end(&mut server));
        let refused = store.put_profile("ana", "{}").await.unwrap_err();
        assert!(refused.is_retryable(), "{refused:?}");
        // The meter follows the answer.
        let began = Instant::now();
        while !store.meter().is_failing() {
            assert!(began.elapsed() < TIMEOUT);
            sleep(Duration::from_millis(1)).await;
        }
        assert!(store.profile("ana").await.unwrap_err().is_retryable());
        tokio::task::block_in_place(|| server.start_again());
    }
    players.join_all().await;
    for number in 0..MATCHES {
        let events = store.load(format!("m{number}")).await.unwrap();
        assert_eq!(events.len() as u64, MOVES + 1);
    }
    let began = Instant::now();
    while store.meter().is_failing() {
        assert!(began.elapsed() < TIMEOUT);
        sleep(Duration::from_millis(50)).await;
    }
    assert!(!actor.is_finished());
}

/// A restart while nothing happens is not noticed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs postgresql"]
async fn a_restart_of_an_idle_server_is_not_noticed() {
    let mut server = PostgresServer::start_own(PostgresSettings::default());
    let url = server.create_database();
    let (store, _actor) = open(&url).await;
    store.put_profile("ana", "one").await.unwrap();
    assert_eq!(store.profile("ana").await, Ok(Some("one".to_owned())));
    tokio::task::block_in_place(|| {
        server.stop();
        server.start_again();
    });
    // Questions have connections that are checked after a second without use.
    sleep(Duration::from_millis(1100)).await;
    assert_eq!(store.profile("ana").await, Ok(Some("one".to_owned())));
    store.put_profile("ana", "two").await.unwrap();
    assert_eq!(store.meter().errors(), 0);
}

/// A transaction that stands still does not hold up other servers for ever.
#[tokio::test]
#[ignore = "needs postgresql"]
async fn a_server_that_stands_still_loses_its_locks() {
    use store::{Backend, LockKeys, MatchWriter, ServiceWriter};
    let server = PostgresServer::start();
    let url = server.create_database();
    let (store, _actor) = open(&url).await;
    store.create_match("ana", new("a")).await.unwrap();
    let mut paused = Postgres::open(&url.parse().unwrap()).await.unwrap();
    let keys = LockKeys { matches: ["a".to_owned()].into(), ..LockKeys::default() };
    let writer = paused.begin().await.unwrap();
    writer.lock(&keys).await.unwrap();
    // It waits for the other transaction, which the server ends.
    let stored = store.append(append("a", 1, "one", 1)).await;
    assert_eq!(stored, Ok(AppendOutcome::Stored(Version(2))));
    let late = append("a", 1, "two", 1);
    let woken = match paused.begin().await {
        Ok(writer) => writer.append_all(&[&late]).await.map(|mut answers| answers.remove(0)),
        Err(error) => Err(error),
    };
    assert_eq!(woken, Ok(Err(Error::Conflict { version: Version(2) })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs postgresql"]
async fn servers_that_start_together_migrate_once() {
    let server = PostgresServer::start();
    let url = server.create_database();
    let mut starts = JoinSet::new();
    for number in 0..6 {
        let url = url.clone();
        starts.spawn(async move {
            let (store, _actor) = open(&url).await;
            store.put_profile(number.to_string(), "{}").await
        });
    }
    assert_eq!(starts.join_all().await, vec![Ok(()); 6]);
}

#[tokio::test]
#[ignore = "needs postgresql"]
async fn a_newer_schema_is_used_if_it_is_compatible() {
    let server = PostgresServer::start();
    let url = server.create_database();
    let name = url.rsplit_once('/').unwrap().1;
    let parsed: PostgresUrl = url.parse().unwrap();
    let (store, actor) = open(&url).await;
    store.put_profile("ana", "{}").await.unwrap();
    store.close().await;
    actor.await.unwrap().unwrap();
    server.execute(
        name,
        "INSERT INTO _sqlx_migrations VALUES (9999, 'later', now(), TRUE, '\\x00', 1)",
    );
    let (store, _actor) = open(&url).await;
    assert_eq!(store.profile("ana").await, Ok(Some("{}".to_owned())));
    server.execute(name, "UPDATE schema_compatibility SET oldest_schema = 9999");
    let refused = Postgres::open(&parsed).await.unwrap_err();
    assert!(refused.to_string().contains("schema 9999"), "{refused}");
    assert!(refused.to_string().contains("newer version"), "{refused}");
    server.execute(name, "DROP TABLE schema_compatibility");
    assert!(Postgres::open(&parsed).await.is_err());
}

#[tokio::test]
#[ignore = "needs postgresql"]
async fn what_cannot_be_opened_says_why_without_the_password() {
    let password = Some("s3cret".to_owned());
    let server =
        PostgresServer::start_own(PostgresSettings { password, ..PostgresSettings::default() });
    let right: PostgresUrl = server.create_database().parse().unwrap();
    assert!(Postgres::open(&right).await.is_ok());
    let wrong: PostgresUrl = server.url("postgres").replace("s3cret", "s3cre7").parse().unwrap();
    let missing: PostgresUrl = server.url("missing").parse().unwrap();
    for (url, why) in [(wrong, "password"), (missing, "missing")] {
        let refused = Postgres::open(&url).await.unwrap_err();
        assert!(matches!(&refused, Error::Failed(text) if text.contains(why)), "{refused:?}");
        assert!(!refused.to_string().contains("s3cre"), "{refused}");
        assert!(!format!("{url} {url:?}").contains("s3cre"));
    }
    let nobody: PostgresUrl = "postgres://ana:s3cret@127.0.0.1:1/x".parse().unwrap();
    let refused = Postgres::open(&nobody).await.unwrap_err();
    assert!(matches!(refused, Error::Unreachable(_)), "{refused:?}");
}

#[tokio::test]
#[ignore = "needs postgresql"]
async fn the_certificate_of_the_server_is_checked() {
    let settings = || PostgresSettings { tls: true, ..PostgresSettings::default() };
    let (server, other) =
        (PostgresServer::start_own(settings()), PostgresServer::start_own(settings()));
    let url = server.create_database();
    let with = |mode: &str, authority: Option<&PostgresServer>| {
        let root = authority.map_or(String::new(), |authority| {
            format!("&sslrootcert={}", authority.authority().display())
        });
        format!("{url}?sslmode={mode}{root}").parse::<PostgresUrl>().unwrap()
    };
    let trusted = with("verify-full", Some(&server));
    let (store, actor) = store::channel(Postgres::open(&trusted).await.unwrap());
    tokio::spawn(actor.run());
    store.put_profile("ana", "{}").await.unwrap();
    assert_eq!(store.profile("ana").await, Ok(Some("{}".to_owned())));
    // Not without TLS, not with another authority, not with those of the system.
    for refused in [
        with("disable", None),
        with("verify-full", Some(&other)),
        with("verify-ca", Some(&other)),
        with("verify-full", None),
    ] {
        let error = Postgres::open(&refused).await.unwrap_err();
        assert!(error.is_retryable(), "{error:?}");
    }
}
