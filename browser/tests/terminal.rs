//! The terminal and the page: one game of both, and one data folder.

use serde_json::json;

use crate::chrome::Chrome;
use crate::party::{at_board, moves, open_table, type_move};
use crate::program::{Program, program};
use crate::site::{self, Folder};
use crate::tmux::Window;

/// Types a move in the terminal.
fn play(window: &Window, notation: &str) {
    window.type_text(&format!(":{notation}"));
    window.press("Enter");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser, tmux"]
async fn the_terminal_plays_with_the_page() {
    let folder = Folder::new("browser");
    let server = Program::start(&program(), &folder, 0);
    let origin = format!("http://{}", server.address);
    let games: Vec<_> = ["connect-four", "othello"].map(str::to_owned).into();
    site::prefer(server.address, &games, &json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&origin).await;
    let window = Window::open("page");
    // A whole game between the two, at a table of the page.
    let path = open_table(&tab, "connect-four", &[]).await;
    window.damier(&format!("play --connect {origin}{path} --name Bo --lang en"));
    window.wait_for_text("A seat is free");
    window.press("Enter");
    at_board(&tab).await;
    for turn in 0..3 {
        type_move(&tab, "1", 2 * turn + 1).await;
        window.wait_for_text("player 2 to move");
        play(&window, "2");
        moves(&tab, 2 * turn + 2).await;
        window.wait_for_text("player 1 to move");
    }
    type_move(&tab, "1", 7).await;
    window.wait_for_text("Player 1 wins");
    tab.wait("document.querySelector('.result:not([hidden])')").await;
    window.press("q");
    window.wait_for_text("Continue");
    window.press("q");
    window.assert_restored();
    // A game of the page, gone on with in the terminal while both are open.
    let human = json!({ "type": "human" });
    let wanted = json!({ "game": "othello", "players": { "first": human, "second": human } });
    let id = site::create(server.address, &wanted);
    let id = id.trim_start_matches("/m/");
    tab.open(&format!("/m/{id}")).await;
    type_move(&tab, "f5", 1).await;
    let binary = program();
    let (binary, data) = (binary.display(), folder.path().display());
    window.type_text(&format!("'{binary}' play --resume {id} --lang en --data '{data}'"));
    window.press("Enter");
    window.wait_for_text("player 2 to move");
    play(&window, "d6");
    moves(&tab, 2).await;
    type_move(&tab, "c3", 3).await;
    window.wait_for_text("c3");
    window.press("C-c");
    window.assert_restored();
    tab.close().await;
}
