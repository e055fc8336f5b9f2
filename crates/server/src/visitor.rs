//! Visitors: the address and the profile behind a request.
//!
//! The server's own machine has one profile, `local`. Every other visitor has a secret in a cookie and
//! with it a profile; the store has only a hash of the secret.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use api::Error;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{COOKIE, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use play::SeatKey;
use store::LOCAL;
use wire::SeatSecret;

use crate::AppState;
use crate::body_budget::BodySlot;
use crate::connections::{Peer, SharedAccess};
use crate::http::HttpError;
use crate::origin_check::{host_header, is_loopback};
use crate::storage::network_key;
use crate::tenant::Tenant;

/// Name of the cookie with a visitor's secret over plain HTTP.
const COOKIE_NAME: &str = "damier";
/// Its name over HTTPS: browsers take it only from this very host, by HTTPS and for all paths.
const SECURE_COOKIE_NAME: &str = "__Host-damier";
/// Name of the cookie of a device that came to a profile by a link.
const DEVICE_COOKIE_NAME: &str = "damier-device";
const SECURE_DEVICE_COOKIE_NAME: &str = "__Host-damier-device";
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
    /// Access by LAN sharing, if the visitor came by it.
    pub(crate) access: Option<SharedAccess>,
    /// The key of the device, if it came to the profile by a link.
    pub(crate) device: Option<SeatKey>,
    /// Whether the request comes from the server's own machine.
    local: bool,
    scheme: Scheme,
    /// Whether a handler has used the profile, which then needs a cookie.
    used: Arc<AtomicBool>,
}

impl Visitor {
    /// Whether the request comes from the server's own machine.
    pub(crate) const fn is_local(&self) -> bool {
        self.local
    }

