//! Long work in a thread of its own, while Python's signals are heeded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Interval at which a waiting thread looks for signals, such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Work in a thread of its own that sends events.
pub(crate) struct Work<E> {
    events: Mutex<Receiver<E>>,
}

impl<E: Send + 'static> Work<E> {
    /// Starts the work. A panic ends its events.
    pub(crate) fn start(work: impl FnOnce(&Sender<E>) + Send + 'static) -> Self {
        let (sender, events) = mpsc::channel();
        thread::spawn(move || {
            // The panic has been printed; the receiver sees the end.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&sender)));
        });
        Self { events: Mutex::new(events) }
    }

    /// Waits for the next event, without the GIL.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<E> {
        loop {
            let event = py.detach(|| {
                let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
                events.recv_timeout(SIGNAL_INTERVAL)
            });
            match event {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search has failed"));
                }
            }
        }
    }
}
