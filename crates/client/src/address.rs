//! What people type to join a game: a code, a link or an address.

use std::fmt;

use url::{Host, Url};
use wire::SeatSecret;

/// Port at which a Damier listens unless it is told otherwise.
pub const DEFAULT_PORT: u16 = 4747;
/// Length of the code of a table.
const CODE_CHARS: usize = 6;
/// Longest id of a match that is sent to a server.
const MATCH_ID_MAX_BYTES: usize = 64;

/// Scheme of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scheme {
    /// HTTP without TLS, and the sockets of matches likewise.
    Http,
    /// HTTP over TLS, and the sockets of matches likewise.
    Https,
    /// HTTP over streams within the program.
    Embedded,
}

/// A server: scheme, host and port.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    pub scheme: Scheme,
    /// The host as in a URL: an IPv6 address stands in brackets.
    pub host: String,
    pub port: u16,
}

impl Origin {
    /// The server at a port of this machine.
    pub fn loopback(port: u16) -> Self {
        Self { scheme: Scheme::Http, host: "127.0.0.1".to_owned(), port }
    }

    /// The server within the program.
    pub fn embedded() -> Self {
        Self { scheme: Scheme::Embedded, host: "localhost".to_owned(), port: 80 }
    }

    /// Whether the server is reached over TLS.
    pub fn is_secure(&self) -> bool {
        self.scheme == Scheme::Https
    }

    /// Host and port; the port is omitted if it is the scheme's default.
    pub fn authority(&self) -> String {
        let usual = if self.is_secure() { 443 } else { 80 };
        if self.port == usual { self.host.clone() } else { format!("{}:{}", self.host, self.port) }
    }

    /// The host as the system resolves it, without brackets.
    pub fn dialled_host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The link to the page of a match.
    pub fn match_link(&self, id: &str) -> String {
        format!("{self}/m/{id}")
    }

    fn of(url: &Url) -> Option<Self> {
        let scheme = if url.scheme() == "https" { Scheme::Https } else { Scheme::Http };
        let host = match url.host()? {
            Host::Domain("") => return None,
            host => host.to_string(),
        };
        Some(Self { scheme, host, port: url.port_or_known_default()? })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure() { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority())
    }
}

/// Where a text that a player types or pastes leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// The code of a table, which a server is asked for.
    Code(String),
    Match {
        origin: Origin,
        id: String,
        /// The secret of a seat that the link carries.
        seat: Option<SeatSecret>,
    },
    Server(Origin),
}

impl Destination {
    /// Reads a code, a link or an address; `None` if the text is none of these.
    pub fn read(text: &str) -> Option<Self> {
        let typed = text.trim();
        let bare: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        if bare.len() == CODE_CHARS && bare.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Some(Self::Code(bare.to_ascii_lowercase()));
        }
        if typed.is_empty() || typed.contains(char::is_whitespace) {
            return None;
        }
        let with_scheme = http_scheme(typed);
        let has_scheme = with_scheme.is_some();
        let mut url =
            Url::parse(&with_scheme.unwrap_or_else(|| format!("http://{}", bracketed(typed))))
                .ok()?;
        if !url.username().is_empty() || url.password().is_some() {
            return None;
        }
        // "192.168.1" is read as 192.168.0.1, which nobody means.
        if matches!(url.host(), Some(Host::Ipv4(address)) if !typed.contains(&address.to_string()))
        {
            return None;
        }
        // A word alone is rather a misspelt code than a machine.
        let is_machine =
            url.host_str()?.contains(['.', ':']) || url.port().is_some() || is_local(&url);
        if !has_scheme && !is_machine {
            return None;
        }
        let id = match_id(url.path());
        let names_port = typed.split('/').next().is_some_and(|host| host.ends_with(":80"));
        if !has_scheme && id.is_none() && url.port().is_none() && !names_port {
            url.set_port(Some(DEFAULT_PORT)).ok()?;
        }
        let origin = Origin::of(&url)?;
        Some(match id {
            Some(id) => Self::Match { origin, id, seat: url.fragment().and_then(seat_mark) },
            None => Self::Server(origin),
        })
    }
}

