//! The owner lets others on the network in from the page.

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{at_board, open_table, says, sit_down, type_move};
use crate::site::{LAN_IP, LAN_NAME, Site};
use crate::tab::{LARGE, SMALL};

const SHARED: &str = "document.querySelector('.here .switch').checked";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn others_are_let_in_and_out_again_while_the_program_runs() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let port = site.address.port();
    let [owner, board] = [chrome.guest(&site.origin()).await, chrome.guest(&site.origin()).await];
    let guest = chrome.guest(&format!("http://{LAN_NAME}:{port}")).await;
    owner.open("/online").await;
    owner.wait("document.querySelector('.here:not([hidden]) .switch')").await;
    assert!(!owner.js::<bool>(SHARED).await);
    assert_eq!(owner.count(".here .passed-on").await, 0);
    owner.click(".here .yes-no").await;
    let address = format!("http://{LAN_IP}:{port}");
    owner
        .wait(&format!("document.querySelector('.here .passed-on input')?.value === {address:?}"))
        .await;
    owner.wait("document.querySelector('.here .qr')?.src.startsWith('data:image/svg')").await;
    says(&owner, &format!("firewall let Damier in (TCP, port {port})")).await;
    // A guest comes, has no switch, and plays with the owner.
    guest.open("/online").await;
    says(&guest, "Find an opponent").await;
    assert!(guest.js::<bool>("document.querySelector('.here').hidden").await);
    owner.wait("!document.querySelector('.here').innerText.includes('firewall')").await;
    let path = open_table(&board, "connect-four", &[]).await;
    sit_down(&guest, &path).await;
    at_board(&guest).await;
    at_board(&board).await;
    type_move(&board, "4", 1).await;
    guest.wait("document.querySelectorAll('.moves button').length === 1").await;
    // The owner closes the door: the guest is told, and the game is kept.
    owner.click(".here .yes-no").await;
    owner.wait("document.querySelectorAll('.here .passed-on').length === 0").await;
    says(&guest, "lets others in no longer. Your games are kept.").await;
    says(&guest, "Connection lost").await;
    owner.click(".here .yes-no").await;
    owner.wait("document.querySelector('.here .passed-on')").await;
    guest.wait("!document.body.innerText.includes('Connection lost')").await;
    type_move(&guest, "4", 2).await;
    board.wait("document.querySelectorAll('.moves button').length === 2").await;
    // The requests while the door was closed failed.
    guest.clear_faults().await;
    for tab in [owner, board, guest] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_table_that_waits_has_the_switch_too() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let owner = chrome.tab(&site.origin()).await;
    let path = open_table(&owner, "othello", &[]).await;
    says(&owner, "Only this machine reaches this Damier").await;
    owner.click(".table-sharing .yes-no").await;
    let link = format!("http://{LAN_IP}:{}{path}", site.address.port());
    owner
        .wait(&format!("document.querySelector('.invitation .passed-on input').value === {link:?}"))
        .await;
    owner.wait("document.querySelector('.invitation .qr')").await;
    for (size, name) in [(LARGE, "large"), (SMALL, "small")] {
        owner.resize(size).await;
        owner.screenshot(&format!("lan-table-{name}")).await;
    }
    owner.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak"]
async fn pictures_of_sharing_and_pairing() {
    for lang in ["en", "fr"] {
        let site = Site::start();
        site.prefer(&json!({ "lang": lang }));
        let chrome = Chrome::start().await;
        let owner = chrome.tab(&site.origin()).await;
        owner.open("/online").await;
        owner.click(".here .yes-no").await;
        owner.wait("document.querySelector('.here .qr')?.complete").await;
        owner.click(".pairing .primary").await;
        owner.wait("document.querySelector('.seeking')").await;
        owner.wait("document.querySelector('.seeking a:not([hidden])')").await;
        for (size, name) in [(LARGE, "large"), (SMALL, "small")] {
            owner.resize(size).await;
            owner.js::<()>("void scrollTo(0, 0)").await;
            owner.screenshot(&format!("lan-online-{name}-{lang}")).await;
            owner.js::<()>("void document.querySelector('.here').scrollIntoView()").await;
            owner.screenshot(&format!("lan-here-{name}-{lang}")).await;
            assert!(
                owner.js::<bool>("document.documentElement.scrollWidth <= innerWidth").await,
                "{name} {lang}"
            );
        }
        owner.open("/settings").await;
        owner.js::<()>("void document.querySelector('#delay').scrollIntoView()").await;
        owner.screenshot(&format!("lan-settings-small-{lang}")).await;
        owner.close().await;
    }
}
