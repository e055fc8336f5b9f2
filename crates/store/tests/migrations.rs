//! Files of earlier releases are still read.

use std::fs;
use std::path::PathBuf;

use play::{Claim, Event, Kind, Listing, Opening, Player, Time, TimeControl, Version, Who};
use rules::BySeat;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use store::{
    Append, AppendOutcome, Error, MatchFilter, MatchResult, MatchSummary, NewMatch, OpponentKind,
    Owner, PageRequest, PutAnalysis, Sqlite, StorageAmount, StorageQuota,
};
use testkit::Folder;

/// A file in a folder of its own, gone with it.
struct File {
    path: PathBuf,
    _folder: Folder,
}

impl File {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        Self { path: folder.join("damier.sqlite"), _folder: folder }
    }

    /// Runs SQL in it.
    async fn run(&self, sql: &'static str) {
        let options = SqliteConnectOptions::new().filename(&self.path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_file_of_the_first_schema_is_brought_up_to_date() {
    let file = File::new("migrations");
    file.run(include_str!("fixtures/0001.sql")).await;
    // The second time there is nothing left to do.
    for round in 0..2 {
        let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
        let actor = tokio::spawn(actor.run());
        let id = "5w5fvrpbd6pq";
        let events = store.load(id).await.unwrap();
        assert_eq!(events.len(), 3 + round);
        let left =
            Event::Abandoned { by: Player::Two, claim: Claim::Win, at: Time(1_700_000_000_002) };
        assert_eq!(events[2], left);
        assert_eq!(store.find_command(id, "k3x9-1").await, Ok(Some(Version(2))));
        assert_eq!(store.list_matches("local", PageRequest::first(9)).await.unwrap().len(), 1);
        assert_eq!(store.profile("local").await, Ok(Some(r#"{"theme":"dark"}"#.to_owned())));
        // What is new works with what is old.
        store.add_participant(id, "v-1", None).await.unwrap();
        assert_eq!(store.list_matches("v-1", PageRequest::first(9)).await.unwrap().len(), 1);
        store.record_start(Time(1 + round as u64)).await.unwrap();
        let events = vec![Event::Aborted { at: Time(1_700_000_000_003) }];
        let more = Append {
            match_id: id.to_owned(),
            expected_version: Version(3 + round as u64),
            idempotency_key: None,
            events,
            summary: None,
            next: None,
            next_quota: None,
            absence: None,
        };
        assert_eq!(store.append(more).await, Ok(AppendOutcome::Stored(Version(4 + round as u64))));
        store.close().await;
        actor.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_file_with_analyses_and_tiles_is_brought_up_to_date() {
    let file = File::new("later");
    file.run(include_str!("fixtures/0001.sql")).await;
    file.run(include_str!("fixtures/0003.sql")).await;
    let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
    tokio::spawn(actor.run());
    assert_eq!(store.load("5w5fvrpbd6pq").await.unwrap().len(), 3);
    let kept = store.analysis("local", "8r2fvqpbd6ab").await.unwrap().unwrap();
    assert_eq!((kept.version, kept.document.as_str()), (Version(2), "Game: connect-four"));
    assert_eq!(store.tiles("local").await.unwrap()[0].name, "my castle");
    // What was stored before counts, and belongs to whom it belonged.
    let amount = |bytes| StorageAmount { items: 9, bytes };
    for (bytes, more) in [(300, Err(Error::QuotaExceeded)), (9000, Ok(Version(3)))] {
        let quota = Some(StorageQuota {
            profile: amount(bytes),
            network: amount(0),
            ..StorageQuota::default()
        });
        let put = PutAnalysis {
            owner: Owner { profile: "local".to_owned(), network: None, quota },
            id: "8r2fvqpbd6ab".to_owned(),
            expected_version: Version(2),
            changed: Time(1),
            document: "Game: connect-four, and more".to_owned(),
            summary: None,
        };
        assert_eq!(store.put_analysis(put).await, more);
    }
    assert_eq!(store.may_command("5w5fvrpbd6pq", "local", None).await, Ok(true));
    assert_eq!(store.may_command("5w5fvrpbd6pq", "v-1", None).await, Ok(false));
    // What came later is there.
    store.add_participant("5w5fvrpbd6pq", "v-1", None).await.unwrap();
    assert_eq!(store.record_start(Time(1)).await, Ok(Vec::new()));
}

#[tokio::test]
async fn players_of_earlier_matches_are_found_out() {
    let file = File::new("players");
    let open = async || {
        let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
        (store, tokio::spawn(actor.run()))
    };
    let (store, actor) = open().await;
    let human = |name: &str| Some(Who::Human { name: name.to_owned() });
    let computer = Some(Who::Computer { opponent: "Easy".to_owned(), seed: 1 });
    let opening = Opening {
        game: "othello".to_owned(),
        rules: None,
        position: None,
        swap: false,
        time: TimeControl::None,
        listing: Listing::Unlisted,
        seek: false,
        host: Player::Two,
        players: BySeat::default(),
    };
    let summary = |kind, first: &Option<Who>, second: &Option<Who>| MatchSummary {
        version: Version(1),
        game: "othello".to_owned(),
        rules: None,
        kind,
        players: BySeat { first: first.clone(), second: second.clone() },
        entries: 9,
        finished: true,
        winner: Some(Player::Two),
        reason: None,
        created: Time(1),
        ended: Some(Time(2)),
        conduct: None,
    };
    for (id, kind, first, second) in [
        ("online", Kind::Online, human("Bo"), human("Ana")),
        ("local", Kind::Local, computer, human("Ana")),
    ] {
        let at = Time(1);
        let events = match kind {
            Kind::Online => vec![Event::Opened { opening: opening.clone(), at }],
            Kind::Local => vec![Event::Aborted { at }],
        };
        let summary = Some(summary(kind, &first, &second));
        let new = NewMatch { id: id.to_owned(), events, summary };
        store.create_match("ana", new).await.unwrap();
    }
    store.add_participant("online", "bo", Some(Player::One)).await.unwrap();
    store.close().await;
    actor.await.unwrap().unwrap();
    // As it was before.
    file.run(
        "DELETE FROM attendances WHERE profile = 'ana'; ALTER TABLE attendances DROP COLUMN player;
         ALTER TABLE match_summaries DROP COLUMN opponent;
         ALTER TABLE match_summaries DROP COLUMN person;
         ALTER TABLE match_summaries DROP COLUMN name_one;
         ALTER TABLE match_summaries DROP COLUMN name_two;
         ALTER TABLE match_summaries DROP COLUMN accuracy_one;
         ALTER TABLE match_summaries DROP COLUMN accuracy_two;
         ALTER TABLE match_summaries DROP COLUMN conduct;
         ALTER TABLE matches DROP COLUMN is_helped;
         ALTER TABLE matches DROP COLUMN arrived_one;
         ALTER TABLE matches DROP COLUMN arrived_two;
         DROP TABLE devices; DROP TABLE profile_links; DROP TABLE reports;
         DROP TABLE puzzle_results;
         DELETE FROM _sqlx_migrations WHERE version >= 7;",
    )
    .await;
    let (store, _actor) = open().await;
    let (won, lost) = (Some(MatchResult::Won), Some(MatchResult::Lost));
    for (profile, search, opponent, result) in [
        ("ana", "bo", OpponentKind::Online, won),
        ("ana", "easy", OpponentKind::Computer, won),
        ("bo", "ana", OpponentKind::Online, lost),
    ] {
        let search = Some(search.to_owned());
        let filter = MatchFilter { search, opponent: Some(opponent), result, ..Default::default() };
        let found = store.find_matches(profile, filter, PageRequest::first(9)).await.unwrap();
        assert_eq!(found.len(), 1, "{profile} {opponent:?}");
        assert_eq!(found[0].result(), result);
    }
}

#[tokio::test]
async fn a_file_from_the_future_is_refused_and_kept() {
    let file = File::new("future");
    file.run(include_str!("fixtures/0001.sql")).await;
    file.run("INSERT INTO _sqlx_migrations VALUES (9999, 'later', '2030-01-01', TRUE, X'00', 1)")
        .await;
    let before = fs::read(&file.path).unwrap();
    assert!(matches!(Sqlite::open(&file.path).await, Err(Error::Failed(_))));
    assert_eq!(fs::read(&file.path).unwrap().len(), before.len());
}

/// Beside the file there is a copy of it as it was, with the schema `version`.
fn copy_of(file: &File, version: i64) -> PathBuf {
    let mut name = file.path.clone().into_os_string();
    name.push(format!(".schema-{version}"));
    name.into()
}

#[tokio::test]
async fn a_file_is_copied_before_its_migration() {
    let file = File::new("copied");
    file.run(include_str!("fixtures/0001.sql")).await;
    let copy = copy_of(&file, 1);
    // The second time there is nothing to migrate, and nothing to copy.
    for round in 0..2 {
        drop(Sqlite::open(&file.path).await.unwrap());
        assert_eq!(copy.exists(), round == 0);
        if round == 0 {
            fs::rename(&copy, copy.with_extension("old")).unwrap();
        }
    }
    let old = copy.with_extension("old");
    let options = SqliteConnectOptions::new().filename(&old);
    let mut connection = options.connect().await.unwrap();
    let versions = sqlx::query("SELECT version FROM _sqlx_migrations").fetch_all(&mut connection);
    assert_eq!(versions.await.unwrap().len(), 1);
    let events = sqlx::query("SELECT event FROM events").fetch_all(&mut connection).await.unwrap();
    assert_eq!(events.len(), 3);
}

#[tokio::test]
async fn without_a_copy_there_is_no_migration() {
    let file = File::new("uncopied");
    file.run(include_str!("fixtures/0001.sql")).await;
    let copy = copy_of(&file, 1);
    // Something that cannot be replaced is where the copy would be.
    fs::create_dir_all(copy.join("x")).unwrap();
    let refused = Sqlite::open(&file.path).await.unwrap_err();
    assert!(refused.to_string().contains(copy.to_str().unwrap()), "{refused}");
    let names: Vec<_> = fs::read_dir(file.path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(!names.iter().any(|name| name.contains("part")), "{names:?}");
    fs::remove_dir_all(&copy).unwrap();
    // The file is as it was, and is migrated once there is room for the copy.
    let mut connection = SqliteConnectOptions::new().filename(&file.path).connect().await.unwrap();
    let versions = sqlx::query("SELECT version FROM _sqlx_migrations").fetch_all(&mut connection);
    assert_eq!(versions.await.unwrap().len(), 1);
    connection.close().await.unwrap();
    drop(Sqlite::open(&file.path).await.unwrap());
    assert!(copy.exists());
}

#[tokio::test]
async fn a_newer_file_is_used_if_it_is_compatible() {
    let file = File::new("newer");
    drop(Sqlite::open(&file.path).await.unwrap());
    file.run("INSERT INTO _sqlx_migrations VALUES (9999, 'later', '2030-01-01', TRUE, X'00', 1)")
        .await;
    let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
    tokio::spawn(actor.run());
    store.put_profile("ana", "{}").await.unwrap();
    file.run("PRAGMA user_version = 9999").await;
    let refused = Sqlite::open(&file.path).await.unwrap_err();
    assert!(refused.to_string().contains("schema 9999"), "{refused}");
}

#[tokio::test]
async fn a_gap_among_events_is_found() {
    let file = File::new("gap");
    file.run(include_str!("fixtures/0001.sql")).await;
    file.run("DELETE FROM events WHERE version = 2").await;
    let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
    tokio::spawn(actor.run());
    let found = store.load("5w5fvrpbd6pq").await;
    assert!(matches!(&found, Err(Error::Damaged(why)) if why.contains("event 2")), "{found:?}");
}

/// A newer program has played on: this one says so, and leaves everything as it is.
#[tokio::test]
async fn an_event_of_a_newer_program_is_refused_and_kept() {
    let file = File::new("newer-event");
    file.run(include_str!("fixtures/0001.sql")).await;
    let (store, actor) = store::channel(Sqlite::open(&file.path).await.unwrap());
    tokio::spawn(actor.run());
    let events = store.load("5w5fvrpbd6pq").await.unwrap();
    let version = events.len() as u64;
    file.run(
        r#"INSERT INTO events (match_id, version, event)
           SELECT match_id, max(version) + 1, '{"type":"teleported","at":9,"to":"e4"}'
           FROM events WHERE match_id = '5w5fvrpbd6pq'"#,
    )
    .await;
    let is_unknown = |found: &Result<Vec<Event>, Error>| matches!(found, Err(Error::UnknownEvent(why)) if why.contains("'teleported'"));
    let found = store.load("5w5fvrpbd6pq").await;
    assert!(is_unknown(&found), "{found:?}");
    let found = store.load_tail("5w5fvrpbd6pq", Version(version)).await;
    assert!(is_unknown(&found), "{found:?}");
    assert_eq!(store.meter().unknown_events(), 2);
    // Whoever has not seen it cannot write over it.
    let stale = Append {
        match_id: "5w5fvrpbd6pq".to_owned(),
        expected_version: Version(version),
        idempotency_key: None,
        events: vec![Event::Aborted { at: Time(10) }],
        summary: None,
        next: None,
        next_quota: None,
        absence: None,
    };
    let conflict = Err(Error::Conflict { version: Version(version + 1) });
    assert_eq!(store.append(stale).await, conflict);
    assert!(is_unknown(&store.load("5w5fvrpbd6pq").await), "it is still there");
}
