//! LAN sharing: the owner of a server that only this machine reaches lets others in while it runs.
//!
//! A second listener is opened on each address of the machine. Those who come by it are visitors, never the owner, and
//! their requests may name addresses and `.local` names. When sharing ends, their sockets are closed with a code that says
//! so; matches stay stored.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Lan, SharedListeners};
use crate::SHUTDOWN_GRACE;
use crate::connections::{Connections, SharedAccess};

/// Requests of the owner that may wait.
const SHARING_QUEUE: usize = 4;

/// Reason why others are not let in.
#[derive(Debug)]
pub(crate) enum SharingError {
    /// The machine has no address on a network.
    NoNetwork,
    /// No listener can be opened.
    Listener(io::Error),
    /// The server ends.
    Closed,
}

/// Handle of LAN sharing.
#[derive(Clone)]
pub(crate) struct Sharing(mpsc::Sender<SharingRequest>);

struct SharingRequest {
    open: bool,
    reply: oneshot::Sender<Result<(), SharingError>>,
}

impl Sharing {
    /// A handle, and the requests that come by it.
    pub(crate) fn channel() -> (Self, SharingRequests) {
        let (sender, requests) = mpsc::channel(SHARING_QUEUE);
        (Self(sender), SharingRequests(requests))
    }

    /// Lets others in, or no longer.
    pub(crate) async fn set(&self, open: bool) -> Result<(), SharingError> {
        let (reply, replied) = oneshot::channel();
        let request = SharingRequest { open, reply };
        self.0.send(request).await.map_err(|_| SharingError::Closed)?;
        replied.await.map_err(|_| SharingError::Closed)?
    }
}

/// Requests of the owner.
pub(crate) struct SharingRequests(mpsc::Receiver<SharingRequest>);

/// Actor that opens and closes the listeners. They close when it is dropped.
pub(crate) struct SharingActor {
    requests: SharingRequests,
    connections: Connections,
    lan: Arc<Lan>,
    /// Name of the server on the network.
    name: String,
    session: Option<SharingSession>,
}

/// Time in which others are let in.
struct SharingSession {
    end: watch::Sender<()>,
    accepting: Vec<JoinHandle<()>>,
}

impl SharingActor {
    pub(crate) fn new(
        requests: SharingRequests,
        connections: Connections,
        lan: Arc<Lan>,
        name: String,
    ) -> Self {
        Self { requests, connections, lan, name, session: None }
    }

    pub(crate) async fn run(mut self) {
        while let Some(SharingRequest { open, reply }) = self.requests.0.recv().await {
            let done = match (open, self.session.take()) {
                (true, None) => self.open().await,
                (false, Some(session)) => {
                    self.close(session).await;
                    Ok(())
                }
                (_, session) => {
                    self.session = session;
                    Ok(())
                }
            };
            // The owner may have gone.
            let _ = reply.send(done);
        }
    }

    async fn open(&mut self) -> Result<(), SharingError> {
        let ips = (self.lan.interfaces)();
        if ips.is_empty() {
            return Err(SharingError::NoNetwork);
        }
        let listeners =
            bind(&ips, self.lan.address.port()).await.map_err(SharingError::Listener)?;
        let (end, access) = SharedAccess::new();
        let mut addresses = Vec::new();
        let mut accepting = Vec::new();
        for (address, listener) in listeners {
            let (connections, own) = (self.connections.clone(), access.clone());
            let mut ends = access.clone();
            let shutdown = async move { ends.ended().await };
            accepting.push(tokio::spawn(connections.serve(listener, Some(own), shutdown)));
            addresses.push(address);
        }
        tracing::info!(?addresses, "others on the local network are let in");
        let port = addresses.first().map_or(self.lan.address.port(), SocketAddr::port);
        *self.lan.shared() = Some(SharedListeners { addresses, access });
        self.session = Some(SharingSession { end, accepting });
        self.lan.announce_at(port, &self.name);
        Ok(())
    }

    /// Closes the listeners. Requests that have begun are answered within a grace period.
    async fn close(&self, session: SharingSession) {
        *self.lan.shared() = None;
        self.lan.withdraw(&self.name);
        let SharingSession { end, accepting } = session;
        drop(end);
        for task in accepting {
            let abort = task.abort_handle();
            if timeout(SHUTDOWN_GRACE, task).await.is_err() {
                abort.abort();
            }
        }
        tracing::info!("others on the local network are let in no longer");
    }
}

/// Listeners at the addresses, with one port for all: `port`, or any that is free if another program has it at the
/// likeliest address. Addresses that cannot be used are left out, unless all are.
async fn bind(ips: &[Ipv4Addr], port: u16) -> io::Result<Vec<(SocketAddr, TcpListener)>> {
    match bind_at(ips, port).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bind_at(ips, 0).await,
        bound => bound,
    }
}

async fn bind_at(ips: &[Ipv4Addr], mut port: u16) -> io::Result<Vec<(SocketAddr, TcpListener)>> {
    let mut bound = Vec::new();
    let mut problem = None;
    for ip in ips {
        let listener = TcpListener::bind((IpAddr::V4(*ip), port)).await;
        match listener.and_then(|listener| Ok((listener.local_addr()?, listener))) {
            Ok((address, listener)) => {
                port = address.port();
                bound.push((address, listener));
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse && bound.is_empty() => {
                return Err(error);
            }
            Err(error) => problem = Some(error),
        }
    }
    match problem {
        Some(error) if bound.is_empty() => Err(error),
        _ => Ok(bound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loopback(last: u8) -> Ipv4Addr {
        Ipv4Addr::new(127, 0, 0, last)
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn all_addresses_have_the_same_port() {
        let first = TcpListener::bind((loopback(1), 0)).await.expect("a listener");
        let port = first.local_addr().expect("an address").port();
        let ports = |bound: &[(SocketAddr, TcpListener)]| -> Vec<_> {
            bound.iter().map(|(address, _)| address.port()).collect()
        };
        let bound = bind(&[loopback(2), loopback(3)], port).await.expect("listeners");
        assert_eq!(ports(&bound), [port; 2]);
        // The port is taken at the likeliest address: another one for all.
        let others = bind(&[loopback(2), loopback(4)], port).await.expect("listeners");
        let [one, two] = ports(&others)[..] else { panic!("{others:?}") };
        assert!(one == two && one != port);
        // Taken elsewhere, or an address that is not this machine's: left out.
        let foreign = Ipv4Addr::new(192, 0, 2, 1);
        let some = bind(&[foreign, loopback(5), loopback(2)], port).await.expect("a listener");
        assert_eq!(some.len(), 1);
        assert!(bind(&[foreign], port).await.is_err());
    }
}
