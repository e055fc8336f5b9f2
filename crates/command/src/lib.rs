//! What commands share: their context, arguments, files and failures.

pub mod args;
pub mod blocking_store;
pub mod board_picture;
pub mod color_mode;
pub mod context;
pub mod data;
pub mod failure;
pub mod files;
pub mod location;
pub mod messages;
pub mod nats_args;
pub mod output;
pub mod output_file;
pub mod parallel;
pub mod platform;
pub mod progress;
pub mod record;
pub mod tiles;
pub mod words;

/// Which streams are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal {
    /// Standard input.
    pub input: bool,
    /// Standard output, which may then be coloured.
    pub out: bool,
    /// Standard error, which may then show a progress bar.
    pub err: bool,
}
