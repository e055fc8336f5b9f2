//! Engines in processes of their own: our own, which must keep to their protocols, and bad ones, which must not do any
//! harm.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a test waits for something that should happen at once.
const PATIENCE: Duration = Duration::from_mins(2);

/// An engine that speaks UGI and plays the first column, until it is told to do wrong by its first argument.
const BAD_ENGINE: &str = r#"#!/bin/sh
mode=$1
echo $$ >> "$2"
while read -r command rest; do
    case $mode:$command in
    mute:*) ;;
    deaf:quit) sleep 1000 ;;
    crash:go) echo 'out of luck' >&2; exit 3 ;;
    hang:go) sleep 1000 ;;
    child:go) sleep 1000 & echo $! >> "$2"; exec >&-; wait ;;
    illegal:go) echo 'bestmove z9' ;;
    flood:go) while :; do echo 'info string more and more and more and more and more'; done ;;
    wide:go) head -c 1000000 /dev/zero | tr '\0' x; echo ;;
    twice:go) echo 'bestmove 1'; echo 'bestmove 1' ;;
    fragile:xyzzy) exit 1 ;;
    *:ugi) echo 'id name Bad'; echo ugiok ;;
    *:isready) echo readyok ;;
    *:go) echo 'bestmove 1' ;;
    *:quit) exit 0 ;;
    esac
done
"#;

