//! How people find each other.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::party::{Party, at_board, open_table, says, type_move};
use crate::site::{Site, request};
use crate::tab::Tab;

/// The games of the tables in the list.
const LISTED: &str = "[...document.querySelectorAll('.lobby .table-words strong')].map((e) => e.textContent).sort().join()";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn public_tables_come_and_go_and_are_joined_and_watched() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    cleo.open("/online").await;
    says(cleo, "Nobody is waiting just now.").await;
    // By invitation: not listed.
    open_table(ana, "othello", &["Only with the link or the code"]).await;
    open_table(ana, "isolation", &[]).await;
    cleo.wait(&format!("{LISTED} === 'Isolation'")).await;
    for (filter, left) in [("Game", "othello"), ("State", "playing"), ("Clock", "true")] {
        let select = format!(".filters select[aria-label={filter:?}]");
        cleo.js::<()>(&format!(
            "(() => {{ const s = document.querySelector({select:?}); s.value = {left:?}; s.dispatchEvent(new Event('change')); }})()"
        ))
        .await;
        cleo.wait(&format!("{LISTED} === ''")).await;
        cleo.js::<()>(&format!(
            "(() => {{ const s = document.querySelector({select:?}); s.value = ''; s.dispatchEvent(new Event('change')); }})()"
        ))
        .await;
        cleo.wait(&format!("{LISTED} === 'Isolation'")).await;
    }
    bo.open("/online").await;
    bo.click(".lobby li a").await;
    bo.click_on("Sit down").await;
    for tab in [ana, bo] {
        at_board(tab).await;
    }
    cleo.wait("document.querySelector('.lobby li a')?.textContent.startsWith('Watch')").await;
    cleo.click(".lobby li a").await;
    at_board(cleo).await;
    says(cleo, "You are watching").await;
    // The host sees that somebody does.
    says(ana, "1 watching").await;
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn an_address_where_nothing_answers_leaves_the_page_as_it_is() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/online").await;
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for typed in [free.to_string(), format!("http://{free}/m/5w5fvrpbd6pq")] {
        retype(&tab).await;
        tab.write(&typed).await;
        tab.press("Enter").await;
        says(&tab, &format!("Nothing answers at {free}")).await;
        assert_eq!(tab.js::<String>("location.pathname").await, "/online");
    }
    // What answers is gone to.
    let other = Site::start();
    retype(&tab).await;
    tab.write(&other.address.to_string()).await;
    tab.press("Enter").await;
    tab.wait(&format!("location.host === '{}' && document.querySelector('#join')", other.address))
        .await;
    // That is another server, which a page asks for nothing otherwise.
    tab.clear_faults().await;
    tab.close().await;
}

/// Empties the box for joining.
async fn retype(tab: &Tab) {
    tab.click("#join").await;
    tab.js::<()>("document.querySelector('#join').select()").await;
    tab.press("Delete").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_code_a_link_and_an_address_lead_to_a_table() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = open_table(ana, "connect-four", &[]).await;
    let code = ana.text(".invitation .code").await;
    bo.open("/online").await;
    for (typed, problem) in [
        ("", "Type a code"),
        ("a b", "no code, no link and no address"),
        ("192.168.1", "no code, no link and no address"),
        (&format!("{}:{}", crate::site::HOST_NAME, site.address.port()), "already at this address"),
    ] {
        retype(bo).await;
        bo.write(typed).await;
        bo.press("Enter").await;
        says(bo, problem).await;
    }
    retype(bo).await;
    bo.write(&code.to_lowercase()).await;
    bo.press("Enter").await;
    // Whoever comes with a code is asked for a name first; Enter goes on.
    bo.wait("document.activeElement.id === 'name'").await;
    bo.write("Bo").await;
    bo.press("Enter").await;
    for tab in [ana, bo] {
        at_board(tab).await;
    }
    // By now both seats are taken: whoever comes with the link watches.
    cleo.open("/online").await;
    cleo.click("#join").await;
    cleo.write(&format!("http://{}:{}{path}", crate::site::HOST_NAME, site.address.port())).await;
    cleo.press("Enter").await;
    at_board(cleo).await;
    says(cleo, "You are watching").await;
    says(ana, "Bo").await;

    // The seat goes along to another device.
    says(bo, "1 watching").await;
    bo.click_on("Share").await;
    bo.click_on("Go on playing on another device").await;
    let seat: String = bo
        .js("[...document.querySelectorAll('dialog input')].map((e) => e.value).find((text) => text.includes('#'))")
        .await;
    bo.press("Escape").await;
    cleo.open("/online").await;
    cleo.open(seat.split_once(&site.address.port().to_string()).unwrap().1).await;
    at_board(cleo).await;
    cleo.wait("document.querySelector('.greetings:not([hidden])')").await;
    assert!(cleo.js::<bool>("location.hash === ''").await, "the address does not give it away");
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_computer_takes_a_seat() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, _, cleo] = party.all();
    let path = open_table(ana, "othello", &[]).await;
    cleo.open(&path).await;
    ana.click_on("Play against the computer instead").await;
    ana.click_on("Seat the computer").await;
    at_board(ana).await;
    let mut player = crate::player::BoardPlayer::new(ana, crate::player::InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    player.play().await;
    at_board(cleo).await;
    says(cleo, "Computer · Easy").await;
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn two_browsers_of_one_machine_have_names_and_results_of_their_own() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let [ana, bo] = [chrome.guest(&site.origin()).await, chrome.guest(&site.origin()).await];
    ana.open("/settings").await;
    ana.click("#name").await;
    ana.write("Ana").await;
    ana.press("Tab").await;
    // The profile is one: the other browser has the name too, but not at the same table.
    ana.wait(PROFILE_NAMES_ANA).await;
    let path = open_table(&ana, "connect-four", &[]).await;
    bo.open(&path).await;
    bo.wait("document.querySelector('.join-form #name')?.value === ''").await;
    bo.click("#name").await;
    bo.write("Bo").await;
    bo.press("Enter").await;
    for tab in [&ana, &bo] {
        at_board(tab).await;
    }
    type_move(&ana, "4", 1).await;
    type_move(&bo, "4", 2).await;
    ana.click_on("Resign").await;
    ana.click("dialog .primary").await;
    says(&ana, "You resigned: Bo wins").await;
    says(&bo, "Ana resigned: you win").await;
    says(&ana, "Online: 0 wins, 0 draws, 1 loss").await;
    says(&bo, "Online: 1 win, 0 draws, 0 losses").await;
    assert_eq!(
        request(site.address, "GET", "/api/profile", &Value::Null)["settings"]["name"],
        "Ana"
    );
    for tab in [ana, bo] {
        tab.close().await;
    }
}

/// Condition that the server has stored the name.
const PROFILE_NAMES_ANA: &str = "fetch('/api/profile').then((found) => found.json()).then(({ settings }) => settings.name === 'Ana')";
