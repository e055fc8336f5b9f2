//! Lines that break, pages that are reloaded and servers that come back, at every step of a match.

use std::net::SocketAddr;

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{Party, at_board, hears, moves, open_table, says, sit_down, type_move};
use crate::site::{Folder, Site};
use crate::tab::{LARGE, SMALL, Tab};

/// A server that can go away and come back with all that it had.
struct Host {
    folder: Folder,
    address: SocketAddr,
    site: Option<Site>,
}

impl Host {
    fn start() -> Self {
        let folder = Folder::new("browser");
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
#[ignore = "needs browser"]
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
#[ignore = "needs browser"]
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

/// A game with clocks, in which the server is away while Bo moves, then while Ana offers a draw, then while Bo gives up.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn what_is_done_while_the_server_is_away_waits_and_counts_with_clocks_too() {
    let mut host = Host::start();
    let party = Party::gather(host.site()).await;
    let [ana, bo, cleo] = party.all();
    let path = party.start("connect-four", &["3+2 min"]).await;
    let away = async |host: &mut Host, tab: &Tab| {
        host.go();
        tab.wait("document.querySelector('.note.problem')").await;
    };
    let back = async |host: &mut Host| {
        host.come_back();
        for tab in [ana, bo, cleo] {
            tab.wait("!document.querySelector('.note.problem')").await;
        }
    };
    type_move(ana, "4", 1).await;
    moves(bo, 1).await;
    bo.wait("document.querySelector('svg.board .cell.legal')").await;
    away(&mut host, bo).await;
    bo.click("#typed").await;
    bo.write("5").await;
    bo.press("Enter").await;
    says(bo, "Your move is kept, and sent when the connection is back.").await;
    hears(bo, "Your move is kept").await;
    for (theme, size, name) in [
        ("light", LARGE, "kept-move-large-light"),
        ("dark", LARGE, "kept-move-large-dark"),
        ("light", SMALL, "kept-move-small-light"),
        ("dark", SMALL, "kept-move-small-dark"),
    ] {
        bo.prefer_theme(theme).await;
        bo.resize(size).await;
        bo.screenshot(name).await;
    }
    bo.resize(LARGE).await;
    back(&mut host).await;
    for tab in party.all() {
        moves(tab, 2).await;
    }
    bo.wait("!document.body.innerText.includes('is kept')").await;
    assert_eq!(host.site().state(&path)["record"]["moves"], json!(["4", "5"]));

    away(&mut host, ana).await;
    ana.click_on("Offer a draw").await;
    says(ana, "Your draw offer is kept").await;
    // Once is enough.
    ana.click_on("Offer a draw").await;
    back(&mut host).await;
    says(bo, "a draw is offered").await;
    says(ana, "Draw offered.").await;
    assert_eq!(host.site().state(&path)["offers"], json!([{ "offer": "draw", "by": "one" }]));

    away(&mut host, bo).await;
    bo.click_on("Resign").await;
    bo.click("dialog .primary").await;
    says(bo, "Your resignation is kept").await;
    back(&mut host).await;
    for tab in party.all() {
        tab.wait("document.querySelector('.result:not([hidden])')").await;
        tab.clear_faults().await;
    }
    assert_eq!(host.site().state(&path)["end"]["reason"], json!("resigned"));
    party.end().await;
}

/// Two screens of one player: what one of them could not send comes too late.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_move_that_comes_too_late_is_said_and_the_board_is_shown_as_it_is() {
    let mut host = Host::start();
    let chrome = Chrome::start().await;
    let origin = host.site().origin();
    let [one, two] = [chrome.guest(&origin).await, chrome.guest(&origin).await];
    let human = json!({ "type": "human" });
    let path = host.site().create(&json!({
        "game": "connect-four",
        "players": { "first": human, "second": human },
        "time": { "kind": "game", "total": 180_000, "increment": 2_000 },
    }));
    for tab in [&two, &one] {
        tab.open(&path).await;
        at_board(tab).await;
    }
    one.wait("document.querySelector('svg.board .cell.legal')").await;
    one.js::<()>(
        "(() => { const send = WebSocket.prototype.send; window.holds = true; \
         WebSocket.prototype.send = function (data) { \
         if (!window.holds || JSON.parse(data).type !== 'command') send.call(this, data); }; })()",
    )
    .await;
    one.click("#typed").await;
    one.write("4").await;
    one.press("Enter").await;
    says(&one, "Sending the move").await;
    type_move(&two, "5", 1).await;
    moves(&one, 1).await;
    one.js::<()>("(window.holds = false, undefined)").await;
    host.restart(&[&one, &two]).await;
    hears(&one, "that came too late: the game has moved on").await;
    moves(&one, 1).await;
    assert_eq!(host.site().state(&path)["record"]["moves"], json!(["5"]));
    // The board can be played on.
    type_move(&one, "4", 2).await;
    for tab in [one, two] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
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
