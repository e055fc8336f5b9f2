//! Processes that the load test starts: servers and a worker.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{env, fs, process, thread};

use crate::location::DATABASE_VARIABLE;
use crate::nats_args::NATS_VARIABLE;

/// Services that a server is started with.
#[derive(Clone, Debug, Default)]
pub(super) struct ServerParts {
    /// Database, instead of a folder.
    pub(super) database: Option<String>,
    pub(super) nats: Option<String>,
}

/// Server process, killed when this is dropped; its data folder is removed.
pub(super) struct ServerProcess {
    child: Child,
    pub(super) address: SocketAddr,
    folder: PathBuf,
    parts: ServerParts,
}

impl ServerProcess {
    /// Starts a server with a folder of its own, or on a database.
    pub(super) fn start(parts: &ServerParts) -> io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let folder = env::temp_dir().join(format!("damier-bench-{}-{number}", process::id()));
        fs::create_dir_all(&folder)?;
        let any: SocketAddr = ([127, 0, 0, 1], 0).into();
        let started = spawn(parts, &folder, any);
        if started.is_err() {
            let _ = fs::remove_dir_all(&folder);
        }
        let (child, address) = started?;
        Ok(Self { child, address, folder, parts: parts.clone() })
    }

    /// Kills it at once (SIGKILL).
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it anew at the same address, after it was killed.
    pub(super) fn start_again(&mut self) -> io::Result<()> {
        (self.child, self.address) = spawn(&self.parts, &self.folder, self.address)?;
        Ok(())
    }

    /// Anonymous resident memory in bytes, where the system tells.
    pub(super) fn memory(&self) -> Option<i64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        line.trim().strip_suffix(" kB")?.parse::<i64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts a server and waits until it says where it listens.
fn spawn(
    parts: &ServerParts,
    folder: &PathBuf,
    listen: SocketAddr,
) -> io::Result<(Child, SocketAddr)> {
    let mut command = damier(parts)?;
    command.args(["serve", "--listen", &listen.to_string()]);
    match &parts.database {
        Some(url) => command.env(DATABASE_VARIABLE, url),
        None => command.arg("--data").arg(folder),
    };
    let (mut child, line) = started(command)?;
    let address = line.split("http://").nth(1);
    if let Some(address) = address.and_then(|rest| rest.trim_end_matches('/').parse().ok()) {
        return Ok((child, address));
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(io::Error::other(line))
}

/// Worker process with one thread, killed when this is dropped.
pub(super) struct WorkerProcess(Child);

impl WorkerProcess {
    /// Starts a worker and waits until it is ready.
    pub(super) fn start(parts: &ServerParts) -> io::Result<Self> {
        let mut command = damier(parts)?;
        command.args(["worker", "--threads", "1"]);
        started(command).map(|(child, _)| Self(child))
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// This program, told by its environment where NATS is.
fn damier(parts: &ServerParts) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    match &parts.nats {
        Some(url) => command.env(NATS_VARIABLE, url),
        None => command.env_remove(NATS_VARIABLE),
    };
    Ok(command)
}

/// A process, and the first line that it prints.
fn started(mut command: Command) -> io::Result<(Child, String)> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut lines = BufReader::new(out).lines();
    let line = lines.next().transpose()?.unwrap_or_default();
    // The rest of the output is read, so that the pipe does not fill.
    thread::spawn(move || lines.count());
    Ok((child, line))
}
