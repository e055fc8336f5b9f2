//! Boards that favour a side are pointed out before a game.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{Site, request};
use crate::tab::Tab;

/// Longer than a board must stay chosen before it is estimated, in milliseconds.
const BEYOND_ESTIMATE_DELAY_MS: u32 = 900;

/// Notes the addresses that the page asks from now on.
const NOTE_REQUESTS: &str = "(() => { window.requested = []; const real = window.fetch; \
    window.fetch = (path, ...more) => { requested.push(String(path)); return real(path, ...more); }; })()";

/// Goes to the board of a seed without loading the page anew.
async fn choose(tab: &Tab, seed: u64) {
    tab.js::<()>(&format!(
        "(() => {{ requested.length = 0; history.pushState(null, '', '/play/katarenga?seed={seed}'); \
         dispatchEvent(new PopStateEvent('popstate')); }})()"
    ))
    .await;
    tab.wait(&format!(
        "document.querySelector('.fairness') && document.querySelector('#seed')?.value === '{seed}'"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn an_unfair_board_is_warned_of_and_a_fair_one_is_not() {
    let site = Site::start();
    site.prefer(&json!({}));
    let catalogue = request(site.address, "GET", "/api/catalogue", &Value::Null);
    let games = catalogue["games"].as_array().unwrap();
    let info = games.iter().find(|game| game["id"] == "katarenga").unwrap();
    let fair: Vec<u64> = serde_json::from_value(info["fair_seeds"].clone()).unwrap();
    assert!(!fair.contains(&7) && fair.len() > 10);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    tab.js::<()>(NOTE_REQUESTS).await;
    // First wins nearly every game on the board of seed 7.
    choose(&tab, 7).await;
    tab.wait("document.querySelector('.fair-warning:not([hidden])')?.textContent.includes('Red')")
        .await;
    assert!(tab.js::<bool>("requested.includes('/api/fairness')").await);
    for seed in [fair[0], fair[fair.len() - 1]] {
        choose(&tab, seed).await;
        let later = format!("new Promise((done) => setTimeout(done, {BEYOND_ESTIMATE_DELAY_MS}))");
        tab.js::<Value>(&later).await;
        assert!(tab.js::<bool>("document.querySelector('.fair-warning').hidden").await, "{seed}");
        assert!(!tab.js::<bool>("requested.includes('/api/fairness')").await, "{seed}");
    }
    // Back at the unfair one it is said again.
    choose(&tab, 7).await;
    tab.wait("document.querySelector('.fair-warning:not([hidden])')").await;
    tab.close().await;
}
