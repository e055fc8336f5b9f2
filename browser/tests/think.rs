//! A student watches minimax think: by mouse, by keyboard, by link.

use std::sync::atomic::AtomicBool;

use engine::tree::{MoveOrder, Tree, TreeMethod, TreePlan};
use engine::{Entry, Limits};
use rules::Record;
use serde_json::json;

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::{SMALL, Tab};

/// What stands beside the tree.
const WORDS: &str = ".think-words";
/// The tree is there.
const READY: &str = "document.querySelector('main.think [role=tree] [role=treeitem]')";

pub(crate) fn game(id: &str) -> &'static Entry {
    games::CATALOGUE.iter().find(|entry| entry.game.info().id == id).unwrap()
}

/// The tree that the page should show.
pub(crate) fn tree(id: &str, start: &str, depth: u16) -> Tree {
    let demo = game(id).tree_demo.unwrap();
    let plan = TreePlan { depth, method: TreeMethod::AlphaBeta, order: MoveOrder::Listed };
    let record = Record::new(start.to_owned());
    demo.tree(&record, plan, &Limits::default(), &AtomicBool::new(false)).unwrap()
}

/// The counts that the page shows, without and with pruning.
pub(crate) async fn counts(tab: &Tab) -> [u64; 2] {
    tab.js("[...document.querySelectorAll('[data-positions]')].map((e) => Number(e.dataset.positions))")
        .await
}

