//! Data files that the program asks its host for, such as puzzles: nothing is loaded before somebody needs it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::oneshot;

use super::Core;
use super::message::FromCore;

/// Requests that wait for data files, by the names of these.
#[derive(Default)]
pub(super) struct DataLoads(Mutex<HashMap<String, Vec<oneshot::Sender<bool>>>>);

impl Core {
    /// Loads a data file; whether that has worked. Several who need it wait together.
    pub(super) async fn load_data(&self, name: &str) -> bool {
        let (reply, loaded) = oneshot::channel();
        let is_first = {
            let mut loads =
                self.shared().data_loads.0.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = loads.entry(name.to_owned()).or_default();
            waiting.push(reply);
            waiting.len() == 1
        };
        if is_first {
            self.send(&FromCore::LoadData { name: name.to_owned() }, &[]);
        }
        loaded.await.unwrap_or(false)
    }

    /// Takes in a data file; no bytes if the host does not get it.
    pub(super) fn data_loaded(&self, name: &str, data: Vec<u8>) {
        let is_loaded = !data.is_empty() && crate::load(name, data).is_ok();
        let mut loads = self.shared().data_loads.0.lock().unwrap_or_else(PoisonError::into_inner);
        for reply in loads.remove(name).unwrap_or_default() {
            let _ = reply.send(is_loaded);
        }
    }
}
