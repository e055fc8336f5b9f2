//! What the program prints, found by listing `transcripts/`.
//!
//! A line `$ damier …` is a command, with variables of the environment before it if it needs them,
//! of which `TTY` makes the input a terminal. Below stand the lines that are typed, behind `< `, then
//! what was printed, lines of stderr behind `! `, and `[status N]` unless that is 0. Files are kept in
//! the folder `TMP`, which is empty at first, and `$ cat FILE` prints them. Times are left out.
//! `UPDATE_EXPECT=1` rewrites the answers. The catalogue is the real one and a game more, which has
//! nothing but its own folder.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use cli::{Environment, Terminal};
use engine::Entry;

use crate::tic_tac_toe::TicTacToeEngine;

#[test]
fn the_program_answers_as_recorded() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    testkit::golden::check_each(files, |file| file.display().to_string(), |file| check(&file));
}

/// Where the commands of a transcript may leave files.
const FILES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/transcripts");

fn check(file: &Path) {
    let old = testkit::golden::read(file);
    let _ = fs::remove_dir_all(FILES);
    fs::create_dir_all(FILES).unwrap();
    let new = rerun(&old);
    testkit::golden::check(file, &new);
}

/// The comments and commands of a transcript, with the answers of today.
fn rerun(transcript: &str) -> String {
    let mut new = String::new();
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("# ") {
            writeln!(new, "{line}").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            writeln!(new, "{line}").unwrap();
            let mut input = String::new();
            while let Some(typed) = lines.next_if(|line| line.starts_with('<')) {
                writeln!(new, "{typed}").unwrap();
                writeln!(input, "{}", typed[1..].trim_start()).unwrap();
            }
            let answer = answer(&command.replace("TMP", FILES), &input.replace("TMP", FILES));
            writeln!(new, "{}", answer.replace(FILES, "TMP")).unwrap();
        }
    }
    new
}

