//! Connection to NATS, which nodes and workers have.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};

/// Time in which a server must answer an attempt to connect.
const NATS_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time between two attempts to connect again, at most.
const NATS_RECONNECT_DELAY_MAX: Duration = Duration::from_secs(1);
/// Delay before the second attempt to connect again; it doubles with every attempt.
const NATS_RECONNECT_DELAY: Duration = Duration::from_millis(50);
/// Time between two pings: a server that answers none of two is left.
const NATS_PING_INTERVAL: Duration = Duration::from_secs(5);

/// A password, which no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Wraps a password.
    pub const fn new(password: String) -> Self {
        Self(password)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(…)")
    }
}

/// Credentials for NATS.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum NatsAuth {
    /// None: the server admits everybody who reaches it.
    #[default]
    None,
    /// A user with a password.
    UserPassword {
        /// Name of the user.
        user: String,
        /// Its password.
        password: Password,
    },
    /// File with a JWT and an nkey seed, as `nsc` writes it.
    CredentialsFile(PathBuf),
}

/// Options of a connection to NATS.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    servers: Vec<ServerAddr>,
    auth: NatsAuth,
    ca_file: Option<PathBuf>,
    inbox_prefix: Option<String>,
}

/// Why a text is no list of NATS servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NatsUrlError {
    /// It is no URL with the scheme `nats` or `tls`.
    NoUrl,
    /// It holds a user or a password, which belong into a file or the environment.
    HasSecret,
}

impl fmt::Display for NatsUrlError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoUrl => "expected a URL such as nats://host:4222",
            Self::HasSecret => "the URL must have no user and no password",
        })
    }
}

impl std::error::Error for NatsUrlError {}

impl NatsOptions {
    /// Options for the servers at `urls`, which are separated by commas.
    pub fn new(urls: &str) -> Result<Self, NatsUrlError> {
        let server = |url: &str| {
            let url = url.trim();
            // Without a scheme the parser would add one to anything.
            if !url.starts_with("nats://") && !url.starts_with("tls://") {
                return Err(NatsUrlError::NoUrl);
            }
            let server: ServerAddr = url.parse().map_err(|_| NatsUrlError::NoUrl)?;
            if server.host().is_empty() {
                return Err(NatsUrlError::NoUrl);
            }
            if server.has_user_pass() {
                return Err(NatsUrlError::HasSecret);
            }
            Ok(server)
        };
        let servers = urls.split(',').map(server).collect::<Result<_, _>>()?;
        Ok(Self { servers, auth: NatsAuth::None, ca_file: None, inbox_prefix: None })
    }

    /// With these credentials.
    #[must_use]
    pub fn with_auth(mut self, auth: NatsAuth) -> Self {
        self.auth = auth;
        self
    }

    /// With TLS to servers whose certificates this file of PEM certificates has signed.
    #[must_use]
    pub fn with_ca_file(mut self, file: PathBuf) -> Self {
        self.ca_file = Some(file);
        self
    }
}

impl NatsOptions {
    /// With answers to requests at subjects of this prefix, so that permissions can tell them from those of others.
    #[must_use]
    pub fn with_inbox_prefix(mut self, prefix: &str) -> Self {
        self.inbox_prefix = Some(prefix.to_owned());
        self
    }
}

/// Why there is no connection to NATS.
#[derive(Debug)]
pub struct NatsError(Box<dyn std::error::Error + Send + Sync>);

impl fmt::Display for NatsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(cause) = source {
            write!(formatter, ": {cause}")?;
            source = cause.source();
        }
        Ok(())
    }
}

impl std::error::Error for NatsError {}

