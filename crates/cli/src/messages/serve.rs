//! Messages of the server commands.

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use rules::Text;
use texts::text;

use super::reason;
use crate::serve;

pub(crate) fn address(address: SocketAddr) -> Text {
    let url = serve::url(address);
    text!("serve-address", url)
}

pub(crate) fn web_unusable(path: &Path, error: &io::Error) -> Text {
    let path = path.display().to_string();
    text!("serve-web-unusable", path, error = reason(error))
}

pub(crate) fn no_listener(address: SocketAddr, error: &io::Error) -> Text {
    let (address, error) = (address.to_string(), reason(error));
    text!("serve-no-listener", address, error)
}

/// Error of `damier serve`: another program has the port.
pub(crate) fn listen_taken(address: SocketAddr) -> Text {
    let other = SocketAddr::new(address.ip(), address.port().wrapping_add(1).max(1024));
    text!("serve-listen-taken", address = address.to_string(), other = other.to_string())
}

pub(crate) fn loopback_without_proxy(url: &str, listen: SocketAddr) -> Text {
    let (address, port) = (listen.to_string(), listen.port().to_string());
    text!("serve-loopback-without-proxy", url, address, port)
}

pub(crate) fn folder_served(folder: &Path, holder: Option<(u32, SocketAddr)>) -> Text {
    let folder = folder.display().to_string();
    let Some((process, address)) = holder else {
        return text!("serve-folder-served-by-another", folder);
    };
    let (process, url) = (process.to_string(), serve::url(address));
    text!("serve-folder-served", folder, process, url)
}

/// A name that a visitor has reported. Line breaks and the like are none in a name.
pub(crate) fn report(report: &store::Report, date: &str) -> Text {
    let reporter = report.reporter.chars().take(10).collect::<String>();
    text!(
        "serve-report",
        date,
        name = report.name.as_str(),
        id = report.match_id.as_str(),
        reporter = reporter.as_str()
    )
}
