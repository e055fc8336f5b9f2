//! Debian's chromium without a window.

use std::time::Duration;

use chromiumoxide::browser::{Browser, BrowserConfig};
use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams,
};
use futures_util::StreamExt;
use tokio::task::JoinHandle;

use crate::site::{Folder, NAME};
use crate::tab::Tab;

/// How long the browser may take to start and to answer: other work may go on at the same time.
const PATIENCE: Duration = Duration::from_mins(1);

/// Nothing but this machine can be reached, and nothing is asked for that the page does not ask for.
const ARGUMENTS: &[&str] = &[
    "disable-gpu",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
    "disable-default-apps",
    "disable-dev-shm-usage",
    "disable-background-timer-throttling",
    "disable-backgrounding-occluded-windows",
    "disable-renderer-backgrounding",
    "no-first-run",
    "no-default-browser-check",
    "force-color-profile=srgb",
    "lang=en",
];

/// A browser with a profile of its own.
pub(crate) struct Chrome {
    browser: Browser,
    handler: JoinHandle<()>,
    _profile: Folder,
}

impl Chrome {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// One that does not wait for a screen to show its pictures.
    pub(crate) async fn unlimited() -> Self {
        Self::with(&["disable-frame-rate-limit", "disable-gpu-vsync"]).await
    }

    async fn with(more: &[&str]) -> Self {
        let profile = Folder::new();
        let resolver =
            format!("host-resolver-rules=MAP {NAME} 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.0.0.1");
        let config = BrowserConfig::builder()
            .new_headless_mode()
            .no_sandbox()
            .disable_default_args()
            .args(ARGUMENTS.iter().copied())
            .args(more.iter().copied())
            .arg(resolver.as_str())
            .user_data_dir(profile.path())
            .viewport(None)
            .enable_cache()
            .launch_timeout(PATIENCE)
            .request_timeout(PATIENCE)
            .build()
            .unwrap();
        let (browser, mut handler) = Browser::launch(config).await.unwrap();
        let handler = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Self { browser, handler, _profile: profile }
    }

    /// An empty page that may ask only the server at `origin`.
    pub(crate) async fn tab(&self, origin: &str) -> Tab {
        let page = self.browser.new_page(CreateTargetParams::new("about:blank")).await.unwrap();
        Tab::new(page, origin).await
    }

    /// The same for somebody else: a page that shares nothing with the others, as in another browser.
    pub(crate) async fn guest(&self, origin: &str) -> Tab {
        let context = self.browser.execute(CreateBrowserContextParams::default()).await.unwrap();
        let target = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context.result.browser_context_id.clone())
            .build()
            .unwrap();
        let page = self.browser.new_page(target).await.unwrap();
        Tab::new(page, origin).await
    }

    /// Ends the browser.
    pub(crate) async fn close(mut self) {
        self.browser.close().await.unwrap();
        self.browser.wait().await.unwrap();
        self.handler.await.unwrap();
    }
}
