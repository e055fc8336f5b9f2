//! Work on several threads whose results are heard in their order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;

/// How often the flag is looked at that ends the program.
const LOOK: Duration = Duration::from_millis(50);

/// Lets `threads` of them ask `work` again and again until it has nothing to do, and tells `hear` of
/// each result in the order of their numbers, from `first` on, until that has heard enough or `stop`
/// is raised. `work` gives a number and its result, and ends early when its flag is raised.
pub(crate) fn work_in_order<T: Send>(
    threads: usize,
    first: u32,
    stop: &AtomicBool,
    work: impl Fn(&AtomicBool) -> Result<Option<(u32, T)>, Failure> + Sync,
    mut hear: impl FnMut(u32, T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let mut next = first;
    let halt = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let _halt = Halt(&halt);
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
        let mut early = BTreeMap::new();
        while !stop.load(Relaxed) {
            match receiver.recv_timeout(LOOK) {
                Ok(done) => {
                    let (number, result) = done?;
                    early.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = early.remove(&next) {
                next += 1;
                if hear(next - 1, result)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

/// Halts the threads when the one that listens to them leaves.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
