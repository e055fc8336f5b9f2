//! Puzzles on the page: the one of the day failed, refuted, solved and shared; hints; keys and fingers; and the paths of
//! learning that lead to them.

use engine::Puzzle;
use rules::{AnyGame, Lang, Record};
use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::learn::Learner;
use crate::player::InputDevice;
use crate::site::Site;
use crate::static_host::go;
use crate::tab::{LARGE, SMALL, Tab};

/// The puzzle that is shown, and its game.
async fn shown(tab: &Tab) -> (&'static dyn AnyGame, Puzzle) {
    tab.wait("document.querySelector('.trainer svg.board')").await;
    let id: String = tab.js("location.pathname.split('/').pop()").await;
    find(&id)
}

fn find(id: &str) -> (&'static dyn AnyGame, Puzzle) {
    let found = games::CATALOGUE
        .iter()
        .find_map(|entry| Some((entry.game, entry.puzzle_collection()?.puzzle(id)?.clone())));
    found.expect("a puzzle of the program")
}

/// A puzzle of each game that has some, with several moves to find where there are such.
fn one_of_each_game() -> Vec<(&'static dyn AnyGame, Puzzle)> {
    let of_entry = |entry: &'static engine::Entry| {
        let puzzles = entry.puzzle_collection()?.puzzles;
        let long = puzzles.iter().find(|puzzle| (2..4).contains(&puzzle.moves()));
        Some((entry.game, long.or_else(|| puzzles.first())?.clone()))
    };
    games::CATALOGUE.iter().filter_map(of_entry).collect()
}

/// Plays the solution by what the page shows.
async fn solve(learner: &Learner<'_>, game: &dyn AnyGame, puzzle: &Puzzle) {
    let mut live = game.open(&Record::new(puzzle.position.clone())).unwrap();
    for (index, notation) in puzzle.solution.iter().enumerate() {
        if index % 2 == 0 {
            let view = live.view();
            learner.sees_board(game, &view.board).await;
            // A pass of the opponent changes nothing on the board.
            let asked =
                "document.querySelector('.trainer-buttons [aria-keyshortcuts=h]:not([disabled])')";
            learner.tab.wait(asked).await;
            let choice = view.choices.iter().find(|one| one.notation == *notation).unwrap();
            learner.make(&view.board, &choice.steps).await;
        }
        live.play(notation).unwrap();
    }
    let over = "document.querySelector('.trainer [aria-keyshortcuts=n]:not([hidden])')";
    learner.tab.wait(over).await;
    learner.sees_board(game, &live.view().board).await;
}

/// Expression for whether this stands on the page.
fn says(words: &str) -> String {
    format!("document.querySelector('main').textContent.includes({})", json!(words))
}

/// Waits until the page says this, to the eye and in the live region.
async fn hears(tab: &Tab, words: &str) {
    let words = json!(words);
    tab.wait(&format!("document.querySelector('.lesson-answer').textContent.includes({words})"))
        .await;
    tab.wait(&format!("document.getElementById('live').textContent.includes({words})")).await;
}

