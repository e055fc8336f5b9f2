//! The real program: exit status, and a reader who goes away.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

fn damier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).env("LC_ALL", "C");
    command
}

#[test]
fn the_exit_status_tells_success_from_errors() {
    for (args, status) in [
        (&["moves", "connect-four", "4453"][..], 0),
        (&["show", "connect-four", "4444444"], 2),
        (&["perft", "connect-four"], 2),
        (&["moves", "chess"], 2),
        (&["--help"], 0),
        (&["chess"], 2),
        (&["play"], 0),
    ] {
        let Output { status: ended, stdout, stderr } = damier(args).output().unwrap();
        assert_eq!(ended.code(), Some(status), "{args:?}");
        assert_eq!(stdout.is_empty(), status != 0, "{args:?}");
        assert_eq!(stderr.is_empty(), status == 0, "{args:?}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for args in [
        &["moves", "connect-four"][..],
        &["show", "connect-four"],
        &["show", "connect-four", "--json"],
        &["play", "connect-four", "--first", "random", "--second", "random"],
        &["play"],
        &["perft", "connect-four", "--depth", "1", "--divide"],
        &["quadrants", "list"],
        &["analyse", "connect-four", "--depth", "2"],
        &["duel", "connect-four", "random", "random", "--games", "2"],
        &["bench", "isolation", "--depth", "1"],
        &["--help"],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let Output { status, stderr, .. } = damier(args).stdout(writer).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&stderr), "", "{args:?}");
        assert_eq!(status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_game_that_cannot_be_saved_goes_on() {
    let mut child = talking(&["play", "connect-four", "--second", "human"]);
    let input = b"save no-such-folder/game.txt\n4\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    let said = String::from_utf8(stdout).unwrap();
    let (_, after) = said.split_once("no-such-folder/game.txt cannot be written").unwrap();
    assert!(after.contains("player 2 to move"));
    assert_eq!(status.code(), Some(0));
}

/// Ctrl-C while the program waits for a move, and while it thinks.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_game() {
    for (args, when) in [
        (&["play", "connect-four", "--second", "human"][..], "> "),
        (&["play", "othello", "--first", "maximum", "--second", "maximum"], "to move"),
    ] {
        let mut child = talking(args);
        let _kept_open = child.stdin.take();
        read_until(&mut child, when);
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
    }
}

/// A table for which there is no memory, wherever its size can be said.
#[cfg(target_os = "linux")]
#[test]
fn a_table_larger_than_memory_is_refused_in_words() {
    let ended = |args: &[&str], input: &str| {
        let program = env!("CARGO_BIN_EXE_damier");
        let mut child = Command::new("sh")
            // Four GiB of addresses, of which a debug build with its threads takes one.
            .args(["-c", "ulimit -v 4194304; exec \"$0\" \"$@\"", program])
            .args(args)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code(), text(stdout), text(stderr))
    };
    let words = "transposition table needs ";
    for args in [
        &["analyse", "othello"][..],
        &["analyse", "congress", "--board", "seed:1"],
        &["analyse", "connect-four", "4453", "--review"],
        &["solve", "connect-four"],
        &["solve", "isolation", "--board", "seed:1"],
        &["solve", "isolation", "--board", "seed:1", "--weak"],
        &["prove", "connect-four", "4453", "--out", "no-such-folder/proof.txt"],
        &["bench", "katarenga", "--depth", "1"],
        &["bench", "othello", "no-such-file"],
        &["bench", "connect-four", "no-such-file"],
        &["book", "connect-four", "--out", "/dev/null"],
        &["protocol", "ugi"],
        &["protocol", "gtp", "--game", "isolation"],
        &["protocol", "nboard"],
    ] {
        let (status, out, err) = ended(&[args, &["--table", "60000"]].concat(), "");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.starts_with("error: this ") && err.contains(words), "{args:?}: {err}");
    }
    let args = ["worker", "--nats", "nats://127.0.0.1:1", "--hash", "60000"];
    let (status, _, err) = ended(&args, "");
    assert!(status == Some(2) && err.contains(words), "{err}");
    // The old size stays, and the session goes on.
    let commands = "setoption name Hash value 60000\nugi\nsetoption name Hash value 8\nugi\n\
                    position startpos\ngo nodes 10\nwait\n";
    let (status, out, _) = ended(&["protocol", "ugi", "--game", "othello"], commands);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.starts_with(&format!("info string error: this {words}")), "{out}");
    let sizes: Vec<_> = out.lines().filter(|line| line.contains("name Hash")).collect();
    assert!(sizes[0].contains("default 64 ") && sizes[1].contains("default 8 "), "{sizes:?}");
    assert!(out.trim_end().rsplit('\n').next().is_some_and(|last| last.starts_with("bestmove ")));
}

/// The program with its input and its output in our hands.
fn talking(args: &[&str]) -> Child {
    damier(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Reads what the program prints, up to some words.
#[cfg(unix)]
fn read_until(child: &mut Child, words: &str) {
    let mut printed = Vec::new();
    for byte in BufReader::new(child.stdout.as_mut().unwrap()).bytes() {
        printed.push(byte.unwrap());
        if printed.ends_with(words.as_bytes()) {
            return;
        }
    }
    panic!("it ended before it printed '{words}'");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    let args = [b"moves".as_slice(), b"connect-four", b"\xff"].map(std::ffi::OsStr::from_bytes);
    let output = damier(&[]).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
