//! Engines in the browser beside a server: `damier serve --web`.

use std::ffi::OsStr;

use serde_json::{Map, Value, json};

use crate::chrome::Chrome;
use crate::party::{at_board, open_table, sit_down, type_move};
use crate::program::{Program, program};
use crate::site::{Folder, request};
use crate::static_host::web_folder;
use crate::tab::Tab;

/// Condition that the engine has found something.
const LINES: &str = "document.querySelector('.lines li:not([hidden]):not(.empty)')";

/// Counts the questions that the page asks the server's engine from now on, on every screen of its tab.
const COUNT_QUESTIONS: &str = "(() => { window.questions = 0; const send = WebSocket.prototype.send; \
    WebSocket.prototype.send = function (text) { if (/\"type\":\"(analyse|review)\"/.test(text)) window.questions++; return send.call(this, text); }; })()";

/// Chooses where the engine thinks, by the label.
async fn choose(tab: &Tab, place: &str) {
    tab.js::<Value>("(document.querySelector('details.options').open = true, null)").await;
    tab.click_on(place).await;
}

/// A tab of somebody who knows the games.
async fn guest(chrome: &Chrome, origin: &str) -> Tab {
    let tab = chrome.guest(origin).await;
    tab.open("/").await;
    let known = games::CATALOGUE.iter().map(|entry| entry.game.info().id.to_owned());
    let known: Map<_, _> =
        known.map(|id| (id, json!({ "offered": true, "coached": true }))).collect();
    let settings = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
    let profile = json!({ "settings": settings, "learning": known }).to_string();
    let put = format!(
        "fetch('/api/profile', {{ method: 'PUT', headers: {{ 'content-type': 'application/json' }}, body: {profile:?} }}).then(({{ ok }}) => ok)"
    );
    assert!(tab.js::<bool>(&put).await);
    tab
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn a_served_page_thinks_by_itself_but_not_about_a_running_game() {
    let (folder, web) = (Folder::new("browser"), web_folder());
    let server = Program::serve(&program(), &folder, &[OsStr::new("--web"), web.as_os_str()]);
    let origin = format!("http://{}", server.address);
    let chrome = Chrome::start().await;
    let ana = guest(&chrome, &origin).await;
    ana.open("/analyse/isolation").await;
    ana.wait(LINES).await;
    ana.js::<Value>(COUNT_QUESTIONS).await;
    choose(&ana, "On this device").await;
    ana.wait(&format!("{LINES} && document.querySelector('.kind')")).await;
    // A move leads to a position that this browser thinks about, and the server is not asked.
    ana.click("svg.board .cell.legal .hit").await;
    ana.wait(&format!("document.querySelectorAll('.tree .move').length === 1 && {LINES}")).await;
    assert_eq!(ana.js::<usize>("questions").await, 0);
    choose(&ana, "At the server").await;
    ana.wait("questions === 1").await;
    choose(&ana, "On this device").await;

    // Nobody is helped in a game that they play against a person, from the board or by its moves alone.
    let bo = guest(&chrome, &origin).await;
    let path = open_table(&ana, "connect-four", &[]).await;
    sit_down(&bo, &path).await;
    for tab in [&ana, &bo] {
        at_board(tab).await;
    }
    type_move(&ana, "4", 1).await;
    type_move(&bo, "3", 2).await;
    for (own, said) in [
        (format!("{path}/analyse"), "No analysis of a game while two people are playing it"),
        ("/analyse/connect-four/43".to_owned(), "the computer gives no help with a game"),
    ] {
        ana.open(&own).await;
        ana.wait(&format!(
            "document.querySelector('main')?.textContent.toLowerCase().includes({:?})",
            said.to_lowercase()
        ))
        .await;
        assert_eq!(ana.count(".lines li:not([hidden]):not(.empty)").await, 0);
    }
    ana.clear_faults().await;
    ana.close().await;
    bo.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn a_server_without_engines_leaves_a_review_to_the_page() {
    let (folder, web) = (Folder::new("browser"), web_folder());
    let options = ["--engine", "browser", "--web"].map(OsStr::new);
    let server =
        Program::serve(&program(), &folder, &[options[0], options[1], options[2], web.as_os_str()]);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{}", server.address)).await;
    tab.open("/analyse/connect-four/4151617").await;
    tab.wait("document.querySelector('.review button.primary')").await;
    tab.click(".review button.primary").await;
    tab.wait("document.querySelector('.accuracy:not([hidden]) .side-accuracy')").await;
    assert_eq!(tab.count(".options [value=here]").await, 0);
    let catalogue = request(server.address, "GET", "/api/catalogue", &Value::Null);
    assert_eq!(catalogue["analysis"], "browser");
    tab.close().await;
}
