//! Analysis as people use it: a game looked over, mistakes found again, variations, comments, pastes.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{Site, request};
use crate::tab::Tab;

/// White stacks discs while Red lines up four in a row: blunders that a child sees.
pub(crate) const BLUNDERS: [&str; 7] = ["4", "1", "5", "1", "6", "1", "7"];

/// A match of two people at one screen, with these moves made.
fn finished(site: &Site) -> String {
    let human = json!({ "type": "human" });
    let record = json!({ "start": "7/7/7/7/7/7 x", "swap": false, "moves": BLUNDERS });
    site.create(&json!({ "game": "connect-four", "record": record, "players": { "first": human, "second": human } }))
}

/// Waits until the whole game has been looked over.
pub(crate) async fn looked_over(tab: &Tab) {
    tab.wait("document.querySelector('.accuracy:not([hidden]) .side-accuracy')").await;
}

async fn at_board(tab: &Tab, path: &str) {
    tab.open(path).await;
    tab.wait("document.querySelector('main.analysis svg.board .cell')").await;
}

/// The moves of the tree as they are read, the one that is shown marked.
pub(crate) const MOVES: &str = "[...document.querySelectorAll('.tree .move')].map((move) => \
    (move.hasAttribute('aria-current') ? '*' : '') + move.firstChild.textContent).join(' ')";

fn moves_are(expected: &str) -> String {
    format!("{MOVES} === {expected:?}")
}

/// Types into the comment of the move that is shown.
pub(crate) async fn comment(tab: &Tab, words: &str) {
    tab.click("#comment").await;
    tab.write(words).await;
}

pub(crate) async fn saved(tab: &Tab) {
    tab.wait("document.querySelector('.saved').textContent === 'Saved'").await;
}

