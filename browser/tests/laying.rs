//! A board that both players lay.

use serde_json::json;

use crate::party::{Party, at_board, hears, open_table, says, sit_down};
use crate::site::Site;
use crate::tab::Tab;

async fn lay(tab: &Tab, tiles: [&str; 2]) {
    for tile in tiles {
        tab.click_on(&format!("quadrant {tile}")).await;
    }
}

/// What lies in the four places, as it is said.
const PLACES: &str = "[...document.querySelectorAll('.place')].map((place) => place.getAttribute('aria-label')).join('; ')";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn each_lays_half_and_both_agree() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = open_table(ana, "katarenga", &["Each lays half"]).await;
    // Laying can begin before the other comes.
    lay(ana, ["A", "B"]).await;
    sit_down(bo, &path).await;
    says(bo, "Your opponent has laid 2 of 2 quadrants.").await;
    cleo.open(&path).await;
    says(cleo, "The players lay the board.").await;
    assert_eq!(bo.count("button.place").await, 2, "only the own half can be laid");
    lay(bo, ["C", "D"]).await;
    hears(ana, "has laid 2 of 2").await;

    ana.click_on("This board suits me").await;
    hears(bo, "agrees with the board").await;
    bo.click_on("Turn").await;
    says(ana, "The board has changed").await;
    let halves = site.state(&path)["online"]["gathering"]["halves"].clone();
    assert_eq!(halves[0], json!({ "tiles": "A B", "confirmed": false }));
    assert_eq!(halves[1], json!({ "tiles": "C D+90", "confirmed": false }));
    // With the keyboard alone.
    bo.tab_to("document.activeElement.matches('button.place')").await;
    bo.press("f").await;
    ana.wait(&format!("{PLACES}.includes('quadrant C f')")).await;
    let seen: String = ana.js(PLACES).await;
    assert_eq!(bo.js::<String>(PLACES).await, seen);

    // Whoever leaves gives the half up; the other's stays.
    bo.click_on("Leave the table").await;
    bo.click("dialog .primary").await;
    says(ana, "Waiting for an opponent").await;
    assert_eq!(site.state(&path)["online"]["gathering"]["halves"][0]["tiles"], "A B");
    sit_down(bo, &path).await;
    lay(bo, ["1", "2"]).await;
    bo.click_on("This board suits me").await;
    hears(ana, "agrees with the board").await;
    ana.click_on("This board suits me").await;
    for tab in party.all() {
        at_board(tab).await;
    }
    ana.wait("document.querySelector('svg.board .cell.legal')").await;
    assert!(site.state(&path)["online"]["gathering"].is_null());
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_table_that_is_left_is_free_again_or_closed() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = open_table(ana, "congress", &["Each lays half"]).await;
    sit_down(bo, &path).await;
    lay(bo, ["C", "D"]).await;
    // A guest who vanishes loses the seat after a while.
    let missed = async {
        hears(ana, "has lost the connection").await;
        says(ana, "gone, seat free in 0:0").await;
    };
    tokio::join!(bo.open("/rules"), missed);
    says(ana, "Waiting for an opponent").await;
    sit_down(cleo, &path).await;
    says(ana, "Lay the board").await;
    ana.click_on("Close the table").await;
    ana.click("dialog .primary").await;
    ana.wait("location.pathname === '/online'").await;
    says(cleo, "The table is closed").await;
    cleo.click_on("All tables").await;
    cleo.wait("location.pathname === '/online'").await;
    party.end().await;
}
