//! Clients that hold what others need: memory, connections, time.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use server::{ServerLimits, Timeouts};

use crate::client::{connect, get, read_answer, request};
use crate::hostile::figure;
use crate::running::Running;
use crate::time_limit;

/// The longest body of `/api/files`.
const FILES_BYTES: usize = 8 << 20;

/// Sends the head of a request with a body of `length` bytes.
fn begin_post(stream: &mut TcpStream, path: &str, headers: &str, length: usize) {
    let host = stream.peer_addr().unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
}

/// Waits until a figure of the server is as it should be.
fn wait_for(address: SocketAddr, name: &str, is: impl Fn(u64) -> bool) {
    time_limit::wait_for(name, || is(figure(address, name)).then_some(()));
}

fn timeouts(change: impl FnOnce(&mut Timeouts)) -> Running {
    let mut limits = ServerLimits::default();
    change(&mut limits.timeouts);
    Running::limited(limits)
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_comes() {
    let server = Running::start();
    for (path, length) in [("/api/files", FILES_BYTES + 1), ("/api/matches", (64 << 10) + 1)] {
        let mut stream = connect(server.address);
        begin_post(&mut stream, path, "Expect: 100-continue\r\n", length);
        let answer = read_answer(stream);
        assert_eq!(answer.status, 413, "{path}");
    }
    // Without a declared length it is noticed on the way.
    let mut stream = connect(server.address);
    let host = server.address;
    let head = "Transfer-Encoding: chunked\r\n\r\n";
    let head = format!("POST /api/matches HTTP/1.1\r\nHost: {host}\r\n{head}");
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("400\r\n{}\r\n", " ".repeat(0x400));
    for _ in 0..65 {
        let _ = stream.write_all(chunk.as_bytes());
    }
    assert_eq!(read_answer(stream).status, 413);
}

#[test]
fn bodies_of_an_address_share_a_budget_until_they_are_gone() {
    let limits = ServerLimits { body_bytes_of_address: FILES_BYTES, ..ServerLimits::default() };
    let server = Running::limited(limits);
    let from = |address: &str| format!("X-Forwarded-For: {address}\r\n");
    let ask = |address: &str| {
        request(
            server.address,
            "POST",
            "/api/preview",
            &from(address),
            br#"{"game":"katarenga","setup":{}}"#,
        )
    };
    let mut held = connect(server.address);
    begin_post(&mut held, "/api/files", &from("192.0.2.1"), FILES_BYTES);
    held.write_all(b"x").unwrap();
    wait_for(server.address, "damier_body_bytes", |bytes| bytes == FILES_BYTES as u64);
    let refused = ask("192.0.2.1");
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("5")));
    assert_eq!(ask("192.0.2.2").status, 200);
    assert_eq!(figure(server.address, "damier_bodies_refused_total"), 1);
    drop(held);
    wait_for(server.address, "damier_body_bytes", |bytes| bytes == 0);
    assert_eq!(ask("192.0.2.1").status, 200);
    wait_for(server.address, "damier_body_bytes", |bytes| bytes == 0);
}

#[test]
fn bodies_of_everybody_share_a_budget_too() {
    let limits = ServerLimits { body_bytes: FILES_BYTES, ..ServerLimits::default() };
    let server = Running::limited(limits);
    let mut large = connect(server.address);
    begin_post(&mut large, "/api/files", "X-Forwarded-For: 192.0.2.1\r\n", FILES_BYTES);
    let answer = read_answer(large);
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")));
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    let server = timeouts(|timeouts| timeouts.body = Duration::from_millis(100));
    let mut stream = connect(server.address);
    begin_post(&mut stream, "/api/files", "", FILES_BYTES);
    stream.write_all(b"x").unwrap();
    let answer = read_answer(stream);
    assert_eq!(answer.status, 408, "{}", answer.text());
    assert_eq!(figure(server.address, "damier_bodies_timed_out_total"), 1);
    wait_for(server.address, "damier_body_bytes", |bytes| bytes == 0);
}

#[test]
fn a_body_that_trickles_is_given_up() {
    let server = timeouts(|timeouts| {
        timeouts.body = Duration::from_millis(100);
        timeouts.min_bytes_per_second = u32::MAX;
    });
    let mut stream = connect(server.address);
    begin_post(&mut stream, "/api/files", "", FILES_BYTES);
    // It never stops, but is slower than it must be.
    let mut trickle = stream.try_clone().unwrap();
    let trickling = std::thread::spawn(move || while trickle.write_all(b"x").is_ok() {});
    assert_eq!(read_answer(stream).status, 408);
    trickling.join().unwrap();
}

#[test]
fn a_head_that_does_not_come_is_given_up() {
    let server = timeouts(|timeouts| timeouts.header = Duration::from_secs(1));
    for head in ["", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "] {
        let mut stream = connect(server.address);
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty(), "{head:?}");
    }
    // Nor does the second request of a connection have more time.
    let mut stream = connect(server.address);
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut byte = [0];
    stream.read_exact(&mut byte).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nX: ").unwrap();
    let _ = stream.read_to_end(&mut Vec::new());
    assert!(figure(server.address, "damier_connections_timed_out_total") >= 3);
}

