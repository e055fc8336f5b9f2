//! `cargo xtask soak`: what takes minutes and is worth a night now and then: twenty kills under load, twenty rounds
//! of faults on three nodes, ten thousand seeds of the simulation, larger comparisons, and longer fuzzing.

use std::time::Duration;

use crate::outcome::{Failure, Outcome, TaskResult};
use crate::timetable::Timetable;
use crate::{fuzz, python, test};

/// Time in which rounds of the tests are begun, if nothing else is said.
const USUAL_MINUTES: u64 = 10;
/// Time of each fuzz target.
const FUZZ_SECONDS: u32 = 60;

/// Reads `[--minutes N]` and runs the tests in rounds, each with other seeds, then the fuzz targets.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let time = Duration::from_mins(read_minutes(words)?);
    let mut timetable = Timetable::default();
    let result = timetable
        .step("tests", |timetable| test::soak(time, timetable))
        .and_then(|_| timetable.step("python", |_| python::soak()))
        .and_then(|_| timetable.step("fuzz", |_| fuzz::all(FUZZ_SECONDS)));
    timetable.print();
    result.map(|_| Outcome::Complete)
}

fn read_minutes(words: &[String]) -> Result<u64, Failure> {
    match words {
        [] => Ok(USUAL_MINUTES),
        [name, minutes] if name == "--minutes" => {
            minutes.parse().map_err(|_| Failure::Usage("--minutes needs a whole number".into()))
        }
        words => Err(crate::arguments::unexpected(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_read() {
        let read = |words: &str| {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            read_minutes(&words)
        };
        assert!(matches!(read(""), Ok(USUAL_MINUTES)));
        assert!(matches!(read("--minutes 90"), Ok(90)));
        for words in ["--minutes", "--minutes soon", "--hours 1"] {
            assert!(matches!(read(words), Err(Failure::Usage(_))), "{words}");
        }
    }
}
