//! One server for a data folder; commands share it with the server.

use std::process::Output;

use play::Player;

use crate::client::{Socket, create, get, human};
use crate::program::{Program, damier};
use crate::running::Folder;
use crate::time_limit;

/// What a second server says, which ends at once.
fn refused(folder: &Folder, args: &[&str], lang: &str) -> String {
    let output = time_limit::output(damier(folder, args).env("LC_ALL", lang));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

#[test]
fn a_second_server_of_a_folder_is_told_where_the_first_is() {
    let folder = Folder::new("two-servers");
    let first = Program::serve(&folder);
    let url = format!("http://{}/", first.address);
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let page = ["--no-open", "--port", "0"];
    for args in [&serve[..], &page] {
        for lang in ["C", "fr_FR.UTF-8"] {
            let said = refused(&folder, args, lang);
            let process = first.id().to_string();
            assert!(said.contains(&url) && said.contains(&process), "{said}");
            assert!(said.contains("--data"), "{said}");
        }
    }
    assert_ne!(refused(&folder, &serve, "C"), refused(&folder, &serve, "fr_FR.UTF-8"));
    assert_eq!(get(first.address, "/readyz").status, 200);
    // Another folder is another matter.
    drop(Program::serve(&Folder::new("two-servers-other")));
    // However the first ends, the lock ends with it: here by SIGKILL.
    drop(first);
    let second = Program::serve(&folder);
    assert_eq!(get(second.address, "/readyz").status, 200);
}

#[test]
fn commands_share_the_folder_with_a_server() {
    let folder = Folder::new("shared-folder");
    let program = Program::serve(&folder);
    let id = create(program.address, "connect-four", &human(), &human());
    Socket::open(program.address, &id).play(Player::One, "4").unwrap();
    let file = folder.path().join("copy.txt");
    let exported = ["games", "export", file.to_str().unwrap()];
    for args in [&exported[..], &["serve", "--verify"]] {
        let Output { status, stderr, .. } = time_limit::output(&mut damier(&folder, args));
        assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    }
    assert!(std::fs::read_to_string(&file).unwrap().contains("Game: connect-four"), "{file:?}");
    Socket::open(program.address, &id).play(Player::Two, "4").unwrap();
}
