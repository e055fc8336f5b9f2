//! Stream of a connection, which reports its activity.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::activity::{Activity, ConnectionPhase};
use super::limiter::ConnectionPermit;

/// For how long and for how many bytes the end of a connection is delayed while the other end still
/// sends: a connection that is closed with bytes unread is reset, and its last response may be lost.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 1 << 20;

/// A stream that has a place among all connections.
pub(super) struct ConnectionStream {
    stream: TcpStream,
    activity: Arc<Activity>,
    linger: Option<Linger>,
    _permit: ConnectionPermit,
}

/// What is left of the time and the bytes of a connection that ends.
struct Linger {
    sleep: Pin<Box<Sleep>>,
    bytes: usize,
}

impl ConnectionStream {
    pub(super) fn new(
        stream: TcpStream,
        activity: Arc<Activity>,
        permit: ConnectionPermit,
    ) -> Self {
        Self { stream, activity, linger: None, _permit: permit }
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.activity.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.report(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.report(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // It is asked for when there is nothing left to write.
        self.activity.flushed();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.activity.phase() == ConnectionPhase::Upgraded {
            return Pin::new(&mut self.stream).poll_shutdown(context);
        }
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
            let sleep = Box::pin(sleep(LINGER_TIMEOUT));
            self.linger = Some(Linger { sleep, bytes: LINGER_BYTES });
        }
        self.poll_linger(context).map(Ok)
    }
}

impl ConnectionStream {
    fn report(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(bytes)) => self.activity.sent(*bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.blocked(),
        }
        written
    }

    /// Reads what still comes until the other end closes too.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(linger) = &mut self.linger else { return Poll::Ready(()) };
        let mut bytes = [0; 4096];
        loop {
            if linger.bytes == 0 || linger.sleep.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                return Poll::Ready(());
            }
            linger.bytes = linger.bytes.saturating_sub(buffer.filled().len());
        }
    }
}
