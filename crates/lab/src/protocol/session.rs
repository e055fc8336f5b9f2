//! Loop of an engine protocol. One thread reads commands and another executes them, so that a search can be stopped
//! while it runs.

use std::io::{self, BufRead, Read, Write};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::context::Context;
use crate::failure::Failure;

/// Bytes of the longest command.
const COMMAND_MAX_BYTES: u64 = 64 << 10;

/// Session of an engine protocol.
pub(super) trait ProtocolSession: Send {
    /// What the reader has to know of a command before it is executed.
    fn urgency(line: &str) -> Urgency;

    /// An error as a line of the protocol.
    fn error_line(text: &str) -> String;

    /// Executes a command; `Break` ends the session. Whatever takes long ends when `stop` is raised: by a later command
    /// in a search, by the end of the session in every command.
    fn execute(
        &mut self,
        line: &str,
        stop: &AtomicBool,
        out: &ProtocolOutput<'_>,
    ) -> io::Result<ControlFlow<()>>;
}

/// When a command is executed, and what it does to the searches before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urgency {
    /// In its turn. Only the end of the session stops it.
    Queued,
    /// In its turn, and can be stopped by a later command.
    Search,
    /// In its turn, after the searches before it have been stopped. Only the end of the session stops it.
    Interrupting,
    /// Never: it only stops the searches before it.
    Stop,
    /// At once with this answer while a search runs, else in its turn.
    Ready(&'static str),
    /// In its turn. Nothing more is read before that: a script waits for searches so.
    Wait,
    /// Stops everything before it. Nothing is read after it.
    Quit,
}

/// Output of a session, shared by its two threads.
pub(super) struct ProtocolOutput<'a>(Mutex<&'a mut (dyn Write + Send)>);

impl ProtocolOutput<'_> {
    /// Prints a line at once.
    pub(super) fn line(&self, line: &str) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}")?;
        out.flush()
    }
}

/// A command on its way to the thread that executes it.
enum QueuedCommand {
    Line {
        line: String,
        stop: Arc<AtomicBool>,
    },
    /// Answered when all commands before it have been executed.
    Barrier(SyncSender<()>),
}

/// What the reader knows of the thread that executes commands.
#[derive(Default)]
struct Progress {
    /// Commands that have been read and are not finished.
    pending: AtomicUsize,
    searching: AtomicBool,
}

/// Runs a session until a command or the end of the input ends it.
pub(super) fn run<S: ProtocolSession>(
    session: S,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let out = ProtocolOutput(Mutex::new(context.out.data()));
    let progress = Progress::default();
    let (commands, queue) = mpsc::channel();
    let input = &mut *context.input;
    thread::scope(|scope| {
        let (progress, out) = (&progress, &out);
        let executor = scope.spawn(move || execute_all(session, queue, progress, out));
        let (stops, end) = (Vec::new(), Arc::new(AtomicBool::new(false)));
        let mut reader =
            CommandReader::<S> { commands, progress, out, stops, end, session: PhantomData };
        let read = reader.read_all(input);
        // Everything ends with the input.
        reader.end_session();
        drop(reader);
        let executed = executor.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(executed.and(read)?)
    })
}

