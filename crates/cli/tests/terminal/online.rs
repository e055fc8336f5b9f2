//! The terminal with people elsewhere, and with the page of the same data folder.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::tmux::Window;
use crate::{play, program_path};

/// Limit of the wait for a server.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// A server on a data folder; it is killed when this is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path, port: u16) -> Self {
        let mut child = Command::new(program_path())
            .args(["serve", "--lang", "en", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, addresses) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let address = line.split("http://").nth(1).map(|rest| rest.trim_end_matches('/'));
                if let Some(address) = address.and_then(|address| address.parse().ok()) {
                    let _ = sender.send(address);
                }
            }
        });
        let address = addresses.recv_timeout(START_TIMEOUT).expect("an address");
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the link to a table, and returns the screen. A screen may be looked at while it is being drawn: the code
/// stands below the link.
fn wait_for_link(window: &Window) -> String {
    window.wait_for("a link", |screen| screen.contains("/m/") && screen.contains("Code: "))
}

/// The link to a table on the screen.
fn link(screen: &str) -> String {
    let is_link = |word: &&str| word.starts_with("http://") && word.contains("/m/");
    let link = screen.split_whitespace().find(is_link);
    link.unwrap_or_else(|| panic!("no link:\n{screen}")).to_owned()
}

#[test]
#[ignore = "needs tmux"]
fn two_terminals_play_a_whole_game_while_the_server_is_killed_and_started_anew() {
    let ana = Window::open("online-ana");
    let bo = Window::open("online-bo");
    let folder = ana.folder().join("server");
    let server = Server::start(&folder, testkit::free_port());
    let address = server.address;
    let at = format!("--server http://{address}");
    ana.damier(&format!("play connect-four --open-table {at} --name Ana --lang en"));
    ana.wait_for_text("Waiting for an opponent");
    let screen = wait_for_link(&ana);
    bo.damier(&format!("play --connect {} --name Bo --lang en", link(&screen)));
    bo.wait_for_text("A seat is free");
    bo.press("Enter");
    for window in [&ana, &bo] {
        window.wait_for_text("player 1 to move");
    }
    ana.wait_for_text("Bo");
    play(&ana, "1");
    bo.wait_for_text("player 2 to move");
    play(&bo, "2");
    ana.wait_for_text("player 1 to move");
    ana.press("G");
    ana.wait_for_text("Good luck!");
    ana.type_text("2");
    bo.wait_for_text("Good luck!");
    // Killed in the middle of the game: both say so, and go on.
    drop(server);
    for window in [&ana, &bo] {
        window.wait_for_text("Connection lost");
    }
    // A move that is made meanwhile is kept.
    play(&ana, "1");
    let _server = Server::start(&folder, address.port());
    bo.wait_for_text("player 2 to move");
    for (window, notation) in [(&bo, "2"), (&ana, "1"), (&bo, "2")] {
        play(window, notation);
        let next = if notation == "2" { "player 1 to move" } else { "player 2 to move" };
        for window in [&ana, &bo] {
            window.wait_for_text(next);
        }
    }
    play(&ana, "1");
    for window in [&ana, &bo] {
        window.wait_for_text("Player 1 wins");
    }
    ana.press("N");
    bo.wait_for_text("wants to play again");
    bo.press("y");
    for window in [&ana, &bo] {
        window.wait_for("the rematch", |screen| {
            screen.contains("player 1 to move") && !screen.contains("wins")
        });
    }
    ana.press("C-c");
    ana.assert_restored();
}

#[test]
#[ignore = "needs tmux"]
fn moves_made_while_the_server_is_away_wait_and_count_with_clocks_too() {
    let ana = Window::open("away-ana");
    let bo = Window::open("away-bo");
    bo.resize(80, 200);
    let folder = ana.folder().join("server");
    let server = Server::start(&folder, testkit::free_port());
    let address = server.address;
    let at = format!("--server http://{address} --clock 3+2 --starts first");
    ana.damier(&format!("play connect-four --open-table {at} --name Ana --lang en"));
    ana.wait_for_text("Waiting for an opponent");
    let screen = wait_for_link(&ana);
    bo.damier(&format!("play --connect {} --plain --lang en", link(&screen)));
    bo.wait_for_text("A seat is free");
    bo.type_text("sit Bo");
    bo.press("Enter");
    ana.wait_for_text("player 1 to move");
    play(&ana, "1");
    ana.wait_for_text("player 2 to move");
    bo.wait_for_text("player 1 plays 1");
    bo.type_text("2");
    bo.press("Enter");
    ana.wait_for_text("player 1 to move");
    // On the full screen.
    drop(server);
    ana.wait_for_text("Connection lost");
    play(&ana, "3");
    ana.wait_for_text("Your move 3 is kept. Connection lost");
    play(&ana, "4");
    ana.wait_for_text("Your move before that has no");
    let server = Server::start(&folder, address.port());
    bo.wait_for_text("player 1 plays 3");
    ana.wait_for("the answer", |screen| {
        screen.contains("player 2 to move") && !screen.contains("is kept")
    });
    // Line by line.
    drop(server);
    bo.wait_for("the loss of the connection", |screen| {
        screen.matches("Connection lost").count() == 2
    });
    bo.type_text("5");
    bo.press("Enter");
    bo.wait_for_text("is kept, and sent when it is back");
    let _server = Server::start(&folder, address.port());
    ana.wait_for_text("player 1 to move");
    bo.type_text("moves");
    bo.press("Enter");
    bo.wait_for_text("Connection restored");
    play(&ana, "6");
    bo.wait_for_text("player 1 plays 6");
}

