//! Quadrants of one's own: drawn, kept, taken in from files, and played on.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::party::hears;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::{Site, request};
use crate::tab::Tab;

const ORIGINAL: &str = include_str!("../../crates/games/src/terrain/data/files/original.json");
const DAMAGED: &str =
    include_str!("../../crates/games/src/terrain/data/files/original-damaged.json");

/// The middle of a square of the drawing.
pub(crate) async fn square(tab: &Tab, cell: usize) -> [f64; 2] {
    tab.centre(&format!("document.querySelector(\"[data-cell='{cell}'] .hit\")")).await
}

/// What is drawn, by the letters of its squares.
pub(crate) async fn drawn(tab: &Tab) -> String {
    tab.js(
        "[...document.querySelectorAll('[data-cell]')].map((cell) => cell.dataset.letter).join('')",
    )
    .await
}

/// The own tiles that the server keeps.
fn kept(site: &Site) -> Vec<[String; 2]> {
    let tiles = request(site.address, "GET", "/api/tiles", &Value::Null);
    let word = |tile: &Value, key: &str| tile[key].as_str().unwrap().to_owned();
    tiles.as_array().unwrap().iter().map(|tile| [word(tile, "name"), word(tile, "rows")]).collect()
}

fn keep(site: &Site, name: &str, rows: &str) {
    request(site.address, "PUT", &format!("/api/tiles/{name}"), &json!({ "rows": rows }));
}

/// Puts a name in the place of the one that is there.
pub(crate) async fn rename(tab: &Tab, name: &str) {
    tab.js::<Value>("(document.querySelector('#tile-name').select(), null)").await;
    tab.write(name).await;
}

/// Clicks what may lie under the button that begins a game, after bringing it to the middle.
async fn click(tab: &Tab, selector: &str) {
    tab.wait(&format!("document.querySelector({selector:?})")).await;
    tab.js::<Value>(&format!(
        "(document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }}), null)"
    ))
    .await;
    tab.click(selector).await;
}

pub(crate) async fn cards(tab: &Tab, count: usize) {
    tab.wait(&format!("document.querySelectorAll('.tile-card[data-name]').length === {count}"))
        .await;
}

