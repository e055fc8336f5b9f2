//! Rows of the store at the host: a transaction there for each transaction here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{Error, RowChange, RowLog};
use tokio::sync::oneshot;

use super::CoreHost;
use super::message::{FromCore, StorageFailure};

/// Transactions that the host carries out. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Transactions(Arc<Mutex<TransactionState>>);

#[derive(Default)]
struct TransactionState {
    count: u64,
    waiting: HashMap<u64, oneshot::Sender<Option<StorageFailure>>>,
}

impl Transactions {
    /// Takes in the end of a transaction.
    pub(super) fn ended(&self, transaction: u64, failure: Option<StorageFailure>) {
        if let Some(reply) = self.lock().waiting.remove(&transaction) {
            let _ = reply.send(failure);
        }
    }

    fn begin(&self) -> (u64, oneshot::Receiver<Option<StorageFailure>>) {
        let (reply, ended) = oneshot::channel();
        let mut state = self.lock();
        state.count += 1;
        let number = state.count;
        state.waiting.insert(number, reply);
        (number, ended)
    }

    fn lock(&self) -> MutexGuard<'_, TransactionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Log of rows at the host.
pub(super) struct HostLog {
    pub(super) host: Arc<dyn CoreHost>,
    pub(super) transactions: Transactions,
}

impl RowLog for HostLog {
    async fn commit(&mut self, changes: Vec<RowChange>) -> Result<(), Error> {
        let (mut put, mut delete) = (Vec::new(), Vec::new());
        for RowChange { key, row } in changes {
            match row {
                Some(row) => put.push((key, row)),
                None => delete.push(key),
            }
        }
        let (transaction, ended) = self.transactions.begin();
        self.host.send(&FromCore::Transaction { transaction, put, delete }, &[]);
        match ended.await {
            Ok(None) => Ok(()),
            Ok(Some(StorageFailure { is_full: true, why })) => Err(Error::DiskFull(why)),
            Ok(Some(StorageFailure { why, .. })) => Err(Error::Failed(why)),
            Err(_) => Err(Error::Closed),
        }
    }
}
