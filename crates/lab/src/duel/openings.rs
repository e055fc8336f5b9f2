//! Openings of a duel: the same for both games of a pair.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use engine::{AnySearcher, AnyValue, Entry, Limits, Resources};
use rules::{AnyGame, Live, Record, Setup, SplitMix64, Text, moves_in};
use texts::text;

use crate::failure::Failure;
use crate::messages;

/// Openings of a duel, one for each pair of games.
pub(crate) struct Openings {
    game: &'static dyn AnyGame,
    setup: Setup,
    /// Whether a board is drawn for every pair.
    draws_boards: bool,
    source: OpeningSource,
    seed: u64,
    /// Pairs drawn so far.
    pairs: u64,
    /// Positions that openings have led to.
    seen: HashSet<String>,
    judge: Box<dyn AnySearcher>,
}

/// Source of the openings.
enum OpeningSource {
    /// So many random plies.
    Random(u32),
    /// The moves of a list, in turn.
    Listed(Vec<Vec<String>>),
}

/// Number of random openings that makes most games of a duel different.
const OPENING_VARIETY_MIN: u64 = 1_000;
/// Depth at which lost openings are recognised, in plies.
const LOST_OPENING_DEPTH: u16 = 4;
/// Attempts to draw an opening that is neither lost nor known.
const OPENING_ATTEMPTS_MAX: u32 = 64;

impl Openings {
    /// `argument` is a number of random plies, or the name of a file with the moves of an opening on
    /// each line; `setup` what the games have in common.
    pub(crate) fn new(
        entry: Entry,
        setup: Setup,
        argument: Option<&str>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let game = entry.game;
        let mut openings = Self {
            game,
            draws_boards: setup.board.is_none() && !game.info().tiles.is_empty(),
            setup: Setup { seed: board_seed(seed), ..setup },
            source: OpeningSource::Random(0),
            seed,
            pairs: 0,
            seen: HashSet::new(),
            judge: entry.analyst(Resources { threads: 1, table: 1 }),
        };
        let live = openings.start()?;
        openings.source = match argument.map(|text| (text, text.parse())) {
            None => OpeningSource::Random(enough_plies(live.as_ref())),
            Some((_, Ok(plies))) => OpeningSource::Random(plies),
            Some((path, Err(_))) => {
                let text = fs::read_to_string(path);
                let text =
                    text.map_err(|error| Failure::failed(messages::not_read(path, &error)))?;
                OpeningSource::Listed(read(path, &text, game, live.record())?)
            }
        };
        // Listed openings are not legal on every board.
        openings.draws_boards &= matches!(openings.source, OpeningSource::Random(_));
        Ok(openings)
    }

    /// The next pair's opening.
    pub(crate) fn next(&mut self) -> Result<Record, Failure> {
        let pair = self.pairs;
        self.pairs += 1;
        match &self.source {
            OpeningSource::Listed(list) => {
                let moves = list[pair as usize % list.len()].clone();
                let start = self.start()?;
                Ok(Record { moves, ..start.record().clone() })
            }
            &OpeningSource::Random(plies) => {
                let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(pair + 1));
                self.draw(plies, &mut random)
            }
        }
    }

    /// Draws an opening of random moves: a new one that is not lost, if there is any.
    fn draw(&mut self, plies: u32, random: &mut SplitMix64) -> Result<Record, Failure> {
        if self.draws_boards {
            self.setup.seed = board_seed(random.draw());
        }
        let mut live = self.start()?;
        for _ in 0..OPENING_ATTEMPTS_MAX {
            live.truncate(0);
            for _ in 0..plies {
                let choices = live.view().choices;
                if let Some(choice) = pick(&choices, random) {
                    // A choice is legal.
                    let _ = live.play(&choice.notation);
                }
            }
            if live.view().outcome.is_some() {
                continue;
            }
            if self.seen.insert(live.position()) && !self.is_lost(live.record())? {
                break;
            }
        }
        if live.view().outcome.is_some() {
            live.truncate(0);
        }
        Ok(live.record().clone())
    }

    /// Whether either player wins by force within [`LOST_OPENING_DEPTH`].
    fn is_lost(&mut self, record: &Record) -> Result<bool, Failure> {
        let limits = Limits::depth(LOST_OPENING_DEPTH);
        let report = self.judge.search(record, &limits, &AtomicBool::new(false), &mut |_| ());
        let report = report.map_err(|error| Failure::replay(&record.start, error))?;
        Ok(report.lines.first().is_some_and(|best| match best.value {
            AnyValue::Win { plies, .. } | AnyValue::Loss { plies, .. } => {
                plies <= LOST_OPENING_DEPTH
            }
            AnyValue::Exact { .. } | AnyValue::Estimate { .. } => false,
        }))
    }

    /// The game at its start.
    fn start(&self) -> Result<Box<dyn Live>, Failure> {
        let start = self.game.start(&self.setup).map_err(|error| {
            let text = match error.setting {
                "board" => self.setup.board.as_deref(),
                _ => self.setup.rules.as_deref(),
            };
            Failure::setup(text, error)
        })?;
        let record = Record::new(start);
        self.game.open(&record).map_err(|error| Failure::replay(&record.start, error))
    }
}

