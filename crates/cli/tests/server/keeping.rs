//! What is kept: checked, carried elsewhere, and brought back.

use std::fs;
use std::process::{Command, Output};

use play::Player;
use serde_json::json;

use crate::client::{Socket, create, human};
use crate::online::pair;
use crate::running::{Folder, Running};
use crate::time_limit;

pub(crate) fn damier(folder: &Folder, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).arg("--data").arg(folder.path()).env("LC_ALL", "C");
    let Output { status, stdout, stderr } = time_limit::output(&mut command);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// A folder with games of all kinds.
fn played(name: &str) -> Folder {
    let folder = Folder::new(name);
    let server = Running::at(&folder);
    let (_, mut ana, mut bo) = pair(server.address, &json!({}));
    ana.play(Player::One, "4").unwrap();
    bo.wait(|state| state.to_move == Some(Player::Two));
    bo.command(Player::Two, play::Command::Resign).unwrap();
    for entry in games::CATALOGUE {
        let id = create(server.address, entry.game.info().id, &human(), &human());
        let mut socket = Socket::open(server.address, &id);
        for player in Player::ALL {
            let choice =
                socket.wait(|state| state.to_move == Some(player)).view.choices[0].notation.clone();
            socket.play(player, &choice).unwrap();
        }
    }
    // One that never starts.
    crate::online::table(server.address, &json!({}));
    folder
}

#[test]
fn every_stored_game_is_verified() {
    let folder = played("verify");
    let (status, out, err) = damier(&folder, &["serve", "--verify"]);
    assert_eq!((status, out.lines().count()), (0, 1), "{out}{err}");
    assert!(out.starts_with("7 games, ") && out.ends_with("0 wrong\n"), "{out}");
    let (_, french, _) = damier(&folder, &["serve", "--verify", "--lang", "fr"]);
    assert!(french.starts_with("7 parties"), "{french}");
}

#[test]
fn games_go_elsewhere_and_come_back() {
    let folder = played("export");
    let file = folder.path().join("all.txt");
    let path = file.to_str().unwrap();
    let (status, out, err) = damier(&folder, &["games", "export", path]);
    assert_eq!(
        (status, out.as_str()),
        (0, format!("6 games written to {path}\n").as_str()),
        "{err}"
    );
    let (_, again, _) = damier(&folder, &["games", "export"]);
    assert_eq!(again, fs::read_to_string(&file).unwrap());
    assert!(again.contains("Result: 1-0 resigned") && again.contains("First: Ana"), "{again}");
    let other = Folder::new("import");
    let (status, out, err) = damier(&other, &["games", "import", path]);
    assert_eq!((status, out.as_str()), (0, "6 games stored\n"), "{err}");
    let (status, out, _) = damier(&other, &["serve", "--verify"]);
    assert_eq!(status, 0, "{out}");
    let (_, back, _) = damier(&other, &["games", "export"]);
    let moves = |text: &str| {
        let mut lines: Vec<_> =
            text.lines().filter(|line| line.starts_with("1. ")).map(ToOwned::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(moves(&back), moves(&again));
    assert!(back.contains("Result: 1-0 resigned"), "{back}");
}

#[test]
fn a_file_with_one_bad_game_brings_in_none() {
    let folder = Folder::new("bad-import");
    let file = folder.path().join("bad.txt");
    let good = "Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 4\n\n";
    for (bad, said) in [
        ("Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 9\n", "line 9, column 6: '9'"),
        ("Game: chess\nStart: x\n", "chess"),
        ("nonsense", "nonsense"),
    ] {
        fs::write(&file, format!("{good}{bad}")).unwrap();
        let (status, out, err) = damier(&folder, &["games", "import", file.to_str().unwrap()]);
        assert_eq!((status, out.as_str()), (1, ""), "{err}");
        assert!(err.contains(said), "{err}");
    }
    let (_, out, _) = damier(&folder, &["serve", "--verify"]);
    assert!(out.starts_with("0 games"), "{out}");
}
