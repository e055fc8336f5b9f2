//! Who wins, exactly. Isolation is an impartial game: both players have the same moves, and who
//! cannot move loses. So every position is a sum of components, each worth a nimber (Sprague, Grundy),
//! and the side to move loses where the nimbers of the components add up to 0 without carry.
//!
//! Whether the nimber of a component is a given one is quicker to tell than the nimber itself
//! (Lemoine and Viennot, 2012). That is asked of the largest component; the others are small.

mod budget;
mod finish;
mod net;
mod search;
mod study;
mod table;
mod team;

use std::sync::atomic::AtomicBool;

use engine::Resources;
use rules::{Bitboard, Square};

use super::position::{Isolation, Rules};
use crate::terrain::Terrain;
pub(super) use budget::Budget;
use finish::Memory;
use net::Net;
use search::Search;
pub(super) use study::{Judged, Study};
use table::Table;

/// The first moves that win on the empty board by the `mutual` rules: the first player wins if there
/// are any. The answer is exact and takes a fraction of a second on a board of official quadrants; it
/// may take very long on one drawn for that, hence `stop`, which makes it `None`.
pub fn winning_starts(terrain: &Terrain, stop: &AtomicBool) -> Option<Bitboard> {
    let (net, free) = Net::of(&Isolation::new(*terrain, Rules::Mutual));
    let table = Table::new(8 << 20);
    let mut search = Search { net, table: &table, budget: Budget::until(stop), salt: 0 };
    let mut starts = Bitboard::EMPTY;
    if search.loses(free)? {
        return Some(starts);
    }
    for square in search.moves(free) {
        if search.loses(search.net.left(free, square))? {
            starts |= Square::from_index(square as u8);
        }
    }
    Some(starts)
}

/// Whether the side to move wins. The answer is exact, however long it takes.
pub fn wins(position: &Isolation, resources: Resources) -> bool {
    let table = Table::new(resources.table << 20);
    let mut memory = Memory::new(0);
    let mut study = Study::new(Net::of(position), &table, &mut memory, Budget::unlimited());
    study.wins(resources.threads)
}

/// Finds out who wins and how soon, and remembers it as long as the board and the rules stay the same.
pub(super) struct Solver {
    table: Table,
    memory: Memory,
    board: Option<(Terrain, Rules)>,
}

impl Solver {
    /// A solver that uses about so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let bytes = mebibytes.max(1) << 20;
        Self { table: Table::new(bytes / 4 * 3), memory: Memory::new(bytes / 4), board: None }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Begins to study a position.
    pub(super) fn study<'b>(&mut self, position: &Isolation, budget: Budget<'b>) -> Study<'_, 'b> {
        let board = Some((position.terrain, position.rules));
        if self.board.is_some_and(|known| Some(known) != board) {
            self.clear();
        }
        self.board = board;
        Study::new(Net::of(position), &self.table, &mut self.memory, budget)
    }
}

#[cfg(test)]
mod tests {
    use rules::{Position, SplitMix64};

    use super::super::position::Place;
    use super::*;
    use crate::terrain::{BoardText, Colour};

    /// The definition: how many plies a game lasts when the winner hurries and the loser does not. The
    /// side to move wins if it is an odd number.
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
        let mut solver = Solver::new(1);
        for position in positions(count, free) {
            let mut study = solver.study(&position, Budget::unlimited());
            study.carry_out(true, 1, &mut |_| {}).unwrap();
            for judged in study.moves() {
                let mut end = position.play(Place(judged.line[0]));
                let expected = plies(&end);
                assert_eq!(
                    judged.wins,
                    Some(expected.is_multiple_of(2)),
                    "{:?} in {position}",
                    judged.line
                );
                assert_eq!(judged.plies.high, expected, "{:?} in {position}", judged.line);
                assert_eq!(judged.line.len(), usize::from(expected) + 1);
                for &square in &judged.line[1..] {
                    end = end.play(Place(square));
                }
                assert!(end.outcome().is_some(), "{:?} in {position}", judged.line);
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
        agrees_with_brute_force(300, 12);
    }

    #[test]
    fn the_best_move_is_as_good_with_one_line_as_with_all() {
        for position in positions(60, 22) {
            let best = |all, threads| {
                let mut solver = Solver::new(1);
                let mut study = solver.study(&position, Budget::unlimited());
                study.carry_out(all, threads, &mut |_| {}).unwrap();
                let moves = study.moves();
                let wins = moves.iter().filter(|judged| judged.wins == Some(true));
                let quickest = wins.map(|judged| judged.plies.high).min();
                (
                    quickest.is_some(),
                    quickest.or(moves.iter().map(|judged| judged.plies.high).max()),
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
        let starts = winning_starts(&board.terrain().unwrap(), &AtomicBool::new(false));
        assert_eq!(starts, Some(Bitboard::of(c5)));
    }

    #[test]
    fn mirror_images_are_answers_where_they_do_not_meet() {
        // Red alone reaches the squares beside it, green a knight's jump: never its image.
        for colour in [Colour::Red, Colour::Green] {
            let terrain = Terrain::from_fn(|_| colour);
            let stop = AtomicBool::new(false);
            assert_eq!(winning_starts(&terrain, &stop), Some(Bitboard::EMPTY));
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
