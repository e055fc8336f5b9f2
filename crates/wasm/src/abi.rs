//! The interface of the module: functions that the host calls, and those that it provides.
//!
//! Bytes pass through buffers of this module: the host asks for one of some length and fills it, or reads the one that
//! a function has filled. It may grow the memory, so the host looks at it anew after each call.

#![expect(
    unsafe_code,
    reason = "exports have their names, and imports are declared; no pointer is read here"
)]

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use engine::MonotonicClock;

use crate::{Host, answer};

#[link(wasm_import_module = "damier")]
unsafe extern "C" {
    /// Takes an update: address and length of its JSON.
    safe fn update(address: *const u8, length: usize);
    /// Whether running work is to end: not 0.
    safe fn should_stop() -> i32;
    /// Takes the message of a panic, after which the module traps.
    safe fn panicked(address: *const u8, length: usize);
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static DATA: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static REPLY: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static STOP: AtomicBool = AtomicBool::new(false);

/// Address of a buffer for a request of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn request_buffer(length: usize) -> *mut u8 {
    resized(&REQUEST, length).as_mut_ptr()
}

/// Address of a buffer for so many bytes of data, which go with the next request.
#[unsafe(no_mangle)]
extern "C" fn data_buffer(length: usize) -> *mut u8 {
    resized(&DATA, length).as_mut_ptr()
}

/// Answers the request in the buffer. Returns the length of the reply.
#[unsafe(no_mangle)]
extern "C" fn perform() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            panicked(message.as_ptr(), message.len());
        }));
    });
    STOP.store(false, Relaxed);
    let request = std::mem::take(&mut *lock(&REQUEST));
    let data = std::mem::take(&mut *lock(&DATA));
    let reply = answer(&request, data, &ModuleHost);
    let length = reply.len();
    *lock(&REPLY) = reply;
    length
}

/// Address of the reply.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    lock(&REPLY).as_ptr()
}

struct ModuleHost;

impl Host for ModuleHost {
    fn update(&self, json: &[u8]) {
        update(json.as_ptr(), json.len());
        poll_stop();
    }

    fn stop_flag(&self) -> &AtomicBool {
        &STOP
    }

    fn clock(&self) -> MonotonicClock {
        MonotonicClock::new(read_clock)
    }
}

/// Reads the clock, and looks whether the host wants the search to end: nothing can raise the flag from outside
/// while the module runs.
fn read_clock() -> Duration {
    poll_stop();
    MonotonicClock::default().now()
}

fn poll_stop() {
    if should_stop() != 0 {
        STOP.store(true, Relaxed);
    }
}

fn resized(buffer: &Mutex<Vec<u8>>, length: usize) -> MutexGuard<'_, Vec<u8>> {
    let mut buffer = lock(buffer);
    buffer.clear();
    buffer.resize(length, 0);
    buffer
}

fn lock(buffer: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}
