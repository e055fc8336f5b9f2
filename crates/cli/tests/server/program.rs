//! The real program: where it listens, how it ends, and what a crash leaves.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;

use play::Player;
use serde_json::json;
use tungstenite::Message;
use wire::http::Health;

use crate::client::{Socket, computer, connect, create, get, human, post};
use crate::online::{ANA, BO, pair, secret};
use crate::parsing::slow_file;
use crate::running::Folder;
use crate::time_limit::{self, Lines, Watchdog};

pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    watchdog: Option<Watchdog>,
}

pub(crate) fn damier(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).arg("--data").arg(folder.path()).env("LC_ALL", "C");
    command.stdout(Stdio::piped());
    command
}

/// Checks that every match of a folder (`--data`) or of a database (`--database`) can be replayed.
pub(crate) fn verify(option: &str, place: impl AsRef<OsStr>) {
    let mut verify = Command::new(env!("CARGO_BIN_EXE_damier"));
    verify.args(["serve", "--verify", option]).arg(place).env("LC_ALL", "C");
    let verified = time_limit::output(&mut verify);
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success() && said.ends_with("0 wrong\n"), "{said}");
}

impl Program {
    /// Starts it and waits until it says where it is.
    pub(crate) fn start(folder: &Folder, args: &[&str]) -> Self {
        Self::spawn(damier(folder, args))
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        Self::started(command.spawn().unwrap())
    }

    /// Waits until it says where it is.
    pub(crate) fn started(mut child: Child) -> Self {
        let line = Lines::of(child.stdout.take().unwrap()).next().expect("an address");
        Self::at(child, &line)
    }

    /// A program that has printed its address.
    pub(crate) fn at(child: Child, line: &str) -> Self {
        let address = line.strip_prefix("Damier: http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.expect(line).parse().unwrap();
        Self { child, address, watchdog: Some(Watchdog::start()) }
    }

    /// Lets it run for longer than a test may, in a soak.
    #[cfg(target_os = "linux")]
    pub(crate) fn without_time_limit(mut self) -> Self {
        self.watchdog = None;
        self
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Serves with at most so many descriptors.
    #[cfg(target_os = "linux")]
    pub(crate) fn serve_with_descriptors(folder: &Folder, descriptors: usize) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -n $0; exec \"$@\""]).arg(descriptors.to_string());
        command.arg(env!("CARGO_BIN_EXE_damier")).args(["serve", "--listen", "127.0.0.1:0"]);
        command.arg("--data").arg(folder.path()).env("LC_ALL", "C").stdout(Stdio::piped());
        Self::spawn(command)
    }

    pub(crate) fn serve(folder: &Folder) -> Self {
        Self::start(folder, &["serve", "--listen", "127.0.0.1:0"])
    }

    /// Serves behind a proxy that says where requests come from.
    pub(crate) fn behind_proxy(folder: &Folder) -> Self {
        Self::start(folder, &["serve", "--listen", "127.0.0.1:0", "--trust-proxy"])
    }

    /// Serves the machine and its local network.
    pub(crate) fn on_the_network(folder: &Folder) -> Self {
        Self::start(folder, &["--no-open", "--lan", "--port", "0"])
    }

    /// Sends it a signal.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    pub(crate) fn end(mut self) -> ExitStatus {
        time_limit::wait_for_end("the program", &mut self.child)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_killed_program_goes_on_where_it_was() {
    let folder = Folder::new("killed");
    let program = Program::serve(&folder);
    let id = create(program.address, "othello", &human(), &computer("maximum"));
    let mut socket = Socket::open(program.address, &id);
    let mut acknowledged = Vec::new();
    for turn in 0..3 {
        let state = socket.wait(|state| {
            state.to_move == Some(Player::One) && state.record.moves.len() == 2 * turn
        });
        acknowledged = state.record.moves.clone();
        let choice = state.view.choices[0].notation.clone();
        socket.play(Player::One, &choice).unwrap();
        acknowledged.push(choice);
    }
    // SIGKILL while the computer thinks.
    drop(program);
    let program = Program::serve(&folder);
    let mut socket = Socket::open(program.address, &id);
    assert!(socket.moves().starts_with(&acknowledged), "{:?}", socket.moves());
    let state = socket.wait(|state| state.to_move == Some(Player::One));
    assert_eq!(state.record.moves.len(), acknowledged.len() + 1);
    assert!(state.record.moves.starts_with(&acknowledged));
}

#[cfg(unix)]
#[test]
fn signals_end_the_program_in_good_order() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new(&format!("signal{signal}"));
        let program = Program::serve(&folder);
        let id = create(program.address, "othello", &human(), &computer("maximum"));
        let mut socket = Socket::open(program.address, &id);
        let choice = socket.state.view.choices[0].notation.clone();
        socket.play(Player::One, &choice).unwrap();
        program.signal(signal);
        assert_eq!(program.end().code(), Some(0), "{signal}");
        let files = std::fs::read_dir(folder.path()).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        files.sort();
        assert_eq!(files, ["damier.lock", "damier.sqlite"], "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_while_it_reads_a_file() {
    let folder = Folder::new("reading");
    let program = Program::serve(&folder);
    let address = program.address;
    let head = "POST /api/files HTTP/1.1\r\nHost: localhost\r\n";
    let body = slow_file();
    let mut stream = connect(address);
    let length = body.len();
    stream.write_all(format!("{head}Content-Length: {length}\r\n\r\n").as_bytes()).unwrap();
    stream.write_all(&body).unwrap();
    // What was sent before this is being read by now, or is about to be.
    assert_eq!(get(address, "/healthz").status, 200);
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(!answer.contains("a.obf"), "it was read to the end: {answer}");
}

