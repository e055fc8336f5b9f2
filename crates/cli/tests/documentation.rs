//! Commands in `README.md` and `docs/`, with their outputs.
//!
//! A block of code that is marked `console` is run line by line, each line behind `$ ` in a shell with `damier` on its
//! path, and what is printed must stand below it: all of it, or with `…` for any number of lines. Times and speeds may
//! differ. `console python` needs Python, too. A mark with a file name behind it (`python first.py`) is the content of
//! that file. The commands of a page share a folder, which is empty at first. `UPDATE_EXPECT=1` rewrites the outputs.
//! Of all other blocks the options must be those that the program has.

#![cfg(unix)]

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};
use std::{env, fs};

use cli::{Environment, Terminal};

use crate::transcripts::{without_times, words};

/// Stands for any number of lines.
const ANY_LINES: &str = "…";

/// What a block of code needs to be run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Python,
}

/// What a block of code is, by the words behind its fence.
enum Block<'a> {
    /// Commands and their outputs.
    Console(Needs),
    /// Content of a file.
    File(&'a str),
    Other,
}

impl<'a> Block<'a> {
    /// `None` if the line is no fence.
    fn open(line: &'a str) -> Option<Self> {
        let mark = line.strip_prefix("```")?;
        Some(match mark.split_whitespace().collect::<Vec<_>>()[..] {
            ["console"] => Self::Console(Needs::Nothing),
            ["console", "python"] => Self::Console(Needs::Python),
            [_, name] => Self::File(name),
            _ => Self::Other,
        })
    }
}

/// `README.md` and the pages of `docs/`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = fs::read_dir(root.join("docs")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

#[test]
fn documented_commands_answer_as_it_is_written() {
    let checked: usize = pages().iter().map(|page| check(page, Needs::Nothing)).sum();
    assert!(checked > 15, "{checked} commands");
}

#[test]
#[ignore = "needs node, python"]
fn documented_commands_with_python_answer_as_it_is_written() {
    let checked: usize = pages().iter().map(|page| check(page, Needs::Python)).sum();
    assert!(checked > 2, "{checked} commands");
}

/// Compares the outputs of a page, or rewrites them; the number of commands that were run.
fn check(page: &Path, available: Needs) -> usize {
    let old = testkit::golden::read(page);
    let needs_more = old.lines().any(|line| line.starts_with("```console python"));
    if !old.lines().any(|line| line.starts_with("```console"))
        || available == Needs::Python && !needs_more
    {
        return 0;
    }
    let name = page.file_stem().unwrap().to_string_lossy();
    let kind = if available == Needs::Python { "-python" } else { "" };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("documentation-{name}{kind}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut run = 0;
    let new = rerun(&old, available, &folder, &mut run);
    testkit::golden::check(page, &new);
    let _ = fs::remove_dir_all(&folder);
    run
}

/// A page with the outputs of today.
fn rerun(page: &str, available: Needs, folder: &Path, run: &mut usize) -> String {
    let mut new = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(new, "{line}").unwrap();
        let Some(block) = Block::open(line) else { continue };
        let mut content = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("```")) {
            content.push(line);
        }
        match block {
            Block::Console(needs) if needs == Needs::Nothing || needs == available => {
                let (before, commands) = sessions(&content);
                assert!(before.is_empty(), "a block begins with a command: {before:?}");
                for (command, expected) in commands {
                    *run += 1;
                    let printed = shell(command, folder);
                    writeln!(new, "$ {command}").unwrap();
                    for line in merged(&expected, &printed.lines().collect::<Vec<_>>()) {
                        writeln!(new, "{line}").unwrap();
                    }
                }
            }
            block => {
                if let Block::File(name) = block {
                    fs::write(folder.join(name), content.join("\n") + "\n").unwrap();
                }
                for line in content {
                    writeln!(new, "{line}").unwrap();
                }
            }
        }
        // The end of the block is no beginning of another.
        writeln!(new, "{}", lines.next().expect("the end of a block")).unwrap();
    }
    new
}

/// Lines before the first command of a block, and its commands with the lines below them.
fn sessions<'a>(content: &[&'a str]) -> (Vec<&'a str>, Vec<(&'a str, Vec<&'a str>)>) {
    let (mut before, mut commands) = (Vec::new(), Vec::<(_, Vec<_>)>::new());
    for &line in content {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => before.push(line),
        }
    }
    (before, commands)
}

/// What a command prints.
fn shell(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_damier"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let path = env::var_os("PATH").unwrap_or_default();
    let path =
        [program.parent().unwrap().to_owned(), examples].into_iter().chain(env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).unwrap())
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("LC_ALL", "C.UTF-8")
        .env_remove("LANGUAGE")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap_or_else(|_| panic!("{command} prints no text"))
}