/// What a command line prints.
fn answer(command: &str, input: &str) -> String {
    if let Some(file) = command.strip_prefix("cat ") {
        return fs::read_to_string(file).unwrap();
    }
    let mut words = words(command);
    let program = words.iter().position(|word| word == "damier").expect("$ damier …");
    let args = words.split_off(program);
    let variable = |name: &str| {
        words.iter().find_map(|word| Some(word.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
    };
    let terminal = Terminal { input: variable("TTY").is_some(), ..Terminal::default() };
    let Answer { status, out, err } = run(&args, input, &variable, terminal);
    let mut answer = without_times(&out);
    for line in err.lines() {
        writeln!(answer, "{}", format!("! {line}").trim_end()).unwrap();
    }
    if status != 0 {
        writeln!(answer, "[status {status}]").unwrap();
    }
    answer
}

struct Answer {
    status: u8,
    out: String,
    err: String,
}

fn run(
    args: &[String],
    input: &str,
    env: &dyn Fn(&str) -> Option<String>,
    terminal: Terminal,
) -> Answer {
    run_until(&AtomicBool::new(false), args, input, env, terminal)
}

/// The same with the flag that Ctrl-C raises.
fn run_until(
    stop: &AtomicBool,
    args: &[String],
    input: &str,
    env: &dyn Fn(&str) -> Option<String>,
    terminal: Terminal,
) -> Answer {
    let sixth = Entry::of::<TicTacToeEngine>();
    let catalogue: Vec<_> = games::CATALOGUE.iter().copied().chain([sixth]).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let seconds = AtomicU64::new(0);
    let environment = Environment {
        env,
        entropy: 4747,
        now: SystemTime::UNIX_EPOCH,
        // A second passes between any two events.
        elapsed: &|| Duration::from_secs(seconds.fetch_add(1, Relaxed)),
        stop,
        slow_shutdown: &AtomicBool::new(false),
        input: &mut input.as_bytes(),
        out: &mut out,
        err: &mut err,
        terminal,
    };
    let status = cli::run(args.iter().map(OsString::from), &catalogue, environment);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Answer { status, out: text(out), err: text(err) }
}

#[test]
fn what_is_interrupted_says_what_it_knows_and_ends_with_130() {
    for (command, has_result) in [
        ("analyse othello f5d6c3", true),
        ("analyse othello f5d6c3 --json", true),
        ("analyse connect-four 4453 --review", false),
        ("solve connect-four 4453 --no-book", true),
        ("solve isolation --board seed:6 --threads 1", true),
        ("solve isolation --board seed:6 --weak --threads 1", true),
        ("think connect-four 4453", false),
        ("duel connect-four random random --games 2", false),
        ("bench connect-four --depth 3", false),
        ("quadrants fairness seed:1 --games 2 --threads 1", false),
    ] {
        let stop = AtomicBool::new(true);
        let args = words(&format!("damier {command}"));
        let answer = run_until(&stop, &args, "", &|_| None, Terminal::default());
        assert_eq!(answer.status, 130, "{command}: {}{}", answer.out, answer.err);
        assert!(!has_result || !answer.out.is_empty(), "{command}: {}", answer.err);
    }
}

#[test]
fn a_bench_measures_searches_and_not_books() {
    let args = words("damier bench --time 0.01 --json");
    let answer = run(&args, "", &|_| None, Terminal::default());
    let printed: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    let rows = printed["games"].as_array().expect("a list");
    // On one thread and on several; the sixth game has no data that could answer it.
    assert_eq!(rows.len(), 2 * (games::CATALOGUE.len() + 1));
    for row in rows {
        assert!(row["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{row}");
    }
}

#[test]
fn colours_add_nothing_but_colour() {
    for entry in games::CATALOGUE {
        let id = entry.game.info().id;
        let args = words(&format!("damier play {id} --first random --second random --seed 1"));
        let on_terminal = Terminal { out: true, ..Terminal::default() };
        let printed = |variables: &[(&str, &str)], terminal| {
            let variable = |name: &str| {
                let found = variables.iter().find(|(variable, _)| *variable == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            run(&args, "", &variable, terminal).out
        };
        let plain = printed(&[("TERM", "xterm")], Terminal::default());
        assert!(!plain.contains('\x1b'), "{id}");
        assert_eq!(printed(&[("TERM", "xterm"), ("NO_COLOR", "1")], on_terminal), plain, "{id}");
        assert_eq!(printed(&[("TERM", "dumb")], on_terminal), plain, "{id}");
        for terminal in [("TERM", "xterm"), ("COLORTERM", "truecolor")] {
            let coloured = printed(&[terminal], on_terminal);
            assert_ne!(coloured, plain, "{id}");
            assert_eq!(without_colour(&coloured), plain, "{id}");
        }
    }
}

#[test]
fn a_locale_without_unicode_gets_ascii_alone() {
    let run_in = |locale: &str, line: &str| {
        let args: Vec<_> = words(line);
        let variable = |name: &str| (name == "LC_ALL").then(|| locale.to_owned());
        run(&args, "", &variable, Terminal::default())
    };
    let spoken = [
        "damier --help",
        "damier show katarenga --board seed:1",
        "damier show othello f5d6c3",
        "damier play isolation --first random --second random --seed 1",
        "damier puzzle congress --daily",
        "damier analyse connect-four 4453 --nodes 100",
        "damier think connect-four 4453 --alpha-beta",
        "damier levels",
        "damier quadrants list",
        "damier quadrants nosuch",
        "damier show nosuch",
    ];
    let mut unicode = 0;
    for line in spoken.map(|line| format!("{line} --lang fr")) {
        let all = |locale| {
            let answer = run_in(locale, &line);
            answer.out + &answer.err
        };
        let (plain, rich) = (all("C"), all("C.UTF-8"));
        assert!(!plain.is_empty() && plain.is_ascii(), "{line}: {plain}");
        unicode += usize::from(!rich.is_ascii());
    }
    assert!(unicode > spoken.len() / 2, "these commands say nothing that needs Unicode");
    // Data for programs are what they are.
    let [plain, rich] = ["C", "C.UTF-8"]
        .map(|locale| run_in(locale, "damier show connect-four 4455667 --json").out);
    assert_eq!(plain, rich);
    assert!(!rich.is_ascii(), "{rich}");
}

/// The text without the sequences from an escape to the next `m`.
fn without_colour(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').expect("the end of a sequence").1;
    }
    plain
}

/// The text with a star for every time and speed, which are never twice the same: numbers before
/// their unit, with the blanks that fill the column up, and in JSON behind their key.
pub(super) fn without_times(text: &str) -> String {
    let is_number = |word: &&str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
    };
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut words = Vec::new();
        for word in line.split(' ') {
            let unit = word.trim_end_matches(',');
            if ["s", "nodes/s", "nœuds/s"].contains(&unit) && words.last().is_some_and(is_number) {
                words.pop();
                while words.pop_if(|word| word.is_empty()).is_some() {}
                words.push("*");
            }
            words.push(word);
        }
        let line = words.join(" ");
        // Of the time at which a game began, the day.
        let day = line.strip_prefix("Date: ").and_then(|date| date.split_once('T'));
        let line = day.map_or(line.clone(), |(day, _)| format!("Date: {day}"));
        lines.push(without_protocol_times(&line));
    }
    let mut text = lines.join("\n");
    let names = ["seconds", "nodes_per_second", "mean_us", "Kpos/s", "max_s", "total_s"];
    for key in names.iter().flat_map(|name| [format!("\"{name}\":"), format!(" {name}=")]) {
        let mut parts = text.split(&key);
        let mut starred = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let value = part.find([',', '}', ' ', '\n']).unwrap_or(part.len());
            write!(starred, "{key}*{}", &part[value..]).unwrap();
        }
        text = starred;
    }
    text
}

/// A line of an engine protocol with a star for its times and speeds.
fn without_protocol_times(line: &str) -> String {
    let mut words: Vec<_> = line.split(' ').map(str::to_owned).collect();
    match words[0].as_str() {
        "info" => {
            for index in 1..words.len() {
                if ["nps", "time"].contains(&words[index - 1].as_str()) {
                    "*".clone_into(&mut words[index]);
                }
            }
        }
        "nodestats" => words[2..].fill("*".to_owned()),
        "===" => {
            let (before, _) = words[1].rsplit_once('/').expect("a time");
            words[1] = format!("{before}/*");
        }
        _ => {}
    }
    words.join(" ")
}

/// A command line split at blanks, except between single quotes.
pub(super) fn words(command: &str) -> Vec<String> {
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
