//! The server's log.
//!
//! Lines go through a queue to a thread that writes them, so that neither an error stream that cannot be written nor one
//! whose reader stands still is felt by the server. What cannot be written is lost and counted; the next line that can be
//! is followed by one that says how many were.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::date::rfc3339;

/// Lines that may wait to be written.
const LOG_QUEUE_LINES: usize = 4096;
/// Time for the lines that wait at the end of the program.
const LOG_FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// The queue of the installed logger.
static QUEUE: OnceLock<LogQueue> = OnceLock::new();

/// Format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl LogFormat {
    /// Installs the logger: everything from `level` up goes to stderr.
    pub(crate) fn install(self, level: Level) {
        let queue = QUEUE.get_or_init(|| LogQueue::start(io::stderr()));
        let log =
            tracing_subscriber::fmt().with_writer(move || queue.clone()).with_max_level(level);
        // It would print its own errors to standard error, and panic where that cannot be written.
        let log = log.log_internal_errors(false);
        // Fails if a logger is installed already, as in tests.
        let _ = match self {
            Self::Text => log.try_init(),
            Self::Json => log.event_format(JsonFormatter).try_init(),
        };
    }
}

/// Waits until the lines that wait are written, for a moment at most.
pub(crate) fn flush() {
    if let Some(queue) = QUEUE.get() {
        queue.flush(LOG_FLUSH_TIMEOUT);
    }
}

/// What the thread that writes the log is sent.
enum LogMessage {
    Line(Vec<u8>),
    /// All lines before it are to be written; dropped when they are.
    Flush(#[expect(dead_code, reason = "dropped")] mpsc::Sender<()>),
}

/// Queue of the lines of a log. Writing to it never fails and never waits.
#[derive(Clone, Debug)]
struct LogQueue {
    messages: SyncSender<LogMessage>,
    /// Lines that were lost and of which the log does not tell yet.
    lost: Arc<AtomicU64>,
}

impl LogQueue {
    /// Starts the thread that writes the lines. Without a thread they are lost.
    fn start(out: impl Write + Send + 'static) -> Self {
        let (messages, received) = mpsc::sync_channel(LOG_QUEUE_LINES);
        let queue = Self { messages, lost: Arc::default() };
        let lost = Arc::clone(&queue.lost);
        // Nobody could be told of the error.
        let _ = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_lines(out, &received, &lost));
        queue
    }

    fn flush(&self, timeout: Duration) {
        let (written, all) = mpsc::channel();
        if self.messages.try_send(LogMessage::Flush(written)).is_ok() {
            let _ = all.recv_timeout(timeout);
        }
    }
}

impl Write for LogQueue {
    /// Takes one line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.messages.try_send(LogMessage::Line(line.to_owned())).is_err() {
            self.lost.fetch_add(1, Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes lines until every sender is gone.
fn write_lines(mut out: impl Write, messages: &Receiver<LogMessage>, lost: &AtomicU64) {
    for message in messages {
        let LogMessage::Line(line) = message else { continue };
        if out.write_all(&line).and_then(|()| out.flush()).is_err() {
            lost.fetch_add(1, Relaxed);
            continue;
        }
        let lost = lost.swap(0, Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "lines of the log could not be written");
        }
    }
}

/// JSON formatter, one event a line. That of tracing-subscriber calls the time `timestamp`, while
/// docs/hosting.md promises `time`.
struct JsonFormatter;

impl<S, N> FormatEvent<S, N> for JsonFormatter
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = JsonFields(Map::new());
        fields.insert("time", rfc3339(SystemTime::now()));
        fields.insert("level", event.metadata().level().as_str());
        fields.insert("target", event.metadata().target());
        event.record(&mut fields);
        writeln!(writer, "{}", Value::Object(fields.0))
    }
}

/// Fields of an event.
struct JsonFields(Map<String, Value>);

impl JsonFields {
    fn insert(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }
}

impl Visit for JsonFields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field.name(), value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field.name(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

    #[derive(Clone, Default)]
    struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for SharedBuffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic while it is locked").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Stream that cannot be written, at first.
    struct BrokenStream {
        broken: Arc<AtomicBool>,
        written: SharedBuffer,
    }

    impl Write for BrokenStream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.broken.load(Relaxed) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.written.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_lost_and_counted() {
        let (broken, written) = (Arc::new(AtomicBool::new(true)), SharedBuffer::default());
        let stream = BrokenStream { broken: Arc::clone(&broken), written: written.clone() };
        let mut queue = LogQueue::start(stream);
        let flush = |queue: &LogQueue| queue.flush(Duration::from_mins(1));
        for _ in 0..3 {
            queue.write_all(b"lost\n").expect("it never fails");
        }
        flush(&queue);
        assert_eq!(queue.lost.load(Relaxed), 3);
        broken.store(false, Relaxed);
        queue.write_all(b"written\n").expect("it never fails");
        flush(&queue);
        let written = written.0.lock().expect("no panic while it is locked").clone();
        assert_eq!(written, b"written\n");
        assert_eq!(queue.lost.load(Relaxed), 0, "the log tells of them");
    }

    /// Stream whose reader stands still until the sender is dropped.
    struct StuckStream(Receiver<()>);

    impl Write for StuckStream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_waits_for_a_reader_that_stands_still() {
        let (_reads, reader) = mpsc::channel();
        let mut queue = LogQueue::start(StuckStream(reader));
        for _ in 0..2 * LOG_QUEUE_LINES {
            queue.write_all(b"a line\n").expect("it never fails");
        }
        assert!(queue.lost.load(Relaxed) >= LOG_QUEUE_LINES as u64 - 1);
    }

    #[test]
    fn every_line_is_json() {
        let written = SharedBuffer::default();
        let to = written.clone();
        let log =
            tracing_subscriber::fmt().with_writer(move || to.clone()).event_format(JsonFormatter);
        tracing::subscriber::with_default(log.finish(), || {
            tracing::warn!(id = "a", count = 3, error = %"it \"broke\"\n", "so it is");
        });
        let text =
            String::from_utf8(written.0.lock().expect("no panic while it is locked").clone());
        let line: Value = serde_json::from_str(&text.expect("a text")).expect("JSON");
        assert_eq!(line["level"], "WARN");
        assert_eq!(line["message"], "so it is");
        assert_eq!((&line["id"], &line["count"]), (&Value::from("a"), &Value::from(3)));
        assert_eq!(line["error"], "it \"broke\"\n");
        assert!(line["time"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
}
