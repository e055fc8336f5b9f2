//! A whole store moves from one database to another, and its games go on.

use play::{Event, Kind, Player, SeatKey, Time, Version, Who};
use rules::{BySeat, Tile};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};
use store::{
    AnalysisSummary, Append, AppendOutcome, CopiedTable, CopyError, Device, Error, MatchSummary,
    NewMatch, Owner, PageRequest, Postgres, ProfileLink, PutAnalysis, PuzzleResult, Report, Sqlite,
    Store, StoreLocation, copy,
};
use testkit::{Folder, PostgresServer};

const MATCHES: usize = 3000;
/// Events that a match has after its creation and some moves.
const EVENTS: u64 = 6;

fn file(folder: &Folder, name: &str) -> StoreLocation {
    StoreLocation::File(folder.join(name))
}

/// Opens a store for as long as `work` takes.
async fn with_store<T>(location: &StoreLocation, work: impl AsyncFnOnce(Store) -> T) -> T {
    async fn run<B: store::Backend, T>(backend: B, work: impl AsyncFnOnce(Store) -> T) -> T {
        let (store, actor) = store::channel(backend);
        let actor = tokio::spawn(actor.run());
        let done = work(store.clone()).await;
        store.close().await;
        actor.await.unwrap().unwrap();
        done
    }
    match location {
        StoreLocation::File(path) => run(Sqlite::open(path).await.unwrap(), work).await,
        StoreLocation::Server(url) => run(Postgres::open(url).await.unwrap(), work).await,
    }
}

fn aborted(at: u64) -> Event {
    Event::Aborted { at: Time(at) }
}

fn id(number: usize) -> String {
    format!("m{number:05}")
}

fn append(number: usize, after: u64) -> Append {
    Append {
        match_id: id(number),
        expected_version: Version(after),
        idempotency_key: Some(format!("« {after} »")),
        events: vec![aborted(1000 + after)],
        summary: number.is_multiple_of(3).then(|| summary(after + 1)),
        next: None,
        next_quota: None,
        absence: None,
    }
}

fn summary(version: u64) -> MatchSummary {
    MatchSummary {
        version: Version(version),
        game: "othello".to_owned(),
        rules: Some("classic".to_owned()),
        kind: Kind::Online,
        players: BySeat {
            first: Some(Who::Human { name: "Zoé 🎲".to_owned() }),
            second: Some(Who::Computer { opponent: "easy".to_owned(), seed: u64::MAX }),
        },
        entries: 12,
        finished: version > 3,
        winner: Some(Player::Two),
        reason: None,
        created: Time(1),
        ended: Some(Time(9)),
        conduct: None,
    }
}

