//! The program `damier`.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Stdin, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

/// Raised when the user asks the program to stop.
static STOP_REQUESTED: AtomicBool = AtomicBool::new(false);
/// Raised while the program waits for input.
static WAITING_FOR_INPUT: AtomicBool = AtomicBool::new(false);

/// Raised by a command whose shutdown takes longer.
static SLOW_SHUTDOWN: AtomicBool = AtomicBool::new(false);

/// How long a command may take to stop by itself after Ctrl-C.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);
/// The same for a command that has raised [`SLOW_SHUTDOWN`].
const SLOW_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// Exit status after Ctrl-C: 128 + SIGINT, as in shells.
const EXIT_INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    // Without a handler, Ctrl-C ends the program at once, which is no reason to fail.
    let _ = ctrlc::set_handler(interrupt);
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let terminal = cli::Terminal {
        input: io::stdin().is_terminal(),
        out: out.is_terminal(),
        err: err.is_terminal(),
    };
    let started = Instant::now();
    let environment = cli::Environment {
        env: &|name| env::var(name).ok(),
        entropy: RandomState::new().hash_one(0),
        now: SystemTime::now(),
        elapsed: &|| started.elapsed(),
        stop: &STOP_REQUESTED,
        slow_shutdown: &SLOW_SHUTDOWN,
        input: &mut InterruptibleStdin(BufReader::new(io::stdin())),
        out: &mut out,
        err: &mut err,
        terminal,
    };
    cli::run(env::args_os(), games::CATALOGUE, environment).into()
}

/// Handler of Ctrl-C, on a thread of its own: asks the command to stop, and ends the program if it cannot,
/// because it waits for input or is busy with something that does not poll [`STOP_REQUESTED`].
fn interrupt() {
    STOP_REQUESTED.store(true, SeqCst);
    if WAITING_FOR_INPUT.load(SeqCst) {
        // Without a reader, the line is lost.
        let _ = writeln!(io::stdout());
    } else {
        thread::sleep(if SLOW_SHUTDOWN.load(SeqCst) {
            SLOW_SHUTDOWN_TIMEOUT
        } else {
            SHUTDOWN_TIMEOUT
        });
    }
    process::exit(EXIT_INTERRUPTED);
}

/// Stdin that tells [`interrupt`] while it waits. Both raise their flag before they read the other's, so
/// that at least one sees the other: the input ends, or the program does.
struct InterruptibleStdin(BufReader<Stdin>);

impl BufRead for InterruptibleStdin {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        WAITING_FOR_INPUT.store(true, SeqCst);
        let bytes = if STOP_REQUESTED.load(SeqCst) { Ok(&[][..]) } else { self.0.fill_buf() };
        WAITING_FOR_INPUT.store(false, SeqCst);
        bytes
    }

    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl Read for InterruptibleStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
