//! One page: what is on it, what is done to it, and what went wrong in it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetEmulatedMediaParams,
    SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventReturns, MouseButton, TouchPoint,
};
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::browser_protocol::network::{
    EventLoadingFailed, EventRequestWillBeSent, EventResponseReceived, EventWebSocketCreated,
};
use chromiumoxide::cdp::browser_protocol::page::{CaptureScreenshotFormat, ReloadParams};
use chromiumoxide::cdp::browser_protocol::target::SetAutoAttachParams;
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EvaluateParams, EventConsoleApiCalled, EventExceptionThrown,
};
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::types::{Command, Method, MethodId};
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::sleep;

use crate::site::target;

/// No test waits longer than this for one thing: other work may go on at the same time.
const PATIENCE: Duration = Duration::from_secs(40);
/// How often to look again.
const LOOK: Duration = Duration::from_millis(15);

/// What stands there until the first screen has come has no class.
const LOADED: &str = "document.querySelector('#app main[class]')";

/// A large and a small screen, in pixels.
pub(crate) const LARGE: [u32; 2] = [1280, 800];
pub(crate) const SMALL: [u32; 2] = [390, 844];

type Faults = Arc<Mutex<Vec<String>>>;

/// A page in the browser. It must be closed, which checks that nothing went wrong in it.
pub(crate) struct Tab {
    page: Page,
    origin: String,
    faults: Faults,
    closed: bool,
}

impl Tab {
    pub(crate) async fn new(page: Page, origin: &str) -> Self {
        let tab =
            Self { page, origin: origin.to_owned(), faults: Faults::default(), closed: false };
        // Service workers start by themselves: attached to, they would wait for a debugger, some for ever.
        let alone = SetAutoAttachParams::builder().auto_attach(false);
        let alone = alone.wait_for_debugger_on_start(false).flatten(true).build().unwrap();
        tab.page.execute(alone).await.unwrap();
        tab.listen().await;
        tab.resize(LARGE).await;
        tab
    }

    async fn listen(&self) {
        self.page.enable_log().await.unwrap();
        self.page.enable_runtime().await.unwrap();
        self.note(|event: &EventExceptionThrown| {
            let details = &event.exception_details;
            let what = details.exception.as_ref().and_then(|thrown| thrown.description.clone());
            Some(format!("exception: {}", what.unwrap_or_else(|| details.text.clone())))
        })
        .await;
        self.note(|event: &EventConsoleApiCalled| {
            let bad = matches!(
                event.r#type,
                ConsoleApiCalledType::Error
                    | ConsoleApiCalledType::Warning
                    | ConsoleApiCalledType::Assert
            );
            bad.then(|| format!("console: {:?}", event.args))
        })
        .await;
        // Here too is what breaks the content security policy.
        self.note(|event: &EventEntryAdded| {
            let entry = &event.entry;
            let bad = matches!(entry.level, LogEntryLevel::Error | LogEntryLevel::Warning);
            bad.then(|| format!("log: {} {:?}", entry.text, entry.url))
        })
        .await;
        self.note(|event: &EventResponseReceived| {
            let response = &event.response;
            (response.status >= 400).then(|| format!("{} {}", response.status, response.url))
        })
        .await;
        self.note(|event: &EventLoadingFailed| {
            let left = event.canceled == Some(true) || event.error_text == "net::ERR_ABORTED";
            (!left).then(|| format!("failed: {}", event.error_text))
        })
        .await;
        let origin = self.origin.clone();
        self.note(move |event: &EventRequestWillBeSent| {
            let url = &event.request.url;
            let own = ["data:", "blob:", "about:"].iter().any(|scheme| url.starts_with(scheme));
            let foreign = !own && !url.starts_with(&format!("{origin}/"));
            foreign.then(|| format!("asked somebody else: {url}"))
        })
        .await;
        let socket = self.origin.replacen("http", "ws", 1);
        self.note(move |event: &EventWebSocketCreated| {
            let foreign = !event.url.starts_with(&format!("{socket}/"));
            foreign.then(|| format!("a socket to somebody else: {}", event.url))
        })
        .await;
    }

