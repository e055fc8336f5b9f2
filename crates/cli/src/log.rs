//! What the server says of itself while it runs.

use std::fmt::{self, Write};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// How it is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Log {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

impl Log {
    /// From now on everything from this level up is said on the error stream.
    pub(crate) fn begin(self, level: Level) {
        let log = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(level);
        // In tests somebody else may listen already.
        let _ = match self {
            Self::Text => log.try_init(),
            Self::Json => log.event_format(Lines).try_init(),
        };
    }
}

/// Events as JSON, one a line.
struct Lines;

impl<S, N> FormatEvent<S, N> for Lines
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
        let mut fields = Fields(Map::new());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        fields.put("time", crate::date::moment(now));
        fields.put("level", event.metadata().level().as_str());
        fields.put("target", event.metadata().target());
        event.record(&mut fields);
        writeln!(writer, "{}", Value::Object(fields.0))
    }
}

/// The fields of an event.
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut text = String::new();
        // Writing into a text does not fail.
        let _ = write!(text, "{value:?}");
        self.put(field.name(), text);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field.name(), value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field.name(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody panics").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_is_json() {
        let written = Written::default();
        let to = written.clone();
        let log = tracing_subscriber::fmt().with_writer(move || to.clone()).event_format(Lines);
        tracing::subscriber::with_default(log.finish(), || {
            tracing::warn!(id = "a", count = 3, error = %"it \"broke\"\n", "so it is");
        });
        let text = String::from_utf8(written.0.lock().expect("nobody panics").clone());
        let line: Value = serde_json::from_str(&text.expect("a text")).expect("JSON");
        assert_eq!(line["level"], "WARN");
        assert_eq!(line["message"], "so it is");
        assert_eq!((&line["id"], &line["count"]), (&Value::from("a"), &Value::from(3)));
        assert_eq!(line["error"], "it \"broke\"\n");
        assert!(line["time"].as_str().is_some_and(|time| time.ends_with('Z')));
    }
}