/// Something in every table.
async fn fill(store: Store) {
    for first in (0..MATCHES).step_by(500) {
        let new = |number| NewMatch {
            id: id(number),
            events: (1..EVENTS).map(aborted).collect(),
            summary: None,
        };
        let owner = Owner {
            profile: format!("profile {}", first / 500 % 3),
            network: Some("n".to_owned()),
            quota: None,
        };
        store.create_matches(owner, (first..first + 500).map(new).collect()).await.unwrap();
    }
    let appended = all_at_once((0..MATCHES).map(|number| {
        let store = store.clone();
        async move { store.append(append(number, EVENTS - 1)).await }
    }));
    for answer in appended.await {
        assert_eq!(answer, Ok(AppendOutcome::Stored(Version(EVENTS))));
    }
    for number in 0..20_u8 {
        let profile = format!("visitor {number}");
        store.add_participant(id(number.into()), &profile, Some(Player::Two)).await.unwrap();
        store.put_profile(&profile, "{\"thème\":\"sombre\"}").await.unwrap();
        let put = PutAnalysis {
            owner: profile.as_str().into(),
            id: "a".to_owned(),
            expected_version: Version(0),
            changed: Time(5),
            document: "Game: othello\n« 🎲 »".to_owned(),
            summary: Some(AnalysisSummary {
                game: "othello".to_owned(),
                players: BySeat { first: Some("é".to_owned()), second: None },
                entries: 3,
                variations: 4,
                of_match: true,
            }),
        };
        store.put_analysis(put).await.unwrap();
        let tile = Tile { name: "My Castle".to_owned().into(), rows: "1".to_owned().into() };
        store.change_tile(profile.as_str(), None, Some(tile)).await.unwrap();
        let result = PuzzleResult {
            puzzle: "1a".to_owned(),
            game: "othello".to_owned(),
            at: Time(number.into()),
            is_won: true,
            is_solved: true,
            rating: 1500,
            day: None,
        };
        store.put_puzzle_result(profile.as_str(), result).await.unwrap();
        let key = |kind| SeatKey([kind; 32].map(|byte: u8| byte.wrapping_add(number)));
        let link = |key| ProfileLink { profile: profile.clone(), key, expires: Time(99) };
        store.put_profile_link(link(key(100))).await.unwrap();
        let device = Device { key: key(1), added: Time(7) };
        store.take_profile_link(key(100), device).await.unwrap();
        store.put_profile_link(link(key(150))).await.unwrap();
        let report = Report {
            at: Time(number.into()),
            match_id: id(number.into()),
            player: Player::One,
            name: "rude".to_owned(),
            reporter: profile,
            network: None,
        };
        store.add_report(report).await.unwrap();
    }
    store.set_seat_key(id(1), SeatKey([9; 32])).await.unwrap();
    store.mark_helped(id(2)).await.unwrap();
    store.record_start(Time(10)).await.unwrap();
    store.record_heartbeat(Time(20)).await.unwrap();
    store.record_start(Time(40)).await.unwrap();
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

/// What was known is known, and the games go on.
async fn play_on(store: Store, version: u64) {
    for number in 0..MATCHES {
        let known = append(number, EVENTS - 1);
        let again = store.find_command(id(number), known.idempotency_key.unwrap()).await;
        assert_eq!(again, Ok(Some(Version(EVENTS))), "{number}");
    }
    let appended = all_at_once((0..MATCHES).map(|number| {
        let store = store.clone();
        async move {
            let again = store.append(append(number, EVENTS - 1)).await;
            let stale = Append { idempotency_key: None, ..append(number, EVENTS - 1) };
            (again, store.append(stale).await, store.append(append(number, version)).await)
        }
    }));
    for (again, stale, next) in appended.await {
        assert_eq!(again, Ok(AppendOutcome::AlreadyApplied(Version(EVENTS))));
        assert_eq!(stale, Err(Error::Conflict { version: Version(version) }));
        assert_eq!(next, Ok(AppendOutcome::Stored(Version(version + 1))));
    }
    assert_eq!(store.load(id(7)).await.unwrap().len() as u64, version + 1);
    assert_eq!(store.may_command(id(1), "x", Some(SeatKey([9; 32]))).await, Ok(true));
    assert_eq!(store.list_matches("visitor 3", PageRequest::first(9)).await.unwrap().len(), 1);
    let tile = store.tiles("visitor 3").await.unwrap().remove(0);
    assert_eq!(&*tile.name, "My Castle");
    // A new report has a number of its own.
    let report =
        Report { reporter: format!("{version}"), ..store.reports().await.unwrap().remove(0) };
    store.add_report(report.clone()).await.unwrap();
    assert_eq!(store.reports().await.unwrap().last(), Some(&report));
    assert_eq!(store.record_start(Time(40)).await.unwrap().len(), 1);
}

async fn copied(from: &StoreLocation, to: &StoreLocation) -> Vec<CopiedTable> {
    copy(from, to, |_, _| {}).await.unwrap()
}

#[tokio::test]
#[ignore = "needs postgresql"]
async fn a_site_moves_to_postgres_and_back() {
    let server = PostgresServer::start();
    let folder = Folder::new("moves");
    let [first, second] = ["first.sqlite", "second.sqlite"].map(|name| file(&folder, name));
    let database = StoreLocation::Server(server.create_database().parse().unwrap());
    with_store(&first, fill).await;
    let there = copied(&first, &database).await;
    assert!(there.iter().all(|table| table.rows > 0), "{there:?}");
    let rows = |name| there.iter().find(|table| table.name == name).unwrap().rows;
    assert_eq!(rows("matches"), MATCHES as u64);
    assert_eq!(rows("events"), MATCHES as u64 * EVENTS);
    // Verbatim, also by way of another database.
    let again = file(&folder, "again.sqlite");
    assert_eq!(copied(&database, &again).await, there);
    assert_eq!(copied(&again, &file(&folder, "third.sqlite")).await, there);
    // The target must be empty.
    for from in [&first, &again] {
        let refused = copy(from, &database, |_, _| {}).await;
        assert_eq!(refused, Err(CopyError::TargetNotEmpty));
    }
    with_store(&database, async |store| play_on(store, EVENTS).await).await;
    let back = copied(&database, &second).await;
    assert_ne!(back, there);
    with_store(&second, async |store| play_on(store, EVENTS + 1).await).await;
}

#[tokio::test]
#[ignore = "needs postgresql"]
async fn a_database_that_is_in_use_is_not_copied() {
    let server = PostgresServer::start();
    let folder = Folder::new("in-use");
    let url: store::PostgresUrl = server.create_database().parse().unwrap();
    let database = StoreLocation::Server(url.clone());
    let running = Postgres::open(&url).await.unwrap();
    let refused = copy(&database, &file(&folder, "a.sqlite"), |_, _| {}).await;
    assert!(matches!(refused, Err(CopyError::InUse(1))), "{refused:?}");
    let refused = copy(&file(&folder, "a.sqlite"), &database, |_, _| {}).await;
    assert!(matches!(refused, Err(CopyError::InUse(1))), "{refused:?}");
    drop(running);
}

#[tokio::test]
async fn a_file_is_copied_into_another_one() {
    let folder = Folder::new("file");
    let [from, to] = ["from.sqlite", "to.sqlite"].map(|name| file(&folder, name));
    with_store(&from, fill).await;
    let mut progress = Vec::new();
    let there =
        copy(&from, &to, |table, rows| progress.push((table.to_owned(), rows))).await.unwrap();
    assert!(there.iter().all(|table| table.rows > 0), "{there:?}");
    for table in &there {
        let last = progress.iter().rfind(|(name, _)| *name == table.name);
        assert_eq!(last, Some(&(table.name.clone(), table.rows)));
    }
    assert_eq!(copied(&to, &file(&folder, "again.sqlite")).await, there);
    assert_eq!(copy(&from, &to, |_, _| {}).await, Err(CopyError::TargetNotEmpty));
    with_store(&to, async |store| play_on(store, EVENTS).await).await;
}

fn options(location: &StoreLocation) -> SqliteConnectOptions {
    let StoreLocation::File(path) = location else { panic!("{location:?} is no file") };
    SqliteConnectOptions::new().filename(path)
}

/// Runs SQL in a file, as another program would.
fn run(location: &StoreLocation, sql: &'static str) {
    let options = options(location);
    let work = async move {
        let mut db = options.connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut db).await.unwrap();
        db.close().await.unwrap();
    };
    let work = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(work);
    };
    std::thread::spawn(work).join().unwrap();
}

