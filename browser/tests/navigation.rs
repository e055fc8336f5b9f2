//! The navigation that stays: places and tools on every screen.

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{Party, hears, moves, says, type_move};
use crate::site::Site;
use crate::tab::{LARGE, SMALL, Tab};

/// The marked place and the number of places.
const PLACES: &str = "[document.querySelector('.site-nav [aria-current]')?.dataset.place ?? '', \
    [...document.querySelectorAll('.site-nav a')].filter((e) => e.checkVisibility()).length]";

/// Visible buttons and links of the navigation that are smaller than a finger needs.
const SMALL_TARGETS: &str = "[...document.querySelectorAll('.header a, .header button')].filter((e) => e.checkVisibility())\
    .map((e) => [e.getAttribute('aria-label') ?? e.textContent, e.getBoundingClientRect()])\
    .filter(([, box]) => box.width < 40 || box.height < 40).map(([name, box]) => `${name}: ${box.width}x${box.height}`)";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn every_screen_leads_to_every_place() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let local = site.versus("othello", None);
    let screens = [
        ("/", "play"),
        ("/play/congress", "play"),
        (&local, "play"),
        ("/online", "online"),
        ("/rules", "learn"),
        ("/think", "learn"),
        ("/analyse", "analyse"),
        (&format!("{local}/analyse"), "analyse"),
        ("/quadrants", "quadrants"),
        ("/quadrants/new", "quadrants"),
        ("/settings", ""),
    ];
    for lang in ["en", "fr"] {
        site.prefer(&json!({ "lang": lang }));
        for (path, place) in screens {
            tab.open(path).await;
            for size in [LARGE, SMALL, [844, 390], [640, 400], [320, 568]] {
                tab.resize(size).await;
                let shown: (String, usize) = tab.js(PLACES).await;
                assert_eq!(shown, (place.to_owned(), 5), "{path} at {size:?}");
                let small: Vec<String> = tab.js(SMALL_TARGETS).await;
                assert!(small.is_empty(), "{path} at {size:?}: {small:?}");
                at_the_edge(&tab, size).await;
            }
        }
    }
    tab.close().await;
}

/// The places stand at the lower edge of telephones, and at the upper edge elsewhere.
async fn at_the_edge(tab: &Tab, [width, height]: [u32; 2]) {
    let [top, bottom]: [f64; 2] = tab
        .js("(({ top, bottom }) => [top, bottom])(document.querySelector('.site-nav').getBoundingClientRect())")
        .await;
    if width < 640 {
        assert!((bottom - f64::from(height)).abs() < 1.0, "{width}: ends at {bottom}");
        assert!(bottom - top < 70.0, "{width}: {top} to {bottom}");
    } else {
        assert!(bottom < 70.0, "{width}: ends at {bottom}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_menu_of_a_telephone_opens_and_closes() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    tab.open("/").await;
    let open = "document.querySelector('#tools-more').checkVisibility()";
    assert!(!tab.js::<bool>(open).await);
    tab.tap(".menu").await;
    tab.wait(open).await;
    assert!(tab.js::<bool>("document.activeElement.matches('#tools-more button')").await);
    tab.press("Escape").await;
    tab.wait(&format!("!{open}")).await;
    assert!(tab.js::<bool>("document.activeElement.matches('.menu')").await);
    tab.tap(".menu").await;
    tab.wait(open).await;
    tab.tap("h1").await;
    tab.wait(&format!("!{open}")).await;
    tab.tap(".menu").await;
    tab.tap(".tools-more .lang").await;
    says(&tab, "À quoi jouons-nous").await;
    tab.tap(".site-nav [data-place=quadrants]").await;
    tab.wait("location.pathname === '/quadrants'").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn rules_and_settings_open_above_a_running_game() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let path = party.start("othello", &[]).await;
    let [ana, bo, _] = party.all();
    type_move(ana, "f5", 1).await;
    let stays = format!("location.pathname === {path:?} && document.querySelector('main.match')");
    bo.click(".tools [href='/rules/othello']").await;
    bo.wait("document.querySelector('dialog .above article')").await;
    assert!(bo.js::<bool>(&format!("!!({stays})")).await);
    // Another game's rules, in the same window.
    bo.click("dialog .tabs [href='/rules/congress']").await;
    bo.wait("document.querySelector('dialog h2').textContent.includes('Congress')").await;
    assert_eq!(bo.count("dialog").await, 1);
    bo.press("Escape").await;
    bo.wait("!document.querySelector('dialog')").await;
    type_move(bo, "d6", 2).await;

    bo.click(".tools [href='/settings']").await;
    bo.wait("document.querySelector('dialog #volume')").await;
    // The game goes on below, also in another language.
    type_move(ana, "c3", 3).await;
    moves(bo, 3).await;
    bo.click_on("Français").await;
    bo.wait("document.querySelector('dialog h2')?.textContent === 'Paramètres'").await;
    says(bo, "Couleurs pour daltoniens").await;
    assert!(bo.js::<bool>(&format!("!!({stays})")).await);
    bo.press("Escape").await;
    bo.wait("!document.querySelector('dialog')").await;
    moves(bo, 3).await;
    // Back closes the window above, and leaves the game afterwards.
    for opener in [".tools [href='/rules/othello']", ".tools [href='/settings']"] {
        bo.click(opener).await;
        bo.wait("document.querySelector('dialog .above')").await;
        bo.js::<()>("history.back()").await;
        bo.wait("!document.querySelector('dialog')").await;
        assert!(bo.js::<bool>(&format!("!!({stays})")).await, "{opener}");
    }
    bo.click_on("Partager").await;
    bo.wait("document.querySelector('dialog input')").await;
    bo.js::<()>("history.back()").await;
    bo.wait("!document.querySelector('dialog')").await;
    assert!(bo.js::<bool>(&format!("!!({stays})")).await);
    type_move(bo, "d3", 4).await;
    hears(ana, "d3").await;
    // A link in the window leads on, and Back from there to the game.
    bo.click(".tools [href='/rules/othello']").await;
    bo.wait("document.querySelector('dialog .above article')").await;
    bo.js::<()>("document.querySelector(\"dialog a[href='/play/othello']\").click()").await;
    bo.wait("location.pathname === '/play/othello' && !document.querySelector('dialog')").await;
    bo.js::<()>("history.back()").await;
    moves(bo, 4).await;
    assert!(bo.js::<bool>(&format!("!!({stays})")).await);
    party.end().await;
}
