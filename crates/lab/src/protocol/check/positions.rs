//! Positions in which engines are tested.

use engine::Entry;
use rules::{Live, Record, Setup, SplitMix64};
use texts::text;

use super::Problem;

/// Where in a game, in percent of its length, positions are taken.
const PLACES: [usize; 5] = [0, 10, 40, 75, 100];
/// Games that are searched for a forced pass.
const PASS_GAMES: u64 = 40;

/// Positions of a game of all kinds: the start, the middle and the last move of random games by every rule set, and one
/// in which the player must pass, if there are such.
pub(super) fn positions(entry: &Entry) -> Vec<Record> {
    let rule_sets = entry.game.info().rule_sets;
    let mut records = Vec::new();
    for (seed, set) in (1..).zip(rule_sets) {
        if let Some(live) = random_game(entry, Some(set.id), seed) {
            let last = live.record().moves.len().saturating_sub(1);
            records.extend(PLACES.map(|percent| prefix(&*live, last * percent / 100)));
        }
    }
    records.extend(forced_pass(entry));
    records.dedup();
    records
}

/// The first of the positions: a start.
pub(super) fn start(entry: &Entry) -> Result<Record, Problem> {
    let first = positions(entry).into_iter().next();
    first.ok_or_else(|| Problem(text!("check-no-game")))
}

/// A position soon after the start.
pub(super) fn middle(entry: &Entry) -> Result<Record, Problem> {
    let live = random_game(entry, None, 1).ok_or_else(|| Problem(text!("check-no-game")))?;
    Ok(prefix(&*live, live.record().moves.len() / 6))
}

/// A finished game.
pub(super) fn finished(entry: &Entry) -> Option<Record> {
    random_game(entry, None, 1).map(|live| live.record().clone())
}

/// A record that is illegal because its last move is made twice. `None` if that is always legal.
pub(super) fn illegal(entry: &Entry) -> Option<Record> {
    let live = random_game(entry, None, 1)?;
    let moves = live.record().moves.clone();
    for length in 1..moves.len() {
        let mut record = prefix(&*live, length);
        record.moves.push(moves[length - 1].clone());
        if entry.game.open(&record).is_err() {
            return Some(record);
        }
    }
    None
}

/// Plays random moves to the end.
fn random_game(entry: &Entry, rules: Option<&str>, seed: u64) -> Option<Box<dyn Live>> {
    let setup = Setup { rules: rules.map(str::to_owned), board: None, seed };
    let start = entry.game.start(&setup).ok()?;
    let mut live = entry.game.open(&Record::new(start)).ok()?;
    let mut random = SplitMix64::new(seed);
    loop {
        let choices = live.view().choices;
        if choices.is_empty() {
            return Some(live);
        }
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).ok()?;
    }
}

/// The first position of some random games in which the player must pass.
fn forced_pass(entry: &Entry) -> Option<Record> {
    for seed in 0..PASS_GAMES {
        let mut live = random_game(entry, None, seed)?;
        let moves = live.record().moves.len();
        for length in (1..moves).rev() {
            live.truncate(length);
            if matches!(live.view().choices.as_slice(), [only] if only.steps.is_empty()) {
                return Some(live.record().clone());
            }
        }
    }
    None
}

fn prefix(live: &dyn Live, length: usize) -> Record {
    let mut record = live.record().clone();
    record.moves.truncate(length);
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_open_and_of_all_kinds() {
        for entry in games::CATALOGUE {
            let info = entry.game.info();
            let records = positions(entry);
            let opened: Vec<_> =
                records.iter().map(|record| entry.game.open(record).expect("legal")).collect();
            assert!(records.len() >= 4, "{}", info.id);
            assert!(opened.iter().all(|live| live.outcome().is_none()), "{}", info.id);
            assert!(records.iter().any(|record| record.moves.is_empty()), "{}", info.id);
            for set in info.rule_sets.iter().skip(1) {
                assert!(records.iter().any(|record| record.start.ends_with(set.id)), "{}", set.id);
            }
            let passes = opened.iter().any(|live| live.view().choices[0].steps.is_empty());
            assert_eq!(passes, info.id == "othello");
            let end = entry.game.open(&finished(entry).expect("a game")).expect("legal");
            assert!(end.outcome().is_some());
            let wrong = illegal(entry);
            assert!(wrong.is_none_or(|record| entry.game.open(&record).is_err()));
        }
    }
}
