//! Every screen: looked at by axe, and pictures of it for people to look at.

use std::fs;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::{Site, request, target};
use crate::tab::{LARGE, SMALL, Tab};

/// A screen and how to get there.
struct Screen {
    name: String,
    path: String,
    /// An expression to evaluate once it is there, and what then comes.
    then: (&'static str, &'static str),
}

const NOTHING: (&str, &str) = ("", "main");

fn screen(name: &str, path: &str, then: (&'static str, &'static str)) -> Screen {
    Screen { name: name.into(), path: path.into(), then }
}

const HELP: &str = "dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))";
/// Asks to be shown the move of a step.
const SHOW_ME: &str = "[...document.querySelectorAll('.lesson-buttons button')].find((one) => one.textContent === 'Show me').click()";
/// Asks for a hint, or for the solution, of a puzzle.
const HINT: &str = "document.querySelector('.trainer-buttons [aria-keyshortcuts=h]').click()";
const SOLUTION: &str = "document.querySelector('.trainer-buttons button:last-child').click()";
const NO_ACTION: &str = "";
const WINDOW: &str = "dialog[open]";
/// Lets others on the network in, if they are not.
const LET_IN: &str = "document.querySelector('.here .switch').checked || document.querySelector('.here .switch').click()";
/// Looks for any opponent until the computer is offered, and no longer.
const SEEK: &str = "document.querySelector('.pairing .primary').click()";
const END_SEEK: &str = "(async () => { while (!document.querySelector('.seeking button')) await new Promise(requestAnimationFrame); \
    document.querySelector('.seeking button').click(); })()";

/// The screens of each game. Games in the middle and at the end are needed to show them.
async fn screens_of_games(site: &Site, chrome: &Chrome) -> Vec<Screen> {
    let mut all = Vec::new();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        all.push(screen(&format!("learn-{game}"), &format!("/learn/{game}"), NOTHING));
        let last = format!("/learn/{game}?step={}", entry.game.info().introduction.len());
        all.push(screen(&format!("learn-{game}-shown"), &last, (SHOW_ME, ".lesson-answer")));
        all.push(screen(&format!("rules-{game}"), &format!("/rules/{game}"), NOTHING));
        all.push(screen(&format!("setup-{game}"), &format!("/play/{game}"), NOTHING));
        let tab = chrome.tab(&site.origin()).await;
        for (name, moves) in [("start", 0), ("middle", 6), ("end", 200)] {
            let path = site.versus(game, Some("easy"));
            tab.open(&path).await;
            let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
            player.play_at_most(moves).await;
            player.ready().await;
            all.push(screen(&format!("match-{game}-{name}"), &path, NOTHING));
        }
        tab.close().await;
    }
    all
}

/// Path of a puzzle.
fn puzzle_path() -> String {
    let mut files = games::CATALOGUE.iter().filter_map(engine::Entry::puzzle_collection);
    format!("/puzzles/{}", files.next().unwrap().puzzles[0].id)
}

