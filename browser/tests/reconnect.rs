//! Lines that break, pages that are reloaded and servers that come back, at every step of a match.

use std::net::SocketAddr;

use serde_json::json;

use crate::party::{Party, at_board, hears, moves, open_table, says, sit_down, type_move};
use crate::site::{Folder, Site};
use crate::tab::Tab;

/// A server that can go away and come back with all that it had.
struct Host {
    folder: Folder,
    address: SocketAddr,
    site: Option<Site>,
}

impl Host {
    fn start() -> Self {
        let folder = Folder::new();
        let site = Site::at(&folder, None);
        site.prefer(&json!({}));
        Self { folder, address: site.address, site: Some(site) }
    }

    fn site(&self) -> &Site {
        self.site.as_ref().unwrap()
    }

    fn go(&mut self) {
        self.site = None;
    }

    fn come_back(&mut self) {
        self.site = Some(Site::at(&self.folder, Some(self.address)));
    }

    /// Goes away, is missed by all, and comes back.
    async fn restart(&mut self, tabs: &[&Tab]) {
        self.go();
        for tab in tabs {
            tab.wait("document.querySelector('.note.problem')").await;
        }
        self.come_back();
        for tab in tabs {
            tab.wait("!document.querySelector('.note.problem')").await;
            tab.clear_faults().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn whatever_breaks_at_whatever_step_is_mended() {
    let mut host = Host::start();
    let party = Party::gather(host.site()).await;
    let [ana, bo, cleo] = party.all();

    // Waiting.
    let path = open_table(ana, "congress", &["Each lays half"]).await;
    host.restart(&[ana]).await;
    ana.reload().await;
    says(ana, "Waiting for an opponent").await;

    // Laying the board.
    sit_down(bo, &path).await;
    bo.click_on("quadrant C").await;
    cleo.open(&path).await;
    host.restart(&[ana, bo, cleo]).await;
    bo.click_on("quadrant D").await;
    for tile in ["A", "B"] {
        ana.click_on(&format!("quadrant {tile}")).await;
    }
    ana.click_on("This board suits me").await;
    says(bo, "Your opponent agrees").await;
    host.restart(&[ana, bo, cleo]).await;
    bo.reload().await;
    bo.click_on("This board suits me").await;

    // Playing.
    for tab in party.all() {
        at_board(tab).await;
    }
    let any = async |tab: &Tab, count| {
        crate::player::BoardPlayer::new(tab, crate::player::InputDevice::Mouse).play().await;
        for tab in party.all() {
            moves(tab, count).await;
        }
    };
    any(ana, 1).await;
    host.restart(&[ana, bo, cleo]).await;
    any(bo, 2).await;

    // Offered.
    ana.click_on("Offer a draw").await;
    says(bo, "a draw is offered").await;
    host.restart(&[ana, bo, cleo]).await;
    bo.reload().await;
    bo.click_on("Decline").await;
    hears(ana, "The draw is declined.").await;

    // Gone.
    bo.open("/rules").await;
    ana.wait("document.querySelector('.gone-left')").await;
    host.restart(&[ana, cleo]).await;
    ana.wait("document.querySelector('.gone-left')").await;
    bo.open(&path).await;
    ana.wait("!document.querySelector('.note.gone')").await;

    // Ended.
    any(ana, 3).await;
    bo.click_on("Resign").await;
    bo.click("dialog .primary").await;
    ana.wait("document.querySelector('.result:not([hidden])')").await;
    bo.click_on("Play again").await;
    says(ana, "wants to play again").await;
    host.restart(&[ana, bo, cleo]).await;
    ana.reload().await;
    ana.click_on("Play again, too").await;
    for tab in party.all() {
        tab.wait(&format!("location.pathname !== {path:?}")).await;
        at_board(tab).await;
    }
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn a_move_made_while_the_server_is_away_outlives_a_reload() {
    let mut host = Host::start();
    let party = Party::gather(host.site()).await;
    let [ana, bo, cleo] = party.all();
    let path = party.start("connect-four", &[]).await;
    ana.wait("navigator.serviceWorker.controller").await;
    host.go();
    ana.wait("document.querySelector('.note.problem')").await;
    ana.click("#typed").await;
    ana.write("4").await;
    ana.press("Enter").await;
    ana.reload().await;
    says(ana, "Damier does not answer").await;
    host.come_back();
    for tab in party.all() {
        at_board(tab).await;
        moves(tab, 1).await;
        tab.clear_faults().await;
    }
    assert_eq!(host.site().state(&path)["record"]["moves"], json!(["4"]));
    type_move(bo, "4", 2).await;
    moves(cleo, 2).await;
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn a_page_that_wakes_up_looks_at_once_whether_its_line_still_works() {
    let host = Host::start();
    let party = Party::gather(host.site()).await;
    let [ana, bo, _] = party.all();
    party.start("connect-four", &[]).await;
    ana.js::<()>(
        "(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (data) { \
         if (JSON.parse(data).type === 'ping') window.pinged = true; send.call(this, data); }; })()",
    )
    .await;
    for wakes in [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "dispatchEvent(new Event('online'))",
    ] {
        ana.js::<()>(&format!("(window.pinged = false, {wakes}, undefined)")).await;
        ana.wait("window.pinged").await;
    }
    type_move(ana, "4", 1).await;
    moves(bo, 1).await;
    party.end().await;
}
