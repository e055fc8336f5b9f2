//! Messages of the analysis socket. It has one question at a time: a new one cancels the one before.

use play::Time;
use rules::Text;
use wire::{AnalysisRefusal, FromAnalyst, PROTOCOL, Question, ToAnalyst, is_spoken};

use super::question::AnalysisScope;
use crate::message_verdict::MessageVerdict;

/// State of an analysis socket.
#[derive(Debug, Default)]
pub struct AnalysisSession {
    /// The version of the protocol that the client has greeted with.
    protocol: Option<u32>,
}

/// What follows from a message.
pub enum AnalysisReply {
    /// Send this message.
    Send(FromAnalyst),
    /// Stop the current question.
    Stop,
    /// Stop the current question and answer this one, with [`answer_question`](crate::answer_question).
    Answer(AnalysisScope, Question),
    /// Close the socket.
    Close,
}

impl AnalysisSession {
    /// The version of the protocol that the client speaks.
    pub fn protocol(&self) -> u32 {
        self.protocol.unwrap_or(PROTOCOL)
    }

    /// Handles a message; `None` stands for a binary one.
    pub fn receive(
        &mut self,
        text: Option<&str>,
        verdict: MessageVerdict,
        now: Time,
    ) -> AnalysisReply {
        match verdict {
            MessageVerdict::Allowed => {}
            MessageVerdict::Throttled => {
                return refuse(None, AnalysisRefusal::Busy, "refused-slow-down");
            }
            MessageVerdict::Abusive => return AnalysisReply::Close,
        }
        match text.and_then(|text| serde_json::from_slice(text.as_bytes()).ok()) {
            Some(message) => self.answer(message, now),
            None => refuse(None, AnalysisRefusal::BadMessage, "refused-bad-message"),
        }
    }

    fn answer(&mut self, message: ToAnalyst, now: Time) -> AnalysisReply {
        let (scope, question) = match message {
            ToAnalyst::Ping { n } => {
                return AnalysisReply::Send(FromAnalyst::Pong { n, now: now.0 });
            }
            ToAnalyst::Hello { protocol } if !is_spoken(protocol) => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return AnalysisReply::Send(refused(None, AnalysisRefusal::Protocol, text));
            }
            ToAnalyst::Hello { protocol } => {
                self.protocol = Some(protocol);
                return AnalysisReply::Send(FromAnalyst::Ready);
            }
            ToAnalyst::Stop => return AnalysisReply::Stop,
            ToAnalyst::Analyse(question) => (AnalysisScope::Position, question),
            ToAnalyst::Review(question) => (AnalysisScope::Game, question),
        };
        if self.protocol.is_none() {
            let code = AnalysisRefusal::BadMessage;
            return refuse(Some(question.question), code, "refused-no-hello");
        }
        AnalysisReply::Answer(scope, question)
    }
}

fn refuse(question: Option<u64>, code: AnalysisRefusal, id: &str) -> AnalysisReply {
    AnalysisReply::Send(refused(question, code, texts::text(id, &[])))
}

pub(super) const fn refused(
    question: Option<u64>,
    code: AnalysisRefusal,
    text: Text,
) -> FromAnalyst {
    FromAnalyst::Refused { question, code, text }
}
