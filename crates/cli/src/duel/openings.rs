//! How the games of a duel begin: the same for the two games of a pair.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use engine::{Entry, Limits, Resources, Thinker, Verdict};
use rules::{AnyGame, Live, Record, Setup, SplitMix64};

use crate::args;
use crate::failure::Failure;
use crate::words;

/// Where the games of a duel begin, one pair after the other.
pub(crate) struct Openings {
    game: &'static dyn AnyGame,
    setup: Setup,
    /// Whether every pair has a board of its own.
    draws_boards: bool,
    kind: Kind,
    seed: u64,
    /// How many have been asked for.
    pairs: u64,
    /// Positions that openings have led to.
    seen: HashSet<String>,
    judge: Box<dyn Thinker>,
}

enum Kind {
    /// So many random plies.
    Random(u32),
    /// The moves of a list, in turn.
    Listed(Vec<Vec<String>>),
}

/// So many random openings are enough for a game to be different every time.
const VARIETY: u64 = 1_000;
/// How far an opening is looked ahead: it should not be lost so soon.
const SIGHT: u16 = 4;
/// How often another opening is drawn in place of one that is lost or has been played.
const PATIENCE: u32 = 64;

impl Openings {
    /// `asked` is a number of random plies, or the name of a file with the moves of an opening on
    /// each line; `setup` what the games have in common.
    pub(crate) fn new(
        entry: Entry,
        setup: Setup,
        asked: Option<&str>,
        seed: u64,
    ) -> Result<Self, Failure> {
        let game = entry.game;
        let mut openings = Self {
            game,
            draws_boards: setup.board.is_none() && !game.info().tiles.is_empty(),
            setup: Setup { seed: board_seed(seed), ..setup },
            kind: Kind::Random(0),
            seed,
            pairs: 0,
            seen: HashSet::new(),
            judge: entry.analyst(Resources { threads: 1, table: 1 }),
        };
        let live = openings.start()?;
        openings.kind = match asked.map(|asked| (asked, asked.parse())) {
            None => Kind::Random(enough_plies(live.as_ref())),
            Some((_, Ok(plies))) => Kind::Random(plies),
            Some((path, Err(_))) => Kind::Listed(read(path, game, live.record())?),
        };
        // What is listed would not be legal on every board.
        openings.draws_boards &= matches!(openings.kind, Kind::Random(_));
        Ok(openings)
    }

    /// The next pair's opening.
    pub(crate) fn next(&mut self) -> Result<Record, Failure> {
        let pair = self.pairs;
        self.pairs += 1;
        match &self.kind {
            Kind::Listed(list) => {
                let moves = list[pair as usize % list.len()].clone();
                let start = self.start()?;
                Ok(Record { moves, ..start.record().clone() })
            }
            &Kind::Random(plies) => {
                let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(pair + 1));
                self.draw(plies, &mut random)
            }
        }
    }

    /// An opening of random moves: a new one that nobody wins at once, if there is any.
    fn draw(&mut self, plies: u32, random: &mut SplitMix64) -> Result<Record, Failure> {
        if self.draws_boards {
            self.setup.seed = board_seed(random.draw());
        }
        let mut live = self.start()?;
        for _ in 0..PATIENCE {
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

    /// Whether somebody wins within a few plies, whatever the other does.
    fn is_lost(&mut self, record: &Record) -> Result<bool, Failure> {
        let limits = Limits::depth(SIGHT);
        let thought = self.judge.think(record, &limits, &AtomicBool::new(false), &mut |_| ());
        let thought = thought.map_err(|error| Failure::replay(&record.start, error))?;
        Ok(thought.moves.first().is_some_and(|best| match best.verdict {
            Verdict::Win { plies } | Verdict::Loss { plies } => plies <= SIGHT,
            Verdict::Exact { .. } | Verdict::Estimate { .. } => false,
        }))
    }

    /// A game of which nothing has been played.
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
    (0..8).find(|&plies| start.perft(plies) >= VARIETY).unwrap_or(8)
}

fn pick<'a, T>(items: &'a [T], random: &mut SplitMix64) -> Option<&'a T> {
    let count = items.len() as u64;
    (count > 0).then(|| &items[random.below(count) as usize])
}

/// Reads the openings of a file: moves on each line, except where it begins with `#`.
fn read(path: &str, game: &dyn AnyGame, start: &Record) -> Result<Vec<Vec<String>>, Failure> {
    let text =
        fs::read_to_string(path).map_err(|error| Failure::failed(words::not_read(path, &error)))?;
    let mut list = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let record = Record { moves: args::moves(line, game.info()), ..start.clone() };
        let live = game.open(&record).map_err(|error| {
            Failure::wrong(words::about(path, &words::about(line, &error.text())))
        })?;
        list.push(live.record().moves.clone());
    }
    if list.is_empty() {
        return Err(Failure::wrong(words::about(path, &words::duel::no_opening())));
    }
    Ok(list)
}