/// Drops a disc into a column.
async fn drop_in(tab: &Tab, column: usize) {
    let cell = 35 + column - 1;
    let element = format!("document.querySelector(\"svg.board [data-cell='{cell}'] .hit\")");
    let at = tab.centre(&element).await;
    tab.click_at(at).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_finished_match_is_looked_over() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = finished(&site);
    tab.open(&path).await;
    tab.click(".result a[href$='/analyse']").await;
    tab.wait(&format!("location.pathname === '{path}/analyse'")).await;
    looked_over(&tab).await;
    tab.wait(&moves_are("4 1 5 1 6 1 7")).await;

    // Every mistake has a shape, a better move and a reason.
    let mistakes = tab.count(".blamed").await;
    assert!(mistakes >= 1);
    assert_eq!(tab.count(".blamed svg.sign-of").await, mistakes);
    assert_eq!(tab.count(".graph-sign").await, mistakes);
    assert_eq!(tab.count(".tree svg.sign-of").await, mistakes);
    let reasons: Vec<String> = tab
        .js("[...document.querySelectorAll('.blamed')].map((one) => one.querySelector('.reason').textContent)")
        .await;
    assert!(reasons.iter().all(|reason| reason.len() > 10), "{reasons:?}");
    let better: Vec<String> =
        tab.js("[...document.querySelectorAll('.better')].map((one) => one.textContent)").await;
    assert!(better.iter().all(|words| words.starts_with("Better: ")), "{better:?}");
    let accuracy: Vec<String> = tab
        .js("[...document.querySelectorAll('.side-accuracy strong')].map((one) => one.textContent)")
        .await;
    assert!(accuracy.iter().all(|words| words.ends_with("% accurate")), "{accuracy:?}");

    // The better move is shown on the board, step by step.
    tab.click(".blamed .better").await;
    tab.wait("document.querySelectorAll('svg.board .step').length > 0").await;
    tab.wait("document.querySelectorAll('svg.board .ghost').length > 0").await;

    // The graph leads through the game.
    tab.js::<()>("document.querySelector('.graph').focus()").await;
    tab.press("Home").await;
    tab.wait("document.querySelectorAll('svg.board .slot').length === 0").await;
    tab.press("ArrowRight").await;
    tab.wait(&moves_are("*4 1 5 1 6 1 7")).await;
    let words: String =
        tab.js("document.querySelector('.graph').getAttribute('aria-valuetext')").await;
    assert!(words.starts_with("Move 1. 4, Red: "), "{words}");
    tab.press("End").await;
    tab.wait(&moves_are("4 1 5 1 6 1 *7")).await;
    tab.wait("document.querySelector('.bar').classList.contains('exact')").await;
    assert_eq!(tab.text(".kind").await, "exact");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_verdict_is_hidden_until_the_answer() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    at_board(&tab, &format!("{}/analyse", finished(&site))).await;
    looked_over(&tab).await;
    tab.click("details.options summary").await;
    tab.click(".options .yes-no:last-child").await;
    tab.wait("document.querySelector('.review button.primary')").await;
    assert_eq!(tab.count(".blamed").await, 0);
    assert_eq!(tab.count(".tree svg.sign-of").await, 0);
    tab.click(".review button.primary").await;
    tab.wait("document.querySelector('.puzzle:not([hidden])')").await;
    let hidden = "document.querySelector('.bar').classList.contains('unknown') \
        && document.querySelectorAll('svg.board .value').length === 0 \
        && document.querySelectorAll('.lines li:not([hidden]):not(.empty)').length === 0";
    tab.wait(hidden).await;
    // The mistake itself is no answer.
    let mistakes: usize = tab.js("document.querySelectorAll('.graph-sign').length").await;
    assert_eq!(mistakes, 0);
    let played: String = tab.text(".puzzle p").await;
    let column: usize = played
        .split(" played ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap()
        .parse()
        .unwrap();
    drop_in(&tab, column).await;
    tab.wait("document.querySelector('.puzzle.wrong')").await;
    tab.wait(hidden).await;
    tab.click_on("Another move").await;
    // One of the columns is right, and every other says that it is not.
    for column in 1..=7 {
        tab.wait("document.querySelector('.puzzle.asked, .puzzle.wrong, .puzzle.right')").await;
        if tab.count(".puzzle.right").await > 0 {
            break;
        }
        drop_in(&tab, column).await;
        tab.wait("document.querySelector('.puzzle.wrong, .puzzle.right')").await;
        if tab.count(".puzzle.wrong").await > 0 {
            tab.click_on("Another move").await;
        }
    }
    tab.wait("document.querySelector('.puzzle.right')").await;
    assert_eq!(tab.text(".puzzle h2").await, "Well found!");
    assert!(tab.count(".puzzle .reason").await > 0);
    tab.wait("document.querySelectorAll('.lines li:not([hidden]):not(.empty)').length > 0").await;
    // The moves of the answers are not in the tree.
    tab.wait(&format!("{MOVES}.replace('*', '') === '4 1 5 1 6 1 7'")).await;
    while tab.count(".puzzle button.primary").await > 0 {
        tab.click(".puzzle button.primary").await;
        tab.click_on("Show the answer").await;
        tab.wait("document.querySelector('.puzzle.shown')").await;
    }
    tab.click_on("Done").await;
    tab.wait("document.querySelector('.puzzle').hidden").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn it_is_played_on_from_a_position() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    at_board(&tab, "/analyse/connect-four/4433").await;
    tab.click_on("Play from here").await;
    tab.wait("document.querySelector('dialog[open]')").await;
    tab.click("dialog .primary").await;
    tab.wait("document.querySelector('main.match svg.board .cell.legal')").await;
    let path: String = tab.js("location.pathname").await;
    let state = site.state(&path);
    assert_eq!(state["record"]["moves"], json!(["4", "4", "3", "3"]));
    assert_eq!(state["players"][1]["who"]["type"], "computer");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn variations_and_comments_survive_a_reload() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    at_board(&tab, "/analyse/connect-four/44").await;
    // A line of moves is in the address, and so survives too.
    drop_in(&tab, 5).await;
    tab.wait(&moves_are("4 4 *5")).await;
    tab.wait("location.pathname === '/analyse/connect-four/445'").await;
    tab.reload().await;
    tab.wait(&moves_are("4 4 *5")).await;
    // A variation is more than an address can hold.
    tab.press("[").await;
    tab.wait(&moves_are("4 *4 5")).await;
    drop_in(&tab, 1).await;
    tab.wait(&moves_are("4 4 5 *1")).await;
    comment(&tab, "plus calme").await;
    tab.click(".mark-button").await;
    saved(&tab).await;
    let path: String = tab.js("location.pathname").await;
    assert_ne!(path, "/analyse/connect-four/445");
    tab.reload().await;
    tab.wait("document.querySelector('.variations .move')").await;
    assert_eq!(tab.text(".variations .comment").await, "plus calme");
    assert_eq!(tab.text(".variations .mark").await, "!");
    // It is promoted, deleted and brought back.
    tab.click(".variations .move").await;
    tab.wait("document.activeElement.closest('.variations') || document.querySelector('.variations [aria-current]')").await;
    tab.click_on("Main line").await;
    tab.wait(&moves_are("4 4 *1 5")).await;
    tab.click_on("Delete from here").await;
    tab.wait(&moves_are("4 *4 5")).await;
    tab.press("u").await;
    tab.wait("document.querySelectorAll('.tree .move').length === 4").await;
    tab.press("u").await;
    tab.wait("document.querySelector('.variations .comment')").await;
    tab.press("r").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === '4 4 1 5'")).await;
    saved(&tab).await;
    // It is a file that opens again, with all that is in it.
    let file: String = tab
        .js(&format!(
            "fetch('/api/analyses/{}/record').then((answer) => answer.text())",
            path.rsplit('/').next().unwrap()
        ))
        .await;
    assert!(file.contains("plus calme") && file.contains("mark !") && file.contains('('), "{file}");
    tab.open("/analyse").await;
    assert_eq!(tab.count(".kept").await, 1);
    tab.js::<Value>(&format!("document.querySelector('#paste').value = {file:?}")).await;
    tab.click(".paste .primary").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === '4 4 1 5'")).await;
    tab.wait("document.querySelector('.tree .comment').textContent === 'plus calme'").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn two_tabs_lose_nothing() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let path = format!("{}/analyse", finished(&site));
    let [one, two] = [chrome.tab(&site.origin()).await, chrome.tab(&site.origin()).await];
    for tab in [&one, &two] {
        tab.front().await;
        at_board(tab, &path).await;
    }
    one.front().await;
    comment(&one, "first").await;
    saved(&one).await;
    two.front().await;
    comment(&two, "second").await;
    two.wait("document.querySelector('.stale')").await;
    two.clear_faults().await;
    two.click_on("Keep mine as a copy").await;
    saved(&two).await;
    let copy: String = two.js("location.pathname").await;
    assert!(copy.starts_with("/analyse/"), "{copy}");
    let text = |path: &str| -> String {
        let id = path
            .trim_start_matches("/m/")
            .trim_start_matches("/analyse/")
            .trim_end_matches("/analyse");
        let found = request(site.address, "GET", &format!("/api/analyses/{id}"), &Value::Null);
        found["comment"].as_str().unwrap().to_owned()
    };
    assert_eq!((text(&path), text(&copy)), ("first".to_owned(), "second".to_owned()));
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn what_is_pasted_is_recognised() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = finished(&site);
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    let record = "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\n\n1. f5 {\"tiger\"} (1. d3) d6\n";
    let link = format!("{}{path}", site.origin());
    for (text, address) in [
        ("4453", "/analyse/connect-four/4453"),
        ("f5d6c3", "/analyse/othello/f5d6c3"),
        (board.as_str(), "/analyse/othello"),
        ("7/7/7/7/3o3/2xx3 o", "/analyse/connect-four"),
        (link.as_str(), &format!("{path}/analyse")),
        (record, "/analyse/"),
    ] {
        tab.open("/analyse").await;
        tab.js::<Value>(&format!("document.querySelector('#paste').value = {text:?}")).await;
        tab.click(".paste .primary").await;
        tab.wait("document.querySelector('main.analysis')").await;
        let here: String = tab.js("location.pathname").await;
        assert!(here == address || (text == record && here.starts_with(address)), "{text}: {here}");
    }
    tab.wait("document.querySelector('.tree .comment').textContent === 'tiger'").await;

    // What it can be twice is asked, and what it cannot be is marked.
    tab.open("/analyse").await;
    let terrain = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
    let both = format!("1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x {terrain}");
    tab.js::<Value>(&format!("document.querySelector('#paste').value = {both:?}")).await;
    tab.click(".paste .primary").await;
    tab.wait("document.querySelectorAll('.choice svg.board').length === 2").await;
    tab.click(".choices li:last-child button").await;
    tab.wait("location.pathname === '/analyse/congress'").await;
    tab.open("/analyse").await;
    for (text, wrong) in
        [("f5d6c3a1", "a1"), ("4x", "x"), ("hello", "hello"), ("Game: chess\nStart: x", "chess")]
    {
        tab.js::<Value>(&format!("document.querySelector('#paste').value = {text:?}")).await;
        tab.click(".paste .primary").await;
        tab.wait(&format!(
            "document.querySelector('.wrong-place mark')?.textContent === {wrong:?}"
        ))
        .await;
        let chosen: String = tab
            .js("(() => { const f = document.querySelector('#paste'); return f.value.slice(f.selectionStart, f.selectionEnd); })()")
            .await;
        assert_eq!(chosen, wrong);
        assert_eq!(tab.js::<String>("location.pathname").await, "/analyse");
    }
    // So is a link that leads nowhere.
    tab.open("/analyse/connect-four/49").await;
    tab.wait("document.querySelector('.wrong-place mark')").await;
    assert!(tab.text(".paste .problem").await.contains("no such column"));
    tab.clear_faults().await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn every_game_has_values_on_its_squares_and_lines() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let tab = chrome.tab(&site.origin()).await;
        at_board(&tab, &format!("/analyse/{game}")).await;
        tab.wait("document.querySelectorAll('svg.board .value').length > 0").await;
        tab.wait("document.querySelectorAll('.lines li:not([hidden]):not(.empty)').length > 1")
            .await;
        let labelled: usize = tab.js("[...document.querySelectorAll('svg.board [role=gridcell]')].filter((cell) => /points to expect|wins|loses|draw/.test(cell.getAttribute('aria-label'))).length").await;
        assert!(labelled > 0, "{game}");
        // A line that is pointed at is on the board.
        let at = tab.centre("document.querySelector('.lines .line')").await;
        tab.hover_at(at).await;
        tab.wait("document.querySelectorAll('svg.board .step').length > 0").await;
        tab.hover_at([2.0, 2.0]).await;
        tab.wait("document.querySelectorAll('svg.board .step').length === 0").await;
        // Its first move is played, and the engine goes on.
        let before: String = tab.js("location.href").await;
        tab.click(".lines .quiet").await;
        tab.wait(&format!("location.href !== {before:?}")).await;
        let address: String = tab.js("location.href").await;
        tab.reload().await;
        tab.wait("document.querySelectorAll('.tree .move').length === 1").await;
        assert_eq!(tab.js::<String>("location.href").await, address, "{game}");
        // The engine is switched off, and says nothing more.
        tab.click(".verdict .switch").await;
        tab.wait("document.querySelectorAll('svg.board .value').length === 0 && document.querySelector('.effort').textContent === 'The engine is off.'").await;
        tab.click(".verdict .switch").await;
        tab.wait("document.querySelectorAll('svg.board .value').length > 0").await;
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn passes_and_swaps_are_buttons() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let look = request(site.address, "POST", "/api/look", &json!({ "game": "isolation" }));
    let start = look["record"]["start"].as_str().unwrap().replace(' ', "%20");
    let first = look["view"]["choices"][0]["notation"].as_str().unwrap();
    at_board(&tab, &format!("/analyse/isolation/{first}?start={start}&swap=yes")).await;
    tab.click_on("Swap places").await;
    tab.wait("location.pathname.endsWith(',swap')").await;
    tab.reload().await;
    tab.wait(&moves_are(&format!("{first} *swap"))).await;
    // White has no move here, and passes; the address says so.
    let before_pass = "f5f6e6d6g7g4c7g6d3e3f4g8f7g5f2e7h8d2d8c3h6b8h3g3h5c5e2e8g2f3c1f1d1h7g1h2h1e1b3a3c2c8a4h4a2b1c4b5f8";
    at_board(&tab, &format!("/analyse/othello/{before_pass}")).await;
    tab.click_on("Pass").await;
    tab.wait(&format!("location.pathname === '/analyse/othello/{before_pass}--'")).await;
    assert_eq!(tab.text(".tree [aria-current]").await, "pass");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn by_keyboard_alone() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    tab.tab_to("document.activeElement.matches('a[href=\"/analyse\"]')").await;
    tab.press("Enter").await;
    tab.wait("document.querySelector('#paste')").await;
    tab.tab_to("document.activeElement.id === 'paste'").await;
    tab.write("445").await;
    tab.press("Tab").await;
    tab.press("Enter").await;
    tab.wait(&moves_are("4 4 *5")).await;
    tab.press("ArrowLeft").await;
    tab.wait(&moves_are("4 *4 5")).await;
    tab.press("Home").await;
    tab.wait(&moves_are("4 4 5")).await;
    tab.press("ArrowRight").await;
    tab.wait(&moves_are("*4 4 5")).await;
    // A variation is played on the board, and commented on.
    tab.tab_to("document.activeElement.matches('svg.board [role=gridcell]')").await;
    tab.press("1").await;
    tab.wait(&moves_are("4 4 *1 5")).await;
    tab.press("c").await;
    tab.write("why not").await;
    tab.wait("document.querySelector('.variations .comment').textContent === 'why not'").await;
    saved(&tab).await;
    tab.press("Tab").await;
    tab.press("ArrowDown").await;
    tab.wait(&moves_are("4 *4 1 5")).await;
    tab.press("ArrowUp").await;
    tab.wait(&moves_are("4 4 *1 5")).await;
    tab.press("p").await;
    tab.wait(&moves_are("4 *1 4 5")).await;
    tab.press("Delete").await;
    tab.wait("document.querySelectorAll('.tree .move').length === 3").await;
    tab.press("u").await;
    tab.wait("document.querySelectorAll('.tree .move').length === 4").await;
    // A line is shown while it has the focus.
    tab.wait("document.querySelectorAll('.lines li:not([hidden]):not(.empty)').length > 0").await;
    tab.tab_to("document.activeElement.matches('.lines .line')").await;
    tab.wait("document.querySelectorAll('svg.board .step').length > 0").await;
    tab.press("?").await;
    tab.wait("document.querySelector('dialog[open]')").await;
    assert!(tab.text("dialog .keys").await.contains("main line"));
    tab.press("Escape").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn on_a_telephone_in_french() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr" }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    at_board(&tab, &format!("{}/analyse", finished(&site))).await;
    looked_over(&tab).await;
    let words = tab.text(".review").await;
    assert!(words.contains("La partie, coup par coup") && words.contains("précision"), "{words}");
    assert!(tab.text(".better").await.starts_with("Mieux : "));
    // The graph is touched, a line is tapped, a move is made with a finger.
    tab.js::<Value>("(scrollTo(0, 0), null)").await;
    let graph = tab.centre("document.querySelector('.graph')").await;
    let shown: String = tab.js(MOVES).await;
    tab.tap_at(graph).await;
    // Another move is shown, and the engine has finished with it: until then lines come and go.
    tab.wait(&format!("{MOVES} !== {shown:?}")).await;
    tab.wait("document.querySelector('.verdict .effort').textContent.includes('terminé')").await;
    tab.tap(".lines .line").await;
    tab.wait("document.querySelector('.lines .line').getAttribute('aria-pressed') === 'true'")
        .await;
    tab.wait("document.querySelectorAll('svg.board .step').length > 0").await;
    tab.tap(".lines .line").await;
    tab.wait("document.querySelectorAll('svg.board .step').length === 0").await;
    let before = tab.count(".tree .move").await;
    let at = tab.centre("document.querySelector(\"svg.board [data-cell='36'] .hit\")").await;
    tab.tap_at(at).await;
    tab.wait(&format!("document.querySelectorAll('.tree .move').length === {}", before + 1)).await;
    tab.wait("document.querySelector('.saved').textContent === 'Enregistré'").await;
    let alike: String =
        tab.js("document.querySelector('.blamed a.small-button').getAttribute('href')").await;
    tab.tap(".blamed .small-button").await;
    tab.wait("document.querySelector('.puzzle:not([hidden])')").await;
    assert_eq!(tab.text(".puzzle h2").await, "Trouvez un meilleur coup");
    let width: u32 = tab.js("document.documentElement.scrollWidth").await;
    assert!(width <= 390, "{width}");
    // Three puzzles like the mistake, in turn.
    tab.open(&alike).await;
    for left in ["3", "2"] {
        // Not the one before, which offers the next.
        tab.wait("document.querySelector('.trainer svg.board') && !document.querySelector('.trainer [aria-keyshortcuts=n]:not([hidden])')")
            .await;
        let link = format!("/puzzles/next{}", tab.js::<String>("location.search").await);
        assert_eq!(link, alike.replace("left=3", &format!("left={left}")));
        tab.tap(".trainer-buttons button:last-child").await;
        let next = tab.text(".trainer [aria-keyshortcuts=n]:not([hidden])").await;
        let more = left.parse::<u32>().unwrap() - 1;
        assert!(next.contains(&format!("encore {more}")), "{next}");
        tab.press("n").await;
        tab.wait(&format!("location.search.endsWith('left={more}')")).await;
    }
    tab.close().await;
}
