//! Mining: games are looked through for puzzles.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::Encoding;

use super::proof::{PuzzleProver, PuzzleRefusal};
use super::themes::themes;
use super::{Difficulty, Puzzle, PuzzleSource, Puzzling};
use crate::crc32::Crc32;

/// Most puzzles of one game.
const GAME_MAX_PUZZLES: usize = 2;
/// Games without an end to the search: so many for each puzzle that is wanted, and so many more.
const GAMES_PER_PUZZLE: u64 = 400;
const GAMES_MIN: u64 = 2_000;
/// Letters of names: those that are not mistaken for others.
const ID_LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Letters of a name.
const ID_LENGTH: u32 = 6;

/// What is to be mined.
#[derive(Clone, Copy, Debug)]
pub struct MiningTask<'a> {
    /// Where positions are looked for.
    pub source: PuzzleSource<'a>,
    /// Number of puzzles.
    pub count: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// How far mining has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MiningProgress {
    /// Games looked through.
    pub games: u64,
    /// Positions looked at.
    pub positions: u64,
    /// Puzzles that were not refused.
    pub kept: usize,
    /// Positions refused, by reason.
    pub refused: BTreeMap<PuzzleRefusal, u64>,
}

/// The puzzles that were mined, by rating, with how they were come by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MinedPuzzles {
    /// Sorted by difficulty.
    pub puzzles: Vec<Puzzle>,
    /// What was looked at for them, and refused.
    pub progress: MiningProgress,
}

/// A text that all images of a position under the symmetries of the game have in common.
pub(super) fn canonical<P: Encoding>(position: &P) -> String {
    let images = P::SYMMETRIES.iter().map(|&symmetry| position.transformed(symmetry).to_string());
    images.min().unwrap_or_default()
}

/// The name of the puzzle with that canonical text.
fn id(canonical: &str) -> String {
    let number = Crc32::of(canonical.as_bytes());
    let letter = |at: u32| ID_LETTERS[(number >> (5 * at)) as usize % ID_LETTERS.len()];
    (0..ID_LENGTH).map(|at| char::from(letter(at))).collect()
}

/// See [`PuzzleMiner::mine`](super::PuzzleMiner::mine).
pub(super) fn mine<E: Puzzling>(
    task: &MiningTask<'_>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&MiningProgress),
) -> MinedPuzzles {
    let mut mining = Mining::<E> {
        prover: PuzzleProver::new(stop),
        player: E::searcher(crate::Resources { threads: 1, table: 1 }),
        seen: HashSet::new(),
        ids: HashSet::new(),
        mined: MinedPuzzles::default(),
        task,
        grades: [0; Difficulty::MAX_GRADE as usize],
    };
    let most_games = GAMES_PER_PUZZLE.saturating_mul(task.count as u64).saturating_add(GAMES_MIN);
    for index in 0..most_games {
        if mining.is_complete() || stop.load(Relaxed) {
            break;
        }
        let game = task.source.game::<E>(&mut mining.player, task.seed, index, stop);
        let Some(positions) = game else { break };
        mining.look_through(&positions, stop, watch);
        mining.mined.progress.games += 1;
        watch(&mining.mined.progress);
    }
    let mut mined = mining.mined;
    mined.puzzles.sort_by(|a, b| (a.difficulty, &a.id).cmp(&(b.difficulty, &b.id)));
    mined
}

/// Mining in progress.
struct Mining<'a, 'b, E: Puzzling> {
    prover: PuzzleProver<'a, E>,
    /// The player of the games.
    player: E::Searcher,
    /// Canonical texts of positions that are not looked at again.
    seen: HashSet<String>,
    ids: HashSet<String>,
    grades: [usize; Difficulty::MAX_GRADE as usize],
    mined: MinedPuzzles,
    task: &'b MiningTask<'b>,
}

impl<E: Puzzling> Mining<'_, '_, E> {
    fn is_complete(&self) -> bool {
        self.mined.puzzles.len() >= self.task.count
    }

    fn look_through(
        &mut self,
        positions: &[E::Game],
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&MiningProgress),
    ) {
        let before = self.mined.puzzles.len();
        for position in positions.iter().filter(|position| E::is_candidate(position)) {
            if self.is_complete() || self.mined.puzzles.len() - before >= GAME_MAX_PUZZLES {
                return;
            }
            let found = self.examine(position);
            if stop.load(Relaxed) {
                return;
            }
            self.mined.progress.positions += 1;
            match found {
                Ok(puzzle) => self.mined.puzzles.push(puzzle),
                Err(refusal) => *self.mined.progress.refused.entry(refusal).or_default() += 1,
            }
            self.mined.progress.kept = self.mined.puzzles.len();
            watch(&self.mined.progress);
        }
    }

    /// The puzzle of a position, if it is a new one.
    fn examine(&mut self, position: &E::Game) -> Result<Puzzle, PuzzleRefusal> {
        let canonical_text = canonical(position);
        if !self.seen.insert(canonical_text.clone()) {
            return Err(PuzzleRefusal::Duplicate);
        }
        let solution = self.prover.solve(position)?;
        for (position, _) in &solution.choices[1..] {
            if !self.seen.insert(canonical(position)) {
                return Err(PuzzleRefusal::Duplicate);
            }
        }
        let PuzzleProver { searcher, stop } = &mut self.prover;
        let difficulty = Difficulty::measure::<E>(searcher, &solution.choices, stop);
        let index = usize::from(difficulty.grade) - 1;
        if (self.grades[index] + 1) * 100 > E::GRADE_MAX_PERCENT[index] * self.task.count.max(10) {
            return Err(PuzzleRefusal::GradeFull);
        }
        let id = id(&canonical_text);
        if !self.ids.insert(id.clone()) {
            return Err(PuzzleRefusal::Duplicate);
        }
        self.grades[index] += 1;
        Ok(Puzzle {
            id,
            position: position.to_string(),
            goal: solution.goal,
            solution: solution.moves.iter().map(ToString::to_string).collect(),
            themes: themes(&mut self.prover, &solution),
            difficulty,
        })
    }
}
