//! Parallel work whose results are delivered in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;

/// How often the stop flag is polled.
pub const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Calls `work` on `threads` threads until it returns `None`, and passes the results to `consume` in the
/// order of their numbers, from `first` on, until that breaks or `stop` is raised. `work` returns a number
/// and its result, and must return early when the flag that it is given is raised.
pub fn work_in_order<T: Send>(
    threads: usize,
    first: u32,
    stop: &AtomicBool,
    work: impl Fn(&AtomicBool) -> Result<Option<(u32, T)>, Failure> + Sync,
    mut consume: impl FnMut(u32, T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let mut next = first;
    let halt = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let _guard = HaltOnDrop(&halt);
        for _ in 0..threads {
            let (work, halt, sender) = (&work, &halt, sender.clone());
            scope.spawn(move || {
                while let Some(done) = work(halt).transpose() {
                    let failed = done.is_err();
                    if sender.send(done).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut out_of_order = BTreeMap::new();
        while !stop.load(Relaxed) {
            match receiver.recv_timeout(STOP_POLL_INTERVAL) {
                Ok(done) => {
                    let (number, result) = done?;
                    out_of_order.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = out_of_order.remove(&next) {
                next += 1;
                if consume(next - 1, result)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

/// Guard that halts the threads when the consumer returns.
struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