#[test]
fn the_owner_ends_it_from_the_page() {
    let folder = Folder::new("quit");
    let program = Program::start(&folder, &["--no-open", "--port", "0"]);
    assert_eq!(post(program.address, "/api/quit", &serde_json::json!({})).status, 204);
    assert_eq!(program.end().code(), Some(0));
}

#[test]
fn a_second_start_shows_the_page_that_runs() {
    let folder = Folder::new("second");
    let program = Program::start(&folder, &["--no-open", "--port", "0"]);
    let port = program.address.port().to_string();
    let again = ["--no-open", "--port", &port];
    let Output { status, stdout, .. } = time_limit::output(&mut damier(&folder, &again));
    let said = String::from_utf8(stdout).unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.contains(&format!("http://{}/", program.address)), "{said}");
    assert_eq!(get(program.address, "/healthz").status, 200);
    // With other data it is another program.
    let other = Folder::new("second-other");
    refused(&other, &port);
}

/// What a program says until it is ready.
fn said(child: &mut Child) -> Vec<String> {
    let lines = Lines::of(child.stdout.take().unwrap());
    std::iter::from_fn(|| lines.next()).take_while(|line| !line.contains("Ctrl-C")).collect()
}

#[test]
fn on_the_local_network_it_says_where_it_is_found() {
    let folder = Folder::new("lan");
    // A code to scan is drawn with characters that a plain locale has not.
    let mut command = damier(&folder, &["--no-open", "--lan", "--port", "0"]);
    let mut child = command.env("LC_ALL", "C.UTF-8").spawn().unwrap();
    let lines = said(&mut child);
    let program = Program::at(child, &lines[0]);
    let told: wire::http::Lan = get(program.address, "/api/lan").json();
    assert!(told.lan);
    let port = format!(":{}/", program.address.port());
    for url in &told.addresses {
        assert!(url.starts_with("http://") && url.ends_with(&port), "{url}");
        assert!(lines.contains(&format!("  {url}")), "{url} in {lines:?}");
        // Another machine calls it so.
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        let there: Health = get(host.parse().unwrap(), "/healthz").json();
        assert!(there.lan);
    }
    if !told.addresses.is_empty() {
        assert!(lines.iter().any(|line| line.contains("█▀▀▀▀▀█")), "{lines:?}");
    }
    // Without --lan nobody else is let in, and the same data is not served twice.
    let folder = Folder::new("alone");
    let alone = Program::start(&folder, &["--no-open", "--port", "0"]);
    let told: wire::http::Lan = get(alone.address, "/api/lan").json();
    assert!(!told.lan && told.addresses.is_empty());
    let port = alone.address.port().to_string();
    let args = ["--no-open", "--lan", "--port", &port];
    let output = time_limit::output(&mut damier(&folder, &args));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("--lan"), "{said}");
}

#[test]
fn logs_are_for_programs_and_tell_no_secret() {
    let folder = Folder::new("log");
    let mut child = damier(&folder, &["serve", "--listen", "127.0.0.1:0", "--log", "json"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = Lines::of(child.stderr.take().unwrap());
    let first = Lines::of(child.stdout.take().unwrap()).next().expect("an address");
    let program = Program::at(child, &first);
    let address = program.address;
    let (id, mut ana, _bo) = pair(address, &json!({}));
    ana.play(Player::One, "4").unwrap();
    let digits = [ANA, BO].map(|bits| secret(bits).digits().to_owned());
    // Whatever goes wrong with a secret in it.
    for path in ["/api/rooms", "/api/matches", &format!("/api/matches/{id}/hint")] {
        post(address, path, &json!({ "seat": digits[0], "game": digits[1] }));
    }
    ana.send_raw(Message::text(format!(
        "{{\"type\":\"hello\",\"seat\":\"{}\",\"since\":-1}}",
        digits[0]
    )));
    ana.next();
    let killed = Command::new("kill").args(["-TERM", &program.id().to_string()]).status();
    assert!(killed.unwrap().success());
    program.end();
    let log = log.rest();
    assert!(log.len() >= 2, "{log:?}");
    for line in &log {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["time", "level", "target", "message"] {
            assert!(line[field].is_string(), "{field} in {line}");
        }
    }
    let log = log.join("\n");
    assert!(!digits.iter().any(|digits| log.contains(digits)), "{log}");
}

#[test]
fn neighbours_find_each_other() {
    let folders = [Folder::new("here"), Folder::new("there")];
    let start = |folder| Program::start(folder, &["--no-open", "--lan", "--port", "0"]);
    let [here, there] = folders.each_ref().map(start);
    let lan: wire::http::Lan = get(here.address, "/api/lan").json();
    if lan.addresses.is_empty() {
        assert!(lan.neighbours.is_empty(), "neighbours without a network");
        return;
    }
    let port = format!(":{}/", there.address.port());
    time_limit::wait_for("the other server on the network", || {
        let told: wire::http::Lan = get(here.address, "/api/lan").json();
        let has = |port: &str| told.neighbours.iter().any(|it| it.url.ends_with(port));
        assert!(!has(&format!(":{}/", here.address.port())), "{told:?}");
        has(&port).then_some(())
    });
}

#[test]
fn a_port_that_another_program_has_is_named() {
    let folder = Folder::new("taken");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    // It hangs up on everybody.
    thread::spawn(move || listener.incoming().for_each(drop));
    refused(&folder, &port);
}

fn refused(folder: &Folder, port: &str) {
    let args = ["--no-open", "--port", port];
    let output = time_limit::output(&mut damier(folder, &args));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(port) && said.contains("--port"), "{said}");
}
