//! Backup of a data folder while games are played on it.

use std::fs;
use std::thread;

use play::{Player, Version};
use wire::MatchState;

use crate::client::{Socket, create, get, human};
use crate::load::Load;
use crate::program::{Program, damier};
use crate::running::Folder;
use crate::time_limit;

/// Games that are played while the file is copied.
const GAMES: usize = 6;
/// Moves of all games before the backup.
const MOVES_BEFORE: usize = 30;

/// What `damier store backup` says of a new file.
fn back_up(folder: &Folder, file: &str) -> (bool, String) {
    let output = time_limit::output(&mut damier(folder, &["store", "backup", file]));
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.success(), said.concat())
}

#[test]
fn a_backup_that_is_made_while_games_run_is_whole() {
    let (folder, restored) = (Folder::new("hot-backup"), Folder::new("hot-backup-restored"));
    let program = Program::serve(&folder);
    let quiet = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &quiet);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    let load = Load::default();
    let file = restored.path().join("damier.sqlite");
    let before = thread::scope(|scope| {
        load.start(scope, &program, GAMES, 1);
        let moves = || load.acknowledged().iter().map(|(_, moves)| moves.len()).sum::<usize>();
        time_limit::wait_for("moves", || (moves() >= MOVES_BEFORE).then_some(()));
        let before = load.acknowledged();
        let (done, said) = back_up(&folder, file.to_str().unwrap());
        assert!(done && said.contains("checked"), "{said}");
        // The games go on meanwhile and afterwards.
        let after = moves();
        time_limit::wait_for("more moves", || (moves() > after).then_some(()));
        load.stop();
        before
    });
    drop(program);
    let names = fs::read_dir(restored.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["damier.sqlite"], "nothing is left beside it");
    let verified = time_limit::output(&mut damier(&restored, &["serve", "--verify"]));
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.success() && said.ends_with("0 wrong\n"), "{said}");
    // Every match is there with what it had when the backup began, and nothing that was never played.
    let program = Program::serve(&restored);
    for ((id, moves), (_, all)) in before.iter().zip(load.acknowledged()) {
        let state = get(program.address, &format!("/api/matches/{id}")).json::<MatchState>();
        let copied = state.record.moves;
        assert!(copied.starts_with(moves), "{id}: {moves:?} before the backup, {copied:?}");
        let known = copied.len().min(all.len());
        assert!(copied[..known] == all[..known] && copied.len() <= all.len() + 1, "{id}");
    }
    let mut socket = Socket::open(program.address, &quiet);
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
}

#[test]
fn a_backup_replaces_nothing_and_is_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("backup-refused");
    let target = Folder::new("backup-target");
    let path = |name: &str| target.path().join(name);
    let say = |name: &str| back_up(&folder, path(name).to_str().unwrap());
    // There is nothing yet, and nothing is made.
    let (done, said) = say("none.sqlite");
    assert!(!done && !folder.path().join("damier.sqlite").exists(), "{said}");
    drop(Program::serve(&folder));
    fs::write(path("letter.txt"), "Dear Ana").unwrap();
    symlink(path("nowhere"), path("link")).unwrap();
    for name in ["letter.txt", "link"] {
        let (done, said) = say(name);
        assert!(!done && said.contains("exists already"), "{said}");
    }
    assert_eq!(fs::read_to_string(path("letter.txt")).unwrap(), "Dear Ana");
    assert!(say("copy.sqlite").0);
    let mode = fs::metadata(path("copy.sqlite")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // What is damaged is not passed on as a backup.
    let mut damaged = fs::read(folder.path().join("damier.sqlite")).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0x5a);
    fs::write(folder.path().join("damier.sqlite"), damaged).unwrap();
    let (done, said) = say("damaged.sqlite");
    assert!(!done && !path("damaged.sqlite").exists(), "{said}");
    // PostgreSQL has a program of its own.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_damier"));
    let url = "postgres://damier@localhost/damier";
    command.args(["store", "backup", path("pg.dump").to_str().unwrap(), "--database", url]);
    let output = time_limit::output(command.env("LC_ALL", "C"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("pg_dump --format=custom"), "{said}");
    let left = fs::read_dir(target.path()).unwrap().count();
    assert_eq!(left, 3, "a letter, a link and a copy");
}