/// The text with a scheme of HTTP, if it has that or one of sockets.
fn http_scheme(typed: &str) -> Option<String> {
    let lower = typed.to_ascii_lowercase();
    let schemes =
        [("http://", "http"), ("https://", "https"), ("ws://", "http"), ("wss://", "https")];
    schemes.into_iter().find_map(|(prefix, scheme)| {
        lower.starts_with(prefix).then(|| format!("{scheme}://{}", &typed[prefix.len()..]))
    })
}

fn is_local(url: &Url) -> bool {
    url.host_str() == Some("localhost")
}

/// An IPv6 address needs brackets before a port can follow.
fn bracketed(typed: &str) -> String {
    if typed.parse::<std::net::Ipv6Addr>().is_ok() {
        format!("[{typed}]")
    } else {
        typed.to_owned()
    }
}

/// The match in the path `/m/ID` or below it.
fn match_id(path: &str) -> Option<String> {
    let id = path.strip_prefix("/m/")?.split('/').next()?;
    let is_id = !id.is_empty()
        && id.len() <= MATCH_ID_MAX_BYTES
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_id.then(|| id.to_owned())
}

/// The seat that a fragment carries.
fn seat_mark(fragment: &str) -> Option<SeatSecret> {
    fragment.strip_prefix("seat=")?.to_ascii_lowercase().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(text: &str) -> Option<String> {
        match Destination::read(text)? {
            Destination::Server(origin) => Some(origin.to_string()),
            _ => None,
        }
    }

    #[test]
    fn codes_are_read_in_any_spelling() {
        for text in ["abc234", " ABC-234 ", "a b c 2 3 4"] {
            assert_eq!(
                Destination::read(text),
                Some(Destination::Code("abc234".to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn links_of_the_page_are_matches() {
        let secret = "0123456789abcdef0123456789abcdef";
        let link = format!("https://damier.example/m/5w5fvrpbd6pq/analyse#seat={secret}");
        let Some(Destination::Match { origin, id, seat }) = Destination::read(&link) else {
            panic!("no match")
        };
        assert_eq!((origin.to_string().as_str(), &*id), ("https://damier.example", "5w5fvrpbd6pq"));
        assert_eq!(seat.expect("a seat").digits(), secret);
        let Some(Destination::Match { origin, seat, .. }) =
            Destination::read("192.168.1.5:4747/m/abc#seat=x")
        else {
            panic!("no match")
        };
        assert_eq!(
            (origin.match_link("q"), seat),
            ("http://192.168.1.5:4747/m/q".to_owned(), None)
        );
    }

    #[test]
    fn addresses_are_servers_with_the_usual_port() {
        for (text, url) in [
            ("192.168.1.20", "http://192.168.1.20:4747"),
            ("localhost", "http://localhost:4747"),
            ("machine.local:80", "http://machine.local"),
            ("http://machine", "http://machine"),
            ("https://damier.example/online", "https://damier.example"),
            ("wss://damier.example", "https://damier.example"),
            ("fe80::1", "http://[fe80::1]:4747"),
            ("[::1]:5000", "http://[::1]:5000"),
            ("machine:5000", "http://machine:5000"),
        ] {
            assert_eq!(server(text).as_deref(), Some(url), "{text}");
        }
        let ipv6 = Origin { scheme: Scheme::Http, host: "[::1]".to_owned(), port: 5000 };
        assert_eq!(ipv6.dialled_host(), "::1");
    }

    #[test]
    fn anything_else_is_nothing() {
        for text in [
            "",
            "  ",
            "word",
            "two words",
            "http://",
            "http://a:b@c.example/",
            "abc-23",
            "://x",
            "http://[::1",
            "javascript:alert(1)",
            "192.168.1",
            "192.168.1:4747",
            "http://192.168.1/online",
            "127.1",
            "192.168.010.1",
            "http://2130706433",
        ] {
            assert_eq!(Destination::read(text), None, "{text}");
        }
        assert_eq!(server("http://x.example/m/"), Some("http://x.example".to_owned()));
    }
}
