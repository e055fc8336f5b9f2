//! What the page does besides games: it is installed, it is there without its server, it plays music.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{Folder, HOST_NAME, Site};

/// The paths of all that the service worker keeps.
const KEPT: &str = "caches.keys().then(async (names) => { \
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys())); \
    return all.flat().map((kept) => new URL(kept.url).pathname); })";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn without_its_server_the_page_says_so_and_waits() {
    let folder = Folder::new("browser");
    let site = Site::at(&folder, None);
    site.prefer(&json!({}));
    let address = site.address;
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    tab.wait("navigator.serviceWorker.controller").await;
    tab.open("/settings").await;
    let kept: Vec<String> = tab.js(KEPT).await;
    for path in ["/", "/js/app/main.js", "/css/base.css", "/js/screens/settings.js"] {
        assert!(kept.iter().any(|one| one.ends_with(path)), "{path} of {kept:#?}");
    }
    assert!(!kept.iter().any(|path| path.starts_with("/api/")), "{kept:#?}");

    drop(site);
    tab.open("/play/othello").await;
    let words = tab.text("#app").await;
    for said in ["Damier ne répond pas", "Damier does not answer"] {
        assert!(words.contains(said), "{words}");
    }
    let _site = Site::at(&folder, Some(address));
    tab.wait("document.querySelector('form.setup-form')").await;
    tab.clear_faults().await;
    tab.close().await;
}

/// Limits of what a first visit transfers until its network is idle, in bytes of bodies as they are sent: home, and a
/// set-up with all its choices. They leave a tenth for what another version of a browser asks for.
const FIRST_LOAD_MAX_BYTES: [(&str, u64); 2] = [("/", 65_000), ("/play/othello", 70_000)];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_first_visit_transfers_little() {
    let site = Site::start();
    for (path, limit) in FIRST_LOAD_MAX_BYTES {
        let chrome = Chrome::start().await;
        let tab = chrome.tab(&site.origin()).await;
        tab.open(path).await;
        tab.wait("document.querySelector('.card:last-child svg.board, .setup-board svg')").await;
        tab.network_idle().await;
        let bytes: u64 = tab
            .js("[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]\
                 .reduce((sum, entry) => sum + entry.encodedBodySize, 0)")
            .await;
        println!("figure: a first visit to {path} transfers {bytes} bytes of {limit}");
        assert!((1..=limit).contains(&bytes), "{path}: {bytes} bytes");
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_page_can_be_installed() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    let manifest: Value = tab
        .js("fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())")
        .await;
    assert_eq!(manifest["start_url"], "/");
    for icon in manifest["icons"].as_array().unwrap() {
        let size = icon["sizes"].as_str().unwrap();
        let draw = format!(
            "new Promise((done) => {{ const image = new Image(); \
             image.onload = () => done(`${{image.naturalWidth}}x${{image.naturalHeight}}`); \
             image.onerror = () => done('broken'); image.src = {}; }})",
            icon["src"]
        );
        let seen: String = tab.js(&draw).await;
        assert!(seen == size || size == "any" && seen != "broken", "{icon} is {seen}");
    }
    tab.close().await;
    // Over plain http there is no service worker, and nobody misses it.
    let tab = chrome.tab(&format!("http://{HOST_NAME}:{}", site.address.port())).await;
    tab.open("/").await;
    assert!(tab.js::<bool>("navigator.serviceWorker === undefined").await);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn music_plays_if_wanted_and_only_in_sight() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/settings").await;
    tab.js::<Value>(
        "(window.heard = [], window.AudioContext = class extends AudioContext { \
         constructor() { super(); heard.push(this); } }, null)",
    )
    .await;
    let now = "heard.map((audio) => audio.state).join()";
    tab.click("#volume").await;
    assert_eq!(tab.js::<String>(now).await, "");
    tab.click_on("Background musicQuiet, and never the same").await;
    tab.wait(&format!("{now} === 'running'")).await;
    let hide = |how: &str| {
        format!(
            "(Object.defineProperty(document, 'visibilityState', {{ value: '{how}', configurable: true }}), \
             document.dispatchEvent(new Event('visibilitychange')), null)"
        )
    };
    tab.js::<Value>(&hide("hidden")).await;
    tab.wait(&format!("{now} === 'suspended'")).await;
    tab.js::<Value>(&hide("visible")).await;
    tab.wait(&format!("{now} === 'running'")).await;
    tab.click_on("Background musicQuiet, and never the same").await;
    tab.wait(&format!("{now} === 'suspended'")).await;
    tab.close().await;
}
