//! Matches between people in browsers of their own, with somebody who watches.

use serde_json::{Value, json};

use crate::party::{Party, hears, moves, says, type_move};
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;

/// The labels of all cells, without what is said only to whoever is to move.
const BOARD: &str = "[...document.querySelectorAll('svg.board [role=gridcell]')].map((cell) => cell.getAttribute('aria-label').replace(/, (possible move|playable)$|, (lands on ..|full)| (top|bottom) (left|right)/, '')).join('; ')";
/// A draw is agreed on after so many moves, if the game has not ended by itself.
const LONG: usize = 6;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn every_game_is_played_between_two_browsers_and_watched_by_a_third() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    for entry in games::CATALOGUE {
        let game = entry.game.info().id;
        println!("{game}");
        let path = party.start(game, &[]).await;
        let mut over = false;
        for turn in 0..LONG {
            let mover = match site.state(&path)["to_move"].as_str().unwrap() {
                "one" => ana,
                _ => bo,
            };
            BoardPlayer::new(mover, InputDevice::Mouse).play().await;
            over = !site.state(&path)["end"].is_null();
            let board: String = mover.js(BOARD).await;
            for tab in party.all() {
                moves(tab, turn + 1).await;
                tab.wait(&format!("{BOARD} === {board:?}")).await;
            }
            if over {
                break;
            }
        }
        assert_eq!(cleo.count("svg.board .cell.legal").await, 0, "watchers are offered no moves");
        if !over {
            ana.click_on("Offer a draw").await;
            hears(cleo, "a draw is offered").await;
            bo.click_on("Accept").await;
        }
        for tab in party.all() {
            tab.wait("document.querySelector('.result:not([hidden])')").await;
        }
        let state = site.state(&path);
        let reason = state["end"]["text"]["en"].as_str().expect("an end").to_lowercase();
        for tab in party.all() {
            let words = tab.text(".result").await.to_lowercase();
            assert!(words.contains(&reason), "{words:?} does not say {reason:?}");
        }
        if let Some(winner) = state["end"]["winner"].as_str() {
            let (won, lost) = if winner == "one" { (ana, bo) } else { (bo, ana) };
            assert_eq!(won.text(".result h2").await, "VICTORY!");
            assert_eq!(lost.text(".result h2").await, "DEFEAT");
        }
    }
    // What nobody may have during the game is there after it.
    ana.click(".result a[href$='/analyse']").await;
    ana.wait("document.querySelector('.lines li:not(.empty)')").await;
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn players_help_themselves_to_no_hints_but_to_offers_and_kind_words() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = party.start("connect-four", &[]).await;
    for tab in party.all() {
        let helped: usize = tab
            .js("[...document.querySelectorAll('main button, main a')].filter((e) => e.checkVisibility() && /Hint|Analyse/.test(e.textContent)).length")
            .await;
        assert_eq!(helped, 0);
        tab.press("h").await;
    }
    assert_eq!(cleo.count(".typing:not([hidden]), .greetings:not([hidden])").await, 0);

    type_move(ana, "4", 1).await;
    ana.click_on("Take back").await;
    hears(bo, "asks to take back a move").await;
    bo.click_on("Accept").await;
    for tab in party.all() {
        moves(tab, 0).await;
    }
    type_move(ana, "3", 1).await;
    type_move(bo, "3", 2).await;
    moves(ana, 2).await;
    bo.click_on("Take back").await;
    ana.click_on("Decline").await;
    hears(bo, "The move stays.").await;
    ana.click_on("Offer a draw").await;
    says(ana, "Draw offered.").await;
    hears(bo, "a draw is offered").await;
    bo.click_on("Decline").await;
    hears(ana, "The draw is declined.").await;

    bo.click_on("Say something").await;
    bo.click_on("Good luck!").await;
    // It is shown for a few seconds.
    let shown = "document.querySelector('.speech')?.textContent === 'Good luck!'";
    tokio::join!(ana.wait(shown), cleo.wait(shown));
    hears(ana, "Good luck!").await;
    cleo.wait("!document.querySelector('.speech')").await;
    ana.click_on("Say something").await;
    ana.click("label.yes-no:has(.switch)").await;
    bo.click_on("Thank you!").await;
    cleo.wait("document.querySelector('.speech')").await;
    assert_eq!(ana.count(".speech").await, 0, "greetings are hidden");

    bo.click_on("Resign").await;
    bo.click("dialog .primary").await;
    for tab in party.all() {
        tab.wait("document.querySelector('.result:not([hidden])')").await;
    }
    assert_eq!(site.state(&path)["end"]["winner"], "one");
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_rematch_exchanges_the_sides_and_watchers_follow() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = party.start("isolation", &[]).await;
    ana.click_on("Call it off").await;
    ana.click("dialog .primary").await;
    says(bo, "GAME INTERRUPTED").await;
    bo.click_on("Play again").await;
    hears(ana, "wants to play again").await;
    ana.click_on("Play again, too").await;
    for tab in party.all() {
        tab.wait(&format!(
            "location.pathname !== {path:?} && document.querySelector('main.match svg.board')"
        ))
        .await;
    }
    let second: String = cleo.js("location.pathname").await;
    bo.wait("document.querySelector('svg.board .cell.legal')").await;
    assert_eq!(ana.count("svg.board .cell.legal").await, 0, "Bo begins now");
    BoardPlayer::new(bo, InputDevice::Mouse).play().await;
    moves(cleo, 1).await;
    // The old game leads to the new one.
    cleo.open(&path).await;
    cleo.click_on("To the rematch").await;
    cleo.wait(&format!("location.pathname === {second:?}")).await;
    moves(cleo, 1).await;
    party.end().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn whoever_leaves_is_waited_for_and_then_loses() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let [ana, bo, cleo] = party.all();
    let path = party.start("connect-four", &["3+2 min"]).await;
    assert_eq!(ana.count(".clock:not([hidden])").await, 2);
    type_move(ana, "4", 1).await;
    type_move(bo, "4", 2).await;

    // Gone without a word, and back.
    bo.open("/rules").await;
    hears(ana, "has lost the connection").await;
    ana.wait("/0:[0-4][0-9]/.test(document.querySelector('.gone-left')?.textContent)").await;
    cleo.wait("document.querySelector('.presence.away')").await;
    bo.open(&path).await;
    hears(ana, "is back").await;
    ana.wait("!document.querySelector('.note.gone')").await;
    type_move(ana, "4", 3).await;

    bo.click_on("Leave").await;
    bo.click_on("Leave it open").await;
    bo.wait("location.pathname === '/online'").await;
    says(bo, "Your tables").await;
    ana.click_on("Claim the win").await;
    for tab in [ana, cleo] {
        tab.wait("document.querySelector('.result:not([hidden])')").await;
    }
    let end: Value = site.state(&path)["end"].clone();
    assert_eq!((&end["winner"], &end["reason"]), (&json!("one"), &json!("abandoned")));
    party.end().await;
}

