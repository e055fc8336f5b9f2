//! Lighthouse scores of the home screen, a board and an analysis, and of the page without a server, as part of
//! `cargo xtask measure`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{fs, io};

use serde_json::Value;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::run as run_command;
use crate::tools::{CHROMIUM, LIGHTHOUSE, NODE, PYTHON, target};

/// Devices that it emulates, with their options: a telephone on a slow network is the default.
const DEVICES: [(&str, &[&str]); 2] = [("telephone", &[]), ("desktop", &["--preset=desktop"])];

/// Prints the scores of the program's pages; `Ok(Some(why))` if Lighthouse is not installed.
pub(crate) fn measure(program: &Path, missing: MissingTools) -> Result<Option<String>, Failure> {
    if let Err(why) = NODE.ensure(missing)? {
        return Ok(Some(why));
    }
    let module = match LIGHTHOUSE.ensure(missing)? {
        Ok(module) => module,
        Err(why) => return Ok(Some(why)),
    };
    let data = target().join("lighthouse-data");
    let _ = fs::remove_dir_all(&data);
    let server = Server::start(program, &data).map_err(|error| broken("the program", &error))?;
    let board = server.new_match().map_err(|error| broken("a new match", &error))?;
    let analysis = "/analyse/othello/f5d6c3d3c4";
    let report = data.join("report.json");
    for (name, path) in [("home", "/"), ("board", board.as_str()), ("analysis", analysis)] {
        print_scores(&module, name, &format!("http://{}{path}", server.address), &report)?;
    }
    let folder = target().join("web");
    if !folder.join("index.html").exists() {
        return Ok(Some(format!("no {}: cargo xtask web", folder.display())));
    }
    if let Err(why) = PYTHON.ensure(missing)? {
        return Ok(Some(why));
    }
    let host = Server::host(&folder).map_err(|error| broken("the static host", &error))?;
    print_scores(&module, "home without a server", &format!("http://{}/", host.address), &report)?;
    Ok(None)
}

/// Prints the scores of the page at `url`, on all devices.
fn print_scores(module: &Path, name: &str, url: &str, report: &Path) -> Result<(), Failure> {
    for (device, options) in DEVICES {
        let mut command = Command::new(NODE.program);
        command
            .arg(module.join("cli/index.js"))
            .arg(url)
            .args(["--quiet", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"])
            .args(["--only-categories=performance,accessibility,best-practices"])
            .args(["--output=json", "--output-path"])
            .arg(report)
            .args(options)
            .env("CHROME_PATH", format!("/usr/bin/{}", CHROMIUM.program));
        run_command(&mut command)?;
        println!("Lighthouse, {name}, {device}: {}", scores(report)?);
    }
    Ok(())
}

fn broken(what: &str, error: &io::Error) -> Failure {
    Failure::Task(format!("{what}: {error}"))
}

/// The scores of a report, in one line.
fn scores(report: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(report).map_err(|error| broken("the report", &error))?;
    let report: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::Task(format!("cannot read the report: {error}")))?;
    let score = |id: &str| {
        let score = report["categories"][id]["score"].as_f64().unwrap_or_default();
        format!("{} {:.0}", id.replace('-', " "), score * 100.0)
    };
    Ok(["performance", "accessibility", "best-practices"].map(score).join(", "))
}

/// Running program with a port of its own; it is killed when this is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path, data: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(["--no-open", "--lang", "en", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let said = child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines());
        let mut lines = said.map_while(Result::ok);
        let address = lines.find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.trim().parse().ok()
        });
        let address = address.ok_or_else(|| io::Error::other("it does not say where it is"))?;
        Ok(Self { child, address })
    }

    /// Starts a static host of a folder: one that every machine with Python has.
    fn host(folder: &Path) -> io::Result<Self> {
        let mut child = Command::new(PYTHON.program)
            .args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let said = child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines());
        // "Serving HTTP on 127.0.0.1 port 34567 (http://127.0.0.1:34567/) ..."
        let address = said.map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.parse().ok()
        });
        let address = address.ok_or_else(|| io::Error::other("it does not say where it is"))?;
        Ok(Self { child, address })
    }

    /// Makes a match of two people and says the path of its page.
    fn new_match(&self) -> io::Result<String> {
        const WANTED: &str = r#"{"game": "othello", "players": {"first": {"type": "human"}, "second": {"type": "human"}}}"#;
        let mut stream = TcpStream::connect(self.address)?;
        let address = self.address;
        let length = WANTED.len();
        write!(
            stream,
            "POST /api/matches HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{WANTED}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        let made: Value = serde_json::from_str(body)?;
        let id = made["id"].as_str().ok_or_else(|| io::Error::other(answer.clone()))?;
        Ok(format!("/m/{id}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
