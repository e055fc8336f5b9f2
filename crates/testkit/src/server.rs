//! Server in a thread of its own, with a runtime of its own.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::time_limit;

/// Running server; it ends with its value.
#[derive(Debug)]
pub struct ServerThread {
    address: SocketAddr,
    shutdown: Option<oneshot::Sender<()>>,
    /// Never has a message: the thread drops the other end when it ends.
    ended: mpsc::Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl ServerThread {
    /// Starts what `serve` makes of a listener at `address`, port 0 being any, and of the signal to end.
    pub fn start<Serving: Future<Output = ()>>(
        address: SocketAddr,
        serve: impl FnOnce(TcpListener, oneshot::Receiver<()>) -> Serving + Send + 'static,
    ) -> Self {
        let (shutdown, shut_down) = oneshot::channel();
        let (sender, addresses) = mpsc::channel();
        let (running, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _running: mpsc::Sender<()> = running;
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind(address).await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, shut_down).await;
            });
        });
        let address = time_limit::receive("the address of the server", &addresses);
        let address = address.expect("a server that listens");
        Self { address, shutdown: Some(shutdown), ended, thread: Some(thread) }
    }

    /// Address that it listens at.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the server has ended by itself.
    pub fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        time_limit::receive("the end of the server", &self.ended);
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok(), "the server panicked");
        }
    }
}

impl Drop for ServerThread {
    fn drop(&mut self) {
        self.shutdown.take();
        // A second panic would hide the first.
        if !thread::panicking() {
            self.join();
        }
    }
}
