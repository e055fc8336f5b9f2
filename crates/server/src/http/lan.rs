//! The local network, and addresses as pictures.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use wire::http::Lan;

use super::Error;
use super::body::Asked;
use crate::qr::Qr;
use crate::visitor::Visitor;
use crate::{Owner, Shared};

/// The longest text that is made a picture of, in bytes.
const LONGEST: usize = 300;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/lan", get(lan)).route("/api/qr", get(qr).post(posted))
}

async fn lan(State(shared): State<Shared>, visitor: Visitor) -> Json<Lan> {
    let addresses = match &shared.app.public_url {
        Some(url) => vec![format!("{}/", url.trim_end_matches('/'))],
        None => shared.lan.addresses(),
    };
    // Nobody from elsewhere has this machine look around.
    let searches = shared.app.owner == Owner::Person && visitor.is_local();
    let neighbours = if searches { shared.lan.neighbours() } else { Vec::new() };
    Json(Lan { lan: shared.lan.is_open(), addresses, neighbours })
}

/// What is to be a picture.
#[derive(Deserialize)]
struct Wanted {
    text: String,
}

async fn qr(Asked(Wanted { text }): Asked<Wanted>) -> Result<Response, Error> {
    picture(&text)
}

/// The same for a text with a secret in it, which does not belong into an address.
async fn posted(text: String) -> Result<Response, Error> {
    picture(&text)
}

fn picture(text: &str) -> Result<Response, Error> {
    let code = Some(text).filter(|text| text.len() <= LONGEST).and_then(Qr::new);
    let code = code.ok_or(Error::TooLarge)?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], code.svg()).into_response())
}
