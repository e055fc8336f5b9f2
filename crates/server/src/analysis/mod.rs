//! Analysis of positions and review of whole games.
//!
//! Each client has a socket of its own (`socket`). A question becomes a job that runs in slices
//! (`sliced_job`, `time_slices`), so that the computer players of matches and other clients get their
//! turns; `quota` limits how many questions are open at the same time.

mod document;
mod quota;
mod review_cache;
mod sliced_job;
mod socket;
mod time_slices;

pub(crate) use document::{
    add_played, clean_header, is_of_match, read_document, set_match, set_moves, shown,
};
pub(crate) use quota::AnalysisQuota;
pub(crate) use review_cache::ReviewCache;
pub(crate) use socket::router;
