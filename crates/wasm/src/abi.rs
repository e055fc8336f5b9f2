//! The interface of the modules: functions that the host calls, and those that it provides. One module can
//! be the program and the engines; published are two, the program without searches (`--cfg without_search`) and the
//! engines (`--cfg without_program`).
//!
//! Bytes pass through buffers of this module: the host asks for one of some length and fills it, or reads the one that
//! a function has filled. It may grow the memory, so the host looks at it anew after each call.

#![expect(
    unsafe_code,
    reason = "exports have their names, and imports are declared; no pointer is read here"
)]

use std::panic;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

#[link(wasm_import_module = "damier")]
unsafe extern "C" {
    /// Takes the message of a panic, after which the module traps.
    safe fn panicked(address: *const u8, length: usize);
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static DATA: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static REPLY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

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

/// Address of the reply.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    lock(&REPLY).as_ptr()
}

/// The engines.
#[cfg(not(without_search))]
mod engines {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Duration;

    use engine::MonotonicClock;

    use super::{DATA, REQUEST, put_reply, report_panics, take};
    use crate::{Host, answer};

    #[link(wasm_import_module = "damier")]
    unsafe extern "C" {
        /// Takes an update: address and length of its JSON.
        safe fn update(address: *const u8, length: usize);
        /// Whether running work is to end: not 0.
        safe fn should_stop() -> i32;
    }

    static STOP: AtomicBool = AtomicBool::new(false);

    /// Answers the request in the buffer. Returns the length of the reply.
    #[unsafe(no_mangle)]
    extern "C" fn perform() -> usize {
        report_panics();
        STOP.store(false, Relaxed);
        put_reply(answer(&take(&REQUEST), take(&DATA), &ModuleHost))
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

        #[cfg(target_feature = "atomics")]
        fn threads(&self) -> usize {
            1 + engine::serving_threads()
        }
    }

    /// Address of a block of so many bytes, for the stack and the data of a thread that the host starts. It is never
    /// freed.
    #[cfg(target_feature = "atomics")]
    #[unsafe(no_mangle)]
    extern "C" fn thread_block(length: usize) -> *mut u128 {
        vec![0_u128; length.div_ceil(size_of::<u128>())].leak().as_mut_ptr()
    }

    /// Helps searches, for ever: a thread of the host calls it.
    #[cfg(target_feature = "atomics")]
    #[unsafe(no_mangle)]
    extern "C" fn help() {
        engine::serve_searches();
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
}

/// The program.
#[cfg(not(without_program))]
mod program {
    use std::sync::{Arc, Mutex};

    use engine::MonotonicClock;
    use play::Time;
    use room::{Monotonic, Now};
    use serde_json::json;

    use super::{DATA, REQUEST, lock, put_reply, report_panics, take};
    use crate::{CoreHost, CoreProcess, FromCore, ToCore};

    #[link(wasm_import_module = "damier")]
    unsafe extern "C" {
        /// Takes a message of the program: address and length of its JSON, and of the bytes beside it.
        safe fn send(message: *const u8, length: usize, data: *const u8, data_length: usize);
        /// Wall-clock time in milliseconds since 1970.
        safe fn wall_ms() -> f64;
        /// Cryptographically secure random bits.
        safe fn random_bits() -> u64;
    }

    /// The program, once it has been started.
    static PROCESS: Mutex<Option<CoreProcess>> = Mutex::new(None);

    /// Starts the program with so many engines and the rows in the data buffer: JSON, `null` if nothing is stored.
    /// Returns the length of the reply: `error`, or the keys of rows that are `unreadable`.
    #[unsafe(no_mangle)]
    extern "C" fn start(engines: usize) -> usize {
        report_panics();
        let reply = match open(engines, &take(&DATA)) {
            Ok((process, unreadable)) => {
                *lock(&PROCESS) = Some(process);
                json!({ "unreadable": unreadable })
            }
            Err(error) => json!({ "error": error }),
        };
        put_reply(reply.to_string().into_bytes())
    }

    fn open(engines: usize, rows: &[u8]) -> Result<(CoreProcess, Vec<String>), String> {
        let host = Arc::new(ModuleHost);
        match serde_json::from_slice(rows).map_err(|error| error.to_string())? {
            Some(rows) => CoreProcess::open(host, engines, rows).map_err(|error| error.to_string()),
            None => Ok((CoreProcess::in_memory(host, engines), Vec::new())),
        }
    }

    /// Passes the message in the buffer to the program. Returns after how many milliseconds it wants to be woken; a
    /// negative number if it does not, and -2 if there is no such message.
    #[unsafe(no_mangle)]
    extern "C" fn receive() -> f64 {
        let (message, data) = (take(&REQUEST), take(&DATA));
        let Ok(message) = serde_json::from_slice::<ToCore>(&message) else { return -2.0 };
        let mut process = lock(&PROCESS);
        let wake = process.as_mut().and_then(|process| process.receive(message, data));
        wake.map_or(-1.0, |millis| millis as f64)
    }

    struct ModuleHost;

    impl CoreHost for ModuleHost {
        fn now(&self) -> Now {
            let monotonic = MonotonicClock::default().now().as_millis() as u64;
            Now { wall: Time(wall_ms() as u64), monotonic: Monotonic(monotonic) }
        }

        fn random(&self) -> u128 {
            u128::from(random_bits()) << 64 | u128::from(random_bits())
        }

        fn send(&self, message: &FromCore, data: &[u8]) {
            let json = serde_json::to_vec(message).unwrap_or_default();
            send(json.as_ptr(), json.len(), data.as_ptr(), data.len());
        }
    }
}

fn report_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            panicked(message.as_ptr(), message.len());
        }));
    });
}

/// Keeps a reply for the host; its length.
fn put_reply(reply: Vec<u8>) -> usize {
    let length = reply.len();
    *lock(&REPLY) = reply;
    length
}

fn take(buffer: &Mutex<Vec<u8>>) -> Vec<u8> {
    std::mem::take(&mut *lock(buffer))
}

fn resized(buffer: &Mutex<Vec<u8>>, length: usize) -> MutexGuard<'_, Vec<u8>> {
    let mut buffer = lock(buffer);
    buffer.clear();
    buffer.resize(length, 0);
    buffer
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
