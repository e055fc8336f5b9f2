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
    command.args(args).arg("--data").arg(folder.path()).env("LC_ALL", "C.UTF-8");
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
    assert_eq!(back, again);
    // Once more changes nothing, here and where the games came from.
    for folder in [&folder, &other] {
        let (status, out, _) = damier(folder, &["games", "import", path]);
        assert_eq!((status, out.as_str()), (0, "0 games stored\n6 games were there already\n"));
        assert_eq!(damier(folder, &["games", "export"]).1, again);
    }
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
    assert!(!folder.path().join("damier.sqlite").exists());
}

/// Copies of a game that differ in their comments, as a file.
pub(crate) fn many_games(count: usize) -> String {
    let game = |number| {
        let moves = "1. f5 d6 2. c3 d3 3. c4 f4 4. f6 f3 5. e6 e7";
        format!(
            "Game: othello\nStart: 8/8/8/3ox3/3xo3/8/8/8 x\nRound: {number}\nResult: *\n\n{moves}\n\n"
        )
    };
    (0..count).map(game).collect()
}

#[test]
fn what_only_reads_creates_nothing() {
    let folder = Folder::new("mistyped");
    let missing = folder.path().join("missing");
    for args in [&["serve", "--verify"][..], &["games", "export"], &["play", "--resume"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(args).arg("--data").arg(&missing).env("LC_ALL", "C");
        let Output { status, stdout, stderr } = time_limit::output(&mut command);
        assert_eq!((status.code(), stdout), (Some(1), Vec::new()), "{args:?}");
        let said = String::from_utf8(stderr).unwrap();
        assert!(said.contains("there are no stored games in"), "{said}");
        assert!(!missing.exists(), "{args:?}");
    }
}

#[test]
fn an_export_replaces_nothing_but_record_files() {
    let folder = played("overwrite");
    let file = folder.path().join("letter.txt");
    let path = file.to_str().unwrap();
    fs::write(&file, "Dear Ana,\n").unwrap();
    for args in [&["games", "export", path][..], &["games", "export", path, "--lang", "fr"]] {
        let (status, _, err) = damier(&folder, args);
        assert_eq!(status, 1);
        assert!(err.contains("--force"), "{err}");
    }
    let mut convert = Command::new(env!("CARGO_BIN_EXE_damier"));
    convert.args(["games", "convert", "-", "--out", path]).stdin(fs::File::open(&file).unwrap());
    assert!(!time_limit::output(&mut convert).status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), "Dear Ana,\n");
    assert_eq!(damier(&folder, &["games", "export", path, "--force"]).0, 0);
    assert!(fs::read_to_string(&file).unwrap().starts_with("Game: "));
    assert_eq!(damier(&folder, &["games", "export", path]).0, 0);
    let hidden = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!hidden.into_iter().any(|name| name.to_string_lossy().starts_with('.')));
}

/// A limit on the size of files stands for a disk without room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_last_export_as_it_was() {
    let folder = Folder::new("full-export");
    let (many, file) = (folder.path().join("many.txt"), folder.path().join("all.txt"));
    fs::write(&many, many_games(200)).unwrap();
    assert_eq!(damier(&folder, &["games", "import", many.to_str().unwrap()]).0, 0);
    fs::write(&file, "Game: othello\n").unwrap();
    let folder_path = folder.path().to_str().unwrap();
    let limited = |args: &[&str]| {
        let mut command = Command::new("bash");
        // Exceeding the limit is an error and no signal; the database is read alone.
        command.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_damier")).args(args).env("LC_ALL", "C");
        time_limit::output(&mut command)
    };
    let text = damier(&folder, &["games", "export"]).1;
    assert!(text.len() > 8 * 1024, "{}", text.len());
    let out = file.to_str().unwrap();
    fs::write(&many, &text).unwrap();
    let output = limited(&["games", "convert", many.to_str().unwrap(), "--out", out]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "Game: othello\n");
    let output = limited(&["games", "export", out, "--data", folder_path]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "Game: othello\n");
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let hidden: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with('.')).collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}

#[test]
fn games_without_an_id_are_stored_once() {
    let folder = Folder::new("twice");
    let file = folder.path().join("three.txt");
    fs::write(&file, many_games(3)).unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(damier(&folder, &["games", "import", path]).1, "3 games stored\n");
    // One is changed: it is another game.
    fs::write(&file, many_games(3).replace("Round: 1\n", "Round: one\n")).unwrap();
    let (_, out, _) = damier(&folder, &["games", "import", path, "--lang", "fr"]);
    assert_eq!(out, "1 partie conservée\n2 parties étaient déjà là\n");
    let (_, out, _) = damier(&folder, &["games", "export"]);
    assert_eq!(out.matches("Game: othello").count(), 4, "{out}");
}
