//! Chromium in headless mode.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use serde_json::{Value, json};
use testkit::{BROWSER_VARIABLE, Chromium};

use crate::cdp::Connection;
use crate::tab::Tab;

/// A browser. It can reach this machine only, and ends with its value.
pub struct Chrome {
    connection: Connection,
    /// Its process, unless several tests share it.
    process: Option<Chromium>,
    /// Browser context of a test, which shares nothing with others; in measurements that of the profile.
    context: Option<String>,
}

impl Chrome {
    /// A browser for a test: a context in the one that `DAMIER_TEST_BROWSER` names, or else in a process of its own. It is
    /// gone with the connection.
    pub async fn start() -> Self {
        let mut chrome = match env::var(BROWSER_VARIABLE) {
            Ok(url) => {
                let connection = Connection::open(&url).await;
                Self { connection, process: None, context: None }
            }
            Err(_) => Self::with(Chromium::for_tests()).await,
        };
        chrome.context = Some(chrome.create_context().await);
        chrome
    }

    /// Starts a browser for a measurement.
    pub async fn measured() -> Self {
        Self::with(Chromium::measured(&[], None)).await
    }

    /// Starts a browser for a measurement, without a limit of its frame rate.
    pub async fn unlimited() -> Self {
        let unlimited = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
        Self::with(Chromium::measured(&unlimited, None)).await
    }

    /// Starts a browser that refuses to store anything for pages.
    pub async fn without_storage() -> Self {
        const BLOCKED: u32 = 2;
        let values = json!({ "default_content_setting_values": { "cookies": BLOCKED } });
        let preferences = json!({ "profile": values }).to_string();
        Self::with(Chromium::measured(&[], Some(&preferences))).await
    }

    async fn with(process: Result<Chromium, String>) -> Self {
        let process = process.unwrap_or_else(|why| panic!("{why}"));
        let connection = Connection::open(process.url()).await;
        Self { connection, process: Some(process), context: None }
    }

    /// An empty tab; a request to any other server than `origin` fails its test.
    pub async fn tab(&self, origin: &str) -> Tab {
        self.open(self.context.as_deref(), origin).await
    }

    /// An empty tab of another person: its browser context shares nothing with the other tabs.
    pub async fn guest(&self, origin: &str) -> Tab {
        let context = self.create_context().await;
        self.open(Some(&context), origin).await
    }

    async fn create_context(&self) -> String {
        let bound = json!({ "disposeOnDetach": true });
        let answer = self.call("Target.createBrowserContext", bound).await;
        answer["browserContextId"].as_str().expect("a browser context").to_owned()
    }

    async fn open(&self, context: Option<&str>, origin: &str) -> Tab {
        let mut target = json!({ "url": "about:blank" });
        if let Some(context) = context {
            target["browserContextId"] = context.into();
        }
        let target = self.call("Target.createTarget", target).await["targetId"].take();
        let attach = json!({ "targetId": target, "flatten": true });
        let attached = self.call("Target.attachToTarget", attach).await;
        let session = attached["sessionId"].as_str().expect("a session");
        Tab::new(self.connection.clone(), session, context, origin).await
    }

    async fn call(&self, method: &str, parameters: Value) -> Value {
        let answer = self.connection.call(None, method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Processor time that the dedicated Workers of its pages have taken, of those that still run.
    pub fn worker_time(&self) -> Duration {
        let process = self.process.as_ref().expect("a process of its own");
        let nanos = worker_threads(process.id()).map(|thread| {
            // Nanoseconds on a processor, nanoseconds of waiting, slices.
            let times = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
            times.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
        });
        Duration::from_nanos(nanos.sum())
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
