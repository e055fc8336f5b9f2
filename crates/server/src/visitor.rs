//! Who asks: where from, and with which profile.
//!
//! At the server's own machine there is one profile, `local`. Everybody else has a secret in a cookie
//! and with it a profile of their own; the store knows only what the secret amounts to.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{COOKIE, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use store::LOCAL;
use wire::SeatSecret;

use crate::blocking::Tenant;
use crate::body_budget::BodySlot;
use crate::http::Error;
use crate::limits::neighbourhood;
use crate::{Shared, random};

/// The cookie with a visitor's secret.
const NAME: &str = "damier";
/// How long a browser keeps it, in seconds: a year.
const AGE: u32 = 31_536_000;
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whoever asks.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Where from.
    pub(crate) address: IpAddr,
    /// The name of the profile.
    pub(crate) profile: String,
    /// Whether anybody has wanted to know.
    wanted: Arc<AtomicBool>,
}

impl Visitor {
    /// Whether somebody at the server's own machine asks.
    pub(crate) fn is_local(&self) -> bool {
        self.profile == LOCAL
    }

    /// Whose share of the server the work for the visitor takes.
    pub(crate) fn tenant(&self) -> Tenant {
        tenant(self.address, self.is_local())
    }
}

fn tenant(address: IpAddr, local: bool) -> Tenant {
    if local { Tenant::Local } else { Tenant::Remote(neighbourhood(address)) }
}

/// The tenant of a request that has not been looked at yet.
pub(crate) fn tenant_of(shared: &Shared, peer: SocketAddr, headers: &HeaderMap) -> Tenant {
    let (address, local) = origin(shared.app.trust_proxy, peer, headers);
    tenant(address, local)
}

/// Unlike the [`Visitor`], the tenant alone is no reason for a cookie.
impl FromRequestParts<Shared> for Tenant {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Visitor>();
        visitor.map(Visitor::tenant).ok_or_else(|| Error::failed("nobody has looked who asks"))
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Self>().cloned();
        let visitor = visitor.ok_or_else(|| Error::failed("nobody has looked who asks"))?;
        visitor.wanted.store(true, Relaxed);
        Ok(visitor)
    }
}

/// Finds out who asks, gives newcomers their secret, and refuses those who ask too often.
pub(crate) async fn welcome(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Result<Response, Error> {
    let (address, local) = origin(shared.app.trust_proxy, peer, request.headers());
    if !local && !shared.requests.allow(address) {
        shared.service.metrics.limited();
        return Err(Error::TooMany);
    }
    let mut newcomer = None;
    let profile = if local {
        LOCAL.to_owned()
    } else {
        let secret = match secret(request.headers()) {
            Some(secret) => secret,
            None => newcomer.insert(SeatSecret::new(random::secret()?)).clone(),
        };
        format!("v-{}", room::key(&secret))
    };
    let wanted = Arc::new(AtomicBool::new(false));
    // The body stays in the budget until the request is answered.
    let body = BodySlot::default();
    request.extensions_mut().insert(body.clone());
    request.extensions_mut().insert(Visitor { address, profile, wanted: Arc::clone(&wanted) });
    let mut response = next.run(request).await;
    drop(body);
    // What is the same for everybody is no reason for a cookie.
    if let Some(secret) = newcomer.filter(|_| wanted.load(Relaxed))
        && let Ok(mut cookie) = HeaderValue::from_str(&cookie(&secret, shared.app.is_secure()))
    {
        cookie.set_sensitive(true);
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Where a request comes from, and whether that is the server's own machine. A proxy that is trusted
/// adds the address that it sees at the end.
fn origin(trust_proxy: bool, peer: SocketAddr, headers: &HeaderMap) -> (IpAddr, bool) {
    let peer = peer.ip().to_canonical();
    let forwarded = headers.get_all(FORWARDED).iter().next_back().filter(|_| trust_proxy);
    let told =
        forwarded.and_then(|told| told.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    match (forwarded, told) {
        (Some(_), told) => (told.unwrap_or(peer), false),
        (None, _) => (peer, peer.is_loopback()),
    }
}

fn secret(headers: &HeaderMap) -> Option<SeatSecret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim() == NAME)?;
    SeatSecret::try_from(value.trim().to_owned()).ok()
}

fn cookie(secret: &SeatSecret, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{NAME}={}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Strict{secure}", secret.digits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(trust_proxy: bool, peer: &str, forwarded: &[&'static str]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, HeaderValue::from_static(value));
        }
        let peer = SocketAddr::new(peer.parse().expect("an address"), 1);
        let (address, local) = origin(trust_proxy, peer, &headers);
        (address.to_string(), local)
    }

    #[test]
    fn only_a_trusted_proxy_says_where_somebody_comes_from() {
        let is = |address: &str, local| (address.to_owned(), local);
        assert_eq!(asked(false, "127.0.0.1", &[]), is("127.0.0.1", true));
        assert_eq!(asked(false, "::ffff:127.0.0.1", &["192.0.2.1"]), is("127.0.0.1", true));
        assert_eq!(asked(false, "192.0.2.9", &["127.0.0.1"]), is("192.0.2.9", false));
        assert_eq!(asked(true, "127.0.0.1", &["192.0.2.1"]), is("192.0.2.1", false));
        // What a client claims itself stands before what the proxy adds.
        assert_eq!(asked(true, "127.0.0.1", &["127.0.0.1, 192.0.2.1"]), is("192.0.2.1", false));
        assert_eq!(asked(true, "127.0.0.1", &["127.0.0.1", "192.0.2.1"]), is("192.0.2.1", false));
        assert_eq!(asked(true, "127.0.0.1", &["nonsense"]), is("127.0.0.1", false));
        assert_eq!(asked(true, "127.0.0.1", &[]), is("127.0.0.1", true));
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        let digits = "0123456789abcdef0123456789abcdef";
        let value = format!("a=b; damier={digits}; c=d");
        headers.insert(COOKIE, HeaderValue::from_str(&value).expect("a header"));
        assert_eq!(secret(&headers).expect("a secret").digits(), digits);
        headers.insert(COOKIE, HeaderValue::from_static("damier=short"));
        assert!(secret(&headers).is_none());
    }
}