/// The output as it is to be written: as it was where that still fits.
fn merged<'a>(expected: &[&'a str], printed: &[&'a str]) -> Vec<&'a str> {
    let parts: Vec<_> = expected.split(|line| *line == ANY_LINES).collect();
    if fits(&parts, printed) {
        return expected.to_vec();
    }
    // The same lines as before, as many and where they begin.
    let mut lines = Vec::new();
    let mut at = 0;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            lines.push(ANY_LINES);
        }
        let last = index + 1 == parts.len();
        let begin = match part.first() {
            _ if index == 0 => 0,
            _ if last => printed.len().saturating_sub(part.len()).max(at),
            Some(first) => {
                printed[at..].iter().position(|line| is_same(first, line)).map_or(at, |by| at + by)
            }
            None => at,
        };
        let end = if parts.len() == 1 { printed.len() } else { begin + part.len() };
        let end = end.min(printed.len());
        lines.extend(&printed[begin.min(end)..end]);
        at = end;
    }
    lines
}

/// Whether the parts stand in the output one after the other: the first at its beginning, the last at its end.
fn fits(parts: &[&[&str]], printed: &[&str]) -> bool {
    let is_part = |part: &[&str], lines: &[&str]| {
        part.len() == lines.len() && part.iter().zip(lines).all(|(one, other)| is_same(one, other))
    };
    let [first, middle @ .., last] = parts else { return is_part(parts[0], printed) };
    if first.len() + last.len() > printed.len() {
        return false;
    }
    let (head, rest) = printed.split_at(first.len());
    let (rest, tail) = rest.split_at(rest.len() - last.len());
    let mut rest = rest;
    is_part(first, head)
        && is_part(last, tail)
        && middle.iter().all(|part| {
            let found = rest
                .windows(part.len().max(1))
                .position(|lines| part.is_empty() || is_part(part, lines));
            found.is_some_and(|at| {
                rest = &rest[at + part.len()..];
                true
            })
        })
}

/// Whether two lines differ in times alone.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |line: &str| without_times(line).trim_end().to_owned();
    plain(one) == plain(other)
}

#[test]
fn outputs_are_compared_line_by_line() {
    let lines = |text: &'static str| text.lines().collect::<Vec<_>>();
    let printed = lines("a\nb 0.5 s\nc\nd");
    for fitting in ["a\nb 0.7 s\nc\nd", "a\n…", "…\nd", "…\nb 1 s\n…", "…", "a\n…\nc\n…", "a\n…\nd"]
    {
        assert_eq!(merged(&lines(fitting), &printed), lines(fitting), "{fitting}");
    }
    for (old, new) in [
        ("a\nb 0.5 s\nc", "a\nb 0.5 s\nc\nd"),
        ("x\n…", "a\n…"),
        ("…\nx", "…\nd"),
        ("…\nc\nx\n…", "…\nc\nd\n…"),
        ("x\n…\nd", "a\n…\nd"),
        ("", "a\nb 0.5 s\nc\nd"),
    ] {
        assert_eq!(merged(&lines(old), &printed), lines(new), "{old}");
    }
}

/// Options that the program has not, and names that it does not know, in any block of code.
#[test]
fn documented_commands_are_understood() {
    let mut understood = 0;
    for page in pages() {
        let text = testkit::golden::read(&page);
        let mut is_code = false;
        for line in text.lines() {
            if line.starts_with("```") {
                is_code = !is_code;
                continue;
            }
            let command = line.strip_prefix("$ ").unwrap_or(line).trim_start();
            if !is_code
                || !command.starts_with("damier ")
                || command.starts_with("damier certificate")
            {
                continue;
            }
            if command.starts_with("damier puzzles 1") {
                continue;
            }
            let status = help_of(command);
            assert_eq!(status.0, 0, "{}: {command}\n{}", page.display(), status.1);
            understood += 1;
        }
    }
    assert!(understood > 60, "{understood} commands");
}

/// Exit status and errors of a command that is asked for its help behind its options, so that it does nothing else.
fn help_of(command: &str) -> (u8, String) {
    let command = ["  #", " | ", " > ", " && "]
        .into_iter()
        .fold(command, |command, end| command.split(end).next().unwrap_or_default());
    let is_placeholder =
        |word: &str| word.chars().all(|c| c.is_ascii_uppercase() || "-…+".contains(c));
    let args = words(command).into_iter().filter(|word| word != ANY_LINES).map(|word| {
        let word = word.trim_matches(['[', ']']).to_owned();
        if is_placeholder(&word) && !word.starts_with('-') { "1".to_owned() } else { word }
    });
    let args = args.chain(["--help".to_owned()]).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let environment = Environment {
        env: &|_| None,
        entropy: 0,
        now: SystemTime::UNIX_EPOCH,
        elapsed: &|| Duration::ZERO,
        stop: &AtomicBool::new(false),
        slow_shutdown: &AtomicBool::new(false),
        input: &mut &b""[..],
        out: &mut out,
        err: &mut err,
        terminal: Terminal::default(),
    };
    let status = cli::run(args, games::CATALOGUE, environment);
    (status, String::from_utf8_lossy(&err).into_owned())
}
