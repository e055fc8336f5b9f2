//! Files of earlier versions: see `tests/fixtures/`.

use std::fs;
use std::path::{Path, PathBuf};

use rules::{GameFile, open_file};
use serde_json::Value;

use crate::client::get;
use crate::keeping::damier;
use crate::running::{Folder, Running};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1.0")
}

fn read_json(name: &str) -> Value {
    serde_json::from_slice(&fs::read(fixtures().join(name)).unwrap()).unwrap()
}

/// A folder with a copy of the data.
fn copied(test: &str) -> Folder {
    let folder = Folder::new(test);
    fs::copy(fixtures().join("damier.sqlite"), folder.path().join("damier.sqlite")).unwrap();
    folder
}

/// Whether all that was said before is still said, in the same words; there may be more.
fn says_at_least(now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Array(now), Value::Array(before)) => {
            now.len() == before.len()
                && now.iter().zip(before).all(|(now, before)| says_at_least(now, before))
        }
        (Value::Object(now), Value::Object(before)) => before
            .iter()
            .all(|(key, before)| now.get(key).is_some_and(|now| says_at_least(now, before))),
        (now, before) => now == before,
    }
}

#[test]
fn a_data_file_of_an_earlier_version_is_listed_as_before() {
    let folder = copied("earlier-lists");
    // The second time nothing is left to be brought up to date.
    for round in 0..2 {
        let server = Running::at(&folder);
        for (path, before) in [("/api/matches", "matches.json"), ("/api/analyses", "analyses.json")]
        {
            let now: Value = get(server.address, path).json();
            assert!(says_at_least(&now, &read_json(before)), "{round} {path}: {now:#}");
        }
    }
    let server = Running::at(&folder);
    for summary in read_json("matches.json").as_array().unwrap() {
        let id = summary["id"].as_str().unwrap();
        let state: Value = get(server.address, &format!("/api/matches/{id}")).json();
        // Where the computer is to move, it may have moved by now.
        assert!(state["version"].as_u64() >= summary["version"].as_u64(), "{id}: {state}");
    }
}

#[test]
fn a_data_file_of_an_earlier_version_is_verified() {
    let folder = copied("earlier-verify");
    let (status, out, err) = damier(&folder, &["serve", "--verify"]);
    assert_eq!((status, out.as_str()), (0, "8 games, 38 events, 0 wrong\n"), "{err}");
}

#[test]
fn records_of_an_earlier_version_are_read_and_written_as_they_were() {
    let games: Vec<_> = games::CATALOGUE.iter().map(|entry| entry.game).collect();
    for name in ["won.damier", "resigned.damier", "running.damier"] {
        let bytes = fs::read(fixtures().join(name)).unwrap();
        let mut file =
            open_file(GameFile { name, bytes: &bytes }, &[], &games, rules::ReadLimits::NONE)
                .unwrap();
        let read = file.games.next().unwrap().unwrap();
        assert_eq!(read.saved.to_string().as_bytes(), bytes, "{name}");
        assert!(file.games.next().is_none(), "{name}");
    }
}
