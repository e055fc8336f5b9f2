//! Quotas, retention, and who may play in a match at one screen.

use play::{SeatKey, Time, Version};
use store::{Append, Error, Owner, PutAnalysis, SharedStorage, StorageAmount, StorageQuota, Store};

use super::{analysis, append, moved, new, started, tile};

/// An owner who may store so much, and whose network may store so much.
pub(crate) fn owner(profile: &str, network: &str, own: [u64; 2], all: [u64; 2]) -> Owner {
    let amount = |[items, bytes]: [u64; 2]| StorageAmount { items, bytes };
    let quota =
        StorageQuota { profile: amount(own), network: amount(all), ..StorageQuota::default() };
    Owner { profile: profile.to_owned(), network: Some(network.to_owned()), quota: Some(quota) }
}

pub(crate) async fn put(
    store: &Store,
    owner: &Owner,
    id: &str,
    after: u64,
    bytes: usize,
) -> Result<Version, Error> {
    let document = "é".repeat(bytes / 2);
    store
        .put_analysis(PutAnalysis { owner: owner.clone(), ..analysis("", id, after, &document) })
        .await
}

pub(crate) async fn a_profile_stores_as_much_as_it_may(store: Store) {
    let ana = owner("ana", "n-1", [3, 1000], [1000, 1_000_000]);
    assert_eq!(put(&store, &ana, "a", 0, 400).await, Ok(Version(1)));
    assert_eq!(put(&store, &ana, "b", 0, 602).await, Err(Error::QuotaExceeded));
    assert_eq!(put(&store, &ana, "b", 0, 600).await, Ok(Version(1)));
    // What is there may be replaced within the same size, and shrink even if it is too large.
    assert_eq!(put(&store, &ana, "a", 1, 402).await, Err(Error::QuotaExceeded));
    assert_eq!(put(&store, &ana, "a", 1, 400).await, Ok(Version(2)));
    let less = owner("ana", "n-1", [1, 100], [1000, 1_000_000]);
    assert_eq!(put(&store, &less, "a", 2, 100).await, Ok(Version(3)));
    // Matches, tiles and settings count too.
    let match_of = |id| new(id, vec![started(1)]);
    assert_eq!(store.create_match(less.clone(), match_of("m")).await, Err(Error::QuotaExceeded));
    assert_eq!(store.load("m").await, Err(Error::NotFound));
    store.delete_analysis("ana", "b").await.unwrap();
    store.create_match(ana.clone(), match_of("m")).await.unwrap();
    store.change_tile(ana.clone(), None, Some(tile("x", "1"))).await.unwrap();
    let fourth = store.change_tile(ana.clone(), None, Some(tile("y", "1"))).await;
    assert_eq!(fourth, Err(Error::QuotaExceeded));
    let file = vec![tile("x", "1"), tile("z", "1")];
    assert_eq!(store.add_tiles(ana.clone(), file).await, Err(Error::QuotaExceeded));
    assert_eq!(store.tiles("ana").await.unwrap().len(), 1);
    assert_eq!(store.put_profile(ana.clone(), "{}").await, Err(Error::QuotaExceeded));
    store.change_tile(ana.clone(), Some(tile("x", "1")), None).await.unwrap();
    store.put_profile(ana.clone(), "{}").await.unwrap();
    store.put_profile(ana, "[]").await.unwrap();
    // Without a quota there is none.
    store.create_match("ana", match_of("n")).await.unwrap();
}

pub(crate) async fn moves_count_towards_the_quota(store: Store) {
    let ana = owner("ana", "n-1", [9, 1000], [9, 9000]);
    store.create_match(ana.clone(), new("a", vec![started(1)])).await.unwrap();
    assert_eq!(put(&store, &ana, "b", 0, 500).await, Ok(Version(1)));
    for version in 1..=8 {
        store.append(append("a", version, None, vec![moved("4", version)])).await.unwrap();
    }
    assert_eq!(put(&store, &ana, "b", 1, 502).await, Err(Error::QuotaExceeded));
}

