//! The example bots play against each other.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::running::Running;

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// The interpreter and the script of a bot; `None` if the interpreter is not installed.
fn bot(interpreter: &str, script: &str, address: &str, more: &[&str]) -> Option<Command> {
    let there = Command::new(interpreter).arg("--version").stdout(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        println!("{interpreter} is not installed: {script} is not tested");
        return None;
    }
    let mut command = Command::new(interpreter);
    command.arg(example(script)).arg(address).args(more).stdout(Stdio::piped());
    Some(command)
}

#[test]
fn the_example_bots_play_a_whole_match() {
    let server = Running::start();
    let address = format!("http://{}", server.address);
    let python = |more: &[&str]| bot("python3", "bot.py", &address, more);
    let node = |more: &[&str]| bot("node", "bot.mjs", &address, more);
    let game = ["--game", "othello"];
    // Each of them opens a table and sits down at the other's; alone it plays itself.
    let both = python(&[]).is_some() && node(&[]).is_some();
    for opens_in_python in [true, false] {
        let host = if opens_in_python || !both {
            python(&game).or_else(|| node(&game))
        } else {
            node(&game)
        };
        let Some(mut host) = host else { return };
        let mut host = host.spawn().unwrap();
        let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let code = line.strip_prefix("code ").expect(&line);
        let sits = ["--code", code];
        let guest = if opens_in_python && both {
            node(&sits)
        } else {
            python(&sits).or_else(|| node(&sits))
        };
        let guest = guest.unwrap().output().unwrap();
        let guest_said = String::from_utf8(guest.stdout).unwrap();
        let host_said = lines.next().unwrap().unwrap();
        assert!(guest.status.success() && host.wait().unwrap().success());
        let result = |said: &str| said.split(':').next().unwrap().to_owned();
        let results = [result(&host_said), result(&guest_said)];
        let fits = [["won", "lost"], ["lost", "won"], ["nobody wins", "nobody wins"]];
        assert!(fits.iter().any(|fit| *fit == results), "{host_said} {guest_said}");
        assert!(
            host_said.contains("after ")
                && host_said.split("after ").nth(1) == guest_said.trim_end().split("after ").nth(1)
        );
    }
}
