//! NATS with JetStream.

use std::env;
use std::process::Command;

use crate::folder::Folder;
use crate::port::free_port;
use crate::process::{EndSignal, ServiceProcess, bound_to_parent, greets};

/// Environment variable with the URL of a server that tests use instead of starting one.
const URL_VARIABLE: &str = "DAMIER_TEST_NATS";
/// How often a port may turn out to be taken.
const PORT_ATTEMPTS: usize = 5;

/// NATS server with JetStream, on loopback; ended with its value.
#[derive(Debug)]
pub struct NatsServer {
    url: String,
    own: Option<OwnServer>,
}

#[derive(Debug)]
struct OwnServer {
    /// Before the folder, which it writes into until it ends.
    process: Option<ServiceProcess>,
    port: u16,
    arguments: Vec<String>,
    folder: Folder,
}

impl NatsServer {
    /// Starts a server, unless `DAMIER_TEST_NATS` names one.
    pub fn start() -> Self {
        match env::var(URL_VARIABLE) {
            Ok(url) => Self { url, own: None },
            Err(_) => Self::start_own(&[]),
        }
    }

    /// Starts a server with more arguments, such as `-c FILE` for accounts.
    pub fn start_own(arguments: &[&str]) -> Self {
        let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
        let folder = Folder::new("nats");
        let mut failure = String::new();
        for _ in 0..PORT_ATTEMPTS {
            let port = free_port();
            match spawn(&folder, port, &arguments) {
                Ok(process) => {
                    let url = format!("nats://127.0.0.1:{port}");
                    let process = Some(process);
                    return Self { url, own: Some(OwnServer { process, port, arguments, folder }) };
                }
                Err(why) => failure = why,
            }
        }
        panic!("{failure}");
    }

    /// URL of the server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether the server was started here, so that it can be stopped.
    pub const fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Stops the server in good order. Its streams stay for [`Self::start_again`].
    pub fn stop(&mut self) {
        self.end(EndSignal::Interrupt);
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.end(EndSignal::Kill);
    }

    /// Starts a server that was stopped or killed, on the same port with the same streams.
    pub fn start_again(&mut self) {
        let own = self.own.as_mut().expect("a server of our own");
        let process = spawn(&own.folder, own.port, &own.arguments);
        own.process = Some(process.unwrap_or_else(|why| panic!("{why}")));
    }

    fn end(&mut self, signal: EndSignal) {
        let own = self.own.as_mut().expect("a server of our own");
        if let Some(mut process) = own.process.take() {
            process.end(signal);
        }
    }
}

fn spawn(folder: &Folder, port: u16, arguments: &[String]) -> Result<ServiceProcess, String> {
    let mut command: Command = bound_to_parent("nats-server".as_ref(), "KILL", None);
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]);
    command.arg(folder.join("streams")).args(arguments);
    ServiceProcess::start(command, &folder.join("nats.log"), || greets(port, "INFO "))
}
