//! Progress bars.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::context::Context;

/// Progress bar on stderr, in an indicatif template; hidden if stderr is no terminal. It must be used by
/// one thread alone: others would wait for the one that holds stderr.
pub(crate) fn bar(context: &Context<'_>, steps: u64, template: &str) -> ProgressBar {
    if !context.terminal.err {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
