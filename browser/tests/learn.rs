//! Learning a game: its introduction is played to the end, offered once, and a first match is coached.

use rules::{AnyGame, Attempt, Board, Choice, IntroductionStep, Lang, Spot, Text};
use serde_json::json;

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tab::{LARGE, SMALL, Tab};

/// Somebody who plays an introduction by what the page shows.
pub(crate) struct Learner<'a> {
    pub(crate) tab: &'a Tab,
    pub(crate) device: InputDevice,
    pub(crate) lang: Lang,
}

impl Learner<'_> {
    /// Plays an introduction to its end: at every step a wrong try first, if there is one.
    pub(crate) async fn play_through(&self, game: &dyn AnyGame) {
        let info = game.info();
        self.tab.open(&format!("/learn/{}", info.id)).await;
        for (index, step) in info.introduction.iter().enumerate() {
            self.see("lesson-task", &step.task).await;
            let counted: usize = self.tab.count(".lesson-dots .past").await;
            assert_eq!(counted, index, "{}: the dots before the step", info.id);
            self.play_step(game, step).await;
            if index + 1 < info.introduction.len() {
                self.press(".lesson-buttons button.primary").await;
            }
        }
        self.press(".lesson-buttons button.primary").await;
        self.tab.wait(&format!("location.pathname === '/play/{}'", info.id)).await;
    }

    async fn play_step(&self, game: &dyn AnyGame, step: &IntroductionStep) {
        let live = step.open(game).unwrap();
        let view = live.view();
        let finishes = |choice: &&Choice| {
            step.attempt(game, Attempt::Notation(&choice.notation)).unwrap().finished
        };
        if let Some(wrong) = view.choices.iter().find(|choice| !finishes(choice)) {
            self.make(&view.board, &wrong.steps).await;
            self.tab.wait("document.querySelector('.lesson-answer.wrong')").await;
            self.see("lesson-answer", step.otherwise.as_ref().unwrap()).await;
            self.sees_board(game, &view.board).await;
        }
        let example = step.example(live.as_ref()).unwrap();
        self.make(&view.board, &example.steps).await;
        self.tab.wait("document.querySelector('.lesson-answer.right')").await;
        self.see("lesson-answer", &step.success).await;
        let result = step.attempt(game, Attempt::Notation(&example.notation)).unwrap();
        if let Some(refusal) = &result.refusal {
            let reason = refusal.get(self.lang).chars().skip(1).collect::<String>();
            let shown = self.tab.text(".lesson-answer").await;
            assert!(shown.contains(&reason), "{shown} does not say why: {reason}");
        }
        let after = result.views.last().map_or(&view.board, |view| &view.board);
        self.sees_board(game, after).await;
    }

    /// Points at spots in turn; without any, presses the button of the move.
    pub(crate) async fn make(&self, board: &Board, spots: &[Spot]) {
        if spots.is_empty() {
            return self.press(".lesson-moves button").await;
        }
        let player = BoardPlayer::new(self.tab, self.device);
        for spot in spots {
            let index = board.cells.iter().position(|cell| cell.spot == Some(*spot)).unwrap();
            let cells = player.state().await.cells;
            let cell = cells.iter().find(|cell| cell.cell == index).unwrap();
            player.point(cell).await;
        }
    }

    async fn press(&self, selector: &str) {
        match self.device {
            InputDevice::Mouse => self.tab.click(selector).await,
            InputDevice::Touch => self.tab.tap(selector).await,
            InputDevice::Keyboard => {
                self.tab.tab_to(&format!("document.activeElement.matches({selector:?})")).await;
                self.tab.press("Enter").await;
            }
        }
    }

    /// Waits until the element of a class says this, possibly after something else.
    async fn see(&self, class: &str, text: &Text) {
        let words = json!(text.get(self.lang));
        let said = format!("document.querySelector('.{class}')?.textContent.endsWith({words})");
        self.tab.wait(&said).await;
        let heard = format!("document.getElementById('live').textContent.includes({words})");
        if class == "lesson-answer" {
            self.tab.wait(&heard).await;
        }
    }

    /// Waits until the pieces on the board are those of the picture.
    pub(crate) async fn sees_board(&self, game: &dyn AnyGame, board: &Board) {
        let pieces = game.info().pieces;
        let wanted: Vec<Vec<bool>> = board
            .cells
            .iter()
            .filter(|cell| cell.spot.is_some())
            .map(|cell| (0..pieces.len()).map(|one| cell.piece == Some(one as u8)).collect())
            .collect();
        let labels: Vec<_> = pieces.iter().map(|style| style.label.get(self.lang)).collect();
        self.tab
            .wait(&format!(
                "JSON.stringify([...document.querySelectorAll('svg.board [role=gridcell]')].map((cell) => \
                 {labels}.map((label) => cell.getAttribute('aria-label').split(', ').includes(label)))) \
                 === {wanted}",
                labels = json!(labels),
                wanted = json!(json!(wanted).to_string()),
            ))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn every_introduction_is_played_to_its_end() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let learner = Learner { tab: &tab, device: InputDevice::Mouse, lang: Lang::En };
    for entry in games::CATALOGUE {
        learner.play_through(entry.game).await;
    }
    tab.open("/learn").await;
    assert_eq!(tab.count(".path-parts li.done").await, games::CATALOGUE.len());
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn introductions_are_played_with_keys_and_with_fingers_in_french() {
    let site = Site::start();
    site.prefer(&json!({ "lang": "fr" }));
    let chrome = Chrome::start().await;
    for (game, device, size) in
        [("congress", InputDevice::Keyboard, LARGE), ("katarenga", InputDevice::Touch, SMALL)]
    {
        let tab = chrome.tab(&site.origin()).await;
        tab.resize(size).await;
        let entry = games::CATALOGUE.iter().find(|entry| entry.game.info().id == game).unwrap();
        Learner { tab: &tab, device, lang: Lang::Fr }.play_through(entry.game).await;
        tab.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn an_introduction_is_interrupted_and_gone_on_with() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.open("/learn/connect-four").await;
    tab.click_on("Show me").await;
    tab.wait("document.querySelector('svg.board .hint, svg.board .arrow')").await;
    tab.press("4").await;
    tab.wait("document.querySelector('.lesson-answer.right')").await;
    tab.open("/learn").await;
    assert_eq!(tab.text(".path-parts .begun .faint").await, "1 of 7 steps done");
    tab.click(".path-parts .begun a").await;
    tab.wait("document.querySelector('.lesson-step')?.textContent === 'Step 2 of 7'").await;
    // A step can be skipped, and gone back to.
    tab.click_on("Skip").await;
    tab.wait("document.querySelector('.lesson-step').textContent === 'Step 3 of 7'").await;
    tab.click_on("Back").await;
    tab.wait("document.querySelector('.lesson-step').textContent === 'Step 2 of 7'").await;
    tab.open("/learn/connect-four?step=99").await;
    assert_eq!(tab.text(".lesson-step").await, "Step 7 of 7");
    tab.click_on("Leave and play").await;
    tab.wait("location.pathname === '/play/connect-four'").await;
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_newcomer_is_offered_an_introduction_once_and_coached_in_one_match() {
    let site = Site::start();
    site.prefer_as_newcomer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    tab.resize(SMALL).await;
    tab.open("/").await;
    let congress = ".card:has([href='/play/congress']) button";
    tab.click(congress).await;
    tab.wait("document.querySelector('dialog[open]')").await;
    tab.click_on("Show me how").await;
    tab.wait("location.pathname === '/learn/congress' && document.querySelector('.lesson')").await;
    tab.open("/").await;
    tab.click(congress).await;
    tab.wait("document.querySelector('main.match .coach')").await;

    // The bubbles do not lie on the board.
    let apart = "(() => { const [one, other] = ['.coach', 'svg.board'].map((part) => \
        document.querySelector(part).getBoundingClientRect()); \
        return one.top >= other.bottom || one.left >= other.right; })()";
    for expected in ["1 / 3", "2 / 3", "3 / 3"] {
        assert_eq!(tab.text(".coach .faint").await, expected);
        assert!(tab.js::<bool>(apart).await, "bubble {expected} lies on the board");
        tab.click(".coach button.primary").await;
    }
    tab.wait("!document.querySelector('.coach')").await;
    tab.reload().await;
    tab.wait("document.querySelector('svg.board .cell.legal')").await;
    assert_eq!(tab.count(".coach").await, 0);
    assert!(tab.text(".goal").await.contains("eight pawns"));

    // Another game from its set-up, without the introduction.
    tab.open("/play/isolation").await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.click_on("Just play").await;
    tab.wait("document.querySelector('main.match .coach')").await;
    tab.click_on("No more tips").await;
    tab.wait("!document.querySelector('.coach')").await;
    tab.open("/play/isolation").await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait(
        "location.pathname.startsWith('/m/') && document.querySelector('svg.board .cell.legal')",
    )
    .await;
    assert_eq!(tab.count(".coach, dialog").await, 0);
    tab.close().await;
}
