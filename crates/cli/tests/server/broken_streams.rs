//! Servers whose output cannot be written: the disk behind it is full, or its reader has gone.

use std::fs;
use std::process::{Child, Command, Stdio};

use play::{Player, Version};

use crate::client::{Socket, create, get, human};
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit;

/// Starts the program with these redirections of a shell.
pub(crate) fn redirected(args: &[&str], redirections: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec \"$0\" \"$@\" {redirections}"));
    command.arg(env!("CARGO_BIN_EXE_damier")).args(args).env("LC_ALL", "C");
    command
}

/// The program at the address that the lock of its folder tells.
fn started(mut child: Child, folder: &Folder) -> Program {
    let address = time_limit::wait_for("the address of a server", || {
        assert_eq!(child.try_wait().unwrap(), None, "it has ended");
        let lock = fs::read_to_string(folder.path().join("damier.lock")).ok()?;
        lock.trim_end().split_once(' ').map(|(_, address)| address.to_owned())
    });
    Program::at(child, &format!("Damier: http://{address}/"))
}

/// Plays on a server, and ends it in good order.
#[track_caller]
fn expect_service(program: Program) {
    assert_eq!(get(program.address, "/healthz").status, 200);
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_its_output_ends_no_server() {
    for (number, redirections) in
        ["2>/dev/full", ">/dev/full", ">/dev/full 2>&1"].iter().enumerate()
    {
        for log in ["text", "json"] {
            let folder = Folder::new(&format!("output-full-{number}-{log}"));
            let data = folder.path().to_str().unwrap();
            let args = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--log", log];
            let child = redirected(&args, redirections).stdout(Stdio::null()).spawn().unwrap();
            expect_service(started(child, &folder));
        }
    }
}

#[test]
fn readers_that_have_gone_end_no_server() {
    let folder = Folder::new("output-gone");
    let data = folder.path().to_str().unwrap();
    for mut args in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["--no-open", "--port", "0"]] {
        args.extend(["--data", data]);
        let mut command = redirected(&args, "");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        expect_service(started(child, &folder));
        fs::remove_file(folder.path().join("damier.lock")).unwrap();
    }
}

/// What prints a result still says when it cannot.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_prints_fails_without_its_output() {
    let folder = Folder::new("output-verify");
    drop(Program::serve(&folder));
    let data = folder.path().to_str().unwrap();
    for what in ["--verify", "--reports"] {
        let mut command = redirected(&["serve", what, "--data", data], ">/dev/full");
        let output = time_limit::output(&mut command);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && !said.is_empty(), "{what}: {said}");
    }
}
