//! Any sequence of words and legal moves: refusals change nothing, the record replays to the same
//! game, and every choice that a screen offers is accepted.

#![no_main]

use games::CATALOGUE;
use libfuzzer_sys::fuzz_target;
use rules::Setup;

fuzz_target!(|input: (u8, u64, bool, Vec<(u8, &str)>)| {
    let (game, seed, swap, words) = input;
    let game = CATALOGUE[usize::from(game) % CATALOGUE.len()].game;
    let rule_sets = game.info().rule_sets;
    let rules = Some(rule_sets[seed as usize % rule_sets.len()].id.to_owned());
    let start = game.start(&Setup { rules, board: None, seed }).expect("a random board starts");
    let mut record = rules::Record::new(start);
    record.swap = swap && game.info().swap;
    let mut live = game.open(&record).expect("a start can be opened");
    for (pick, word) in words {
        let before = (live.position(), live.record().clone());
        if live.play(word).is_err() {
            assert_eq!((live.position(), live.record().clone()), before);
        }
        let choices = live.view().choices;
        if !choices.is_empty() {
            let choice = &choices[usize::from(pick) % choices.len()];
            live.play(&choice.notation).expect("a choice is legal");
        }
        if pick > 250 {
            live.truncate(usize::from(pick) - 250);
        }
    }
    let again = game.open(live.record()).expect("a record replays");
    assert_eq!(again.view(), live.view());
    assert_eq!(again.position(), live.position());
});