/// Connects to NATS. Fails if a server refuses the credentials or is not the one that the certificate names. A
/// server that cannot be reached is no failure: the client goes on trying, as it does when a connection is lost
/// later. `name` is how the servers call the connection.
pub async fn connect(options: &NatsOptions, name: &str) -> Result<Client, NatsError> {
    let connected = connect_options(options, name).await?.connect(&options.servers[..]).await;
    match connected {
        Err(error) if matches!(error.kind(), ConnectErrorKind::Io | ConnectErrorKind::TimedOut) => {
            let error = NatsError(error.into());
            tracing::warn!(%error, "nats cannot be reached yet");
            let connect = connect_options(options, name).await?.retry_on_initial_connect();
            connect.connect(&options.servers[..]).await.map_err(|error| NatsError(error.into()))
        }
        connected => connected.map_err(|error| NatsError(error.into())),
    }
}

async fn connect_options(options: &NatsOptions, name: &str) -> Result<ConnectOptions, NatsError> {
    let mut connect = ConnectOptions::new()
        .name(name)
        .connection_timeout(NATS_CONNECT_TIMEOUT)
        .ping_interval(NATS_PING_INTERVAL)
        .reconnect_delay_callback(reconnect_delay)
        .event_callback(async |event| log_event(&event));
    if let Some(prefix) = &options.inbox_prefix {
        connect = connect.custom_inbox_prefix(prefix);
    }
    if let Some(file) = &options.ca_file {
        connect = connect.add_root_certificates(file.clone()).require_tls(true);
    }
    match &options.auth {
        NatsAuth::None => Ok(connect),
        NatsAuth::UserPassword { user, password } => {
            Ok(connect.user_and_password(user.clone(), password.0.clone()))
        }
        NatsAuth::CredentialsFile(file) => connect
            .credentials_file(file)
            .await
            .map_err(|error| NatsError(format!("{}: {error}", file.display()).into())),
    }
}

fn reconnect_delay(attempts: usize) -> Duration {
    match u32::try_from(attempts) {
        Ok(0 | 1) => Duration::ZERO,
        Ok(attempts) => {
            let doubled = 2_u32.saturating_pow((attempts - 2).min(16));
            NATS_RECONNECT_DELAY.saturating_mul(doubled).min(NATS_RECONNECT_DELAY_MAX)
        }
        Err(_) => NATS_RECONNECT_DELAY_MAX,
    }
}

fn log_event(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to nats"),
        Event::Disconnected => tracing::warn!("the connection to nats is lost"),
        Event::SlowConsumer(_) => tracing::warn!("nats sends faster than this node reads"),
        Event::ClientError(error) => tracing::debug!(%error, "nats"),
        Event::ServerError(error) => tracing::warn!(%error, "nats"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_a_scheme_and_no_secret() {
        assert!(NatsOptions::new("nats://127.0.0.1:4222").is_ok());
        let two = NatsOptions::new("nats://a.example, tls://b.example:4223").expect("two servers");
        assert_eq!(two.servers.len(), 2);
        for wrong in
            ["", "127.0.0.1:4222", "http://a.example", "nats://", "nats://a,", "nats://a b"]
        {
            assert_eq!(NatsOptions::new(wrong).err(), Some(NatsUrlError::NoUrl), "{wrong}");
        }
        for secret in ["nats://user:pass@a.example", "nats://token@a.example"] {
            assert_eq!(NatsOptions::new(secret).err(), Some(NatsUrlError::HasSecret), "{secret}");
        }
    }

    #[test]
    fn no_log_shows_a_password() {
        let password = Password::new("tomato".to_owned());
        let auth = NatsAuth::UserPassword { user: "node".to_owned(), password };
        let options = NatsOptions::new("nats://a.example").expect("a URL").with_auth(auth);
        let shown = format!("{options:?}");
        assert!(shown.contains("node") && !shown.contains("tomato"), "{shown}");
    }

    #[test]
    fn attempts_to_connect_again_come_later_and_later() {
        let delays: Vec<_> = [0, 1, 2, 3, 6, 7, 1_000_000].map(reconnect_delay).to_vec();
        assert!(delays.is_sorted(), "{delays:?}");
        assert_eq!(delays[0], Duration::ZERO);
        assert_eq!(delays[6], NATS_RECONNECT_DELAY_MAX);
    }
}