/// Executes commands in the order in which they were read.
fn execute_all<S: ProtocolSession>(
    mut session: S,
    queue: Receiver<QueuedCommand>,
    progress: &Progress,
    out: &ProtocolOutput<'_>,
) -> io::Result<()> {
    for command in queue {
        match command {
            QueuedCommand::Barrier(reached) => {
                // A reader that has gone does not wait.
                let _ = reached.send(());
            }
            QueuedCommand::Line { line, stop } => {
                progress.searching.store(S::urgency(&line) == Urgency::Search, SeqCst);
                let flow = session.execute(&line, &stop, out);
                progress.searching.store(false, SeqCst);
                progress.pending.fetch_sub(1, SeqCst);
                if flow?.is_break() {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// The side of a session that reads.
struct CommandReader<'a, S> {
    commands: Sender<QueuedCommand>,
    progress: &'a Progress,
    out: &'a ProtocolOutput<'a>,
    /// Stop flags of the searches that have been asked for.
    stops: Vec<Arc<AtomicBool>>,
    /// Stop flag of all other commands: the session ends.
    end: Arc<AtomicBool>,
    session: PhantomData<S>,
}

impl<S: ProtocolSession> CommandReader<'_, S> {
    /// Reads commands until the input ends, a command ends the session, or nobody executes them any more.
    fn read_all(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        while let Some(is_complete) = read_line(input, &mut bytes)? {
            if !is_complete {
                let text = format!("a command has at most {COMMAND_MAX_BYTES} bytes");
                self.out.line(&S::error_line(&text))?;
                continue;
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            if self.pass_on(line)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn pass_on(&mut self, line: String) -> io::Result<ControlFlow<()>> {
        let urgency = S::urgency(&line);
        match urgency {
            Urgency::Stop => {
                self.stop_searches();
                return Ok(ControlFlow::Continue(()));
            }
            Urgency::Ready(answer) if self.only_searches() => {
                self.out.line(answer)?;
                return Ok(ControlFlow::Continue(()));
            }
            Urgency::Interrupting => self.stop_searches(),
            Urgency::Quit => self.end_session(),
            _ => {}
        }
        let stop = if urgency == Urgency::Search {
            let stop = Arc::new(AtomicBool::new(false));
            self.stops.push(Arc::clone(&stop));
            stop
        } else {
            Arc::clone(&self.end)
        };
        self.progress.pending.fetch_add(1, SeqCst);
        if self.commands.send(QueuedCommand::Line { line, stop }).is_err() {
            return Ok(ControlFlow::Break(()));
        }
        if urgency == Urgency::Wait {
            let (reached, wait) = mpsc::sync_channel(1);
            if self.commands.send(QueuedCommand::Barrier(reached)).is_err() || wait.recv().is_err()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        let ends = urgency == Urgency::Quit;
        Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Whether a search runs and no command waits behind it.
    fn only_searches(&self) -> bool {
        self.progress.searching.load(SeqCst) && self.progress.pending.load(SeqCst) == 1
    }

    fn stop_searches(&mut self) {
        for stop in self.stops.drain(..) {
            stop.store(true, SeqCst);
        }
    }

    fn end_session(&mut self) {
        self.stop_searches();
        self.end.store(true, SeqCst);
    }
}

/// Reads a line: `None` at the end of the input, and `false` if it was too long, which skips it.
fn read_line(input: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<Option<bool>> {
    let mut is_complete = true;
    loop {
        bytes.clear();
        let read = (&mut *input).take(COMMAND_MAX_BYTES).read_until(b'\n', bytes)?;
        if read == 0 && is_complete {
            return Ok(None);
        }
        if read == 0 || bytes.ends_with(b"\n") || (read as u64) < COMMAND_MAX_BYTES {
            return Ok(Some(is_complete));
        }
        is_complete = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Option<Vec<u8>>> {
        let (mut input, mut bytes, mut lines) = (text, Vec::new(), Vec::new());
        while let Some(is_complete) = read_line(&mut input, &mut bytes).unwrap() {
            lines.push(is_complete.then(|| bytes.clone()));
        }
        lines
    }

    #[test]
    fn lines_end_with_a_newline_or_with_the_input() {
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"one\n\ntwo"), ["one\n", "\n", "two"].map(|line| Some(line.into())));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let long = vec![b'x'; 3 * COMMAND_MAX_BYTES as usize / 2];
        for end in [&b"\n"[..], b""] {
            assert_eq!(lines(&[&long, end].concat()), [None]);
        }
        let text = [&long, &b"\nquit\n"[..]].concat();
        assert_eq!(lines(&text), [None, Some(b"quit\n".to_vec())]);
    }
}
