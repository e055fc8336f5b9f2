//! What stands for the engines in a program without searches.

use std::sync::atomic::AtomicBool;

use rules::{Record, ReplayError};

use crate::{AnyReport, AnySearcher, Limits, Review, ReviewedEntry, Reviewer};

/// Stands for all engines in a program that has its work done elsewhere (`--cfg without_search`), so that none is in
/// it: it finds nothing.
pub(crate) struct NoEngine;

impl AnySearcher for NoEngine {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        Ok(AnyReport::default())
    }
}

impl Reviewer for NoEngine {
    fn review(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError> {
        Ok(Review::default())
    }
}
