//! Adapter between axum and the handlers of `api`.

use std::io;
use std::sync::Arc;

use api::{Body, Error, Identity, Method, Route};
use axum::Router;
use axum::body::{Body as AxumBody, Bytes};
use axum::extract::{
    DefaultBodyLimit, FromRequest, FromRequestParts, RawPathParams, Request, State,
};
use axum::http::header::{ACCEPT_LANGUAGE, HeaderName, HeaderValue, IF_NONE_MATCH, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use futures_util::TryStreamExt;

use super::HttpError;
use super::body::RawBody;
use crate::AppState;
use crate::assets::CachePolicy;
use crate::request_context::RequestContext;

/// All routes of `api`.
pub(super) fn router() -> Router<AppState> {
    let routes = api::routes::<RequestContext>().into_iter();
    routes.fold(Router::new(), |router, route| {
        let (path, method) = (route.path, method_filter(route.method));
        let limit = DefaultBodyLimit::max(route.body_max_bytes);
        let route = Arc::new(route);
        let handler = move |State(shared): State<AppState>, request: Request| {
            handle(Arc::clone(&route), shared, request)
        };
        router.route(path, on(method, handler).layer(limit))
    })
}

const fn method_filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Delete => MethodFilter::DELETE,
    }
}

async fn handle(
    route: Arc<Route<RequestContext>>,
    shared: AppState,
    request: Request,
) -> Result<Response, HttpError> {
    let (mut parts, body) = request.into_parts();
    let params = RawPathParams::from_request_parts(&mut parts, &shared).await;
    let params = params.map_err(|_| api::no_utf8())?;
    let params = params.iter().map(|(_, value)| value.to_owned()).collect();
    let context = match route.identity {
        Identity::Profile => RequestContext::from_request_parts(&mut parts, &shared).await?,
        Identity::Anonymous => RequestContext::anonymous(&parts, &shared)?,
    };
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let headers = parts.headers.clone();
    let body = if route.has_body() {
        RawBody::from_request(Request::from_parts(parts, body), &shared).await?.0
    } else {
        Bytes::new()
    };
    let request = api::Request {
        params,
        query,
        accept_language: header(&headers, &ACCEPT_LANGUAGE),
        if_none_match: header(&headers, &IF_NONE_MATCH),
        body,
    };
    let response = route.handle(context, request).await?;
    match response.body {
        Body::Resource(resource) => {
            Ok(shared.resource(resource)?.respond(&headers, CachePolicy::Revalidate))
        }
        _ => Ok(plain_response(response)),
    }
}

/// Value of a header; empty if there is none, or one that is no text.
pub(super) fn header(headers: &HeaderMap, name: &HeaderName) -> String {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

/// A response whose body is no resource.
pub(super) fn plain_response(response: api::Response) -> Response {
    let body = match response.body {
        Body::Bytes(bytes) => AxumBody::from(bytes),
        Body::Stream(parts) => AxumBody::from_stream(parts.map_err(|error| broken(&error))),
        Body::Resource(_) => AxumBody::empty(),
    };
    let mut converted = body.into_response();
    *converted.status_mut() =
        StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        let Ok(mut value) = HeaderValue::try_from(value) else { continue };
        let name = HeaderName::from_static(name);
        value.set_sensitive(name == SET_COOKIE);
        converted.headers_mut().append(name, value);
    }
    converted
}

/// The error that ends a response which has begun: the client sees that it is incomplete.
fn broken(error: &Error) -> io::Error {
    tracing::warn!(?error, "an export ends early");
    io::Error::other("the export ends early")
}
