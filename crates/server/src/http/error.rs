//! Responses to requests that are refused.

use api::Error;
use axum::response::{IntoResponse, Response};

use super::handlers::plain_response;
use crate::metrics::ProblemCode;

/// Error of a request, as axum's handlers and extractors return it.
#[derive(Debug)]
pub(crate) struct HttpError(Error);

impl<E: Into<Error>> From<E> for HttpError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let mut response = plain_response(error.response());
        response.extensions_mut().insert(ProblemCode(error.code()));
        response
    }
}