/// The seed of a board that can be typed again.
fn board_seed(seed: u64) -> u64 {
    SplitMix64::new(seed).below(1_000_000)
}

/// The fewest plies for which there are many openings.
fn enough_plies(start: &dyn Live) -> u32 {
    (0..8).find(|&plies| start.perft(plies) >= OPENING_VARIETY_MIN).unwrap_or(8)
}

fn pick<'a, T>(items: &'a [T], random: &mut SplitMix64) -> Option<&'a T> {
    let count = items.len() as u64;
    (count > 0).then(|| &items[random.below(count) as usize])
}

/// Reads the openings in the text of a file: moves on each line, except where it begins with `#`.
fn read(
    path: &str,
    text: &str,
    game: &dyn AnyGame,
    start: &Record,
) -> Result<Vec<Vec<String>>, Failure> {
    let mut list = Vec::new();
    for (number, line) in (1_usize..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let record = Record { moves: moves_in(line, game), ..start.clone() };
        let wrong = |text: &Text| Failure::failed(text!("in-file", path, line = number, text));
        let live = game.open(&record).map_err(|error| wrong(&error.text()))?;
        if live.view().outcome.is_some() {
            return Err(wrong(&text!("finished-opening")));
        }
        list.push(live.record().moves.clone());
    }
    if list.is_empty() {
        return Err(Failure::failed(messages::about(path, &text!("no-opening"))));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str) -> Entry {
        *games::CATALOGUE.iter().find(|entry| entry.game.info().id == id).expect("a game")
    }

    fn openings(id: &str, argument: Option<&str>, seed: u64) -> Openings {
        Openings::new(entry(id), Setup::default(), argument, seed).ok().expect("openings")
    }

    fn drawn(openings: &mut Openings, count: usize) -> Vec<Record> {
        (0..count).map(|_| openings.next().ok().expect("an opening")).collect()
    }

    #[test]
    fn random_openings_are_new_open_and_depend_on_the_seed_alone() {
        for entry in games::CATALOGUE {
            let id = entry.game.info().id;
            let first = drawn(&mut openings(id, None, 1), 40);
            let mut seen = HashSet::new();
            for record in &first {
                let live = entry.game.open(record).expect("legal moves");
                assert!(live.view().outcome.is_none(), "{id}: {record:?}");
                assert!(seen.insert(live.position()), "{id}: {record:?}");
            }
            assert_eq!(first, drawn(&mut openings(id, None, 1), 40), "{id}");
            assert_ne!(first, drawn(&mut openings(id, None, 2), 40), "{id}");
        }
    }

    #[test]
    fn openings_are_long_enough_to_differ() {
        for (id, plies) in [("connect-four", 4), ("othello", 5), ("isolation", 2)] {
            assert_eq!(drawn(&mut openings(id, None, 1), 1)[0].moves.len(), plies, "{id}");
        }
        assert_eq!(drawn(&mut openings("othello", Some("7"), 1), 1)[0].moves.len(), 7);
    }

    #[test]
    fn boards_differ_unless_one_is_chosen() {
        let starts = |setup: Setup| -> HashSet<String> {
            let openings = Openings::new(entry("congress"), setup, None, 1);
            let records = drawn(&mut openings.ok().expect("openings"), 10);
            records.into_iter().map(|record| record.start).collect()
        };
        assert_eq!(starts(Setup::default()).len(), 10);
        let board = Some("1 2 5 7".to_owned());
        assert_eq!(starts(Setup { board, ..Setup::default() }).len(), 1);
    }

    #[test]
    fn where_there_is_only_one_opening_it_is_played_again() {
        let records = drawn(&mut openings("connect-four", Some("0"), 1), 3);
        assert!(records.iter().all(|record| record.moves.is_empty()));
    }

    #[test]
    fn listed_openings_are_read_like_other_moves_and_checked() {
        let game = entry("connect-four").game;
        let start = Record::new(game.start(&Setup::default()).expect("a start"));
        let read = |text| read("openings.txt", text, game, &start).ok();
        let moves = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>();
        let text = "# two of them\n4453\n\n  1, 2 3\n";
        assert_eq!(read(text), Some(vec![moves("4453"), moves("123")]));
        for wrong in ["", "# none", "448", "4453\nx", "1212121"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
