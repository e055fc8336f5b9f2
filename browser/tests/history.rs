//! The list of games: found, continued, analysed, exported and deleted; and all data of a profile.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::{Site, request};
use crate::tab::{SMALL, Tab};

/// The results of the games that are shown, in one text.
const RESULTS: &str =
    "[...document.querySelectorAll('.games .games-result')].map((one) => one.textContent).join()";
const EMPTY: &str = "document.querySelector('.games-message:not([hidden])')";

fn human(name: &str) -> Value {
    json!({ "type": "human", "name": name })
}

fn computer() -> Value {
    json!({ "type": "computer", "opponent": "easy", "seed": 7 })
}

/// A game that the first player has won.
fn finished(site: &Site, first: &Value, second: &Value) -> String {
    let record = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] });
    let players = json!({ "first": first, "second": second });
    site.create(&json!({ "game": "connect-four", "record": record, "players": players }))
}

/// Won against the computer, lost against it, won by Zoé at one screen, and one that has just begun.
fn four_games(site: &Site) -> [String; 4] {
    let won = finished(site, &human(""), &computer());
    let lost = finished(site, &computer(), &human(""));
    let shared = finished(site, &human("Zoé"), &human("Bo"));
    let running = site.create(&json!({
        "game": "othello", "players": { "first": human("Ana"), "second": human("Bo") },
        "record": { "start": "8/8/8/3ox3/3xo3/8/8/8 x", "moves": ["f5"] },
    }));
    [won, lost, shared, running]
}

