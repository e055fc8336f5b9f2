//! Time limits: every wait ends, and says what it waited for. They are long, because the machine may be busy, and shorter
//! than the limit of a process of tests in `cargo xtask test`.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Limit of every wait for a server or a process. It is long, because the machine may be busy.
pub const WAIT_TIMEOUT: Duration = Duration::from_mins(1);
/// Limit of a whole test: a loop over answers may go on although each of them comes in time.
const TEST_TIMEOUT: Duration = Duration::from_mins(4);
/// Interval at which a condition is looked at again.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Ends the process, with the name of the test, unless it is dropped within the limit of a test.
#[derive(Debug)]
pub struct Watchdog(#[expect(dead_code, reason = "dropped at the end")] Sender<()>);

impl Watchdog {
    /// Begins to wait.
    pub fn start() -> Self {
        let test = thread::current().name().unwrap_or("a test").to_owned();
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || {
            if ended.recv_timeout(TEST_TIMEOUT) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{test} has run for {} s", TEST_TIMEOUT.as_secs());
                std::process::exit(101);
            }
        });
        Self(sender)
    }
}

/// The next value of a channel. `None` if its sender is gone.
#[track_caller]
pub fn receive<T>(what: &str, receiver: &Receiver<T>) -> Option<T> {
    match receiver.recv_timeout(WAIT_TIMEOUT) {
        Ok(value) => Some(value),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("waited {} s for {what}", WAIT_TIMEOUT.as_secs()),
    }
}

/// Waits until there is a value.
#[track_caller]
pub fn wait_for<T>(what: &str, mut value: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = value() {
            return value;
        }
        assert!(started.elapsed() < WAIT_TIMEOUT, "waited {} s for {what}", WAIT_TIMEOUT.as_secs());
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    wait_for(what, || is_so().then_some(()));
}

/// Waits until a process has ended, and kills it if it does not.
#[track_caller]
pub fn wait_for_end(what: &str, child: &mut Child) -> ExitStatus {
    let limit = Instant::now() + WAIT_TIMEOUT;
    wait_for(&format!("the end of {what}"), || {
        if Instant::now() + POLL_INTERVAL * 4 > limit {
            let _ = child.kill();
        }
        child.try_wait().unwrap()
    })
}

/// Lines that a process prints, read by a thread so that nobody waits for them without a limit.
#[derive(Debug)]
pub struct Lines(Receiver<String>);

impl Lines {
    /// The lines of an output.
    pub fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // It goes on reading, whoever listens: a full pipe would stop the process.
                let _ = sender.send(line);
            }
        });
        Self(lines)
    }

    /// The next line. `None` when the output has ended.
    #[track_caller]
    pub fn next(&self) -> Option<String> {
        receive("a line of the program", &self.0)
    }

    /// All lines to the end of the output.
    #[track_caller]
    pub fn rest(&self) -> Vec<String> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

/// Runs a command to its end, with all that it prints.
#[track_caller]
pub fn output(command: &mut Command) -> Output {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    let stdout = read_to_end(child.stdout.take().expect("a pipe"));
    let stderr = read_to_end(child.stderr.take().expect("a pipe"));
    let status = wait_for_end("a command", &mut child);
    let bytes = |pipe| receive("the output of a command", &pipe).unwrap_or_default();
    Output { status, stdout: bytes(stdout), stderr: bytes(stderr) }
}

/// Everything that comes through a pipe, read by a thread so that it is never full.
fn read_to_end(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, bytes) = mpsc::channel();
    thread::spawn(move || {
        let mut all = Vec::new();
        let _ = pipe.read_to_end(&mut all);
        let _ = sender.send(all);
    });
    bytes
}
