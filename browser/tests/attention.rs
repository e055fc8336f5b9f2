//! A tab that is hidden calls its player back.

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{Party, at_board, moves, type_move};
use crate::site::{HOST_NAME, Site};
use crate::tab::Tab;

/// Tells the page that its tab is hidden, or shown again, as the browser does.
async fn hide(tab: &Tab, hidden: bool) {
    tab.js::<()>(&format!(
        "(() => {{ Object.defineProperty(document, 'hidden', {{ configurable: true, get: () => {hidden} }}); \
         document.dispatchEvent(new Event('visibilitychange')); }})()"
    ))
    .await;
}

/// A browser that allows notifications, and remembers what it was asked and what it showed.
const NOTIFICATIONS: &str = "(() => { window.shown = []; window.asked = 0; window.Notification = class { \
    static permission = 'granted'; \
    static async requestPermission() { window.asked++; return 'granted'; } \
    constructor(title, options) { window.shown.push(options.body); } }; })()";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_hidden_tab_says_whose_turn_it_is() {
    let site = Site::start();
    site.prefer(&json!({ "notifications": true }));
    let party = Party::gather(&site).await;
    party.start("connect-four", &[]).await;
    let [ana, bo, cleo] = party.all();
    ana.js::<()>(NOTIFICATIONS).await;
    type_move(ana, "4", 1).await;
    for tab in [ana, cleo] {
        hide(tab, true).await;
    }
    let calls = |tab: &'static str| format!("document.title.startsWith('(!) {tab}')");
    assert!(!ana.js::<bool>(&calls("Your turn")).await, "it is the other's turn");
    type_move(bo, "4", 2).await;
    ana.wait(&calls("Your turn")).await;
    ana.wait("document.querySelector('link[rel=icon]').href.startsWith('data:')").await;
    ana.wait("shown.length === 1 && shown[0].startsWith('Your turn')").await;
    // A watcher is not called, nor a player who looks.
    moves(cleo, 2).await;
    assert!(!cleo.js::<bool>("document.title.startsWith('(!)')").await);
    hide(ana, false).await;
    ana.wait("!document.title.startsWith('(!)')").await;
    assert!(
        !ana.js::<bool>("document.querySelector('link[rel=icon]').href.startsWith('data:')").await
    );
    type_move(ana, "4", 3).await;
    type_move(bo, "4", 4).await;
    moves(ana, 4).await;
    assert_eq!(ana.js::<usize>("shown.length").await, 1);
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn notifications_are_asked_for_by_a_click_and_need_a_secure_page() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let here = chrome.guest(&site.origin()).await;
    here.open("/").await;
    here.js::<()>(NOTIFICATIONS).await;
    here.click(".header a[href='/settings'], .tools a[href='/settings']").await;
    let switch = "label.yes-no:has(+ p.problem)";
    here.wait(&format!("document.querySelector({switch:?})")).await;
    assert_eq!(here.js::<usize>("asked").await, 0);
    here.click(switch).await;
    here.wait("asked === 1").await;
    here.wait(&format!("document.querySelector({switch:?}).querySelector('input').checked")).await;
    // By plain http from elsewhere it cannot be, and says so.
    let there = chrome.guest(&format!("http://{HOST_NAME}:{}", site.address.port())).await;
    site.prefer_in(&there).await;
    there.open("/settings").await;
    there.wait("document.body.innerText.includes('only for pages by https')").await;
    assert!(
        there
            .js::<bool>(&format!(
                "document.querySelector({switch:?}).querySelector('input').disabled"
            ))
            .await
    );
    for tab in [here, there] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_computer_s_move_calls_too_and_two_at_one_screen_are_not_called() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open(&site.versus("othello", Some("random"))).await;
    at_board(&tab).await;
    hide(&tab, true).await;
    tab.wait("document.title.startsWith('(!) Your turn')").await;
    tab.open(&site.versus("othello", None)).await;
    at_board(&tab).await;
    hide(&tab, true).await;
    assert!(!tab.js::<bool>("document.title.startsWith('(!)')").await);
    tab.close().await;
}
