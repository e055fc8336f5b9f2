//! Visitors whom the operator keeps out.

use std::fs;
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};
use wire::http::MatchSummary;

use crate::client::{Answer, Visitor, create, get, human, request};
use crate::program::{Program, damier};
use crate::running::Folder;
use crate::time_limit;

/// What `damier block` says about the list in the folder.
fn block(folder: &Folder, who: &[&str]) -> (Option<i32>, String) {
    let output = time_limit::output(&mut damier(folder, &[&["block"], who].concat()));
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), said.concat())
}

#[track_caller]
fn wait_for_status(what: &str, status: u16, ask: impl Fn() -> Answer) {
    time_limit::wait_for(what, || (ask().status == status).then_some(()));
}

/// The code with which the server closes a socket.
fn close_code(socket: &mut WebSocket<TcpStream>) -> Option<u16> {
    loop {
        if let Message::Close(frame) = socket.read().unwrap() {
            return frame.map(|frame| frame.code.into());
        }
    }
}

/// A visitor's request with a cookie by which the profile is known.
fn ask(server: SocketAddr, address: &str, secret: u128) -> Answer {
    let headers = format!("X-Forwarded-For: {address}\r\nCookie: damier={secret:032x}\r\n");
    request(server, "GET", "/api/matches", &headers, b"")
}

#[test]
fn networks_and_profiles_are_kept_out_while_the_server_runs() {
    let folder = Folder::new("block");
    let program = Program::behind_proxy(&folder);
    let server = program.address;
    let [ana, bo] = ["192.0.2.1", "198.51.100.2"].map(|address| Visitor::new(server, address, 7));
    let made = json!({ "game": "othello", "players": { "first": human(), "second": human() } });
    let path = format!("/api/matches/{}/socket", ana.create(&made));
    let (mut socket, mut watcher) = (ana.socket(&path), bo.socket(&path));
    // Her whole network.
    let list = folder.path().join("blocked.txt");
    fs::write(&list, "# spam\n").unwrap();
    let (status, said) = block(&folder, &["192.0.2.200/24"]);
    assert!(status == Some(0) && said.contains("1 entry"), "{said}");
    assert_eq!(fs::read_to_string(&list).unwrap(), "# spam\n192.0.2.0/24\n");
    // Her socket is closed, the other one is not, and requests are refused in words.
    assert_eq!(close_code(&mut socket), Some(1008));
    wait_for_status("the block", 403, || ask(server, "192.0.2.99", 9));
    let refused = ask(server, "192.0.2.99", 9);
    let problem: Value = refused.json();
    assert!(problem["code"] == "blocked" && problem["text"]["fr"] != problem["text"]["en"]);
    assert_eq!(ask(server, "198.51.100.2", 7).status, 200);
    watcher.send(Message::Ping(b"there".as_slice().into())).unwrap();
    while !matches!(watcher.read().unwrap(), Message::Pong(_)) {}
    // The machine itself is never kept out.
    block(&folder, &["127.0.0.0/8", "0.0.0.0/0"]);
    wait_for_status("the block", 403, || ask(server, "198.51.100.2", 7));
    create(server, "othello", &human(), &human());
    assert_eq!(get(server, "/api/matches").json::<Vec<MatchSummary>>().len(), 1);
    let (_, said) = block(&folder, &["--remove", "0.0.0.0/0", "127.0.0.0/8", "192.0.2.0/24"]);
    assert!(said.contains("0 entries"), "{said}");
    assert_eq!(fs::read_to_string(&list).unwrap(), "# spam\n");
    wait_for_status("the end of the block", 200, || ask(server, "192.0.2.99", 9));
    // A line that cannot be read changes nothing, whoever wrote it.
    let (status, said) = block(&folder, &["192.0.2.0/33"]);
    assert!(status == Some(2) && said.contains("192.0.2.0/33"), "{said}");
    assert_eq!(fs::read_to_string(&list).unwrap(), "# spam\n");
}

/// A list that the program does not watch fast enough, or that changes by a signal.
#[cfg(unix)]
#[test]
fn a_signal_has_the_list_read_again_and_ends_nothing() {
    let folder = Folder::new("block-signal");
    let list = folder.path().join("list.txt");
    let path = list.to_str().unwrap();
    let args = ["serve", "--listen", "127.0.0.1:0", "--trust-proxy", "--block", path];
    // A list that is named has to be there, and to be readable.
    let missing = time_limit::output(&mut damier(&folder, &args));
    assert_eq!(missing.status.code(), Some(1));
    fs::write(&list, "192.0.2.1\nnobody\n").unwrap();
    let wrong = time_limit::output(&mut damier(&folder, &args));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(wrong.status.code() == Some(2) && said.contains("line 2"), "{said}");
    fs::write(&list, "192.0.2.1\n").unwrap();
    let program = Program::start(&folder, &args);
    assert_eq!(ask(program.address, "192.0.2.1", 1).status, 403);
    for (text, statuses) in [
        ("198.51.100.0/24\n2001:db8::/32\n", [200, 403, 403]),
        // It stays as it was.
        ("198.51.100.0/240\n", [200, 403, 403]),
        ("", [200, 200, 200]),
    ] {
        fs::write(&list, text).unwrap();
        program.signal("-HUP");
        let addresses = ["192.0.2.1", "198.51.100.9", "2001:db8:1::1"];
        time_limit::wait_for("the list", || {
            let found = addresses.map(|address| ask(program.address, address, 1).status);
            (found == statuses).then_some(())
        });
    }
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
}

/// From a report to a profile that is kept out, with what the program prints.
#[test]
fn a_report_leads_to_a_block() {
    let folder = Folder::new("block-report");
    let program = Program::behind_proxy(&folder);
    let server = program.address;
    let rude = Visitor::new(server, "192.0.2.1", 21);
    let other = Visitor::new(server, "198.51.100.2", 22);
    let table = json!({
        "game": "othello",
        "listing": "public",
        "side": "first",
        "name": "Rude",
        "seat": format!("{:032x}", 31),
    });
    let opened = rude.post("/api/rooms", &table);
    assert_eq!(opened.status, 200, "{}", opened.text());
    let id = opened.json::<Value>()["id"].as_str().unwrap().to_owned();
    assert_eq!(ask(server, "192.0.2.1", 21).status, 200);
    let reported = ["one", "two"]
        .map(|player| other.post("/api/reports", &json!({ "match": id, "player": player })).status);
    assert!(reported.contains(&204), "{reported:?}");
    let reports = time_limit::output(&mut damier(&folder, &["serve", "--reports"]));
    let said = String::from_utf8(reports.stdout).unwrap();
    let (_, command) = said.lines().find_map(|line| line.split_once("damier block ")).expect(&said);
    let who: Vec<&str> = command.split(' ').filter(|word| word.starts_with(['v', 'n'])).collect();
    assert_eq!(who.len(), 2, "{command}");
    block(&folder, &who);
    // The profile, wherever it comes from, and whoever comes from the network.
    wait_for_status("the block", 403, || ask(server, "203.0.113.1", 21));
    assert_eq!(ask(server, "192.0.2.1", 23).status, 403);
    assert_eq!(ask(server, "198.51.100.2", 22).status, 200);
}
