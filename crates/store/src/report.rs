//! Reports of names to the operator, and who is behind them.

use async_trait::async_trait;
use play::{Player, Time};
use serde::{Deserialize, Serialize};

use crate::request::ChangeScope;
use crate::{Error, Store};

/// Reports that are kept; a new one takes the place of the oldest.
pub const REPORTS_MAX: usize = 2000;
/// Reports of one network that are kept: no more are taken.
pub const REPORTS_OF_NETWORK_MAX: usize = 50;

/// Name that a visitor has reported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub at: Time,
    /// The match in which it was seen.
    pub match_id: String,
    pub player: Player,
    pub name: String,
    /// The profile of the visitor.
    pub reporter: String,
    /// The network that the report comes from, as a key for counting; `None` at the server's own machine.
    pub network: Option<String>,
}

/// Who plays in a match, as the operator can know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    pub profile: String,
    /// The key of the network that their settings, or the match, came from, if that is known.
    pub network: Option<String>,
}

/// Changes of reports.
#[async_trait]
pub trait ReportWriter: Send {
    /// Stores a report, unless the visitor has made the same before. [`Error::Full`] if the network has made as many
    /// as it may.
    async fn add_report(&mut self, report: Report) -> Result<(), Error>;

    /// Deletes the reports of that time and earlier ones, and counts them.
    async fn delete_reports(&mut self, until: Time) -> Result<u64, Error>;
}

/// Questions about reports.
#[async_trait]
pub trait ReportReader: Send {
    /// All reports, the oldest first.
    async fn reports(&mut self) -> Result<Vec<Report>, Error>;

    /// Who a player of a match is, if that is known.
    async fn participant(
        &mut self,
        match_id: String,
        player: Player,
    ) -> Result<Option<Participant>, Error>;
}

impl Store {
    /// Stores a report, unless the visitor has made the same before.
    pub async fn add_report(&self, report: Report) -> Result<(), Error> {
        let scope = ChangeScope::of_profile(&report.reporter);
        self.change(scope, move |writer| writer.add_report(report)).await
    }

    /// Deletes the reports of that time and earlier ones, and counts them.
    pub async fn delete_reports(&self, until: Time) -> Result<u64, Error> {
        self.change(ChangeScope::service(), move |writer| writer.delete_reports(until)).await
    }

    /// All reports, the oldest first.
    pub async fn reports(&self) -> Result<Vec<Report>, Error> {
        self.read(|reader| reader.reports()).await
    }

    /// Who a player of a match is, if that is known.
    pub async fn participant(
        &self,
        match_id: impl Into<String>,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let match_id = match_id.into();
        self.read(move |reader| reader.participant(match_id, player)).await
    }
}
