//! The page from a static host: everything happens in the browser, and goes on when the network is gone.

use std::path::Path;
use std::{env, fs};

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::puzzles;
use crate::screens::{axe_source, violations};
use crate::site::Folder;
use crate::static_host::{BASE, StaticHost, go, prefer, web_folder};
use crate::tab::{LARGE, SMALL, Tab};
use crate::think;

/// Nobody holds out this many moves drawn by lot against a computer that plays at all.
const LIMIT: usize = 150;
/// Condition that the core answers, and that everything is kept for use without a network, with the data of both games
/// that have some, and the puzzles of five. What is asked of the caches is there the next time.
const KEPT: &str = "(caches.keys().then(async ([name]) => { \
    const kept = await (await caches.open(name)).keys(); \
    window.keptData = kept.filter(({ url }) => /\\.(bin|txt)$/.test(url)).length; \
    }), window.keptData === 7) && navigator.serviceWorker.controller && document.querySelector('.card:last-child svg.board')";

/// A tab with the page, whose files are all kept; then the host is cut off. Where the page is left for another screen the
/// first time, it loads itself again, to share memory with its engines: that is over, too.
pub(crate) async fn loaded(chrome: &Chrome, host: &StaticHost) -> Tab {
    let tab = chrome.tab(&host.origin()).await;
    tab.open(BASE).await;
    prefer(&tab).await;
    tab.wait(KEPT).await;
    host.cut();
    go(&tab, "/games", "main h1").await;
    tab.wait("crossOriginIsolated").await;
    go(&tab, "/", ".card:last-child svg.board").await;
    tab
}

/// The names of a headless browser for what a window has: no obstacle of the page's own.
const NO_WINDOW: &str = "in-incognito";

/// Begins a game against a level and waits for its board.
pub(crate) async fn begin(tab: &Tab, game: &str, level: &str) {
    go(tab, &format!("/play/{game}"), "form.setup-form").await;
    tab.click(&format!("form.setup-form label:has(input[value='{level}'])")).await;
    // By a script: what the core still draws into the form may push the button away under the pointer.
    tab.js::<bool>("document.querySelector('form.setup-form').requestSubmit(), true").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn games_go_on_to_the_end_without_a_network() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        begin(&tab, game, "very-easy").await;
        let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
        player.ready().await;
        player.play().await;
        // In the middle of the game the page is loaded again, without a host.
        let moves = player.ready().await.moves;
        tab.reload().await;
        tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
        assert!(player.ready().await.moves >= moves, "{game}");
        player.play_out(LIMIT).await;
    }
    // What was played is there, and the last game can be looked over.
    go(&tab, "/games", ".games-title").await;
    tab.wait(&format!(
        "document.querySelectorAll('.games-title').length === {}",
        games::CATALOGUE.len()
    ))
    .await;
    tab.close().await;
}

/// `DAMIER_LEVELS` names some of the levels, with commas between them.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak, needs chromium, web-test"]
async fn every_level_plays_to_the_end_without_a_network() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    let wanted = env::var("DAMIER_LEVELS").ok();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        for level in entry.levels.iter().map(|player| player.id) {
            if wanted.as_ref().is_some_and(|some| !some.split(',').any(|one| one == level)) {
                continue;
            }
            begin(&tab, game, level).await;
            let moves = BoardPlayer::new(&tab, InputDevice::Mouse).play_out(LIMIT).await;
            println!("{game}, {level}: {moves} moves");
        }
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn tools_work_without_a_network() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    // Analysis: lines of the engine.
    go(&tab, "/analyse/isolation", ".lines li:not([hidden]):not(.empty)").await;
    // Paste: a game of a file, with its review.
    go(&tab, "/analyse", "#paste").await;
    tab.js::<bool>("document.querySelector('#paste').value = 'Game: connect-four\\nStart: 7/7/7/7/7/7 x\\n\\n1. 4 1 2. 5 1 3. 6 1 4. 7', \
        document.querySelector('.paste .primary').click(), true").await;
    tab.wait("document.querySelector('main.analysis')").await;
    // A search tree with the counts of the native program, walked to its end.
    go(&tab, "/think/connect-four?example=first-cut", "main.think [role=treeitem]").await;
    let example = think::game("connect-four").tree_demo.unwrap().example("first-cut").unwrap();
    let tree = think::tree("connect-four", example.start, 2);
    assert_eq!(think::counts(&tab).await, [tree.minimax.positions, tree.alpha_beta.positions]);
    assert!(think::press(&tab, "Next cut").await.contains("Cut! Max is already sure of 27"));
    assert!(think::press(&tab, "To the end").await.contains("Max plays 7. It is worth 28"));
    // Rules, which the styles of the tree leave as they are; the introduction.
    tab.resize(SMALL).await;
    go(&tab, "/rules/congress", "main:not(.think) .tabs").await;
    let is_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert!(!tab.js::<bool>(is_wide).await, "the rules scroll sideways");
    tab.resize(LARGE).await;
    go(&tab, "/rules/othello", "main h2").await;
    go(&tab, "/learn/congress", "svg.board").await;
    puzzles::solve_without_a_server(&tab).await;
    // It can be installed.
    let mut errors = tab.installability_errors().await;
    errors.retain(|error| !error.contains(NO_WINDOW));
    assert!(errors.is_empty(), "{errors:?}");
    // Others need a server.
    go(&tab, "/online", "#join").await;
    assert!(tab.text("main").await.contains("This needs a Damier server"));
    go(&tab, "/settings", "#volume").await;
    assert_eq!(tab.count("#name").await, 0);
    go(&tab, "/play/othello?opponent=online", "#join").await;
    assert!(tab.text("main").await.contains("This needs a Damier server"));
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn a_match_is_followed_in_two_tabs() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    go(&tab, "/play/connect-four", "form.setup-form").await;
    tab.click("form.setup-form label:has(input[value='two'])").await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    let route: String = tab.js("location.hash").await;
    let other = chrome.tab(&host.origin()).await;
    other.open(&format!("{BASE}{route}")).await;
    other.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    for (moves, (mover, follower)) in (1..).zip([(&tab, &other), (&other, &tab), (&tab, &other)]) {
        mover.front().await;
        let mut player = BoardPlayer::new(mover, InputDevice::Mouse);
        player.ready().await;
        player.play().await;
        follower
            .wait(&format!("document.querySelectorAll('.moves button').length === {moves}"))
            .await;
    }
    // The tab that was there first is closed: the other one goes on.
    tab.close().await;
    let mut player = BoardPlayer::new(&other, InputDevice::Mouse);
    player.ready().await;
    player.play().await;
    other.wait("document.querySelectorAll('.moves button').length === 4").await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn where_nothing_may_be_stored_games_are_played_all_the_same() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::without_storage().await;
    let tab = chrome.tab(&host.origin()).await;
    tab.open(BASE).await;
    tab.wait("document.querySelector('#toasts .problem')").await;
    let said = tab.text("#toasts").await;
    assert!(said.contains("This window keeps nothing"), "{said}");
    // It would cover the button below.
    tab.click("#toasts button").await;
    prefer(&tab).await;
    begin(&tab, "isolation", "very-easy").await;
    BoardPlayer::new(&tab, InputDevice::Mouse).play_out(LIMIT).await;
    tab.clear_faults().await;
    tab.close().await;
}

