//! What the program prints, found by listing `transcripts/`.
//!
//! A line `$ damier …` is a command, with variables of the environment before it if it needs them;
//! below stand what it printed, lines of stderr behind `! `, and `[status N]` unless that is 0.
//! `UPDATE_EXPECT=1` rewrites the answers. The catalogue is the real one and a game more, which has
//! nothing but its own folder.

#[path = "../../games/tests/tic_tac_toe/mod.rs"]
pub mod tic_tac_toe;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use cli::{Terminal, World};
use engine::Entry;
use tic_tac_toe::TicTacToeBrain;

#[test]
fn the_program_answers_as_recorded() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        check(&file);
    }
}

fn check(file: &Path) {
    let old = fs::read_to_string(file).unwrap().replace('\r', "");
    let new = rerun(&old);
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        fs::write(file, new).unwrap();
    } else {
        assert_eq!(old, new, "{}", file.display());
    }
}

/// The comments and commands of a transcript, with the answers of today.
fn rerun(transcript: &str) -> String {
    let mut new = String::new();
    for line in transcript.lines() {
        if line.starts_with("# ") {
            writeln!(new, "{line}").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            writeln!(new, "{line}\n{}", answer(command)).unwrap();
        }
    }
    new
}

/// What a command line prints.
fn answer(command: &str) -> String {
    let mut words = words(command);
    let program = words.iter().position(|word| word == "damier").expect("$ damier …");
    let args = words.split_off(program).into_iter().map(OsString::from);
    let variable = |name: &str| {
        words.iter().find_map(|word| Some(word.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
    };
    let sixth = Entry::of::<TicTacToeBrain>(&[]);
    let catalogue: Vec<_> = games::CATALOGUE.iter().copied().chain([sixth]).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let world = World {
        env: &variable,
        entropy: 4747,
        now: SystemTime::UNIX_EPOCH,
        stop: &AtomicBool::new(false),
        input: &mut io::empty(),
        out: &mut out,
        err: &mut err,
        terminal: Terminal::default(),
    };
    let status = cli::run(args, &catalogue, world);

    let mut answer = String::from_utf8(out).expect("output is UTF-8");
    for line in String::from_utf8(err).expect("errors are UTF-8").lines() {
        writeln!(answer, "{}", format!("! {line}").trim_end()).unwrap();
    }
    if status != 0 {
        writeln!(answer, "[status {status}]").unwrap();
    }
    answer
}

/// A command line split at blanks, except between single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