pub(crate) async fn rematches_count_towards_the_quota(store: Store) {
    let ana = owner("ana", "n-1", [2, 1000], [9, 9000]);
    for owner in [ana.clone(), Owner::from("local")] {
        let first = format!("{}1", owner.profile);
        store.create_match(owner.clone(), new(&first, vec![started(1)])).await.unwrap();
        let rematch = |id: &str, after: u64, next: &str| Append {
            next: Some(Box::new(new(next, vec![started(2)]))),
            next_quota: ana.quota,
            absence: None,
            ..append(id, after, None, vec![moved("4", after)])
        };
        let second = format!("{}2", owner.profile);
        store.append(rematch(&first, 1, &second)).await.unwrap();
        let third = format!("{}3", owner.profile);
        let stored = store.append(rematch(&second, 1, &third)).await;
        if owner.network.is_some() {
            assert_eq!(stored, Err(Error::QuotaExceeded));
            assert_eq!(store.load(third).await, Err(Error::NotFound));
            assert_eq!(store.load(second).await.unwrap().len(), 1, "nothing of it is stored");
        } else {
            assert!(stored.is_ok(), "the server's own machine has no quota");
        }
    }
}

pub(crate) async fn a_network_stores_as_much_as_it_may(store: Store) {
    let of = |profile: &str, network: &str| owner(profile, network, [9, 9000], [2, 1000]);
    assert_eq!(put(&store, &of("a", "n-1"), "a", 0, 400).await, Ok(Version(1)));
    assert_eq!(put(&store, &of("b", "n-1"), "a", 0, 602).await, Err(Error::QuotaExceeded));
    store.put_profile(of("b", "n-1"), "{}").await.unwrap();
    let third = store.create_match(of("c", "n-1"), new("m", vec![started(1)])).await;
    assert_eq!(third, Err(Error::QuotaExceeded));
    let third = store.change_tile(of("d", "n-1"), None, Some(tile("x", "1"))).await;
    assert_eq!(third, Err(Error::QuotaExceeded));
    assert_eq!(store.put_profile(of("e", "n-1"), "{}").await, Err(Error::QuotaExceeded));
    // Others are not affected.
    store.create_match(of("c", "n-2"), new("m", vec![started(1)])).await.unwrap();
    store.create_match("local", new("l", vec![started(1)])).await.unwrap();
}

/// Networks of one prefix are counted together, and whoever shares a full one, or a full server, stores no more.
pub(crate) async fn larger_networks_are_measured_and_refused(store: Store) {
    let of = |profile: &str, network: &str| owner(profile, network, [9, 9000], [9, 9000]);
    let empty = store.stored_bytes().await.unwrap();
    for (profile, network, bytes) in
        [("a", "n-4/5/6", 100), ("b", "n-4/5/7", 200), ("c", "n-4/50/6", 400), ("d", "n-4", 800)]
    {
        put(&store, &of(profile, network), "x", 0, bytes).await.unwrap();
    }
    put(&store, &Owner::from("local"), "x", 0, 1600).await.unwrap();
    store.put_profile(of("a", "n-4/5/6"), "{}").await.unwrap();
    store.change_tile(of("b", "n-4/5/7"), None, Some(tile("x", "1"))).await.unwrap();
    store.create_match(of("c", "n-4/50/6"), new("m", vec![started(1)])).await.unwrap();
    let of_match = store.stored_in("n-4/50/").await.unwrap();
    assert!(of_match.items == 2 && of_match.bytes > 400, "{of_match:?}");
    let tile_bytes = 128;
    let site = StorageAmount { items: 4, bytes: 100 + 200 + 2 + tile_bytes };
    assert_eq!(store.stored_in("n-4/5/").await.unwrap(), site);
    let all = store.stored_in("n-4/").await.unwrap();
    assert_eq!((all.items, all.bytes), (6, site.bytes + of_match.bytes));
    assert_eq!(store.stored_in("n-7/").await.unwrap(), StorageAmount::default());
    // A file grows by pages.
    let stored = store.stored_bytes().await.unwrap();
    assert!(stored >= empty && stored > 0, "{empty} {stored}");
    for (shared, error) in [
        (SharedStorage::NetworkFull, Error::QuotaExceeded),
        (SharedStorage::ServerFull, Error::StorageFull),
    ] {
        let ana = of("e", "n-8/1/1");
        let full = Owner { quota: ana.quota.map(|quota| StorageQuota { shared, ..quota }), ..ana };
        assert_eq!(put(&store, &full, "x", 0, 10).await, Err(error.clone()));
        let created = store.create_match(full.clone(), new("n", vec![started(1)])).await;
        assert_eq!(created, Err(error.clone()));
        let changed = store.change_tile(full.clone(), None, Some(tile("y", "1"))).await;
        assert_eq!(changed, Err(error.clone()));
        assert_eq!(store.put_profile(full.clone(), "{}").await, Err(error));
        // What is there may shrink.
        let full = Owner { profile: "a".to_owned(), ..full };
        assert!(
            put(&store, &full, "x", if shared == SharedStorage::NetworkFull { 1 } else { 2 }, 50)
                .await
                .is_ok()
        );
    }
}

