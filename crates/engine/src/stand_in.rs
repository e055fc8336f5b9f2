//! Players of which another makes the moves that they do not make.

use std::sync::atomic::AtomicBool;

use rules::{Record, ReplayError};

use crate::{AnyReport, AnySearcher, Limits, Opponent};

/// Player with its stand-in.
pub(crate) struct WithStandIn {
    pub(crate) player: Box<dyn AnySearcher>,
    pub(crate) stand_in: &'static Opponent,
    /// Seed of the stand-in's random choices.
    pub(crate) seed: u64,
}

impl AnySearcher for WithStandIn {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let report = self.player.search(record, limits, stop, watch)?;
        if report.choice.is_some() {
            return Ok(report);
        }
        let limits = limits.clone().after(report.time);
        let played = self.stand_in.make(self.seed).search(record, &limits, stop, watch)?;
        Ok(AnyReport { notice: report.notice.or(played.notice), ..played })
    }
}
