//! The program itself as a process, for tests that kill it and for measurements.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::site::Folder;
use crate::time_limit;

/// Path of the program: what `DAMIER` names, or the one that was built beside this executable.
pub fn program() -> PathBuf {
    let beside = || {
        let this = env::current_exe().unwrap();
        this.ancestors().nth(2).unwrap().join(format!("damier{EXE_SUFFIX}"))
    };
    let path = env::var_os("DAMIER").map_or_else(beside, PathBuf::from);
    assert!(path.exists(), "no program at {}: cargo build", path.display());
    path
}

/// A running program with a port of its own; it is killed when this is dropped.
pub struct Program {
    child: Child,
    /// Address of its page.
    pub address: SocketAddr,
}

impl Program {
    /// Starts it with its data in a folder and waits for its address; port 0 is any.
    pub fn start(program: &Path, folder: &Folder, port: u16) -> Self {
        let mut command = Command::new(program);
        command.args(["--no-open", "--lang", "en", "--port", &port.to_string(), "--data"]);
        Self::spawn(command.arg(folder.path()))
    }

    /// Starts it as a server with more options, such as those for engines in the browser.
    pub fn serve(program: &Path, folder: &Folder, options: &[&OsStr]) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--think-threads", "1", "--lang", "en"]);
        Self::spawn(command.arg("--data").arg(folder.path()).args(options))
    }

    /// Starts it as a node of a site with this database and NATS.
    pub fn node(program: &Path, database: &str, nats: &str) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--think-threads", "1", "--lang", "en"]);
        Self::spawn(command.env("DAMIER_DATABASE", database).env("DAMIER_NATS", nats))
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, addresses) = mpsc::channel();
        // Reads to the end: a full pipe would stop the program.
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if let Some(address) = page_address(&line) {
                    let _ = sender.send(address);
                }
            }
        });
        let address = time_limit::receive("the address of the program", &addresses);
        Self { child, address: address.expect("the program prints its address") }
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once with SIGKILL.
    pub fn kill(self) {
        drop(self);
    }

    /// Sends it a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.id().to_string()]).status();
        assert!(sent.unwrap().success(), "kill {signal}");
    }
}

/// The address in `Damier: http://127.0.0.1:4747/`.
fn page_address(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("http://")?;
    rest.split('/').next()?.trim().parse().ok()
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