    /// The cookie of a device that comes to a profile by a link; without a secret, the one that removes it.
    pub(crate) fn device_cookie(&self, secret: Option<&SeatSecret>) -> HeaderValue {
        sensitive(&self.scheme.device_cookie(secret))
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
pub(crate) fn tenant_of(shared: &AppState, peer: &Peer, headers: &HeaderMap) -> Tenant {
    let (address, local) = client_address(shared.app.trust_proxy, peer, headers);
    Tenant::new(address, local)
}

/// The tenant of a request to the page; `None` beyond the rate limit of requests.
pub(crate) fn tenant_within_limit(
    shared: &AppState,
    peer: &Peer,
    headers: &HeaderMap,
) -> Option<Tenant> {
    let (address, local) = client_address(shared.app.trust_proxy, peer, headers);
    let allowed = local || shared.requests.allow(address, shared.service.time.now().monotonic);
    allowed.then(|| Tenant::new(address, local))
}

/// Unlike [`Visitor`], extracting the id does not make the response set a cookie.
impl FromRequestParts<AppState> for VisitorId {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, HttpError> {
        let visitor = parts.extensions.get::<Visitor>();
        Ok(visitor.map(Visitor::id).ok_or_else(unidentified)?)
    }
}

/// Neither does extracting the tenant.
impl FromRequestParts<AppState> for Tenant {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, HttpError> {
        let visitor = parts.extensions.get::<Visitor>();
        Ok(visitor.map(Visitor::tenant).ok_or_else(unidentified)?)
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, HttpError> {
        let visitor = parts.extensions.get::<Self>().cloned();
        let visitor = visitor.ok_or_else(unidentified)?;
        visitor.used.store(true, Relaxed);
        Ok(visitor)
    }
}

/// The error of a route that the middleware does not cover.
pub(crate) fn unidentified() -> Error {
    Error::failed("the visitor is not identified")
}

/// Middleware that identifies the visitor, applies the rate limit of requests, and sets the cookie of a
/// new visitor.
pub(crate) async fn identify_visitor(
    State(shared): State<AppState>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    mut request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    let (address, local) = client_address(shared.app.trust_proxy, &peer, request.headers());
    if !local && !shared.requests.allow(address, shared.service.time.now().monotonic) {
        shared.service.metrics.limited();
        return Err(Error::TooMany.into());
    }
    if shared.app.trust_proxy && !local && !request.headers().contains_key(X_FORWARDED_FOR) {
        warn_of_silent_proxy();
    }
    let scheme = if shared.app.is_secure() { Scheme::Https } else { Scheme::Http };
    let mut new_cookies = Vec::new();
    let device = if local { None } else { scheme.device(request.headers()) };
    let linked = match device {
        Some(key) => shared.service.store.device_profile(key).await?,
        None => None,
    };
    if device.is_some() && linked.is_none() {
        // The owner of the profile has removed the device.
        new_cookies.push(scheme.device_cookie(None));
    }
    let device = device.filter(|_| linked.is_some());
    let profile = if local {
        LOCAL.to_owned()
    } else if let Some(profile) = linked {
        profile
    } else {
        let secret = if let Some(secret) = scheme.secret(request.headers()) {
            secret
        } else {
            // Visitors of an earlier program, or from before HTTPS, keep their profile.
            let earlier = scheme.earlier_secret(request.headers());
            new_cookies.extend(earlier.as_ref().map(|_| EXPIRED_COOKIE.to_owned()));
            let new = || shared.app.entropy.draw().map(SeatSecret::new);
            let secret = earlier.map_or_else(new, Ok)?;
            new_cookies.push(scheme.cookie(&secret));
            secret
        };
        format!("v-{}", room::key(&secret))
    };
    if !local && shared.app.blocks.current().blocks(address, &profile, || network_key(address)) {
        return Err(Error::Blocked.into());
    }
    let used = Arc::new(AtomicBool::new(false));
    // Keeps the body in the budget until the request is answered.
    let body = BodySlot::default();
    request.extensions_mut().insert(body.clone());
    let access = peer.access;
    let used_here = Arc::clone(&used);
    let visitor = Visitor { address, profile, access, device, local, scheme, used: used_here };
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    drop(body);
    // Responses that do not depend on the profile set no cookie.
    for cookie in new_cookies.into_iter().filter(|_| used.load(Relaxed)) {
        response.headers_mut().append(SET_COOKIE, sensitive(&cookie));
    }
    Ok(response)
}

/// Value of a header that is not logged.
fn sensitive(text: &str) -> HeaderValue {
    // Our own names and digits always make a header.
    let mut value = HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// The address of the client, and whether it is the server's own machine. A trusted proxy appends the
/// address that it sees to the header.
///
/// A request comes from this machine if its peer is loopback and it addresses the server by a loopback name. Any other
/// name may belong to a foreign page whose name was made to point here (DNS rebinding), or to a proxy that does not
/// forward the client's address. A forwarded request never counts as coming from this machine, even if the proxy runs
/// here and is untrusted. The same holds for LAN sharing, whatever the address.
fn client_address(trust_proxy: bool, peer: &Peer, headers: &HeaderMap) -> (IpAddr, bool) {
    let is_shared = peer.access.is_some();
    let peer = peer.address.ip().to_canonical();
    if is_shared {
        return (peer, false);
    }
    let Some(forwarded) = headers.get_all(X_FORWARDED_FOR).iter().next_back() else {
        let calls_itself = || host_header(headers).is_some_and(|host| is_loopback(&host));
        return (peer, peer.is_loopback() && calls_itself());
    };
    let last = || forwarded.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
    let told = if trust_proxy { last() } else { None };
    (told.unwrap_or(peer), false)
}

/// Says once that a request came from elsewhere without an address: all visitors then share the limits
/// of one.
fn warn_of_silent_proxy() {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Relaxed) {
        tracing::warn!("a request has no X-Forwarded-For: the trusted proxy must set it");
    }
}

/// How browsers reach the server, which decides the name and the attributes of the cookie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scheme {
    Http,
    Https,
}

/// Cookie that removes the one with the name for plain HTTP.
const EXPIRED_COOKIE: &str = "damier=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure";

impl Scheme {
    const fn cookie_name(self) -> &'static str {
        match self {
            Self::Http => COOKIE_NAME,
            Self::Https => SECURE_COOKIE_NAME,
        }
    }

    /// The visitor's secret.
    fn secret(self, headers: &HeaderMap) -> Option<SeatSecret> {
        find_secret(headers, self.cookie_name())
    }

    /// The secret under the name that the cookie had before.
    fn earlier_secret(self, headers: &HeaderMap) -> Option<SeatSecret> {
        (self == Self::Https).then(|| find_secret(headers, COOKIE_NAME))?
    }

    fn cookie(self, secret: &SeatSecret) -> String {
        self.lasting(self.cookie_name(), secret.digits(), COOKIE_MAX_AGE_SECONDS)
    }

    /// The key of a device that came to a profile by a link.
    fn device(self, headers: &HeaderMap) -> Option<SeatKey> {
        find_secret(headers, self.device_cookie_name()).map(|secret| room::key(&secret))
    }

    const fn device_cookie_name(self) -> &'static str {
        match self {
            Self::Http => DEVICE_COOKIE_NAME,
            Self::Https => SECURE_DEVICE_COOKIE_NAME,
        }
    }

    /// The cookie of such a device; without a secret, the one that removes it.
    fn device_cookie(self, secret: Option<&SeatSecret>) -> String {
        let name = self.device_cookie_name();
        match secret {
            Some(secret) => self.lasting(name, secret.digits(), COOKIE_MAX_AGE_SECONDS),
            None => self.lasting(name, "", 0),
        }
    }

    fn lasting(self, name: &str, value: &str, max_age_seconds: u32) -> String {
        let secure = if self == Self::Https { "; Secure" } else { "" };
        format!(
            "{name}={value}; Path=/; Max-Age={max_age_seconds}; HttpOnly; SameSite=Strict{secure}"
        )
    }
}