#[test]
#[ignore = "needs tmux"]
fn a_local_game_is_played_through_the_server_of_its_folder() {
    let first = Window::open("house-first");
    let second = Window::open("house-second");
    let server = Server::start(first.folder(), 0);
    first.damier("play othello --second human --lang en");
    first.wait_for_text("player 1 to move");
    play(&first, "f5");
    first.wait_for_text("player 2 to move");
    // The same game in another terminal: each sees the other's moves at once.
    let program = program_path();
    let (program, folder) = (program.display(), first.folder().display());
    second.type_text(&format!("'{program}' play --resume --lang en --data '{folder}'"));
    second.press("Enter");
    second.wait_for_text("Othello");
    second.press("Enter");
    second.wait_for_text("player 2 to move");
    play(&second, "d6");
    first.wait_for_text("d6");
    play(&first, "c3");
    second.wait_for_text("c3");
    first.press("q");
    first.wait_for_text("Continue");
    first.press("q");
    first.assert_restored();
    // Without a server the store is opened here.
    second.press("C-c");
    second.assert_restored();
    drop(server);
    first.damier("play --resume --lang en");
    first.wait_for_text("Othello");
    first.press("Enter");
    first.wait_for_text("c3");
    play(&first, "d3");
    first.wait_for_text("player 1 to move");
}

#[test]
#[ignore = "needs tmux"]
fn a_table_of_this_machine_brings_its_own_server_and_the_board_is_laid_by_both() {
    let ana = Window::open("own-ana");
    let bo = Window::open("own-bo");
    ana.resize(100, 40);
    ana.damier("play katarenga --open-table --name Ana --lang en");
    ana.wait_for_text("█▀▀▀▀▀█");
    wait_for_link(&ana);
    ana.press("q");
    ana.wait_for_text("Continue");
    // In the menu, with a board that both lay.
    for key in ["Down", "Down", "Enter"] {
        ana.press(key);
    }
    ana.wait_for_text("Tables of the server");
    for key in ["Down", "Down", "Down", "Enter"] {
        ana.press(key);
    }
    ana.wait_for_text("Somebody elsewhere");
    for key in ["Right", "Right", "Down", "Down", "Right", "Right", "Enter"] {
        ana.press(key);
    }
    ana.wait_for_text("Waiting for an opponent");
    let screen = wait_for_link(&ana);
    bo.damier(&format!("play --connect {} --name Bo --lang en", link(&screen)));
    bo.wait_for_text("A seat is free");
    bo.press("Enter");
    for window in [&ana, &bo] {
        window.wait_for_text("Lay the board");
        // The last key completes the half: a change after that would take back the other player's consent.
        for key in ["Right", "r", "Down", "Right"] {
            window.press(key);
        }
    }
    for window in [&ana, &bo] {
        window.wait_for_text("this board suits me");
        window.press("Enter");
    }
    for window in [&ana, &bo] {
        window.wait_for_text("player 1 to move");
    }
    bo.press("R");
    bo.wait_for_text("Call the game off?");
    bo.press("y");
    ana.wait_for_text("N play again");
}

#[test]
#[ignore = "needs tmux"]
fn the_line_mode_plays_with_a_terminal() {
    let ana = Window::open("plain-ana");
    let bo = Window::open("plain-bo");
    ana.resize(80, 60);
    let server = Server::start(&ana.folder().join("server"), 0);
    let at = format!("--server http://{}", server.address);
    ana.damier(&format!(
        "play connect-four --open-table --plain --starts first {at} --name Ana --lang en"
    ));
    let screen = wait_for_link(&ana);
    bo.damier(&format!("play --connect {} --name Bo --lang en", link(&screen)));
    bo.wait_for_text("A seat is free");
    bo.press("Enter");
    ana.wait_for_text("Bo sits down.");
    ana.type_text("4");
    ana.press("Enter");
    bo.wait_for_text("player 2 to move");
    play(&bo, "5");
    ana.wait_for_text("player 2 plays 5");
    // Until its answer has come, a draw cannot be offered.
    bo.wait_for_text("player 1 to move");
    bo.press("D");
    bo.wait_for_text("Offer a draw?");
    bo.press("y");
    ana.wait_for_text("accept or decline");
    ana.type_text("accept");
    ana.press("Enter");
    bo.wait_for_text("Draw");
    ana.wait_for_text("Play again: rematch");
    ana.type_text("quit");
    ana.press("Enter");
    ana.assert_restored();
}
