//! On a telephone.

use serde_json::json;

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::SMALL;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn every_game_is_played_with_a_finger() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        let tab = chrome.tab(&site.origin()).await;
        tab.make_phone().await;
        tab.open(&site.versus(game, Some("easy"))).await;
        BoardPlayer::new(&tab, InputDevice::Touch).play_out(150).await;
        // The score is written last.
        tab.wait("document.querySelector('.score').textContent").await;
        tab.tap(".result .primary").await;
        tab.wait("document.querySelector('main.match') && !document.querySelector('.result:not([hidden])')").await;
        tab.close().await;
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn no_screen_is_wider_than_a_small_telephone() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let mut wide = Vec::new();
    let plain = [
        "/",
        "/settings",
        "/rules",
        "/about",
        "/learn",
        "/quadrants",
        "/quadrants/new",
        "/analyse",
    ];
    let mut paths: Vec<_> = plain.map(ToOwned::to_owned).into();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        paths.extend([
            format!("/play/{game}"),
            format!("/learn/{game}"),
            site.versus(game, None),
            format!("/analyse/{game}"),
        ]);
    }
    for size in [SMALL, [320, 568]] {
        tab.resize(size).await;
        for path in &paths {
            tab.open(path).await;
            let width: u32 = tab.js("document.documentElement.scrollWidth").await;
            if width > size[0] {
                wide.push(format!("{path}: {width} of {}", size[0]));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
    tab.close().await;
    chrome.close().await;
}
