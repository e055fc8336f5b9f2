//! Analysis of positions and review of whole games.

mod document;
mod review_cache;
mod sliced_job;

pub(crate) use document::{
    add_played, clean_header, is_of_match, read_document, set_match, set_moves, shown,
};
pub use review_cache::ReviewCache;
pub use sliced_job::{AnalysisResults, GameReview, PositionAnalysis, ResultBuffer, SlicedJob};
