//! Where the matches of the data folder are played: at the server that runs on it, or else at one within the program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use client::{Network, Origin, Scheme};

use crate::context::Context;
use crate::embedded_server::{EmbeddedConfig, EmbeddedServer};
use crate::failure::Failure;
use crate::location::Location;
use crate::{serve, server_lock};

/// The own server, which is started when it is first needed, and ends with this.
pub(in super::super) struct OwnMatches {
    folder: Option<PathBuf>,
    move_time_max: Option<Duration>,
    answer_delay: Duration,
    embedded: Option<EmbeddedServer>,
}

impl OwnMatches {
    /// Matches in which a computer player takes `move_time_max` for a move at most, and a position is shown for
    /// `answer_delay` before it answers.
    pub(in super::super) const fn new(
        folder: Option<PathBuf>,
        move_time_max: Option<Duration>,
        answer_delay: Duration,
    ) -> Self {
        Self { folder, move_time_max, answer_delay, embedded: None }
    }

    /// The server for a match; one that is not stored is always played within the program.
    pub(in super::super) fn origin(
        &mut self,
        is_stored: bool,
        network: &mut Network,
        context: &Context<'_>,
    ) -> Result<Origin, Failure> {
        if is_stored && let Some(origin) = running_server(self.folder.as_deref()) {
            return Ok(origin);
        }
        if self.embedded.is_none() {
            let config = EmbeddedConfig {
                folder: self.folder.clone(),
                move_time_max: self.move_time_max,
                answer_delay: self.answer_delay,
            };
            let embedded = self.embedded.insert(EmbeddedServer::start(config, context)?);
            embedded.embed(network);
        }
        Ok(Origin::embedded())
    }

    /// The server within the program, if it is the one of that origin.
    pub(in super::super) fn embedded(&self, origin: &Origin) -> Option<&EmbeddedServer> {
        self.embedded.as_ref().filter(|_| origin.scheme == Scheme::Embedded)
    }
}

/// The server that runs on the folder and takes this program for its owner; `None` if there is none, or it cannot be
/// reached over loopback.
pub(in super::super) fn running_server(folder: Option<&Path>) -> Option<Origin> {
    let folder = folder?.canonicalize().ok()?;
    let mut address = server_lock::serving_address(&folder)?;
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    if !address.ip().is_loopback() {
        return None;
    }
    let health = serve::probe_health(address).ok()?;
    let is_same = health.data == Location::Folder(folder).id();
    let host =
        if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() };
    is_same.then(|| Origin { host, ..Origin::loopback(address.port()) })
}
