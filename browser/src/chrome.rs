//! Chromium in headless mode.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cdp::Connection;
use crate::site::{Folder, HOST_NAME, LAN_IP, LAN_NAME};
use crate::tab::Tab;
use crate::time_limit::{self, WAIT_TIMEOUT};

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
    /// Starts a browser.
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts a browser without a limit of its frame rate.
    pub async fn unlimited() -> Self {
        Self::with(&["--disable-frame-rate-limit", "--disable-gpu-vsync"]).await
    }

    async fn with(more: &[&str]) -> Self {
        let profile = Folder::new();
        let mut child = Command::new("chromium")
            .args(ARGUMENTS)
            .args(more)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!(
                "--host-resolver-rules=MAP {HOST_NAME} 127.0.0.1,MAP {LAN_NAME} {LAN_IP},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE {LAN_IP}"
            ))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("chromium starts");
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

    /// Ends the browser.
    pub async fn close(mut self) {
        self.call("Browser.close", json!({})).await;
        let limit = Instant::now() + WAIT_TIMEOUT;
        while self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < limit, "chromium does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
