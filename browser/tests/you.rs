//! The visitor's figures, the rating with its error, the even level; a profile on two devices; names of strangers.

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{Party, hears, open_table, says};
use crate::proxy::start_proxy;
use crate::site::Site;
use crate::tab::{LARGE, SMALL, Tab};

/// The narrowest screen that is looked after.
const NARROW: [u32; 2] = [320, 640];

/// Plays so many games against a level and gives them up after two moves; the id of the last.
pub(crate) async fn lose(tab: &Tab, level: &str, games: usize) -> String {
    let script = "(async (level, games) => { \
        const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json()); \
        let last = ''; \
        for (let game = 0; game < games; game++) { \
          const players = { first: { type: 'human' }, second: { type: 'computer', opponent: level, seed: 7 } }; \
          const { id } = await post('/api/matches', { game: 'connect-four', players }); \
          last = id; \
          const socket = new WebSocket(`ws://${location.host}/api/matches/${id}/socket`); \
          await new Promise((opened) => { socket.onopen = opened; }); \
          let sent = 0; \
          await new Promise((ended) => { \
            socket.onmessage = ({ data }) => { \
              const message = JSON.parse(data); \
              if (message.type !== 'state') return; \
              const order = (command) => socket.send(JSON.stringify({ type: 'command', id: crypto.randomUUID?.() ?? String(Math.random()), player: 'one', command })); \
              if (message.end) ended(); \
              else if (message.to_move === 'one' && message.record.moves.length === sent) { \
                sent += 2; \
                order(sent > 4 ? { type: 'resign' } : { type: 'move', notation: sent === 2 ? '4' : '3' }); \
              } \
            }; \
            socket.send(JSON.stringify({ type: 'hello', protocol: 2, since: 0 })); \
          }); \
          socket.close(); \
        } \
        const headers = { 'content-type': 'application/json' }; \
        const kept = await fetch('/api/profile').then((answer) => answer.ok ? answer.json() : {}); \
        const scores = { ...kept.scores, 'connect-four': { [level]: { wins: 0, draws: 0, losses: games, time: 0 } } }; \
        await fetch('/api/profile', { method: 'PUT', headers, body: JSON.stringify({ ...kept, scores }) }); \
        return last; \
      })(LEVEL, GAMES)";
    let script =
        script.replace("LEVEL", &format!("{level:?}")).replace("GAMES", &games.to_string());
    tab.js(&script).await
}

