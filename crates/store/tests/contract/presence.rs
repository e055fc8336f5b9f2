//! Who and what was there: outages of the site, absences and arrivals of players.

use play::{Player, Time, Version};
use store::{Absence, Append, AppendOutcome, Arrival, Error, Outage, Store};

use super::{append, moved, new, started};

pub(crate) async fn outages_are_remembered(store: Store) {
    assert_eq!(store.record_start(Time(100)).await, Ok(vec![]));
    store.record_heartbeat(Time(150)).await.unwrap();
    let first = Outage { began: Time(150), ended: Time(200) };
    assert_eq!(store.record_start(Time(200)).await, Ok(vec![first]));
    // It ended before its heart beat once.
    let second = Outage { began: Time(200), ended: Time(300) };
    assert_eq!(store.record_start(Time(300)).await, Ok(vec![first, second]));
    // A clock that was put back is no outage.
    assert_eq!(store.record_start(Time(250)).await, Ok(vec![first, second]));
    // Another server joins those that run, whose last heartbeat is a little old, and later one when none ran.
    assert_eq!(store.record_join(Time(349), 100).await, Ok(vec![first, second]));
    let third = Outage { began: Time(349), ended: Time(449) };
    assert_eq!(store.record_join(Time(449), 100).await, Ok(vec![first, second, third]));
}

pub(crate) async fn an_absence_ends_with_an_arrival(store: Store) {
    for id in ["a", "b"] {
        store.create_match("ana", new(id, vec![started(1)])).await.unwrap();
    }
    let claim = |after: u64, player, since| Append {
        absence: Some(Absence { player, since: Time(since) }),
        ..append("a", after, None, vec![moved("4", 9)])
    };
    let arrival = |id: &str, player| Arrival { match_id: id.to_owned(), player };
    assert_eq!(
        store.append(claim(1, Player::One, 0)).await,
        Ok(AppendOutcome::Stored(Version(2))),
        "nobody has come yet"
    );
    let both =
        vec![arrival("a", Player::One), arrival("b", Player::Two), arrival("none", Player::One)];
    store.record_arrivals(both, Time(100)).await.unwrap();
    // An earlier one that is told later changes nothing.
    store.record_arrivals(vec![arrival("a", Player::One)], Time(50)).await.unwrap();
    let present = Err(Error::Present { since: Time(100) });
    assert_eq!(store.append(claim(2, Player::One, 99)).await, present);
    assert_eq!(store.load("a").await.unwrap().len(), 2, "nothing is stored");
    assert_eq!(
        store.append(claim(1, Player::One, 99)).await,
        Err(Error::Conflict { version: Version(2) })
    );
    for (after, player, since) in [(2, Player::One, 100), (3, Player::Two, 0)] {
        let stored = Ok(AppendOutcome::Stored(Version(after + 1)));
        assert_eq!(store.append(claim(after, player, since)).await, stored);
    }
}
