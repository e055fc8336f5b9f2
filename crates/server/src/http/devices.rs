//! Devices of a profile: one more comes by a link, once.

use std::time::Duration;

use api::Error;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, post};
use axum::{Json, Router};
use play::Time;
use store::{Device, ProfileLink};
use wire::SeatSecret;
use wire::http::{ProfileLinkCreated, TakeProfile};

use super::HttpError;
use super::body::JsonBody;
use crate::AppState;
use crate::visitor::Visitor;

/// How long a link can be used.
const PROFILE_LINK_LIFETIME: Duration = Duration::from_mins(10);

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/profile/link", post(create_link))
        .route("/api/profile/take", post(take))
        .route("/api/profile/leave", post(leave))
        .route("/api/profile/devices", delete(remove_others))
}

/// Makes the secret with which one more device comes to the profile. An earlier one opens it no more.
async fn create_link(
    State(shared): State<AppState>,
    visitor: Visitor,
) -> Result<Json<ProfileLinkCreated>, HttpError> {
    shared.check_write(&visitor)?;
    let secret = SeatSecret::new(shared.app.entropy.draw()?);
    let lifetime = PROFILE_LINK_LIFETIME.as_millis() as u64;
    let expires = Time(shared.service.time.now().wall.0.saturating_add(lifetime));
    let link = ProfileLink { profile: visitor.profile, key: room::key(&secret), expires };
    shared.service.store.put_profile_link(link).await?;
    Ok(Json(ProfileLinkCreated { secret, lifetime }))
}

/// The device comes to the profile of a link, which is used up.
async fn take(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(TakeProfile { secret }): JsonBody<TakeProfile>,
) -> Result<Response, HttpError> {
    if visitor.is_local() {
        return Err(Error::Refused(texts::text("problem-profile-here", &[])).into());
    }
    // Attempts count like those to find a code: a secret is not to be guessed.
    if !shared.codes.allow(visitor.address, shared.service.time.now().monotonic) {
        shared.service.metrics.limited();
        return Err(Error::TooMany.into());
    }
    let own = SeatSecret::new(shared.app.entropy.draw()?);
    let device = Device { key: room::key(&own), added: shared.service.time.now().wall };
    match shared.service.store.take_profile_link(room::key(&secret), device).await {
        Ok(_) => {}
        Err(store::Error::NotFound) => {
            return Err(Error::Refused(texts::text("problem-profile-link", &[])).into());
        }
        Err(store::Error::Full) => {
            return Err(Error::Refused(texts::text("problem-profile-devices", &[])).into());
        }
        Err(error) => return Err(error.into()),
    }
    let cookie = visitor.device_cookie(Some(&own));
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}

/// The device leaves the profile that it came to, and has its own again.
async fn leave(State(shared): State<AppState>, visitor: Visitor) -> Result<Response, HttpError> {
    if let Some(device) = visitor.device {
        shared.service.store.remove_devices(visitor.profile.as_str(), Some(device)).await?;
    }
    let cookie = visitor.device_cookie(None);
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, cookie)]).into_response())
}

/// Removes the devices that came to the profile by links, but the one that asks.
async fn remove_others(
    State(shared): State<AppState>,
    visitor: Visitor,
) -> Result<StatusCode, HttpError> {
    shared.check_write(&visitor)?;
    let store = &shared.service.store;
    match visitor.device {
        None => {
            store.remove_devices(visitor.profile.as_str(), None).await?;
        }
        Some(own) => {
            let devices = store.devices(visitor.profile.as_str()).await?;
            for device in devices.into_iter().filter(|device| device.key != own) {
                store.remove_devices(visitor.profile.as_str(), Some(device.key)).await?;
            }
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
