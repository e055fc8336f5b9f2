//! The server that runs on a data folder: while there is one, matches of the folder are played through it.

use std::path::Path;

use client::Origin;

use crate::location::Location;
use crate::{serve, server_lock};

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
