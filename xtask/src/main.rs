//! The project's own tasks, run as `cargo xtask <task>`; `cargo xtask help` lists them.

mod api;
mod arguments;
mod ci;
mod cluster;
mod deny;
mod dist;
mod fuzz;
mod golden;
mod icons;
mod ignored;
mod libraries;
mod licences;
mod lighthouse;
mod lint;
mod measure;
mod measure_cluster;
mod mutants;
mod new_game;
mod outcome;
mod process;
mod python;
mod released;
mod soak;
mod sources;
mod stress;
mod test;
mod tidy;
mod timetable;
mod tools;
mod types;
mod web;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use outcome::{Failure, Outcome, TaskResult};

/// A word after `cargo xtask` and what it does.
struct Task {
    name: &'static str,
    options: &'static str,
    about: &'static str,
    run: fn(&[String]) -> TaskResult,
}

const TASKS: &[Task] = &[
    Task {
        name: "ci",
        options: "[--install]",
        about: "format, tidy, deny, clippy, doc, api, libraries, lint, types, core, test, up to the first failure, as in CI",
        run: ci::run,
    },
    Task {
        name: "test",
        options: "[--install] [FILTER], or --game NAME",
        about: "all tests, or those with FILTER in their name: also in a browser, also the slow ones; or those of one game",
        run: test::run,
    },
    Task {
        name: "soak",
        options: "[--minutes N]",
        about: "the tests that take minutes, in rounds for N minutes (10), and each fuzz target for one",
        run: soak::run,
    },
    Task {
        name: "stress",
        options: "[--install] [FILTER…] [--times N] [--load N]",
        about: "tests N times (10) beside N busy processes (2), and what ever failed",
        run: stress::run,
    },
    Task {
        name: "mutants",
        options: "[CRATE…] [--own] [--sample N] [--seed N] [--minutes N]",
        about: "whether the tests notice when rules, play, store or room do something else: N changes (300), in N minutes (60)",
        run: mutants::run,
    },
    Task {
        name: "cluster",
        options: "[--install]",
        about: "a site of three nodes and two workers on this machine, with PostgreSQL, NATS and a balancer",
        run: cluster::run,
    },
    Task {
        name: "lint",
        options: "[--fix] [--install]",
        about: "layout and faults of the page's modules and styles, or a right layout for them",
        run: lint::run,
    },
    Task {
        name: "types",
        options: "[--install]",
        about: "the types in the page's modules",
        run: types::run,
    },
    Task {
        name: "tidy",
        options: "",
        about: "the project's own rules: layers, file sizes, forbidden words",
        run: tidy::run,
    },
    Task {
        name: "deny",
        options: "[--install]",
        about: "licences, versions, sources and advisories of the dependencies",
        run: deny::run,
    },
    Task {
        name: "fuzz",
        options: "[TARGET…] [--seconds N]",
        about: "the fuzz targets, all or those named, N seconds each (5)",
        run: fuzz::run,
    },
    Task {
        name: "measure",
        options: "[cluster] [--install]",
        about: "the figures of the page: bytes, times, memory, Lighthouse; or of several servers, of the released program",
        run: measure::run,
    },
    Task {
        name: "web",
        options: "[--install] [--check|--core|--measure]",
        about: "the core as WebAssembly in target/web; compared with the native program, the program alone and its size, or its speed",
        run: web::run,
    },
    Task {
        name: "python",
        options: "[--install] [--wheel|--measure]",
        about: "check the Python package; or build the wheel of a release, or measure the speed beside other packages",
        run: python::run,
    },
    Task {
        name: "golden",
        options: "",
        about: "let the tests rewrite their golden files, and show what changed",
        run: golden::run,
    },
    Task {
        name: "new-game",
        options: "NAME",
        about: "a game to begin with: its folder, its second implementation and their lines in the lists",
        run: new_game::run,
    },
    Task {
        name: "dist",
        options: "[--install] [--check] [--quick] [--only PLATFORM]",
        about: "what is published, in target/dist: archives, a Debian package, checksums; --check tries all of it",
        run: dist::run,
    },
    Task {
        name: "api",
        options: "[--update]",
        about: "compare the public items of the libraries with docs/api, or write these lists anew",
        run: api::run,
    },
    Task {
        name: "libraries",
        options: "",
        about: "pack and compile the libraries as for publishing them",
        run: libraries::run,
    },
    Task { name: "icons", options: "", about: "draw the page's icons anew", run: icons::run },
    Task {
        name: "licences",
        options: "",
        about: "list anew what is inside the program, for the page's /about",
        run: licences::run,
    },
    Task { name: "help", options: "", about: "this list", run: help },
];

fn main() -> ExitCode {
    if let Some(status) = api::stand_for_rustdoc().or_else(stress::stand_for_busy_process) {
        return status;
    }
    let words: Vec<String> = env::args().skip(1).collect();
    match run(&words) {
        Ok(Outcome::Complete) => ExitCode::SUCCESS,
        Ok(Outcome::LeftOut(what)) => {
            println!("{what}");
            ExitCode::SUCCESS
        }
        Err(Failure::Task(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
        Err(Failure::Usage(why)) => {
            eprintln!("error: {why}\n\n{}", usage());
            ExitCode::from(2)
        }
    }
}

/// Runs the task that the first word names, in the root of the workspace.
fn run(words: &[String]) -> TaskResult {
    let Some((name, arguments)) = words.split_first() else {
        return Err(Failure::Usage("a task is missing".into()));
    };
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        return Err(Failure::Usage(format!("there is no task `{name}`")));
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    env::set_current_dir(&root)
        .map_err(|error| Failure::Task(format!("cannot enter {}: {error}", root.display())))?;
    (task.run)(arguments)
}

fn help(arguments: &[String]) -> TaskResult {
    arguments::none(arguments)?;
    println!("{}", usage());
    Ok(Outcome::Complete)
}

fn usage() -> String {
    let line = |task: &Task| {
        let command = format!("{} {}", task.name, task.options);
        format!("  {command:<30} {}", task.about)
    };
    let lines: Vec<String> = TASKS.iter().map(line).collect();
    format!(
        "usage: cargo xtask TASK\n\n{}\n\n{}",
        lines.join("\n"),
        "--install, or CI=true in the environment: install the tools that are missing"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_names_every_task() {
        for task in TASKS {
            assert!(usage().contains(&format!("\n  {} ", task.name)));
        }
    }

    #[test]
    fn a_word_that_is_no_task_is_a_mistake_of_usage() {
        for words in [vec![], vec!["tset".to_owned()]] {
            assert!(matches!(run(&words), Err(Failure::Usage(_))));
        }
    }
}