/// The other screens, and the tab of somebody who stays at a table.
async fn other_screens(site: &Site, chrome: &Chrome) -> (Vec<Screen>, Tab) {
    let mut all = vec![
        screen("settings", "/settings", NOTHING),
        screen("about", "/about", NOTHING),
        screen("not-found", "/nowhere", NOTHING),
        screen("help", "/settings", (HELP, WINDOW)),
        screen("learn", "/learn", (NO_ACTION, ".path-puzzles:not([hidden])")),
        screen("puzzles", "/puzzles", NOTHING),
        screen("think", "/think", NOTHING),
        screen("think-start", "/think/isolation?step=40", NOTHING),
        screen("think-cut", "/think/connect-four?example=first-cut&step=18", NOTHING),
        screen("think-end", "/think/katarenga?example=horizon&depth=3&step=9999", NOTHING),
    ];
    all.push(screen("puzzle", &puzzle_path(), (HINT, ".lesson-answer.hinted")));
    all.push(screen("puzzle-solution", &puzzle_path(), (SOLUTION, ".lesson-answer p + p")));
    for (name, rows) in [("mine", "YBGR/RGYY/GRBB/BYRG"), ("my%20castle", "YYYY/RGYY/GRBB/BYRG")] {
        let path = format!("/api/tiles/{name}");
        request(site.address, "PUT", &path, &json!({ "rows": rows }));
    }
    all.push(screen("quadrants", "/quadrants?for=congress", NOTHING));
    all.push(screen("quadrant-new", "/quadrants/new", NOTHING));
    let focus = "document.querySelector('[data-cell]').focus()";
    all.push(screen("quadrant", "/quadrants/edit/my%20castle", (focus, "[data-cell]:focus")));
    let import = "document.querySelectorAll('.gallery-head button')[0].click()";
    all.push(screen("quadrants-import", "/quadrants", (import, WINDOW)));
    let export = "document.querySelectorAll('.gallery-head button')[1].click()";
    all.push(screen("quadrants-export", "/quadrants", (export, WINDOW)));
    let tiles = "document.querySelector('input[value=tiles]').click()";
    all.push(screen("setup-tiles", "/play/katarenga", (tiles, ".tile-picker")));
    let watch = "document.querySelector('input[value=watch]').click()";
    all.push(screen("setup-watch", "/play/connect-four", (watch, "input[value=watch]:checked")));
    let clocked = json!({
        "game": "othello",
        "players": { "first": { "type": "human" }, "second": { "type": "human" } },
        "time": { "kind": "game", "total": 300_000, "increment": 2000 },
    });
    let clocked = site.create(&clocked);
    all.push(screen("match-clock", &clocked, NOTHING));
    let resign = "[...document.querySelectorAll('details')].forEach((d) => { d.open = true; }), \
        [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === 'Resign').click()";
    all.push(screen("dialog", &clocked, (resign, WINDOW)));
    analyses(site, &mut all);
    let host = online(site, chrome, &mut all).await;
    history(site, chrome, &mut all).await;
    // Last, so that it has games to go on with.
    all.push(screen("home", "/", NOTHING));
    (all, host)
}

/// The screens of analyses, and what is shared of a game.
fn analyses(site: &Site, all: &mut Vec<Screen>) {
    all.push(screen("analyse", "/analyse", NOTHING));
    all.push(screen("analysis", "/analyse/katarenga", ("", ".lines li:not([hidden]):not(.empty)")));
    let paste = "document.querySelector('#paste').value = '(;GM[Othello]PB[Ana]PW[Bo]RE[+2]B[f5];)'.repeat(20), \
        document.querySelector('.paste .primary').click()";
    all.push(screen("analyse-list", "/analyse", (paste, ".game-row")));
    let over = json!({ "start": "7/7/7/7/7/7 x", "moves": ["4", "1", "5", "1", "6", "1", "7"] });
    let human = json!({ "type": "human" });
    let over = site.create(&json!({
        "game": "connect-four", "record": over, "players": { "first": human, "second": human },
    }));
    all.push(screen("analysis-match", &format!("{over}/analyse"), ("", ".side-accuracy")));
    let question = "(async () => { while (!document.querySelector('.blamed .small-button')) await new Promise(requestAnimationFrame); \
        document.querySelector('.blamed .small-button').click(); })()";
    all.push(screen(
        "analysis-question",
        &format!("{over}/analyse"),
        (question, ".puzzle:not([hidden])"),
    ));
    let share = "[...document.querySelectorAll('.result button')].find((one) => one.textContent.trim() === 'Share').click()";
    all.push(screen("share", &over, (share, "dialog[open] .share-text textarea:not([aria-busy])")));
}

