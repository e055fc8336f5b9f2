//! Exact solver of Isolation, an impartial game under normal play: both players have the same moves, and who cannot
//! move loses. So every position is a sum of components, each with a nimber (Sprague-Grundy theorem), and it is a
//! P-position if their nim-sum is 0.
//!
//! Testing a component for a given nimber is quicker than computing its nimber (Lemoine and Viennot, Nimbers are
//! inevitable, 2012). The largest component is tested; the others are small and computed.

mod budget;
mod conflict_graph;
mod game_length;
mod nimber_search;
mod nimber_table;
mod openings;
mod parallel;
mod root_analysis;

use std::sync::atomic::AtomicBool;

use engine::{Limits, Resources, TimeManager};
use rules::{Bitboard, Square};

use super::position::{Isolation, Rules};
use crate::terrain::Terrain;
pub(super) use budget::SearchBudget;
use conflict_graph::ConflictGraph;
use game_length::LengthTable;
use nimber_search::NimberSearch;
use nimber_table::NimberTable;
pub use openings::Openings;
pub(super) use root_analysis::{RootAnalysis, SolvedMove};

/// Winning first moves on the empty board by the `mutual` rules; the first player wins if there are any. `None` if
/// it was stopped: boards of official quadrants take a fraction of a second, but others may take very long.
pub fn winning_first_moves(terrain: &Terrain, stop: &AtomicBool) -> Option<Bitboard> {
    let (graph, free) = ConflictGraph::of(&Isolation::new(*terrain, Rules::Mutual));
    let table = NimberTable::new(8 << 20);
    let mut search =
        NimberSearch { graph, table: &table, budget: SearchBudget::until(stop), ordering_seed: 0 };
    let mut starts = Bitboard::EMPTY;
    if search.is_p_position(free)? {
        return Some(starts);
    }
    for square in search.moves(free) {
        if search.is_p_position(search.graph.remaining(free, square))? {
            starts |= Square::from_index(square as u8);
        }
    }
    Some(starts)
}

/// Whether the side to move wins, however long it takes to solve.
pub fn wins(position: &Isolation, resources: Resources) -> bool {
    winner(position, resources, SearchBudget::unlimited()).wins == Some(true)
}

/// What is known of the winner of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedWinner {
    /// Whether the side to move wins; `None` if a limit was reached before that was solved.
    pub wins: Option<bool>,
    /// Nodes of the solver.
    pub nodes: u64,
}

/// Solves who wins, but not how soon, within the limits on nodes and time.
pub fn solve_winner(
    position: &Isolation,
    resources: Resources,
    limits: &Limits,
    stop: &AtomicBool,
) -> SolvedWinner {
    let time = TimeManager::start(limits);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    winner(position, resources, SearchBudget::new(nodes, stop, &time))
}

fn winner(position: &Isolation, resources: Resources, budget: SearchBudget<'_>) -> SolvedWinner {
    let table = NimberTable::new(resources.table << 20);
    let mut lengths = LengthTable::new(0);
    let mut analysis = RootAnalysis::new(ConflictGraph::of(position), &table, &mut lengths, budget);
    analysis.assume(&openings::known_moves(position));
    let wins = analysis.wins(resources.threads);
    SolvedWinner { wins, nodes: analysis.nodes() }
}

/// Solver with tables that last as long as the board and the rules stay the same.
pub(super) struct IsolationSolver {
    nimber_table: NimberTable,
    length_table: LengthTable,
    board: Option<(Terrain, Rules)>,
}

impl IsolationSolver {
    /// A solver that uses about so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.max(1) << 20;
        Self {
            nimber_table: NimberTable::new(bytes / 4 * 3),
            length_table: LengthTable::new(bytes / 4),
            board: None,
        }
    }

    /// Clears both tables.
    pub(super) fn clear(&mut self) {
        self.nimber_table.clear();
        self.length_table.clear();
    }

    /// A move, and whether it wins: no other does if it does not. `None` if the budget was too small.
    pub(super) fn best_move(
        &mut self,
        position: &Isolation,
        budget: SearchBudget<'_>,
    ) -> Option<(Square, bool)> {
        self.prepare(position);
        let known = openings::known_moves(position);
        if let Some(&winning) = known.iter().find(|(_, wins)| *wins) {
            return Some(winning);
        }
        let (graph, free) = ConflictGraph::of(position);
        let mut search =
            NimberSearch { graph, table: &self.nimber_table, budget, ordering_seed: 0 };
        let moves = search.moves(free);
        let square = |index: usize| Square::from_index(index as u8);
        let is_lost = |index| known.iter().any(|&(lost, _)| lost == square(index));
        for &index in moves.iter().filter(|&&index| !is_lost(index)) {
            if search.is_p_position_after(free, index)? {
                return Some((square(index), true));
            }
        }
        Some((square(*moves.first()?), false))
    }

    /// Clears the tables if they are of another board or other rules.
    fn prepare(&mut self, position: &Isolation) {
        let board = Some((position.terrain, position.rules));
        if self.board.is_some_and(|known| Some(known) != board) {
            self.clear();
        }
        self.board = board;
    }

    /// Starts the analysis of a position.
    pub(super) fn analyse<'b>(
        &mut self,
        position: &Isolation,
        budget: SearchBudget<'b>,
    ) -> RootAnalysis<'_, 'b> {
        self.prepare(position);
        let mut analysis = RootAnalysis::new(
            ConflictGraph::of(position),
            &self.nimber_table,
            &mut self.length_table,
            budget,
        );
        analysis.assume(&openings::known_moves(position));
        analysis
    }
}

