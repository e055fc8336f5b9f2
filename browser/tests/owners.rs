//! Two people behind a proxy, each with a profile of their own: a link watches, a secret hands the game over.

use crate::chrome::Chrome;
use crate::party::says;
use crate::proxy::start_proxy;
use crate::site::Site;
use crate::tab::Tab;

const NEW_MATCH: &str = "fetch('/api/matches', { method: 'POST', headers: { 'content-type': 'application/json' }, \
    body: JSON.stringify({ game: 'connect-four', players: { first: { type: 'human' }, \
    second: { type: 'computer', opponent: 'random', seed: 7 } } }) }).then((answer) => answer.json()).then(({ id }) => id)";
const LEGAL: &str = "document.querySelector('svg.board .cell.legal')";

async fn play(tab: &Tab) {
    tab.wait(LEGAL).await;
    let at = tab.centre("document.querySelector('svg.board .cell.legal .hit')").await;
    tab.click_at(at).await;
}

async fn moves(tab: &Tab, count: usize) {
    tab.wait(&format!("document.querySelectorAll('.moves button').length >= {count}")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_shared_link_watches_and_the_game_goes_along_by_another() {
    let site = Site::behind_proxy();
    let chrome = Chrome::start().await;
    let here = start_proxy(site.address, "192.0.2.1");
    let there = start_proxy(site.address, "192.0.2.2");
    let ana = chrome.tab(&format!("http://{here}")).await;
    let eve = chrome.guest(&format!("http://{there}")).await;
    ana.open("/").await;
    let id: String = ana.js(NEW_MATCH).await;
    let path = format!("/m/{id}");
    ana.open(&path).await;
    play(&ana).await;
    moves(&ana, 2).await;
    // Whoever has the link sees the game and cannot touch it.
    eve.open(&path).await;
    moves(&eve, 2).await;
    says(&eve, "You are watching this game.").await;
    assert_eq!(eve.count("svg.board .cell.legal").await, 0);
    assert!(eve.js::<bool>("document.querySelector('form.typing').hidden").await);
    let hidden = "[...document.querySelectorAll('button')].filter((one) => !one.checkVisibility()).map((one) => one.textContent)";
    let hidden: Vec<String> = eve.js(hidden).await;
    for label in ["Undo", "Resign", "Continue on another device"] {
        assert!(hidden.iter().any(|text| text.contains(label)), "{label}: {hidden:?}");
    }
    play(&ana).await;
    moves(&eve, 4).await;
    // From here on she plays a game of her own.
    eve.click_on("Continue from here as a new game").await;
    eve.wait(&format!("location.pathname.startsWith('/m/') && location.pathname !== {path:?}"))
        .await;
    moves(&eve, 4).await;
    play(&eve).await;
    moves(&eve, 6).await;
    assert_eq!(ana.count(".moves button").await, 4);
    // The other link is said to hand the game over, and does.
    ana.click_on("Continue on another device").await;
    says(&ana, "Whoever has it plays in your place").await;
    let link: String = ana.js("document.querySelector('dialog input').value").await;
    ana.press("Escape").await;
    let (_, secret) = link.split_once('#').expect("a secret");
    eve.open("/").await;
    eve.open(&format!("{path}#{secret}")).await;
    moves(&eve, 4).await;
    play(&eve).await;
    moves(&ana, 6).await;
    assert!(eve.js::<bool>("location.hash === ''").await, "the address does not give it away");
    // It stays so without the secret.
    eve.reload().await;
    eve.wait(LEGAL).await;
    for tab in [ana, eve] {
        tab.close().await;
    }
}
