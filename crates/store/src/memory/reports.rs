//! Reports in memory.

use async_trait::async_trait;
use play::{Player, Time};

use super::Memory;
use crate::{Error, Participant, Report, ReportReader, ReportWriter};

#[async_trait]
impl ReportWriter for Memory {
    async fn add_report(&mut self, report: Report) -> Result<(), Error> {
        self.state().visitors.add_report(report)
    }

    async fn delete_reports(&mut self, until: Time) -> Result<u64, Error> {
        let reports = &mut self.state().visitors.reports;
        let all = reports.len();
        reports.retain(|report| report.at > until);
        Ok((all - reports.len()) as u64)
    }
}

#[async_trait]
impl ReportReader for Memory {
    async fn reports(&mut self) -> Result<Vec<Report>, Error> {
        Ok(self.state().visitors.reports.clone())
    }

    async fn participant(
        &mut self,
        match_id: String,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let state = self.state();
        let Some(stored) = state.matches.get(&match_id) else { return Ok(None) };
        let found = stored.participants.iter().find(|(_, is)| **is == Some(player));
        Ok(found.map(|(profile, _)| {
            let settings = state.profiles.get(profile).and_then(|it| it.network.clone());
            let of_match = stored.network.clone().filter(|_| stored.owner == *profile);
            Participant { profile: profile.clone(), network: settings.or(of_match) }
        }))
    }
}