#[cfg(test)]
mod tests {
    use rules::{Position, SplitMix64};

    use super::super::position::Place;
    use super::*;
    use crate::terrain::{BoardText, Colour};

    /// Length of a game by definition (brute force). The side to move wins if it is odd.
    fn plies(position: &Isolation) -> u8 {
        let after = position.legal_moves().into_iter().map(|place| plies(&position.play(place)));
        let (losses, wins): (Vec<u8>, Vec<u8>) = after.partition(|plies| plies.is_multiple_of(2));
        let quickest = losses.into_iter().min();
        quickest.or(wins.into_iter().max()).map_or(0, |plies| plies + 1)
    }

    /// Positions of both rule sets with so many free squares or fewer.
    fn positions(count: u64, free: usize) -> impl Iterator<Item = Isolation> {
        let mut random = SplitMix64::new(count);
        (0..count).map(move |seed| {
            let terrain = BoardText::random(seed).terrain().unwrap();
            let rules = if seed % 2 == 0 { Rules::Classic } else { Rules::Mutual };
            let mut position = Isolation::new(terrain, rules);
            while position.count_moves() > free {
                let moves = position.legal_moves();
                position = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
            position
        })
    }

    fn agrees_with_brute_force(count: u64, free: usize) {
        let mut solver = IsolationSolver::new(1);
        for position in positions(count, free) {
            let mut analysis = solver.analyse(&position, SearchBudget::unlimited());
            analysis.run(true, 1, &mut |_| {}).unwrap();
            for solved in analysis.moves() {
                let mut end = position.play(Place(solved.line[0]));
                let expected = plies(&end);
                assert_eq!(
                    solved.wins,
                    Some(expected.is_multiple_of(2)),
                    "{:?} in {position}",
                    solved.line
                );
                assert_eq!(solved.length.high, expected, "{:?} in {position}", solved.line);
                assert_eq!(solved.line.len(), usize::from(expected) + 1);
                for &square in &solved.line[1..] {
                    end = end.play(Place(square));
                }
                assert!(end.outcome().is_some(), "{:?} in {position}", solved.line);
            }
        }
    }

    #[test]
    fn every_move_is_judged_as_brute_force_judges_it() {
        agrees_with_brute_force(300, 10);
    }

    #[test]
    #[ignore = "slow"]
    fn every_move_is_judged_as_brute_force_judges_it_on_larger_positions() {
        agrees_with_brute_force(75, 12);
    }

    #[test]
    #[ignore = "soak"]
    fn every_move_is_judged_as_brute_force_judges_it_on_many_larger_positions() {
        agrees_with_brute_force(300, 12);
    }

    #[test]
    fn the_best_move_is_as_good_with_one_line_as_with_all() {
        for position in positions(60, 22) {
            let best = |all, threads| {
                let mut solver = IsolationSolver::new(1);
                let mut analysis = solver.analyse(&position, SearchBudget::unlimited());
                analysis.run(all, threads, &mut |_| {}).unwrap();
                let moves = analysis.moves();
                let wins = moves.iter().filter(|solved| solved.wins == Some(true));
                let quickest = wins.map(|solved| solved.length.high).min();
                (
                    quickest.is_some(),
                    quickest.or(moves.iter().map(|solved| solved.length.high).max()),
                )
            };
            assert_eq!(best(false, 1), best(true, 1), "{position}");
            assert_eq!(best(false, 3), best(true, 2), "{position}");
        }
    }

    #[test]
    fn c5_alone_wins_on_the_board_of_the_rules() {
        let board: BoardText = "1 2 5 7".parse().unwrap();
        let c5 = "c5".parse().unwrap();
        let starts = winning_first_moves(&board.terrain().unwrap(), &AtomicBool::new(false));
        assert_eq!(starts, Some(Bitboard::of(c5)));
    }

    #[test]
    fn mirror_images_are_answers_where_they_do_not_meet() {
        // Red alone reaches the squares beside it, green a knight's jump: never its image.
        for colour in [Colour::Red, Colour::Green] {
            let terrain = Terrain::from_fn(|_| colour);
            let stop = AtomicBool::new(false);
            assert_eq!(winning_first_moves(&terrain, &stop), Some(Bitboard::EMPTY));
        }
        // Each tile twice, the second time turned by a half: solved with the pairs and without.
        for seed in 0..20 {
            let rules = if seed % 2 == 0 { Rules::Classic } else { Rules::Mutual };
            let half = BoardText::random(seed).terrain().unwrap();
            let turned = |square: Square| Square::from_index(63 - square.index());
            let terrain = Terrain::from_fn(|square| {
                half.colour(if square.rank() < 4 { square } else { turned(square) })
            });
            let mut position = Isolation::new(terrain, rules);
            let mut random = SplitMix64::new(seed);
            while position.count_moves() > 11 {
                let moves = position.legal_moves();
                let place = moves[random.below(moves.len() as u64) as usize];
                position = position.play(place);
                if position.is_legal(Place(turned(place.0))) {
                    position = position.play(Place(turned(place.0)));
                }
            }
            let expected = plies(&position) % 2 == 1;
            assert_eq!(wins(&position, Resources::default()), expected, "{position}");
        }
    }
}
