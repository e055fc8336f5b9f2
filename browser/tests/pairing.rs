//! Any opponent: people who do not know each other are paired.

use crate::chrome::Chrome;
use crate::party::{at_board, says};
use crate::proxy::start_proxy;
use crate::site::Site;
use crate::tab::Tab;

const SEEKS: &str = "document.querySelector('.seeking')";

/// People with profiles of their own, who speak English.
async fn visitors(site: &Site, chrome: &Chrome) -> [Tab; 3] {
    let mut tabs = Vec::new();
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        let proxy = start_proxy(site.address, address);
        let tab = chrome.guest(&format!("http://{proxy}")).await;
        tab.open("/online").await;
        tabs.push(tab);
    }
    tabs.try_into().unwrap_or_else(|_| panic!("three"))
}

async fn choose(tab: &Tab, game: &str, clock: &str) {
    tab.js::<()>(&format!(
        "(() => {{ const s = document.querySelector('#pairing-game'); s.value = {game:?}; s.dispatchEvent(new Event('change')); }})()"
    ))
    .await;
    tab.click(&format!(".pairing label:has(input[value={clock:?}])")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn two_who_wait_for_the_same_play_each_other() {
    let site = Site::behind_proxy();
    let chrome = Chrome::start().await;
    let [ana, bo, cleo] = visitors(&site, &chrome).await;
    for tab in [&ana, &bo, &cleo] {
        choose(tab, "othello", "5+3").await;
        says(tab, "Nobody waits for this just now.").await;
    }
    ana.click_on("Find an opponent").await;
    ana.wait(SEEKS).await;
    says(&bo, "1 player waits for this.").await;
    // Another clock is another queue.
    choose(&cleo, "othello", "3+2").await;
    says(&cleo, "Nobody waits for this just now.").await;
    cleo.click_on("Find an opponent").await;
    cleo.wait(SEEKS).await;
    // The search survives a reload and other screens, and ends when it is stopped.
    for tab in [&ana, &cleo] {
        tab.reload().await;
        tab.wait(SEEKS).await;
    }
    cleo.click_on("Stop looking").await;
    cleo.wait(&format!("!{SEEKS}")).await;
    cleo.reload().await;
    says(&cleo, "Nobody waits for this just now.").await;
    assert_eq!(cleo.count(".seeking").await, 0);
    ana.click("nav a[href='/learn']").await;
    ana.wait("document.querySelector('main.learn, .learn-page main, h1')").await;
    ana.wait(SEEKS).await;
    // The next one who wants the same sits down at once.
    bo.click_on("Find an opponent").await;
    for tab in [&ana, &bo] {
        at_board(tab).await;
        assert_eq!(tab.count(".seeking").await, 0);
    }
    assert_eq!(
        ana.js::<String>("location.pathname").await,
        bo.js::<String>("location.pathname").await
    );
    for tab in [ana, bo, cleo] {
        tab.close().await;
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn the_computer_is_offered_meanwhile_and_a_closed_tab_waits_no_longer() {
    let site = Site::behind_proxy();
    let chrome = Chrome::start().await;
    let [ana, bo, cleo] = visitors(&site, &chrome).await;
    for tab in [&ana, &bo, &cleo] {
        choose(tab, "connect-four", "10+5").await;
    }
    bo.click_on("Find an opponent").await;
    bo.wait(SEEKS).await;
    says(&cleo, "1 player waits for this.").await;
    bo.close().await;
    says(&cleo, "Nobody waits for this just now.").await;
    ana.click_on("Find an opponent").await;
    ana.click_on("Nobody yet: play the computer meanwhile").await;
    ana.wait("location.pathname === '/play/connect-four'").await;
    ana.click("form.setup-form button[type=submit]").await;
    ana.click_on("Just play").await;
    at_board(&ana).await;
    let alone: String = ana.js("location.pathname").await;
    ana.wait(SEEKS).await;
    cleo.click_on("Find an opponent").await;
    at_board(&cleo).await;
    ana.wait(&format!("location.pathname !== {alone:?}")).await;
    at_board(&ana).await;
    for tab in [ana, cleo] {
        tab.close().await;
    }
    chrome.close().await;
}

/// Chooses a name in the settings.
async fn call(tab: &Tab, name: &str) {
    tab.open("/settings").await;
    tab.click("#name").await;
    tab.js::<()>("document.querySelector('#name').select()").await;
    tab.write(name).await;
    tab.press("Tab").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser"]
async fn two_browsers_of_the_owner_are_two_players() {
    let site = Site::start();
    site.prefer(&serde_json::json!({}));
    let chrome = Chrome::start().await;
    let [ana, bo] = [chrome.tab(&site.origin()).await, chrome.guest(&site.origin()).await];
    call(&ana, "Ana").await;
    call(&bo, "Bo").await;
    for tab in [&ana, &bo] {
        tab.open("/online").await;
        choose(tab, "othello", "5+3").await;
    }
    ana.click_on("Find an opponent").await;
    ana.wait(SEEKS).await;
    says(&bo, "1 player waits for this.").await;
    bo.click_on("Find an opponent").await;
    for tab in [&ana, &bo] {
        at_board(tab).await;
        // Each by the own name.
        for name in ["Ana", "Bo"] {
            tab.wait(&format!("[...document.querySelectorAll('.player-name')].some((one) => one.textContent.includes({name:?}))")).await;
        }
    }
    let path: String = ana.js("location.pathname").await;
    assert_eq!(bo.js::<String>("location.pathname").await, path);
    // Each has a seat of its own: whoever is to move moves, and then the other.
    let is_legal = "document.querySelectorAll('svg.board .cell.legal').length > 0";
    let (first, second) = if ana.js::<bool>(is_legal).await { (&ana, &bo) } else { (&bo, &ana) };
    crate::party::type_move(first, "f5", 1).await;
    crate::party::type_move(second, "d6", 2).await;
    crate::party::moves(first, 2).await;
    // The profile is one: the game is in the list of both, and the settings are common to them.
    for tab in [&ana, &bo] {
        tab.open("/games").await;
        tab.wait(&format!("document.querySelectorAll(\".games a[href='{path}']\").length > 0"))
            .await;
    }
    ana.open("/settings").await;
    ana.click_on("Dark").await;
    // It is sent a moment later.
    ana.wait("localStorage.getItem('damier-unsent') === null").await;
    bo.open("/settings").await;
    bo.wait("document.documentElement.dataset.theme === 'dark'").await;
    for (tab, name) in [(&ana, "Ana"), (&bo, "Bo")] {
        tab.wait(&format!("document.querySelector('#name')?.value === {name:?}")).await;
    }
    for tab in [ana, bo] {
        tab.close().await;
    }
    chrome.close().await;
}