/// The screens of what a visitor has played.
async fn history(site: &Site, chrome: &Chrome, all: &mut Vec<Screen>) {
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/").await;
    let lost = crate::you::lose(&tab, "very-easy", 8).await;
    tab.open(&format!("/m/{lost}/analyse")).await;
    tab.wait("document.querySelector('.side-accuracy')").await;
    tab.close().await;
    let unfold = "(async () => { while (!document.querySelector('.you-plot')) await new Promise(requestAnimationFrame); \
        document.querySelectorAll('details').forEach((details) => { details.open = true; }); })()";
    all.push(screen("you", "/you", (unfold, ".you-levels[open]")));
    let link = "(async () => { while (!document.querySelector('.you-devices')) await new Promise(requestAnimationFrame); \
        document.querySelector('.you-devices button').click(); })()";
    all.push(screen("you-link", "/you", (link, WINDOW)));
    all.push(screen(
        "setup-even",
        "/play/connect-four?level=easy",
        ("", ".even-offer:not([hidden])"),
    ));
    all.push(screen("games", "/games", ("", ".games li")));
    all.push(screen("games-none", "/games?search=nobody", ("", ".games-message:not([hidden])")));
    let delete = "(async () => { while (!document.querySelector('.games li')) await new Promise(requestAnimationFrame); \
        document.querySelector('.games-actions button').click(); })()";
    all.push(screen("games-delete", "/games", (delete, WINDOW)));
    let everything = "document.querySelector('.games-data .danger').click()";
    all.push(screen("games-data", "/games?over=true", (everything, WINDOW)));
}

/// The screens of those who play with others, at tables whose seats the pages have. Somebody stays at one
/// of them, so that it is listed.
async fn online(site: &Site, chrome: &Chrome, all: &mut Vec<Screen>) -> Tab {
    const SEAT: &str = "9f86d081884c7d659a2feaa0c55ad015";
    let table = |game: &str, lay_board: bool| {
        let wanted = json!({
            "game": game, "lay_board": lay_board, "listing": "public", "side": "first", "name": "Ana", "seat": SEAT,
            "time": { "kind": "game", "total": 300_000, "increment": 2000 },
        });
        let made = request(site.address, "POST", "/api/rooms", &wanted);
        format!("/m/{}", made["id"].as_str().unwrap())
    };
    let guest = chrome.guest(&site.origin()).await;
    let [waiting, laying, playing, free] = [
        table("othello", false),
        table("katarenga", true),
        table("isolation", false),
        table("congress", false),
    ];
    for path in [&laying, &playing] {
        guest.open(path).await;
        guest.click_on("Sit down").await;
        guest.wait("document.querySelector('.tile-picker, main.match')").await;
    }
    let mine = |path: &str| format!("{path}#seat={SEAT}");
    let screen = |name: &str, path: String, then| Screen { name: name.to_owned(), path, then };
    let greet = "document.querySelectorAll('details').forEach((one) => { one.open = true; })";
    let share = "[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Share').click()";
    all.extend([
        screen("online", "/online".to_owned(), ("", ".lobby li")),
        screen("online-setup", "/play/katarenga?opponent=online".to_owned(), ("", "#name")),
        // No two after each other at one address: browsers would not load it anew.
        screen("online-join", free, ("", ".join-form")),
        screen("online-match", mine(&playing), (greet, ".greetings[open]")),
        screen("online-waiting", mine(&waiting), ("", ".invitation")),
        screen("online-laying", mine(&laying), ("", ".tile-picker")),
        screen("online-share", mine(&playing), (share, WINDOW)),
        screen("online-shared", "/online".to_owned(), (LET_IN, ".here .qr[src]")),
        screen("online-apart", "/about".to_owned(), NOTHING),
        screen(
            "online-seeking",
            "/online".to_owned(),
            (SEEK, ".seeking:not(.running-game) a:not([hidden])"),
        ),
        screen(
            "online-sought",
            "/about".to_owned(),
            (END_SEEK, "body:not(:has(.seeking:not(.running-game)))"),
        ),
    ]);
    guest.open(&mine(&waiting)).await;
    guest
}

async fn go(tab: &Tab, screen: &Screen) {
    tab.open(&screen.path).await;
    let (act, shown) = screen.then;
    if !act.is_empty() {
        tab.js::<Value>(&format!("({act}, null)")).await;
    }
    tab.wait(&format!("document.querySelector({shown:?})")).await;
    if screen.name == "not-found" {
        // That it is not there is what its status says.
        tab.clear_faults().await;
    }
    // Pictures of boards come after the rest.
    tab.wait("[...document.querySelectorAll('.card-board, .setup-board')].every((box) => box.querySelector('svg'))")
        .await;
}

