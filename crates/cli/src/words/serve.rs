//! What is said around the server.

use std::fmt::Display;
use std::net::SocketAddr;
use std::path::Path;

use rules::Text;

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

pub(crate) fn no_browser() -> Text {
    texts::text("serve-no-browser", &[])
}

pub(crate) fn port_taken(port: u16) -> Text {
    texts::text("serve-port-taken", &[("port", port.to_string().into())])
}

pub(crate) fn no_listener(address: SocketAddr, error: &dyn Display) -> Text {
    let (address, error) = (address.to_string(), error.to_string());
    texts::text("serve-no-listener", &[("address", address.into()), ("error", error.into())])
}

pub(crate) fn no_data_folder() -> Text {
    texts::text("serve-no-data-folder", &[])
}

pub(crate) fn no_data(path: &Path, error: &dyn Display) -> Text {
    let (path, error) = (path.display().to_string(), error.to_string());
    texts::text("serve-no-data", &[("path", path.into()), ("error", error.into())])
}

pub(crate) fn failed(error: &dyn Display) -> Text {
    texts::text("serve-failed", &[("error", error.to_string().into())])
}

pub(crate) fn page_with_command() -> Text {
    texts::text("serve-page-with-command", &[])
}
