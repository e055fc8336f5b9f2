//! Analysis of positions and review of whole games.
//!
//! Each client has a socket of its own (`socket`). A question becomes a job that runs in slices
//! (`api::SlicedJob`, `time_slices`), so that the computer players of matches and other clients get their
//! turns; `quota` limits how many questions are open at the same time.

mod quota;
mod socket;
mod time_slices;

pub(crate) use quota::AnalysisQuota;
pub(crate) use socket::router;
