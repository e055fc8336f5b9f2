//! On a telephone.

use serde_json::json;

use crate::chrome::Chrome;
use crate::games::{MOVES_MAX, SOME_MOVES, TO_THE_END};
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::{SMALL, Tab};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
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
        let mut player = BoardPlayer::new(&tab, InputDevice::Touch);
        if game != TO_THE_END {
            player.play_at_most(SOME_MOVES).await;
            tab.close().await;
            continue;
        }
        player.play_out(MOVES_MAX).await;
        // The score is written last.
        tab.wait("document.querySelector('.score').textContent").await;
        tab.tap(".result .primary").await;
        tab.wait("document.querySelector('main.match') && !document.querySelector('.result:not([hidden])')").await;
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
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
        "/puzzles",
        "/puzzles/next",
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
    for path in &paths {
        tab.resize(SMALL).await;
        tab.open(path).await;
        for size in [SMALL, [320, 568]] {
            tab.resize(size).await;
            let width: u32 = tab.js("document.documentElement.scrollWidth").await;
            if width > size[0] {
                wide.push(format!("{path}: {width} of {}", size[0]));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
    tab.close().await;
}

/// Centre of the cell with this accessible name's beginning, in the viewport.
async fn cell(tab: &Tab, label: &str) -> [f64; 2] {
    tab.centre(&format!("document.querySelector('svg.board [data-label={label:?}] .hit')")).await
}

async fn scrolled(tab: &Tab) -> f64 {
    tab.js("scrollY").await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn pieces_are_dragged_with_a_finger_and_the_page_still_scrolls() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    for game in ["katarenga", "congress"] {
        println!("{game}");
        let path = site.versus(game, None);
        tab.open(&path).await;
        let state = site.state(&path);
        let choice = &state["view"]["choices"][0];
        let labels = ["0", "1"].map(|step| {
            let spot = &choice["steps"][step.parse::<usize>().unwrap()];
            let cells = state["view"]["board"]["cells"].as_array().unwrap();
            let found = cells.iter().find(|cell| &cell["spot"] == spot).unwrap();
            found["label"].as_str().unwrap().to_owned()
        });
        let [from, to] = [cell(&tab, &labels[0]).await, cell(&tab, &labels[1]).await];
        let before = scrolled(&tab).await;
        tab.swipe(from, to).await;
        tab.wait("document.querySelectorAll('.moves button').length === 1").await;
        assert_eq!(site.state(&path)["record"]["moves"][0], choice["notation"]);
        assert!((scrolled(&tab).await - before).abs() < 1.0, "the page was scrolled");
        // A finger on a square from which nothing can be dragged scrolls.
        tab.js::<()>("(scrollTo(0, 0), null)").await;
        let empty: String = tab
            .js("[...document.querySelectorAll('svg.board .cell:not(.drag)')].map((e) => e.dataset.label).at(20)")
            .await;
        let [x, y] = cell(&tab, &empty).await;
        let before = scrolled(&tab).await;
        tab.swipe([x, y], [x, y - 150.0]).await;
        tab.wait(&format!("scrollY > {before} + 40")).await;
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_finger_slides_over_the_columns_and_lets_go_above_one() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    let path = site.versus("connect-four", None);
    tab.open(&path).await;
    let [from, to] = [cell(&tab, "a3").await, cell(&tab, "f3").await];
    // Slowly downwards as well: a finger does not draw a straight line.
    tab.swipe(from, [to[0], to[1] + 8.0]).await;
    tab.wait("document.querySelectorAll('.moves button').length === 1").await;
    assert_eq!(site.state(&path)["record"]["moves"], json!(["6"]));
    // Up and down it scrolls, and nothing is played.
    tab.js::<()>("(scrollTo(0, 0), null)").await;
    let [x, y] = cell(&tab, "d1").await;
    tab.swipe([x, y], [x, y - 160.0]).await;
    tab.wait("scrollY > 40").await;
    assert_eq!(site.state(&path)["record"]["moves"], json!(["6"]));
    tab.close().await;
}