#[test]
fn a_connection_that_waits_for_nothing_is_closed() {
    let server = timeouts(|timeouts| timeouts.idle = Duration::from_millis(100));
    let mut stream = connect(server.address);
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert_eq!(read_answer(stream).status, 200);
    assert!(figure(server.address, "damier_connections_timed_out_total") >= 1);
}

#[test]
fn a_client_that_takes_no_response_is_dropped() {
    let server = timeouts(|timeouts| timeouts.write = Duration::from_millis(100));
    let mut stream = connect(server.address);
    let question = b"GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let length = get(server.address, "/api/catalogue").body.len();
    // More than the system's own buffers take.
    for _ in 0..(32 << 20) / length {
        if stream.write_all(question).is_err() {
            break;
        }
    }
    wait_for(server.address, "damier_connections_timed_out_total", |count| count >= 1);
    wait_for(server.address, "damier_connections", |count| count == 1);
}

#[cfg(target_os = "linux")]
mod visitors {
    //! Several visitors: every address `127.0.0.x` of this machine is one.

    use super::*;
    use crate::client::{Socket, computer, connect_from, create, human, open_at, request_on};
    use crate::program::Program;
    use crate::running::Folder;

    const ATTACKER: [u8; 4] = [127, 0, 0, 1];
    const OTHER: [u8; 4] = [127, 0, 0, 2];

    fn memory(program: &Program) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let kibibytes: usize = line.trim().trim_end_matches(" kB").parse().unwrap();
        kibibytes << 10
    }

    #[test]
    fn unfinished_bodies_take_little_memory_and_block_nobody() {
        let folder = Folder::new("bodies");
        let program = Program::serve(&folder);
        let ask = || {
            let stream = connect_from(program.address, OTHER);
            request_on(stream, "POST", "/api/preview", "", br#"{"game":"katarenga","setup":{}}"#)
                .status
        };
        assert_eq!(ask(), 200);
        let before = memory(&program);
        let bytes = vec![b'x'; FILES_BYTES - 1];
        let held: Vec<_> = (0..200)
            .map(|_| {
                let mut stream = connect_from(program.address, ATTACKER);
                begin_post(&mut stream, "/api/files", "", FILES_BYTES);
                // Most are refused, and the connection closed.
                let _ = stream.write_all(&bytes);
                stream
            })
            .collect();
        assert_eq!(ask(), 200);
        let grown = memory(&program).saturating_sub(before);
        assert!(grown < 64 << 20, "{grown} bytes more");
        assert!(figure(program.address, "damier_bodies_refused_total") >= 100);
        drop(held);
        wait_for(program.address, "damier_body_bytes", |bytes| bytes == 0);
    }

    #[test]
    fn half_sent_requests_block_nobody() {
        let folder = Folder::new("half-sent");
        let program = Program::serve_with_descriptors(&folder, 1024);
        let id = create(program.address, "othello", &human(), &computer("easy"));
        let mut player = Socket::open(program.address, &id);
        let held: Vec<_> = (0..1100)
            .map(|_| {
                let mut stream = connect_from(program.address, ATTACKER);
                stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ").unwrap();
                stream
            })
            .collect();
        for from in [OTHER, ATTACKER] {
            let stream = connect_from(program.address, from);
            assert_eq!(request_on(stream, "GET", "/healthz", "", b"").status, 200);
        }
        assert!(figure(program.address, "damier_connections_evicted_total") >= 100);
        assert!(figure(program.address, "damier_connections") < 1024);
        // Nor is what is in use closed, and the store still has its files.
        let choice = player.state.view.choices[0].notation.clone();
        player.play(play::Player::One, &choice).unwrap();
        drop(held);
    }

    #[test]
    fn a_system_without_descriptors_is_asked_again() {
        // So few that they run out before any place does.
        let folder = Folder::new("descriptors");
        let program = Program::serve_with_descriptors(&folder, 40);
        let held: Vec<_> = (0..400)
            .map(|_| {
                let mut stream = connect_from(program.address, ATTACKER);
                let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ");
                stream
            })
            .collect();
        let stream = connect_from(program.address, OTHER);
        assert_eq!(request_on(stream, "GET", "/healthz", "", b"").status, 200);
        drop(held);
        let stream = connect_from(program.address, OTHER);
        assert_eq!(request_on(stream, "GET", "/readyz", "", b"").status, 200);
    }

    #[test]
    fn sockets_are_connections_and_leave_places_to_others() {
        let limits = ServerLimits { connections: 8, ..ServerLimits::default() };
        let server = Running::direct(limits);
        let id = create(server.address, "othello", &human(), &human());
        let path = format!("/api/matches/{id}/socket");
        wait_for(server.address, "damier_connections", |count| count == 1);
        let _held: Vec<_> = (0..7).map(|_| open_at(server.address, &path, None).unwrap()).collect();
        assert_eq!(open_at(server.address, &path, None).err(), Some(503));
        let stream = connect_from(server.address, OTHER);
        let metrics = request_on(stream, "GET", "/metrics", "", b"");
        assert!(metrics.text().contains("damier_connections 8\n"), "{}", metrics.text());
        assert!(metrics.text().contains("damier_connections_refused_total 1\n"));
    }
}
