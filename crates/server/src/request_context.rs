//! What the handlers of `api` work with in this server.

use std::sync::Arc;
use std::time::Duration;

use ::room::Now;
use api::{Backfill, Context, Error, Games, OpenError, OpenRoom, PictureKey, Resource, WorkBudget};
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use engine::Entry;
use play::SeatKey;
use rules::Live;
use store::{Owner, Store};
use wire::http::AnalysisPlace;
use work::{WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use crate::AppState;
use crate::blocking::WorkClass;
use crate::browser_engines::BrowserEngines;
use crate::http::HttpError;
use crate::hub::Service;
use crate::room::RoomActor;
use crate::visitor::{Visitor, VisitorId, expired_cookie, unidentified};

/// Context of one request, or of one socket: the server and the visitor.
#[derive(Clone)]
pub(crate) struct RequestContext(Arc<RequestState>);

struct RequestState {
    shared: AppState,
    visitor: Visitor,
    id: VisitorId,
}

impl RequestContext {
    pub(crate) fn new(shared: AppState, visitor: Visitor) -> Self {
        let id = visitor.id();
        Self(Arc::new(RequestState { shared, visitor, id }))
    }

    /// The context of a request that is no reason for a cookie.
    pub(crate) fn anonymous(parts: &Parts, shared: &AppState) -> Result<Self, Error> {
        let visitor = parts.extensions.get::<Visitor>().cloned();
        let visitor = visitor.ok_or_else(unidentified)?;
        Ok(Self::new(shared.clone(), visitor))
    }

    /// The state of the server.
    pub(crate) fn shared(&self) -> &AppState {
        &self.0.shared
    }

    /// The visitor.
    pub(crate) fn visitor(&self) -> &Visitor {
        &self.0.visitor
    }

    /// What the visitor is known by beyond this request.
    pub(crate) fn visitor_id(&self) -> &VisitorId {
        &self.0.id
    }
}

impl FromRequestParts<AppState> for RequestContext {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, shared: &AppState) -> Result<Self, HttpError> {
        let visitor = Visitor::from_request_parts(parts, shared).await?;
        Ok(Self::new(shared.clone(), visitor))
    }
}

impl Context for RequestContext {
    fn games(&self) -> &Games {
        &self.shared().service.games
    }

    fn store(&self) -> &Store {
        &self.shared().service.store
    }

    fn backfill(&self) -> &Backfill {
        &self.shared().service.backfill
    }

    fn now(&self) -> Now {
        self.shared().service.time.now()
    }

    fn random(&self) -> Result<u128, Error> {
        self.shared().app.entropy.draw()
    }

    fn resource(&self, resource: Resource) -> Result<Bytes, Error> {
        Ok(self.shared().resource(resource)?.plain().clone())
    }

    fn is_owner(&self) -> bool {
        self.shared().is_owner(self.visitor_id().tenant)
    }

    fn profile(&self) -> &str {
        &self.visitor().profile
    }

    fn device(&self) -> Option<SeatKey> {
        self.visitor().device
    }

    fn owner(&self) -> Owner {
        self.shared().owner(self.visitor())
    }

    fn expired_cookie(&self) -> Option<String> {
        expired_cookie(self.shared(), self.visitor())
    }

    fn analysis_place(&self) -> AnalysisPlace {
        let engines = &self.shared().app.browser_engines;
        engines.as_ref().map_or(AnalysisPlace::Server, BrowserEngines::place)
    }

    fn check_effort(&self) -> Result<(), Error> {
        self.shared().check_effort(self.visitor())
    }

    fn check_write(&self) -> Result<(), Error> {
        self.shared().check_write(self.visitor())
    }

    async fn check_fair_play(
        &self,
        entry: Entry,
        live: Box<dyn Live>,
    ) -> Result<Box<dyn Live>, Error> {
        self.shared().service.check_fair_play(self.visitor_id(), entry, live).await
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let class = WorkClass::new(self.visitor_id().tenant, bytes);
        self.shared().run_blocking(class, work).await
    }

    async fn run_expensive<T: Send + 'static>(
        &self,
        cost: Duration,
        bytes: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let class = WorkClass::new(self.visitor_id().tenant, bytes).with_cost(cost);
        self.shared().run_blocking(class, work).await
    }

    async fn run_patiently<T: Send + 'static>(
        &self,
        cost: Duration,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let Service { games, blocking, limits, .. } = &*self.shared().service;
        let class = WorkClass::new(self.visitor_id().tenant, 0).with_cost(cost);
        let games = games.clone();
        let work = move |budget: &dyn WorkBudget| work(&games, budget);
        blocking.run_patiently(limits.export_patience, class, work).await
    }

    async fn run_engine(
        &self,
        priority: WorkPriority,
        request: WorkRequest,
    ) -> Result<(WorkResult, Vec<WorkUpdate>), Error> {
        let (tenant, pool) = (self.visitor_id().tenant, &self.shared().service.pool);
        let mut job = pool.submit(tenant, priority, request)?;
        let result = job.result().await;
        let result = result.ok_or_else(|| Error::failed("a job of an engine failed"))?;
        Ok((result, job.updates().into()))
    }

    async fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T + Clone + Send + 'static,
    ) -> Result<T, OpenError> {
        let look = move |room: &RoomActor| look(room);
        self.shared().hub.look(id, self.visitor_id(), look).await
    }

    async fn close_room(&self, id: &str) {
        self.shared().hub.close_room(id).await;
    }

    fn png(
        &self,
        key: PictureKey,
        drawing: &str,
        pixels: u32,
        budget: &dyn WorkBudget,
    ) -> Result<Bytes, Error> {
        let cache = &self.shared().pictures;
        if let Some(found) = cache.get(&key) {
            return Ok(found);
        }
        budget.check()?;
        let picture = Bytes::from(picture::png(drawing, pixels).map_err(Error::failed)?);
        cache.put(key, picture.clone());
        Ok(picture)
    }
}