/// Whether nothing is wider than the screen.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn figures_a_rating_and_an_even_level_come_from_games() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/you").await;
    tab.wait("document.querySelector('.you-none')").await;
    assert_eq!(tab.text(".you-none h2").await, "Nothing to count yet");
    assert_eq!(tab.text(".tabs [aria-current=page]").await, "You");
    tab.screenshot("you-none").await;
    let last = lose(&tab, "easy", 2).await;
    let first_rating = "document.querySelector('.you-number strong')?.textContent";
    tab.reload().await;
    tab.wait(first_rating).await;
    // Too few games for a proposal.
    says(&tab, "A few more games").await;
    assert_eq!(tab.count(".you-game .even-offer").await, 0);
    lose(&tab, "very-easy", 8).await;
    // The accuracy comes with a review.
    tab.open(&format!("/m/{last}/analyse")).await;
    tab.wait("document.querySelector('.side-accuracy')").await;
    tab.open("/you").await;
    tab.wait("document.querySelector('.you-plot circle')").await;
    let number = tab.text(".you-number").await;
    assert!(number.contains(" ± "), "{number}");
    says(&tab, "from 10 games against the computer").await;
    let results = tab.text(".you-results").await;
    assert!(results.contains("0 · 0 · 8") && results.contains("0 · 0 · 10"), "{results}");
    says(&tab, "Very easy would be an even match.").await;
    let opening = tab.text(".you-favourites a").await;
    assert!(opening.starts_with("4 "), "{opening}");
    for (name, size) in [("large", LARGE), ("small", SMALL), ("narrow", NARROW)] {
        tab.resize(size).await;
        assert!(tab.js::<bool>(FITS).await, "{name}");
        tab.screenshot(&format!("you-{name}")).await;
    }
    tab.resize(LARGE).await;
    tab.prefer_theme("dark").await;
    tab.screenshot("you-dark").await;
    tab.prefer_theme("light").await;
    // One key leads to the next game, and one takes the offer in any set-up.
    tab.press("e").await;
    tab.wait("location.pathname === '/play/connect-four' && document.querySelector('input[value=very-easy]:checked')").await;
    tab.open("/play/connect-four?level=easy").await;
    tab.wait("document.querySelector('.even-offer:not([hidden])')").await;
    tab.screenshot("you-offer").await;
    tab.press("e").await;
    tab.wait("document.querySelector('input[value=very-easy]:checked') && document.querySelector('.even-offer').hidden").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_profile_is_brought_to_another_browser_by_a_link() {
    let site = Site::behind_proxy();
    let chrome = Chrome::start().await;
    let here = start_proxy(site.address, "192.0.2.1");
    let there = start_proxy(site.address, "192.0.2.2");
    let ana = chrome.tab(&format!("http://{here}")).await;
    let phone = chrome.guest(&format!("http://{there}")).await;
    ana.open("/").await;
    lose(&ana, "easy", 1).await;
    ana.open("/you").await;
    ana.wait("document.querySelector('.you-game')").await;
    ana.click_on("Bring to another device").await;
    says(&ana, "It works once.").await;
    ana.screenshot("you-link").await;
    let link: String = ana.js("document.querySelector('dialog input').value").await;
    let (_, secret) = link.split_once('#').expect("a secret");
    phone.open("/you").await;
    phone.wait("document.querySelector('.you-none')").await;
    phone.open("/").await;
    phone.open(&format!("/you#{secret}")).await;
    says(&phone, "take it only if it is your own").await;
    assert!(phone.js::<bool>("location.hash === ''").await, "the address does not give it away");
    phone.click_on("Bring it here").await;
    phone.wait("document.querySelector('.you-game')").await;
    says(&phone, "This browser came to the profile by such a link.").await;
    // The other device is told, and can take it back.
    ana.reload().await;
    says(&ana, "1 other device came by a link").await;
    ana.click_on("Remove the other devices").await;
    ana.click("dialog button.primary").await;
    ana.wait("!document.body.innerText.includes('came by a link')").await;
    phone.reload().await;
    phone.wait("document.querySelector('.you-none')").await;
    for tab in [ana, phone] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn names_of_strangers_are_reported_and_hidden() {
    let site = Site::start();
    site.prefer(&json!({ "name": "Ana" }));
    let party = Party::gather(&site).await;
    open_table(&party.ana, "connect-four", &[]).await;
    let cleo = &party.cleo;
    cleo.open("/online").await;
    cleo.wait("document.querySelector('.lobby .tables').textContent.includes('Ana')").await;
    cleo.click(".lobby .tables .report").await;
    says(cleo, "Whoever runs this server is shown the name").await;
    cleo.screenshot("report").await;
    cleo.click_on("Report “Ana”").await;
    hears(cleo, "The name has been reported.").await;
    cleo.open("/settings").await;
    let switch = "[...document.querySelectorAll('label:has(input[role=switch])')]\
        .find((label) => label.textContent.startsWith('Hide the names of strangers'))";
    cleo.click_at(cleo.centre(switch).await).await;
    cleo.wait(&format!("{switch}.querySelector('input').checked")).await;
    cleo.open("/online").await;
    cleo.wait("document.querySelector('.lobby .tables').textContent.includes('Player 1')").await;
    assert!(
        !cleo
            .js::<bool>("document.querySelector('.lobby .tables').textContent.includes('Ana')")
            .await
    );
    party.end().await;
}
