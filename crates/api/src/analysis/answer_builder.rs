//! Messages that answer a question, from the results of a job.

use engine::{AnyReport, ReviewedEntry, accuracy};
use rules::{BySeat, Live};
use wire::FromAnalyst;
use wire::report::{position_report, reviewed_move};

/// The accuracy at the end of a review, by the seats at the end.
pub(super) fn accuracy_of(messages: &[FromAnalyst]) -> Option<BySeat<Option<f32>>> {
    match messages.last() {
        Some(FromAnalyst::ReviewOver { accuracy, .. }) => Some(*accuracy),
        _ => None,
    }
}

/// The accuracy as it is stored: in thousandths, by the seats where the players began.
pub(super) fn by_player(accuracy: BySeat<Option<f32>>, swapped: bool) -> store::Accuracy {
    // Rounded down, so that rounding to percent gives what the review says.
    let thousandths = |percent: f32| (percent * 10.0).clamp(0.0, 1000.0) as u16;
    let BySeat { first, second } = accuracy.map(|one| one.map(thousandths));
    if swapped { BySeat { first: second, second: first } } else { BySeat { first, second } }
}

/// Builds the messages that answer a question.
pub(super) struct AnswerBuilder<'a> {
    question: u64,
    lines: usize,
    live: &'a mut dyn Live,
    /// Entries of the record, all of which are reviewed.
    entries: usize,
    last: AnyReport,
    reviewed: Vec<ReviewedEntry>,
    pub(super) sent: Vec<FromAnalyst>,
}

impl<'a> AnswerBuilder<'a> {
    pub(super) fn new(question: u64, lines: usize, live: &'a mut dyn Live) -> Self {
        let entries = live.record().moves.len();
        let last = AnyReport::default();
        Self { question, lines, live, entries, last, reviewed: Vec::new(), sent: Vec::new() }
    }

    pub(super) fn report(&mut self, report: Option<AnyReport>, done: bool) -> Option<FromAnalyst> {
        if report.is_none() && !done {
            return None;
        }
        self.last = report.unwrap_or_else(|| std::mem::take(&mut self.last));
        let Self { question, lines, live, last, .. } = self;
        Some(FromAnalyst::Report(position_report(*question, *live, last, *lines, done)))
    }

    pub(super) fn entries(&mut self, entries: Vec<ReviewedEntry>, done: bool) -> Vec<FromAnalyst> {
        let mut messages = Vec::new();
        for entry in entries {
            // Entries come from the end of the game, so that the moves after them can be taken back.
            self.live.truncate(entry.index);
            let message = reviewed_move(self.live, &entry);
            self.reviewed.push(entry);
            messages.push(FromAnalyst::Reviewed {
                question: self.question,
                progress: [self.reviewed.len(), self.entries],
                entry: Box::new(message),
            });
        }
        if done {
            let accuracy = accuracy(&self.reviewed);
            messages.push(FromAnalyst::ReviewOver { question: self.question, accuracy });
        }
        self.sent.extend(messages.iter().cloned());
        messages
    }
}

/// The same message with the number of another question.
pub(super) fn with_question(mut message: FromAnalyst, number: u64) -> FromAnalyst {
    if let FromAnalyst::Reviewed { question, .. } | FromAnalyst::ReviewOver { question, .. } =
        &mut message
    {
        *question = number;
    }
    message
}
