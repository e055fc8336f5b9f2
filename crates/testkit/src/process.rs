//! The process of a service: started on a port of its own, and ended with the test, however that ends.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a service to accept connections, and to end.
const START_TIMEOUT: Duration = Duration::from_mins(1);
const STOP_TIMEOUT: Duration = Duration::from_mins(1);
/// Time for an answer of a service that is asked whether it is ready. It is asked again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Time between two looks at a process.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Bytes of a log that are shown.
const LOG_TAIL_BYTES: usize = 4000;

/// Signal that ends a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndSignal {
    /// In good order (SIGINT).
    Interrupt,
    /// At once (SIGKILL).
    Kill,
}

/// Running process of a service.
#[derive(Debug)]
pub struct ServiceProcess {
    child: Child,
    log: PathBuf,
    /// Keeps the thread alive that has started the process: the process ends with that thread.
    _parent: Sender<()>,
}

impl ServiceProcess {
    /// Starts a process whose output goes to the file `log`. Fails if it ends, or is not ready in time.
    pub fn start(
        mut command: Command,
        log: &Path,
        mut is_ready: impl FnMut() -> bool,
    ) -> Result<Self, String> {
        let output = File::options().create(true).append(true).open(log);
        let output =
            output.unwrap_or_else(|error| panic!("cannot write {}: {error}", log.display()));
        let errors = output.try_clone().expect("a second handle");
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        let (parent, ended) = mpsc::channel();
        let (started, child) = mpsc::channel();
        let name = command.get_program().to_string_lossy().into_owned();
        thread::spawn(move || {
            let _ = started.send(command.spawn());
            let _: Result<(), _> = ended.recv();
        });
        let child = child.recv().expect("an answer of the thread");
        let child = child.unwrap_or_else(|error| panic!("cannot start {name}: {error}"));
        let mut process = Self { child, log: log.to_owned(), _parent: parent };
        let began = Instant::now();
        while !is_ready() {
            if let Some(status) = process.status() {
                return Err(format!("{name} ended with {status}\n{}", process.log_tail()));
            }
            if began.elapsed() > START_TIMEOUT {
                return Err(format!("{name} is not ready in time\n{}", process.log_tail()));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(process)
    }

    /// Process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the process has ended, if it has.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("a process of our own")
    }

    /// Ends the process and waits for its end.
    pub fn end(&mut self, signal: EndSignal) {
        if self.status().is_some() {
            return;
        }
        match signal {
            EndSignal::Kill => self.kill(),
            EndSignal::Interrupt => {
                interrupt(&mut self.child);
                let began = Instant::now();
                while self.status().is_none() {
                    if began.elapsed() > STOP_TIMEOUT {
                        self.kill();
                        return;
                    }
                    thread::sleep(POLL_INTERVAL);
                }
            }
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn log_tail(&self) -> String {
        let log = fs::read(&self.log).unwrap_or_default();
        let tail = &log[log.len().saturating_sub(LOG_TAIL_BYTES)..];
        String::from_utf8_lossy(tail).into_owned()
    }
}

impl Drop for ServiceProcess {
    fn drop(&mut self) {
        self.end(EndSignal::Interrupt);
    }
}

/// Runs a command that ends by itself.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, text(&output.stderr));
    text(&output.stdout)
}

/// Does something until it succeeds or there is no time left.
pub(crate) fn retried<T>(
    timeout: Duration,
    attempt: &mut dyn FnMut() -> Result<T, String>,
) -> Result<T, String> {
    let began = Instant::now();
    loop {
        match attempt() {
            Err(_) if began.elapsed() < timeout => thread::sleep(POLL_INTERVAL),
            ended => return ended,
        }
    }
}

/// Whether something accepts connections on a port of the loopback interface.
pub fn accepts_connections(port: u16) -> bool {
    connect(port).is_ok()
}

/// Whether a server on a port of the loopback interface answers a request for `path` with success.
pub fn answers(port: u16, path: &str) -> bool {
    let ask = || -> io::Result<String> {
        let mut stream = connect(port)?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// Whether a server on a port of the loopback interface greets whoever comes with a line that begins so.
pub(crate) fn greets(port: u16, greeting: &str) -> bool {
    let hear = || -> io::Result<String> {
        let mut line = String::new();
        BufReader::new(connect(port)?).read_line(&mut line)?;
        Ok(line)
    };
    hear().is_ok_and(|line| line.starts_with(greeting))
}

/// A connection to a port of the loopback interface, on which nothing takes long.
fn connect(port: u16) -> io::Result<TcpStream> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let stream = TcpStream::connect_timeout(&address, ANSWER_TIMEOUT)?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
    Ok(stream)
}

/// A command that ends when this process does, whatever ends it, where the system can do that.
pub fn bound_to_parent(program: &Path, signal: &str, user: Option<&str>) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.arg(format!("--pdeathsig={signal}"));
    if let Some(user) = user {
        command.arg(format!("--reuid={user}")).arg(format!("--regid={user}")).arg("--clear-groups");
    }
    command.arg(program);
    command
}

#[cfg(unix)]
fn interrupt(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(id) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(id, Signal::INT);
    }
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) {
    let _ = child.kill();
}
