//! People who play with each other, each in a browser of their own.

use crate::chrome::Chrome;
use crate::site::{HOST_NAME, Site};
use crate::tab::Tab;

/// Two people, and one who watches.
pub(crate) struct Party {
    _chrome: Chrome,
    pub(crate) ana: Tab,
    pub(crate) bo: Tab,
    pub(crate) cleo: Tab,
}

impl Party {
    /// The guests call the server by a name for which browsers allow less than for their own machine.
    pub(crate) async fn gather(site: &Site) -> Self {
        let chrome = Chrome::start().await;
        let near = format!("http://{HOST_NAME}:{}", site.address.port());
        let ana = chrome.guest(&site.origin()).await;
        let bo = chrome.guest(&near).await;
        let cleo = chrome.guest(&near).await;
        for guest in [&bo, &cleo] {
            site.prefer_in(guest).await;
        }
        Self { _chrome: chrome, ana, bo, cleo }
    }

    pub(crate) fn all(&self) -> [&Tab; 3] {
        [&self.ana, &self.bo, &self.cleo]
    }

    pub(crate) async fn end(self) {
        for tab in [self.ana, self.bo, self.cleo] {
            tab.close().await;
        }
    }

    /// Ana opens a table at which she begins and Bo sits down; Cleo watches. The path of the match.
    pub(crate) async fn start(&self, game: &str, choose: &[&str]) -> String {
        let path = open_table(&self.ana, game, choose).await;
        sit_down(&self.bo, &path).await;
        self.cleo.open(&path).await;
        for tab in self.all() {
            at_board(tab).await;
        }
        path
    }
}

/// Opens a table with what is chosen in the set-up, by its label, and says its path.
pub(crate) async fn open_table(tab: &Tab, game: &str, choose: &[&str]) -> String {
    tab.open(&format!("/play/{game}?opponent=online&starts=me")).await;
    for words in choose {
        tab.click_on(words).await;
    }
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('.invitation .code')").await;
    tab.js("location.pathname").await
}

pub(crate) async fn sit_down(tab: &Tab, path: &str) {
    tab.open(path).await;
    tab.click_on("Sit down").await;
}

pub(crate) async fn at_board(tab: &Tab) {
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
}

/// Types a move; it is there once the list has so many.
pub(crate) async fn type_move(tab: &Tab, notation: &str, count: usize) {
    tab.wait("document.querySelector('svg.board .cell.legal')").await;
    tab.click("#typed").await;
    tab.write(notation).await;
    tab.press("Enter").await;
    moves(tab, count).await;
}

/// Waits until the list has so many moves.
pub(crate) async fn moves(tab: &Tab, count: usize) {
    tab.wait(&format!("document.querySelectorAll('.moves button').length === {count}")).await;
}

/// Waits until the page says this somewhere.
pub(crate) async fn says(tab: &Tab, words: &str) {
    tab.wait(&format!("document.body.innerText.includes({words:?})")).await;
}

/// Waits until those who hear the page have been told this.
pub(crate) async fn hears(tab: &Tab, words: &str) {
    tab.wait(&format!("document.getElementById('live').textContent.includes({words:?})")).await;
}
