//! `cargo xtask api`: the public items of the libraries that are published, as they stand in `docs/api`. Nothing becomes
//! public, or changes for those who use it, by accident.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;

use public_api::{Builder, PublicApi, PublicItem};

use crate::arguments;
use crate::libraries::LIBRARIES;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::tools::target;

/// Folder of the lists.
const FOLDER: &str = "docs/api";
/// Variable that makes this program stand for rustdoc: see [`stand_for_rustdoc`].
const AS_RUSTDOC: &str = "DAMIER_XTASK_AS_RUSTDOC";

/// Reads `[--update]` and compares the lists, or writes them anew.
pub(crate) fn run(words: &[String]) -> TaskResult {
    match words {
        [word] if word == "--update" => {
            for library in LIBRARIES {
                write(library)?;
            }
            Ok(Outcome::Complete)
        }
        words => {
            arguments::none(words)?;
            check()
        }
    }
}

/// Fails if a library differs from its list.
pub(crate) fn check() -> TaskResult {
    let mut differing = Vec::new();
    for library in LIBRARIES {
        let wanted = fs::read_to_string(path(library)).unwrap_or_default();
        let found = list(library)?;
        let gone = wanted.lines().filter(|line| !found.lines().any(|other| other == *line));
        let new = found.lines().filter(|line| !wanted.lines().any(|other| other == *line));
        let lines: Vec<_> = gone
            .map(|line| format!("- {line}"))
            .chain(new.map(|line| format!("+ {line}")))
            .collect();
        if !lines.is_empty() {
            println!("{}\n{}", path(library), lines.join("\n"));
            differing.push(library);
        }
    }
    if differing.is_empty() {
        return Ok(Outcome::Complete);
    }
    Err(Failure::Task(format!(
        "the public items of {} have changed: on purpose, `cargo xtask api --update`, and see docs/releasing.md",
        differing.join(", ")
    )))
}

fn write(library: &str) -> Result<(), Failure> {
    let path = path(library);
    let broken = |error| Failure::Task(format!("cannot write {path}: {error}"));
    fs::create_dir_all(FOLDER).map_err(broken)?;
    fs::write(&path, list(library)?).map_err(broken)
}

fn path(library: &str) -> String {
    format!("{FOLDER}/{library}.txt")
}

/// The list of a library's public items, a line each.
fn list(library: &str) -> Result<String, Failure> {
    let mut rustdoc = cargo(&format!(
        "rustdoc --package {library} --lib --locked -- -Z unstable-options --output-format json"
    ));
    let this = env::current_exe()
        .map_err(|error| Failure::Task(format!("cannot find this program: {error}")))?;
    run_command(rustdoc.env("RUSTDOC", this).env(AS_RUSTDOC, "1"))?;
    let file = target().join("doc").join(format!("{}.json", library.replace('-', "_")));
    let api = Builder::from_rustdoc_json(&file)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .include_function_parameter_names(true)
        .build()
        .map_err(|error| Failure::Task(format!("cannot read {}: {error}", file.display())))?;
    Ok(lines(&api))
}

/// A line for every public item; of an implementation of a trait, for itself alone.
fn lines(api: &PublicApi) -> String {
    let line = PublicItem::to_string;
    let is_of_trait = |line: &str| line.starts_with("impl") && line.contains(" for ");
    let of_traits: BTreeSet<_> =
        api.items().filter(|item| is_of_trait(&line(item))).map(PublicItem::id).collect();
    let is_listed =
        |item: &&PublicItem| !item.parent_id().is_some_and(|parent| of_traits.contains(&parent));
    api.items().filter(is_listed).map(|item| line(item) + "\n").collect()
}

/// Runs rustdoc with this program's arguments, if cargo was told to use this program for it. The JSON of rustdoc is not
/// stable. With `RUSTC_BOOTSTRAP` in the environment of cargo itself, dependencies would be compiled anew.
pub(crate) fn stand_for_rustdoc() -> Option<std::process::ExitCode> {
    env::var_os(AS_RUSTDOC)?;
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args(env::args_os().skip(1)).env_remove(AS_RUSTDOC).env("RUSTC_BOOTSTRAP", "1");
    let status = rustdoc.status().ok().and_then(|status| status.code());
    Some(std::process::ExitCode::from(status.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
