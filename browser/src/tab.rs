//! Browser tab: what it shows, input into it, and the faults that were reported in it.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use data_encoding::BASE64;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::cdp::Connection;
use crate::site::target;
use crate::time_limit::WAIT_TIMEOUT;
use crate::traffic::Traffic;

/// Time for which an element must keep its place before it is clicked.
const CENTRE_SETTLE_MS: u64 = 25;
/// Looks at an element that does not come to rest, before it is clicked all the same.
const CENTRE_MAX_TRIES: u64 = 40;
/// Aims at an element that something pushes away or covers, before it is clicked all the same.
const AIM_MAX_TRIES: u32 = 10;
/// Interval at which a condition is evaluated again.
const POLL_INTERVAL: Duration = Duration::from_millis(15);
/// Time for which a page looks at a condition by itself, before it is asked again.
const LOOK_MS: u64 = 2000;
/// Time without any request after which the network of a page is idle.
const NETWORK_IDLE_MS: u64 = 500;
/// Time after which a page that draws no frames, because it is hidden, is looked at all the same.
const HIDDEN_FRAME_MS: u64 = 250;

/// Condition that the document after a navigation is loaded and shows a screen: the placeholder
/// before that has no class.
const SHOWN: &str = "!window.harnessLeaving && document.readyState === 'complete' \
    && document.querySelector('#app main[class]')";

/// Width and height of a desktop's screen, in pixels.
pub const LARGE: [u32; 2] = [1280, 800];
/// Width and height of a telephone's screen, in pixels.
pub const SMALL: [u32; 2] = [390, 844];

/// What is observed of a page.
#[derive(Default)]
struct Observed {
    faults: Vec<String>,
    traffic: Traffic,
}

/// A tab. It must be closed, which checks that there was no fault: an exception, an error or warning on
/// the console, a request that failed or that went to another server.
pub struct Tab {
    connection: Connection,
    session: String,
    /// Its browser context, if it is not that of the profile.
    context: Option<String>,
    origin: String,
    observed: Arc<Mutex<Observed>>,
    closed: bool,
}

