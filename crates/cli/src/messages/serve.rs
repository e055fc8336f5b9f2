//! Messages of the server commands.

use std::fmt::Display;
use std::io;
use std::net::SocketAddr;
use std::path::Path;

use play::EventError;
use rules::Text;

use super::reason;
use crate::serve;

pub(crate) fn address(address: SocketAddr) -> Text {
    let url = serve::url(address);
    texts::text("serve-address", &[("url", url.into())])
}

pub(crate) fn how_to_end() -> Text {
    texts::text("serve-how-to-end", &[])
}

pub(crate) fn runs_already() -> Text {
    texts::text("serve-runs-already", &[])
}

pub(crate) fn runs_alone() -> Text {
    texts::text("serve-runs-alone", &[])
}

pub(crate) fn pass_on() -> Text {
    texts::text("serve-pass-on", &[])
}

pub(crate) fn no_lan() -> Text {
    texts::text("serve-no-lan", &[])
}

pub(crate) fn no_web() -> Text {
    texts::text("serve-no-web", &[])
}

pub(crate) fn web_unusable(path: &Path, error: &io::Error) -> Text {
    let path = path.display().to_string();
    texts::text("serve-web-unusable", &[("path", path.into()), ("error", reason(error).into())])
}

pub(crate) fn no_browser() -> Text {
    texts::text("serve-no-browser", &[])
}

pub(crate) fn port_taken(port: u16) -> Text {
    texts::text("serve-port-taken", &[("port", port.to_string().into())])
}

pub(crate) fn no_listener(address: SocketAddr, error: &io::Error) -> Text {
    let (address, error) = (address.to_string(), reason(error));
    texts::text("serve-no-listener", &[("address", address.into()), ("error", error.into())])
}

/// Error of `damier serve`: another program has the port.
pub(crate) fn listen_taken(address: SocketAddr) -> Text {
    let other = SocketAddr::new(address.ip(), address.port().wrapping_add(1).max(1024));
    let args = [("address", address.to_string().into()), ("other", other.to_string().into())];
    texts::text("serve-listen-taken", &args)
}

/// Error: there is nothing to read in the folder.
pub(crate) fn no_stored_games(folder: &Path) -> Text {
    texts::text("serve-no-stored-games", &[("path", folder.display().to_string().into())])
}

pub(crate) fn no_data_folder() -> Text {
    texts::text("serve-no-data-folder", &[])
}

pub(crate) fn no_data(path: &Path, error: &Text) -> Text {
    let path = path.display().to_string();
    texts::text("serve-no-data", &[("path", path.into()), ("error", error.into())])
}

pub(crate) fn failed(error: &dyn Display) -> Text {
    texts::text("serve-failed", &[("error", error.to_string().into())])
}

pub(crate) fn store_lost(path: &dyn Display, error: &dyn Display) -> Text {
    let (path, error) = (path.to_string(), error.to_string());
    texts::text("serve-store-lost", &[("path", path.into()), ("error", error.into())])
}

pub(crate) fn page_with_command() -> Text {
    texts::text("serve-page-with-command", &[])
}

pub(crate) fn no_url(url: &str) -> Text {
    texts::text("serve-no-url", &[("url", url.into())])
}

pub(crate) fn https_without_proxy(url: &str) -> Text {
    texts::text("serve-https-without-proxy", &[("url", url.into())])
}

pub(crate) fn loopback_without_proxy(url: &str, listen: SocketAddr) -> Text {
    let (address, port) = (listen.to_string(), listen.port().to_string());
    let args = [("url", url.into()), ("address", address.into()), ("port", port.into())];
    texts::text("serve-loopback-without-proxy", &args)
}

pub(crate) fn folder_served(folder: &Path, holder: Option<(u32, SocketAddr)>) -> Text {
    let folder = folder.display().to_string();
    let Some((process, address)) = holder else {
        return texts::text("serve-folder-served-by-another", &[("folder", folder.into())]);
    };
    let (process, url) = (process.to_string(), serve::url(address));
    let args = [("folder", folder.into()), ("process", process.into()), ("url", url.into())];
    texts::text("serve-folder-served", &args)
}

pub(crate) fn damaged_file(error: &str) -> Text {
    texts::text("verify-file", &[("error", error.into())])
}

pub(crate) fn damaged_event(error: &EventError) -> Text {
    let args = [("version", error.version.0.to_string().into()), ("error", (&error.text).into())];
    texts::text("verify-event", &args)
}

pub(crate) fn verified(matches: usize, events: usize, wrong: usize) -> Text {
    let args = [("matches", matches.into()), ("events", events.into()), ("wrong", wrong.into())];
    texts::text("verify-summary", &args)
}

/// A name that a visitor has reported. Line breaks and the like are none in a name.
pub(crate) fn report(report: &store::Report, date: &str) -> Text {
    let reporter = report.reporter.chars().take(10).collect::<String>();
    let args = [
        ("date", date.into()),
        ("name", report.name.as_str().into()),
        ("id", report.match_id.as_str().into()),
        ("reporter", reporter.as_str().into()),
    ];
    texts::text("serve-report", &args)
}

pub(crate) fn reports(count: usize) -> Text {
    texts::text("serve-reports", &[("count", count.into())])
}

pub(crate) fn reports_deleted(count: u64) -> Text {
    texts::text("serve-reports-deleted", &[("count", (count as usize).into())])
}

pub(crate) fn exported(count: usize, path: &str) -> Text {
    texts::text("games-exported", &[("count", count.into()), ("path", path.into())])
}

pub(crate) fn imported(count: usize) -> Text {
    texts::text("games-imported", &[("count", count.into())])
}

/// Games that were not stored again.
pub(crate) fn already_there(count: usize) -> Text {
    texts::text("games-already-there", &[("count", count.into())])
}

pub(crate) fn in_game(path: &str, number: usize, text: &Text) -> Text {
    let args = [("path", path.into()), ("number", number.into()), ("text", text.into())];
    texts::text("games-wrong", &args)
}
