//! What the page without a server keeps: a game looked over, quadrants, files for the program and from it, a full disk.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::analysis::{BLUNDERS, comment, looked_over, saved};
use crate::chrome::Chrome;
use crate::files::choose;
use crate::offline::loaded;
use crate::party::{moves, type_move};
use crate::program::{Program, program};
use crate::quadrants::{cards, drawn, rename, square};
use crate::site::{Folder, request};
use crate::static_host::{StaticHost, ask, go, try_ask, web_folder};
use crate::tab::Tab;
use crate::time_limit::WAIT_TIMEOUT;

/// Interval at which something is stored until there is no room.
const STORING_INTERVAL: Duration = Duration::from_millis(300);

/// Output of the native program.
fn damier(arguments: &[&str]) -> String {
    let output = Command::new(program()).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "damier {arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The text of a file that the browser saves.
async fn downloaded(file: &Path) -> String {
    let limit = Instant::now() + WAIT_TIMEOUT;
    loop {
        // It has another name until it is complete; meanwhile an empty file can hold the place of its own.
        if let Ok(text) = fs::read_to_string(file)
            && !text.is_empty()
        {
            return text;
        }
        assert!(Instant::now() < limit, "no {}", file.display());
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// Creates a match in the page; its route.
async fn create(tab: &Tab, wanted: &Value) -> String {
    let made = ask(tab, "POST", "/api/matches", wanted).await;
    format!("/m/{}", made["id"].as_str().unwrap())
}

/// A match of two people, in which these moves were made.
fn two_people(moves: &[&str]) -> Value {
    let human = |name: &str| json!({ "type": "human", "name": name });
    json!({
        "game": "connect-four",
        "record": { "start": "7/7/7/7/7/7 x", "moves": moves },
        "players": { "first": human("Ana"), "second": human("Bo") },
    })
}

/// A game is looked over as the native program does it, with the same words.
async fn review(tab: &Tab, route: &str) {
    go(tab, &format!("{route}/analyse"), "main.analysis svg.board .cell").await;
    looked_over(tab).await;
    let line = BLUNDERS.concat();
    let native = damier(&["analyse", "connect-four", &line, "--review", "--json"]);
    let native: Value = serde_json::from_str(&native).unwrap();
    let shown: Vec<f64> = tab
        .js("[...document.querySelectorAll('.side-accuracy strong')].map((one) => parseInt(one.textContent))")
        .await;
    for (seat, shown) in ["first", "second"].into_iter().zip(shown) {
        let share = native["accuracy"][seat].as_f64().unwrap_or_else(|| panic!("{native}"));
        assert!((shown - share).abs() < 1.0, "{seat}: {shown} instead of {share}");
    }
    let blamed = native["entries"].as_array().unwrap_or_else(|| panic!("{native}"));
    let blamed = blamed.iter().filter(|one| {
        ["inaccuracy", "mistake", "blunder"].contains(&one["grade"].as_str().unwrap())
    });
    assert_eq!(tab.count(".blamed").await, blamed.count());
    comment(tab, "too many stacks").await;
    saved(tab).await;
}

/// A quadrant is drawn with the mouse and saved, and is there after a reload.
async fn draw(tab: &Tab) {
    go(tab, "/quadrants/new", ".canvas-grid").await;
    // The styles of the analysis before it leave the colours as they are.
    let ring: f64 =
        tab.js("document.querySelector('label.swatch').getBoundingClientRect().width").await;
    assert!(ring > 100.0, "{ring}");
    for (row, letter) in ["Y", "G", "B", "R"].into_iter().enumerate() {
        tab.click(&format!(".swatch:has(input[value={letter}])")).await;
        let (from, to) = (square(tab, row * 4).await, square(tab, row * 4 + 3).await);
        tab.drag(from, to).await;
    }
    assert_eq!(drawn(tab).await, "YYYYGGGGBBBBRRRR");
    rename(tab, "Rainbow").await;
    tab.click_on("Save").await;
    cards(tab, 1).await;
    tab.reload().await;
    cards(tab, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn what_is_made_without_a_network_goes_to_the_program_and_back() {
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    let files = Folder::new("browser");
    tab.download_to(files.path()).await;
    let route = create(&tab, &two_people(&BLUNDERS)).await;
    review(&tab, &route).await;
    draw(&tab).await;

    // The quadrant as a file, which the program takes in.
    tab.js::<Value>("(document.querySelectorAll('.gallery-head button')[1].click(), null)").await;
    tab.click("dialog[open] a[download]").await;
    let tiles = files.path().join("quadrants.txt");
    let written = downloaded(&tiles).await;
    assert!(written.contains("YYYY/GGGG/BBBB/RRRR"), "{written}");
    let data = Folder::new("browser");
    let [tiles, data_path] = [&tiles, data.path()].map(|path| path.to_str().unwrap());
    damier(&["quadrants", "import", tiles, "--data", data_path]);
    let listed = damier(&["quadrants", "list", "--json", "--data", data_path]);
    assert!(listed.contains("\"Rainbow\""), "{listed}");
    tab.press("Escape").await;

    // The games as a file, which the program reads.
    go(&tab, "/games", ".games li").await;
    tab.click(".games-tools a[download]").await;
    let name: String = tab.js("document.querySelector('.games-tools a[download]').download").await;
    let games = files.path().join(name);
    downloaded(&games).await;
    let listed = damier(&["games", "list", games.to_str().unwrap(), "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed[0]["players"], json!({ "first": "Ana", "second": "Bo" }));
    assert_eq!((&listed[0]["result"], &listed[0]["moves"]), (&json!("1-0"), &json!(7)));

    // Everything as a file, which the program takes in, and writes as it was.
    tab.click(".games-data a[download]").await;
    let everything = downloaded(&files.path().join("damier-profile.json")).await;
    let everything: Value = serde_json::from_str(&everything).unwrap();
    let folder = Folder::new("browser");
    let native = Program::start(&program(), &folder, 0);
    let done = request(native.address, "POST", "/api/profile/file", &everything);
    assert_eq!([&done["matches"], &done["analyses"], &done["tiles"]], [1, 1, 1]);
    let written = request(native.address, "GET", "/api/profile/file", &Value::Null);
    for part in ["matches", "analyses", "tiles", "settings"] {
        assert_eq!(written[part], everything[part], "{part}");
    }
    delete_everything(&tab).await;

    // What the program wrote is taken in here.
    go(&tab, "/games", ".games-data input[type=file]").await;
    let text = written.to_string();
    let chooser = "document.querySelector('.games-data input[type=file]')";
    choose(&tab, chooser, &[("damier-profile.json", text.as_bytes())]).await;
    tab.wait("document.querySelectorAll('.games li').length === 1").await;
    go(&tab, &format!("{route}/analyse"), "main.analysis svg.board .cell").await;
    tab.wait("document.querySelector('.tree')?.textContent.includes('too many stacks')").await;
    go(&tab, "/quadrants", ".tile-card[data-name=Rainbow]").await;
    tab.close().await;
}

/// Deletes everything, and finds nothing.
async fn delete_everything(tab: &Tab) {
    tab.click(".games-data .danger").await;
    tab.click("#delete-word").await;
    tab.write("delete").await;
    tab.press("Enter").await;
    tab.wait("location.hash === '#/' && document.querySelector('.card')").await;
    assert_eq!(ask(tab, "GET", "/api/matches", &Value::Null).await, json!([]));
    assert_eq!(ask(tab, "GET", "/api/tiles", &Value::Null).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium, web-test"]
async fn a_full_disk_is_said_and_loses_nothing() {
    const FULL: &str = "[...document.querySelectorAll('#toasts .problem')].some((one) => one.textContent.includes('There is no room left'))";
    let host = StaticHost::start(&web_folder());
    let chrome = Chrome::measured().await;
    let tab = loaded(&chrome, &host).await;
    let old = create(&tab, &two_people(&BLUNDERS)).await;
    let route = create(&tab, &two_people(&["4"])).await;
    go(&tab, &route, "main.match svg.board[role=grid]").await;
    type_move(&tab, "3", 2).await;

    // From now on there is no room. The browser finds that out only now and then.
    tab.limit_storage(Some(1)).await;
    let limit = Instant::now() + WAIT_TIMEOUT;
    for number in 0.. {
        if tab.js::<bool>(FULL).await {
            break;
        }
        assert!(Instant::now() < limit, "there is still room");
        let tile = json!({ "rows": "YBGR/RGYY/GRBB/BYRG" });
        try_ask(&tab, "PUT", &format!("/api/tiles/t{number}"), &tile).await;
        tokio::time::sleep(STORING_INTERVAL).await;
    }
    // A move is shown, but waits and says so.
    tab.wait("document.querySelector('svg.board .cell.legal')").await;
    tab.click("#typed").await;
    tab.write("5").await;
    tab.press("Enter").await;
    tab.wait(FULL).await;
    tab.wait("document.querySelector('.note.problem')?.textContent.includes('Not stored yet')")
        .await;
    tab.screenshot("offline-full").await;

    // A page that is loaded now says it, too, and shows what is stored.
    tab.reload().await;
    tab.wait(FULL).await;
    tab.wait("document.querySelector('main.match svg.board[role=grid]')").await;
    moves(&tab, 2).await;
    // Games can be deleted to make room.
    go(&tab, "/games", ".games li").await;
    assert_eq!(tab.count(".games li").await, 2);
    let id = old.strip_prefix("/m/").unwrap();
    ask(&tab, "POST", "/api/matches/delete", &json!({ "ids": [id] })).await;
    assert_eq!(ask(&tab, "GET", "/api/matches", &Value::Null).await.as_array().unwrap().len(), 1);

    // With room the move that waited is stored, and nothing is said any more.
    tab.limit_storage(None).await;
    go(&tab, &route, "main.match svg.board[role=grid]").await;
    moves(&tab, 3).await;
    type_move(&tab, "3", 4).await;
    tab.wait(&format!("!{FULL}")).await;
    tab.reload().await;
    moves(&tab, 4).await;
    tab.close().await;
}
