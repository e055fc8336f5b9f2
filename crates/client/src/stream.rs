//! Connections to servers: over TCP, with and without TLS, and within the program.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::address::{Origin, Scheme};
use crate::error::ConnectError;

/// Time for a connection, with its handshakes.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);

/// A connection of any kind.
pub(crate) trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// Certificates that are trusted.
#[derive(Clone, Default)]
pub struct Trust {
    /// Made when it is needed first: the system's store takes a moment to read.
    config: Arc<std::sync::OnceLock<Result<Arc<ClientConfig>, String>>>,
    /// Certificates beside those of the system.
    extra: Vec<CertificateDer<'static>>,
}

impl Trust {
    /// The certificates of the system, and these.
    pub fn with(extra: Vec<CertificateDer<'static>>) -> Self {
        Self { config: Arc::default(), extra }
    }

    fn config(&self) -> Result<Arc<ClientConfig>, ConnectError> {
        let made = self.config.get_or_init(|| {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            roots.add_parsable_certificates(self.extra.iter().cloned());
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let builder = ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .map_err(|error| error.to_string())?;
            let mut config = builder.with_root_certificates(roots).with_no_client_auth();
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            Ok(Arc::new(config))
        });
        made.clone().map_err(ConnectError::Tls)
    }
}

/// Opens a stream to the server within the program.
type Embedded = Arc<dyn Fn() -> io::Result<DuplexStream> + Send + Sync>;

/// What connections are made with.
#[derive(Clone, Default)]
pub(crate) struct Dialer {
    trust: Trust,
    embedded: Option<Embedded>,
}

impl Dialer {
    pub(crate) const fn new(trust: Trust) -> Self {
        Self { trust, embedded: None }
    }

    pub(crate) fn embed(
        &mut self,
        open: impl Fn() -> io::Result<DuplexStream> + Send + Sync + 'static,
    ) {
        self.embedded = Some(Arc::new(open));
    }

    /// Connects to a server.
    pub(crate) async fn connect(
        &self,
        origin: &Origin,
    ) -> Result<Box<dyn ByteStream>, ConnectError> {
        if origin.scheme == Scheme::Embedded {
            let open = self.embedded.as_ref();
            let opened =
                open.map_or_else(|| Err(io::ErrorKind::NotConnected.into()), |open| open());
            return Ok(Box::new(opened?));
        }
        let connected = timeout(CONNECT_TIMEOUT, dial(origin, &self.trust)).await;
        connected.unwrap_or(Err(ConnectError::Timeout))
    }
}

async fn dial(origin: &Origin, trust: &Trust) -> Result<Box<dyn ByteStream>, ConnectError> {
    let host = origin.dialled_host();
    let stream = TcpStream::connect((host, origin.port)).await?;
    // A move is one small message.
    stream.set_nodelay(true)?;
    if !origin.is_secure() {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(host.to_owned())
        .map_err(|error| ConnectError::Tls(error.to_string()))?;
    let connector = TlsConnector::from(trust.config()?);
    match connector.connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(tls_error(error)),
    }
}

/// What TLS says of a failed handshake.
fn tls_error(error: std::io::Error) -> ConnectError {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match inner {
        Some(rustls::Error::InvalidCertificate(reason)) => {
            ConnectError::Untrusted(reason.to_string())
        }
        Some(other) => ConnectError::Tls(other.to_string()),
        None => ConnectError::Unreachable(error),
    }
}
