//! Sizes and places of what the screens show: nothing is cut off, covered, or too small for a finger.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::site::{Site, request};
use crate::tab::Tab;

/// Size of a telephone held sideways, in pixels.
const SIDEWAYS: [u32; 2] = [844, 390];
/// Size of a window of 1280 by 800 pixels at a zoom of 200 %.
const ZOOMED: [u32; 2] = [640, 400];
/// Size of the smallest telephone, in pixels.
const TINY: [u32; 2] = [320, 568];

/// The games are set up with the level whose name is the longest.
fn prefer_long_words(site: &Site) {
    let setups: serde_json::Map<_, _> = games::CATALOGUE
        .iter()
        .map(|entry| (entry.game.info().id.to_owned(), json!({ "level": "very-easy" })))
        .collect();
    let settings = json!({ "lang": "fr", "sound": false, "motion": "off", "delay": 0 });
    request(
        site.address,
        "PUT",
        "/api/profile",
        &json!({ "settings": settings, "setups": setups }),
    );
}

/// Expression for what of `inside` sticks out of `frame`.
fn sticks_out(frame: &str, inside: &str) -> String {
    format!(
        "[...document.querySelectorAll({frame:?})].flatMap((frame) => {{ const outer = frame.getBoundingClientRect(); \
         return [...frame.querySelectorAll({inside:?})].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]) \
         .filter(([, r]) => r.left < outer.left - 1 || r.right > outer.right + 1 || r.top < outer.top - 1 || r.bottom > outer.bottom + 1) \
         .map(([e]) => e.outerHTML.slice(0, 120)); }})"
    )
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn cards_keep_within_their_frames_and_play_is_in_sight() {
    let site = Site::start();
    prefer_long_words(&site);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for size in [[1280, 800], [390, 844], SIDEWAYS, ZOOMED, TINY] {
        tab.resize(size).await;
        tab.open("/").await;
        tab.wait("document.querySelectorAll('.card svg.board').length === 5").await;
        assert!(tab.text(".card button").await.contains("Très facile"));
        let out: Vec<String> = tab
            .js(&sticks_out(".card", "button, h2, .card-sides, .card-level, .card-board svg"))
            .await;
        assert!(out.is_empty(), "{size:?}: {out:#?}");
        let heights: Vec<f64> = tab
            .js("[...document.querySelectorAll('.card button')].map((e) => e.getBoundingClientRect().height)")
            .await;
        assert!(
            heights.iter().all(|height| (height - heights[0]).abs() < 1.0),
            "{size:?}: {heights:?}"
        );
        let play = in_sight(&tab, ".card button").await;
        assert!(play, "{size:?}: no button to play without scrolling");
        tab.open("/play/katarenga").await;
        let start = in_sight(&tab, "form.setup-form button[type=submit]").await;
        assert!(start, "{size:?}: the game cannot be started without scrolling");
    }
    tab.close().await;
}

/// Whether an element is within the viewport and not below the navigation.
async fn in_sight(tab: &Tab, selector: &str) -> bool {
    tab.js(&format!(
        "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
         const nav = document.querySelector('.site-nav').getBoundingClientRect(); \
         const end = nav.top > innerHeight / 2 ? nav.top : innerHeight; return box.top >= 0 && box.bottom <= end + 1; }})()"
    ))
    .await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn boards_fit_sideways_and_their_squares_fit_fingers() {
    let site = Site::start();
    prefer_long_words(&site);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        let path = site.versus(game, Some("very-easy"));
        tab.make_phone_of(SIDEWAYS).await;
        tab.open(&path).await;
        let [board, bars]: [f64; 2] = tab
            .js("[document.querySelector('svg.board').getBoundingClientRect().bottom, \
                 Math.max(...[...document.querySelectorAll('.player')].map((e) => e.getBoundingClientRect().bottom))]")
            .await;
        assert!(board <= 390.0 && bars <= 390.0, "{game}: {board}, {bars} of 390");
        tab.resize(ZOOMED).await;
        let bars: Vec<f64> = tab
            .js("[...document.querySelectorAll('.player')].map((e) => e.getBoundingClientRect().height)")
            .await;
        assert!(bars.iter().all(|height| *height < 45.0), "{game}: bars of {bars:?}");
        tab.make_phone_of(TINY).await;
        for path in [path.as_str(), &format!("/analyse/{game}")] {
            tab.open(path).await;
            let square: f64 = tab
                .js("Math.min(...[...document.querySelectorAll('svg.board .hit')].map((e) => e.getBoundingClientRect().width))")
                .await;
            assert!(square >= 39.99, "{path}: squares of {square}");
            let width: u32 = tab.js("document.documentElement.scrollWidth").await;
            assert!(width <= 320, "{path}: {width}");
        }
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn reports_of_the_engine_push_nothing_away() {
    let site = Site::start();
    prefer_long_words(&site);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/analyse/connect-four/441").await;
    tab.wait("document.querySelector('.bar.exact')").await;
    // Top of what is below the reports, in every frame in which the moves are shown.
    tab.js::<Value>(
        "window.tops = new Set(), (function look() { \
         window.tops.add(document.querySelector('.panel.list').getBoundingClientRect().top); \
         requestAnimationFrame(look); })()",
    )
    .await;
    for moves in [2, 1, 0] {
        tab.press("ArrowLeft").await;
        tab.wait(&format!(
            "[...document.querySelectorAll('.tree .move')].findIndex((e) => e.hasAttribute('aria-current')) === {moves} - 1"
        ))
        .await;
        tab.wait("document.querySelector('.bar.exact') && document.querySelector('.lines .line .value.exact')").await;
    }
    let tops: Vec<f64> = tab.js("[...window.tops]").await;
    assert_eq!(tops.len(), 1, "{tops:?}");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn analysis_fits_and_its_signs_are_whole() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    // Yellow loses on the next move: values of a letter and two digits, and marks at both edges.
    tab.open("/analyse/connect-four/44444").await;
    tab.wait("document.querySelector('svg.board .value.exact')").await;
    let height: u32 = tab.js("document.documentElement.scrollHeight").await;
    assert!(height <= 800, "{height}");
    let wide: Vec<String> = tab
        .js("[...document.querySelectorAll('svg.board .value')].filter((e) => e.querySelector('text').getBBox().width > e.querySelector('rect').getBBox().width - 8)\
             .map((e) => e.textContent)")
        .await;
    assert!(wide.is_empty(), "{wide:?}");
    let letters: Vec<f64> = tab
        .js("['W16', 'L28', '+64', '100'].map((text) => { const g = document.querySelector('svg.board .value').cloneNode(true); \
             g.querySelector('text').textContent = text; document.querySelector('svg.board .extra').append(g); \
             return g.querySelector('text').getBBox().width; })")
        .await;
    let badges: Vec<f64> = tab
        .js("import([...document.querySelectorAll('link[href*=\"/css/\"]')][0].href.replace(/css.*/, 'js/analysis/overlay.js'))\
             .then(({ badgeWidth }) => ['W16', 'L28', '+64', '100'].map(badgeWidth))")
        .await;
    for (letters, badge) in letters.iter().zip(&badges) {
        assert!(letters + 8.0 <= *badge, "{letters} in {badge}");
    }
    let over = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] });
    let human = json!({ "type": "human" });
    let over = site.create(&json!({
        "game": "connect-four", "record": over, "players": { "first": human, "second": human },
    }));
    for size in [[1280, 800], [390, 844]] {
        tab.resize(size).await;
        tab.open(&format!("{over}/analyse")).await;
        tab.wait("document.querySelector('.graph-sign path')").await;
        tab.wait("document.querySelector('.side-accuracy')").await;
        let cut: Vec<Value> = tab
            .js(&sticks_out(".graph", ".graph-sign path")
                .replace("checkVisibility()", "isConnected"))
            .await;
        assert!(cut.is_empty(), "{size:?}: {cut:?}");
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn lists_and_targets_are_large_enough_on_telephones() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr" }));
    let mine = json!({ "rows": "YBGR/RGYY/GRBB/BYRG" });
    request(site.address, "PUT", "/api/tiles/mine", &mine);
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    // A list is at least as wide as its widest line wants it.
    let clipped = "[...document.querySelectorAll('select')].filter((e) => e.checkVisibility()).filter((e) => { \
        const copy = e.cloneNode(true); copy.value = e.value; copy.style.cssText = 'position: absolute; width: max-content; max-width: none; flex: none'; \
        e.after(copy); const wanted = copy.getBoundingClientRect().width; copy.remove(); \
        return wanted > e.getBoundingClientRect().width + 1; }).map((e) => e.outerHTML.slice(0, 100))";
    for path in ["/online", "/think/isolation?step=40"] {
        tab.open(path).await;
        let clipped: Vec<String> = tab.js(clipped).await;
        assert!(clipped.is_empty(), "{path}: {clipped:#?}");
    }
    let small = "[...document.querySelectorAll('button, .button, summary, select, .tabs a, .chip span, input:not([type=range], [type=radio], [type=checkbox], [readonly])')]\
        .filter((e) => e.checkVisibility() && !e.closest('.visually-hidden')).map((e) => [e, e.getBoundingClientRect()])\
        .filter(([, r]) => r.width > 1 && (r.width < 39.5 || r.height < 39.5)).map(([e, r]) => `${Math.round(r.width)}x${Math.round(r.height)} ${e.outerHTML.slice(0, 90)}`)";
    let local = site.versus("katarenga", Some("easy"));
    for path in [
        "/",
        "/quadrants",
        "/quadrants/new",
        "/online",
        "/settings",
        "/rules",
        "/analyse/othello/f5d6c3",
        &local,
        "/play/congress?opponent=online",
    ] {
        tab.open(path).await;
        tab.wait("document.readyState === 'complete'").await;
        let small: Vec<String> = tab.js(small).await;
        assert!(small.is_empty(), "{path}: {small:#?}");
    }
    tab.close().await;
}