/// Fails and solves a puzzle of each game on the page of a static host.
pub(crate) async fn solve_without_a_server(tab: &Tab) {
    let learner = Learner { tab, device: InputDevice::Mouse, lang: Lang::En };
    go(tab, "/puzzles", ".puzzle-daily .path-board svg").await;
    for (game, puzzle) in one_of_each_game() {
        go(tab, &format!("/puzzles/{}", puzzle.id), ".trainer svg.board").await;
        let view = game.open(&Record::new(puzzle.position.clone())).unwrap().view();
        learner.sees_board(game, &view.board).await;
        let wrong = view.choices.iter().find(|choice| choice.notation != puzzle.solution[0]);
        learner.make(&view.board, &wrong.unwrap().steps).await;
        tab.wait("document.querySelector('.lesson-answer.wrong')").await;
        let said = tab.text(".lesson-answer p").await;
        assert!(said.split(". ").count() >= 3, "{said}");
        tab.press("r").await;
        solve(&learner, game, &puzzle).await;
    }
    go(tab, "/you", ".you-puzzles:not([hidden]) tbody tr").await;
    assert_eq!(tab.count(".you-puzzles tbody tr").await, one_of_each_game().len());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn the_puzzle_of_the_day_is_failed_refuted_solved_and_shared() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.resize(LARGE).await;
    tab.open("/puzzles").await;
    tab.wait(&says("Not tried yet")).await;
    tab.click(".puzzle-daily a.button.primary").await;
    let (game, puzzle) = shown(&tab).await;
    let learner = Learner { tab: &tab, device: InputDevice::Mouse, lang: Lang::En };

    // Nothing on the page tells the solution.
    let text: String = tab.js("document.querySelector('main').textContent").await;
    assert!(!text.contains("Solution:"), "{text}");
    let view = game.open(&Record::new(puzzle.position.clone())).unwrap().view();
    let is_wrong =
        |choice: &&rules::Choice| choice.notation != puzzle.solution[0] && !choice.steps.is_empty();
    let wrong = view.choices.iter().find(is_wrong).unwrap();
    learner.make(&view.board, &wrong.steps).await;
    tab.wait("document.querySelector('.lesson-answer.wrong')").await;
    hears(&tab, &format!("{} is not the move", wrong.notation)).await;
    tab.wait(&says("This puzzle counts as failed. You can still solve it.")).await;
    // After the verdict and what is lost come the answer or the reason.
    let said = tab.text(".lesson-answer p").await;
    assert!(said.split(". ").count() >= 3, "{said}");
    tab.press("r").await;
    learner.sees_board(game, &view.board).await;
    solve(&learner, game, &puzzle).await;
    hears(&tab, "Solved.").await;
    let said = tab.text(".lesson-answer").await;
    assert!(said.contains("Solution: ") && said.contains("A puzzle counts once."), "{said}");
    assert!(said.contains("1 day in a row"), "{said}");

    tab.click_on("Share").await;
    let ready = "document.querySelector('dialog[open] .share-picture img')?.naturalWidth > 0";
    tab.wait(ready).await;
    let link: String = tab.js("document.querySelector('dialog .share-link input').value").await;
    assert_eq!(link, format!("{}/puzzles/{}", site.origin(), puzzle.id));
    tab.press("Escape").await;

    tab.open("/puzzles").await;
    tab.wait(&says("Solved with help")).await;
    tab.open("/you").await;
    tab.wait("document.querySelector('.you-puzzles:not([hidden]) tbody tr')").await;
    let row = tab.text(".you-puzzles tbody tr").await;
    assert!(row.contains(game.info().title.get(Lang::En)) && row.contains('±'), "{row}");
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_puzzle_of_each_game_is_solved_at_once_with_keys_and_with_fingers() {
    let site = Site::start();
    site.prefer(&json!({"lang": "fr"}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    for ((game, puzzle), place) in one_of_each_game().into_iter().zip(0..) {
        let device = if place % 2 == 0 { InputDevice::Keyboard } else { InputDevice::Touch };
        tab.resize(if device == InputDevice::Touch { SMALL } else { LARGE }).await;
        tab.open(&format!("/puzzles/{}?game={}", puzzle.id, game.info().id)).await;
        tab.wait("document.querySelector('.trainer svg.board')").await;
        let learner = Learner { tab: &tab, device, lang: Lang::Fr };
        solve(&learner, game, &puzzle).await;
        hears(&tab, "Résolu du premier coup !").await;
        let said = tab.text(".lesson-answer").await;
        assert!(said.contains("Classement aux problèmes") && said.contains("(+"), "{said}");
        // The next one is of the same game, and another.
        tab.press("n").await;
        tab.wait(&format!("location.pathname !== '/puzzles/{}'", puzzle.id)).await;
        let (next_game, next) = shown(&tab).await;
        assert_eq!(next_game.info().id, game.info().id);
        assert_ne!(next.id, puzzle.id);
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn hints_come_in_steps_and_a_path_of_learning_leads_to_puzzles() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let (game, puzzle) = one_of_each_game().remove(0);
    tab.open(&format!("/puzzles/{}", puzzle.id)).await;
    tab.wait("document.querySelector('.trainer svg.board')").await;
    for (words, marked) in [
        ("ook for ", false),
        ("The board shows where to look.", true),
        ("The board shows the move.", true),
    ] {
        tab.press("h").await;
        hears(&tab, words).await;
        assert_eq!(tab.count("svg.board .hint").await > 0, marked, "{words}");
    }
    tab.click_on("Show the solution").await;
    hears(&tab, "The solution").await;
    assert!(tab.text(".lesson-answer").await.contains(&puzzle.solution[0]));

    tab.open("/learn").await;
    let part = ".path-puzzles:not([hidden])";
    tab.wait(&format!(
        "document.querySelectorAll('{part}').length === {}",
        one_of_each_game().len()
    ))
    .await;
    let done = tab.count(".path-parts li.done").await;
    tab.open(&format!("/rules/{}", game.info().id)).await;
    tab.wait("document.querySelector('article')").await;
    tab.open("/learn").await;
    tab.wait(&format!("document.querySelector('{part}')")).await;
    assert_eq!(tab.count(".path-parts li.done").await, done + 1, "the rules have been read");
    tab.js::<Value>("(document.querySelector('.path-puzzles details').open = true, null)").await;
    tab.click(".path-puzzles .puzzle-themes a").await;
    let (found, _) = shown(&tab).await;
    assert_eq!(found.info().id, game.info().id);
    tab.close().await;
}
