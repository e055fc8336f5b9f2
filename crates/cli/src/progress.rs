//! How far long work is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::context::Context;

/// A line on stderr that is drawn again as work goes on, in the form that indicatif calls a template;
/// nothing where nobody would see it. It must be used by one thread alone: others would wait for the
/// one that holds stderr.
pub(crate) fn line(context: &Context<'_>, steps: u64, template: &str) -> ProgressBar {
    if !context.terminal.err {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
