//! Whole games against the computer, from the first screen to the result.

use serde_json::json;

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::Tab;

/// Nobody holds out this many moves drawn by lot against a computer that plays at all.
pub(crate) const MOVES_MAX: usize = 150;
/// Moves with which an input device is tried where the mouse plays to the end.
pub(crate) const SOME_MOVES: usize = 6;
/// The game that every input device plays to its end: a short one.
pub(crate) const TO_THE_END: &str = "connect-four";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn by_mouse() {
    play_all(InputDevice::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn by_keyboard_alone() {
    play_all(InputDevice::Keyboard).await;
}

async fn play_all(device: InputDevice) {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        let tab = chrome.tab(&site.origin()).await;
        begin(&tab, game, device).await;
        let path: String = tab.js("location.pathname").await;
        let mut player = BoardPlayer::new(&tab, device);
        if device != InputDevice::Mouse && game != TO_THE_END {
            player.play_at_most(SOME_MOVES).await;
            tab.close().await;
            continue;
        }
        let moves = player.play_out(MOVES_MAX).await;
        let state = site.state(&path);
        assert_eq!(state["record"]["moves"].as_array().unwrap().len(), moves);
        let reason = state["end"]["text"]["en"].as_str().expect("an end").to_lowercase();
        for place in [".result", "#live"] {
            let words = tab.text(place).await.to_lowercase();
            assert!(words.contains(&reason), "{place} says {words:?}, not {reason:?}");
        }
        tab.press("n").await;
        tab.wait("location.pathname === '/'").await;
        tab.close().await;
    }
}

/// From the home screen through the set-up to the board.
async fn begin(tab: &Tab, game: &str, device: InputDevice) {
    tab.open("/").await;
    let steps = [
        format!("a[href='/play/{game}']"),
        "form.setup-form label:has(input[value='easy'])".to_owned(),
        "form.setup-form button[type=submit]".to_owned(),
    ];
    for step in &steps {
        tab.wait(&format!("document.querySelector({step:?})")).await;
        if device != InputDevice::Keyboard {
            tab.click(step).await;
        } else if !step.contains("label") {
            // The level is the one chosen beforehand.
            tab.tab_to(&format!("document.activeElement.matches({step:?})")).await;
            tab.press("Enter").await;
        }
    }
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
}
