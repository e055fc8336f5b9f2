//! What happens at the board besides playing on.

use std::time::Instant;

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::{Folder, Site};
use crate::tab::Tab;
use crate::time_limit::WAIT_TIMEOUT;

/// The labels of all cells.
const BOARD: &str = "[...document.querySelectorAll('svg.board [role=gridcell]')].map((cell) => cell.getAttribute('aria-label')).join('; ')";

async fn at_board(tab: &Tab, path: &str) {
    tab.open(path).await;
    tab.wait("document.querySelector('svg.board .cell.legal')").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_pointer_shows_what_a_move_would_do() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let tab = chrome.tab(&site.origin()).await;
        at_board(&tab, &site.versus(game, None)).await;
        let shown = "document.querySelectorAll('svg.board .ghost, svg.board .dot.faint, svg.board .ring.faint').length";
        assert_eq!(tab.js::<usize>(shown).await, 0, "{game}");
        let at = tab.centre("document.querySelector('svg.board .cell.legal .hit')").await;
        tab.hover_at(at).await;
        tab.wait(&format!("{shown} > 0")).await;
        tab.hover_at([2.0, 2.0]).await;
        tab.wait(&format!("{shown} === 0")).await;
        assert_eq!(tab.count(".moves button").await, 0, "{game}");
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn clicks_that_are_no_moves_change_nothing() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let tab = chrome.tab(&site.origin()).await;
        let path = site.versus(game, None);
        at_board(&tab, &path).await;
        let before: String = tab.js(BOARD).await;
        let player = BoardPlayer::new(&tab, InputDevice::Mouse);
        let board = player.state().await;
        for cell in
            board.cells.iter().filter(|cell| !cell.is_target() && !cell.label.ends_with("playable"))
        {
            player.point(cell).await;
        }
        let corner: [f64; 2] = tab
            .js("(() => { const r = document.querySelector('svg.board').getBoundingClientRect(); return [r.x + 2, r.y + 2]; })()")
            .await;
        tab.click_at(corner).await;
        assert_eq!(tab.js::<String>(BOARD).await, before, "{game}");
        assert_eq!(site.state(&path)["version"], 1, "{game}");
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn moves_are_taken_back_and_played_again() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("othello", Some("random"));
    at_board(&tab, &path).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    let start: String = tab.js(BOARD).await;
    player.play().await;
    player.ready().await;
    let after_one: String = tab.js(BOARD).await;
    player.play().await;
    let moves = player.ready().await.moves;
    let after_two: String = tab.js(BOARD).await;

    tab.click_on("Undo").await;
    tab.wait(&format!("{BOARD} === {after_one:?}")).await;
    tab.press("u").await;
    tab.wait(&format!("{BOARD} === {start:?}")).await;
    assert_eq!(tab.count(".moves button").await, 0);
    tab.wait("document.querySelector('.actions button').disabled").await;
    tab.press("r").await;
    tab.wait(&format!("{BOARD} === {after_one:?}")).await;
    tab.click_on("Redo").await;
    tab.wait(&format!("{BOARD} === {after_two:?}")).await;
    assert_eq!(site.state(&path)["record"]["moves"].as_array().unwrap().len(), moves);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_game_outlives_reload_and_leaving() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("katarenga", Some("random"));
    at_board(&tab, &path).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    player.play().await;
    let moves = player.ready().await.moves;
    let board: String = tab.js(BOARD).await;

    tab.reload().await;
    tab.wait(&format!("{BOARD} === {board:?}")).await;
    assert_eq!(tab.count(".moves button").await, moves);
    tab.click(".brand").await;
    tab.click(&format!(".resume a[href='{path}']")).await;
    tab.wait(&format!("{BOARD} === {board:?}")).await;
    tab.js::<()>("history.back()").await;
    tab.wait("location.pathname === '/' && document.querySelector('.cards')").await;
    tab.js::<()>("history.forward()").await;
    tab.wait(&format!("{BOARD} === {board:?}")).await;
    player.play().await;
    assert!(player.ready().await.moves > moves);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn two_tabs_on_one_game_stay_in_step() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let [one, two] = [chrome.tab(&site.origin()).await, chrome.tab(&site.origin()).await];
    let path = site.versus("isolation", None);
    for tab in [&one, &two] {
        tab.front().await;
        at_board(tab, &path).await;
    }
    for turn in 0..6 {
        let (here, there) = if turn % 2 == 0 { (&one, &two) } else { (&two, &one) };
        here.front().await;
        BoardPlayer::new(here, InputDevice::Mouse).play().await;
        let board: String = here.js(BOARD).await;
        there.front().await;
        there
            .wait(&format!("document.querySelectorAll('.moves button').length === {}", turn + 1))
            .await;
        there.wait(&format!("{BOARD} === {board:?}")).await;
    }
    one.front().await;
    one.click_on("Undo").await;
    two.front().await;
    two.wait("document.querySelectorAll('.moves button').length === 5").await;
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn pieces_are_dragged_and_moves_typed() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("katarenga", None);
    at_board(&tab, &path).await;
    let state = site.state(&path);
    let choice = &state["view"]["choices"][0];
    let change = choice["changes"].as_array().unwrap().iter().find(|c| !c["from"].is_null());
    let (from, to) = (&change.unwrap()["from"], &change.unwrap()["cell"]);
    let at = async |cell: &serde_json::Value| {
        tab.centre(&format!("document.querySelector(\"[data-cell='{cell}'] .hit\")")).await
    };
    tab.drag(at(from).await, at(to).await).await;
    tab.wait("document.querySelectorAll('.moves button').length === 1").await;
    assert_eq!(site.state(&path)["record"]["moves"][0], choice["notation"]);

    let next = site.state(&path)["view"]["choices"][1]["notation"].as_str().unwrap().to_owned();
    tab.click("#typed").await;
    tab.write(&next).await;
    tab.press("Enter").await;
    tab.wait("document.querySelectorAll('.moves button').length === 2").await;
    tab.click("#typed").await;
    tab.write("nonsense").await;
    tab.press("Enter").await;
    tab.wait("document.querySelector('.toast.problem')").await;
    assert_eq!(site.state(&path)["record"]["moves"].as_array().unwrap().len(), 2);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn earlier_positions_are_looked_at_and_a_game_is_given_up() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("connect-four", Some("random"));
    at_board(&tab, &path).await;
    let start: String = tab.js(BOARD).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    let now: String = tab.js(BOARD).await;
    tab.press("[").await;
    tab.press("[").await;
    tab.wait("document.querySelectorAll('svg.board .slot').length === 0").await;
    tab.press("Escape").await;
    tab.wait(&format!("{BOARD} === {now:?}")).await;
    assert_ne!(now, start);

    tab.click_on("Hint").await;
    tab.wait("document.querySelector('svg.board .hint')").await;
    tab.click_on("Resign").await;
    tab.wait("document.querySelector('dialog[open]')").await;
    tab.press("Escape").await;
    tab.wait("!document.querySelector('dialog')").await;
    assert!(site.state(&path)["end"].is_null());
    tab.click_on("Resign").await;
    tab.click("dialog .primary").await;
    tab.wait("document.querySelector('.result:not([hidden])')").await;
    assert_eq!(site.state(&path)["end"]["reason"], "resigned");
    tab.press(" ").await;
    tab.wait(&format!("location.pathname.startsWith('/m/') && location.pathname !== {path:?}"))
        .await;
    tab.close().await;
}

