//! Progress bars.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tui::Charset;

use crate::context::Context;

/// Template with the count and the times.
pub const COUNT_TEMPLATE: &str = "{bar:40} {pos}/{len}  {elapsed} ({eta})";
/// Template with the count, a message and the times.
pub const MESSAGE_TEMPLATE: &str = "{bar:30} {pos}/{len}  {msg}  {elapsed} + {eta}";

/// Progress bar on stderr, in an indicatif template; hidden if stderr is no terminal. It must be used by
/// one thread alone: others would wait for the one that holds stderr.
pub fn bar(context: &Context<'_>, steps: u64, template: &str) -> ProgressBar {
    if !context.terminal.err {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = match Charset::detect(context.env) {
        Charset::Unicode => style,
        Charset::Ascii => style.progress_chars("#-"),
    };
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_style(style)
}
