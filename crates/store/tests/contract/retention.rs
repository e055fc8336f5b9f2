//! The retention: what is deleted, how much of it is counted, and in as many batches as it takes.

use play::{Time, Version};
use store::{Backend, Error, MatchWriter, Memory, Owner, ReaderConnection, Sqlite, Store};
use testkit::Folder;

use super::quotas::{owner, put};
use super::rows::KeptRows;
use super::visitors::{device, key, link, report};
use super::{append, moved, new, started, tile};

/// More profiles than are looked at in one change.
const PROFILES: usize = 450;

pub(crate) async fn a_retention_takes_as_many_changes_as_it_needs(store: Store) {
    let put = async || {
        let all = (0..PROFILES).map(|number| {
            let store = store.clone();
            async move { store.put_profile(format!("p{number}"), "{}").await }
        });
        for answer in super::all_at_once(all).await {
            answer.unwrap();
        }
    };
    put().await;
    store.put_profile("local", "{}").await.unwrap();
    // All of them are seen for the first time.
    assert_eq!(store.delete_older_than(Time(30), Time(50)).await, Ok(0));
    assert_eq!(store.delete_older_than(Time(50), Time(60)).await, Ok(0));
    assert_eq!(store.delete_older_than(Time(51), Time(70)).await, Ok(PROFILES as u64));
    for number in 0..PROFILES {
        assert_eq!(store.profile(format!("p{number}")).await, Ok(None), "{number}");
    }
    assert_eq!(store.profile("local").await, Ok(Some("{}".to_owned())));
    assert_eq!(store.delete_older_than(Time(51), Time(70)).await, Ok(0));
}

pub(crate) async fn all_that_is_deleted_is_counted(store: Store) {
    store.create_match("ana", new("a", vec![started(10)])).await.unwrap();
    assert_eq!(store.delete_older_than(Time(50), Time(55)).await, Ok(1));
    for number in 1..=3 {
        store.put_profile_link(link("ana", number, 20)).await.unwrap();
        store.take_profile_link(key(number), device(100 + number, 10)).await.unwrap();
    }
    for number in 1..=2 {
        store.put_profile_link(link(&format!("v{number}"), 10 + number, 20)).await.unwrap();
    }
    store.add_report(report(10, "ana", None)).await.unwrap();
    // Three devices, two links, a report.
    assert_eq!(store.delete_older_than(Time(50), Time(55)).await, Ok(6));
    assert_eq!(store.delete_older_than(Time(50), Time(55)).await, Ok(0));
}

pub(crate) async fn tiles_count_with_their_size(store: Store) {
    let ana = owner("ana", "n-1", [9, 1000], [9, 9000]);
    let tiles = ["x", "y", "z"].map(|name| tile(name, name)).to_vec();
    store.add_tiles(ana.clone(), tiles).await.unwrap();
    assert_eq!(put(&store, &ana, "a", 0, 618).await, Err(Error::QuotaExceeded));
    assert_eq!(put(&store, &ana, "a", 0, 616).await, Ok(Version(1)));
    // Of a network too.
    let of = |profile: &str| owner(profile, "n-2", [9, 9000], [9, 1000]);
    store.add_tiles(of("bob"), vec![tile("x", "1"), tile("y", "2")]).await.unwrap();
    assert_eq!(put(&store, &of("cleo"), "a", 0, 746).await, Err(Error::QuotaExceeded));
    assert_eq!(put(&store, &of("cleo"), "a", 0, 744).await, Ok(Version(1)));
}

/// What has changed since it was found to be old stays.
async fn a_match_that_has_changed_since_is_kept(mut backend: impl Backend) {
    let mut reader = backend.reader();
    let writer = backend.begin().await.unwrap();
    for (id, at) in [("a", 10), ("b", 20), ("c", 30), ("d", 31)] {
        writer.create_match(Owner::from("ana"), new(id, vec![started(at)])).await.unwrap();
    }
    backend.commit().await.unwrap();
    let questions = reader.connected().await.unwrap();
    let mut old = questions.old_matches(Time(30), 9).await.unwrap();
    old.sort();
    assert_eq!(old, ["a", "b"]);
    assert_eq!(questions.old_matches(Time(30), 1).await.unwrap().len(), 1);
    let writer = backend.begin().await.unwrap();
    writer.append_all(&[&append("a", 1, None, vec![moved("4", 40)])]).await.unwrap();
    old.push("c".to_owned());
    assert_eq!(writer.delete_matches(old, Time(30)).await, Ok(1));
    backend.commit().await.unwrap();
    for (id, left) in [("a", true), ("b", false), ("c", true), ("d", true)] {
        let loaded = reader.connected().await.unwrap().load(id.to_owned()).await;
        assert_eq!(loaded.is_ok(), left, "{id}");
    }
    reader.disconnect().await;
}

#[tokio::test]
async fn a_match_that_has_changed_since_is_kept_everywhere() {
    a_match_that_has_changed_since_is_kept(Memory::default()).await;
    a_match_that_has_changed_since_is_kept(KeptRows::default().open()).await;
    let folder = Folder::new("changed-since");
    let backend = Sqlite::open(&folder.join("damier.sqlite")).await.unwrap();
    a_match_that_has_changed_since_is_kept(backend).await;
}
