//! Requests to a server by HTTP.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, CONTENT_TYPE, HOST, LOCATION};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use wire::http::Problem;

use crate::address::Origin;
use crate::error::{ConnectError, RequestError};
use crate::stream::Dialer;

/// Longest answer that is read.
const ANSWER_MAX_BYTES: usize = 4 << 20;
/// Time for a request, with the connection and the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// A server that is asked by HTTP: each request has a connection of its own.
#[derive(Clone)]
pub struct HttpClient {
    origin: Origin,
    dialer: Dialer,
}

impl HttpClient {
    /// Client of the server at `origin`.
    pub(crate) const fn new(origin: Origin, dialer: Dialer) -> Self {
        Self { origin, dialer }
    }

    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Reads a resource.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, RequestError> {
        self.request(Method::GET, path, Vec::new()).await
    }

    /// Posts a value.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, RequestError> {
        self.request(Method::POST, path, encode(body)?).await
    }

    /// Puts a value.
    pub async fn put<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, RequestError> {
        self.request(Method::PUT, path, encode(body)?).await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<T, RequestError> {
        let answered = timeout(REQUEST_TIMEOUT, self.exchange(method, path, body)).await;
        let bytes = answered.unwrap_or(Err(ConnectError::Timeout.into()))?;
        serde_json::from_slice(&bytes).map_err(|error| RequestError::Unreadable(error.to_string()))
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<Bytes, RequestError> {
        let protocol = |error: hyper::Error| ConnectError::Protocol(error.to_string());
        let stream = self.dialer.connect(&self.origin).await?;
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(protocol)?;
        // The connection does its work beside the request, and ends with it.
        let driver = AbortOnDrop(tokio::spawn(connection));
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.origin.authority())
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| RequestError::Unreadable(error.to_string()))?;
        let response = sender.send_request(request).await.map_err(protocol)?;
        let status = response.status();
        if status.is_redirection() {
            let target = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
            return Err(match target {
                Some(address) => RequestError::Moved(address.to_owned()),
                None => RequestError::Status(status.as_u16()),
            });
        }
        let body = Limited::new(response.into_body(), ANSWER_MAX_BYTES).collect().await;
        let body = body.map_err(|error| RequestError::Unreadable(error.to_string()))?.to_bytes();
        drop(driver);
        if status.is_success() {
            return Ok(body);
        }
        Err(match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => RequestError::Problem(Box::new(problem)),
            Err(_) => RequestError::Status(status.as_u16()),
        })
    }
}

fn encode(body: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(body).map_err(|error| RequestError::Unreadable(error.to_string()))
}

/// A task that ends with its owner.
struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
