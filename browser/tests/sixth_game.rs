//! A game that the page has never heard of appears in it and is played.

use engine::Entry;
use rules::Lang;
use serde_json::json;

use crate::chrome::Chrome;
use crate::learn::Learner;
use crate::player::{BoardPlayer, InputDevice};
use crate::site::Site;
use crate::tic_tac_toe::{TicTacToe, TicTacToeEngine};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn it_is_chosen_played_and_explained() {
    let mut catalogue = games::CATALOGUE.to_vec();
    catalogue.push(Entry::of::<TicTacToeEngine>());
    let site = Site::of(catalogue);
    site.prefer(&json!({}));
    let info = rules::erase::<TicTacToe>().info();
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;

    tab.open("/").await;
    assert_eq!(tab.count(".card").await, games::CATALOGUE.len() + 1);
    tab.click(&format!("a[href='/play/{}']", info.id)).await;
    tab.wait("document.querySelector('form.setup-form')").await;
    assert_eq!(tab.text("h1").await, info.title.en);
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    assert_eq!(tab.count("svg.board [role=gridcell]").await, 9);
    assert!(BoardPlayer::new(&tab, InputDevice::Mouse).play_out(5).await >= 5);

    let learner = Learner { tab: &tab, device: InputDevice::Mouse, lang: Lang::En };
    learner.play_through(rules::erase::<TicTacToe>()).await;
    assert!(tab.text(".goal").await.contains(&*info.goal.en));

    tab.open(&format!("/rules/{}", info.id)).await;
    let heading = info.rules.en.lines().next().unwrap().trim_start_matches('#').trim();
    assert!(tab.text("article").await.contains(heading));
    tab.close().await;
}
