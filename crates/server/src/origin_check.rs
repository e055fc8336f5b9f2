//! Host and origin check against cross-site requests and DNS rebinding, and the security headers.
//!
//! A page of another site can make a browser send requests here, but not with another `Origin` than its
//! own; and if its name is made to point at this machine, the `Host` of its requests is still that name.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use api::Error;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::Method;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, UPGRADE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::connections::Peer;
use crate::http::HttpError;

/// The host names that requests may name.
#[derive(Debug)]
pub(crate) struct OriginCheck {
    hosts: Vec<String>,
    /// Whether machines of the local network may send requests, to any IP address or `.local` name.
    lan: bool,
    /// Whether browsers reach the server by HTTPS.
    secure: bool,
    /// Whether pages have engines of their own: they compile WebAssembly, and share memory where browsers allow it.
    has_engines: bool,
}

impl OriginCheck {
    /// The check for a server at `address` that also has the names `hosts`.
    pub(crate) fn new(
        address: SocketAddr,
        hosts: &[String],
        secure: bool,
        has_engines: bool,
    ) -> Arc<Self> {
        let hosts = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Arc::new(Self { hosts, lan: !address.ip().is_loopback(), secure, has_engines })
    }

    /// Whether a request may name the host; `shared` if it came by LAN sharing.
    fn allows_host(&self, authority: &Authority, shared: bool) -> bool {
        if is_loopback(authority) {
            return true;
        }
        let lan = self.lan || shared;
        let host = normalised_host(authority);
        let known = self.hosts.contains(&host);
        match host.parse::<IpAddr>() {
            Ok(_) => known || lan,
            Err(_) => known || lan && host.rsplit('.').next() == Some("local"),
        }
    }
}

/// The host of an authority in lower case, without brackets and the final dot.
fn normalised_host(authority: &Authority) -> String {
    let host = authority.host().to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    host.trim_start_matches('[').trim_end_matches(']').to_owned()
}