pub(crate) async fn everything_old_is_forgotten(store: Store) {
    // More than one batch.
    for number in 0..45 {
        store.create_match("ana", new(&format!("m{number}"), vec![started(10)])).await.unwrap();
    }
    for (profile, changed) in [("ana", 10), ("bob", 40)] {
        let put = PutAnalysis { changed: Time(changed), ..analysis(profile, "a", 0, "one") };
        store.put_analysis(put).await.unwrap();
    }
    for profile in ["ana", "bob", "cleo", "local"] {
        store.change_tile(profile, None, Some(tile("x", "1"))).await.unwrap();
        store.put_profile(profile, "{}").await.unwrap();
    }
    // Tiles and profiles count as changed when they are first seen.
    assert_eq!(store.delete_older_than(Time(30), Time(50)).await, Ok(46));
    assert_eq!(store.match_ids("", "", 99).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.analysis("ana", "a").await, Ok(None));
    assert_eq!(store.tiles("ana").await.unwrap().len(), 1);
    // Cleo comes back; of Bob there is an analysis.
    store.change_tile("cleo", None, Some(tile("y", "1"))).await.unwrap();
    store.put_profile("cleo", "[]").await.unwrap();
    let put = PutAnalysis { changed: Time(60), ..analysis("bob", "a", 1, "two") };
    store.put_analysis(put).await.unwrap();
    // All that is left of Ana, and the tile of the machine itself.
    let deleted = store.delete_older_than(Time(55), Time(70)).await.unwrap();
    assert!(store.tiles("ana").await.unwrap().is_empty());
    assert_eq!(store.profile("ana").await, Ok(None));
    assert_eq!(store.tiles("bob").await.unwrap().len(), 1);
    assert_eq!(store.profile("bob").await, Ok(Some("{}".to_owned())));
    assert!(!store.tiles("cleo").await.unwrap().is_empty());
    assert_eq!(store.profile("cleo").await, Ok(Some("[]".to_owned())));
    assert_eq!(store.profile("local").await, Ok(Some("{}".to_owned())));
    assert!(deleted >= 3, "{deleted}");
}

pub(crate) async fn a_match_is_played_by_whom_it_belongs_to(store: Store) {
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    let (key, other) = (SeatKey([1; 32]), SeatKey([2; 32]));
    assert_eq!(store.may_command("a", "ana", None).await, Ok(true));
    assert_eq!(store.may_command("a", "bob", None).await, Ok(false));
    assert_eq!(store.may_command("a", "bob", Some(key)).await, Ok(false));
    store.set_seat_key("a", key).await.unwrap();
    assert_eq!(store.may_command("a", "bob", Some(key)).await, Ok(true));
    assert_eq!(store.may_command("a", "bob", Some(other)).await, Ok(false));
    assert_eq!(store.may_command("a", "bob", None).await, Ok(false));
    // Another key replaces it; whoever has come with it stays.
    store.add_participant("a", "bob", None).await.unwrap();
    store.set_seat_key("a", other).await.unwrap();
    assert_eq!(store.may_command("a", "cleo", Some(key)).await, Ok(false));
    assert_eq!(store.may_command("a", "bob", None).await, Ok(true));
    assert_eq!(store.may_command("b", "ana", None).await, Err(Error::NotFound));
    assert_eq!(store.set_seat_key("b", key).await, Err(Error::NotFound));
}