/// The cookie that makes the browser forget the visitor; `None` at the server's own machine, which has no cookie.
pub(crate) fn expired_cookie(shared: &AppState, visitor: &Visitor) -> Option<String> {
    if visitor.is_local() {
        return None;
    }
    let scheme = if shared.app.is_secure() { Scheme::Https } else { Scheme::Http };
    Some(scheme.lasting(scheme.cookie_name(), "", 0))
}

fn find_secret(headers: &HeaderMap, cookie_name: &str) -> Option<SeatSecret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim() == cookie_name)?;
    SeatSecret::try_from(value.trim().to_owned()).ok()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::http::header::HOST;

    use super::*;

    fn identified(trust_proxy: bool, peer: &str, forwarded: &[&'static str]) -> (String, bool) {
        identified_at("localhost:4747", trust_proxy, peer, forwarded)
    }

    fn identified_at(
        host: &'static str,
        trust_proxy: bool,
        peer: &str,
        forwarded: &[&'static str],
    ) -> (String, bool) {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        for value in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_static(value));
        }
        let address = SocketAddr::new(peer.parse().expect("an address"), 1);
        let peer = Peer { address, access: None };
        let (address, local) = client_address(trust_proxy, &peer, &headers);
        (address.to_string(), local)
    }

    #[test]
    fn only_a_trusted_proxy_sets_the_address() {
        let is = |address: &str, local| (address.to_owned(), local);
        assert_eq!(identified(false, "127.0.0.1", &[]), is("127.0.0.1", true));
        assert_eq!(identified(false, "::ffff:127.0.0.1", &[]), is("127.0.0.1", true));
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
    fn what_a_proxy_forwards_is_not_the_machine_s_own() {
        // A proxy that is not trusted, and one that says nothing of where requests come from.
        for peer in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(!identified(false, peer, &["192.0.2.1"]).1, "{peer}");
            assert!(!identified(true, peer, &["127.0.0.1"]).1, "{peer}");
            assert!(!identified_at("damier.example", true, peer, &[]).1, "{peer}");
        }
    }

    #[test]
    fn the_owner_calls_the_server_by_a_name_of_loopback() {
        for trust_proxy in [false, true] {
            for host in ["localhost", "LOCALHOST.:4747", "127.0.0.1:4747", "[::1]:80"] {
                assert!(identified_at(host, trust_proxy, "127.0.0.1", &[]).1, "{host}");
                assert!(!identified_at(host, trust_proxy, "192.0.2.9", &[]).1, "{host}");
            }
            // Names that can be made to point at the machine, and its own on the network.
            for host in
                ["evil.test", "ana.local", "192.168.1.2:4747", "0.0.0.0:4747", "a.localhost"]
            {
                assert!(!identified_at(host, trust_proxy, "127.0.0.1", &[]).1, "{host}");
            }
        }
    }

    #[test]
    fn nobody_who_comes_by_lan_sharing_is_the_owner() {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static("localhost:4747"));
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let (_end, access) = SharedAccess::new();
        let peer = Peer { address, access: Some(access) };
        assert_eq!(client_address(false, &peer, &headers), (address.ip(), false));
    }

    #[test]
    fn by_https_the_cookie_has_another_name_and_the_earlier_one_is_still_read() {
        let [one, two] = ["1", "2"].map(|digit| digit.repeat(32));
        let mut headers = HeaderMap::new();
        let mut set = |value: String| {
            headers.insert(COOKIE, HeaderValue::from_str(&value).expect("a header"));
            let digits = |secret: Option<SeatSecret>| secret.map(|it| it.digits().to_owned());
            [
                digits(Scheme::Http.secret(&headers)),
                digits(Scheme::Https.secret(&headers)),
                digits(Scheme::Http.earlier_secret(&headers)),
                digits(Scheme::Https.earlier_secret(&headers)),
            ]
        };
        let some = |digits: &String| Some(digits.clone());
        assert_eq!(set(format!("damier={one}")), [some(&one), None, None, some(&one)]);
        let both = format!("damier={one}; __Host-damier={two}");
        assert_eq!(set(both), [some(&one), some(&two), None, some(&one)]);
        let secret = SeatSecret::try_from(two).expect("a secret");
        let cookie = Scheme::Https.cookie(&secret);
        for part in ["__Host-damier=2", "; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Strict"]
        {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
        assert!(!Scheme::Http.cookie(&secret).contains("Secure"));
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        let digits = "0123456789abcdef0123456789abcdef";
        let value = format!("a=b; damier={digits}; c=d");
        headers.insert(COOKIE, HeaderValue::from_str(&value).expect("a header"));
        assert_eq!(find_secret(&headers, "damier").expect("a secret").digits(), digits);
        headers.insert(COOKIE, HeaderValue::from_static("damier=short"));
        assert!(find_secret(&headers, "damier").is_none());
    }
}
