//! Analysis of positions and review of whole games.
//!
//! Each client has a socket of its own (`socket`). A question is worked on in `slices`, so that the computer players of matches and other clients get their
//! turns; `quota` limits how many questions are open at the same time.

mod quota;
mod slices;
mod socket;

pub(crate) use quota::AnalysisQuota;
pub(crate) use socket::router;