/// The board that a match of a page is played on.
fn terrain(site: &Site, path: &str) -> String {
    let state = site.state(path);
    state["record"]["start"].as_str().unwrap().split(' ').nth(2).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_tile_is_drawn_turned_saved_used_and_played_on() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    tab.click("a[href='/quadrants']").await;
    tab.wait("document.querySelector('.nothing-yet')").await;
    tab.click(".nothing-yet a").await;
    tab.wait("document.querySelector('.canvas-grid')").await;

    for (row, letter) in ["Y", "G", "B", "R"].into_iter().enumerate() {
        tab.click(&format!(".swatch:has(input[value={letter}])")).await;
        let (from, to) = (square(&tab, row * 4).await, square(&tab, row * 4 + 3).await);
        tab.drag(from, to).await;
    }
    assert_eq!(drawn(&tab).await, "YYYYGGGGBBBBRRRR");
    assert_eq!(tab.count(".swatch-count.right").await, 4);
    tab.click(".swatch:has(input[value=Y])").await;
    tab.click_at(square(&tab, 4).await).await;
    tab.wait("document.querySelector('.draw-warnings').textContent.includes('5 yellow, 3 green')")
        .await;
    assert_eq!(tab.text(".swatch:has(input[value=Y]) .swatch-count").await, "5 / 4");
    tab.click_on("Undo").await;
    tab.wait("document.querySelector('.draw-warnings').textContent === ''").await;
    tab.click_on("Turn").await;
    assert_eq!(drawn(&tab).await, "RBGYRBGYRBGYRBGY");
    rename(&tab, "Rainbow").await;
    tab.click_on("Save").await;
    cards(&tab, 1).await;
    let rows = "RBGY/RBGY/RBGY/RBGY";
    assert_eq!(kept(&site), [["Rainbow".to_owned(), rows.to_owned()]]);

    tab.open("/play/katarenga").await;
    click(&tab, "label:has(input[value=tiles])").await;
    let own = ".tile-picker .tile[title=Rainbow]";
    click(&tab, "[data-place='0']").await;
    tab.wait(&format!("document.querySelector({own:?})")).await;
    let place = |place: usize| format!("document.querySelector('[data-place=\"{place}\"]')");
    let from = tab.centre(&format!("document.querySelector({own:?})")).await;
    tab.drag(from, tab.centre(&place(0)).await).await;
    click(&tab, "[data-place='1']").await;
    click(&tab, own).await;
    click(&tab, ".tile-picker .tile[title=A]").await;
    click(&tab, own).await;
    click(&tab, "[data-place='3']").await;
    tab.press("r").await;
    tab.press("f").await;
    let label: String = tab.js(&format!("{}.getAttribute('aria-label')", place(3))).await;
    assert!(label.contains("Rainbow f+270"), "{label}");
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    let path: String = tab.js("location.pathname").await;
    let four = "RBGYRBGY/RBGYRBGY/RBGYRBGY/RBGYRBGY";
    assert_eq!(terrain(&site, &path), format!("{four}/RYBGRRRR/GRGBBBBB/YYBRGGGG/BGRYYYYY"));
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    for _ in 0..3 {
        player.play().await;
    }
    tab.screenshot("quadrant-played").await;
    // The next set-up has the same board.
    tab.open("/play/katarenga").await;
    tab.wait("document.querySelectorAll('.place svg').length === 4").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_tile_is_played_on_at_once() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.make_phone().await;
    tab.open("/quadrants/new").await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    tab.tap_at(square(&tab, 5).await).await;
    tab.wait("document.querySelector('[data-cell=\"5\"]').dataset.letter === 'Y'").await;
    tab.tap("[aria-label='Tools'] button:nth-child(5)").await;
    tab.wait("document.querySelectorAll('.swatch-count.right').length === 4").await;
    let squares = drawn(&tab).await;
    assert_eq!(&squares[5..6], "Y");
    tab.tap(".draw-buttons button[type=button]").await;
    tab.tap(".choose-game button:last-child").await;
    tab.wait("document.querySelectorAll('.place svg').length === 4").await;
    tab.tap("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    let path: String = tab.js("location.pathname").await;
    let terrain = terrain(&site, &path).replace('/', "");
    // Turned by a half, the board is the same.
    assert!(terrain.chars().eq(terrain.chars().rev()), "{terrain}");
    assert_eq!(terrain[..4], squares[..4]);
    assert_eq!(kept(&site)[0][0], "Quadrant 1");
    BoardPlayer::new(&tab, InputDevice::Touch).play().await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_tile_is_drawn_and_used_by_keyboard_alone() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/quadrants").await;
    tab.tab_to("document.activeElement.matches('a[href=\"/quadrants/new\"]')").await;
    tab.press("Enter").await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    tab.tab_to("document.activeElement.matches('[data-cell]')").await;
    for (row, keys) in ["1234", "ybgr", "4321", "rgby"].into_iter().enumerate() {
        for (step, key) in keys.chars().enumerate() {
            let before = drawn(&tab).await;
            tab.press(&key.to_string()).await;
            assert_eq!(drawn(&tab).await, before, "a colour is chosen, and nothing painted");
            tab.press("Enter").await;
            let onwards = if row % 2 == 0 { "ArrowRight" } else { "ArrowLeft" };
            tab.press(if step < 3 { onwards } else { "ArrowDown" }).await;
        }
    }
    // Every other row is painted from the right.
    assert_eq!(drawn(&tab).await, "YGBRRGBYRBGYYBGR");
    let heard = tab.text("#live").await;
    assert!(heard.contains("Row 4, column 1: yellow"), "{heard}");
    tab.press("u").await;
    assert_eq!(drawn(&tab).await, "YGBRRGBYRBGY.BGR");
    tab.press("y").await;
    tab.press("Enter").await;
    tab.tab_to("document.activeElement.id === 'tile-name'").await;
    tab.press("Enter").await;
    cards(&tab, 1).await;
    let rows = "YGBR/RGBY/RBGY/YBGR";
    assert_eq!(kept(&site), [["Quadrant 1".to_owned(), rows.to_owned()]]);

    tab.open("/play/isolation").await;
    tab.tab_to("document.activeElement.matches('fieldset:has([value=tiles]) input:checked')").await;
    tab.press("ArrowRight").await;
    tab.wait("document.querySelector('.tile-picker .tile[title=\"Quadrant 1\"]')").await;
    tab.tab_to("document.activeElement.matches('.tile[title=\"Quadrant 1\"]')").await;
    for _ in 0..4 {
        tab.press("Enter").await;
    }
    tab.wait("document.querySelectorAll('.place svg').length === 4").await;
    tab.tab_to("document.activeElement.matches('form.setup-form button[type=submit]')").await;
    tab.press("Enter").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    let path: String = tab.js("location.pathname").await;
    assert!(terrain(&site, &path).starts_with("YGBRYGBR/RGBYRGBY/"));
    tab.close().await;
}

/// Lets a file fall onto the page.
async fn drop_file(tab: &Tab, text: &str) {
    let text = serde_json::to_string(text).unwrap();
    tab.js::<Value>(&format!(
        "(() => {{ const dataTransfer = new DataTransfer(); \
         dataTransfer.items.add(new File([{text}], 'quadrants.json')); \
         document.querySelector('main').dispatchEvent(\
         new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); \
         return null; }})()"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_original_s_file_is_imported_once_and_exported_again() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/quadrants").await;
    drop_file(&tab, ORIGINAL).await;
    cards(&tab, 3).await;
    hears(&tab, "3 quadrants imported").await;
    assert_eq!(kept(&site)[0], ["quadrant_1", "YBGR/RGYY/GRBB/BYRG"]);
    // The same file again, this time chosen.
    tab.click_on("Import").await;
    tab.wait("document.querySelector('dialog input[type=file]')").await;
    let text = serde_json::to_string(ORIGINAL).unwrap();
    tab.js::<Value>(&format!(
        "(() => {{ const input = document.querySelector('dialog input[type=file]'); \
         const data = new DataTransfer(); data.items.add(new File([{text}], 'quadrants.json')); \
         input.files = data.files; input.dispatchEvent(new Event('change')); return null; }})()"
    ))
    .await;
    hears(&tab, "3 were there already").await;
    assert_eq!(kept(&site).len(), 3);
    tab.click_on("Export").await;
    tab.wait("document.querySelector('dialog textarea')?.value.includes('quadrant_2: RGBY/YYGR')")
        .await;
    tab.click("dialog label:has(input[value=original])").await;
    tab.wait("document.querySelector('dialog textarea').value.includes('\"grid\"')").await;
    let written: String = tab.js("document.querySelector('dialog textarea').value").await;
    let (written, original): (Value, Value) =
        (serde_json::from_str(&written).unwrap(), serde_json::from_str(ORIGINAL).unwrap());
    for (name, tile) in original.as_object().unwrap() {
        assert_eq!(written[name]["grid"], tile["grid"], "{name}");
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_damaged_file_is_reported_by_place_and_kept() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/quadrants").await;
    drop_file(&tab, DAMAGED).await;
    tab.wait("document.querySelectorAll('.problems li').length === 10").await;
    assert!(tab.text(".import-report").await.contains("2 quadrants imported: good, last."));
    assert!(tab.text(".problems").await.contains("Line 3, column 36:"));
    tab.click(".problems li:first-child button").await;
    let chosen: String = tab
        .js("(() => { const area = document.querySelector('dialog textarea'); return area.value.slice(area.selectionStart, area.selectionEnd); })()")
        .await;
    assert_eq!(chosen, "5");
    tab.screenshot("quadrants-damaged").await;
    tab.press("Escape").await;
    cards(&tab, 2).await;
    tab.reload().await;
    tab.click_on("Import").await;
    tab.wait("document.querySelector('dialog textarea')").await;
    let kept_text: String = tab.js("document.querySelector('dialog textarea').value").await;
    assert_eq!(kept_text, DAMAGED);
    // What is mended is taken in, and nothing is left to keep.
    tab.js::<Value>("(() => { const area = document.querySelector('dialog textarea'); area.value = 'mended: YBGR/RGYY/GRBB/BYRG'; return null; })()").await;
    tab.click("dialog .primary").await;
    cards(&tab, 3).await;
    tab.wait("!document.querySelector('dialog')").await;
    tab.click_on("Import").await;
    tab.wait("document.querySelector('dialog textarea')").await;
    assert_eq!(tab.js::<String>("document.querySelector('dialog textarea').value").await, "");
    assert_eq!(kept(&site).len(), 3);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn two_tabs_see_each_other_s_tiles_and_lose_none() {
    let site = Site::start();
    site.prefer(&json!({}));
    keep(&site, "mine", "YYYY/GGGG/BBBB/RRRR");
    let chrome = Chrome::start().await;
    let (one, other) = (chrome.tab(&site.origin()).await, chrome.tab(&site.origin()).await);
    one.open("/quadrants/edit/mine").await;
    other.open("/quadrants").await;
    cards(&other, 1).await;
    // What one saves, the other shows by itself.
    one.front().await;
    rename(&one, "ours").await;
    one.click_on("Save").await;
    other.wait("document.querySelector('.tile-card[data-name=ours]')").await;
    for tab in [&one, &other] {
        tab.open("/quadrants/edit/ours").await;
        tab.wait("document.querySelector('.canvas-grid')").await;
    }
    one.front().await;
    one.click_on("Turn").await;
    one.click_on("Save").await;
    cards(&one, 1).await;
    other.front().await;
    other.click_at(square(&other, 4).await).await;
    other.click_on("Save").await;
    other.wait("document.querySelector('dialog')?.textContent.includes('Changed elsewhere')").await;
    other.click_on("Cancel").await;
    other.wait("document.querySelector('.problem').textContent.includes('another name')").await;
    rename(&other, "theirs").await;
    other.click_on("Save").await;
    cards(&other, 2).await;
    let names: Vec<_> = kept(&site).into_iter().map(|[name, _]| name).collect();
    assert_eq!(names, ["ours", "theirs"]);
    assert_eq!(kept(&site)[0][1], "RBGY/RBGY/RBGY/RBGY");
    // The server has refused once, as it should.
    other.clear_faults().await;
    for tab in [one, other] {
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_drawing_that_is_not_saved_survives_reload_and_back() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/quadrants").await;
    tab.click(".gallery-head a").await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    tab.click_at(square(&tab, 3).await).await;
    tab.click_at(square(&tab, 9).await).await;
    let before = drawn(&tab).await;
    tab.reload().await;
    tab.wait("document.querySelector('.draw-restored:not([hidden])')").await;
    assert_eq!(drawn(&tab).await, before);
    // Its steps are there too.
    tab.click_on("Undo").await;
    assert_eq!(drawn(&tab).await, "...Y............");
    tab.js::<Value>("(history.back(), null)").await;
    tab.wait("document.querySelector('.gallery')").await;
    tab.js::<Value>("(history.forward(), null)").await;
    tab.wait("document.querySelector('.draw-restored:not([hidden])')").await;
    assert_eq!(drawn(&tab).await, "...Y............");
    tab.click_on("Save").await;
    tab.wait("document.querySelector('.problem').textContent === '15 squares still to paint'")
        .await;
    tab.wait("document.activeElement.matches('[data-cell=\"0\"]')").await;
    tab.click_on("Start afresh").await;
    assert_eq!(drawn(&tab).await, "................");
    tab.reload().await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    assert_eq!(tab.count(".draw-restored:not([hidden])").await, 0);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_tile_is_copied_and_deleted_and_comes_back() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/quadrants").await;
    tab.click_on("Duplicate quadrant A").await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    tab.click_on("Save").await;
    cards(&tab, 1).await;
    assert_eq!(kept(&site), [["A 2".to_owned(), "RYBG/GRGB/YYBR/BGRY".to_owned()]]);
    tab.click_on("Delete quadrant A 2").await;
    tab.click_on("Delete").await;
    cards(&tab, 0).await;
    assert!(kept(&site).is_empty());
    tab.click_on("Undo").await;
    cards(&tab, 1).await;
    assert_eq!(kept(&site).len(), 1);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_set_up_waits_while_a_tile_is_drawn_for_it() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/play/congress").await;
    click(&tab, "label:has(input[value='very-easy'])").await;
    click(&tab, "label:has(input[value=tiles])").await;
    click(&tab, ".tile-picker .tile[title=B]").await;
    click(&tab, ".tray a").await;
    tab.wait("document.querySelector('.canvas-grid')").await;
    tab.click_on("Surprise").await;
    tab.click_on("Save").await;
    tab.wait("document.querySelector('.tile-picker .tile[title=\"Quadrant 1\"]')").await;
    assert_eq!(tab.js::<String>("location.pathname").await, "/play/congress");
    assert!(tab.js::<bool>("document.querySelector('input[value=very-easy]').checked").await);
    let first: String =
        tab.js("document.querySelector('[data-place=\"0\"]').getAttribute('aria-label')").await;
    assert!(first.contains("quadrant B"), "{first}");
    tab.close().await;
}