/// Presses a button of the steps, and waits until the words have changed.
pub(crate) async fn press(tab: &Tab, button: &str) -> String {
    let before = tab.text(WORDS).await;
    tab.click_on(button).await;
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.trim() !== {before:?}")).await;
    tab.text(WORDS).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_demo_by_mouse() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/think").await;
    tab.wait("document.querySelectorAll('.demo').length > 0").await;
    assert_eq!(tab.count(".demo").await, games::CATALOGUE.len());
    tab.click("a[href='/think/connect-four?example=first-cut']").await;
    tab.wait(READY).await;

    let example = game("connect-four").tree_demo.unwrap().example("first-cut").unwrap();
    let expected = tree("connect-four", example.start, 2);
    let visits = [expected.minimax.positions, expected.alpha_beta.positions];
    assert_eq!(counts(&tab).await, visits);

    assert!(press(&tab, "Step").await.contains("Each of Max's 5 moves is tried"));
    assert!(press(&tab, "Step").await.contains("Min's turn"));
    assert!(press(&tab, "Step").await.contains("worth 31 to Max"));
    // The terms add up, and the board shows what was judged.
    let points: Vec<i32> = tab
        .js("[...document.querySelectorAll('.think-terms tbody tr td:last-child')].map((e) => Number(e.textContent.replace('−', '-')))")
        .await;
    assert_eq!(points.iter().sum::<i32>(), 31);
    assert_eq!(tab.text(".think-terms tfoot td").await, "31");
    tab.wait("document.querySelector('.board-caption').textContent === 'After 1 → 1'").await;
    assert!(press(&tab, "Step").await.contains("Beta falls to 31"));

    let cut = press(&tab, "Next cut").await;
    assert!(cut.contains("Cut! Max is already sure of 27 with 1."), "{cut}");
    assert!(cut.contains("Min can hold Max to 25 with 1"), "{cut}");
    assert!(cut.contains("the other 4 moves"), "{cut}");
    assert_eq!(tab.count(".signs .stub.cut").await, 4);
    assert!(tab.text(".think-window").await.contains("α 27"));
    let name: String =
        tab.js("document.querySelector('[role=treeitem][aria-current=step]').getAttribute('aria-label')").await;
    assert!(name.contains("4 moves left out"), "{name}");
    let live: String = tab.text("#live").await;
    assert!(live.contains("Cut!"), "{live}");

    // Pointing at another node shows its board; clicking tells about it.
    let leaf = "document.querySelector('[data-id=n3]')";
    let at = tab.centre(leaf).await;
    tab.hover_at(at).await;
    tab.wait("document.querySelector('.board-caption').textContent === 'After 1 → 2'").await;
    tab.click_at(at).await;
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes('worth 27')")).await;

    let end = press(&tab, "To the end").await;
    assert!(end.contains("Max plays 7. It is worth 28"), "{end}");
    assert!(tab.text(".think-counts").await.contains(&format!("So far: {}", visits[1])));
    assert_eq!(tab.count(".edges .edge.best").await, 2);

    // Without alpha-beta nothing is cut, and the result is the same.
    tab.click(".think-settings .switch").await;
    tab.wait("!document.querySelector('.signs .cut')").await;
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes('worth 28')")).await;
    assert_eq!(counts(&tab).await, visits);
    assert!(
        tab.text(".think-counts")
            .await
            .contains(&format!("So far: {}", expected.minimax.positions))
    );
    tab.wait("location.search.includes('prune=0') && location.search.includes('step=')").await;
    let words = tab.text(WORDS).await;
    tab.reload().await;
    tab.wait(READY).await;
    assert_eq!(tab.text(WORDS).await, words);

    // A move on the board leads to the position after it, and the back button back.
    tab.click_on("To the beginning").await;
    tab.click("svg.board .cell.legal").await;
    tab.wait("location.pathname.startsWith('/think/connect-four/')").await;
    tab.wait("[...document.querySelectorAll('button')].some((b) => b.textContent === 'Take a move back')")
        .await;
    tab.js::<()>("history.back()").await;
    tab.wait("location.pathname === '/think/connect-four'").await;
    tab.wait(READY).await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_demo_by_keyboard_alone() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/think").await;
    tab.tab_to("document.activeElement.matches(\"a[href='/think/othello?example=first-cut']\")")
        .await;
    tab.press("Enter").await;
    tab.wait(READY).await;
    for _ in 0..4 {
        tab.press(" ").await;
    }
    tab.wait("document.querySelector('.think-now').textContent.includes('Step 4 of')").await;
    tab.wait("document.querySelector('#live').textContent.includes('Min keeps')").await;
    tab.press("[").await;
    tab.wait("document.querySelector('.think-now').textContent.includes('Step 3 of')").await;
    tab.press("c").await;
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes('Cut!')")).await;

    // Through the tree with one tab stop and the arrows; the words follow.
    tab.tab_to("document.activeElement.matches('[role=treeitem]')").await;
    let here = "document.activeElement.getAttribute('aria-label')";
    assert!(tab.js::<String>(here).await.contains("Move e3, Min to move"));
    tab.press("ArrowLeft").await;
    assert!(tab.js::<String>(here).await.contains("Move c2, Min to move, value −30"));
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes('with a7')")).await;
    tab.press("Enter").await;
    tab.wait("document.activeElement.getAttribute('aria-expanded') === 'false'").await;
    tab.press("ArrowDown").await;
    tab.wait("document.activeElement.getAttribute('aria-expanded') === 'true'").await;
    tab.press("ArrowDown").await;
    assert!(tab.js::<String>(here).await.contains("Move b2, judged"));
    tab.wait("document.querySelector('.board-caption').textContent === 'After c2 → b2'").await;
    tab.press("ArrowUp").await;
    tab.press("ArrowUp").await;
    assert!(tab.js::<String>(here).await.contains("The position thought about"));
    assert_eq!(tab.count("[role=treeitem][tabindex='0']").await, 1);

    // The space bar steps on from anywhere in the tree; R runs to the end.
    tab.press(" ").await;
    tab.wait("document.activeElement.matches('[aria-current=step]')").await;
    tab.tab_to("document.activeElement.matches('#think-depth')").await;
    tab.press("ArrowLeft").await;
    tab.wait("document.querySelector('.think-settings output').textContent === '1 move'").await;
    tab.wait("document.querySelector('.think-now').textContent.includes('Step 0 of 14')").await;
    assert_eq!(tab.js::<String>("document.activeElement.id").await, "think-depth");
    tab.tab_to("document.activeElement.matches('select[aria-label=Speed]')").await;
    tab.press("F").await;
    tab.wait("document.activeElement.value === 'fast'").await;
    tab.tab_to("document.activeElement.matches('[role=treeitem]')").await;
    tab.press("r").await;
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes('finished')")).await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn links_lead_to_the_moment_and_wrong_ones_say_why() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr" }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/think/connect-four/4453?depth=3&order=best&step=9").await;
    tab.wait(READY).await;
    assert_eq!(tab.text("h1").await, "Voir réfléchir");
    assert!(tab.text(".think-now").await.contains("Pas 9 sur"));
    let expected = {
        let live = game("connect-four").game;
        let start = live.start(&rules::Setup::default()).unwrap();
        let moves = ["4", "4", "5", "3"].map(ToOwned::to_owned).to_vec();
        let record = Record { moves, ..Record::new(start) };
        let plan = TreePlan { depth: 3, method: TreeMethod::AlphaBeta, order: MoveOrder::Best };
        let demo = game("connect-four").tree_demo.unwrap();
        demo.tree(&record, plan, &Limits::default(), &AtomicBool::new(false)).unwrap()
    };
    let visits = [expected.minimax.positions, expected.alpha_beta.positions];
    assert_eq!(counts(&tab).await, visits);
    assert!(press(&tab, "Coupure suivante").await.contains("Coupure !"));
    // The language changes in place, and the moment stays.
    tab.wait("location.search.includes('step=') && !location.search.includes('step=9')").await;
    tab.click(".header .lang").await;
    tab.wait(&format!("document.querySelector({WORDS:?})?.textContent.includes('Cut!')")).await;

    tab.open("/think/othello/f5,f5").await;
    assert!(tab.text("[role=alert]").await.contains("f5 is taken"));
    tab.clear_faults().await;
    tab.click("main a.button").await;
    tab.wait(READY).await;
    tab.open("/think/chess").await;
    assert_eq!(tab.text("h1").await, "Page not found");
    tab.close().await;
}

