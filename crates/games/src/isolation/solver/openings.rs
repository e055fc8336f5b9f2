//! Openings by the `classic` rules: on some boards, who wins after each first move. From the empty board a search
//! takes many minutes, and after a first move up to two.
//!
//! A line of `data/openings.txt` is a board, `=`, and a word for each first move from a1 to h8: an answer that wins,
//! `--` if the first move wins, or `??` if that is not solved yet. The bench `isolation` makes them.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};

use engine::{Resources, run_threads};
use rules::{Position, Square};

use super::super::position::{Isolation, Place, Rules};
use super::budget::SearchBudget;
use super::conflict_graph::ConflictGraph;
use super::nimber_search::NimberSearch;
use super::nimber_table::NimberTable;
use crate::terrain::{BoardText, Terrain};

static OPENINGS: LazyLock<Vec<Openings>> = LazyLock::new(|| {
    let lines = include_str!("../data/openings.txt").lines();
    lines.filter_map(|line| line.parse().ok()).collect()
});

/// What is known of a first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstMove {
    Unsolved,
    Wins,
    /// It loses to this answer.
    LosesTo(Square),
}

/// The first moves on a board by the `classic` rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    board: BoardText,
    terrain: Terrain,
    first_moves: [FirstMove; 64],
}

impl Openings {
    /// A board without any first move solved; `None` if the board has blank cells.
    pub fn new(board: BoardText) -> Option<Self> {
        let terrain = board.terrain().ok()?;
        Some(Self { board, terrain, first_moves: [FirstMove::Unsolved; 64] })
    }

    /// The board whose first moves are solved.
    pub const fn board(&self) -> &BoardText {
        &self.board
    }

    /// Number of first moves that are solved.
    pub fn solved(&self) -> usize {
        self.first_moves.iter().filter(|&&first| first != FirstMove::Unsolved).count()
    }

    /// Number of first moves that win.
    pub fn winning(&self) -> usize {
        self.first_moves.iter().filter(|&&first| first == FirstMove::Wins).count()
    }

    /// Solves the first moves that are left, quick ones first, all or until one is found that wins. `watch` gets the
    /// openings after each.
    pub fn solve(&mut self, all: bool, resources: Resources, watch: &(dyn Fn(&Self) + Sync)) {
        let start = Isolation::new(self.terrain, Rules::Classic);
        let mut moves: Vec<Place> = start.legal_moves().into_iter().collect();
        moves.sort_by_key(|&place| start.play(place).count_moves());
        let table = NimberTable::new(resources.table << 20);
        let (next, found) = (AtomicUsize::new(0), Mutex::new(self));
        let work = || {
            while let Some(&Place(first)) = moves.get(next.fetch_add(1, Relaxed)) {
                let is_solved = || {
                    found.lock().is_ok_and(|found| {
                        found.first_moves[usize::from(first.index())] != FirstMove::Unsolved
                            || !all && found.winning() > 0
                    })
                };
                let result = winning_answer(&start.play(Place(first)), &table, &is_solved);
                if let (Some(result), Ok(mut found)) = (result, found.lock()) {
                    found.set(first, result);
                    watch(&found);
                }
            }
        };
        run_threads(work, (1..resources.threads).map(|_| work));
    }

    /// Sets a result. The pawns of a lost position can be placed in the other order, too, if they attack each other in
    /// neither direction.
    fn set(&mut self, first: Square, result: FirstMove) {
        self.first_moves[usize::from(first.index())] = result;
        if let FirstMove::LosesTo(answer) = result {
            let other = Isolation::new(self.terrain, Rules::Classic).play(Place(answer));
            if other.is_legal(Place(first)) {
                self.first_moves[usize::from(answer.index())] = FirstMove::LosesTo(first);
            }
        }
    }
}

/// Result of the first move that led to a position. `None` if it is solved by then on another thread.
fn winning_answer(
    position: &Isolation,
    table: &NimberTable,
    is_solved: &dyn Fn() -> bool,
) -> Option<FirstMove> {
    let (graph, free) = ConflictGraph::of(position);
    let budget = SearchBudget::unlimited();
    let mut search = NimberSearch { graph, table, budget, ordering_seed: 0 };
    for answer in search.moves(free) {
        if is_solved() {
            return None;
        }
        if search.is_p_position_after(free, answer)? {
            return Some(FirstMove::LosesTo(Square::from_index(answer as u8)));
        }
    }
    Some(FirstMove::Wins)
}

/// Moves of a position that are known to win or to lose.
pub(super) fn known_moves(position: &Isolation) -> Vec<(Square, bool)> {
    let pawns = position.occupied();
    if position.rules != Rules::Classic || pawns.len() > 1 {
        return Vec::new();
    }
    let same_board = |openings: &&Openings| openings.terrain == position.terrain;
    let Some(openings) = OPENINGS.iter().find(same_board) else { return Vec::new() };
    let first_move = |square: Square| openings.first_moves[usize::from(square.index())];
    let Some(first) = pawns.squares().next() else {
        let solved = Square::all().filter(|&square| first_move(square) != FirstMove::Unsolved);
        return solved.map(|square| (square, first_move(square) == FirstMove::Wins)).collect();
    };
    match first_move(first) {
        FirstMove::Unsolved => Vec::new(),
        FirstMove::Wins => position.free().squares().map(|square| (square, false)).collect(),
        FirstMove::LosesTo(answer) => vec![(answer, true)],
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} =", self.board)?;
        self.first_moves.iter().try_for_each(|first| match first {
            FirstMove::Unsolved => f.write_str(" ??"),
            FirstMove::Wins => f.write_str(" --"),
            FirstMove::LosesTo(answer) => write!(f, " {answer}"),
        })
    }
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let wrong = || format!("not a line of openings: {line}");
        let (board, words) = line.split_once(" =").ok_or_else(wrong)?;
        let board = board.parse().map_err(|_| wrong())?;
        let mut openings = Self::new(board).ok_or_else(wrong)?;
        let mut words = words.split_whitespace();
        for first in &mut openings.first_moves {
            *first = match words.next().ok_or_else(wrong)? {
                "??" => FirstMove::Unsolved,
                "--" => FirstMove::Wins,
                answer => FirstMove::LosesTo(answer.parse().map_err(|_| wrong())?),
            };
        }
        Ok(openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Free squares of positions that are solved in a moment.
    const FEW_SQUARES: usize = 37;

    #[test]
    fn every_line_is_read_and_every_answer_is_legal() {
        let text = include_str!("../data/openings.txt");
        assert_eq!(OPENINGS.len(), text.lines().count());
        for (openings, line) in OPENINGS.iter().zip(text.lines()) {
            assert_eq!(openings.to_string(), line);
            for first in Square::all() {
                let after = Isolation::new(openings.terrain, Rules::Classic).play(Place(first));
                for (answer, _) in known_moves(&after) {
                    assert!(
                        after.is_legal(Place(answer)),
                        "{first} {answer} on {}",
                        openings.board
                    );
                }
            }
        }
    }

    #[test]
    fn answers_that_leave_few_squares_are_proved_to_win() {
        let mut proved = 0;
        for openings in OPENINGS.iter() {
            for first in Square::all() {
                let after = Isolation::new(openings.terrain, Rules::Classic).play(Place(first));
                for (answer, wins) in known_moves(&after) {
                    let end = after.play(Place(answer));
                    if end.count_moves() <= FEW_SQUARES {
                        let (threads, table) = (1, 16);
                        assert_eq!(!super::super::wins(&end, Resources { threads, table }), wins);
                        proved += 1;
                    }
                }
            }
        }
        assert!(proved > 0);
    }
}