/// Copies the page as another version: with other names, and without the files of the first.
fn next_version(folder: &Path, to: &Path) {
    let hash = fs::read_dir(folder.join("a")).unwrap().next().unwrap().unwrap().file_name();
    let hash = hash.to_string_lossy().into_owned();
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    let (_, build) = index.split_once("name=\"damier-build\" content=\"").unwrap();
    let (build, _) = build.split_once('"').unwrap();
    let renamed =
        |text: &str| text.replace(&hash, "00000000deadbeef").replace(build, "00000000cafecafe");
    copy(&folder.join("a").join(&hash), &to.join("a/00000000deadbeef"));
    copy(&folder.join("core"), &to.join("core"));
    for name in ["index.html", "sw.js", "app.webmanifest"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        fs::write(to.join(name), renamed(&text)).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn a_new_version_waits_until_it_is_taken() {
    const BUILD: &str = "document.querySelector('meta[name=damier-build]').content";
    const NEW: &str = "00000000cafecafe";
    let folder = web_folder();
    let host = StaticHost::start(&folder);
    let chrome = Chrome::measured().await;
    let tab = chrome.tab(&host.origin()).await;
    tab.open(BASE).await;
    prefer(&tab).await;
    tab.wait("navigator.serviceWorker.controller").await;
    let other = chrome.tab(&host.origin()).await;
    other.open(BASE).await;

    let next = Folder::new("browser");
    next_version(&folder, next.path());
    host.replace(next.path());
    // Asked again: a check that the last navigation has begun may still see the old version, and is not made twice.
    tab.wait(
        "(navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {}), \
         document.querySelector('.version'))",
    )
    .await;
    assert!(tab.text(".version").await.contains("A new version of Damier is there."));
    tab.screenshot("offline-version").await;
    // Until it is taken, a reload shows the page as it was, with files that the host has no longer.
    tab.reload().await;
    assert_ne!(tab.js::<String>(BUILD).await, NEW);
    go(&tab, "/settings", "#volume").await;

    tab.click(".version .toast button").await;
    tab.wait(&format!("{BUILD} === {NEW:?}")).await;
    // The other tab is told, and finds its own files.
    other.wait("document.querySelector('.version')").await;
    assert_ne!(other.js::<String>(BUILD).await, NEW);
    go(&other, "/about", ".licences").await;
    other.click(".version .toast button").await;
    other.wait(&format!("{BUILD} === {NEW:?}")).await;
    tab.close().await;
    other.close().await;
}

/// Axe looks at the screens that differ from those of a server, at both sizes.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, axe, web-test"]
async fn axe_finds_no_violation_without_a_server() {
    let axe = axe_source();
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    let mut found = Vec::new();
    for (route, shown) in [
        ("/", ".card"),
        ("/online", "#join"),
        ("/settings", "#volume"),
        ("/about", ".licences"),
        ("/play/congress", "form.setup-form"),
        ("/games", "main h1"),
    ] {
        tab.resize(LARGE).await;
        go(&tab, route, shown).await;
        let name = format!("offline{}", route.replace('/', "-"));
        found.extend(violations(&tab, &axe, &name).await);
        tab.screenshot(&name).await;
    }
    assert!(found.is_empty(), "{} violations\n{}", found.len(), found.join("\n"));
    tab.close().await;
}
