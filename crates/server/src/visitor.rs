//! Visitors: the address and the profile behind a request.
//!
//! The server's own machine has one profile, `local`. Every other visitor has a secret in a cookie and
//! with it a profile; the store has only a hash of the secret.

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

use crate::body_budget::BodySlot;
use crate::http::Error;
use crate::tenant::Tenant;
use crate::time::monotonic;
use crate::{AppState, random};

/// Name of the cookie with a visitor's secret.
const COOKIE_NAME: &str = "damier";
/// Lifetime of the cookie: a year.
const COOKIE_MAX_AGE_SECONDS: u32 = 31_536_000;
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The IP address.
    pub(crate) address: IpAddr,
    /// The name of the profile.
    pub(crate) profile: String,
    /// Whether a handler has used the profile, which then needs a cookie.
    used: Arc<AtomicBool>,
}

impl Visitor {
    /// Whether the request comes from the server's own machine.
    pub(crate) fn is_local(&self) -> bool {
        self.profile == LOCAL
    }

    /// The tenant to which work for the visitor is charged.
    pub(crate) fn tenant(&self) -> Tenant {
        Tenant::new(self.address, self.is_local())
    }

    /// What the visitor is known by beyond this request.
    pub(crate) fn id(&self) -> VisitorId {
        VisitorId { profile: self.profile.as_str().into(), tenant: self.tenant() }
    }
}

/// What a visitor is known by beyond one request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct VisitorId {
    /// The name of the profile.
    pub(crate) profile: Arc<str>,
    /// The tenant to which work for the visitor is charged.
    pub(crate) tenant: Tenant,
}

/// The tenant of a request before the visitor is identified.
pub(crate) fn tenant_of(shared: &AppState, peer: SocketAddr, headers: &HeaderMap) -> Tenant {
    let (address, local) = client_address(shared.app.trust_proxy, peer, headers);
    Tenant::new(address, local)
}

/// Unlike the [`Visitor`], the id is no reason for a cookie.
impl FromRequestParts<AppState> for VisitorId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Visitor>();
        visitor.map(Visitor::id).ok_or_else(|| Error::failed("the visitor is not identified"))
    }
}

/// Nor is the tenant.
impl FromRequestParts<AppState> for Tenant {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Visitor>();
        visitor.map(Visitor::tenant).ok_or_else(|| Error::failed("the visitor is not identified"))
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Self>().cloned();
        let visitor = visitor.ok_or_else(|| Error::failed("the visitor is not identified"))?;
        visitor.used.store(true, Relaxed);
        Ok(visitor)
    }
}

/// Middleware that identifies the visitor, applies the rate limit of requests, and sets the cookie of a
/// new visitor.
pub(crate) async fn identify_visitor(
    State(shared): State<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Result<Response, Error> {
    let (address, local) = client_address(shared.app.trust_proxy, peer, request.headers());
    if !local && !shared.requests.allow(address, monotonic()) {
        shared.service.metrics.limited();
        return Err(Error::TooMany);
    }
    let mut new_secret = None;
    let profile = if local {
        LOCAL.to_owned()
    } else {
        let secret = match secret(request.headers()) {
            Some(secret) => secret,
            None => new_secret.insert(SeatSecret::new(random::secret()?)).clone(),
        };
        format!("v-{}", room::key(&secret))
    };
    let used = Arc::new(AtomicBool::new(false));
    // Keeps the body in the budget until the request is answered.
    let body = BodySlot::default();
    request.extensions_mut().insert(body.clone());
    request.extensions_mut().insert(Visitor { address, profile, used: Arc::clone(&used) });
    let mut response = next.run(request).await;
    drop(body);
    // Responses that do not depend on the profile set no cookie.
    if let Some(secret) = new_secret.filter(|_| used.load(Relaxed))
        && let Ok(mut cookie) = HeaderValue::from_str(&cookie(&secret, shared.app.is_secure()))
    {
        cookie.set_sensitive(true);
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The address of the client, and whether it is the server's own machine. A trusted proxy appends the
/// address that it sees to the header.
fn client_address(trust_proxy: bool, peer: SocketAddr, headers: &HeaderMap) -> (IpAddr, bool) {
    let peer = peer.ip().to_canonical();
    let forwarded = headers.get_all(X_FORWARDED_FOR).iter().next_back().filter(|_| trust_proxy);
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
    let (_, value) = pairs.find(|(name, _)| name.trim() == COOKIE_NAME)?;
    SeatSecret::try_from(value.trim().to_owned()).ok()
}

fn cookie(secret: &SeatSecret, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!(
        "{COOKIE_NAME}={}; Path=/; Max-Age={COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict{secure}",
        secret.digits()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identified(trust_proxy: bool, peer: &str, forwarded: &[&'static str]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_static(value));
        }
        let peer = SocketAddr::new(peer.parse().expect("an address"), 1);
        let (address, local) = client_address(trust_proxy, peer, &headers);
        (address.to_string(), local)
    }

    #[test]
    fn only_a_trusted_proxy_sets_the_address() {
        let is = |address: &str, local| (address.to_owned(), local);
        assert_eq!(identified(false, "127.0.0.1", &[]), is("127.0.0.1", true));
        assert_eq!(identified(false, "::ffff:127.0.0.1", &["192.0.2.1"]), is("127.0.0.1", true));
        assert_eq!(identified(false, "192.0.2.9", &["127.0.0.1"]), is("192.0.2.9", false));
        assert_eq!(identified(true, "127.0.0.1", &["192.0.2.1"]), is("192.0.2.1", false));
        // What a client claims itself stands before what the proxy adds.
        assert_eq!(
            identified(true, "127.0.0.1", &["127.0.0.1, 192.0.2.1"]),
            is("192.0.2.1", false)
        );
        assert_eq!(
            identified(true, "127.0.0.1", &["127.0.0.1", "192.0.2.1"]),
            is("192.0.2.1", false)
        );
        assert_eq!(identified(true, "127.0.0.1", &["nonsense"]), is("127.0.0.1", false));
        assert_eq!(identified(true, "127.0.0.1", &[]), is("127.0.0.1", true));
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
