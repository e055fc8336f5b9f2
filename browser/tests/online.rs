//! Matches between people in browsers of their own, with others who watch.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{Folder, NAME, Site};
use crate::tab::Tab;
use crate::table::{Hand, Table};

/// The labels of all cells.
const BOARD: &str = "[...document.querySelectorAll('svg.board [role=gridcell]')].map((cell) => cell.getAttribute('aria-label').replace(/, (possible move|playable)$/, '')).join('; ')";
/// A draw is agreed on after so many moves, if the game has not ended by itself.
const LONG: usize = 24;

/// Two people, and one who watches, each in a browser of their own.
struct Party {
    chrome: Chrome,
    ana: Tab,
    bo: Tab,
    cleo: Tab,
}

impl Party {
    /// The guests come by a name for which browsers allow less than for the machine itself.
    async fn gather(site: &Site) -> Self {
        let chrome = Chrome::start().await;
        let near = format!("http://{NAME}:{}", site.address.port());
        let ana = chrome.guest(&site.origin()).await;
        let bo = chrome.guest(&near).await;
        let cleo = chrome.guest(&near).await;
        Self { chrome, ana, bo, cleo }
    }

    fn all(&self) -> [&Tab; 3] {
        [&self.ana, &self.bo, &self.cleo]
    }

    async fn end(self) {
        for tab in [self.ana, self.bo, self.cleo] {
            tab.close().await;
        }
        self.chrome.close().await;
    }
}

/// Opens a table with what is chosen in the set-up, and says its path.
async fn open_table(tab: &Tab, query: &str, choose: &[&str]) -> String {
    tab.open(&format!("/play/{query}")).await;
    tab.wait("document.querySelector('#name')").await;
    for one in choose {
        tab.click(&format!("label:has(input[value={one:?}])")).await;
    }
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('.invitation .code')").await;
    tab.js("location.pathname").await
}

async fn sit_down(tab: &Tab, path: &str) {
    tab.open(path).await;
    tab.click_on("Sit down").await;
}

async fn at_board(tab: &Tab) {
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
}

async fn moves(tab: &Tab, count: usize) {
    tab.wait(&format!("document.querySelectorAll('.moves button').length === {count}")).await;
}

/// The one of two whose turn it is.
async fn mover<'a>(one: &'a Tab, other: &'a Tab) -> &'a Tab {
    let ready = "!!document.querySelector('svg.board .cell.legal, .notes .buttons button.primary')";
    for _ in 0..2000 {
        for tab in [one, other] {
            if tab.js(ready).await {
                return tab;
            }
        }
    }
    panic!("nobody can move");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium: cargo xtask test"]
async fn every_game_is_played_between_two_browsers_and_watched_by_a_third() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        let path = open_table(ana, &format!("{game}?opponent=online"), &["me"]).await;
        cleo.open(&path).await;
        cleo.wait("document.querySelector('.join-form')").await;
        sit_down(bo, &path).await;
        for tab in party.all() {
            at_board(tab).await;
        }
        let mut over = false;
        for turn in 0..LONG {
            let mover = if game == "othello" { mover(ana, bo).await } else { [ana, bo][turn % 2] };
            Table::new(mover, Hand::Mouse).play().await;
            let ended: bool = mover.js("!!document.querySelector('.result:not([hidden])')").await;
            over |= ended;
            let board: String = mover.js(BOARD).await;
            for tab in party.all() {
                moves(tab, turn + 1).await;
                tab.wait(&format!("{BOARD} === {board:?}")).await;
            }
            if over {
                break;
            }
        }
        assert_eq!(
            cleo.count("svg.board .cell.legal").await,
            0,
            "moves are not offered to watchers"
        );
        if !over {
            ana.click_on("Offer a draw").await;
            bo.click_on("Accept").await;
        }
        for tab in party.all() {
            tab.wait("document.querySelector('.result:not([hidden])')").await;
        }
        let state = site.state(&path);
        let reason = state["end"]["text"]["en"].as_str().expect("an end").to_lowercase();
        for tab in party.all() {
            let words = tab.text(".result").await.to_lowercase();
            assert!(words.contains(&reason), "{words:?} does not say {reason:?}");
        }
        let headline = |tab: &'static str| tab;
        if let Some(winner) = state["end"]["winner"].as_str() {
            let (won, lost) = if winner == "one" { (ana, bo) } else { (bo, ana) };
            assert_eq!(won.text(".result h2").await, headline("VICTORY!"));
            assert_eq!(lost.text(".result h2").await, headline("DEFEAT"));
        }
        // What nobody may have during the game is there after it.
        ana.click_on("Analyse").await;
        ana.wait("document.querySelector('.lines')").await;
    }
    party.end().await;
}
