//! Engine in a process of its own: lines in and lines out, with limits on time and output. Whatever the program does, it
//! and its children are gone when the value is dropped.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use crate::context::Context;
use crate::platform;

/// Bytes of the longest line of output.
const LINE_MAX_BYTES: u64 = 256 << 10;
/// Bytes of output between two commands at most.
const ANSWER_MAX_BYTES: usize = 16 << 20;
/// Lines of output that wait to be read; beyond it the program waits.
const OUTPUT_QUEUE_LINES: usize = 256;
/// Bytes of standard error that are kept: the last ones.
const STDERR_TAIL_BYTES: usize = 1 << 10;
/// How often a wait looks whether it is given up.
const HALT_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long a program may take to end by itself once its input is closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often a wait looks whether a program has ended.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long a program that was killed may take to be gone.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the end of standard error is waited for once the program and its children are gone.
const STDERR_TIMEOUT: Duration = Duration::from_secs(5);

/// The engines that run, for whoever ends the program.
static RUNNING: Mutex<Vec<ProcessHandle>> = Mutex::new(Vec::new());

/// Has the engines of a command end with it, whatever signal ends it. They take a moment to do so.
pub fn end_with(context: &Context<'_>) {
    static IS_PREPARED: Once = Once::new();
    context.slow_shutdown.store(true, Relaxed);
    IS_PREPARED.call_once(|| platform::before_termination(end_all));
}

/// Ends all engines. No more can be started: the program ends.
fn end_all() {
    let running = running();
    for engine in running.iter() {
        engine.end(Instant::now());
    }
    std::mem::forget(running);
}

fn running() -> MutexGuard<'static, Vec<ProcessHandle>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Running engine.
pub struct EngineProcess {
    child: SharedChild,
    /// Text for standard input; `None` once that is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<OutputEvent>,
    /// The last bytes of standard error.
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once standard error has been read to its end.
    stderr_end: Receiver<()>,
    /// Bytes of output since the last command.
    received: usize,
}

/// The process, for whoever runs it and whoever may end it. No lock on it is held while anybody waits.
#[derive(Clone)]
struct SharedChild(Arc<Mutex<Child>>);

/// Handle of a running engine by which it can be ended while another thread waits for its answer.
#[derive(Clone)]
pub struct ProcessHandle(Weak<Mutex<Child>>);

impl SharedChild {
    fn lock(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its status if it has ended.
    fn status(&self) -> io::Result<Option<ExitStatus>> {
        self.lock().try_wait()
    }

    /// Ends the program and everything that it has started in its group.
    fn kill(&self) {
        platform::kill_group(&mut self.lock());
    }

    /// Waits for the end of the program; `None` if it still runs at the deadline.
    fn wait(&self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.status() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL_INTERVAL),
                _ => return None,
            }
        }
    }
}

impl ProcessHandle {
    /// Whether nobody has the engine any more: then it has been ended.
    pub fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }

    /// Waits until the program has ended by itself, at the latest until the deadline, and ends it and everything that it
    /// has started.
    pub fn end(&self, deadline: Instant) {
        let Some(child) = self.0.upgrade().map(SharedChild) else { return };
        child.wait(deadline);
        child.kill();
        child.wait(Instant::now() + KILL_TIMEOUT);
    }
}

/// What the thread that reads standard output has to tell.
enum OutputEvent {
    Line(String),
    LineTooLong,
}