impl Tab {
    /// Watches a session that is attached to a page, which may send requests to `origin` only.
    pub async fn new(
        connection: Connection,
        session: &str,
        context: Option<&str>,
        origin: &str,
    ) -> Self {
        let (session, origin) = (session.to_owned(), origin.to_owned());
        let context = context.map(str::to_owned);
        let (observed, known_origin) = (Arc::<Mutex<Observed>>::default(), origin.clone());
        let noted = Arc::clone(&observed);
        connection.listen(&session, move |event, parameters| {
            let mut noted = noted.lock().unwrap();
            noted.faults.extend(fault(event, parameters, &known_origin));
            noted.traffic.heed(event, parameters);
        });
        let tab = Self { connection, session, context, origin, observed, closed: false };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            tab.call(&format!("{domain}.enable"), json!({})).await;
        }
        tab.set_metrics(LARGE, 1.0, false).await;
        tab
    }

    /// Sends a command to the browser and waits for its answer.
    async fn call(&self, method: &str, parameters: Value) -> Value {
        let answer = self.connection.call(Some(&self.session), method, parameters).await;
        answer.unwrap_or_else(|error| panic!("{method} {error}"))
    }

    /// Checks that there was no fault so far.
    #[track_caller]
    fn check(&self) {
        let faults = &self.observed.lock().unwrap().faults;
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// Forgets the faults so far, because the test caused them on purpose.
    pub async fn clear_faults(&self) {
        self.rest().await;
        self.observed.lock().unwrap().faults.clear();
    }

    /// Waits until the events of all that has happened have been delivered.
    async fn settle(&self) {
        let _: i32 = self.js("new Promise((done) => setTimeout(() => done(1), 30))").await;
    }

    /// Waits until no request of the page is under way, what came of those before has been drawn, and the page has
    /// nothing more to do: it can be measured and pictured.
    pub async fn rest(&self) {
        // What follows something by a script does so in one frame, and is drawn in the next.
        let drawn = format!(
            "new Promise((done) => {{ \
             const idle = () => requestIdleCallback(() => done(1), {{ timeout: {LOOK_MS} }}); \
             requestAnimationFrame(() => requestAnimationFrame(idle)); setTimeout(idle, {HIDDEN_FRAME_MS}); }})"
        );
        self.idle_beside(&drawn).await;
    }

    /// Waits until the page has sent no request for half a second, and none is under way.
    pub async fn network_idle(&self) {
        let quiet = format!("new Promise((done) => setTimeout(() => done(1), {NETWORK_IDLE_MS}))");
        self.idle_beside(&quiet).await;
    }

    /// Waits until no request is under way before and after a promise of the page, nor has begun between.
    async fn idle_beside(&self, promise: &str) {
        let limit = Instant::now() + WAIT_TIMEOUT;
        loop {
            let before = self.observed.lock().unwrap().traffic.idle();
            // A page that goes elsewhere meanwhile is asked again.
            let has_passed = before.is_some() && self.try_js::<i32>(promise).await.is_ok();
            let open = {
                let observed = self.observed.lock().unwrap();
                if has_passed && observed.traffic.idle() == before {
                    return;
                }
                observed.traffic.open().join(", ")
            };
            assert!(Instant::now() < limit, "the page is never at rest: {open}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Closes the tab, after a check that there was no fault.
    pub async fn close(mut self) {
        self.settle().await;
        self.closed = true;
        self.check();
        self.connection.forget(&self.session);
        self.call("Page.close", json!({})).await;
    }

    /// Goes to a path and waits for its screen.
    pub async fn open(&self, path: &str) {
        self.load(path).await;
        self.wait_for(&format!("the screen of {path}"), SHOWN).await;
        self.rest().await;
    }

    /// Goes to a path that need not be a screen.
    pub async fn load(&self, path: &str) {
        let url = format!("{}{path}", self.origin);
        // It is answered when the new document has replaced the old one.
        let navigation = self.call("Page.navigate", json!({ "url": url })).await;
        assert!(navigation["errorText"].is_null(), "{url}: {}", navigation["errorText"]);
    }

    /// Loads the page again and waits for its screen.
    pub async fn reload(&self) {
        // It is answered at once, so that a mark must tell the old document from the new one.
        self.wait_for("a mark in the document", "window.harnessLeaving = true").await;
        self.call("Page.reload", json!({})).await;
        self.wait_for("the screen after a reload", SHOWN).await;
        self.rest().await;
    }

    /// Brings the tab to the front of its window.
    pub async fn front(&self) {
        self.call("Page.bringToFront", json!({})).await;
    }

    /// Value of an expression; of a promise, what it resolves to.
    pub async fn js<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_js(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    async fn try_js<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let evaluate =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer =
            self.connection.call(Some(&self.session), "Runtime.evaluate", evaluate).await?;
        match &answer["exceptionDetails"] {
            Value::Null => serde_json::from_value(answer["result"]["value"].take())
                .map_err(|error| error.to_string()),
            thrown => Err(thrown.to_string()),
        }
    }

    /// Waits until an expression is true.
    pub async fn wait(&self, condition: &str) {
        self.wait_for(condition, condition).await;
    }

    /// Waits until an expression, or what it promises, is true; a panic that names `what` after the limit.
    async fn wait_for(&self, what: &str, condition: &str) {
        // The page itself looks again and again: what it shows for a moment is seen however busy the machine is.
        let look = format!(
            "new Promise((harnessDone) => {{ const harnessLimit = performance.now() + {LOOK_MS}; \
             (async function harnessLook() {{ let harnessLast = 'false'; \
             try {{ if (await ({condition})) return harnessDone(''); }} catch (error) {{ harnessLast = String(error); }} \
             if (performance.now() > harnessLimit) harnessDone(harnessLast); \
             else setTimeout(harnessLook, {}); }})(); }})",
            POLL_INTERVAL.as_millis()
        );
        let limit = Instant::now() + WAIT_TIMEOUT;
        let mut last = Ok(String::new());
        while Instant::now() < limit {
            last = self.try_js::<String>(&look).await;
            if last.as_ref().is_ok_and(String::is_empty) {
                return;
            }
            sleep(POLL_INTERVAL).await;
        }
        let at: Result<String, _> = self.try_js("location.href").await;
        let shown: Result<String, _> = self.try_js("document.body.innerText").await;
        let faults = self.observed.lock().unwrap().faults.join("\n");
        let seconds = WAIT_TIMEOUT.as_secs();
        panic!("waited {seconds} s for {what}: {last:?}\n{faults}\nat {at:?} is shown:\n{shown:?}");
    }

    /// Text of the first element that matches.
    pub async fn text(&self, selector: &str) -> String {
        self.wait(&format!("document.querySelector({selector:?})")).await;
        self.js(&format!("document.querySelector({selector:?}).textContent.trim()")).await
    }

    /// Number of elements that match.
    pub async fn count(&self, selector: &str) -> usize {
        self.js(&format!("document.querySelectorAll({selector:?}).length")).await
    }

    /// Centre of an element, given by an expression, after it has been scrolled into view.
    pub async fn centre(&self, element: &str) -> [f64; 2] {
        // What comes into the page may still push the element away: it has to keep its place for a moment.
        self.js(&format!(
            "(async () => {{ let last = null; \
             for (let tries = 0; tries < {CENTRE_MAX_TRIES}; tries++) {{ \
               const e = {element}; e.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
               const r = e.getBoundingClientRect(); \
               const at = [r.x + r.width / 2, r.y + r.height / 2]; \
               if (last && last[0] === at[0] && last[1] === at[1]) break; \
               last = at; await new Promise((f) => setTimeout(f, {CENTRE_SETTLE_MS})); \
             }} return last; }})()"
        ))
        .await
    }

    /// Clicks with the mouse on the first element that matches.
    pub async fn click(&self, selector: &str) {
        let element = format!("document.querySelector({selector:?})");
        self.wait(&format!("{element} && !{element}.disabled")).await;
        self.click_element(&element).await;
    }

    /// Clicks the button or link with this name.
    pub async fn click_on(&self, words: &str) {
        let element = saying(words);
        self.wait(&element).await;
        self.click_element(&element).await;
    }

    /// Clicks with the mouse on an element, given by an expression.
    async fn click_element(&self, element: &str) {
        // Until the button is released something may still come into the page and push the element away.
        for tries in 0..=AIM_MAX_TRIES {
            let at = self.centre(element).await;
            self.hover_at(at).await;
            let [x, y] = at;
            let aim = format!(
                "(() => {{ const is = (at) => {{ const e = {element}; return !!at && !!e && e.contains(at); }}; \
                 window.harnessAim?.abort(); window.harnessAim = new AbortController(); window.harnessLost = false; \
                 const once = {{ capture: true, once: true, signal: window.harnessAim.signal }}; \
                 addEventListener('pointerdown', ({{ target }}) => {{ window.harnessHit = is(target); \
                 const pressed = {element}; \
                 addEventListener('pointerup', ({{ target, pointerId }}) => {{ window.harnessLost = !!pressed?.isConnected \
                 && !pressed.contains(target) && !target.hasPointerCapture?.(pointerId); }}, once); }}, once); \
                 return is(document.elementFromPoint({x}, {y})); }})()"
            );
            let is_last = tries == AIM_MAX_TRIES;
            if self.try_js(&aim).await == Ok(false) && !is_last {
                continue;
            }
            self.mouse("mousePressed", at, Button::Changes).await;
            let is_missed = self.try_js("window.harnessHit").await == Ok(false);
            if is_missed && !is_last {
                // Released elsewhere: what has come there is not clicked.
                self.mouse("mouseMoved", [0.0, 0.0], Button::Down).await;
                self.mouse("mouseReleased", [0.0, 0.0], Button::Changes).await;
                continue;
            }
            self.mouse("mouseReleased", at, Button::Changes).await;
            // Pressed on the element and released beside it, which is no click.
            if is_last || self.try_js("window.harnessLost").await != Ok(true) {
                return;
            }
        }
    }

    /// Clicks with the mouse at a place of the viewport.
    pub async fn click_at(&self, at: [f64; 2]) {
        self.hover_at(at).await;
        self.mouse("mousePressed", at, Button::Changes).await;
        self.mouse("mouseReleased", at, Button::Changes).await;
    }

    /// Moves the mouse to a place of the viewport.
    pub async fn hover_at(&self, at: [f64; 2]) {
        self.mouse("mouseMoved", at, Button::Up).await;
    }

    /// Presses the mouse button at one place and releases it at the other.
    pub async fn drag(&self, from: [f64; 2], to: [f64; 2]) {
        self.hover_at(from).await;
        self.mouse("mousePressed", from, Button::Changes).await;
        let half = [from[0].midpoint(to[0]), from[1].midpoint(to[1])];
        for at in [half, to] {
            self.mouse("mouseMoved", at, Button::Down).await;
        }
        self.mouse("mouseReleased", to, Button::Changes).await;
    }

    async fn mouse(&self, event: &str, [x, y]: [f64; 2], button: Button) {
        let mut parameters = json!({ "type": event, "x": x, "y": y });
        match button {
            Button::Up => {}
            Button::Down => parameters["buttons"] = 1.into(),
            Button::Changes => {
                parameters["button"] = "left".into();
                parameters["clickCount"] = 1.into();
            }
        }
        self.call("Input.dispatchMouseEvent", parameters).await;
    }

    /// Touches with a finger and lifts it.
    pub async fn tap_at(&self, [x, y]: [f64; 2]) {
        self.touch("touchStart", json!([{ "x": x, "y": y }])).await;
        self.touch("touchEnd", json!([])).await;
    }

    /// Touches with a finger, moves it along a line in small steps, and lifts it.
    pub async fn swipe(&self, from: [f64; 2], to: [f64; 2]) {
        const STEPS: u32 = 12;
        self.touch("touchStart", json!([{ "x": from[0], "y": from[1] }])).await;
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            let [x, y] = [0, 1].map(|i| from[i] + (to[i] - from[i]) * share);
            self.touch("touchMove", json!([{ "x": x, "y": y }])).await;
        }
        self.touch("touchEnd", json!([])).await;
    }

    async fn touch(&self, event: &str, points: Value) {
        let parameters = json!({ "type": event, "touchPoints": points });
        self.call("Input.dispatchTouchEvent", parameters).await;
    }

    /// Touches the first element that matches.
    pub async fn tap(&self, selector: &str) {
        let element = format!("document.querySelector({selector:?})");
        self.wait(&format!("{element} && !{element}.disabled")).await;
        let at = self.centre(&element).await;
        self.tap_at(at).await;
    }

    /// Presses and releases a key, by its name: `Enter`, `ArrowUp`, `a`.
    pub async fn press(&self, key: &str) {
        self.press_key(key, 0).await;
    }

    /// Presses and releases a key while Shift is held.
    pub async fn press_shifted(&self, key: &str) {
        const SHIFT: u32 = 8;
        self.press_key(key, SHIFT).await;
    }

    async fn press_key(&self, key: &str, modifiers: u32) {
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
        for event in ["keyDown", "keyUp"] {
            let mut parameters = json!({
                "type": event, "key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
            });
            if let Some(text) = text {
                parameters["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", parameters).await;
        }
    }

    /// Presses Tab until the condition holds; every move of a long game is a stop on the way.
    pub async fn tab_to(&self, condition: &str) {
        for _ in 0..160 {
            if self.js(condition).await {
                return;
            }
            self.press("Tab").await;
        }
        panic!("Tab does not lead to {condition}");
    }

    /// Types a text into the element with the focus.
    pub async fn write(&self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string()).await;
        }
    }

    /// Sets the size of the viewport, and waits until the page is drawn at it.
    pub async fn resize(&self, size: [u32; 2]) {
        self.set_metrics(size, 1.0, false).await;
        self.wait(&format!("innerWidth === {} && innerHeight === {}", size[0], size[1])).await;
        self.rest().await;
    }

    async fn set_metrics(&self, [width, height]: [u32; 2], scale: f64, is_mobile: bool) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_mobile,
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Emulates a telephone: a small screen with touch input.
    pub async fn make_phone(&self) {
        self.make_phone_of(SMALL).await;
    }

    /// Emulates a telephone of this size.
    pub async fn make_phone_of(&self, size: [u32; 2]) {
        self.set_metrics(size, 2.0, true).await;
        let touch = json!({ "enabled": true, "maxTouchPoints": 5 });
        self.call("Emulation.setTouchEmulationEnabled", touch).await;
    }

    /// What keeps the page from being installed as a program, by the browser's own names.
    pub async fn installability_errors(&self) -> Vec<String> {
        let answer = self.call("Page.getInstallabilityErrors", json!({})).await;
        let errors = answer["installabilityErrors"].as_array().into_iter().flatten();
        errors.map(|error| error["errorId"].to_string()).collect()
    }

    /// Sets the bytes that the page's origin may store; `None` is what the browser allows by itself.
    pub async fn limit_storage(&self, bytes: Option<u64>) {
        let mut quota = json!({ "origin": self.origin });
        if let Some(bytes) = bytes {
            quota["quotaSize"] = bytes.into();
        }
        self.call("Storage.overrideQuotaForOrigin", quota).await;
    }

    /// Saves what is downloaded into a folder, without a question.
    pub async fn download_to(&self, folder: &Path) {
        let mut behavior = json!({ "behavior": "allow", "downloadPath": folder });
        if let Some(context) = &self.context {
            behavior["browserContextId"] = context.as_str().into();
        }
        self.call("Browser.setDownloadBehavior", behavior).await;
    }

    /// Emulates the colour scheme of the system: `dark` or `light`.
    pub async fn prefer_theme(&self, theme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": theme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Writes a screenshot of the page at rest into `target/screenshots/`.
    pub async fn screenshot(&self, name: &str) {
        self.rest().await;
        let folder = target().join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        // A larger file is compressed in a fraction of the time.
        let picture = json!({ "format": "png", "optimizeForSpeed": true });
        let answer = self.call("Page.captureScreenshot", picture).await;
        let image = BASE64.decode(answer["data"].as_str().unwrap_or_default().as_bytes()).unwrap();
        fs::write(folder.join(format!("{name}.png")), image).unwrap();
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        assert!(self.closed || thread::panicking(), "a page was not closed");
    }
}

