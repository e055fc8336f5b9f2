//! Texts of any kind, and the time of the store.

use play::{Time, Version};
use store::{AppendOutcome, Error, Store};

use super::{analysis, append, moved, new, started};

pub(crate) async fn any_text_is_found_again(store: Store) {
    let odd = "a\u{0}b « é 🎲 \u{fffd} \\ ' \" $1 \n";
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    let stored = store.append(append("a", 1, Some(odd), vec![moved(odd, 2)])).await;
    assert_eq!(stored, Ok(AppendOutcome::Stored(Version(2))));
    assert_eq!(store.load("a").await, Ok(vec![started(1), moved(odd, 2)]));
    assert_eq!(store.find_command("a", odd).await, Ok(Some(Version(2))));
    let again = store.append(append("a", 2, Some(odd), vec![moved("1", 3)])).await;
    assert_eq!(again, Ok(AppendOutcome::AlreadyApplied(Version(2))));
    store.put_analysis(analysis("ana", odd, 0, odd)).await.unwrap();
    let found = store.analysis("ana", odd).await.unwrap().unwrap().document;
    // A database may have no room for the character of the number zero.
    assert_eq!(found.replace('\u{0}', "\u{fffd}"), odd.replace('\u{0}', "\u{fffd}"));
    assert_eq!(store.load(odd).await, Err(Error::NotFound));
    assert_eq!(store.profile(odd).await, Ok(None));
    assert!(!store.meter().is_failing());
}

pub(crate) async fn the_time_is_that_of_the_store(store: Store) {
    let now = || {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        Time(since.as_millis() as u64)
    };
    // The database of a test is on this machine.
    let offset = store.time_offset(now).await.unwrap();
    let error = offset.uncertainty.as_millis() as i64 + 20;
    assert!(offset.millis.abs() <= error, "{offset:?}");
    let behind = store.time_offset(|| Time(now().0 - 2000)).await.unwrap();
    let error = behind.uncertainty.as_millis() as i64 + 20;
    assert!((behind.millis - 2000).abs() <= error, "{behind:?}");
}
