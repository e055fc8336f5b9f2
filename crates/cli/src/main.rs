//! The program `damier`.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal, Read, StdinLock};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, SystemTime};
use std::{env, thread};

/// Raised when the user wants to end the program.
static STOP: AtomicBool = AtomicBool::new(false);
/// Raised while the program waits for input.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Raised by a command that needs a moment to end.
static PATIENCE: AtomicBool = AtomicBool::new(false);

/// How long a command may take to end by itself after Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);
/// The same for one that needs a moment.
const LONG_GRACE: Duration = Duration::from_secs(10);
/// The exit status after Ctrl-C, as shells know it.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    // Without a handler, Ctrl-C ends the program at once: not as nice, but no reason to fail.
    let _ = ctrlc::set_handler(interrupt);
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let terminal = cli::Terminal {
        input: io::stdin().is_terminal(),
        out: out.is_terminal(),
        err: err.is_terminal(),
    };
    let world = cli::World {
        env: &|name| env::var(name).ok(),
        entropy: RandomState::new().hash_one(0),
        now: SystemTime::now(),
        stop: &STOP,
        patience: &PATIENCE,
        input: &mut Input(io::stdin().lock()),
        out: &mut out,
        err: &mut err,
        terminal,
    };
    cli::run(env::args_os(), games::CATALOGUE, world).into()
}

/// Runs in a thread of its own on Ctrl-C: asks the command to stop, and ends the program if it cannot,
/// because it waits for input or is busy with something that does not look at [`STOP`].
fn interrupt() {
    STOP.store(true, SeqCst);
    if WAITING.load(SeqCst) {
        println!();
    } else {
        thread::sleep(if PATIENCE.load(SeqCst) { LONG_GRACE } else { GRACE });
    }
    process::exit(INTERRUPTED);
}

/// Stdin, which tells [`interrupt`] when it waits. Whoever is first to raise a flag is seen by the
/// other: either there is nothing more to read, or the program ends while it waits.
struct Input(StdinLock<'static>);

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        WAITING.store(true, SeqCst);
        let bytes = if STOP.load(SeqCst) { Ok(&[][..]) } else { self.0.fill_buf() };
        WAITING.store(false, SeqCst);
        bytes
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
