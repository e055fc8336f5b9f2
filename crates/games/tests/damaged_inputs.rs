//! The fuzz targets on damaged copies of their seeds and of what games write: a short run without a fuzzer.

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the fuzz targets use it too")]
mod targets;

use std::fs;
use std::path::Path;

use damier_games::CATALOGUE;
use rules::{Setup, SplitMix64};

/// Damaged copies of each seed.
const COPIES: usize = 2000;

/// The files in `fuzz/seeds/<target>`.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("seeds").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).expect("a seed")).collect()
}

/// The seed with a few bytes changed, inserted, removed or copied.
fn damaged(seed: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let rest = (bytes.len() - at) as u64;
        match random.below(4) {
            0 if rest > 0 => bytes[at] = random.below(256) as u8,
            1 if rest > 0 => drop(bytes.drain(at..at + 1 + random.below(rest.min(40)) as usize)),
            2 if rest > 0 => {
                let copy = bytes[at..at + 1 + random.below(rest.min(40)) as usize].to_vec();
                let to = random.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, copy);
            }
            _ => bytes.insert(at, random.below(128) as u8),
        }
    }
    bytes
}

fn for_each_copy(seeds: &[Vec<u8>], mut check: impl FnMut(&[u8], &mut SplitMix64)) {
    let mut random = SplitMix64::new(1);
    for seed in seeds {
        check(seed, &mut random);
        for _ in 0..COPIES {
            let bytes = damaged(seed, &mut random);
            check(&bytes, &mut random);
        }
    }
}

/// The same with texts.
fn for_each_text(seeds: &[Vec<u8>], mut check: impl FnMut(&str, &mut SplitMix64)) {
    for_each_copy(seeds, |bytes, random| check(&String::from_utf8_lossy(bytes), random));
}

/// Start positions of all games and rule sets.
fn starts() -> Vec<Vec<u8>> {
    let sets = CATALOGUE.iter().flat_map(|entry| {
        let game = entry.game;
        game.info().rule_sets.iter().map(move |rules| (game, rules.id.to_owned()))
    });
    sets.map(|(game, rules)| {
        let setup = Setup { rules: Some(rules), board: None, seed: 7 };
        game.start(&setup).expect("a start").into_bytes()
    })
    .collect()
}

#[test]
fn damaged_files_of_games_are_read_or_refused() {
    for_each_copy(&seeds("game_file"), |bytes, random| {
        targets::game_file(random.below(256) as u8, bytes);
    });
    for_each_text(&seeds("record_file"), |text, _| targets::record_file(text));
    for_each_text(&seeds("tile_file"), |text, _| targets::tile_file(text));
}

#[test]
fn damaged_positions_and_boards_are_read_or_refused() {
    for_each_text(&starts(), |text, random| {
        targets::position_text(random.below(256) as u8, text);
    });
    let boards = ["1 2 5 7", "seed:7", "1a 2b 3 4", "YYYY/GGGG/BBBB/RRRR"];
    let boards: Vec<_> = boards.iter().map(|text| text.as_bytes().to_vec()).collect();
    for_each_text(&boards, |text, _| targets::quadrants(text));
}

#[test]
fn any_words_and_moves_keep_a_record_replayable() {
    let mut random = SplitMix64::new(2);
    for game in 0..CATALOGUE.len() as u8 {
        for _ in 0..40 {
            let words = ["", "pass", "swap", "a1", "4", "a1b2", "é", "e2>l"];
            let words: Vec<_> = (0..random.below(80))
                .map(|_| (random.below(256) as u8, words[random.below(8) as usize]))
                .collect();
            targets::record(game, random.draw(), random.below(2) == 0, &words);
        }
    }
}
