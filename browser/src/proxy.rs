//! Reverse proxy in front of a server, and a balancer in front of several, as operators run them.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::{io, thread};

/// Longest head of a request.
const HEAD_MAX_BYTES: usize = 64 << 10;

/// Starts a proxy that says of everybody who comes through it that they have the address `client`; its address. It
/// runs until the process ends.
pub fn start_proxy(server: SocketAddr, client: &'static str) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            // A browser may leave at any time.
            thread::spawn(move || drop(forward(stream, server, client)));
        }
    });
    address
}

/// Forwards one request, or a socket as long as it is open.
fn forward(mut from: TcpStream, server: SocketAddr, client: &str) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") && head.len() < HEAD_MAX_BYTES {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).replacen(
        "\r\n",
        &format!("\r\nX-Forwarded-For: {client}\r\n"),
        1,
    );
    let head = head.replace("Connection: keep-alive\r\n", "Connection: close\r\n");
    let mut to = TcpStream::connect(server)?;
    to.write_all(head.as_bytes())?;
    let (mut request, mut upstream) = (from.try_clone()?, to.try_clone()?);
    thread::spawn(move || {
        let _ = io::copy(&mut request, &mut upstream);
        let _ = upstream.shutdown(Shutdown::Both);
    });
    io::copy(&mut to, &mut from)?;
    from.shutdown(Shutdown::Both)
}

/// Balancer: every new connection goes to the first node that accepts it.
#[derive(Clone)]
pub struct Balancer {
    /// Address of the balancer.
    pub address: SocketAddr,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Balancer {
    /// Starts a balancer that prefers nodes in this order. It runs until the process ends.
    pub fn start(nodes: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let nodes = Arc::new(Mutex::new(nodes));
        let known = Arc::clone(&nodes);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let nodes = known.lock().unwrap().clone();
                let node = nodes.iter().find_map(|node| TcpStream::connect(node).ok());
                if let Some(node) = node {
                    // Either side may leave at any time.
                    thread::spawn(move || drop(join(stream, node)));
                }
            }
        });
        Self { address, nodes }
    }

    /// Sets the nodes for new connections, in the order in which they are preferred.
    pub fn set_nodes(&self, nodes: Vec<SocketAddr>) {
        *self.nodes.lock().unwrap() = nodes;
    }
}

/// Passes on what each of two connections sends, until one of them ends.
fn join(mut one: TcpStream, mut other: TcpStream) -> io::Result<()> {
    let (mut from, mut to) = (one.try_clone()?, other.try_clone()?);
    thread::spawn(move || {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
    let copied = io::copy(&mut other, &mut one);
    let _ = one.shutdown(Shutdown::Both);
    copied.map(|_| ())
}
