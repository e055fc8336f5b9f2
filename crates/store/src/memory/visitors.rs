//! Devices and reports, as they are stored together.

use std::collections::HashMap;

use play::{SeatKey, Time};
use serde::{Deserialize, Serialize};

use crate::{
    DEVICES_MAX, Device, Error, LOCAL, ProfileLink, REPORTS_MAX, REPORTS_OF_NETWORK_MAX, Report,
};

/// What concerns visitors.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct VisitorState {
    /// By profile.
    pub(super) links: HashMap<String, ProfileLink>,
    /// With their profiles, in the order in which they came.
    pub(super) devices: Vec<(String, Device)>,
    pub(super) reports: Vec<Report>,
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

    pub(super) fn take_link(&mut self, key: SeatKey, device: Device) -> Result<String, Error> {
        let link = self.links.values().find(|link| link.key == key && device.added < link.expires);
        let profile = link.ok_or(Error::NotFound)?.profile.clone();
        if self.devices.iter().filter(|(of, _)| *of == profile).count() >= DEVICES_MAX {
            return Err(Error::Full);
        }
        self.links.remove(&profile);
        self.devices.push((profile.clone(), device));
        Ok(profile)
    }

    pub(super) fn add_report(&mut self, report: Report) -> Result<(), Error> {
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
        self.reports.push(report);
        let surplus = self.reports.len().saturating_sub(REPORTS_MAX);
        self.reports.drain(..surplus);
        Ok(())
    }
}
