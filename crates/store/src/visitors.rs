//! Requests about visitors: their devices, the names that they report, their results at puzzles, and how much they have
//! stored.

use std::future::Future;

use play::{Player, SeatKey, Time};

use crate::request::{Held, ReadRequest, Reply, WriteRequest};
use crate::{Device, Error, Participant, ProfileLink, PuzzleResult, Report, StorageAmount, Store};

/// Changes of what concerns visitors. See [`Writer`](crate::Writer).
pub trait VisitorWriter: Send {
    /// Makes the link of a profile; an earlier one ends.
    fn put_profile_link(
        &mut self,
        link: &ProfileLink,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Uses the link with that key up and adds the device to its profile. [`Error::NotFound`] if there is no such link
    /// or it has ended, [`Error::Full`] if the profile has as many devices as it may.
    fn take_profile_link(
        &mut self,
        key: SeatKey,
        device: &Device,
    ) -> impl Future<Output = Result<String, Error>> + Send;

    /// Removes devices of a profile, all or one, and its link; counts them.
    fn remove_devices(
        &mut self,
        profile: &str,
        key: Option<SeatKey>,
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// Stores a report, unless the visitor has made the same before. [`Error::Full`] if the network has made as many
    /// as it may.
    fn add_report(&mut self, report: &Report) -> impl Future<Output = Result<(), Error>> + Send;

    /// Deletes the reports of that time and earlier ones, and counts them.
    fn delete_reports(&mut self, until: Time) -> impl Future<Output = Result<u64, Error>> + Send;

    /// Stores the result at a puzzle. Of an earlier one at the same puzzle all that counts stays as it is.
    fn put_puzzle_result(
        &mut self,
        profile: &str,
        result: &PuzzleResult,
    ) -> impl Future<Output = Result<(), Error>> + Send;
}

/// Questions about what concerns visitors. See [`Reader`](crate::Reader).
pub trait VisitorReader: Send {
    /// The profile of a device, if it came to one by a link.
    fn device_profile(
        &mut self,
        key: SeatKey,
    ) -> impl Future<Output = Result<Option<String>, Error>> + Send;

    /// The devices that came to a profile by links, the oldest first.
    fn devices(&mut self, profile: &str)
    -> impl Future<Output = Result<Vec<Device>, Error>> + Send;

    /// All reports, the oldest first.
    fn reports(&mut self) -> impl Future<Output = Result<Vec<Report>, Error>> + Send;

    /// Who a player of a match is, if that is known.
    fn participant(
        &mut self,
        match_id: &str,
        player: Player,
    ) -> impl Future<Output = Result<Option<Participant>, Error>> + Send;

    /// The results of a profile at puzzles, the oldest first.
    fn puzzle_results(
        &mut self,
        profile: &str,
    ) -> impl Future<Output = Result<Vec<PuzzleResult>, Error>> + Send;

    /// What is stored of the networks whose names begin with `prefix`.
    fn stored_in(
        &mut self,
        prefix: &str,
    ) -> impl Future<Output = Result<StorageAmount, Error>> + Send;

    /// Bytes of all that is stored.
    fn stored_bytes(&mut self) -> impl Future<Output = Result<u64, Error>> + Send;
}

/// A change.
#[derive(Debug)]
pub(crate) enum VisitorWrite {
    PutProfileLink { link: ProfileLink, reply: Reply<()> },
    TakeProfileLink { key: SeatKey, device: Device, reply: Reply<String> },
    RemoveDevices { profile: String, key: Option<SeatKey>, reply: Reply<u64> },
    AddReport { report: Box<Report>, reply: Reply<()> },
    DeleteReports { until: Time, reply: Reply<u64> },
    PutPuzzleResult { profile: String, result: PuzzleResult, reply: Reply<()> },
}

impl VisitorWrite {
    /// The profile that it changes, if the request says so.
    pub(crate) fn profile(&self) -> Option<&str> {
        match self {
            Self::PutProfileLink { link, .. } => Some(&link.profile),
            Self::RemoveDevices { profile, .. } | Self::PutPuzzleResult { profile, .. } => {
                Some(profile)
            }
            Self::AddReport { report, .. } => Some(&report.reporter),
            Self::TakeProfileLink { .. } | Self::DeleteReports { .. } => None,
        }
    }

    pub(crate) async fn perform(self, writer: &mut impl VisitorWriter) -> Held {
        match self {
            Self::PutProfileLink { link, reply } => {
                Held::new(reply, writer.put_profile_link(&link).await)
            }
            Self::TakeProfileLink { key, device, reply } => {
                Held::new(reply, writer.take_profile_link(key, &device).await)
            }
            Self::RemoveDevices { profile, key, reply } => {
                Held::new(reply, writer.remove_devices(&profile, key).await)
            }
            Self::AddReport { report, reply } => Held::new(reply, writer.add_report(&report).await),
            Self::DeleteReports { until, reply } => {
                Held::new(reply, writer.delete_reports(until).await)
            }
            Self::PutPuzzleResult { profile, result, reply } => {
                Held::new(reply, writer.put_puzzle_result(&profile, &result).await)
            }
        }
    }

    /// An answer to be sent with an error.
    pub(crate) fn refuse(self) -> Held {
        match self {
            Self::PutProfileLink { reply, .. }
            | Self::AddReport { reply, .. }
            | Self::PutPuzzleResult { reply, .. } => Held::new(reply, Ok(())),
            Self::TakeProfileLink { reply, .. } => Held::new(reply, Ok(String::new())),
            Self::RemoveDevices { reply, .. } | Self::DeleteReports { reply, .. } => {
                Held::new(reply, Ok(0))
            }
        }
    }
}

/// A question.
#[derive(Debug)]
pub(crate) enum VisitorRead {
    DeviceProfile { key: SeatKey, reply: Reply<Option<String>> },
    Devices { profile: String, reply: Reply<Vec<Device>> },
    Reports { reply: Reply<Vec<Report>> },
    Participant { match_id: String, player: Player, reply: Reply<Option<Participant>> },
    PuzzleResults { profile: String, reply: Reply<Vec<PuzzleResult>> },
    StoredIn { prefix: String, reply: Reply<StorageAmount> },
    StoredBytes { reply: Reply<u64> },
}

impl VisitorRead {
    pub(crate) async fn perform(self, reader: &mut impl VisitorReader) -> Held {
        match self {
            Self::DeviceProfile { key, reply } => {
                Held::new(reply, reader.device_profile(key).await)
            }
            Self::Devices { profile, reply } => Held::new(reply, reader.devices(&profile).await),
            Self::Reports { reply } => Held::new(reply, reader.reports().await),
            Self::Participant { match_id, player, reply } => {
                Held::new(reply, reader.participant(&match_id, player).await)
            }
            Self::PuzzleResults { profile, reply } => {
                Held::new(reply, reader.puzzle_results(&profile).await)
            }
            Self::StoredIn { prefix, reply } => Held::new(reply, reader.stored_in(&prefix).await),
            Self::StoredBytes { reply } => Held::new(reply, reader.stored_bytes().await),
        }
    }
}

/// Devices, reports, and results at puzzles.
impl Store {
    /// Makes the link by which one more device comes to a profile; an earlier one ends.
    pub async fn put_profile_link(&self, link: ProfileLink) -> Result<(), Error> {
        let change = |reply| VisitorWrite::PutProfileLink { link, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// Uses the link with that key up and adds the device to its profile, which it returns.
    pub async fn take_profile_link(&self, key: SeatKey, device: Device) -> Result<String, Error> {
        let change = |reply| VisitorWrite::TakeProfileLink { key, device, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// Removes devices of a profile, all or the one with that key, and its link; counts them.
    pub async fn remove_devices(
        &self,
        profile: impl Into<String>,
        key: Option<SeatKey>,
    ) -> Result<u64, Error> {
        let profile = profile.into();
        let change = |reply| VisitorWrite::RemoveDevices { profile, key, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// Stores a report, unless the visitor has made the same before.
    pub async fn add_report(&self, report: Report) -> Result<(), Error> {
        let report = Box::new(report);
        let change = |reply| VisitorWrite::AddReport { report, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// Deletes the reports of that time and earlier ones, and counts them.
    pub async fn delete_reports(&self, until: Time) -> Result<u64, Error> {
        let change = |reply| VisitorWrite::DeleteReports { until, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// The profile of a device, if it came to one by a link.
    pub async fn device_profile(&self, key: SeatKey) -> Result<Option<String>, Error> {
        let question = |reply| VisitorRead::DeviceProfile { key, reply };
        self.read(|reply| ReadRequest::Visitor(question(reply))).await
    }

    /// The devices that came to a profile by links, the oldest first.
    pub async fn devices(&self, profile: impl Into<String>) -> Result<Vec<Device>, Error> {
        let profile = profile.into();
        let question = |reply| VisitorRead::Devices { profile, reply };
        self.read(|reply| ReadRequest::Visitor(question(reply))).await
    }

    /// All reports, the oldest first.
    pub async fn reports(&self) -> Result<Vec<Report>, Error> {
        self.read(|reply| ReadRequest::Visitor(VisitorRead::Reports { reply })).await
    }

    /// Who a player of a match is, if that is known.
    pub async fn participant(
        &self,
        match_id: impl Into<String>,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let match_id = match_id.into();
        let question = |reply| VisitorRead::Participant { match_id, player, reply };
        self.read(|reply| ReadRequest::Visitor(question(reply))).await
    }

    /// Stores the result of a profile at a puzzle. The first one counts; a later one only adds that it is solved.
    pub async fn put_puzzle_result(
        &self,
        profile: impl Into<String>,
        result: PuzzleResult,
    ) -> Result<(), Error> {
        let profile = profile.into();
        let change = |reply| VisitorWrite::PutPuzzleResult { profile, result, reply };
        self.write(|reply| WriteRequest::Visitor(change(reply))).await
    }

    /// The results of a profile at puzzles, the oldest first.
    pub async fn puzzle_results(
        &self,
        profile: impl Into<String>,
    ) -> Result<Vec<PuzzleResult>, Error> {
        let profile = profile.into();
        let question = |reply| VisitorRead::PuzzleResults { profile, reply };
        self.read(|reply| ReadRequest::Visitor(question(reply))).await
    }

    /// What is stored of the networks whose names begin with `prefix`.
    pub async fn stored_in(&self, prefix: impl Into<String>) -> Result<StorageAmount, Error> {
        let prefix = prefix.into();
        let question = |reply| VisitorRead::StoredIn { prefix, reply };
        self.read(|reply| ReadRequest::Visitor(question(reply))).await
    }

    /// Bytes of all that is stored: the pages of a file that are in use, or the texts in a database.
    pub async fn stored_bytes(&self) -> Result<u64, Error> {
        self.read(|reply| ReadRequest::Visitor(VisitorRead::StoredBytes { reply })).await
    }
}
