//! Chromium in headless mode.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};

use crate::cdp::Connection;
use crate::site::{Folder, HOST_NAME, LAN_IP, LAN_NAME};
use crate::tab::Tab;
use crate::time_limit;

/// Programs of the tests, the first that is installed. The headless shell has the same engine, but not the desktop
/// browser around it, and takes half the processor time.
const TEST_PROGRAMS: &[&str] =
    &["/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chromium"];
/// Time that the browser has to end by itself.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Program of measurements: what people use.
const MEASURED_PROGRAMS: &[&str] = &["chromium"];

/// Command line: no window, nothing that uses the network by itself or slows down pages in the
/// background.
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

/// A browser process with a profile of its own. It can reach this machine only, and is killed when
/// this is dropped.
pub struct Chrome {
    child: Child,
    connection: Connection,
    _profile: Folder,
}

impl Chrome {
    /// Starts a browser for a test.
    pub async fn start() -> Self {
        Self::with(TEST_PROGRAMS, &[]).await
    }

    /// Starts a browser for a measurement.
    pub async fn measured() -> Self {
        Self::with(MEASURED_PROGRAMS, &[]).await
    }

    /// Starts a browser for a measurement, without a limit of its frame rate.
    pub async fn unlimited() -> Self {
        let unlimited = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
        Self::with(MEASURED_PROGRAMS, &unlimited).await
    }

    /// Starts a browser that refuses to store anything for pages.
    pub async fn without_storage() -> Self {
        const BLOCKED: u32 = 2;
        let profile = Folder::new();
        let folder = profile.path().join("Default");
        fs::create_dir_all(&folder).unwrap();
        let values = json!({ "default_content_setting_values": { "cookies": BLOCKED } });
        fs::write(folder.join("Preferences"), json!({ "profile": values }).to_string()).unwrap();
        Self::with_profile(profile, MEASURED_PROGRAMS, &[]).await
    }

    async fn with(programs: &[&str], more: &[&str]) -> Self {
        Self::with_profile(Folder::new(), programs, more).await
    }

    async fn with_profile(profile: Folder, programs: &[&str], more: &[&str]) -> Self {
        let arguments = [
            format!("--user-data-dir={}", profile.path().display()),
            format!(
                "--host-resolver-rules=MAP {HOST_NAME} 127.0.0.1,MAP {LAN_NAME} {LAN_IP},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE {LAN_IP}"
            ),
            "about:blank".to_owned(),
        ];
        let spawn = |program: &&str| {
            let mut command = Command::new(program);
            command.args(ARGUMENTS).args(more).args(&arguments);
            match command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                child => Some(child.expect("chromium starts")),
            }
        };
        let child = programs.iter().find_map(spawn);
        let mut child = child.unwrap_or_else(|| panic!("none of {programs:?} is installed"));
        let errors = BufReader::new(child.stderr.take().unwrap());
        let (sender, urls) = mpsc::channel();
        // Reads to the end: a full pipe would stop the browser.
        thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if let Some(url) = line.strip_prefix("DevTools listening on ") {
                    let _ = sender.send(url.to_owned());
                }
            }
        });
        let url =
            time_limit::receive("the start of chromium", &urls).expect("an address of chromium");
        Self { child, connection: Connection::open(&url).await, _profile: profile }
    }

    /// An empty tab; a request to any other server than `origin` fails its test.
    pub async fn tab(&self, origin: &str) -> Tab {
        self.open(json!({ "url": "about:blank" }), origin).await
    }

    /// An empty tab of another person: its browser context shares nothing with the other tabs.
    pub async fn guest(&self, origin: &str) -> Tab {
        let context = self.call("Target.createBrowserContext", json!({})).await;
        let context = &context["browserContextId"];
        self.open(json!({ "url": "about:blank", "browserContextId": context }), origin).await
    }

    async fn open(&self, target: Value, origin: &str) -> Tab {
        let target = self.call("Target.createTarget", target).await["targetId"].take();
        let attach = json!({ "targetId": target, "flatten": true });
        let attached = self.call("Target.attachToTarget", attach).await;
        let session = attached["sessionId"].as_str().expect("a session");
        Tab::new(self.connection.clone(), session, origin).await
    }

    async fn call(&self, method: &str, parameters: Value) -> Value {
        let answer = self.connection.call(None, method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Processor time that the dedicated Workers of its pages have taken, of those that still run.
    pub fn worker_time(&self) -> Duration {
        let nanos = worker_threads(self.child.id()).map(|thread| {
            // Nanoseconds on a processor, nanoseconds of waiting, slices.
            let times = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
            times.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
        });
        Duration::from_nanos(nanos.sum())
    }

    /// Ends the browser. Where it takes its time, it is killed.
    pub async fn close(mut self) {
        let _ = self.connection.call(None, "Browser.close", json!({})).await;
        let limit = Instant::now() + CLOSE_TIMEOUT;
        while self.child.try_wait().unwrap().is_none() && Instant::now() < limit {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Folders in `/proc` of the threads of dedicated Workers, in a process and all below it.
fn worker_threads(root: u32) -> impl Iterator<Item = PathBuf> {
    let processes: Vec<(u32, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let id = entry.ok()?.file_name().to_str()?.parse().ok()?;
            // The name in brackets may have spaces; behind it come the state and the parent.
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            Some((id, parent))
        })
        .collect();
    let mut below = vec![root];
    for at in 0.. {
        let Some(&process) = below.get(at) else { break };
        below.extend(processes.iter().filter(|(_, parent)| *parent == process).map(|(id, _)| id));
    }
    let tasks = below.into_iter().filter_map(|id| fs::read_dir(format!("/proc/{id}/task")).ok());
    tasks.flatten().filter_map(|task| {
        let path = task.ok()?.path();
        let name = fs::read_to_string(path.join("comm")).ok()?;
        name.starts_with("DedicatedWorker").then_some(path)
    })
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