async fn count_profiles(location: &StoreLocation) -> i64 {
    let mut db = options(location).connect().await.unwrap();
    sqlx::query("SELECT count(*) FROM profiles").fetch_one(&mut db).await.unwrap().get(0)
}

#[tokio::test]
async fn a_copy_is_of_one_moment() {
    let folder = Folder::new("moment");
    let [from, to] = ["from.sqlite", "to.sqlite"].map(|name| file(&folder, name));
    with_store(&from, async |store| {
        let new = NewMatch { id: id(1), events: vec![aborted(1)], summary: None };
        store.create_match("ana", new).await.unwrap();
        store.put_profile("ana", "{}").await.unwrap();
    })
    .await;
    // Another program writes as soon as the first table is copied.
    let mut is_written = false;
    let add = |_: &str, _: u64| {
        if !std::mem::replace(&mut is_written, true) {
            run(&from, "INSERT INTO profiles (id, document) VALUES ('bob', '{}')");
        }
    };
    copy(&from, &to, add).await.unwrap();
    assert_eq!((count_profiles(&from).await, count_profiles(&to).await), (2, 1));
}

#[tokio::test]
async fn a_copy_that_differs_is_not_kept() {
    let folder = Folder::new("differs");
    let [from, to] = ["from.sqlite", "to.sqlite"].map(|name| file(&folder, name));
    with_store(&from, async |store| store.put_profile("ana", "{}").await.unwrap()).await;
    with_store(&to, async |_| {}).await;
    for change in [
        "CREATE TRIGGER change AFTER INSERT ON profiles BEGIN
           UPDATE profiles SET document = '[]'; END",
        "DROP TRIGGER change; CREATE TRIGGER lose AFTER INSERT ON profiles BEGIN
           DELETE FROM profiles; END",
    ] {
        run(&to, change);
        let refused = copy(&from, &to, |_, _| {}).await;
        assert_eq!(refused, Err(CopyError::Differs { table: "profiles".to_owned() }));
        assert_eq!(count_profiles(&to).await, 0);
    }
    run(&to, "DROP TRIGGER lose");
    copied(&from, &to).await;
    assert_eq!(count_profiles(&to).await, 1);
}

