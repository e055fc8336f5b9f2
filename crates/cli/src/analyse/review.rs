//! `damier analyse --review`: a whole game looked over.

use engine::{Entry, Review, ReviewedEntry};
use rules::{Live, Record, Text};
use texts::text;
use wire::report::ReviewJson;

use super::{AnalyseCommand, widest};
use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, progress};

/// Template of the progress bar.
const PROGRESS_TEMPLATE: &str = "{bar:30} {msg}";
/// How far remarks stand below their move.
const REVIEW_INDENT: usize = 8;

impl AnalyseCommand {
    /// Looks over the game and prints what is to be said of it.
    pub(super) fn look_over(
        &self,
        entry: &Entry,
        live: &dyn Live,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let record = live.record();
        let review = self.review_of(entry, record, context)?;
        if self.json {
            context.print_json(&ReviewJson::new(entry.game.info().id, record, &review))?;
            return Ok(());
        }
        print(record, &review, context)
    }

    /// Reviews, and shows on a terminal how far that is.
    fn review_of(
        &self,
        entry: &Entry,
        record: &Record,
        context: &Context<'_>,
    ) -> Result<Review, Failure> {
        let total = record.moves.len();
        let bar = progress::bar(context, total as u64, PROGRESS_TEMPLATE);
        let mut done = 0_usize;
        let mut watch = |_: &ReviewedEntry| {
            done += 1;
            bar.set_position(done as u64);
            bar.set_message(text!("review-status", done, total).get(context.lang).to_owned());
        };
        let limits = engine::Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..engine::Limits::default()
        };
        let mut reviewer = entry.reviewer(self.resources(entry)?);
        let review = reviewer.review(record, &limits, context.stop, &mut watch);
        bar.finish_and_clear();
        review.map_err(|error| Failure::replay(&record.start, error))
    }
}

fn print(record: &Record, review: &Review, context: &mut Context<'_>) -> Result<(), Failure> {
    let lang = context.lang;
    let entries = &review.entries;
    let score = |entry: &ReviewedEntry| messages::review::score(entry).get(lang).to_owned();
    let played =
        |entry: &ReviewedEntry| format!("{} {}", entry.played.notation, entry.grade.sign());
    let move_width = widest(entries.iter().map(played));
    let score_width = widest(entries.iter().map(score));
    for entry in entries {
        let (number, letter) = (entry.index + 1, entry.seat.letter());
        let (played, score) = (played(entry), score(entry));
        let grade = messages::review::grade(entry.grade);
        let grade = grade.get(lang);
        writeln!(
            context.out,
            "{number:>4}  {letter}  {played:<move_width$}  {score:>score_width$}  {grade}"
        )?;
        for remark in remarks(entry) {
            writeln!(context.out, "{:REVIEW_INDENT$}{}", "", remark.get(lang))?;
        }
    }
    if !entries.is_empty() {
        writeln!(context.out)?;
    }
    for line in messages::review::summary(record.moves.len(), review) {
        writeln!(context.out, "{}", line.get(lang))?;
    }
    Ok(())
}

/// What is said below a move that is blamed.
pub(crate) fn remarks(entry: &ReviewedEntry) -> Vec<Text> {
    let better = entry.grade.is_blame().then(|| messages::review::better(&entry.best));
    better.into_iter().chain(entry.reasons.iter().map(|reason| reason.text.clone())).collect()
}
