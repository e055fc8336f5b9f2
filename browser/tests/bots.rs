//! A program of the server's owner as an opponent on the page: in the set-up, at the board, and in the lists.

use serde_json::json;

use crate::chrome::Chrome;
use crate::games::MOVES_MAX;
use crate::party::says;
use crate::player::{BoardPlayer, InputDevice};
use crate::program::{Program, program};
use crate::site::{self, Folder};

/// The game that the program is configured for, and one that it is not.
const GAME: &str = "connect-four";
const OTHER_GAME: &str = "isolation";
const SELECT: &str = "select[aria-label='Programs of this server']";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_program_of_the_owner_is_chosen_played_and_named() {
    let folder = Folder::new("browser");
    let path = &program();
    let bot = format!("mine@{GAME} = ugi:'{}' protocol ugi --table 1\n", path.display());
    std::fs::write(folder.path().join("bots.txt"), bot).unwrap();
    let server = Program::start(path, &folder, 0);
    site::prefer(server.address, &[GAME.to_owned(), OTHER_GAME.to_owned()], &json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{}", server.address)).await;
    tab.open(&format!("/play/{OTHER_GAME}")).await;
    tab.wait("document.querySelector('form.setup-form select')").await;
    assert_eq!(tab.count(SELECT).await, 0, "it does not play this game");

    tab.open(&format!("/play/{GAME}")).await;
    tab.wait(&format!("document.querySelector({SELECT:?})")).await;
    let classics = tab.text("form.setup-form select[aria-label='Classic algorithms']").await;
    assert!(!classics.contains("mine"), "{classics}");
    tab.click(&format!("details:has({SELECT}) summary")).await;
    says(&tab, "a program that the owner of this server has configured").await;
    tab.tab_to(&format!("document.activeElement.matches({SELECT:?})")).await;
    tab.press("ArrowDown").await;
    tab.wait(&format!("document.querySelector({SELECT:?}).value === 'bot:mine'")).await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    says(&tab, "Program mine").await;
    says(&tab, "configured by this server's owner").await;

    let path: String = tab.js("location.pathname").await;
    BoardPlayer::new(&tab, InputDevice::Mouse).play_out(MOVES_MAX).await;
    let state = site::state(server.address, &path);
    assert_eq!(state["end"]["winner"], "two", "the engine does not lose to random moves: {state}");
    let result = tab.text(".result").await;
    assert!(result.contains("Program mine wins"), "{result}");
    tab.open("/games").await;
    says(&tab, "Program mine").await;
    tab.open("/you").await;
    tab.wait("document.querySelector('.you-results')").await;
    let results = tab.text(".you-results").await;
    assert!(results.contains("Program mine"), "{results}");

    // A program that is configured no more keeps its name.
    tab.close().await;
    drop(server);
    std::fs::remove_file(folder.path().join("bots.txt")).unwrap();
    let server = Program::start(&program(), &folder, 0);
    let tab = chrome.tab(&format!("http://{}", server.address)).await;
    tab.open(&path).await;
    says(&tab, "Program mine").await;
    tab.close().await;
}
