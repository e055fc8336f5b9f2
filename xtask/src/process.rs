//! Running other programs. Every command is printed before it runs.

use std::env;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::outcome::Failure;

/// Interval at which a process is asked whether it has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

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

/// Like [`run`], but the command is killed, and has failed, after `limit`.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<(), Failure> {
    let mut child = start(in_own_group(command))?;
    match wait_within(&mut child, limit).map_err(|error| broken(command, &error))? {
        Some(status) => expect_success(command, status),
        None => Err(took_too_long(command, limit)),
    }
}

/// Waits for the end of a process in a group of its own. After `limit` it is killed with all that it
/// has started: `None`.
pub(crate) fn wait_within(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > limit {
            kill_group(child.id());
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Gives the process a group of its own, so that what it starts can be killed with it.
pub(crate) fn in_own_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Kills a process in a group of its own and all that it has started.
pub(crate) fn kill_group(id: u32) {
    if cfg!(unix) {
        // There may be none left.
        let mut kill = Command::new("kill");
        let _ = kill.args(["-KILL", "--", &format!("-{id}")]).stderr(Stdio::null()).status();
    }
}

/// Like [`run_within`], with each line of the standard output for `read` instead of the screen.
pub(crate) fn run_reading(
    command: &mut Command,
    limit: Duration,
    mut read: impl FnMut(&str),
) -> Result<(), Failure> {
    let mut child = start(in_own_group(command).stdout(Stdio::piped()))?;
    let (id, started) = (child.id(), Instant::now());
    let (ended, watch) = mpsc::channel::<()>();
    // The output ends when all that writes to it has been killed.
    thread::spawn(move || {
        if watch.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            kill_group(id);
        }
    });
    if let Some(output) = child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        while output.read_until(b'\n', &mut line).map_err(|error| broken(command, &error))? > 0 {
            read(&String::from_utf8_lossy(&line));
            line.clear();
        }
    }
    let status = wait(command, &mut child)?;
    drop(ended);
    if started.elapsed() > limit {
        return Err(took_too_long(command, limit));
    }
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

fn took_too_long(command: &Command, limit: Duration) -> Failure {
    Failure::Task(format!("{} took more than {} s", title(command), limit.as_secs()))
}

fn broken(command: &Command, error: &io::Error) -> Failure {
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

    #[cfg(unix)]
    #[test]
    fn a_command_that_hangs_is_killed_with_what_it_started() {
        let (started, limit) = (Instant::now(), Duration::from_millis(300));
        let mut said = String::new();
        let hangs = || {
            let mut command = Command::new("sh");
            command.args(["-c", "echo waits; sleep 600 & wait"]);
            command
        };
        assert!(run_reading(&mut hangs(), limit, |line| said.push_str(line)).is_err());
        assert_eq!(said, "waits\n");
        assert!(run_within(hangs().stdout(Stdio::null()), limit).is_err());
        assert!(started.elapsed() < Duration::from_mins(1));
    }
}
