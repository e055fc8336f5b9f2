//! Text format of Prometheus.

use std::fmt::{Display, Write};

use store::LatencyHistogram;

/// Metrics in the text format, each with the prefix of the program.
#[derive(Default)]
pub(super) struct Exposition(String);

impl Exposition {
    pub(super) fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        self.line(format_args!("damier_{name} {value}"));
    }

    /// A gauge for each value of a label.
    pub(super) fn gauge_by<'a>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (&'a str, usize)>,
    ) {
        self.head(name, "gauge", help);
        for (one, value) in values {
            self.line(format_args!("damier_{name}{{{label}=\"{one}\"}} {value}"));
        }
    }

    pub(super) fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.head(name, "counter", help);
        self.line(format_args!("damier_{name} {value}"));
    }

    /// A counter for each value of two labels. The values are our own words, which need no escapes.
    pub(super) fn counter_by<'a>(
        &mut self,
        name: &str,
        help: &str,
        labels: [&str; 2],
        values: impl IntoIterator<Item = ([&'a str; 2], u64)>,
    ) {
        self.head(name, "counter", help);
        let [first, second] = labels;
        for ([one, two], value) in values {
            self.line(format_args!(
                "damier_{name}{{{first}=\"{one}\",{second}=\"{two}\"}} {value}"
            ));
        }
    }

    pub(super) fn histogram(&mut self, name: &str, help: &str, histogram: &LatencyHistogram) {
        self.head(name, "histogram", help);
        let mut total = 0;
        for (bound, count) in histogram.cumulative() {
            let bound = bound.map_or_else(|| "+Inf".to_owned(), |it| it.as_secs_f64().to_string());
            self.line(format_args!("damier_{name}_bucket{{le=\"{bound}\"}} {count}"));
            total = count;
        }
        self.line(format_args!("damier_{name}_sum {}", histogram.sum().as_secs_f64()));
        self.line(format_args!("damier_{name}_count {total}"));
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        self.line(format_args!("# HELP damier_{name} {help}"));
        self.line(format_args!("# TYPE damier_{name} {kind}"));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{line}");
    }
}
