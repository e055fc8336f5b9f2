//! Without a pointer, and with one: what the keys do in a match, and what is heard.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::party::{Party, at_board, hears, moves, says};
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::Tab;

/// Presses Tab through the whole page; the elements that had the focus.
async fn stops(tab: &Tab) -> Vec<String> {
    let mut found = Vec::new();
    for _ in 0..80 {
        tab.press("Tab").await;
        let at: String = tab
            .js("(() => { const e = document.activeElement; return e === document.body ? '' : e.tagName + '.' + (e.getAttribute('class') ?? '') + '#' + e.parentElement.tagName; })()")
            .await;
        if at.is_empty() {
            break;
        }
        found.push(at);
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_board_and_the_list_of_moves_are_one_tab_stop_each() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("connect-four", None);
    tab.open(&path).await;
    for (count, digit) in ["4", "4", "3", "5"].into_iter().enumerate() {
        tab.wait("document.querySelector('svg.board .cell.legal')").await;
        // Digits work wherever the focus is.
        tab.press(digit).await;
        moves(&tab, count + 1).await;
    }
    let stops = stops(&tab).await;
    let of = |tag: &str| stops.iter().filter(|stop| stop.starts_with(tag)).count();
    assert_eq!(of("svg"), 0, "{stops:#?}");
    assert_eq!(of("g.cell"), 1, "{stops:#?}");
    assert_eq!(stops.iter().filter(|stop| stop.ends_with("#LI")).count(), 1, "{stops:#?}");
    // The arrows go through the game where the board has no focus, and with Shift on the board.
    tab.tab_to("document.activeElement.matches('.moves button')").await;
    tab.press("ArrowLeft").await;
    says(&tab, "Position after 2. 3").await;
    assert_eq!(tab.js::<String>("document.activeElement.textContent").await, "3");
    tab.press("ArrowRight").await;
    tab.wait("!document.querySelector('.status').innerText.includes('Position after')").await;
    tab.js::<Value>("(document.querySelector('svg.board [tabindex=\"0\"]').focus(), null)").await;
    tab.press("ArrowLeft").await;
    assert!(
        !tab.js::<bool>("document.querySelector('.status').innerText.includes('Position after')")
            .await
    );
    tab.press_shifted("ArrowLeft").await;
    says(&tab, "Position after 2. 3").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn columns_say_where_a_disc_lands_and_when_they_are_full() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let human = json!({ "type": "human" });
    let path = site.create(&json!({
        "game": "connect-four", "players": { "first": human, "second": human },
        "record": { "start": "7/7/7/7/7/7 x", "moves": ["4", "4", "4", "4", "4", "4", "1"] },
    }));
    tab.open(&path).await;
    let label = |cell: &str| {
        format!("document.querySelector('[data-label={cell}]').getAttribute('aria-label')")
    };
    assert_eq!(tab.js::<String>(&label("a6")).await, "column 1, lands on a2, a6, empty");
    assert_eq!(tab.js::<String>(&label("a1")).await, "column 1, lands on a2, a1, red disc");
    assert!(tab.js::<String>(&label("d6")).await.starts_with("column 4, full, d6, "));
    let refusal =
        "document.querySelector('.toast')?.textContent.includes('column full, try again')";
    tab.press("4").await;
    tab.wait(refusal).await;
    hears(&tab, "column full, try again").await;
    // It may have closed itself.
    tab.js::<()>("document.querySelector('.toast button')?.click()").await;
    tab.wait(&format!("!{refusal}")).await;
    let player = BoardPlayer::new(&tab, InputDevice::Mouse);
    let full = player.state().await.cells.into_iter().find(|cell| cell.label.contains("full"));
    player.point(&full.unwrap()).await;
    tab.wait(refusal).await;
    moves(&tab, 7).await;
    tab.press("2").await;
    hears(&tab, "Yellow plays column 2").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn enter_confirms_what_the_mouse_has_chosen() {
    let site = Site::start();
    site.prefer(&json!({ "confirm": true }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for game in ["othello", "congress"] {
        let path = site.versus(game, None);
        tab.open(&path).await;
        let choice = site.state(&path)["view"]["choices"][0].clone();
        let cells = site.state(&path)["view"]["board"]["cells"].clone();
        for step in choice["steps"].as_array().unwrap() {
            let cell = cells.as_array().unwrap().iter().position(|cell| &cell["spot"] == step);
            tab.click(&format!("svg.board [data-cell='{}'] .hit", cell.unwrap())).await;
        }
        tab.wait("document.querySelector('.notes .note')").await;
        tab.press("Enter").await;
        moves(&tab, 1).await;
        assert_eq!(site.state(&path)["record"]["moves"][0], choice["notation"]);
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_swap_turns_the_board_and_is_explained_and_so_is_a_pass() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    party
        .start(
            "congress",
            &["Swap ruleAfter the first move the other player may take the first one's place."],
        )
        .await;
    let [ana, bo, _] = party.all();
    BoardPlayer::new(ana, InputDevice::Mouse).play().await;
    bo.click_on("Swap places").await;
    for (tab, words) in [
        (ana, "Opponent swaps places: you play Blue now."),
        (bo, "You swap places: you play Red now."),
    ] {
        moves(tab, 2).await;
        says(tab, words).await;
        hears(tab, words).await;
        // Both sit at the lower edges of their screens.
        let near = "[...document.querySelectorAll('.player')].at(-1).innerText.includes('You')";
        tab.wait(near).await;
    }
    party.end().await;

    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let human = json!({ "type": "human" });
    let start = site.state(&site.versus("othello", None))["record"]["start"].clone();
    let played: Vec<_> = BEFORE_A_PASS.split(' ').collect();
    let path = site.create(&json!({
        "game": "othello", "players": { "first": human, "second": human },
        "record": { "start": start, "moves": played },
    }));
    tab.open(&path).await;
    at_board(&tab).await;
    says(&tab, "You have no legal move: pass.").await;
    tab.click_on("Pass").await;
    says(&tab, "has no legal move and passes").await;
    tab.close().await;
}

/// A game of Othello up to a position in which nothing can be played.
const BEFORE_A_PASS: &str = "f5 f6 e6 d6 g7 g4 c7 g6 d3 e3 f4 g8 f7 g5 f2 e7 h8 d2 d8 c3 h6 b8 h3 g3 h5 c5 e2 e8 g2 \
    f3 c1 f1 d1 h7 g1 h2 h1 e1 b3 a3 c2 c8 a4 h4 a2 b1 c4 b5 f8";
