//! The sample files of games that `rules` reads and writes are real games, with their real ends.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rules::{RecordFile, SavedGame};

#[test]
fn saved_games_replay_to_their_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/records/written");
    let mut ended = BTreeSet::new();
    for entry in fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let file: RecordFile =
            fs::read_to_string(&path).expect("a text").parse().expect("a record");
        for saved in file.games {
            let entry =
                damier_games::CATALOGUE.iter().find(|entry| entry.game.info().id == saved.game);
            let Some(entry) = entry else { continue };
            let live = entry.game.open(&saved.record).expect("a game");
            assert_eq!(*live.record(), saved.record, "{}", path.display());
            assert_eq!(live.swapped(), saved.swapped(), "{}", path.display());
            let mut again = SavedGame::new(saved.game, saved.record);
            if let Some(ending) = live.view().outcome {
                again.finish(&ending);
                ended.insert(again.game);
            }
            let found = (again.score, again.reason);
            assert_eq!(found, (saved.score, saved.reason), "{}", path.display());
        }
    }
    // A game of its own has no file there until somebody writes one.
    assert!(ended.len() >= 5, "{}: only {ended:?}", folder.display());
}
