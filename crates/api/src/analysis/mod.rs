//! Analysis of positions and review of whole games.
//!
//! Each client has a socket of its own, with a [`AnalysisSession`]. A question becomes an analysis that may run in
//! slices (`sliced_analysis`); [`answer_question`] turns what they find into messages.

mod answer_builder;
mod document;
mod question;
mod review_cache;
mod session;
mod sliced_analysis;

pub(crate) use document::{
    add_played, clean_header, is_of_match, read_document, set_match, set_moves, shown,
};
pub(crate) use question::check_analysis;
pub use question::{AnalysisJob, AnalysisScope, Analyst, SliceNews, answer_question};
pub use review_cache::ReviewCache;
pub use session::{AnalysisReply, AnalysisSession};
pub use sliced_analysis::Ending;

/// The largest message of a client, in bytes.
pub const ANALYSIS_MESSAGE_MAX_BYTES: usize = 16 << 10;
