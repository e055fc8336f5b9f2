//! The backend that keeps rows elsewhere: they are all that is needed to go on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use play::{SeatKey, Time, Version};
use store::{Error, PageRequest, RowBackend, RowChange, RowLog, Store};

use super::puzzles::result;
use super::{analysis, append, moved, new, running_in_task, started, tile};

/// Log that keeps its rows, and may refuse changes.
#[derive(Clone, Default)]
pub(crate) struct KeptRows {
    rows: Arc<Mutex<BTreeMap<String, String>>>,
    /// Keys of all changes, by transaction.
    log: Arc<Mutex<Vec<Vec<String>>>>,
    failure: Arc<Mutex<Option<Error>>>,
}

impl RowLog for KeptRows {
    async fn commit(&mut self, changes: Vec<RowChange>) -> Result<(), Error> {
        tokio::task::yield_now().await;
        if let Some(error) = self.failure.lock().unwrap().clone() {
            return Err(error);
        }
        let keys = changes.iter().map(|change| change.key.clone()).collect();
        self.log.lock().unwrap().push(keys);
        let mut rows = self.rows.lock().unwrap();
        for RowChange { key, row } in changes {
            match row {
                Some(row) => drop(rows.insert(key, row)),
                None => assert!(rows.remove(&key).is_some(), "nothing to delete"),
            }
        }
        Ok(())
    }
}

impl KeptRows {
    /// A backend with these rows.
    pub(crate) fn open(&self) -> RowBackend<Self> {
        let rows = self.rows.lock().unwrap().clone();
        let backend = RowBackend::open(rows, self.clone()).unwrap();
        assert_eq!(backend.unreadable(), [""; 0]);
        backend
    }

    fn store(&self) -> Store {
        running_in_task(self.open())
    }
}

/// All that can be asked of the store below.
async fn everything(store: &Store) -> String {
    let page = || PageRequest::first(10);
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        store.load("a").await,
        store.find_command("a", "c1").await,
        store.list_matches("ana", page()).await,
        store.profile("ana").await,
        store.analysis("ana", "x/\"y").await,
        store.list_analyses("ana", page()).await,
        store.tiles("ana").await,
        store.devices("ana").await,
        store.puzzle_results("ana").await,
    )
}

#[tokio::test]
async fn rows_are_all_that_is_needed_to_go_on() {
    let log = KeptRows::default();
    let store = log.store();
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    store.create_match("ana", new("b", vec![started(1)])).await.unwrap();
    store.append(append("a", 1, Some("c1"), vec![moved("4", 2)])).await.unwrap();
    store.put_profile("ana", "{}".to_owned()).await.unwrap();
    store.put_analysis(analysis("ana", "x/\"y", 0, "moves")).await.unwrap();
    store.add_tiles("ana", vec![tile("one", "bbbb rrrr gggg yyyy")]).await.unwrap();
    store.put_puzzle_result("ana", result("p/\"1", 4, true)).await.unwrap();
    store.record_heartbeat(Time(5)).await.unwrap();
    store.forget_matches("ana", vec!["b".to_owned()]).await.unwrap();
    let kept = everything(&store).await;
    let again = log.store();
    assert_eq!(everything(&again).await, kept);
    assert_eq!(again.load("b").await, Err(Error::NotFound));
    assert_eq!(again.record_start(Time(9_000_000)).await.unwrap().len(), 1);
    let conflict = again.append(append("a", 1, None, vec![moved("5", 3)])).await;
    assert_eq!(conflict, Err(Error::Conflict { version: Version(2) }));
}

#[tokio::test]
async fn a_refused_transaction_changes_nothing() {
    let log = KeptRows::default();
    let store = log.store();
    store.create_match("ana", new("a", vec![started(1)])).await.unwrap();
    let (kept, rows) = (everything(&store).await, log.rows.lock().unwrap().clone());
    let full = Error::DiskFull("no room".to_owned());
    *log.failure.lock().unwrap() = Some(full.clone());
    let refused = store.append(append("a", 1, Some("c1"), vec![moved("4", 2)])).await;
    assert_eq!(refused, Err(full.clone()));
    assert_eq!(store.put_profile("ana", "{}".to_owned()).await, Err(full));
    assert_eq!(everything(&store).await, kept);
    assert_eq!(*log.rows.lock().unwrap(), rows);
    *log.failure.lock().unwrap() = None;
    store.append(append("a", 1, Some("c1"), vec![moved("4", 2)])).await.unwrap();
    assert_ne!(everything(&store).await, kept);
}

#[tokio::test]
async fn what_changes_is_written_and_nothing_else() {
    let log = KeptRows::default();
    let written = |log: &KeptRows| std::mem::take(&mut *log.log.lock().unwrap());
    let store = log.store();
    // Nothing has changed: the match does not exist.
    assert_eq!(store.set_seat_key("a", SeatKey([1; 32])).await, Err(Error::NotFound));
    assert_eq!(written(&log), [[""; 0]; 0]);
    store.put_profile("ana", "{}").await.unwrap();
    // The format, which is said once, tells a later version how to read the rest.
    assert_eq!(written(&log), [["profile/\"ana\"", "format/null"]]);
    store.put_profile("ana", "[]").await.unwrap();
    assert_eq!(written(&log), [["profile/\"ana\""]]);
    let again = log.store();
    again.put_profile("bob", "{}").await.unwrap();
    again.record_heartbeat(Time(5)).await.unwrap();
    assert_eq!(written(&log), [["profile/\"bob\""], ["service/null"]]);
    again.delete_profile("bob").await.unwrap();
    again.delete_profile("bob").await.unwrap();
    assert_eq!(written(&log), [["profile/\"bob\""]]);
}

#[test]
fn rows_of_a_newer_version_are_refused_and_damaged_ones_left_alone() {
    let open = |rows: &[(&str, &str)]| {
        let rows = rows.iter().map(|(key, row)| ((*key).to_owned(), (*row).to_owned()));
        RowBackend::open(rows, KeptRows::default())
    };
    assert!(matches!(open(&[("format/null", "2")]), Err(Error::Unopenable(_))));
    assert_eq!(open(&[("format/null", "1")]).unwrap().unreadable(), [""; 0]);
    let damaged = open(&[("match/\"a\"", "{"), ("profile/\"b\"", "7"), ("dust/1", "{}")]).unwrap();
    assert_eq!(damaged.unreadable(), ["match/\"a\"", "profile/\"b\"", "dust/1"]);
}