/// The contrast of every placeholder with what is behind it.
const CONTRASTS: &str = "[...document.querySelectorAll('[placeholder]')].map((e) => { \
    const read = (colour) => { const c = document.createElement('canvas').getContext('2d'); c.fillStyle = colour; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3); }; \
    const light = (colour) => read(colour).map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0); \
    const style = getComputedStyle(e, '::placeholder'); \
    const [a, b] = [light(style.color), light(getComputedStyle(e).backgroundColor)].sort((x, y) => y - x); \
    return (a + .05) / (b + .05) * Number(style.opacity); })";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn examples_in_fields_can_be_read() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for theme in ["light", "dark"] {
        tab.prefer_theme(theme).await;
        for path in ["/online", "/play/othello?opponent=online", "/analyse/othello/f5"] {
            tab.open(path).await;
            tab.wait("document.querySelector('[placeholder]')").await;
            let contrasts: Vec<f64> = tab.js(CONTRASTS).await;
            assert!(contrasts.iter().all(|one| *one >= 4.5), "{path} {theme}: {contrasts:?}");
        }
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn after_the_end_nothing_dead_or_giant_is_left() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let human = json!({ "type": "human" });
    let over = site.create(&json!({
        "game": "connect-four", "players": { "first": human, "second": human },
        "record": { "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] },
    }));
    tab.open(&over).await;
    tab.wait("document.querySelector('.result:not([hidden])')").await;
    assert!(!tab.js::<bool>("document.querySelector('.typing').checkVisibility()").await);
    let width: f64 = tab
        .js("Math.max(...[...document.querySelectorAll('.actions .tool')].map((e) => e.getBoundingClientRect().width))")
        .await;
    assert!(width < 130.0, "a button of {width} pixels");
    tab.close().await;
}

/// Size of the shown board, rounded, where it stands.
const BOARD_SIZE: &str = "(({ width, height }) => [Math.round(width), Math.round(height)])\
    (document.querySelector('main svg.board').getBoundingClientRect())";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_board_follows_a_turned_telephone_and_a_widened_window() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    // Its places beside the board lie elsewhere on a narrow screen, which gives the board another shape.
    let game = site.versus("katarenga", None);
    for path in [&*game, &format!("{game}/analyse"), "/learn/katarenga"] {
        for [before, after] in [[[390, 844], SIDEWAYS], [SIDEWAYS, [390, 844]], [TINY, [1280, 800]]]
        {
            let board = "document.querySelector('main svg.board .cell')";
            tab.resize(after).await;
            tab.open(path).await;
            tab.wait(board).await;
            let fresh: [f64; 2] = tab.js(BOARD_SIZE).await;
            tab.resize(before).await;
            tab.open(path).await;
            tab.wait(board).await;
            tab.resize(after).await;
            let turned: [f64; 2] = tab.js(BOARD_SIZE).await;
            let [width, height] = [0, 1].map(|axis| (turned[axis] - fresh[axis]).abs());
            assert!(
                width < 0.01 && height < 0.01,
                "{path}: {before:?} to {after:?}: {turned:?} {fresh:?}"
            );
        }
    }
    tab.close().await;
}
