//! Responses, without their transport.

use std::pin::Pin;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use serde::Serialize;

use crate::error::Error;
use crate::resource::Resource;

/// Bytes of a streamed body that are made before the response begins: what fails by then fails the request.
const STREAM_HEAD_BYTES: usize = 256 << 10;

/// Response to a request that was not refused.
pub struct Response {
    /// The status.
    pub status: u16,
    /// Headers, by their names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Body,
}

/// Body of a response.
pub enum Body {
    /// All of it.
    Bytes(Bytes),
    /// Parts of it as they are made. After an error it is incomplete.
    Stream(Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>),
    /// Data that are the same for everybody, and may be kept in their encoded form.
    Resource(Resource),
}

impl Response {
    /// A response with that status and nothing else.
    pub const fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Body::Bytes(Bytes::new()) }
    }

    /// The response that something was done.
    pub const fn no_content() -> Self {
        Self::empty(204)
    }

    /// Data as JSON.
    pub fn json(data: &impl Serialize) -> Self {
        // Serialising plain data with string keys does not fail.
        Self::of("application/json", serde_json::to_vec(data).unwrap_or_default())
    }

    /// A body of that content type.
    pub fn of(content_type: &str, body: impl Into<Bytes>) -> Self {
        let headers = vec![("content-type", content_type.to_owned())];
        Self { status: 200, headers, body: Body::Bytes(body.into()) }
    }

    /// A plain text.
    pub fn text(text: String) -> Self {
        Self::of("text/plain; charset=utf-8", text)
    }

    /// A body of that content type. If it is long, it is made while it is sent, and ends early where its making fails; the
    /// error of a short one, and of the beginning of a long one, is that of the request.
    pub async fn stream(
        content_type: &str,
        parts: impl Stream<Item = Result<Bytes, Error>> + Send + 'static,
    ) -> Result<Self, Error> {
        let mut parts = Box::pin(parts);
        let mut head = BytesMut::new();
        while head.len() < STREAM_HEAD_BYTES {
            let Some(part) = parts.try_next().await? else {
                return Ok(Self::of(content_type, head));
            };
            head.extend_from_slice(&part);
        }
        let rest = stream::iter([Ok(head.freeze())]).chain(parts);
        Ok(Self { body: Body::Stream(Box::pin(rest)), ..Self::of(content_type, Bytes::new()) })
    }

    /// Data that are the same for everybody.
    pub const fn resource(resource: Resource) -> Self {
        Self { status: 200, headers: Vec::new(), body: Body::Resource(resource) }
    }

    /// The same with one more header.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The same with the header that has browsers save it as a file.
    #[must_use]
    pub fn saved_as(self, file: &str) -> Self {
        self.with_header("content-disposition", format!("attachment; filename=\"{file}\""))
    }

    /// The same with that status.
    #[must_use]
    pub const fn with_status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(count: usize, then: Option<Error>) -> impl Stream<Item = Result<Bytes, Error>> + Send {
        let parts = (0..count).map(|_| Ok(Bytes::from_static(&[b'x'; 1024])));
        stream::iter(parts.chain(then.map(Err)).collect::<Vec<_>>())
    }

    fn ready<T>(future: impl Future<Output = T>) -> T {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::pin!(future).poll(&mut context) {
            std::task::Poll::Ready(value) => value,
            std::task::Poll::Pending => panic!("nothing here waits"),
        }
    }

    #[test]
    fn what_fails_before_the_body_begins_fails_the_request() {
        let short = ready(Response::stream("text/plain", parts(3, None))).expect("a body");
        assert!(matches!(short.body, Body::Bytes(bytes) if bytes.len() == 3 << 10));
        let failed = ready(Response::stream("text/plain", parts(3, Some(Error::Busy))));
        assert!(matches!(failed, Err(Error::Busy)));
    }

    #[test]
    fn a_long_body_is_made_while_it_is_sent() {
        let long = parts(300, Some(Error::Overdue));
        let Body::Stream(body) = ready(Response::stream("text/plain", long)).expect("a body").body
        else {
            panic!("all of it was made at once")
        };
        let sent: Vec<_> = ready(body.collect());
        let bytes = sent.iter().flatten().map(Bytes::len).sum::<usize>();
        assert_eq!(bytes, 300 << 10);
        assert!(matches!(sent.last(), Some(Err(Error::Overdue))));
    }
}
