//! Who wins, exactly. Isolation is an impartial game: both players have the same moves, and who
//! cannot move loses. So every position is a sum of components, each worth a nimber (Sprague, Grundy),
//! and the side to move loses where the nimbers of the components add up to 0 without carry.
//!
//! Whether the nimber of a component is a given one is quicker to tell than the nimber itself
//! (Lemoine and Viennot, 2012). That is asked of the largest component; the others are small.

#![expect(dead_code, reason = "budgets come with the brain")]

mod net;
mod search;
mod table;

use rules::{Bitboard, Position, Square};

use super::position::{Isolation, Place, Rules};
use crate::terrain::Terrain;
pub(super) use search::{Budget, Solver};

/// The first moves that win on the empty board by the `mutual` rules: the first player wins if there
/// are any. The answer is exact and takes a fraction of a second.
pub fn winning_starts(terrain: &Terrain) -> Bitboard {
    let start = Isolation::new(*terrain, Rules::Mutual);
    let mut solver = Solver::new(8);
    let wins = |&square: &Square| {
        let after = start.play(Place(square));
        solver.loses(&after, &mut Budget::unlimited()) == Some(true)
    };
    Square::all().filter(wins).collect()
}

#[cfg(test)]
mod tests {
    use rules::{Setup, SplitMix64};

    use super::*;
    use crate::terrain::BoardText;

    /// The definition: the side to move loses if every move wins for the other.
    fn loses(position: &Isolation) -> bool {
        position.legal_moves().into_iter().all(|place| !loses(&position.play(place)))
    }

    #[test]
    fn the_solver_agrees_with_brute_force() {
        let mut random = SplitMix64::new(5);
        for seed in 0..400 {
            let terrain = BoardText::random(seed).terrain().unwrap();
            let rules = if seed % 2 == 0 { Rules::Classic } else { Rules::Mutual };
            let mut position = Isolation::new(terrain, rules);
            while position.count_moves() > 14 {
                let moves = position.legal_moves();
                position = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
            let found = Solver::new(1).loses(&position, &mut Budget::unlimited());
            assert_eq!(found, Some(loses(&position)), "{position}");
        }
    }

    #[test]
    fn c5_alone_wins_on_the_board_of_the_rules() {
        let setup = Setup { board: Some("1 2 5 7".to_owned()), ..Setup::default() };
        let start = <Isolation as rules::Game>::start(&setup).unwrap();
        assert_eq!(winning_starts(&start.terrain), Bitboard::of("c5".parse().unwrap()));
    }
}
