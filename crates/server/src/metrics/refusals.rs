//! Refusals by kind, of requests and of messages.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use play::RefusalCode;

use crate::hub::Service;

/// Kind of a refusal that has no code of ours: of the framework.
const OTHER_KIND: &str = "other";

/// Code of a refusal, attached to the response for the count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProblemCode(pub(crate) &'static str);

/// Numbers of refusals by protocol and code.
#[derive(Debug, Default)]
pub(super) struct Refusals(Mutex<BTreeMap<(&'static str, String), u64>>);

impl Refusals {
    pub(super) fn count(&self, over: &'static str, kind: String) {
        *self.lock().entry((over, kind)).or_default() += 1;
    }

    /// All numbers, in the order of their keys.
    pub(super) fn snapshot(&self) -> Vec<((&'static str, String), u64)> {
        self.lock().iter().map(|(key, count)| (key.clone(), *count)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(&'static str, String), u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a code in the protocol.
pub(super) fn name(code: RefusalCode) -> String {
    let name = serde_json::to_value(code).ok();
    name.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_else(|| OTHER_KIND.to_owned())
}

/// Middleware that counts responses which refuse a request.
pub(crate) async fn count_refusals(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        let code = response.extensions().get::<ProblemCode>().map_or(OTHER_KIND, |code| code.0);
        service.metrics.request_refused(code);
    }
    response
}