/// The banner of a game that goes on elsewhere.
const BANNER: &str = "document.querySelector('.running-game')";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_running_clock_and_the_way_back_stay_on_every_screen() {
    let site = Site::start();
    site.prefer(&json!({}));
    let party = Party::gather(&site).await;
    let path = party.start("connect-four", &["3+2 min"]).await;
    let [ana, bo, _] = party.all();
    type_move(ana, "4", 1).await;
    type_move(bo, "4", 2).await;
    // Without one at the board.
    assert_eq!(bo.count(".running-game").await, 0);
    for place in ["learn", "analyse", "play"] {
        bo.click(&format!("nav [data-place={place}]")).await;
        bo.wait(&format!("document.querySelector('nav [data-place={place}][aria-current]')")).await;
        bo.wait(&format!(
            "/^[0-3]:[0-9][0-9]$/.test({BANNER}?.querySelector('.clock').textContent)"
        ))
        .await;
        if place == "learn" {
            // Once: the next screen is announced instead.
            hears(bo, "Your game goes on").await;
        }
    }
    assert!(bo.text(".running-game").await.contains("The other player's turn"));
    // The opponent moves: it is said where the player is.
    type_move(ana, "4", 3).await;
    bo.wait(&format!("{BANNER}.textContent.includes('Your turn')")).await;
    bo.wait(&format!("{BANNER}.querySelector('.clock.running')")).await;
    // After a reload as well.
    bo.reload().await;
    bo.wait(&format!("{BANNER}?.textContent.includes('Your turn')")).await;
    bo.click(".running-game a").await;
    moves(bo, 3).await;
    assert_eq!(bo.js::<String>("location.pathname").await, path);
    bo.wait(&format!("!{BANNER}")).await;
    type_move(bo, "4", 4).await;
    bo.click("nav [data-place=learn]").await;
    bo.wait(BANNER).await;
    // The game ends: the banner goes, and says so.
    ana.click_on("Resign").await;
    ana.click("dialog .primary").await;
    says(bo, "The game that you left is over").await;
    bo.wait(&format!("!{BANNER}")).await;
    bo.reload().await;
    bo.wait("document.querySelector('main')").await;
    assert_eq!(bo.count(".running-game").await, 0);
    party.end().await;
}
