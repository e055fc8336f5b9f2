//! Names that visitors have reported, and who is behind them.

use async_trait::async_trait;
use play::{Player, Time};

use super::{Row, Sql};
use crate::{
    Error, Participant, REPORTS_MAX, REPORTS_OF_NETWORK_MAX, Report, ReportReader, ReportWriter,
};

#[async_trait]
impl<S: Sql> ReportWriter for S {
    async fn add_report(&mut self, report: Report) -> Result<(), Error> {
        let known = self
            .row(
                "SELECT 1 FROM reports WHERE match_id = $1 AND player = $2 AND reporter = $3",
                &[(&report.match_id).into(), report.player.into(), (&report.reporter).into()],
            )
            .await?;
        if known.is_some() {
            return Ok(());
        }
        let of_network = "SELECT count(*) FROM reports WHERE network = $1";
        let of_network = self.row(of_network, &[(&report.network).into()]).await?;
        let of_network: u64 = of_network.map_or(Ok(0), |row| row.get(0))?;
        if of_network >= REPORTS_OF_NETWORK_MAX as u64 {
            return Err(Error::Full);
        }
        self.execute(
            "INSERT INTO reports (at, match_id, player, name, reporter, network)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            &[
                report.at.into(),
                (&report.match_id).into(),
                report.player.into(),
                (&report.name).into(),
                (&report.reporter).into(),
                (&report.network).into(),
            ],
        )
        .await?;
        self.execute(
            "DELETE FROM reports
             WHERE number <= (SELECT number FROM reports ORDER BY number DESC LIMIT 1 OFFSET $1)",
            &[REPORTS_MAX.into()],
        )
        .await?;
        Ok(())
    }

    async fn delete_reports(&mut self, until: Time) -> Result<u64, Error> {
        self.execute("DELETE FROM reports WHERE at <= $1", &[until.into()]).await
    }
}

#[async_trait]
impl<S: Sql> ReportReader for S {
    async fn reports(&mut self) -> Result<Vec<Report>, Error> {
        let select =
            "SELECT at, match_id, player, name, reporter, network FROM reports ORDER BY number";
        let rows = self.rows(select, &[]).await?;
        let report = |row: &Row| {
            Ok(Report {
                at: row.get(0)?,
                match_id: row.get(1)?,
                player: row.get(2)?,
                name: row.get(3)?,
                reporter: row.get(4)?,
                network: row.get(5)?,
            })
        };
        rows.iter().map(report).collect()
    }

    async fn participant(
        &mut self,
        match_id: String,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let row = self
            .row(
                "SELECT attendances.profile, coalesce(profiles.network, matches.network)
                 FROM attendances
                   LEFT JOIN profiles ON profiles.id = attendances.profile
                   LEFT JOIN matches ON matches.id = attendances.match_id
                     AND matches.owner = attendances.profile
                 WHERE attendances.match_id = $1 AND attendances.player = $2
                 ORDER BY attendances.profile LIMIT 1",
                &[(&match_id).into(), player.into()],
            )
            .await?;
        row.map(|row| Ok(Participant { profile: row.get(0)?, network: row.get(1)? })).transpose()
    }
}
