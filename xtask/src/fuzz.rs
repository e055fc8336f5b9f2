//! `cargo xtask fuzz`: the targets of the `fuzz/` crate, with libFuzzer.
//!
//! A target is a `[[bin]]` of `fuzz/Cargo.toml`; the compiler flags are in `fuzz/.cargo/config.toml`.
//! What a run finds interesting is kept in `fuzz/corpus/<target>/`, what makes it fail in
//! `fuzz/artifacts/<target>/`; inputs to begin with may be committed in `fuzz/seeds/<target>/`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{capture, cargo, run as run_command};

/// Where Rust's compiler and libFuzzer work together.
const SUPPORTED: bool = cfg!(all(
    any(target_os = "linux", target_os = "macos"),
    any(target_arch = "x86_64", target_arch = "aarch64")
));

/// Enough for a long record of a game.
const MAX_LENGTH: u32 = 2048;

/// What to fuzz, and for how long each.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    /// Empty for all.
    targets: Vec<String>,
    seconds: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { targets: Vec::new(), seconds: 5 }
    }
}

impl Plan {
    fn read(words: &[String]) -> Result<Self, Failure> {
        let mut plan = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--seconds" {
                plan.seconds = words
                    .next()
                    .and_then(|number| number.parse().ok())
                    .filter(|&seconds| seconds > 0) // to libFuzzer 0 is for ever
                    .ok_or_else(|| Failure::Usage("--seconds needs a number above 0".into()))?;
            } else if word.starts_with('-') {
                return Err(Failure::Usage(format!("unexpected `{word}`")));
            } else {
                plan.targets.push(word.clone());
            }
        }
        Ok(plan)
    }
}

/// Reads `[TARGET…] [--seconds N]` and fuzzes.
pub(crate) fn run(words: &[String]) -> TaskResult {
    fuzz(Plan::read(words)?)
}

/// Fuzzes every target for so many seconds.
pub(crate) fn all(seconds: u32) -> TaskResult {
    fuzz(Plan { seconds, ..Plan::default() })
}

fn fuzz(plan: Plan) -> TaskResult {
    if !SUPPORTED {
        return Ok(Outcome::LeftOut("skipped, libFuzzer does not work on this platform".into()));
    }
    let known = targets()?;
    if let Some(unknown) = plan.targets.iter().find(|name| !known.contains(name)) {
        return Err(Failure::Usage(format!(
            "there is no fuzz target `{unknown}`, only {}",
            known.join(", ")
        )));
    }
    let chosen = if plan.targets.is_empty() { known } else { plan.targets };
    for target in &chosen {
        fuzz_target(target, plan.seconds)?;
    }
    Ok(Outcome::Complete)
}

/// The programs of the fuzz crate.
fn targets() -> Result<Vec<String>, Failure> {
    let text = capture(cargo("metadata --format-version 1 --no-deps").current_dir("fuzz"))?;
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::Task(format!("cannot read cargo's metadata: {error}")))?;
    let targets = metadata["packages"][0]["targets"].as_array();
    Ok(targets
        .into_iter()
        .flatten()
        .filter(|target| target["kind"][0] == "bin")
        .filter_map(|target| target["name"].as_str())
        .map(str::to_owned)
        .collect())
}

fn fuzz_target(target: &str, seconds: u32) -> Result<(), Failure> {
    let [corpus, artifacts, seeds] =
        ["corpus", "artifacts", "seeds"].map(|folder| format!("{folder}/{target}/"));
    let fuzz = Path::new("fuzz");
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(fuzz.join(folder))
            .map_err(|error| Failure::Task(format!("cannot make fuzz/{folder}: {error}")))?;
    }
    let mut command = cargo("run --quiet --release --locked --bin");
    command
        .current_dir(fuzz)
        .env_remove("RUSTFLAGS") // it would replace the flags of fuzz/.cargo/config.toml
        .args([target, "--", "-seed=1", "-timeout=10", "-verbosity=0"])
        .arg("-print_final_stats=1")
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={MAX_LENGTH}"))
        .arg(format!("-artifact_prefix={artifacts}"))
        .arg(corpus);
    if fuzz.join(&seeds).is_dir() {
        command.arg(seeds);
    }
    run_command(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Plan, Failure> {
        let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
        Plan::read(&words)
    }

    #[test]
    fn targets_and_seconds_are_read_in_any_order() {
        let plan = read("record --seconds 60 quadrants").expect("a plan");
        assert_eq!(plan.targets, ["record", "quadrants"]);
        assert_eq!(plan.seconds, 60);
        assert_eq!(read("").expect("a plan"), Plan::default());
    }

    #[test]
    fn seconds_that_are_no_time_are_refused() {
        for words in ["--seconds", "--seconds 0", "--seconds soon", "--hours 1"] {
            assert!(matches!(read(words), Err(Failure::Usage(_))), "{words}");
        }
    }
}
