//! Chromium in headless mode, for tests and measurements of the page.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::{env, fs};

use crate::folder::Folder;
use crate::process::{EndSignal, ServiceProcess, bound_to_parent};

/// Environment variable with the address of a browser that tests use instead of starting one.
pub const BROWSER_VARIABLE: &str = "DAMIER_TEST_BROWSER";
/// Host name that the browser resolves to this machine: unlike `localhost` it is no secure context.
pub const HOST_NAME: &str = "damier.test";
/// Address that stands for this machine's on a local network.
pub const LAN_IP: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// Name by which browsers on that network call it.
pub const LAN_NAME: &str = "damier.local";

/// Programs of the tests, the first that is installed. The headless shell has the same engine, but not the desktop
/// browser around it, and takes half the processor time.
const TEST_PROGRAMS: &[&str] =
    &["/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chromium"];
/// Program of measurements: what people use.
const MEASURED_PROGRAMS: &[&str] = &["chromium"];

/// Command line: no window, nothing that uses the network by itself or slows down pages in the background.
const ARGUMENTS: &[&str] = &[
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--no-first-run",
    "--no-default-browser-check",
    "--force-color-profile=srgb",
    "--lang=en",
    "--remote-debugging-port=0",
];

/// Browser process with a profile of its own. It can reach this machine only, and is killed with its value.
#[derive(Debug)]
pub struct Chromium {
    /// Before the folder, which it writes into until it ends.
    process: ServiceProcess,
    url: String,
    _folder: Folder,
}

impl Chromium {
    /// Starts a browser for tests.
    pub fn for_tests() -> Result<Self, String> {
        Self::start(TEST_PROGRAMS, &[], None)
    }

    /// Starts a browser for measurements, with more arguments, and with preferences as JSON.
    pub fn measured(arguments: &[&str], preferences: Option<&str>) -> Result<Self, String> {
        Self::start(MEASURED_PROGRAMS, arguments, preferences)
    }

    fn start(
        programs: &[&str],
        arguments: &[&str],
        preferences: Option<&str>,
    ) -> Result<Self, String> {
        let program = programs.iter().find_map(|program| installed(program));
        let program = program.ok_or_else(|| format!("none of {programs:?} is installed"))?;
        let folder = Folder::new("chromium");
        if let Some(preferences) = preferences {
            let profile = folder.join("profile/Default");
            fs::create_dir_all(&profile).expect("a folder of the profile");
            fs::write(profile.join("Preferences"), preferences).expect("a file of preferences");
        }
        let mut command = bound_to_parent(&program, "KILL", None);
        command.args(ARGUMENTS).args(arguments);
        command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
        command.arg(format!(
            "--host-resolver-rules=MAP {HOST_NAME} 127.0.0.1,MAP {LAN_NAME} {LAN_IP},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE {LAN_IP}"
        ));
        command.arg("about:blank");
        let (log, mut url) = (folder.join("chromium.log"), None);
        let process = ServiceProcess::start(command, &log, || {
            url = printed_url(&log);
            url.is_some()
        })?;
        Ok(Self { process, url: url.unwrap_or_default(), _folder: folder })
    }

    /// Address of its `DevTools`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// How the process has ended, if it has.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.process.status()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        self.process.end(EndSignal::Kill);
    }
}

/// The address that a browser prints when it listens; its line may not be complete yet.
fn printed_url(log: &Path) -> Option<String> {
    let log = fs::read_to_string(log).ok()?;
    let (_, rest) = log.split_once("DevTools listening on ")?;
    Some(rest.split_once('\n')?.0.trim_end().to_owned())
}

/// The path of a program, given as one or to be found on the path.
fn installed(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    // A path that is absolute takes the place of the folder.
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}