/// The left button of the mouse during an event.
#[derive(Clone, Copy)]
enum Button {
    Up,
    Down,
    /// Pressed or released by the event.
    Changes,
}

/// What is wrong by an event, if anything is.
fn fault(event: &str, parameters: &Value, origin: &str) -> Option<String> {
    let text = |pointer: &str| parameters.pointer(pointer).and_then(Value::as_str).unwrap_or("");
    let is_bad = |level: &str| ["error", "warning", "assert"].contains(&level);
    match event {
        "Runtime.exceptionThrown" => {
            let details = &parameters["exceptionDetails"];
            Some(format!("exception: {} {}", details["text"], details["exception"]["description"]))
        }
        "Runtime.consoleAPICalled" => {
            is_bad(text("/type")).then(|| format!("console: {}", parameters["args"]))
        }
        // Here too are breaches of the content security policy.
        "Log.entryAdded" => {
            let entry = text("/entry/text");
            // An advice that depends on the speed of the machine.
            let is_slow = entry.contains("was preloaded using link preload but not used within");
            (is_bad(text("/entry/level")) && !is_slow)
                .then(|| format!("log: {entry} {}", text("/entry/url")))
        }
        "Network.responseReceived" => {
            let response = &parameters["response"];
            let status = response["status"].as_u64().unwrap_or_default();
            (status >= 400).then(|| format!("{status} {}", response["url"]))
        }
        "Network.loadingFailed" => {
            let error = text("/errorText");
            let is_cancelled = parameters["canceled"] == true || error == "net::ERR_ABORTED";
            (!is_cancelled).then(|| format!("failed: {error}"))
        }
        "Network.requestWillBeSent" => {
            let url = text("/request/url");
            let is_inline = ["data:", "blob:", "about:"].iter().any(|it| url.starts_with(it));
            let is_foreign = !is_inline && !url.starts_with(&format!("{origin}/"));
            is_foreign.then(|| format!("a request to another server: {url}"))
        }
        "Network.webSocketCreated" => {
            let url = text("/url");
            let is_foreign = !url.starts_with(&format!("{}/", origin.replacen("http", "ws", 1)));
            is_foreign.then(|| format!("a socket to another server: {url}"))
        }
        _ => None,
    }
}

/// Expression for the visible button, link, label or summary with this accessible name.
pub fn saying(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('button, a, label, summary')].find((e) => \
         e.checkVisibility() && !e.disabled && \
         (e.getAttribute('aria-label') ?? e.textContent).trim() === {words:?})"
    )
}
