//! Requests, without their transport.

use bytes::Bytes;
use rules::Lang;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::unreadable::{bad_json, bad_query, no_utf8};

/// Method of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Reads something.
    Get,
    /// Adds something, or asks a question that does not fit into a path.
    Post,
    /// Replaces something.
    Put,
    /// Removes something.
    Delete,
}

/// Request of the page.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The variable segments of the path, decoded.
    pub params: Vec<String>,
    /// The query string, without its question mark.
    pub query: String,
    /// Value of the `Accept-Language` header.
    pub accept_language: String,
    /// Value of the `If-None-Match` header.
    pub if_none_match: String,
    /// The body.
    pub body: Bytes,
}

impl Request {
    /// A variable segment of the path. A handler asks for those that its path has.
    pub fn param(&self, index: usize) -> String {
        self.params.get(index).cloned().unwrap_or_default()
    }

    /// The parameters of the query.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Error> {
        read_query(&self.query)
    }

    /// The body as text.
    pub fn text(&self) -> Result<String, Error> {
        String::from_utf8(self.body.to_vec()).map_err(|_| no_utf8())
    }

    /// The body as JSON; a long one is parsed where it delays nobody, by `read_json`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        read_json(&self.body)
    }

    /// The first supported language that the browser accepts.
    pub fn language(&self) -> Lang {
        accepted_language(&self.accept_language)
    }
}

/// The first supported language in an `Accept-Language` header.
pub fn accepted_language(header: &str) -> Lang {
    let supported = |tag: &str| {
        let code = tag.split([';', '-']).next()?.trim().to_ascii_lowercase();
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    };
    header.split(',').find_map(supported).unwrap_or_default()
}

/// Parses a query string.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs))
        .map_err(|error| bad_query(&error.path().to_string(), &error.inner().to_string()))
}

/// Parses JSON, here and elsewhere always from bytes: a second source of text would be a second copy of all parsers
/// in the program for the browser.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    str::from_utf8(bytes).map_err(|_| no_utf8())?;
    serde_json::from_slice(bytes).map_err(|error| bad_json(bytes, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_supported_language_is_chosen() {
        for (asked, lang) in [
            ("fr-CA,fr;q=0.9,en;q=0.8", Lang::Fr),
            ("de, en-GB;q=0.7, fr;q=0.3", Lang::En),
            ("nl", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(accepted_language(asked), lang);
        }
    }
}