    /// Keeps what `bad` says of every event of that kind.
    async fn note<T>(&self, bad: impl Fn(&T) -> Option<String> + Send + 'static)
    where
        T: chromiumoxide::cdp::IntoEventKind + Send + Sync + Unpin + 'static,
    {
        let mut events = self.page.event_listener::<T>().await.unwrap();
        let faults = Arc::clone(&self.faults);
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                faults.lock().unwrap().extend(bad(&event));
            }
        });
    }

    /// Checks that nothing went wrong so far.
    #[track_caller]
    fn check(&self) {
        let faults = self.faults.lock().unwrap();
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// Forgets what went wrong so far, because the test wanted it.
    pub(crate) async fn forgive(&self) {
        self.settle().await;
        self.faults.lock().unwrap().clear();
    }

    /// Waits until all that has happened has been told.
    async fn settle(&self) {
        let _: i32 = self.js("new Promise((done) => setTimeout(() => done(1), 30))").await;
    }

    /// Closes the page; it fails if anything went wrong in it.
    pub(crate) async fn close(mut self) {
        self.settle().await;
        self.closed = true;
        self.check();
        self.page.clone().close().await.unwrap();
    }

    /// Goes to a path and waits for its screen.
    pub(crate) async fn open(&self, path: &str) {
        self.page.goto(format!("{}{path}", self.origin)).await.unwrap();
        self.wait(LOADED).await;
    }

    pub(crate) async fn reload(&self) {
        self.page.execute(ReloadParams::default()).await.unwrap();
        self.page.wait_for_navigation().await.unwrap();
        self.wait(LOADED).await;
    }

    pub(crate) async fn front(&self) {
        self.page.bring_to_front().await.unwrap();
    }

    /// The value of an expression; of what it promises if it is a promise.
    pub(crate) async fn js<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_js(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    async fn try_js<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let asked = EvaluateParams::builder()
            .expression(expression)
            .await_promise(true)
            .return_by_value(true)
            .build()
            .unwrap();
        let answer = self.page.execute(asked).await.map_err(|error| error.to_string())?;
        if let Some(thrown) = &answer.result.exception_details {
            return Err(format!("{thrown:?}"));
        }
        let value = answer.result.result.value.clone().unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    /// Waits until an expression is true.
    pub(crate) async fn wait(&self, condition: &str) {
        let asked = format!("!!({condition})");
        let limit = Instant::now() + PATIENCE;
        let mut last = Ok(false);
        while Instant::now() < limit {
            last = self.try_js(&asked).await;
            if last == Ok(true) {
                return;
            }
            sleep(LOOK).await;
        }
        let shown: Result<String, _> = self.try_js("document.body.innerText").await;
        let faults = self.faults.lock().unwrap().join("\n");
        panic!("waited in vain for {condition}: {last:?}\n{faults}\non the page:\n{shown:?}");
    }

    /// The text of the first element there.
    pub(crate) async fn text(&self, selector: &str) -> String {
        self.wait(&format!("document.querySelector({selector:?})")).await;
        self.js(&format!("document.querySelector({selector:?}).textContent.trim()")).await
    }

    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.js(&format!("document.querySelectorAll({selector:?}).length")).await
    }

    /// The middle of an element, given by an expression, after bringing it into sight.
    pub(crate) async fn middle(&self, element: &str) -> [f64; 2] {
        self.js(&format!(
            "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
             const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ))
        .await
    }

    /// Clicks with the mouse in the middle of the first element there.
    pub(crate) async fn click(&self, selector: &str) {
        let element = format!("document.querySelector({selector:?})");
        self.wait(&format!("{element} && !{element}.disabled")).await;
        let at = self.middle(&element).await;
        self.click_at(at).await;
    }

    /// Clicks the button or link that says this.
    pub(crate) async fn click_on(&self, words: &str) {
        let element = saying(words);
        self.wait(&element).await;
        let at = self.middle(&element).await;
        self.click_at(at).await;
    }

    pub(crate) async fn click_at(&self, at: [f64; 2]) {
        self.hover_at(at).await;
        self.mouse(DispatchMouseEventType::MousePressed, at).await;
        self.mouse(DispatchMouseEventType::MouseReleased, at).await;
    }

    pub(crate) async fn hover_at(&self, at: [f64; 2]) {
        self.mouse(DispatchMouseEventType::MouseMoved, at).await;
    }

    /// Presses the button at one place and releases it at the other.
    pub(crate) async fn drag(&self, from: [f64; 2], to: [f64; 2]) {
        self.hover_at(from).await;
        self.mouse(DispatchMouseEventType::MousePressed, from).await;
        let half = [from[0].midpoint(to[0]), from[1].midpoint(to[1])];
        for at in [half, to] {
            let held = mouse(DispatchMouseEventType::MouseMoved, at).buttons(1);
            self.page.execute(held.build().unwrap()).await.unwrap();
        }
        self.mouse(DispatchMouseEventType::MouseReleased, to).await;
    }

    async fn mouse(&self, what: DispatchMouseEventType, at: [f64; 2]) {
        let pressed = !matches!(what, DispatchMouseEventType::MouseMoved);
        let mut event = mouse(what, at);
        if pressed {
            event = event.button(MouseButton::Left).click_count(1);
        }
        self.page.execute(event.build().unwrap()).await.unwrap();
    }

    /// Touches with a finger and lifts it.
    pub(crate) async fn tap_at(&self, [x, y]: [f64; 2]) {
        let down = Touch { what: "touchStart", fingers: vec![TouchPoint::new(x, y)] };
        self.page.execute(down).await.unwrap();
        self.page.execute(Touch { what: "touchEnd", fingers: vec![] }).await.unwrap();
    }

    pub(crate) async fn tap(&self, selector: &str) {
        let element = format!("document.querySelector({selector:?})");
        self.wait(&format!("{element} && !{element}.disabled")).await;
        let at = self.middle(&element).await;
        self.tap_at(at).await;
    }

    /// Presses and releases a key, by its name: `Enter`, `ArrowUp`, `a`.
    pub(crate) async fn press(&self, key: &str) {
        let (code, number, text) = match key {
            "Enter" => ("Enter", 13, Some("\r")),
            "Tab" => ("Tab", 9, None),
            "Escape" => ("Escape", 27, None),
            "ArrowLeft" => ("ArrowLeft", 37, None),
            "ArrowUp" => ("ArrowUp", 38, None),
            "ArrowRight" => ("ArrowRight", 39, None),
            "ArrowDown" => ("ArrowDown", 40, None),
            "End" => ("End", 35, None),
            "Home" => ("Home", 36, None),
            "Delete" => ("Delete", 46, None),
            _ => ("", 0, Some(key)),
        };
        let event = |what| {
            let event = DispatchKeyEventParams::builder()
                .r#type(what)
                .key(key)
                .code(code)
                .windows_virtual_key_code(number);
            match text {
                Some(text) => event.text(text),
                None => event,
            }
        };
        for what in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let event = event(what).build().unwrap();
            self.page.execute(event).await.unwrap();
        }
    }

    /// Presses Tab until the condition holds; every move of a long game is a stop on the way.
    pub(crate) async fn tab_to(&self, condition: &str) {
        for _ in 0..160 {
            if self.js(condition).await {
                return;
            }
            self.press("Tab").await;
        }
        panic!("Tab does not lead to {condition}");
    }

    /// Types a text into what has the focus.
    pub(crate) async fn write(&self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string()).await;
        }
    }

    pub(crate) async fn resize(&self, [width, height]: [u32; 2]) {
        let metrics = SetDeviceMetricsOverrideParams::new(width, height, 1.0, false);
        self.page.execute(metrics).await.unwrap();
    }

    /// From now on the page is on a small screen that is touched.
    pub(crate) async fn make_phone(&self) {
        let [width, height] = SMALL;
        let metrics = SetDeviceMetricsOverrideParams::new(width, height, 2.0, true);
        self.page.execute(metrics).await.unwrap();
        let touch = SetTouchEmulationEnabledParams::builder().enabled(true).max_touch_points(5);
        self.page.execute(touch.build().unwrap()).await.unwrap();
    }

    /// What the system prefers: `dark` or `light`.
    pub(crate) async fn prefer_theme(&self, theme: &str) {
        let feature = MediaFeature::new("prefers-color-scheme", theme);
        let media = SetEmulatedMediaParams::builder().features([feature]).build();
        self.page.execute(media).await.unwrap();
    }

    /// Writes a picture of what is seen into `target/screenshots/`.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = target().join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let params = ScreenshotParams::builder().format(CaptureScreenshotFormat::Png).build();
        let bytes = self.page.screenshot(params).await.unwrap();
        fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        assert!(self.closed || thread::panicking(), "a page was not closed");
    }
}

/// `Input.dispatchTouchEvent`: the library's own leaves out the fingers when there are none.
#[derive(Debug, Serialize)]
struct Touch {
    #[serde(rename = "type")]
    what: &'static str,
    #[serde(rename = "touchPoints")]
    fingers: Vec<TouchPoint>,
}

impl Method for Touch {
    fn identifier(&self) -> MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for Touch {
    type Response = DispatchTouchEventReturns;
}

fn mouse(
    what: DispatchMouseEventType,
    [x, y]: [f64; 2],
) -> chromiumoxide::cdp::browser_protocol::input::DispatchMouseEventParamsBuilder {
    DispatchMouseEventParams::builder().r#type(what).x(x).y(y)
}

/// The button, link, label or summary in sight whose name this is, as an expression.
pub(crate) fn saying(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('button, a, label, summary')].find((e) => \
         e.checkVisibility() && !e.disabled && \
         (e.getAttribute('aria-label') ?? e.textContent).trim() === {words:?})"
    )
}
