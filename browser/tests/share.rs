//! Sharing: the link, the picture and the text of a match and of a position.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::party::hears;
use crate::site::Site;
use crate::tab::Tab;

/// The window is open, and everything in it has come.
const READY: &str = "document.querySelector('dialog[open] .share-picture img')?.naturalWidth > 0 \
    && document.querySelector('dialog[open] .share-text textarea')?.value !== ''";
const TEXT: &str = "document.querySelector('dialog[open] textarea').value";
const SHARE_AT_END: &str =
    "[...document.querySelectorAll('.result button')].find((one) => one.textContent === WORD)";

/// A match of Ana at this screen that First has won.
fn won(site: &Site) -> String {
    site.create(&json!({
        "game": "connect-four",
        "players": {
            "first": { "type": "human", "name": "Ana <b>" },
            "second": { "type": "human", "name": "Bo" },
        },
        "record": { "start": "7/7/7/7/7/7 x", "swap": false, "moves": ["1", "2", "1", "2", "1", "2", "1"] },
    }))
}

/// Answers with the status, the type and the size of what is at an address.
async fn fetched(tab: &Tab, address: &str) -> (u16, String, usize) {
    let found: (u16, String, usize) = tab
        .js(&format!(
            "fetch({address}).then(async (answer) => [answer.status, answer.headers.get('content-type'), (await answer.blob()).size])"
        ))
        .await;
    found
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_end_of_a_game_is_shared() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = won(&site);
    for (size, name) in [([1280, 800], "large"), ([390, 844], "small")] {
        tab.resize(size).await;
        tab.open(&path).await;
        let button = SHARE_AT_END.replace("WORD", "'Share'");
        tab.wait(&button).await;
        // By the keyboard alone.
        tab.js::<Value>(&format!("({button}.focus(), null)")).await;
        tab.press("Enter").await;
        tab.wait(READY).await;
        let link: String = tab.js("document.querySelector('dialog .share-link input').value").await;
        assert_eq!(link, format!("{}{path}", site.origin()));
        let text: String = tab.js(TEXT).await;
        assert!(
            text.starts_with("Connect Four · Damier\n🔴 Ana <b> – 🟡 Bo\nAna <b> wins: "),
            "{text}"
        );
        assert!(text.contains("🔴🟡🟦🟦🟦🟦🟦"), "{text}");
        for (format, kind) in [("png", "image/png"), ("svg", "image/svg+xml")] {
            let link = format!("document.querySelector('dialog a[download$=\".{format}\"]').href");
            let (status, content_type, length) = fetched(&tab, &link).await;
            assert_eq!((status, &*content_type), (200, kind));
            assert!(length > 2000, "{length}");
        }
        let wide: bool =
            tab.js("document.querySelector('dialog').scrollWidth <= document.querySelector('dialog').clientWidth").await;
        assert!(wide, "the window is too wide at {size:?}");
        tab.screenshot(&format!("share-{name}")).await;
        tab.tab_to("document.activeElement?.matches('dialog .share-text button')").await;
        tab.press("Enter").await;
        hears(&tab, "Text copied.").await;
        tab.press("Escape").await;
        tab.wait("!document.querySelector('dialog')").await;
        assert!(tab.js::<bool>(&format!("document.activeElement === {button}")).await);
    }
    tab.close().await;
}

/// The list of programs that a telephone offers.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_telephone_passes_it_on_to_another_program() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr", "theme": "dark" }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    tab.open(&won(&site)).await;
    tab.js::<Value>(
        "(navigator.canShare = () => true, navigator.share = async ({ title, text, files }) => { \
         window.passedOn = { title, text, name: files[0].name, type: files[0].type }; }, null)",
    )
    .await;
    let button = SHARE_AT_END.replace("WORD", "'Partager'");
    tab.wait(&button).await;
    tab.js::<Value>(&format!("({button}.click(), null)")).await;
    tab.wait(READY).await;
    let picture: String = tab.js("document.querySelector('dialog img').src").await;
    assert!(picture.contains("theme=dark") && picture.contains("lang=fr"), "{picture}");
    tab.screenshot("share-phone-french").await;
    tab.click_on("Partager avec une application").await;
    tab.wait("window.passedOn").await;
    let passed_on: Value = tab.js("window.passedOn").await;
    assert_eq!(passed_on["type"], "image/png");
    let text = passed_on["text"].as_str().unwrap();
    assert!(text.contains("Ana <b> gagne : "), "{text}");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_position_is_shared_from_analysis() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/analyse/othello/f5d6").await;
    tab.wait("document.querySelector('.more-actions')").await;
    tab.click_on("Share").await;
    tab.wait(READY).await;
    let text: String = tab.js(TEXT).await;
    assert!(text.starts_with("Othello · Damier\n"), "{text}");
    assert!(text.contains("🟩🟩🟩⚪⚫⚫🟩🟩\n🟩🟩🟩⚪🟩🟩🟩🟩\n"), "{text}");
    let link: String = tab.js("document.querySelector('dialog .share-link input').value").await;
    assert!(link.ends_with("/analyse/othello/f5d6"), "{link}");
    tab.close().await;
}
