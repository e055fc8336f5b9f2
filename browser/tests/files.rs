//! Files of other programs: pasted, dropped, opened, and a game chosen from them.

use serde_json::{Value, json};

use crate::analysis::MOVES;
use crate::chrome::Chrome;
use crate::site::Site;
use crate::tab::Tab;

/// A file of the database WTHOR with games of one move, and the names of two players.
fn wthor(games: u8) -> (Vec<u8>, Vec<u8>) {
    let mut file = vec![20, 1, 1, 1, games, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 22, 0];
    for number in 0..games {
        let mut game = [0; 68];
        // The third game is damaged: nobody begins in a corner.
        let square = if number == 2 { 11 } else { 56 };
        (game[2], game[4], game[6], game[8]) = (1 + number, 2 + number, 40, square);
        file.extend(game);
    }
    let mut names = vec![0; 16];
    for (number, name) in [&b"???"[..], b"Elan Zo\xe9", b"Bo Ana"].iter().enumerate() {
        names.extend(*name);
        names.resize(16 + 20 * (number + 1), 0);
    }
    (file, names)
}

/// A list of files for the page, as an expression.
fn transfer(files: &[(&str, &[u8])]) -> String {
    let add = files.iter().map(|(name, bytes)| {
        format!("files.items.add(new File([new Uint8Array({bytes:?})], {name:?}));")
    });
    format!(
        "(() => {{ const files = new DataTransfer(); {} return files; }})()",
        add.collect::<String>()
    )
}

/// Gives files to a chooser of files.
pub(crate) async fn choose(tab: &Tab, chooser: &str, files: &[(&str, &[u8])]) {
    let files = transfer(files);
    tab.js::<Value>(&format!(
        "(() => {{ const input = {chooser}; input.files = {files}.files; input.dispatchEvent(new Event('change')); }})()"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn files_of_other_programs_are_opened() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let chooser = "document.querySelector('.paste input[type=file]')";

    // A text of another program in the box, with one game and with two.
    let one = "(;GM[Othello]PB[ana]PW[bo]RE[-4.00:r]B[f5//0.01]W[d6/-4.00/1.2]C[tiger]B[c3];)";
    tab.open("/analyse").await;
    assert!(tab.text("#paste-help").await.contains("GGF, WTHOR, OBF (Othello)"));
    tab.js::<Value>(&format!("document.querySelector('#paste').value = {one:?}")).await;
    tab.click(".paste .primary").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === 'f5 d6 c3'")).await;
    tab.wait("document.querySelector('.tree .comment').textContent === 'tiger'").await;
    tab.open("/analyse").await;
    let two = format!("{one}\n(;GM[Othello]PB[zo\u{e9}]B[f5]W[f4];)");
    tab.js::<Value>(&format!("document.querySelector('#paste').value = {two:?}")).await;
    tab.click(".paste .primary").await;
    tab.wait("document.querySelectorAll('.choice svg.board').length === 2").await;
    tab.click(".choices li:last-child button").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === 'f5 f4'")).await;

    // A binary file with some games, dropped beside the names of the players.
    let (file, names) = wthor(4);
    tab.open("/analyse").await;
    let files = transfer(&[("names.jou", &names), ("WTH_2001.wtb", &file)]);
    tab.js::<Value>(&format!(
        "document.querySelector('h1').dispatchEvent(new DragEvent('drop', {{ bubbles: true, cancelable: true, dataTransfer: {files} }}))"
    ))
    .await;
    tab.wait("document.querySelectorAll('.choice').length === 3").await;
    let first = tab.text(".choice").await;
    assert!(first.contains("Elan Zo\u{e9} \u{2013} Bo Ana") && first.contains("2001"), "{first}");
    assert!(tab.text(".refused li").await.starts_with("game 3, byte 160: move 1 'a1'"));
    tab.click(".choices li:last-child button").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === 'f5'")).await;

    // One with many, which is searched.
    let (file, names) = wthor(200);
    tab.open("/analyse").await;
    choose(&tab, chooser, &[("a.wtb", &file), ("names.jou", &names)]).await;
    tab.wait("document.querySelectorAll('.game-row').length === 100").await;
    assert!(tab.text(".paste-answer").await.contains("199 games"));
    assert!(tab.text(".game-list [role=status]").await.starts_with("100 of 199"));
    tab.js::<Value>("(() => { const s = document.querySelector('#game-search'); s.value = 'zoe'; s.dispatchEvent(new Event('input')); })()").await;
    tab.wait("document.querySelectorAll('.game-row').length === 1").await;
    tab.click(".game-row").await;
    tab.wait(&format!("{MOVES}.replace('*', '') === 'f5'")).await;

    // What cannot be read says why, and a text is shown with the place.
    tab.open("/analyse").await;
    choose(&tab, chooser, &[("a.wtb", &file[..100])]).await;
    tab.wait("document.querySelector('.paste .problem')?.textContent.includes('should have 13616 bytes, but has 100')").await;
    choose(&tab, chooser, &[("a.ggf", b"(;GM[Othello]B[f5]W[a1];)")]).await;
    tab.wait("document.querySelector('.wrong-place mark')?.textContent === 'a1'").await;

    // From the home screen one game is a match, and several are left to analysis.
    for (files, there) in [
        (&[("a.ggf", one.as_bytes())][..], "location.pathname.startsWith('/m/')"),
        (
            &[("a.wtb", &file[..]), ("b.jou", &names)][..],
            "document.querySelectorAll('.game-row').length === 100",
        ),
    ] {
        tab.open("/").await;
        let opened = "(() => { const click = HTMLInputElement.prototype.click; HTMLInputElement.prototype.click = function () { window.chooser = this; HTMLInputElement.prototype.click = click; }; })()";
        tab.js::<Value>(opened).await;
        tab.click_on("Open a game").await;
        tab.wait("window.chooser").await;
        choose(&tab, "window.chooser", files).await;
        tab.wait(there).await;
    }
    tab.clear_faults().await;
    tab.close().await;
}