/// Whoever plays without a pointer must get everywhere on the board.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn arrows_lead_to_every_cell() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        let tab = chrome.tab(&site.origin()).await;
        at_board(&tab, &site.versus(game, None)).await;
        let player = BoardPlayer::new(&tab, InputDevice::Keyboard);
        let cells = player.state().await.cells;
        for cell in cells.iter().filter(|cell| is_edge(cell, &cells)) {
            player.go_to(cell).await;
        }
        tab.close().await;
    }
}

/// Whether nothing lies beyond a cell on some side.
fn is_edge(cell: &crate::player::Cell, cells: &[crate::player::Cell]) -> bool {
    let ends = |at: fn(&crate::player::Cell) -> f64| {
        let all = || cells.iter().map(at);
        let (least, most) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
        at(cell) - least < 1.0 || most - at(cell) < 1.0
    };
    ends(|cell| cell.x) && ends(|cell| cell.y)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_server_that_comes_back_finds_the_page_waiting() {
    let folder = Folder::new("browser");
    let site = Site::at(&folder, None);
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("othello", Some("random"));
    at_board(&tab, &path).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    let moves = player.ready().await.moves;
    let address = site.address;
    drop(site);
    tab.wait("document.querySelector('.note.problem')").await;
    let site = Site::at(&folder, Some(address));
    tab.wait("!document.querySelector('.note.problem')").await;
    tab.clear_faults().await;
    player.play().await;
    assert!(player.ready().await.moves > moves);
    let stored = site.state(&path)["record"]["moves"].as_array().unwrap().len();
    assert_eq!(stored, player.state().await.moves);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn after_the_end_another_level_is_one_key_away() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let level = |path: &str| site.state(path)["players"][1]["who"]["opponent"].clone();
    for (key, wanted) in [("+", "normal"), ("-", "very-easy")] {
        let path = site.versus("connect-four", Some("easy"));
        tab.open(&path).await;
        tab.click_on("Resign").await;
        tab.click("dialog .primary").await;
        tab.wait("document.querySelector('.result:not([hidden]) .again')").await;
        assert!(tab.text(".result").await.contains("You resigned: the computer wins"));
        let offered = tab.text(".again").await;
        assert!(
            offered.contains("Harder: Normal") && offered.contains("Easier: Very easy"),
            "{offered}"
        );
        tab.press(key).await;
        tab.wait(&format!(
            "location.pathname !== {path:?} && document.querySelector('main.match')"
        ))
        .await;
        assert_eq!(level(&tab.js::<String>("location.pathname").await), wanted);
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn two_computers_are_paused_stepped_and_slowed() {
    let site = Site::start();
    // The game is over in a second. It is shown for two minutes, so that it can be paused on any machine.
    site.prefer(&json!({ "delay": 2000 }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let computer = json!({ "type": "computer", "opponent": "very-easy", "seed": 7 });
    let path = site.create(&json!({
        "game": "othello", "players": { "first": computer, "second": computer },
    }));
    tab.open(&path).await;
    let shown = "document.querySelectorAll('.moves button').length";
    tab.click_on("Pause").await;
    tab.wait("!document.querySelector('.playback .step').disabled").await;
    let before: usize = tab.js(shown).await;
    // The computers play on, and nothing of it is shown.
    let played = || site.state(&path)["record"]["moves"].as_array().unwrap().len();
    let goal = before + 4;
    let limit = Instant::now() + WAIT_TIMEOUT;
    while played() < goal {
        assert!(Instant::now() < limit, "the computers do not play on");
        tab.js::<i32>("new Promise((done) => setTimeout(() => done(1), 50))").await;
    }
    assert_eq!(tab.js::<usize>(shown).await, before);
    tab.click_on("Next move").await;
    tab.wait(&format!("{shown} === {}", before + 1)).await;
    tab.js::<Value>("(() => { const s = document.querySelector('.playback select'); s.value = '5000'; s.dispatchEvent(new Event('change')); })()").await;
    tab.js::<Value>("(document.activeElement.blur(), null)").await;
    tab.js::<Value>("(window.goesOn = performance.now(), null)").await;
    tab.press(" ").await;
    tab.wait("document.querySelector('.playback .pause').textContent === 'Pause'").await;
    // At the slowest pace the next move is not there at once: one is shown every five seconds.
    let late = format!("{shown} - Math.floor((performance.now() - goesOn) / 5000)");
    assert!(tab.js::<usize>(&late).await <= before + 2);
    tab.js::<Value>(
        "import(document.querySelector('link[href*=\"/css/\"]').href.replace(/css.*/, 'js/app/settings.js'))\
         .then(({ change }) => { change({ delay: 0 }); return null; })",
    )
    .await;
    tab.js::<Value>("(() => { const s = document.querySelector('.playback select'); s.value = '0'; s.dispatchEvent(new Event('change')); })()").await;
    tab.wait("document.querySelector('.result:not([hidden])')").await;
    tab.close().await;
}
