//! Responses, without their transport.

use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use serde::Serialize;

use crate::error::Error;
use crate::resource::Resource;

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

    /// A body of that content type that is made while it is sent.
    pub fn stream(
        content_type: &str,
        parts: impl Stream<Item = Result<Bytes, Error>> + Send + 'static,
    ) -> Self {
        let headers = vec![("content-type", content_type.to_owned())];
        Self { status: 200, headers, body: Body::Stream(Box::pin(parts)) }
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
