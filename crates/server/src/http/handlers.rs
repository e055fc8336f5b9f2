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
use axum::http::{HeaderMap, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use futures_util::TryStreamExt;

use super::HttpError;
use super::body::RawBody;
use crate::AppState;
use crate::assets::CachePolicy;
use crate::request_context::RequestContext;

/// The longest body of a response to a client of HTTP/1.0.
const WHOLE_BODY_MAX_BYTES: usize = 16 << 20;

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
    let version = parts.version;
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
    let mut response = route.handle(context, request).await?;
    if version < Version::HTTP_11 {
        response = whole(response).await?;
    }
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

/// A response whose body is complete: clients of HTTP/1.0 know no chunks, and would take a part for the whole.
async fn whole(response: api::Response) -> Result<api::Response, Error> {
    let Body::Stream(mut parts) = response.body else { return Ok(response) };
    let mut bytes = Vec::new();
    while let Some(part) = parts.try_next().await? {
        if bytes.len() + part.len() > WHOLE_BODY_MAX_BYTES {
            return Err(Error::TooLarge);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(api::Response { body: Body::Bytes(bytes.into()), ..response })
}

/// The error that ends a response which has begun: the client sees that it is incomplete.
fn broken(error: &Error) -> io::Error {
    tracing::warn!(?error, "an export ends early");
    io::Error::other("the export ends early")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::stream;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    const PART_BYTES: usize = 1 << 10;

    /// An export that cannot be finished after so many parts.
    async fn broken_export(count: usize) -> Result<api::Response, Error> {
        let parts = (0..count).map(|_| Ok(Bytes::from_static(&[b'x'; PART_BYTES])));
        let parts: Vec<_> = parts.chain([Err(Error::Overdue)]).collect();
        api::Response::stream("text/plain", stream::iter(parts)).await
    }

    /// All that a client is sent that asks for such an export.
    async fn answer(count: usize, version: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let export = move |request: Request| async move {
            let response = broken_export(count).await?;
            let is_old = request.version() < Version::HTTP_11;
            let response = if is_old { whole(response).await? } else { response };
            Ok::<_, HttpError>(plain_response(response))
        };
        let router = Router::new().fallback(export);
        let server = tokio::spawn(async move { axum::serve(listener, router).await });
        let asked = async {
            let mut stream = TcpStream::connect(address).await?;
            let question = format!("GET / {version}\r\nHost: x\r\nConnection: close\r\n\r\n");
            stream.write_all(question.as_bytes()).await?;
            let mut answer = Vec::new();
            // A connection that is reset has said what it said.
            let _ = stream.read_to_end(&mut answer).await;
            io::Result::Ok(String::from_utf8_lossy(&answer).into_owned())
        };
        let answer = tokio::time::timeout(Duration::from_mins(1), asked).await;
        server.abort();
        answer.expect("an end of the answer").expect("an answer")
    }

    #[tokio::test]
    async fn an_export_that_cannot_be_finished_does_not_look_complete() {
        // Before its first bytes are sent, it is refused.
        for version in ["HTTP/1.1", "HTTP/1.0"] {
            let refused = answer(3, version).await;
            assert!(refused.contains(" 503 ") && refused.contains("busy"), "{refused}");
        }
        // After that, the last chunk is missing.
        let long = answer(1_000, "HTTP/1.1").await;
        assert!(long.starts_with("HTTP/1.1 200 "), "{}", &long[..100]);
        assert!(long.to_lowercase().contains("transfer-encoding: chunked"), "{}", &long[..300]);
        assert!(long.matches('x').count() >= 100 * PART_BYTES);
        assert!(!long.ends_with("0\r\n\r\n"), "it ends as if it were complete");
        // Without chunks nobody would see that.
        let refused = answer(1_000, "HTTP/1.0").await;
        assert!(refused.contains(" 503 "), "{}", &refused[..100]);
    }
}
