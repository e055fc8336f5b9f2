//! Reports of names to the operator.

use api::{Error, OpenRoom};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use play::{Kind, Who};
use store::Report;
use wire::http::NewReport;

use super::HttpError;
use super::body::JsonBody;
use crate::AppState;
use crate::room::RoomActor;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/reports", post(create))
}

/// Stores the name that a player has at a table for the operator.
async fn create(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(NewReport { match_id, player }): JsonBody<NewReport>,
) -> Result<StatusCode, HttpError> {
    if !visitor.is_local()
        && !shared.reports.allow(visitor.address, shared.service.time.now().monotonic)
    {
        shared.service.metrics.limited();
        return Err(Error::TooMany.into());
    }
    let look = move |actor: &RoomActor| {
        let session = actor.room().session();
        let who = session.who(player).filter(|_| session.kind() == Kind::Online);
        match who {
            Some(Who::Human { name }) if !name.is_empty() => Some(name.clone()),
            _ => None,
        }
    };
    let name = shared.hub.look(&match_id, &visitor.id(), look).await?;
    let Some(name) = name else {
        return Err(Error::Refused(texts::text("problem-no-name", &[])).into());
    };
    let owner = shared.owner(&visitor);
    let (reporter, network) = (owner.profile, owner.network);
    let report =
        Report { at: shared.service.time.now().wall, match_id, player, name, reporter, network };
    match shared.service.store.add_report(report).await {
        Ok(()) => {}
        Err(store::Error::Full) => return Err(Error::TooMany.into()),
        Err(error) => return Err(error.into()),
    }
    shared.service.metrics.name_reported();
    Ok(StatusCode::NO_CONTENT)
}
