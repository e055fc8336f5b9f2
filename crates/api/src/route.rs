//! Routes: handlers with their paths.

use std::pin::Pin;
use std::sync::Arc;

use percent_encoding::percent_decode_str;

use crate::error::Error;
use crate::request::{Method, Request};
use crate::response::Response;

/// Body of a request where a route sets no other limit.
const BODY_MAX_BYTES: usize = 64 << 10;

/// What a handler is told of the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// It stores or shows what belongs to the visitor, who gets a profile if there is none yet.
    Profile,
    /// It is no reason to remember the visitor.
    Anonymous,
}

type Handling = Pin<Box<dyn Future<Output = Result<Response, Error>> + Send>>;
type Handler<C> = Arc<dyn Fn(C, Request) -> Handling + Send + Sync>;

/// Handler of the requests to a path.
pub struct Route<C> {
    /// The method.
    pub method: Method,
    /// The path, with its variable segments in braces.
    pub path: &'static str,
    /// The longest body.
    pub body_max_bytes: usize,
    /// What the handler is told of the visitor.
    pub identity: Identity,
    handler: Handler<C>,
}

impl<C> Route<C> {
    fn new<F, H>(method: Method, path: &'static str, handler: F) -> Self
    where
        F: Fn(C, Request) -> H + Send + Sync + 'static,
        H: Future<Output = Result<Response, Error>> + Send + 'static,
    {
        let handler: Handler<C> =
            Arc::new(move |context, request| Box::pin(handler(context, request)));
        let (body_max_bytes, identity) = (BODY_MAX_BYTES, Identity::Profile);
        Self { method, path, body_max_bytes, identity, handler }
    }

    pub(crate) fn get<F, H>(path: &'static str, handler: F) -> Self
    where
        F: Fn(C, Request) -> H + Send + Sync + 'static,
        H: Future<Output = Result<Response, Error>> + Send + 'static,
    {
        Self::new(Method::Get, path, handler)
    }

    pub(crate) fn post<F, H>(path: &'static str, handler: F) -> Self
    where
        F: Fn(C, Request) -> H + Send + Sync + 'static,
        H: Future<Output = Result<Response, Error>> + Send + 'static,
    {
        Self::new(Method::Post, path, handler)
    }

    pub(crate) fn put<F, H>(path: &'static str, handler: F) -> Self
    where
        F: Fn(C, Request) -> H + Send + Sync + 'static,
        H: Future<Output = Result<Response, Error>> + Send + 'static,
    {
        Self::new(Method::Put, path, handler)
    }

    pub(crate) fn delete<F, H>(path: &'static str, handler: F) -> Self
    where
        F: Fn(C, Request) -> H + Send + Sync + 'static,
        H: Future<Output = Result<Response, Error>> + Send + 'static,
    {
        Self::new(Method::Delete, path, handler)
    }

    /// The same route with another limit of bodies.
    pub(crate) fn with_body(self, body_max_bytes: usize) -> Self {
        Self { body_max_bytes, ..self }
    }

    /// The same route, which is no reason to remember a visitor.
    pub(crate) fn anonymous(self) -> Self {
        Self { identity: Identity::Anonymous, ..self }
    }

    /// Whether requests have a body.
    pub fn has_body(&self) -> bool {
        matches!(self.method, Method::Post | Method::Put)
    }

    /// Handles a request to this path.
    pub fn handle(
        &self,
        context: C,
        request: Request,
    ) -> impl Future<Output = Result<Response, Error>> + Send + 'static {
        (self.handler)(context, request)
    }

    /// The variable segments of a path, decoded, if it is one of this route.
    fn params(&self, path: &str) -> Option<Vec<String>> {
        let (mut pattern, mut segments) = (self.path.split('/'), path.split('/'));
        let mut params = Vec::new();
        loop {
            match (pattern.next(), segments.next()) {
                (None, None) => return Some(params),
                (Some(expected), Some(segment)) if expected.starts_with('{') => {
                    let decoded = percent_decode_str(segment).decode_utf8().ok()?;
                    (!decoded.is_empty()).then_some(())?;
                    params.push(decoded.into_owned());
                }
                (Some(expected), Some(segment)) if expected == segment => {}
                _ => return None,
            }
        }
    }
}

/// The route of a request, and the variable segments of its path, decoded. Segments that are spelt out come before
/// variable ones.
pub fn find_route<'a, C>(
    routes: &'a [Route<C>],
    method: Method,
    path: &str,
) -> Option<(&'a Route<C>, Vec<String>)> {
    let found = routes.iter().filter(|route| route.method == method);
    let found = found.filter_map(|route| Some((route, route.params(path)?)));
    found.min_by_key(|(_, params)| params.len())
}