/// Pictures for people to look at. That the screens come without a fault is what axe's tests see, too.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak"]
async fn pictures_of_all() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let mut screens = screens_of_games(&site, &chrome).await;
    let (others, host) = other_screens(&site, &chrome).await;
    screens.extend(others);
    let tab = chrome.tab(&site.origin()).await;
    for theme in ["light", "dark"] {
        tab.prefer_theme(theme).await;
        for (size, name) in [(LARGE, "large"), (SMALL, "small")] {
            tab.resize(size).await;
            for screen in &screens {
                go(&tab, screen).await;
                tab.screenshot(&format!("{}-{name}-{theme}", screen.name)).await;
            }
        }
    }
    tab.close().await;
    host.close().await;
    chrome.close().await;
}

/// What axe found.
#[derive(Debug, Deserialize)]
struct Violation {
    id: String,
    impact: Option<String>,
    help: String,
    nodes: Vec<Node>,
}

#[derive(Debug, Deserialize)]
struct Node {
    html: String,
    #[serde(rename = "failureSummary")]
    summary: Option<String>,
}

/// Lets axe look at the page.
async fn look(tab: &Tab, axe: &str) -> Vec<Violation> {
    let run = "axe.run(document, { preload: false, resultTypes: ['violations'] })\
        .then(({ violations }) => violations.map(({ id, impact, help, nodes }) => ({ \
        id, impact, help, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))";
    if tab.js("!window.axe").await {
        tab.js::<Value>(&format!("{axe}\n; null")).await;
    }
    tab.js(run).await
}

/// The script of axe.
pub(crate) fn axe_source() -> String {
    let file = target().join("node/node_modules/axe-core/axe.min.js");
    fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; cargo xtask test brings it", file.display()))
}

/// What axe finds on the screen that a tab shows, called `name`: on a desktop in the light theme and on a telephone in the
/// dark one. A size and a theme that break something only together are not seen.
pub(crate) async fn violations(tab: &Tab, axe: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (size, theme) in [(LARGE, "light"), (SMALL, "dark")] {
        tab.resize(size).await;
        tab.prefer_theme(theme).await;
        for Violation { id, impact, help, nodes } in look(tab, axe).await {
            let impact = impact.unwrap_or_default();
            let first = &nodes[0];
            let why = first.summary.as_deref().unwrap_or_default().replace('\n', " ");
            let (width, times, html) = (size[0], nodes.len(), &first.html);
            found.push(format!(
                "{name} {theme} {width}: {id} ({impact}), {help}; {times} times, as in {html}: {why}"
            ));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and axe"]
async fn axe_finds_no_violation_on_screens_of_games() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let screens = screens_of_games(&site, &chrome).await;
    assert_no_violation(&site, &chrome, &screens).await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a browser and axe"]
async fn axe_finds_no_violation_on_other_screens() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let (screens, host) = other_screens(&site, &chrome).await;
    assert_no_violation(&site, &chrome, &screens).await;
    host.close().await;
    chrome.close().await;
}

/// Lets axe look at screens.
async fn assert_no_violation(site: &Site, chrome: &Chrome, screens: &[Screen]) {
    let axe = axe_source();
    let tab = chrome.tab(&site.origin()).await;
    let mut found = Vec::new();
    tab.open("/about").await;
    tab.js::<Value>("document.querySelector('main').append(document.createElement('button'))")
        .await;
    assert_eq!(look(&tab, &axe).await[0].id, "button-name", "axe does not look");
    for screen in screens {
        tab.resize(LARGE).await;
        go(&tab, screen).await;
        found.extend(violations(&tab, &axe, &screen.name).await);
    }
    assert!(found.is_empty(), "{} violations\n{}", found.len(), found.join("\n"));
    tab.close().await;
}
