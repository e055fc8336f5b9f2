//! Times of the steps of a task, printed at its end.

use std::time::{Duration, Instant};

use crate::outcome::{Outcome, TaskResult};

/// The steps so far, in their order.
#[derive(Debug, Default)]
pub(crate) struct Timetable(Vec<(String, Duration, String)>);

impl Timetable {
    /// Runs a step under a heading; how long it took, and how it ended, becomes a line.
    pub(crate) fn step(
        &mut self,
        name: &str,
        run: impl FnOnce(&mut Self) -> TaskResult,
    ) -> TaskResult {
        println!("\n== {name}");
        let (place, started) = (self.0.len(), Instant::now());
        let ended = run(self);
        let how = match &ended {
            Ok(Outcome::Complete) => "ok",
            Ok(Outcome::LeftOut(what)) => what,
            Err(_) => "FAILED",
        };
        // Before its own parts.
        self.0.insert(place, (name.to_owned(), started.elapsed(), how.to_owned()));
        ended
    }

    /// Adds a line for a part of a step.
    pub(crate) fn part(&mut self, name: &str, took: Duration, note: String) {
        self.0.push((format!("  {name}"), took, note));
    }

    /// Prints the lines.
    pub(crate) fn print(&self) {
        println!("\n== summary");
        for (name, took, note) in &self.0 {
            println!("{name:<20} {:>7.1} s  {note}", took.as_secs_f64());
        }
    }
}
