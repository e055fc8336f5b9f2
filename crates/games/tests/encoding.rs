//! Laws of the arrays that programs learn from, for every game on random positions.

use crate::tic_tac_toe::TicTacToe;
use damier_games::congress::Congress;
use damier_games::connect_four::ConnectFour;
use damier_games::isolation::Isolation;
use damier_games::katarenga::Katarenga;
use damier_games::othello::Othello;
use rules::{Encoding, Setup, SplitMix64, Symmetry};

const GAMES: u64 = 30;
const PLIES: usize = 80;

/// Calls `check` with the positions of random games on random boards, by each rule set.
fn positions<G: Encoding>(mut check: impl FnMut(&G)) {
    for seed in 0..GAMES {
        let mut random = SplitMix64::new(seed);
        let sets = G::INFO.rule_sets;
        let rules = sets[seed as usize % sets.len()].id.to_owned();
        let setup = Setup { rules: Some(rules), board: None, seed };
        let mut position = G::start(&setup).expect("a start");
        for _ in 0..PLIES {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
        }
    }
}

/// Every number below `ACTIONS` is one move, and every legal move has a number.
fn numbers_are_moves<G: Encoding>() {
    for action in 0..G::ACTIONS {
        let m = G::from_action(action).expect("a move");
        let number: u16 = m.into();
        assert_eq!(number, action, "{m}");
        let read: G::Move = m.to_string().parse().expect("notation");
        assert_eq!(read, m);
    }
    assert_eq!(G::from_action(G::ACTIONS), None);
    assert_eq!(G::from_action(u16::MAX), None);
    positions::<G>(|position| {
        for m in position.legal_moves() {
            assert_eq!(G::from_action(m.into()), Some(m));
        }
    });
}

/// There are as many planes as names, and no bit of them is outside the board.
fn planes_are_of_the_board<G: Encoding>() {
    let [rows, columns] = G::SHAPE;
    positions::<G>(|position| {
        let planes = position.planes();
        assert_eq!(planes.len(), G::PLANES.len());
        let outside = !rules::uniform_plane(true, [rows, columns]);
        assert!(planes.iter().all(|plane| plane & outside == 0), "{position}");
        assert_eq!(planes[0] & planes[1], 0, "{position}");
    });
}

/// The image of a position has the images of its moves and of its planes, and its moves lead to images.
fn images_are_games<G: Encoding>() {
    assert_eq!(G::SYMMETRIES[0], Symmetry::IDENTITY);
    positions::<G>(|position| {
        assert_eq!(position.transformed(Symmetry::IDENTITY), *position);
        for &symmetry in G::SYMMETRIES {
            let image = position.transformed(symmetry);
            assert_eq!(image.turn(), position.turn());
            assert_eq!(image.outcome(), position.outcome(), "{position} {symmetry:?}");
            let mut planes = image.planes();
            for (plane, set) in position.planes().into_iter().enumerate() {
                let cells = (0..64).filter(|cell| set >> cell & 1 != 0);
                let moved = cells.map(|cell| 1 << G::cell_image(cell, symmetry)).sum::<u64>();
                let slot = &mut planes[G::plane_image(plane, symmetry)];
                assert_eq!(*slot, moved, "{position} {symmetry:?} {}", G::PLANES[plane]);
                *slot = 0;
            }
            let number = |m: G::Move| -> u16 { m.into() };
            let mut images: Vec<u16> =
                position.legal_moves().iter().map(|&m| number(G::image(m, symmetry))).collect();
            let mut legal: Vec<u16> = image.legal_moves().into_iter().map(number).collect();
            images.sort_unstable();
            legal.sort_unstable();
            assert_eq!(images, legal, "{position} {symmetry:?}");
            for m in position.legal_moves() {
                let after = position.play(m).transformed(symmetry);
                assert_eq!(image.play(G::image(m, symmetry)), after, "{position} {m} {symmetry:?}");
            }
        }
    });
}

macro_rules! laws {
    ($($name:ident: $game:ty),*) => {
        $(mod $name {
            use super::*;

            #[test]
            fn numbers_are_moves() {
                super::numbers_are_moves::<$game>();
            }

            #[test]
            fn planes_are_of_the_board() {
                super::planes_are_of_the_board::<$game>();
            }

            #[test]
            fn images_are_games() {
                super::images_are_games::<$game>();
            }
        })*
    };
}

laws!(
    connect_four: ConnectFour, othello: Othello, isolation: Isolation, katarenga: Katarenga, congress: Congress,
    tic_tac_toe: TicTacToe
);

/// Numbers on which trained players depend: they never change.
#[test]
fn numbers_stay_as_they_are() {
    fn notation<G: Encoding>(action: u16) -> String {
        G::from_action(action).map(|m| m.to_string()).unwrap_or_default()
    }
    assert_eq!([0, 6].map(notation::<ConnectFour>), ["1", "7"]);
    assert_eq!([0, 1, 8, 63, 64].map(notation::<Othello>), ["a1", "b1", "a2", "h8", "--"]);
    assert_eq!([0, 63].map(notation::<Isolation>), ["a1", "h8"]);
    assert_eq!([1, 64, 4095].map(notation::<Congress>), ["a1b1", "b1a1", "h8h8"]);
    let camps = [4095, 4096, 4097, 4223].map(notation::<Katarenga>);
    assert_eq!(camps, ["h8h8", "a1>l", "a1>r", "h8>r"]);
}