impl EngineProcess {
    /// Starts a program; the words are its path and its arguments.
    pub fn start(words: &[String]) -> Result<Self, Fault> {
        let failed = |error: io::Error| Fault::NotStarted(error.to_string());
        let Some((program, arguments)) = words.split_first() else {
            return Err(Fault::NotStarted(String::new()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = running();
        // Ctrl-C is for the referee, and children are ended with their parent.
        let mut child = platform::in_own_group(&mut command).spawn().map_err(failed)?;
        let (input, texts) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(OUTPUT_QUEUE_LINES);
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let (reading, stderr_end) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &texts));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines));
        }
        if let Some(pipe) = child.stderr.take() {
            let tail = Arc::clone(&stderr);
            thread::spawn(move || {
                keep_tail(pipe, &tail);
                drop(reading);
            });
        }
        let child = SharedChild(Arc::new(Mutex::new(child)));
        running.retain(|engine| !engine.is_gone());
        running.push(ProcessHandle(Arc::downgrade(&child.0)));
        drop(running);
        Ok(Self { child, input: Some(input), output, stderr, stderr_end, received: 0 })
    }

    /// A handle by which it can be ended.
    pub fn handle(&self) -> ProcessHandle {
        ProcessHandle(Arc::downgrade(&self.child.0))
    }

    /// Sends a line. A program that has ended is noticed by the next read.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").into_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.received = 0;
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Closes standard input, once all that was sent has been read.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of output, without surrounding blanks.
    pub fn next_line(&mut self, deadline: Instant, halt: &AtomicBool) -> Result<String, Fault> {
        let started = Instant::now();
        loop {
            if halt.load(Relaxed) {
                return Err(Fault::Halted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(HALT_POLL_INTERVAL)) {
                Ok(OutputEvent::Line(line)) => {
                    self.received += line.len() + 1;
                    if self.received > ANSWER_MAX_BYTES {
                        return Err(Fault::Flood);
                    }
                    return Ok(line.trim().to_owned());
                }
                Ok(OutputEvent::LineTooLong) => return Err(Fault::Flood),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_fault()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Silent(started.elapsed()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The first line for which `answer` is `Some`; other lines are skipped.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        halt: &AtomicBool,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let started = Instant::now();
        loop {
            let line = self.next_line(deadline, halt).map_err(|fault| match fault {
                Fault::Silent(_) => Fault::Silent(started.elapsed()),
                fault => fault,
            })?;
            if let Some(answer) = answer(&line) {
                return Ok(answer);
            }
            // Lines that come faster than they are read must not put the deadline off.
            if Instant::now() > deadline {
                return Err(Fault::Silent(started.elapsed()));
            }
        }
    }

    /// Waits for the end of the program; `None` if it still runs at the deadline.
    pub fn wait_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            // Output that nobody reads would keep the program from ending.
            while self.output.try_recv().is_ok() {}
            match self.child.status() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(EXIT_POLL_INTERVAL),
                _ => return None,
            }
        }
    }

    /// The fault of a program that has closed its output. Its children are ended with it: they might hold standard
    /// error open, whose end is waited for.
    fn exit_fault(&mut self) -> Fault {
        let status = self.wait_exit(Instant::now() + EXIT_TIMEOUT);
        self.child.kill();
        let _ = self.stderr_end.recv_timeout(STDERR_TIMEOUT);
        let status = status.map_or_else(String::new, |status| status.to_string());
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        Fault::Exited { status, stderr: String::from_utf8_lossy(&stderr).trim().to_owned() }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.close_input();
        self.wait_exit(Instant::now() + EXIT_TIMEOUT);
        self.child.kill();
        self.child.wait(Instant::now() + KILL_TIMEOUT);
    }
}

/// Writes texts to standard input until the sender is dropped or the program reads no more.
fn write_all(mut stdin: impl Write, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        if stdin.write_all(&text).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Passes lines on until the output ends or nobody waits for them.
fn read_lines(stdout: impl Read, lines: &SyncSender<OutputEvent>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match stdout.by_ref().take(LINE_MAX_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(read) => {
                let too_long = read as u64 == LINE_MAX_BYTES && !bytes.ends_with(b"\n");
                let event = if too_long {
                    OutputEvent::LineTooLong
                } else {
                    OutputEvent::Line(String::from_utf8_lossy(&bytes).into_owned())
                };
                if lines.send(event).is_err() || too_long {
                    break;
                }
            }
        }
    }
}

/// Keeps the last bytes of standard error.
fn keep_tail(mut pipe: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 4096];
    while let Ok(read) = pipe.read(&mut bytes) {
        if read == 0 {
            break;
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&bytes[..read]);
        let surplus = tail.len().saturating_sub(STDERR_TAIL_BYTES);
        tail.drain(..surplus);
    }
}
