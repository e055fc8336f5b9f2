//! Between page and server: bad messages, other names, and a program that is killed.

use serde_json::{Value, json};

use crate::chrome::Chrome;
use crate::player::{BoardPlayer, InputDevice};
use crate::program::{Program, program};
use crate::site::{self, Folder, HOST_NAME, Site};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn garbage_on_the_socket_does_no_harm() {
    let site = Site::start();
    site.prefer(&json!({}));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&site.origin()).await;
    let path = site.versus("othello", Some("random"));
    tab.open(&path).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    let before = site.state(&path);
    // The same socket that the page has, and one of its own, told what no page would say.
    let told: usize = tab
        .js("(async () => {
            const garbage = [
                '', '{', 'null', '[]', '\\u0000', '{\"type\":\"hello\"}', '{\"type\":\"command\"}',
                JSON.stringify({ type: 'hello', protocol: 2, since: 99999 }),
                JSON.stringify({ type: 'hello', protocol: 99, since: 0 }),
                JSON.stringify({ type: 'command', id: 'x', player: 'two', command: { type: 'move', notation: 'a1' } }),
                JSON.stringify({ type: 'command', id: 'y', player: 'one', command: { type: 'move', notation: 'é'.repeat(900) } }),
                JSON.stringify({ type: 'command', id: 'z'.repeat(500), player: 'one', command: { type: 'resign' } }),
                JSON.stringify({ type: 'command', id: 'w', player: 'three', command: { type: 'resign' } }),
                '['.repeat(10000), new Uint8Array(3000), 'x'.repeat(100000),
            ];
            for (const message of garbage) {
                const socket = new WebSocket(location.href.replace('http', 'ws').replace('/m/', '/api/matches/') + '/socket');
                await new Promise((done) => { socket.onopen = done; });
                socket.send(JSON.stringify({ type: 'hello', protocol: 2, since: 0 }));
                socket.send(message);
                socket.send(message);
                await new Promise((done) => { socket.onmessage = done; socket.onclose = done; });
                socket.close();
            }
            return garbage.length;
        })()")
        .await;
    assert_eq!(told, 16);
    assert_eq!(site.state(&path)["record"], before["record"]);
    let moves = player.ready().await.moves;
    player.play().await;
    assert!(player.ready().await.moves > moves);
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn nothing_needs_a_secure_context() {
    let site = Site::start();
    site.prefer(&json!({ "sound": true }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{HOST_NAME}:{}", site.address.port())).await;
    site.prefer_in(&tab).await;
    tab.open("/").await;
    assert!(!tab.js::<bool>("isSecureContext").await);
    tab.click("a[href='/play/othello']").await;
    tab.click("form.setup-form button[type=submit]").await;
    tab.wait("document.querySelector('main.match svg.board')").await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    for _ in 0..3 {
        player.play().await;
        player.ready().await;
    }
    for words in ["Share", "Copy the position"] {
        tab.click_on(words).await;
        tab.wait("document.querySelector('.toast:not(.problem), dialog[open] input')").await;
        tab.js::<()>(
            "document.querySelector('.toast, dialog[open]')?.querySelector('button').click()",
        )
        .await;
        tab.wait("!document.querySelector('.toast, dialog[open]')").await;
    }
    for path in ["/settings", "/rules", "/about"] {
        tab.open(path).await;
    }
    tab.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser"]
async fn a_program_killed_in_mid_game_loses_no_move() {
    let folder = Folder::new("browser");
    let path = &program();
    let program = Program::start(path, &folder, testkit::free_port());
    let address = program.address;
    let human = json!({ "type": "human" });
    let computer = json!({ "type": "computer", "opponent": "normal", "seed": 7 });
    let players = json!({ "first": human, "second": computer });
    let game = site::create(address, &json!({ "game": "othello", "players": players }));
    let settings = json!({ "lang": "en", "sound": false, "motion": "off", "delay": 0 });
    site::request(address, "PUT", "/api/profile", &json!({ "settings": settings }));
    let chrome = Chrome::start().await;
    let tab = chrome.tab(&format!("http://{address}")).await;
    tab.open(&game).await;
    let mut player = BoardPlayer::new(&tab, InputDevice::Mouse);
    player.play().await;
    player.ready().await;
    player.play().await;
    // The move is acknowledged; the computer is about to answer, or has.
    let before = site::state(address, &game)["record"]["moves"].clone();
    program.kill();
    tab.wait("document.querySelector('.note.problem')").await;

    let _program = Program::start(path, &folder, address.port());
    tab.wait("!document.querySelector('.note.problem')").await;
    tab.clear_faults().await;
    let board = player.ready().await;
    let after = site::state(address, &game)["record"]["moves"].clone();
    let (before, after) = (list(&before), list(&after));
    assert!(after.len() >= 4 && after.len() == board.moves, "{before:?} {after:?}");
    assert_eq!(before[..], after[..before.len()]);
    player.play().await;
    tab.close().await;
}

fn list(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}