/// Whether an authority is the loopback interface.
pub(crate) fn is_loopback(authority: &Authority) -> bool {
    let host = normalised_host(authority);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Middleware that checks a request and adds the security headers to the response.
pub(crate) async fn check_origin(
    State(origin): State<Arc<OriginCheck>>,
    request: Request,
    next: Next,
) -> Response {
    let trusted = origin.secure || requested_host(&request).is_some_and(|host| is_loopback(&host));
    let mut response = match check(&origin, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => HttpError::from(error).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if trusted {
        headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    }
    if origin.has_engines {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(ENGINES_POLICY));
        if trusted {
            headers.insert(EMBEDDER_POLICY, HeaderValue::from_static("require-corp"));
        }
    }
    if origin.secure {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    response
}

/// Value of `Strict-Transport-Security`: a year, for this name alone. Others below it are not ours.
const HSTS: &str = "max-age=31536000";

/// Header that browsers accept only in secure contexts: by HTTPS, or from loopback.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Header by which, with the one above, browsers let a page share memory with its workers.
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");

/// Content security policy of pages with engines of their own.
const ENGINES_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Headers of every response.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

fn check(allowed: &OriginCheck, request: &Request) -> Result<(), Error> {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<Peer>>();
    let shared = peer.is_some_and(|ConnectInfo(peer)| peer.access.is_some());
    let host = requested_host(request).filter(|host| allowed.allows_host(host, shared));
    let host = host.filter(|_| names_one_host(request)).ok_or(Error::Host)?;
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && !headers.contains_key(UPGRADE) {
        return Ok(());
    }
    // Clients other than browsers send no origin, and no page can make them send requests.
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    match origin {
        Some(("http" | "https", authority)) if authority.eq_ignore_ascii_case(host.as_str()) => {
            Ok(())
        }
        _ => Err(Error::Origin),
    }
}

/// The host that a request names.
fn requested_host(request: &Request) -> Option<Authority> {
    request.uri().authority().cloned().or_else(|| host_header(request.headers()))
}

/// Whether the request line, if it has a host, and the `Host` headers name the same one: the owner is known by the header.
fn names_one_host(request: &Request) -> bool {
    let hosts = || request.headers().get_all(HOST).iter();
    let same = |host: &HeaderValue| {
        let host = host.as_bytes();
        request
            .uri()
            .authority()
            .is_none_or(|line| line.as_str().as_bytes().eq_ignore_ascii_case(host))
    };
    hosts().count() <= 1 && hosts().all(same)
}

/// The host in the `Host` header.
pub(crate) fn host_header(headers: &HeaderMap) -> Option<Authority> {
    headers.get(HOST)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn guard(address: &str, hosts: &[&str]) -> Arc<OriginCheck> {
        let hosts: Vec<_> = hosts.iter().map(ToString::to_string).collect();
        OriginCheck::new(address.parse().expect("an address"), &hosts, false, false)
    }

    fn allows(guard: &OriginCheck, host: &str) -> bool {
        guard.allows_host(&host.parse().expect("a host"), false)
    }

    #[test]
    fn a_server_of_this_machine_is_called_by_this_machine_s_names() {
        let guard = guard("127.0.0.1:4747", &["Damier.test"]);
        for host in ["localhost", "LOCALHOST:4747", "127.0.0.1:4747", "[::1]:80", "damier.test."] {
            assert!(allows(&guard, host), "{host}");
        }
        for host in ["evil.test", "127.0.0.1.evil.test", "192.168.1.2", "a.local", "localhost.evil"]
        {
            assert!(!allows(&guard, host), "{host}");
        }
    }

    #[test]
    fn a_server_of_the_local_network_is_called_by_any_address() {
        let guard = guard("0.0.0.0:4747", &[]);
        for host in ["192.168.1.2:4747", "[fe80::1]", "ana.local:4747", "localhost"] {
            assert!(allows(&guard, host), "{host}");
        }
        assert!(!allows(&guard, "evil.test"));
    }

    #[test]
    fn lan_sharing_adds_the_names_of_the_local_network_for_its_own_listener() {
        let guard = guard("127.0.0.1:4747", &[]);
        for host in ["192.168.1.2:4747", "ana.local:4747"] {
            let host = host.parse().expect("a host");
            assert!(guard.allows_host(&host, true) && !guard.allows_host(&host, false), "{host}");
        }
        assert!(!guard.allows_host(&"evil.test".parse().expect("a host"), true));
    }

    #[test]
    fn only_this_machine_s_names_are_trusted_in_plain_http() {
        let here = |host: &str| is_loopback(&host.parse().expect("a host"));
        for host in ["localhost", "LOCALHOST.:4747", "127.0.0.1:4747", "[::1]:80"] {
            assert!(here(host), "{host}");
        }
        for host in ["192.168.1.2:4747", "damier.test", "127.0.0.1.evil.test"] {
            assert!(!here(host), "{host}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let guard = guard("0.0.0.0:4747", &[]);
        let asked = |line: &str, hosts: &[&str]| {
            let request = hosts
                .iter()
                .fold(Request::builder().uri(line), |request, host| request.header(HOST, *host));
            check(&guard, &request.body(Body::empty()).expect("a request")).is_ok()
        };
        assert!(asked("/", &["localhost:4747"]));
        assert!(asked("http://localhost:4747/", &["LOCALHOST:4747"]));
        assert!(!asked("/", &["localhost:4747", "ana.local:4747"]));
        assert!(!asked("http://ana.local:4747/", &["localhost:4747"]));
        assert!(!asked("http://localhost:4747/", &["ana.local:4747"]));
    }

    #[test]
    fn only_the_page_itself_may_change_things() {
        let guard = guard("127.0.0.1:4747", &[]);
        let asked = |method: &str, origin: Option<&str>, upgrade: bool| {
            let mut request = Request::builder().method(method).header(HOST, "localhost:4747");
            if let Some(origin) = origin {
                request = request.header(ORIGIN, origin);
            }
            if upgrade {
                request = request.header(UPGRADE, "websocket");
            }
            check(&guard, &request.body(Body::empty()).expect("a request")).is_ok()
        };
        assert!(asked("GET", Some("http://evil.test"), false));
        assert!(asked("POST", Some("http://localhost:4747"), false));
        assert!(asked("POST", None, false));
        for origin in
            ["http://evil.test", "http://localhost:80", "null", "file://", "localhost:4747"]
        {
            assert!(!asked("POST", Some(origin), false), "{origin}");
            assert!(!asked("GET", Some(origin), true), "{origin}");
        }
    }
}
