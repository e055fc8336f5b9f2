//! Running other programs. Every command is printed before it runs.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::outcome::Failure;

/// The cargo that runs this, with arguments given as words between blanks.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// Git, with arguments given as words between blanks.
pub(crate) fn git(arguments: &str) -> Command {
    let mut command = Command::new("git");
    command.args(arguments.split_whitespace());
    command
}

/// Runs the command to its end; a status other than 0 is a failure.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let mut child = start(command)?;
    let status = wait(command, &mut child)?;
    expect_success(command, status)
}

/// Like [`run`], but the command is ended, and has failed, after `limit`.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<(), Failure> {
    let mut child = start(command)?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| broken(command, &error))? {
            return expect_success(command, status);
        }
        if started.elapsed() > limit {
            child.kill().map_err(|error| broken(command, &error))?;
            wait(command, &mut child)?;
            let seconds = limit.as_secs();
            return Err(Failure::Task(format!("{} took more than {seconds} s", title(command))));
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Like [`run`], with each line of the standard output for `read` instead of the screen.
pub(crate) fn run_reading(
    command: &mut Command,
    mut read: impl FnMut(&str),
) -> Result<(), Failure> {
    let mut child = start(command.stdout(Stdio::piped()))?;
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line).map_err(|error| broken(command, &error))? > 0 {
            read(&String::from_utf8_lossy(&line));
            line.clear();
        }
    }
    let status = wait(command, &mut child)?;
    expect_success(command, status)
}

/// Runs the command without showing it, and returns its standard output.
pub(crate) fn capture(command: &mut Command) -> Result<String, Failure> {
    let output = command.output().map_err(|error| broken(command, &error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::Task(format!("{} failed\n{}", title(command), said.trim_end())));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::Task(format!("the output of {} is not UTF-8", title(command))))
}

fn start(command: &mut Command) -> Result<Child, Failure> {
    println!("$ {}", title(command));
    command.spawn().map_err(|error| broken(command, &error))
}

fn wait(command: &Command, child: &mut Child) -> Result<ExitStatus, Failure> {
    child.wait().map_err(|error| broken(command, &error))
}

fn expect_success(command: &Command, status: ExitStatus) -> Result<(), Failure> {
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Task(format!("{} failed ({status})", title(command))))
    }
}

fn broken(command: &Command, error: &std::io::Error) -> Failure {
    Failure::Task(format!("cannot run {}: {error}", title(command)))
}

/// The command as one would type it, its program without the folder.
fn title(command: &Command) -> String {
    let folder = command.get_current_dir();
    let enter = folder.map(|folder| format!("cd {} &&", quoted(folder.as_os_str())));
    let set = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| format!("{}={}", name.display(), quoted(value)));
    let program = Path::new(command.get_program()).file_stem().map(quoted);
    let arguments = command.get_args().map(quoted);
    let words = enter.into_iter().chain(set).chain(program).chain(arguments);
    words.collect::<Vec<_>>().join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.contains(' ') { format!("'{word}'") } else { word.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_can_be_typed_again() {
        let mut command = Command::new("/usr/bin/cargo");
        command.args(["doc", "--no-deps"]).current_dir("fuzz");
        command.env("RUSTDOCFLAGS", "-D warnings").env_remove("HOME");
        assert_eq!(title(&command), "cd fuzz && RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }
}