/// Also: the whole start of every game can be looked at, on a small screen and a very small one.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn every_game_has_a_tree_that_fits() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for size in [SMALL, [320, 640]] {
        tab.resize(size).await;
        for entry in games::CATALOGUE {
            tab.open(&format!("/think/{}", entry.game.info().id)).await;
            tab.wait(READY).await;
            for _ in 0..3 {
                tab.click(".think-controls .primary").await;
            }
            let end = "[...document.querySelectorAll('.think-controls button')].at(-1)";
            tab.click_at(tab.centre(end).await).await;
            tab.wait(&format!(
                "document.querySelector({WORDS:?}).textContent.includes('finished')"
            ))
            .await;
            let wide: i32 = tab
                .js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                .await;
            assert_eq!(wide, 0, "{} at {}", entry.game.info().id, size[0]);
        }
        tab.open("/think").await;
        let wide: i32 = tab
            .js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            .await;
        assert_eq!(wide, 0);
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_classic_opponent_shows_how_it_thinks() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("katarenga", Some("minimax:2"));
    tab.open(&path).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    let moves = site.state(&path)["record"]["moves"].as_array().unwrap().clone();
    assert_eq!(moves.len(), 2);
    tab.js::<()>("[...document.querySelectorAll('details')].forEach((d) => { d.open = true; })")
        .await;
    tab.click_on("Watch it think").await;
    tab.wait(READY).await;
    tab.click_on("To the end").await;
    let chosen = format!("Max plays {}.", moves[1].as_str().unwrap());
    tab.wait(&format!("document.querySelector({WORDS:?}).textContent.includes({chosen:?})")).await;
    // Other opponents have no tree to show.
    tab.open(&site.versus("katarenga", Some("easy"))).await;
    tab.wait("document.querySelector('.more-actions')").await;
    assert!(!tab.text(".more-actions").await.contains("Watch it think"));
    tab.open("/play/katarenga").await;
    tab.wait("document.querySelector(\"a[href='/think/katarenga']\")").await;
    tab.open("/rules/katarenga").await;
    tab.click("a[href='/think/katarenga']").await;
    tab.wait(READY).await;
    tab.close().await;
}
