//! Socket of analysis. It has one question at a time: a new one cancels the one before.

use api::{
    ANALYSIS_MESSAGE_MAX_BYTES, AnalysisReply, AnalysisSession, Analyst, Context, ReviewCache,
    answer_question,
};
use axum::Router;
use axum::extract::ws::Utf8Bytes;
use axum::response::Response;
use axum::routing::get;
use serde_json::Value;
use wire::{FromAnalyst, PREVIOUS_PROTOCOL, PROTOCOL};

use super::slices::Slices;
use crate::AppState;
use crate::http::{HttpError, SocketUpgrade};
use crate::request_context::RequestContext;
use crate::socket_limiter::MessageLimiter;
use crate::socket_loop::{
    AbortOnDrop, Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket,
};

/// Size limits of the socket.
const SOCKET_LIMITS: SocketLimits =
    SocketLimits { message_max_bytes: ANALYSIS_MESSAGE_MAX_BYTES, outbox_messages: 32 };

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/analysis/socket", get(open))
}

async fn open(
    context: RequestContext,
    SocketUpgrade(upgrade): SocketUpgrade,
) -> Result<Response, HttpError> {
    let sockets = &context.shared().sockets;
    let permit = sockets.acquire(context.visitor())?;
    let limiter = sockets.message_limiter(context.visitor());
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, move |outbox| {
        let client = AnalysisClient { context, outbox, protocol: PROTOCOL };
        AnalysisSocket { client, session: AnalysisSession::default(), limiter, current: None }
    }))
}

/// What it takes to answer a client's questions.
#[derive(Clone)]
struct AnalysisClient {
    context: RequestContext,
    outbox: Outbox,
    /// The version of the protocol that the client speaks.
    protocol: u32,
}

impl Analyst for AnalysisClient {
    type Job = Slices;

    fn reviews(&self) -> &ReviewCache {
        &self.context.shared().reviews
    }

    fn start(&self) -> Option<Slices> {
        let (shared, tenant) = (self.context.shared(), self.context.visitor_id().tenant);
        let permit = shared.quota.acquire(tenant).ok()?;
        Some(Slices::new(shared.service.pool.clone(), tenant, permit))
    }

    async fn send(&self, message: &FromAnalyst) {
        // If the socket is closed, this task is about to be aborted.
        let _ = self.outbox.send(encode_in(self.protocol, message)).await;
    }
}

/// State of one socket.
struct AnalysisSocket {
    client: AnalysisClient,
    session: AnalysisSession,
    limiter: MessageLimiter,
    /// The task that answers the current question.
    current: Option<AbortOnDrop>,
}

impl SocketHandler for AnalysisSocket {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        let now = self.client.context.now();
        let verdict = self.limiter.check(now.monotonic);
        match self.session.receive(text, verdict, now.wall) {
            AnalysisReply::Send(message) => return SocketReply::Send(encode(&message)),
            AnalysisReply::Close => return SocketReply::Close,
            AnalysisReply::Stop => self.current = None,
            AnalysisReply::Answer(scope, question) => {
                // Gives its permit back before the new question takes one.
                self.current = None;
                self.client.protocol = self.session.protocol();
                let client = self.client.clone();
                let answer = answer_question(client.context.clone(), client, scope, question);
                let task = tokio::spawn(answer);
                self.current = Some(AbortOnDrop(task.abort_handle()));
            }
        }
        SocketReply::None
    }

    async fn closed(&mut self) {
        self.current = None;
    }
}

/// Encodes a message in the client's version of the protocol.
fn encode_in(protocol: u32, message: &FromAnalyst) -> Utf8Bytes {
    if protocol == PREVIOUS_PROTOCOL
        && let FromAnalyst::Report(report) = message
        && report.selectivity.is_some()
        && let Ok(Value::Object(mut message)) = serde_json::to_value(message)
    {
        let selectivity = message.remove("selectivity").unwrap_or_default();
        message.insert("surety".to_owned(), selectivity);
        return encode(&message);
    }
    encode(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::PositionReport;

    #[test]
    fn a_report_is_told_in_the_version_of_the_client() {
        let report = |selectivity| {
            let (moves, lines) = (Vec::new(), Vec::new());
            let (question, depth, nodes, time, done) = (3, 12, 184_220, 350, true);
            let solver = None;
            FromAnalyst::Report(PositionReport {
                question,
                depth,
                nodes,
                time,
                selectivity,
                solver,
                done,
                moves,
                lines,
            })
        };
        let told = |protocol, selectivity| -> Value {
            serde_json::from_str(&encode_in(protocol, &report(selectivity))).unwrap()
        };
        let (old, new) = (told(PREVIOUS_PROTOCOL, Some(87)), told(PROTOCOL, Some(87)));
        assert_eq!((&old["surety"], &old["selectivity"]), (&87.into(), &Value::Null));
        assert_eq!((&new["surety"], &new["selectivity"]), (&Value::Null, &87.into()));
        assert_eq!(told(PREVIOUS_PROTOCOL, None), told(PROTOCOL, None));
    }
}