/// Every column that a database has is copied.
#[tokio::test]
async fn no_table_is_forgotten() {
    let folder = Folder::new("tables");
    let [from, to] = ["from.sqlite", "to.sqlite"].map(|name| file(&folder, name));
    let tables: Vec<_> = copied(&from, &to).await.into_iter().map(|table| table.name).collect();
    let path = folder.join("to.sqlite");
    let mut db = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let rows = sqlx::query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
           AND name NOT LIKE '_sqlx_%'",
    );
    for row in rows.fetch_all(&mut db).await.unwrap() {
        let name: String = row.get(0);
        assert!(tables.contains(&name), "{name} is not copied");
    }
}

/// Both databases have the same columns, of the same types.
#[tokio::test]
#[ignore = "needs postgresql"]
async fn both_databases_have_the_same_columns() {
    let server = PostgresServer::start();
    let folder = Folder::new("columns");
    let url = server.create_database();
    let database = StoreLocation::Server(url.parse().unwrap());
    copied(&file(&folder, "from.sqlite"), &database).await;
    let path = folder.join("from.sqlite");
    let mut db = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let rows = sqlx::query(
        "SELECT schema.name || '|' || info.name || '|' || info.\"notnull\" || '|' ||
                CASE info.type WHEN 'TEXT' THEN 'text' ELSE 'bigint' END
         FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS info
         WHERE schema.type = 'table' AND schema.name NOT LIKE 'sqlite_%'
           AND schema.name NOT LIKE '_sqlx_%'",
    );
    let rows = rows.fetch_all(&mut db).await.unwrap();
    let mut here: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let there = server.execute(
        url.rsplit_once('/').unwrap().1,
        "SELECT table_name, column_name, (is_nullable = 'NO')::int, data_type
         FROM information_schema.columns WHERE table_schema = 'public'
           AND table_name NOT LIKE '\\_sqlx\\_%' AND table_name <> 'schema_compatibility'",
    );
    let mut there: Vec<_> = there.lines().map(ToOwned::to_owned).collect();
    here.sort();
    there.sort();
    assert_eq!(here, there);
}