/// Folder that is removed at the end of a test.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("engines-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bad.sh"), BAD_ENGINE).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The command line of the bad engine.
    fn bad(&self, mode: &str) -> String {
        format!("sh '{}' {mode} '{}'", self.path("bad.sh"), self.path("processes"))
    }

    /// Waits until none of the processes that the bad engine has noted is there any more.
    fn wait_for_processes(&self) {
        let started = Instant::now();
        let noted = fs::read_to_string(self.path("processes")).expect("processes");
        for process in noted.lines() {
            while is_running(process) {
                assert!(started.elapsed() < PATIENCE, "process {process} is left");
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

/// Whether a process is there, and not only waits to be collected by its parent.
fn is_running(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z")
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn damier() -> &'static str {
    env!("CARGO_BIN_EXE_damier")
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(damier());
    command.args(args).env("LC_ALL", "C");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn json(args: &[&str]) -> Value {
    let (status, out, err) = run(args);
    assert_eq!(status, Some(0), "{args:?}: {out}{err}");
    serde_json::from_str(&out).expect("JSON")
}

/// Our own engine as a command line.
fn own(rest: &str) -> String {
    format!("'{}' protocol {rest}", damier())
}

/// The tests of an engine that have failed.
fn failures(engine: &str, args: &[&str]) -> Vec<(String, String)> {
    let all = [&["protocol", "check", engine, "--json"], args].concat();
    let (status, out, err) = run(&all);
    let results: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let failed: Vec<_> = results
        .as_array()
        .expect("a list")
        .iter()
        .filter(|result| result["passed"] != true)
        .map(|result| (text(&result["test"]), text(&result["problem"])))
        .collect();
    assert_eq!(status, Some(i32::from(!failed.is_empty())), "{out}");
    failed
}

#[test]
fn our_own_engines_keep_to_their_protocols() {
    for (protocol, engine, game) in [
        ("ugi", own("ugi --table 1"), None),
        ("gtp", own("gtp --game katarenga --table 1"), Some("katarenga")),
        ("gtp", own("gtp --game othello --table 1"), Some("othello")),
        ("nboard", own("nboard --table 1"), None),
    ] {
        // Slow machines need their time.
        let mut args = vec!["--protocol", protocol, "--grace", "30", "--timeout", "60"];
        args.extend(game.iter().flat_map(|game| ["--game", game]));
        assert_eq!(failures(&engine, &args), [], "{protocol} {game:?}");
    }
}

/// Checks that a bad engine fails a test for this reason.
fn assert_mistake(mode: &str, test: &str, problem: &str) {
    let folder = TestFolder::new(&format!("check-{mode}"));
    // Answers that never come are not waited for so long.
    let timeout = if ["mute", "hang"].contains(&mode) { "1" } else { "60" };
    let args = ["--game", "connect-four", "--grace", "5", "--timeout", timeout];
    let failed = failures(&folder.bad(mode), &args);
    let found = failed.iter().find(|(id, _)| id == test);
    let (_, words) = found.unwrap_or_else(|| panic!("{mode}: {failed:?}"));
    assert!(words.starts_with(problem), "{mode}: {words}");
    folder.wait_for_processes();
}

#[test]
fn mistakes_of_engines_are_named() {
    // At the same time: most of it is waiting.
    thread::scope(|scope| {
        for (mode, test, problem) in [
            ("mute", "handshake", "no answer to 'ugi'"),
            ("fragile", "unknown", "the program has ended (exit status: 1)"),
            ("crash", "moves", "the program has ended (exit status: 3): out of luck"),
            ("hang", "movetime", "no answer to 'go movetime 300'"),
            ("illegal", "moves", "the move 'z9' is illegal in 7/7/7/7/7/7 x"),
            ("flood", "moves", "more output than any answer has"),
            ("wide", "moves", "more output than any answer has"),
            ("twice", "once", "a second answer: 1"),
            ("deaf", "quit", "the program still runs"),
        ] {
            scope.spawn(move || assert_mistake(mode, test, problem));
        }
    });
}

#[test]
fn who_makes_a_mistake_loses_the_game() {
    let folder = TestFolder::new("duel");
    for (mode, kind, reason) in [
        ("crash", "crashed", "crashed"),
        // Its child holds the output open.
        ("child", "overtime", "flagged"),
        ("hang", "overtime", "flagged"),
        ("illegal", "illegal", "illegal"),
        ("flood", "illegal", "illegal"),
    ] {
        let (bad, save) = (format!("ugi:{}", folder.bad(mode)), folder.path("games.txt"));
        let args = ["duel", "connect-four", "random", &bad, "--games", "2", "--time", "0.2"];
        // Slow machines need their time, but nobody waits for what never comes.
        let grace = if kind == "overtime" { "0.5" } else { "60" };
        let args = [&args[..], &["--grace", grace, "--save", &save, "--json"]].concat();
        let result = json(&args);
        assert_eq!(result["wins"], 2, "{mode}: {result}");
        assert_eq!(result["faults"][1][kind], 2, "{mode}: {result}");
        assert_eq!(result["faults"][0][kind], 0, "{mode}: {result}");
        folder.wait_for_processes();
        let games = fs::read_to_string(&save).unwrap();
        assert!(games.contains(&format!("Result: 1-0 {reason}")), "{games}");
        assert!(games.contains(&format!("Result: 0-1 {reason}")), "{games}");
        // Nothing is played again.
        assert_eq!(json(&args), result, "{mode}");
        fs::remove_file(&save).unwrap();
    }
}

#[test]
fn engines_of_all_protocols_play_each_other() {
    for (game, one, other) in [
        (
            "othello",
            format!("gtp:{}", own("gtp --game othello --table 1")),
            format!("nboard:{}", own("nboard --table 1")),
        ),
        (
            "katarenga",
            format!("ugi:{}", own("ugi --table 1")),
            format!("gtp:{}", own("gtp --game katarenga --table 1")),
        ),
        ("isolation", format!("ugi:{}", own("ugi --table 1")), "random".to_owned()),
    ] {
        let args = ["duel", game, &one, &other, "--games", "2", "--depth", "1", "--json"];
        let result = json(&[&args[..], &["--clock", "20+0.1", "--grace", "60"]].concat());
        assert_eq!(result["games"], 2, "{result}");
        assert_eq!(result["faults"], Value::Null, "{result}");
    }
}

/// Arguments of a ladder with our own engine and a bad one in it.
fn ladder_args(folder: &TestFolder, journal: &str) -> Vec<String> {
    let engine = format!("engine=ugi:{}", own("ugi --table 1"));
    let bad = format!("bad=ugi:{}", folder.bad("illegal"));
    let args = ["ladder", "connect-four", "random", "minimax:2", &engine, &bad, "--games", "4"];
    let more = ["--nodes", "200", "--threads", "2", "--json", "--journal", journal];
    args.iter().chain(&more).map(ToString::to_string).collect()
}

#[test]
fn a_ladder_that_was_killed_comes_to_the_same_table() {
    let folder = TestFolder::new("ladder");
    let [whole, killed] = ["whole.jsonl", "killed.jsonl"].map(|name| folder.path(name));
    let args = ladder_args(&folder, &whole);
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let expected = json(&args);
    assert_eq!(expected["games"], 24);
    assert_eq!(expected["complete"], true);
    let bad = expected["players"].as_array().unwrap().iter().find(|one| one["name"] == "bad");
    let bad = bad.expect("the bad engine");
    assert_eq!(
        (&bad["games"], &bad["losses"], &bad["faults"]["illegal"]),
        (&12.into(), &12.into(), &12.into())
    );

    let args = ladder_args(&folder, &killed);
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let mut child = command(&args).stdout(std::process::Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let lines = || fs::read_to_string(&killed).unwrap_or_default().lines().count();
    while lines() < 4 && started.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = lines();
    assert!(before >= 4, "{before}");
    // A part of a line, as a crash of the machine may leave it.
    let mut text = fs::read_to_string(&killed).unwrap();
    text.push_str("{\"number\":9,\"pla");
    fs::write(&killed, text).unwrap();
    assert_eq!(json(&args), expected);
    assert_eq!(fs::read_to_string(&killed).unwrap(), fs::read_to_string(&whole).unwrap());
}
