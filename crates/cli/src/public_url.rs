//! `--public-url`: the name it gives the server, and whether a proxy must be trusted for it.

use std::net::{IpAddr, SocketAddr};

use rules::Text;
use texts::text;

use crate::failure::Failure;
use crate::messages;

/// Host of an HTTP URL, without the port.
fn host_of(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let authority = rest.split('/').next()?;
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    };
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || ".-[]:".contains(letter);
    (!host.is_empty() && host.chars().all(is_name)).then_some(host)
}

/// Host of the public URL. Fails if visitors can only come through a proxy that is not trusted: all
/// requests would come from the proxy's address, and those of a proxy on this machine that replaces their `Host` would
/// count as the owner's.
pub(crate) fn check(url: &str, listen: SocketAddr, trust_proxy: bool) -> Result<&str, Failure> {
    let host = host_of(url).ok_or_else(|| Failure::wrong(text!("serve-no-url", url)))?;
    let problem = untrusted_proxy(url, host, listen).filter(|_| !trust_proxy);
    problem.map_or(Ok(host), |problem| Err(Failure::wrong(problem)))
}

/// Why a server that listens at `listen` has a proxy in front of it, if it must have one.
fn untrusted_proxy(url: &str, host: &str, listen: SocketAddr) -> Option<Text> {
    if url.starts_with("https:") {
        // The program itself has no TLS.
        Some(text!("serve-https-without-proxy", url))
    } else if listen.ip().is_loopback() && !is_loopback(host) {
        Some(messages::serve::loopback_without_proxy(url, listen))
    } else {
        None
    }
}

fn is_loopback(host: &str) -> bool {
    let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_url_is_found() {
        assert_eq!(host_of("https://damier.example"), Some("damier.example"));
        assert_eq!(host_of("http://damier.example:8080/play/"), Some("damier.example"));
        assert_eq!(host_of("http://[::1]:80"), Some("[::1]"));
        for wrong in ["damier.example", "ftp://x", "https://", "https://a b", "https://:80"] {
            assert_eq!(host_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_proxy_that_must_be_there_must_be_trusted() {
        let accepted = |url: &str, listen: &str, trust_proxy| {
            check(url, listen.parse().expect("an address"), trust_proxy).is_ok()
        };
        let (here, everywhere) = ("127.0.0.1:4747", "0.0.0.0:4747");
        for (url, listen) in [
            ("https://damier.example", here),
            ("https://damier.example", "[::1]:4747"),
            // TLS may end at another machine, but it does end before the program.
            ("https://damier.example", everywhere),
            ("http://damier.example", here),
        ] {
            assert!(!accepted(url, listen, false), "{url} at {listen}");
            assert!(accepted(url, listen, true), "{url} at {listen}");
        }
        for (url, listen) in [
            ("http://damier.lan:4747", everywhere),
            ("http://192.168.1.2:4747", "192.168.1.2:4747"),
            ("http://localhost:4747", here),
            ("http://[::1]:4747", "[::1]:4747"),
        ] {
            assert!(accepted(url, listen, false), "{url} at {listen}");
        }
        assert!(!accepted("damier.example", everywhere, true));
    }
}