/// Chooses in a list, and waits for these results.
async fn pick(tab: &Tab, list: &str, value: &str, results: &str) {
    tab.js::<Value>(&format!(
        "(() => {{ const list = document.querySelector({list:?}); list.value = {value:?}; list.dispatchEvent(new Event('change')); }})()"
    ))
    .await;
    tab.wait(&format!("{RESULTS} === {results:?}")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_newcomer_is_led_to_a_first_game_and_finds_it_again() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    tab.click(".foot a[href='/games']").await;
    tab.wait(EMPTY).await;
    assert_eq!(tab.text(".games-message h2").await, "No games yet");
    assert!(tab.js::<bool>("document.querySelector('.games-tools').hidden").await);
    assert_eq!(tab.text(".tabs [aria-current=page]").await, "Games");
    tab.click(".games-message .primary").await;
    tab.wait("location.pathname === '/' && document.querySelector('.card')").await;
    tab.open(&site.versus("connect-four", Some("easy"))).await;
    BoardPlayer::new(&tab, InputDevice::Mouse).play_out(60).await;
    tab.click(".result a[href='/games']").await;
    tab.wait("document.querySelectorAll('.games li').length === 1").await;
    let words = tab.text(".games li").await;
    assert!(words.contains("Against the computer, Easy") && words.contains("moves"), "{words}");
    tab.wait("document.querySelector('.games-page [role=status]').textContent === '1 game'").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn games_are_found_continued_analysed_exported_and_deleted() {
    let site = Site::start();
    site.prefer(&json!({}));
    let [won, lost, shared, running] = four_games(&site);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/games").await;
    let all = "Running,Zoé won,Lost,Won";
    tab.wait(&format!("{RESULTS} === {all:?}")).await;
    // Each filter alone, and two together.
    pick(&tab, "#games-result", "won", "Won").await;
    pick(&tab, "#games-result", "lost", "Lost").await;
    pick(&tab, "#games-result", "", all).await;
    pick(&tab, "#games-opponent", "computer", "Lost,Won").await;
    pick(&tab, "#games-result", "won", "Won").await;
    // They stay with the address.
    tab.reload().await;
    tab.wait(&format!("{RESULTS} === 'Won'")).await;
    assert_eq!(
        tab.js::<String>("document.querySelector('#games-opponent').value").await,
        "computer"
    );
    pick(&tab, "#games-game", "othello", "").await;
    tab.wait(EMPTY).await;
    tab.click(".games-message button").await;
    tab.wait(&format!("{RESULTS} === {all:?}")).await;
    pick(&tab, "#games-over", "false", "Running").await;
    pick(&tab, "#games-over", "", all).await;
    tab.click("#games-search").await;
    tab.write("ZOÉ").await;
    tab.wait(&format!("{RESULTS} === 'Zoé won'")).await;
    tab.open(&format!("/games?search={}", &won[3..])).await;
    tab.wait(&format!("{RESULTS} === 'Won'")).await;

    // Some, or all, as one file.
    tab.open("/games").await;
    tab.wait(&format!("{RESULTS} === {all:?}")).await;
    let fetched =
        "fetch(document.querySelector('.games-tools a').href).then((answer) => answer.text())";
    let file: String = tab.js(fetched).await;
    assert_eq!(file.matches("Game: ").count(), 4, "{file}");
    assert_eq!(tab.text(".games-tools a").await, "Save all as a file");
    tab.click(".games li:nth-child(3) .games-box").await;
    tab.click(".games li:nth-child(4) .games-box").await;
    assert_eq!(tab.text(".games-tools > .small").await, "2 chosen");
    let file: String = tab.js(fetched).await;
    assert!(file.contains(&won[3..]) && file.contains(&lost[3..]), "{file}");
    assert_eq!(file.matches("Game: ").count(), 2, "{file}");

    // Those are deleted, after a question.
    tab.click(".games-tools button").await;
    tab.wait("document.querySelector('dialog[open]')").await;
    assert!(tab.text("dialog[open]").await.contains("Delete 2 games?"));
    tab.click("dialog[open] .buttons button:not(.primary)").await;
    tab.wait("!document.querySelector('dialog[open]')").await;
    assert_eq!(tab.count(".games li").await, 4);
    tab.click(".games-tools button").await;
    tab.click("dialog[open] .primary").await;
    tab.wait(&format!("{RESULTS} === 'Running,Zoé won'")).await;
    let left = request(site.address, "GET", "/api/matches", &Value::Null);
    assert_eq!(left.as_array().unwrap().len(), 2);

    // The review of a finished game says how well it was played.
    tab.click(&format!("a[href='{shared}/analyse']")).await;
    tab.wait("document.querySelectorAll('.side-accuracy').length > 0 && [...document.querySelectorAll('.side-accuracy')].every((one) => /\\d/.test(one.textContent))").await;
    tab.open("/games").await;
    tab.wait("document.querySelector('.games').textContent.includes('accuracy')").await;

    // By keys alone to a game that goes on.
    tab.tab_to(&format!("document.activeElement?.matches(\".games-actions a[href='{running}']\")"))
        .await;
    tab.press("Enter").await;
    tab.wait(&format!("location.pathname === {running:?} && document.querySelector('main.match')"))
        .await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn long_lists_come_in_pages_and_fit_a_telephone() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr" }));
    for _ in 0..60 {
        finished(&site, &human("Une joueuse au nom fort long, oui"), &human("Bo"));
    }
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/games").await;
    tab.wait("document.querySelectorAll('.games li').length === 50").await;
    tab.click_on("Plus").await;
    tab.wait("document.querySelectorAll('.games li').length === 60").await;
    tab.wait(
        "document.activeElement === document.querySelectorAll('.games li')[50].querySelector('a')",
    )
    .await;
    assert!(tab.js::<bool>("[...document.querySelectorAll('.games-section button')].every((one) => one.textContent !== 'Plus' || one.hidden)").await);
    for size in [SMALL, [320, 640], [1280, 800]] {
        tab.resize(size).await;
        let wide: bool = tab
            .js("document.documentElement.scrollWidth > document.documentElement.clientWidth")
            .await;
        assert!(!wide, "{size:?} scrolls sideways");
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn everything_is_exported_deleted_and_taken_in_again() {
    let site = Site::start();
    site.prefer(&json!({ "theme": "dark" }));
    four_games(&site);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/games").await;
    tab.wait("document.querySelectorAll('.games li').length === 4").await;
    let file: String = tab
        .js("fetch(document.querySelector('.games-data a[download]').href).then((answer) => answer.text())")
        .await;
    tab.click(".games-data .danger").await;
    tab.wait("document.querySelector('dialog[open]')").await;
    assert!(tab.js::<bool>("document.querySelector('dialog[open] .danger').disabled").await);
    tab.click("#delete-word").await;
    tab.write("delete").await;
    tab.press("Enter").await;
    // The page begins anew, as a newcomer's.
    tab.wait("location.pathname === '/' && document.querySelector('.card') && document.documentElement.dataset.theme === undefined").await;
    let left = request(site.address, "GET", "/api/matches", &Value::Null);
    assert_eq!(left, json!([]));
    tab.open("/games").await;
    tab.wait(EMPTY).await;
    let chooser = "document.querySelector('.games-data input[type=file]')";
    tab.js::<Value>(&format!(
        "(() => {{ const input = {chooser}, files = new DataTransfer(); files.items.add(new File([{file:?}], 'p.json')); \
         input.files = files.files; input.dispatchEvent(new Event('change')); }})()"
    ))
    .await;
    tab.wait("document.querySelectorAll('.games li').length === 4").await;
    assert!(tab.text(".games-data [role=status]").await.contains("4 games"));
    tab.reload().await;
    tab.wait("document.documentElement.dataset.theme === 'dark'").await;
    tab.close().await;
}
