//! What the player chooses is kept.

use serde_json::json;

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;

/// What is chosen on the screen of settings, in one text.
const CHOSEN: &str = "[...document.querySelectorAll('main input')].map((input) => \
    input.type === 'radio' || input.type === 'checkbox' ? input.checked : input.value).join()";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_language_is_switched_everywhere_and_stays() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    assert_eq!(tab.text("h1").await, "What shall we play?");
    tab.click(".header .lang").await;
    tab.wait("document.documentElement.lang === 'fr'").await;
    tab.wait("document.querySelector('h1').textContent !== 'What shall we play?'").await;
    let french = tab.text("h1").await;
    tab.reload().await;
    assert_eq!(tab.text("h1").await, french);
    for path in ["/settings", "/rules", "/about", "/play/othello", &site.versus("othello", None)] {
        tab.open(path).await;
        tab.wait("document.documentElement.lang === 'fr'").await;
    }
    assert!(tab.js::<String>("document.title").await.contains("Tour du joueur"));
    tab.click(".header .lang").await;
    tab.wait("document.documentElement.lang === 'en'").await;
    tab.wait("document.title.includes('to move')").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn settings_are_kept_across_reload_and_browsers() {
    let site = Site::start();
    site.prefer(&json!({ "motion": "quick" }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/settings").await;
    let before: String = tab.js(CHOSEN).await;
    tab.click("label:has(input[value=dark])").await;
    tab.click("label:has(input[value=off])").await;
    let switches = tab.count("label:has(input[role=switch])").await;
    for index in 0..switches {
        let switch = format!("document.querySelectorAll('label:has(input[role=switch])')[{index}]");
        tab.click_at(tab.centre(&switch).await).await;
    }
    assert_eq!(tab.js::<String>("document.documentElement.dataset.theme").await, "dark");
    let after: String = tab.js(CHOSEN).await;
    assert_ne!(before, after);
    tab.reload().await;
    tab.wait(&format!("{CHOSEN} === {after:?}")).await;
    assert_eq!(tab.js::<String>("document.documentElement.dataset.theme").await, "dark");

    let other = Chrome::start().await;
    let stranger = other.tab(&site.origin()).await;
    stranger.open("/settings").await;
    stranger.wait(&format!("{CHOSEN} === {after:?}")).await;
    for tab in [tab, stranger] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn moves_wait_to_be_confirmed_if_so_wanted() {
    let site = Site::start();
    site.prefer(&json!({ "confirm": true }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("connect-four", None);
    tab.open(&path).await;
    let player = BoardPlayer::new(&tab, InputDevice::Mouse);
    let board = player.ready().await;
    player.point(&board.cells[0]).await;
    tab.wait("document.querySelector('.notes .note')").await;
    assert_eq!(site.state(&path)["record"]["moves"], json!([]));
    tab.click_on("Cancel").await;
    tab.wait("!document.querySelector('.notes .note')").await;
    player.point(&board.cells[0]).await;
    tab.click_on("Confirm").await;
    tab.wait("document.querySelectorAll('.moves button').length === 1").await;
    assert_eq!(site.state(&path)["record"]["moves"], json!(["1"]));
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_last_choices_before_a_game_are_remembered() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        tab.open(&format!("/play/{game}")).await;
        tab.click("label:has(input[value='very-easy'])").await;
        tab.click("label:has(input[value='other'])").await;
        tab.click("form.setup-form button[type=submit]").await;
        // The computer has begun.
        tab.wait("document.querySelectorAll('.moves button').length === 1").await;
        tab.open(&format!("/play/{game}")).await;
        tab.wait("document.querySelector('input[value=very-easy]').checked").await;
        tab.wait("document.querySelector('input[value=other]').checked").await;
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn pieces_are_called_by_the_colour_that_is_shown() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("congress", None);
    tab.open(&path).await;
    let turn =
        |words: &str| format!("document.querySelector('.status').textContent.includes({words:?})");
    tab.wait(&turn("Red to move")).await;
    // Changed in the window above the game, which goes on below with other words.
    tab.click(".tools [href='/settings']").await;
    tab.click_on("Colour-blind paletteColours that everybody can tell apart").await;
    tab.wait(&turn("Orange to move")).await;
    tab.wait("[...document.querySelectorAll('svg.board .cell')].every((e) => !/\\bred\\b/i.test(e.getAttribute('aria-label')))").await;
    assert_eq!(tab.count("dialog").await, 1);
    tab.close().await;
}
