//! A try of a program that was built: it starts, plays by text, solves, searches, and serves the page.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::platform::Runner;
use crate::outcome::Failure;
use crate::process::{in_own_group, kill_group, wait_within};
use crate::tools::WINE;

/// Time limit of a command: an emulator is slow, and Wine makes its folder at the first start.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(5);
/// Time limit of an answer of the server.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// What is asked, the lines that are typed, and what must be in the answer.
struct Question {
    arguments: &'static [&'static str],
    input: &'static str,
    expected: &'static str,
}

/// The answers do not depend on the machine: the search is that of one thread, without a time limit.
const QUESTIONS: [Question; 6] = [
    Question {
        arguments: &["moves", "othello", "f5", "d6", "c3"],
        input: "",
        expected: "d3\nf3\nf4\ng5\n",
    },
    Question {
        arguments: &["perft", "congress", "--board", "1 2 5 7", "--depth", "3"],
        input: "",
        expected: "55882\n",
    },
    Question { arguments: &["solve", "connect-four", "4433"], input: "", expected: "score: +18\n" },
    Question {
        arguments: &["analyse", "othello", "f5d6c3", "--depth", "8", "--threads", "1"],
        input: "",
        expected: "best line: d3 ",
    },
    Question {
        arguments: &[
            "play",
            "connect-four",
            "--plain",
            "--data",
            "data",
            "--first",
            "human",
            "--second",
            "human",
        ],
        input: "1\n2\n1\n2\n1\n2\n1\n",
        expected: "Player 1 wins",
    },
    Question {
        arguments: &[
            "play",
            "isolation",
            "--plain",
            "--data",
            "data",
            "--second",
            "very-easy",
            "--seed",
            "7",
        ],
        input: "d4\nquit\n",
        expected: "player 1 to move\n\n> quit",
    },
];

/// A program in a folder of its own.
pub(super) struct Trial<'a> {
    pub(super) runner: Runner,
    pub(super) program: &'a Path,
    pub(super) folder: &'a Path,
}

impl Trial<'_> {
    /// Tries everything; fails at the first wrong answer.
    pub(super) fn run(&self, version: &str) -> Result<(), Failure> {
        let data = self.folder.join("data");
        let _ = fs::remove_dir_all(&data);
        self.runner.prepare(self.program)?;
        self.ask(&["--version"], "", &format!("damier {version}\n"))?;
        for question in &QUESTIONS {
            self.ask(question.arguments, question.input, question.expected)?;
        }
        let served = self.serve();
        if self.runner == Runner::Wine {
            // Its server would wait for further programs.
            let _ = self.runner.command(Path::new("wineboot")).arg("--shutdown").output();
            println!("({} has ended)", WINE.program);
        }
        served
    }

    /// A command with these arguments, in English.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.runner.command(self.program);
        command.args(arguments).current_dir(self.folder).env("LC_ALL", "C").env_remove("LANG");
        in_own_group(&mut command);
        command
    }

    fn ask(&self, arguments: &[&str], input: &str, expected: &str) -> Result<(), Failure> {
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::Task(format!("{} {}: {why}", self.program.display(), arguments.join(" ")))
        };
        let path = |name: &str| self.folder.join(name);
        let broken = |error: std::io::Error| wrong(&error);
        fs::write(path("input"), input).map_err(broken)?;
        let mut command = self.command(arguments);
        command.stdin(File::open(path("input")).map_err(broken)?);
        command.stdout(File::create(path("output")).map_err(broken)?);
        command.stderr(File::create(path("errors")).map_err(broken)?);
        let mut child = command.spawn().map_err(broken)?;
        let status = wait_within(&mut child, COMMAND_TIMEOUT).map_err(broken)?;
        let read = |name: &str| {
            let text = fs::read(path(name)).unwrap_or_default();
            String::from_utf8_lossy(&text).replace("\r\n", "\n")
        };
        let (said, errors) = (read("output"), read("errors"));
        if !status.is_some_and(|status| status.success()) || !said.contains(expected) {
            return Err(wrong(&format!("{status:?}, without {expected:?}:\n{said}{errors}")));
        }
        println!("  damier {}: as it should be", arguments.join(" "));
        Ok(())
    }

    /// Starts the server, fetches the page, a module of it and the list of games, and ends it.
    fn serve(&self) -> Result<(), Failure> {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0", "--data", "data"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|error| Failure::Task(format!("serve: {error}")))?;
        let fetched = address(&mut child).and_then(|address| fetch_pages(&address));
        kill_group(child.id());
        let _ = child.kill();
        let _ = child.wait();
        fetched
    }
}

/// The address that a server prints.
pub(super) fn address(child: &mut Child) -> Result<String, Failure> {
    let output = child.stdout.take();
    let (send, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()) {
            let Ok(line) = line else { break };
            // Nobody listens any more: the output is still read, so that the server can write it.
            let _ = send.send(line);
        }
    });
    let mut said = String::new();
    while let Ok(line) = lines.recv_timeout(COMMAND_TIMEOUT) {
        if let Some((_, rest)) = line.split_once("http://")
            && let Some((address, _)) = rest.split_once('/')
        {
            return Ok(address.to_owned());
        }
        said.push_str(&line);
    }
    Err(Failure::Task(format!("the server said no address: {said}")))
}

/// Fetches the page, the list of games and the health probe of a server.
pub(super) fn fetch_pages(address: &str) -> Result<(), Failure> {
    for (path, expected) in
        [("/", "<title>"), ("/api/catalogue", "\"katarenga\""), ("/healthz", "200 OK")]
    {
        let answer = fetch(address, path)
            .map_err(|error| Failure::Task(format!("{address}{path}: {error}")))?;
        if !answer.starts_with("HTTP/1.1 200") || !answer.contains(expected) {
            let start: String = answer.chars().take(400).collect();
            return Err(Failure::Task(format!("{address}{path}: {start}")));
        }
        println!("  damier serve: http://{address}{path}: {} bytes", answer.len());
    }
    Ok(())
}

/// The whole answer to a GET.
pub(super) fn fetch(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
