//! The real program: exit status, and a reader who goes away.

use std::io;
use std::process::{Command, Output};

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
        (&[], 2),
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
        &["perft", "connect-four", "--depth", "1", "--divide"],
        &["quadrants", "list"],
        &["--help"],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let Output { status, stderr, .. } = damier(args).stdout(writer).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&stderr), "", "{args:?}");
        assert_eq!(status.code(), Some(0), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;

    let args = [b"moves".as_slice(), b"connect-four", b"\xff"].map(std::ffi::OsStr::from_bytes);
    let output = damier(&[]).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
