//! The server's log.

use std::fmt;
use std::io;
use std::time::SystemTime;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::date::rfc3339;

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
        let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level);
        // Fails if a logger is installed already, as in tests.
        let _ = match self {
            Self::Text => log.try_init(),
            Self::Json => log.event_format(JsonFormatter).try_init(),
        };
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
    use std::sync::{Arc, Mutex};

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
