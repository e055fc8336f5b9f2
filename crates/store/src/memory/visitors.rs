//! Devices, reports and results at puzzles in memory.

use std::collections::HashMap;
use std::sync::Arc;

use play::{Player, SeatKey, Time};
use serde::{Deserialize, Serialize};

use super::Memory;
use crate::{
    DEVICES_MAX, Device, Error, LOCAL, Participant, ProfileLink, PuzzleResult, REPORTS_MAX,
    REPORTS_OF_NETWORK_MAX, Report, StorageAmount, VisitorReader, VisitorWriter,
};

/// What concerns visitors.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct VisitorState {
    /// By profile.
    links: HashMap<String, ProfileLink>,
    /// With their profiles, in the order in which they came.
    devices: Vec<(String, Device)>,
    reports: Vec<Report>,
}

impl VisitorState {
    pub(super) fn len(&self) -> usize {
        self.links.len() + self.devices.len() + self.reports.len()
    }

    /// Deletes what is old, and devices of profiles of which nothing is left.
    pub(super) fn delete_older_than(&mut self, before: Time, is_left: impl Fn(&str) -> bool) {
        self.links.retain(|_, link| link.expires >= before);
        self.reports.retain(|report| report.at >= before);
        self.devices.retain(|(profile, device)| {
            device.added >= before || profile == LOCAL || is_left(profile)
        });
    }

    /// Deletes what belongs to a profile.
    pub(super) fn delete_profile(&mut self, profile: &str) {
        self.links.remove(profile);
        self.devices.retain(|(of, _)| of != profile);
        self.reports.retain(|report| report.reporter != profile);
    }

    fn take_link(&mut self, key: SeatKey, device: &Device) -> Result<String, Error> {
        let link = self.links.values().find(|link| link.key == key && device.added < link.expires);
        let profile = link.ok_or(Error::NotFound)?.profile.clone();
        if self.devices.iter().filter(|(of, _)| *of == profile).count() >= DEVICES_MAX {
            return Err(Error::Full);
        }
        self.links.remove(&profile);
        self.devices.push((profile.clone(), device.clone()));
        Ok(profile)
    }

    fn add_report(&mut self, report: &Report) -> Result<(), Error> {
        let is_same = |other: &Report| {
            (&other.match_id, other.player, &other.reporter)
                == (&report.match_id, report.player, &report.reporter)
        };
        if self.reports.iter().any(is_same) {
            return Ok(());
        }
        let is_theirs = |other: &&Report| other.network == report.network;
        if report.network.is_some()
            && self.reports.iter().filter(is_theirs).count() >= REPORTS_OF_NETWORK_MAX
        {
            return Err(Error::Full);
        }
        self.reports.push(report.clone());
        let surplus = self.reports.len().saturating_sub(REPORTS_MAX);
        self.reports.drain(..surplus);
        Ok(())
    }
}

impl VisitorWriter for Memory {
    async fn put_profile_link(&mut self, link: &ProfileLink) -> Result<(), Error> {
        self.state().visitors.links.insert(link.profile.clone(), link.clone());
        Ok(())
    }

    async fn take_profile_link(&mut self, key: SeatKey, device: &Device) -> Result<String, Error> {
        self.state().visitors.take_link(key, device)
    }

    async fn remove_devices(&mut self, profile: &str, key: Option<SeatKey>) -> Result<u64, Error> {
        let visitors = &mut self.state().visitors;
        let all = visitors.devices.len();
        visitors
            .devices
            .retain(|(of, device)| of != profile || key.is_some_and(|key| device.key != key));
        visitors.links.remove(profile);
        Ok((all - visitors.devices.len()) as u64)
    }

    async fn add_report(&mut self, report: &Report) -> Result<(), Error> {
        self.state().visitors.add_report(report)
    }

    async fn delete_reports(&mut self, until: Time) -> Result<u64, Error> {
        let reports = &mut self.state().visitors.reports;
        let all = reports.len();
        reports.retain(|report| report.at > until);
        Ok((all - reports.len()) as u64)
    }

    async fn put_puzzle_result(
        &mut self,
        profile: &str,
        result: &PuzzleResult,
    ) -> Result<(), Error> {
        let key = (profile.to_owned(), result.puzzle.clone());
        let mut state = self.state();
        let stored = state.puzzle_results.entry(key).or_insert_with(|| Arc::new(result.clone()));
        Arc::make_mut(stored).add(result);
        Ok(())
    }
}

impl VisitorReader for Memory {
    async fn device_profile(&mut self, key: SeatKey) -> Result<Option<String>, Error> {
        let state = self.state();
        let found = state.visitors.devices.iter().find(|(_, device)| device.key == key);
        Ok(found.map(|(profile, _)| profile.clone()))
    }

    async fn devices(&mut self, profile: &str) -> Result<Vec<Device>, Error> {
        let state = self.state();
        let theirs = state.visitors.devices.iter().filter(|(of, _)| of == profile);
        Ok(theirs.map(|(_, device)| device.clone()).collect())
    }

    async fn reports(&mut self) -> Result<Vec<Report>, Error> {
        Ok(self.state().visitors.reports.clone())
    }

    async fn participant(
        &mut self,
        match_id: &str,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let state = self.state();
        let Some(stored) = state.matches.get(match_id) else { return Ok(None) };
        let found = stored.participants.iter().find(|(_, is)| **is == Some(player));
        Ok(found.map(|(profile, _)| {
            let settings = state.profiles.get(profile).and_then(|it| it.network.clone());
            let of_match = stored.network.clone().filter(|_| stored.owner == *profile);
            Participant { profile: profile.clone(), network: settings.or(of_match) }
        }))
    }

    async fn puzzle_results(&mut self, profile: &str) -> Result<Vec<PuzzleResult>, Error> {
        let state = self.state();
        let theirs = state.puzzle_results.iter().filter(|((of, _), _)| of == profile);
        let mut results: Vec<_> = theirs.map(|(_, result)| PuzzleResult::clone(result)).collect();
        results.sort_by(|one, other| (one.at, &one.puzzle).cmp(&(other.at, &other.puzzle)));
        Ok(results)
    }

    async fn stored_in(&mut self, prefix: &str) -> Result<StorageAmount, Error> {
        let begins =
            |_: &str, network: Option<&str>| network.is_some_and(|it| it.starts_with(prefix));
        Ok(self.state().amount(begins))
    }

    async fn stored_bytes(&mut self) -> Result<u64, Error> {
        Ok(self.state().amount(|_, _| true).bytes)
    }
}
