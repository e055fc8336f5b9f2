//! `cargo xtask stress`: tests many times beside processes that keep the processors busy. A test that fails there waits
//! for the wrong thing, or measures at a moment that load decides.

use std::env;
use std::io::{self, Read};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Failure, TaskResult};
use crate::test;
use crate::timetable::Timetable;

/// Variable that makes this program a busy process: see [`stand_for_busy_process`].
const AS_BUSY_PROCESS: &str = "DAMIER_XTASK_AS_BUSY_PROCESS";
/// Runs of each test, if nothing else is said.
const USUAL_TIMES: usize = 10;
/// Busy processes, if nothing else is said.
const USUAL_LOAD: usize = 2;

/// What is to run, how often, and beside what.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    /// Words of which a title must contain one; none are all tests.
    filters: Vec<String>,
    times: usize,
    load: usize,
    missing: MissingTools,
}

/// Reads `[--install] [FILTER…] [--times N] [--load N]` and runs the tests.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let Plan { filters, times, load, missing } = Plan::read(words)?;
    let mut timetable = Timetable::default();
    let busy = || (0..load).map(|_| BusyProcess::start()).collect::<Result<Vec<_>, _>>();
    let result = test::stress(&filters, times, busy, missing, &mut timetable);
    timetable.print();
    result
}

impl Plan {
    fn read(words: &[String]) -> Result<Self, Failure> {
        let (mut filters, mut others) = (Vec::new(), Vec::new());
        let (mut times, mut load) = (USUAL_TIMES, USUAL_LOAD);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--times" => times = number(word, words.next())?,
                "--load" => load = number(word, words.next())?,
                _ if word.starts_with('-') => others.push(word.clone()),
                _ => filters.push(word.clone()),
            }
        }
        if times == 0 {
            return Err(Failure::Usage("--times needs at least 1".into()));
        }
        Ok(Self { filters, times, load, missing: arguments::install(&others)? })
    }
}

fn number(option: &str, word: Option<&String>) -> Result<usize, Failure> {
    let number = word.and_then(|word| word.parse().ok());
    number.ok_or_else(|| Failure::Usage(format!("{option} needs a whole number")))
}

/// Process that keeps a processor busy, until this is dropped or this program ends, however it does.
#[derive(Debug)]
struct BusyProcess(Child);

impl BusyProcess {
    fn start() -> Result<Self, Failure> {
        let this = env::current_exe();
        let started = this.and_then(|this| {
            let mut command = Command::new(this);
            command.env(AS_BUSY_PROCESS, "1").stdin(Stdio::piped()).stdout(Stdio::null()).spawn()
        });
        started
            .map(Self)
            .map_err(|error| Failure::Task(format!("cannot start a busy process: {error}")))
    }
}

impl Drop for BusyProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Keeps a processor busy until the standard input ends, in a process that [`BusyProcess`] has started. `None` in any
/// other.
pub(crate) fn stand_for_busy_process() -> Option<ExitCode> {
    env::var_os(AS_BUSY_PROCESS)?;
    let input = thread::spawn(|| io::stdin().read_to_end(&mut Vec::new()));
    while !input.is_finished() {
        std::hint::spin_loop();
    }
    Some(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<(Vec<String>, usize, usize), Failure> {
        let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
        Plan::read(&words).map(|plan| (plan.filters, plan.times, plan.load))
    }

    #[test]
    fn a_plan_is_read() {
        assert_eq!(read("").unwrap(), (vec![], USUAL_TIMES, USUAL_LOAD));
        let plan = read("proxies --times 100 around --load 4").unwrap();
        assert_eq!(plan, (vec!["proxies".to_owned(), "around".to_owned()], 100, 4));
        for words in ["--times", "--times often", "--load -1", "--times 0", "--twice"] {
            assert!(matches!(read(words), Err(Failure::Usage(_))), "{words}");
        }
    }
}
