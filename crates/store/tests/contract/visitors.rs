//! Devices of profiles, reports, and help in matches.

use play::{Player, SeatKey, Time};
use store::{
    DEVICES_MAX, Device, Error, PageRequest, ProfileLink, REPORTS_MAX, REPORTS_OF_NETWORK_MAX,
    Report, Store,
};

use super::{new, started};

pub(crate) async fn a_helped_match_is_marked(store: Store) {
    for id in ["a", "b"] {
        store.create_match("ana", new(id, vec![started(1)])).await.unwrap();
    }
    store.add_participant("a", "bob", None).await.unwrap();
    store.mark_helped("a").await.unwrap();
    store.mark_helped("a").await.unwrap();
    assert_eq!(store.mark_helped("z").await, Err(Error::NotFound));
    for (profile, expected) in
        [("ana", vec![("b", false), ("a", true)]), ("bob", vec![("a", true)])]
    {
        let listed = store.list_matches(profile, PageRequest::first(9)).await.unwrap();
        let found: Vec<_> = listed.iter().map(|one| (one.id.as_str(), one.is_helped)).collect();
        assert_eq!(found, expected, "{profile}");
    }
}

pub(crate) fn key(number: u8) -> SeatKey {
    SeatKey([number; 32])
}

pub(crate) fn link(profile: &str, key_number: u8, expires: u64) -> ProfileLink {
    ProfileLink { profile: profile.to_owned(), key: key(key_number), expires: Time(expires) }
}

pub(crate) fn device(number: u8, added: u64) -> Device {
    Device { key: key(number), added: Time(added) }
}

pub(crate) async fn a_profile_link_adds_one_device_once(store: Store) {
    assert_eq!(store.take_profile_link(key(1), device(100, 5)).await, Err(Error::NotFound));
    store.put_profile_link(link("ana", 1, 10)).await.unwrap();
    // Guessed, and too late.
    assert_eq!(store.take_profile_link(key(2), device(100, 5)).await, Err(Error::NotFound));
    assert_eq!(store.take_profile_link(key(1), device(100, 10)).await, Err(Error::NotFound));
    assert_eq!(store.device_profile(key(100)).await, Ok(None));
    assert_eq!(store.take_profile_link(key(1), device(100, 9)).await, Ok("ana".to_owned()));
    assert_eq!(store.device_profile(key(100)).await, Ok(Some("ana".to_owned())));
    // Once only.
    assert_eq!(store.take_profile_link(key(1), device(101, 9)).await, Err(Error::NotFound));
    // Another link ends the one before.
    store.put_profile_link(link("ana", 3, 20)).await.unwrap();
    store.put_profile_link(link("ana", 4, 20)).await.unwrap();
    assert_eq!(store.take_profile_link(key(3), device(101, 9)).await, Err(Error::NotFound));
    assert_eq!(store.take_profile_link(key(4), device(101, 11)).await, Ok("ana".to_owned()));
    assert_eq!(store.devices("ana").await, Ok(vec![device(100, 9), device(101, 11)]));
    assert_eq!(store.devices("bob").await, Ok(Vec::new()));
    // One device leaves; another's owner cannot make it.
    assert_eq!(store.remove_devices("bob", Some(key(100))).await, Ok(0));
    assert_eq!(store.remove_devices("ana", Some(key(100))).await, Ok(1));
    assert_eq!(store.device_profile(key(100)).await, Ok(None));
    assert_eq!(store.device_profile(key(101)).await, Ok(Some("ana".to_owned())));
    // All are removed, with the link.
    store.put_profile_link(link("ana", 5, 20)).await.unwrap();
    assert_eq!(store.remove_devices("ana", None).await, Ok(1));
    assert_eq!(store.take_profile_link(key(5), device(102, 11)).await, Err(Error::NotFound));
    for number in 0..DEVICES_MAX as u8 {
        store.put_profile_link(link("ana", 6, 20)).await.unwrap();
        store.take_profile_link(key(6), device(number, 11)).await.unwrap();
    }
    store.put_profile_link(link("ana", 6, 20)).await.unwrap();
    assert_eq!(store.take_profile_link(key(6), device(99, 11)).await, Err(Error::Full));
    assert_eq!(store.devices("ana").await.unwrap().len(), DEVICES_MAX);
    store.add_report(report(1, "ana", None)).await.unwrap();
    store.add_report(report(1, "bob", None)).await.unwrap();
    store.delete_profile("ana").await.unwrap();
    assert_eq!(store.devices("ana").await, Ok(Vec::new()));
    assert_eq!(store.take_profile_link(key(6), device(99, 11)).await, Err(Error::NotFound));
    assert_eq!(store.reports().await, Ok(vec![report(1, "bob", None)]));
}

pub(crate) fn report(number: usize, reporter: &str, network: Option<&str>) -> Report {
    Report {
        at: Time(number as u64),
        match_id: format!("m{number}"),
        player: Player::Two,
        name: "« Zoé »".to_owned(),
        reporter: reporter.to_owned(),
        network: network.map(ToOwned::to_owned),
    }
}

pub(crate) async fn reports_are_kept_within_bounds(store: Store) {
    let first = report(1, "ana", Some("n-1"));
    store.add_report(first.clone()).await.unwrap();
    // The same again is one, of another player it is another.
    store.add_report(Report { at: Time(2), ..first.clone() }).await.unwrap();
    let other = Report { player: Player::One, ..first.clone() };
    store.add_report(other.clone()).await.unwrap();
    assert_eq!(store.reports().await, Ok(vec![first.clone(), other]));
    for number in 2..REPORTS_OF_NETWORK_MAX {
        store.add_report(report(number, "ana", Some("n-1"))).await.unwrap();
    }
    assert_eq!(store.add_report(report(900, "eve", Some("n-1"))).await, Err(Error::Full));
    store.add_report(first.clone()).await.unwrap();
    assert_eq!(store.delete_reports(Time(1)).await, Ok(2));
    assert_eq!(store.reports().await.unwrap()[0].at, Time(2));
    // The oldest go first.
    for number in 1000..1000 + REPORTS_MAX {
        store.add_report(report(number, "bob", None)).await.unwrap();
    }
    let kept = store.reports().await.unwrap();
    assert_eq!((kept.len(), kept[0].at), (REPORTS_MAX, Time(1000)));
}

pub(crate) async fn old_visitors_are_forgotten(store: Store) {
    store.put_profile("bob", "{}").await.unwrap();
    for (number, profile) in [(1, "ana"), (2, "bob"), (3, "local"), (4, "eve")] {
        store.put_profile_link(link(profile, number, 99)).await.unwrap();
        let added = if profile == "eve" { 60 } else { 10 };
        store.take_profile_link(key(number), device(100 + number, added)).await.unwrap();
    }
    store.put_profile_link(link("ana", 5, 20)).await.unwrap();
    for at in [10, 60] {
        store.add_report(report(at, "ana", None)).await.unwrap();
    }
    store.delete_older_than(Time(50), Time(55)).await.unwrap();
    // Of Ana nothing is left; Eve's is new.
    for (number, left) in [(101, false), (102, true), (103, true), (104, true)] {
        assert_eq!(store.device_profile(key(number)).await.unwrap().is_some(), left, "{number}");
    }
    assert_eq!(store.reports().await.unwrap().len(), 1);
    assert_eq!(store.take_profile_link(key(5), device(9, 1)).await, Err(Error::NotFound));
}
